"""The tables of the Graph panel: what they say of a graph's sessions."""

import gc
import weakref
from unittest.mock import Mock

import pytest
from comm import get_comm_manager
from comm.base_comm import BaseComm

import graphlab as tf
from graphlab._src.session.tracing import last_run
from graphlab._src.viz import panel, panel_tables


class Names:
    def of_session(self, session):
        return "sess"


@pytest.fixture
def sess():
    with tf.Session() as session:
        yield session


def rows(table, key):
    (session,) = table(tf.get_default_graph(), Names())["sessions"]
    return session[key]


def test_variables_have_a_norm_once_they_are_initialized(sess):
    w = tf.Variable([[3.0, 4.0]], name="w")
    tf.Variable(tf.zeros([2]), name="b")
    sess.run(w.initializer)
    described, empty = rows(panel_tables.variables, "variables")
    assert (described["name"], described["shape"], described["initialized"]) == ("w", "1,2", True)
    assert (described["dtype"], described["norm"], described["bytes"]) == ("float32", 5.0, 8)
    assert (empty["name"], empty["initialized"], empty["norm"]) == ("b", False, None)
    sess.run(tf.assign(w, [[6.0, 8.0]]))
    assert rows(panel_tables.variables, "variables")[0]["history"] == [5.0, 10.0]


def test_run_before_the_panel_was_opened_shows_its_plan(sess):
    w = tf.Variable(1.0, name="w")
    double = tf.multiply(w, 2.0, name="double")
    run_w = sess.make_callable(w)
    assert panel_tables.run(tf.get_default_graph(), Names()) == {"sessions": [{"name": "sess"}]}
    sess.run(w.initializer)
    for _ in range(2):
        sess.run(double)
        assert (rows(panel_tables.run, "fetches"), rows(panel_tables.run, "reused")) == (["double:0"], ["w"])
        assert (rows(panel_tables.run, "runs"), rows(panel_tables.run, "seconds")) == (0, [])
        run_w()
        assert rows(panel_tables.run, "fetches") == ["w:0"]
    sess.run(double)
    sess.close()
    assert sess.plan_cache.last is None


def test_runs_are_timed_only_while_a_panel_is_open(sess):
    w = tf.Variable(1.0, name="w")
    double = tf.multiply(w, 2.0, name="double")
    sess.run(w.initializer)
    assert sess.run(double) == 2.0
    assert rows(panel_tables.run, "runs") == 0
    last_run.begin(sess)
    sess.forget_calls()
    assert [sess.run(double), sess.run(double)] == [2.0, 2.0]
    (found,) = panel_tables.run(tf.get_default_graph(), Names())["sessions"]
    assert (found["runs"], found["fetches"], found["reused"]) == (2, ["double:0"], ["w"])
    assert found["ran"] + found["pruned"] == found["total"] == tf.get_default_graph().version
    assert len(found["seconds"]) == 2
    last_run.end(sess)
    sess.forget_calls()
    sess.run(double)
    assert rows(panel_tables.run, "runs") == 2


def test_queues_say_what_they_hold_and_who_waits(sess):
    queue = tf.FIFOQueue(10, [tf.float32], [[]], name="queue")
    assert rows(panel_tables.queues, "queues") == []
    sess.run(queue.enqueue_many([[1.0, 2.0]]))
    (found,) = rows(panel_tables.queues, "queues")
    assert (found["name"], found["kind"], found["size"], found["capacity"]) == ("queue", "FIFOQueue", 2, 10)
    assert found["waiting"] == {"enqueue": 0, "dequeue": 0}


def test_devices_say_what_they_hold(sess):
    w = tf.Variable(tf.zeros([4]), name="w")
    sess.run(w.initializer)
    found = rows(panel_tables.devices, "devices")[0]
    assert (found["name"][-5:], found["variables"], found["bytes"]) == ("CPU:0", 1, 16)


class Comm(BaseComm):
    """A comm whose page answers nothing by itself."""

    def publish_msg(self, msg_type, data=None, **_):
        self.sent = [*getattr(self, "sent", []), (msg_type, (data or {})["type"])]


@pytest.fixture
def pages(monkeypatch):
    """Two pages whose panels are open, and which lose them when they do not answer immediately."""
    monkeypatch.setattr(panel, "watcher", panel._Watcher())
    monkeypatch.setattr(panel, "_PATIENCE", 0.0)
    monkeypatch.setattr(panel.watcher, "_shell", Mock())
    monkeypatch.setattr(panel.threading, "Thread", Mock())
    pages = [Comm(primary=False, comm_id=f"page {i}") for i in range(2)]
    for page in pages:
        get_comm_manager().register_comm(page)
        panel.opened(page, {"content": {"data": {}}})
    yield pages
    for page in pages:
        if page.comm_id in get_comm_manager().comms:
            page.handle_close({})


def test_panel_holds_no_graph(pages):
    graphs = []
    for _ in range(3):
        panel.watcher._before_cell(None)
        with tf.Graph().as_default() as graph:
            tf.no_op()
        graphs.append(weakref.ref(graph))
        panel.watcher._after_cell(Mock(error_in_exec=None))
        del graph
    gc.collect()
    assert [found() for found in graphs[:2]] == [None, None]


def test_page_that_does_not_answer_loses_its_panel(pages, monkeypatch):
    gone, there = pages
    assert gone.sent == [("comm_msg", "ping")]
    # While a cell runs, the kernel reads no answers.
    panel.watcher._before_cell(None)
    panel.watcher.drop_gone()
    assert gone.comm_id in get_comm_manager().comms
    panel.watcher._after_cell(Mock(error_in_exec=None))
    panel.watcher.drop_gone()
    assert gone.sent[-1] == ("comm_msg", "dropped")
    assert [gone.comm_id in get_comm_manager().comms, there.comm_id in get_comm_manager().comms] == [False, True]
    # One that answers stays.
    monkeypatch.setattr(panel, "_EVERY", 0.0)
    monkeypatch.setattr(panel, "_PATIENCE", 60.0)
    panel.watcher.drop_gone()
    assert there.sent[-1] == ("comm_msg", "ping")
    there.handle_msg({"content": {"data": {"tab": "graph"}}})
    monkeypatch.setattr(panel, "_EVERY", 60.0)
    monkeypatch.setattr(panel, "_PATIENCE", 0.0)
    panel.watcher.drop_gone()
    there.handle_close({})
    assert there.sent[-1] == ("comm_msg", "ping")
