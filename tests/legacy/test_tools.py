"""tensorflow.python.tools: graphs are frozen from files, checkpoints and SavedModels are listed."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat.tools import freeze_graph as freezing
from graphlab._src.compat.tools.graph_files import import_to_tensorboard, strip_unused_from_files
from graphlab._src.compat.tools.inspect_checkpoint import print_tensors_in_checkpoint_file
from graphlab._src.compat.tools.saved_model_utils import get_meta_graph_def, get_saved_model_tag_sets

FEED = {"x:0": [[1.0, 1.0]]}


@pytest.fixture(params=[False, True], ids=["reference", "resource"])
def saved(request, tmp_path):
    """A folder with the files of a model whose output for FEED is [[4.5, 6.5]]."""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        weights = tf.get_variable("w", initializer=[[1.0, 2.0], [3.0, 4.0]], use_resource=request.param)
        with tf.device("/cpu:0"):
            bias = tf.constant([0.5, 0.5])
        y = tf.add(tf.matmul(x, weights), bias, name="y")
        tf.get_variable("unused", initializer=1, use_resource=request.param)
        saver = tf.train.Saver()
        session.run(tf.global_variables_initializer())
        saver.save(session, f"{tmp_path}/model")
        tf.train.write_graph(session.graph, str(tmp_path), "graph.pbtxt")
        tf.train.write_graph(session.graph, str(tmp_path), "graph.pb", as_text=False)
        (tmp_path / "saver.pb").write_bytes(saver.saver_def.SerializeToString())
        tf.saved_model.simple_save(session, f"{tmp_path}/saved_model", {"x": x}, {"y": y})
    return tmp_path


def freeze(folder, input_graph="", input_saver="", binary=True, **other):
    graph, saver = (f"{folder}/{name}" if name else "" for name in (input_graph, input_saver))
    out, checkpoint = f"{folder}/frozen.pb", f"{folder}/model"
    return freezing.freeze_graph(
        graph, saver, binary, checkpoint, "y", "save/restore_all", "save/Const:0", out, True, "", **other
    )


def test_a_graph_is_frozen_from_each_kind_of_file(saved):
    frozen = [
        freeze(saved, "graph.pbtxt", binary=False),
        freeze(saved, "graph.pb", "saver.pb"),
        freeze(saved, input_meta_graph=f"{saved}/model.meta"),
        freeze(saved, input_saved_model_dir=f"{saved}/saved_model"),
    ]
    for message in frozen:
        assert [node.device for node in message.node if node.op == "Const"] == ["", ""]
        assert tf.GraphDef.FromString((saved / "frozen.pb").read_bytes()).node
        with tf.Graph().as_default(), tf.Session() as session:
            tf.import_graph_def(message, name="")
            np.testing.assert_array_equal(session.run("y:0", FEED), [[4.5, 6.5]])
    with pytest.raises(ValueError, match="You cannot freeze a graph twice"):
        freeze(saved, "frozen.pb")


def test_what_is_missing_is_named(tmp_path):
    with pytest.raises(OSError, match=r"graph file '.*' does not exist"):
        freeze(tmp_path, "nowhere.pb")
    with pytest.raises(ValueError, match=r"Input checkpoint '.*' doesn't exist"):
        freeze(tmp_path)


def test_files_are_listed(saved, capsys):
    print_tensors_in_checkpoint_file(f"{saved}/model", "w", False)
    assert capsys.readouterr().out == "tensor_name:  w\n[[1. 2.]\n [3. 4.]]\n# Total number of params: 5\n"
    print_tensors_in_checkpoint_file(f"{saved}/model", "", False, True, count_exclude_pattern="^u")
    assert capsys.readouterr().out == (
        "tensor_name:  unused\ntensor_name:  w\n# Excluding 1 tensors (1 params) that match ^u when counting.\n"
        "# Total number of params: 4\n"
    )
    print_tensors_in_checkpoint_file(f"{saved}/nowhere", "", True)
    assert "Unsuccessful TensorSliceReader constructor" in capsys.readouterr().out

    assert get_saved_model_tag_sets(saved / "saved_model") == [["serve"]]
    assert list(get_meta_graph_def(saved / "saved_model", "serve").signature_def) == ["serving_default"]
    with pytest.raises(RuntimeError, match="associated with tag-set train could not be found"):
        get_meta_graph_def(saved / "saved_model", "train")

    kind = tf.float32.as_datatype_enum
    strip_unused_from_files(f"{saved}/graph.pb", True, f"{saved}/small.pb", True, "MatMul", "y", kind)
    assert "3 ops in the final graph." in capsys.readouterr().out
    import_to_tensorboard(f"{saved}/small.pb", f"{saved}/log")
    assert [event for event in tf.train.summary_iterator(str(next((saved / "log").iterdir()))) if event.graph_def]
