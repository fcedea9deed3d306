"""tf.train.Saver: what it saves, restores, keeps and says."""

# pyright: reportOptionalMemberAccess=false, reportOptionalOperand=false

import os
import pathlib
import time

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with tf.Graph().as_default() as graph:
        yield graph


def model():
    """Variables of every kind, with values of their own."""
    return [
        tf.get_variable("a", initializer=tf.constant([[1.0, 2.0], [3.0, 4.0]])),
        tf.get_variable("b", initializer=tf.constant([5, 6]), use_resource=True),
        tf.get_variable("word", initializer=tf.constant([b"x", b""]), trainable=False),
        tf.Variable(np.asarray([1 + 2j], np.complex64), name="c"),
        tf.Variable(np.asarray([True, False]), name="t"),
        tf.Variable(tf.cast([1.5, 2.5], tf.bfloat16), name="bf"),
        tf.Variable(np.float16(0.5), name="half"),
        tf.Variable(np.zeros([0, 3], np.int64), name="nothing"),
        tf.get_variable("p", [4, 2], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2)),
    ]


def values(sess, variables):
    return [np.asarray(value) for value in sess.run([tf.convert_to_tensor(one) for one in variables])]


@pytest.mark.parametrize("sharded", [False, True])
def test_what_is_saved_is_restored(sharded):
    variables = model()
    saver = tf.train.Saver(sharded=sharded)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert saver.save(sess, "./model") == "./model"
        before = values(sess, variables)
    files = {"checkpoint", "model.data-00000-of-00001", "model.index", "model.meta"}
    assert set(os.listdir()) == files
    with tf.Session() as sess:
        saver.restore(sess, "./model")
        for expected, value in zip(before, values(sess, variables), strict=True):
            assert expected.dtype == value.dtype
            np.testing.assert_array_equal(expected, value)


def test_a_saved_graph_comes_back_with_its_saver():
    variables = model()
    tf.add_to_collection("result", tf.reduce_sum(variables[0], name="sum"))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(sess, "./model", global_step=7)
    with pytest.raises(
        OSError, match=r"File ./model.meta does not exist.\n  fix     graphs that are there: .*model-7.meta"
    ):
        tf.train.import_meta_graph("./model.meta")
    data = pathlib.Path(f"{path}.meta").read_bytes()
    pathlib.Path("cut.meta").write_bytes(data[:-5])
    with pytest.raises(OSError, match=r"Cannot parse file cut.meta: it is cut off: it ends 5 bytes too early"):
        tf.train.import_meta_graph("cut.meta")
    with tf.Graph().as_default(), tf.Session() as sess:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(sess, path)
        assert sess.run(tf.get_collection("result")[0]) == 10
        assert [one.name for one in tf.trainable_variables()][:2] == ["a:0", "b:0"]
        assert sess.run("p/part_1:0").tolist() == [[1.0, 1.0], [1.0, 1.0]]
    with tf.Graph().as_default(), tf.Session() as sess:
        saver = tf.train.import_meta_graph(path + ".meta", import_scope="twin")
        saver.restore(sess, path)
        assert sess.run("twin/sum:0") == 10


def test_texts_in_collections_come_back_as_bytes_and_with_a_scope_as_scoped_names():
    tf.add_to_collection("inputs", '{"x": "x:0"}')
    message = tf.train.export_meta_graph()
    for scope, expected in ((None, b'{"x": "x:0"}'), ("twin", 'twin/{"x": "x:0"}')):  # TensorFlow 1.15's
        with tf.Graph().as_default():
            tf.train.import_meta_graph(message, import_scope=scope)
            assert tf.get_collection("inputs") == [expected]


def test_the_last_checkpoints_are_retained_and_listed():
    tf.Variable(1.0)
    saver = tf.train.Saver(max_to_keep=2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in (1, 2, 3, 3):
            saver.save(sess, "./m", global_step=step, write_meta_graph=False)
        assert saver.last_checkpoints == ["./m-2", "./m-3"]
        assert sorted(name for name in os.listdir() if name.endswith("index")) == ["m-2.index", "m-3.index"]
        assert tf.train.latest_checkpoint(".") == "./m-3"
        state = tf.train.get_checkpoint_state(".")
        assert list(state.all_model_checkpoint_paths) == ["./m-2", "./m-3"]
        assert tf.train.checkpoint_exists("./m-2")
        assert not tf.train.checkpoint_exists("./m-1")

        again = tf.train.Saver(max_to_keep=2)
        again.recover_last_checkpoints([*state.all_model_checkpoint_paths, "./gone"])
        assert again.last_checkpoints == ["./m-2", "./m-3"]
        again.save(sess, "./m", global_step=4, write_meta_graph=False)
        assert not tf.train.checkpoint_exists("./m-2")
        padded = tf.train.Saver(pad_step_number=True, save_relative_paths=True)
        assert padded.save(sess, os.path.abspath("n"), global_step=5).endswith("n-00000005")
        assert 'model_checkpoint_path: "n-00000005"' in pathlib.Path("checkpoint").read_text()


def test_one_is_retained_every_so_many_hours(monkeypatch):
    tf.Variable(1.0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    saver = tf.train.Saver(max_to_keep=1, keep_checkpoint_every_n_hours=2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        now += 2.1 * 3600
        for step in (1, 2, 3):
            saver.save(sess, "./m", global_step=step, write_meta_graph=False)
    assert [tf.train.checkpoint_exists(f"./m-{step}") for step in (1, 2, 3)] == [True, False, True]


def test_the_step_may_be_a_tensor():
    step = tf.train.create_global_step()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert tf.train.Saver().save(sess, "./m", global_step=step) == "./m-0"
        assert tf.train.Saver().save(sess, "./m", global_step="global_step:0") == "./m-0"


def test_variables_are_found_under_other_names_and_shapes():
    v = tf.Variable([[1.0, 2.0]], name="v")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        tf.train.Saver({"renamed": v}).save(sess, "./m")
        w = tf.Variable([0.0, 0.0], name="w")
        tf.train.Saver({"renamed": w}, reshape=True).restore(sess, "./m")
        assert sess.run(w).tolist() == [1.0, 2.0]


def test_what_can_not_be_saved_is_said():
    with pytest.raises(ValueError, match="No variables to save"):
        tf.train.Saver()
    saver = tf.train.Saver(allow_empty=True)
    v = tf.Variable(1.0, name="v")
    with tf.Session() as sess:
        assert saver.save(sess, "./m") is None
        saver.restore(sess, "./m")
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value v"):
            tf.train.Saver().save(sess, "./m")
        sess.run(tf.global_variables_initializer())
        assert tf.train.Saver().save(sess, "new/m") == "new/m"
        with pytest.raises(ValueError, match=r"Parent directory of no/such/m doesn't exist, can't save\."):
            tf.train.Saver().save(sess, "no/such/m")
        with pytest.raises(ValueError, match="collides with 'save_path'"):
            tf.train.Saver().save(sess, "./checkpoint")
        with pytest.raises(RuntimeError, match=r"`build\(\)` should be called before save if defer_build==True"):
            tf.train.Saver(defer_build=True).save(sess, "./m")
    with pytest.raises(TypeError, match="Variable to save is not a Variable"):
        tf.train.Saver([tf.constant(1.0)])
    with pytest.raises(TypeError, match=r"Variable to save is not a Variable: 1\.5"):
        tf.train.Saver([v, 1.5])
    with pytest.raises(ValueError, match="The same saveable will be restored with two names: "):
        tf.train.Saver({"a": v, "b": v})
    with pytest.raises(TypeError, match="Name is not a string: 1"):
        tf.train.Saver({1: v})


def test_what_can_not_be_restored_is_said():
    v = tf.Variable([1.0, 2.0], name="v")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        tf.train.Saver().save(sess, "./m")
        with pytest.raises(ValueError, match="Can't load save_path when it is None"):
            tf.train.Saver().restore(sess, None)
        with pytest.raises(ValueError, match=r"The passed save_path is not a valid checkpoint: \./gone"):
            tf.train.Saver().restore(sess, "./gone")
        with pytest.raises(tf.errors.NotFoundError) as caught:
            tf.train.Saver({"vv": v}).restore(sess, "./m")
        assert "Restoring from checkpoint failed. This is most likely due to a Variable name" in str(caught.value)
        assert "Key vv not found in checkpoint" in str(caught.value)
        assert 'Tensor name "vv" not found in checkpoint files ./m; it holds: v' in str(caught.value)
        for other in (tf.Variable([0.0] * 3, name="o"), tf.Variable([0.0] * 3, name="o", use_resource=True)):
            with pytest.raises(tf.errors.InvalidArgumentError) as caught:
                tf.train.Saver({"v": other}).restore(sess, "./m")
            assert "a mismatch between the current graph and the graph from the checkpoint" in str(caught.value)
            assert "Assign requires shapes of both tensors to match. lhs shape= [3] rhs shape= [2]" in str(caught.value)
            assert "The checkpoint holds 'v' with shape [2]" in str(caught.value)
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            tf.train.Saver({"v": tf.Variable([0, 0])}).restore(sess, "./m")
        assert "tensor_name = v; expected dtype int32 does not equal original dtype float" in str(caught.value)


@pytest.mark.parametrize("resource", [False, True])
def test_what_was_restored_is_changed_by_nobody_else(resource):
    v = tf.get_variable("v", initializer=np.arange(100.0, dtype=np.float32), use_resource=resource)
    twin = tf.get_variable("twin", initializer=np.zeros(100, np.float32), use_resource=resource)
    add = v.assign_add(tf.ones(100))
    saver, from_v = tf.train.Saver(), tf.train.Saver({"v": twin})
    with tf.Session() as sess, tf.Session() as other:
        sess.run(tf.global_variables_initializer())
        restored = sess.run(v)
        saver.save(sess, "./m", write_meta_graph=False)
        for session in (sess, other):
            saver.restore(session, "./m")
            from_v.restore(session, "./m")
        for _ in range(3):
            sess.run(add)
        saver.save(sess, "./m2", write_meta_graph=False)
        np.testing.assert_array_equal(sess.run(v), restored + 3)
        np.testing.assert_array_equal(sess.run(twin), restored)
        np.testing.assert_array_equal(other.run(v), restored)
    np.testing.assert_array_equal(tf.train.load_variable("./m2", "v"), restored + 3)
    np.testing.assert_array_equal(tf.train.load_variable("./m", "v"), restored)


def test_a_graph_with_branches_and_loops_comes_back():
    x = tf.placeholder(tf.float32, [], name="x")
    v = tf.Variable(2.0, name="v")
    y = tf.cond(x > 0, lambda: x + v, lambda: x - v)
    tf.identity(tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), [0, y])[1], name="z")
    message = tf.train.export_meta_graph(saver_def=tf.train.Saver().saver_def)
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.train.import_meta_graph(message, import_scope="twin")
        sess.run(tf.global_variables_initializer())
        assert sess.run("twin/z:0", {"twin/x:0": 1.0}) == 24
