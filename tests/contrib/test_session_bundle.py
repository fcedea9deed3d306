"""tf.contrib.session_bundle and the export strategies of tf.contrib.learn."""

import os

import pytest

import graphlab as tf
from graphlab._src.proto import MetaGraphDef
from graphlab._src.proto.session_bundle import Signatures

exporter, gc = tf.contrib.session_bundle.exporter, tf.contrib.session_bundle.gc
utils = tf.contrib.learn.utils.saved_model_export_utils


def test_a_bundle_has_signatures_variables_and_assets(tmp_path):
    vocabulary = tmp_path / "words.txt"
    vocabulary.write_text("a b")
    x = tf.placeholder(tf.string, [None], name="x")
    y = tf.identity(tf.Variable([1.0, 2.0]) * 2, name="y")
    step = tf.train.create_global_step()
    made = exporter.Exporter(tf.train.Saver(sharded=True))
    made.init(
        clear_devices=True,
        named_graph_signatures={"inputs": exporter.generic_signature({"x": x})},
        default_graph_signature=exporter.regression_signature(x, y),
        assets_collection=[tf.constant(str(vocabulary))],
    )
    base = str(tmp_path / "exports")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for number in (1, 2, 7):
            session.run(step.assign(number))
            path = made.export(base, step, session, exports_to_keep=gc.largest_export_versions(2))
        with pytest.raises(RuntimeError, match="Overwriting exports"):
            made.export(base, step, session)
    assert sorted(os.listdir(base)) == ["00000002", "00000007"]
    folder = path.decode()
    assert os.listdir(os.path.join(folder, "assets")) == ["words.txt"]
    with open(os.path.join(folder, "export.meta"), "rb") as file:
        message = MetaGraphDef.FromString(file.read())
    (packed,) = message.collection_def["serving_signatures"].any_list.value
    signatures = Signatures()
    assert packed.Unpack(signatures)
    assert signatures.named_signatures["inputs"].generic_signature.map["x"].tensor_name == "x:0"
    assert signatures.default_signature.regression_signature.output.tensor_name == "y:0"
    with tf.Session(graph=tf.Graph()) as session:
        saver = tf.train.import_meta_graph(os.path.join(folder, "export.meta"))
        assert saver is not None
        saver.restore(session, os.path.join(folder, "export"))
        assert session.run("y:0").tolist() == [2.0, 4.0]


def test_versions_are_chosen_by_intervals_and_multiples():
    paths = [gc.Path(f"/{i}", i) for i in (0, 1, 4, 5, 9, 10)]
    assert [path.export_version for path in gc.one_of_every_n_export_versions(3)(paths)] == [1, 10, 5, 9]
    chosen = gc.union(gc.mod_export_version(5), gc.largest_export_versions(1))(paths)
    assert {path.export_version for path in chosen} == {0, 5, 10}


class Exports:
    """An estimator that notes what it exports."""

    model_dir = ""

    def export_savedmodel(self, export_dir_base, serving_input_fn, checkpoint_path=None, **more):
        path = os.path.join(export_dir_base, "1234567890")
        os.makedirs(path)
        return path


def test_only_better_models_are_exported(tmp_path):
    strategy = utils.make_best_model_export_strategy(lambda: None)
    found = [
        strategy.export(Exports(), str(tmp_path), f"/model.ckpt-{step}", {"loss": loss})
        for step, loss in ((1, 0.5), (2, 0.7), (3, 0.2))
    ]
    assert [os.path.relpath(path, tmp_path) if path else path for path in found] == [
        "model.ckpt-1/1234567890",
        "",
        "model.ckpt-3/1234567890",
    ]
    with pytest.raises(ValueError, match="no loss is found"):
        strategy.export(Exports(), str(tmp_path), "/model.ckpt-4", {"accuracy": 1.0})


def test_an_export_is_changed_before_it_gets_its_place(tmp_path):
    def post_export_fn(exported, folder):
        path = os.path.join(folder, "changed", os.path.basename(exported))
        os.makedirs(path)
        return path

    strategy = utils.extend_export_strategy(utils.make_export_strategy(lambda: None), post_export_fn, "changed")
    os.makedirs(tmp_path / "changed")
    assert strategy.export(Exports(), str(tmp_path), "/model.ckpt-1") == str(tmp_path / "changed" / "1234567890")
    assert os.listdir(tmp_path) == ["changed"]
