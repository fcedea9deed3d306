"""The values layer: what graph views draw, what a run computes of it, and what they are sent."""

import base64
import sys
import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.play import values
from graphlab._src.play.run_values import RunShape
from graphlab._src.viz import commands, live


class Page:
    """A diagram's widget: it stores what the kernel sends."""

    def __init__(self, graph):
        self.graph = self.existing = graph
        self.widget = self
        self.heard = []

    def send(self, content, buffers=()):
        self.heard.append(content)

    def request(self, kind, **content):
        commands.answer(self, {"type": kind, "view": 7, **content})


@pytest.fixture
def page(monkeypatch):
    made = Page(tf.get_default_graph())
    monkeypatch.setattr(live, "view_of", lambda graph: made if graph is made.graph else None)
    return made


def test_a_run_fetches_what_is_visible_and_its_part_anyway(page):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    w = tf.Variable(tf.ones([2, 3]), name="w")
    y = tf.matmul(x, w, name="y")
    branch = tf.cond(tf.reduce_sum(y) > 0.0, lambda: y * 2.0, lambda: y, name="branch")
    loss, other = tf.reduce_mean(branch, name="loss"), tf.negative(y, name="other")
    with tf.Session() as sess:
        sess.run(w.initializer)
        run = RunShape(sess, loss, [x])
        everything = [tensor for op in page.graph.get_operations() for tensor in op.outputs]
        computed, stored = run.part_of(everything)
        assert y in computed and branch in computed and not {x, loss, other} & set(computed)
        assert list(stored.values()) == [w.op]
        assert not [tensor for tensor in computed if tensor.op.control_flow_context is not None]
        sess.run([loss, *computed], {x: [[1.0, 2.0]]})
        assert not run.why_more
        assert "RandomUniform" in RunShape(sess, y + tf.random_uniform([2, 3]), [x]).why_more
        assert "changes 'w'" in RunShape(sess, tf.assign(w, w + 1.0), []).why_more


def test_graph_views_say_what_they_draw(page):
    x = tf.placeholder(tf.float32, [2, 2], name="x")
    top = tf.nn.top_k(x, name="top")
    shown = values.of(page.graph)
    changes = []
    shown.listeners.append(lambda: changes.append(len(shown.visible)))
    page.request("values-visible", tensors=f"0,{top.indices.op.id:x}:1")
    page.request("values-visible", tensors="0")
    assert shown.visible == [x] and changes == [2]
    for wrong in ("zz", "0:9", "-1", "0,,", 3):
        page.heard.clear()
        page.request("values-visible", tensors=wrong)
        assert page.heard[0]["type"] == "refused"


def test_values_are_sent_as_text_numbers_and_images(page):
    graph = page.graph
    with graph.as_default():
        scalar, vector, matrix, wrong, text, row = (tf.placeholder(tf.float32, name=name) for name in "abcdef")
    shown = values.of(graph)
    shown.images[row] = (8, 8)
    shown.show(
        {
            scalar: np.float32(0.25),
            vector: np.array([[1.0, -2.0, np.nan]]),
            matrix: np.eye(3),
            wrong: np.full(3, np.inf),
            text: b"words",
            row: np.arange(64.0)[None],
        },
        ran=[scalar.op, matrix.op],
        step=3,
    )
    message = page.heard[-1]
    assert np.frombuffer(base64.b64decode(message["ran"]), np.int32).tolist() == [0, 2] and message["step"] == 3
    sent = {value["op"]: value for value in message["values"]}
    assert sent[0] == {
        "op": 0,
        "output": 0,
        "text": "0.25",
        "about": "float32 scalar  0.25",
        "health": "ok",
    }
    assert sent[1]["points"] == [1, -2, None] and sent[1]["health"] == "nan" and sent[1]["text"] == "1 NaN"
    assert base64.b64decode(sent[2]["image"])[1:4] == base64.b64decode(sent[5]["image"])[1:4] == b"PNG"
    assert sent[3]["health"] == "inf" and sent[4]["text"] == "'words'"
    # What is the same is not sent again, but to a page that has loaded since; histories are the numbers of runs.
    shown.show({scalar: 0.5}, ran=[matrix.op, scalar.op], histories={scalar: [0.25, 0.5]})
    assert page.heard[-1] == {
        "type": "values",
        "extra": False,
        "values": [sent[0] | {"text": "0.5", "about": "float64 scalar  0.5", "points": [0.25, 0.5], "history": True}],
    }
    page.request("values-sync")
    assert page.heard[-1]["ran"] == message["ran"] and len(page.heard[-1]["values"]) == 6
    page.request("value", op=5, output=0)
    assert page.heard[-1]["value"]["shape"] == "8×8" and page.heard[-1]["value"]["image"]
    shown.end()
    page.request("value", op=5, output=0)
    assert page.heard[-1] == {"type": "values", "values": [], "ended": True}


def test_several_threads_show_values_of_one_graph():
    with tf.Graph().as_default() as graph:
        tensors = [tf.constant(float(n)) for n in range(200)]
    shown, failed = values.of(graph), []

    def play(part, number):
        try:
            for run in range(100):
                shown.show(dict.fromkeys(part, np.float32(run * 7 + number)))
                shown.send_again()
                if run % 5 == 0:
                    shown.end()
        except Exception as error:
            failed.append(error)

    parts = (tensors, tensors[:150], tensors[30:])
    threads = [threading.Thread(target=play, args=(part, number)) for number, part in enumerate(parts)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert failed == []
