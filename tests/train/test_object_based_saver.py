"""A Saver restores checkpoints of tf.train.Checkpoint and Keras, by the names of variables."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(name="path")
def _path(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
        w = tf.get_variable("s/w", initializer=3.0, use_resource=True)
        checkpoint: Any = tf.train.Checkpoint(a=v, b=w)
        session.run([v.initializer, w.initializer, checkpoint.save_counter.initializer])
        return checkpoint.save(str(tmp_path / "c"))


def test_variables_are_found_by_their_names(path):
    v, w = tf.get_variable("v", shape=[2], use_resource=True), tf.get_variable("s/w", shape=[])
    saver = tf.train.Saver()
    with tf.Session() as session:
        saver.restore(session, path)
        np.testing.assert_array_equal(np.hstack(session.run([v, w])), [1, 2, 3])
        count = len(session.graph.get_operations())
        session.run(w.assign(0.0))
        saver.restore(session, path)  # with the operations that are there
        assert session.run(w) == 3 and len(session.graph.get_operations()) == count + 2


def test_checkpoints_that_hold_variables_under_other_keys_are_restored_one_after_the_other(tmp_path):
    v, w = (tf.get_variable(name, initializer=0.0, use_resource=True) for name in "vw")
    with tf.Session() as session:
        paths = []
        for number, objects in enumerate(({"a": v, "b": w}, {"a": w, "b": v})):
            checkpoint: Any = tf.train.Checkpoint(**objects)
            session.run([v.assign(2.0 * number + 1), w.assign(2.0 * number + 2), checkpoint.save_counter.initializer])
            paths.append(checkpoint.save(str(tmp_path / f"c{number}"), session))
        saver = tf.train.Saver([v, w])
        for path, values in (*zip(paths, ([1, 2], [3, 4]), strict=True), (paths[0], [1, 2])):
            saver.restore(session, path)
            assert session.run([v, w]) == values


def test_variables_that_it_lacks_are_listed(path):
    tf.get_variable("v", shape=[2])
    tf.get_variable("x", shape=[])
    with tf.Session() as session, pytest.raises(tf.errors.NotFoundError) as error:
        tf.train.Saver().restore(session, path)
    for text in (
        "Existing variables not in the checkpoint: x\n",
        "which don't exist now: s/w, save_counter\n",
        "(1 var",
    ):
        assert text in str(error.value)


def test_a_saver_is_made_for_such_a_checkpoint_alone(path, tmp_path):
    saver_module = import_module("graphlab._src.train.saving.saver")
    keys = saver_module.object_graph_key_mapping(path)
    assert keys["s/w"] == "b/.ATTRIBUTES/VARIABLE_VALUE" and sorted(keys) == ["s/w", "save_counter", "v"]
    v = tf.get_variable("v", shape=[2])
    saver = saver_module.saver_from_object_based_checkpoint(path, [v])
    with tf.Session() as session:
        saver.restore(session, path)
        assert session.run(v).tolist() == [1, 2]
        named = tf.train.Saver([v]).save(session, str(tmp_path / "n"))
    with pytest.raises(ValueError, match="not an object-based checkpoint"):
        saver_module.saver_from_object_based_checkpoint(named)
