"""The overlay of tasks: which task runs what, what tasks send each other, and which is not there."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.viz.overlays import NothingToShowError
from tests.cluster.direct import DirectMaster


@pytest.fixture
def master():
    return DirectMaster([("ps", 0), ("worker", 0)])


@pytest.fixture
def session(master):
    with tf.device(tf.train.replica_device_setter(ps_tasks=1, worker_device="/job:worker/task:0")):
        x = tf.placeholder(tf.float32, [None, 100], name="x")
        with tf.name_scope("model"):
            w = tf.get_variable("w", [100, 10], initializer=tf.zeros_initializer())
            b = tf.get_variable("b", [10], initializer=tf.zeros_initializer())
            loss = tf.reduce_sum(tf.matmul(x, w, name="product") + b, name="loss")
        tf.assign_add(w, tf.gradients(loss, w)[0], name="train")
    with tf.Session(master.target) as sess:
        sess.run(tf.global_variables_initializer())
        yield sess


def edges(overlaid):
    return overlaid.message["overlay"].get("edges", {})


def train(session):
    session.run(["train", "model/loss:0"], {"x:0": np.ones([8, 100])})


def test_operations_have_the_colour_of_their_task(session):
    train(session)
    shown = tf.overlay("task", session=session)
    graph = session.graph
    tasks = {name: shown.values[graph.get_operation_by_name(name)] for name in ("w", "train", "x", "model/product")}
    assert tasks == {"w": "ps 0", "train": "ps 0", "x": "worker 0", "model/product": "worker 0"}
    assert shown.message["overlay"]["tones"] == {}


def test_edges_between_tasks_have_the_bytes_of_the_last_run(session):
    feeds = {"x:0": np.ones([8, 100])}
    planned = tf.overlay("task", session=session, fetches=["train", "model/loss:0"], feed_dict=feeds)
    assert edges(planned)["w/read>model/product"] == ""
    train(session)
    found = edges(tf.overlay("task", session=session))
    assert found["w/read>model/product"] == found["w>model/product"] == "4 kB"
    assert found["b/read>model/add"] == "40 B"
    assert found["w>model"] == "4 kB"
    assert "x>model/product" not in found
    assert not any(key.startswith("model>model") for key in found)


def test_a_task_that_is_not_there_is_marked(master, session):
    train(session)
    master.transport().services.clear()
    shown = tf.overlay("task", session=session)
    assert "ps 0, not there" in shown.values.values()
    assert shown.message["overlay"]["tones"] == {"ps 0, not there": "bad"}


def test_without_a_server_there_is_nothing_to_show():
    tf.constant(1.0)
    with tf.Session() as sess, pytest.raises(NothingToShowError, match="on a server"):
        sess.run("Const:0")
        tf.overlay("task")
