"""What the picture asks of the kernel: who has an attribute, and the compiled code of an operation."""

import numpy as np
import pytest

import graphlab as tf
from graphlab.viz import commands, hlo
from graphlab.viz.find import with_attribute


class Page:
    """A picture's place: it keeps what the kernel sends."""

    def __init__(self, graph):
        self.graph = graph
        self.widget = self
        self.heard = []

    def send(self, content, buffers=()):
        self.heard.append((content, buffers))

    def ask(self, kind, **content):
        commands.answer(self, {"type": kind, "view": 7, **content})
        return self.heard.pop()


@pytest.fixture
def model():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    w = tf.Variable(tf.ones([4, 3]), name="w")
    h = tf.nn.relu(tf.matmul(x, w, name="y"), name="h")
    return x, w, h, tf.reduce_mean(h, name="loss")


def test_operations_are_found_by_an_attribute_whatever_its_case_and_blanks():
    image = tf.placeholder(tf.float32, [1, 8, 8, 3])
    kernel = tf.ones([3, 3, 3, 2])
    same = tf.nn.conv2d(image, kernel, strides=[1, 2, 2, 1], padding="SAME").op
    valid = tf.nn.conv2d(image, kernel, strides=1, padding="VALID").op
    graph = image.graph
    assert with_attribute(graph, "padding", "same") == [same._id]
    assert with_attribute(graph, "Padding") == [same._id, valid._id]
    assert with_attribute(graph, "strides", "[1,2,2,1]") == [same._id]
    assert with_attribute(graph, "padding", "*A*") == [same._id, valid._id]
    assert with_attribute(graph, "padding", "S") == []
    content, buffers = Page(graph).ask("find", name="padding", value="VALID")
    assert content == {"type": "find", "view": 7, "name": "padding", "value": "VALID"}
    assert np.frombuffer(buffers[0], np.int32).tolist() == [valid._id]


def test_the_code_of_an_operation_is_that_of_the_segment_it_was_compiled_in(model):
    x, w, h, loss = model
    with tf.Session() as sess:
        sess.run(w.initializer)
        with pytest.raises(ValueError, match="run it first"):
            sess.plan(loss, [x]).hlo(h)
        sess.run(loss, {x: np.ones([2, 4])})
        plan = sess.plan(loss, [x])
        assert "HloModule" in plan.hlo(h)
        assert "f32[2,4]" in plan.hlo(h)
        assert "stablehlo.dot_general" in plan.hlo(h.op, "stablehlo")
        with pytest.raises(ValueError, match="names state, marks an order, or is fed"):
            plan.hlo(w.op)
        with pytest.raises(ValueError, match="'w/Assign' does not run when loss:0 is fetched"):
            plan.hlo(w.initializer)
        with pytest.raises(ValueError, match='"optimized" or "stablehlo"'):
            plan.hlo(h, "ptx")


def test_what_runs_on_the_host_has_no_code_and_says_why(model):
    x, *_ = model
    words = tf.as_string(x)
    with tf.Session() as sess:
        sess.run(words, {x: np.ones([1, 4])})
        with pytest.raises(ValueError, match=r"'AsString' runs on the host, because "):
            sess.plan(words, [x]).hlo(words)


def test_the_picture_gets_the_code_of_the_last_plan_that_ran_it(model):
    x, w, h, loss = model
    page = Page(x.graph)
    assert page.ask("compiled", op=h.op._id)[0]["why"] == "no session has run this graph yet"
    with tf.Session() as first, tf.Session() as second:
        for sess in (first, second):
            sess.run(w.initializer)
        first.run(loss, {x: np.ones([2, 4])})
        second.run(h, {x: np.ones([3, 4])})
        told, _ = page.ask("compiled", op=h.op._id)
        assert told["fetches"] == ["h:0"]
        assert {x.graph.get_operations()[number].name for number in told["operations"]} == {"w/read", "y", "h"}
        content, _ = page.ask("hlo", op=h.op._id, stage="optimized")
        assert "f32[3,4]" in content["text"]
        assert content["characters"] == len(content["text"])
        assert "metadata" not in content["text"]
        assert "FileNames" not in content["text"]
        assert "stablehlo" in page.ask("hlo", op=h.op._id, stage="stablehlo")[0]["text"]
        assert page.ask("compiled", op=loss.op._id)[0]["fetches"] == ["loss:0"]


def test_code_that_is_too_long_is_cut_and_its_length_is_told(model, monkeypatch):
    x, w, h, _ = model
    monkeypatch.setattr(hlo, "LONGEST", 50)
    with tf.Session() as sess:
        sess.run(w.initializer)
        sess.run(h, {x: np.ones([2, 4])})
        content, _ = Page(x.graph).ask("hlo", op=h.op._id)
    assert len(content["text"]) == 50
    assert content["characters"] > 50


def test_what_asks_for_no_operation_gets_no_answer(model):
    page = Page(model[0].graph)
    for content in ({"op": 1000}, {"op": "x"}, {}):
        commands.answer(page, {"type": "hlo", **content})
        commands.answer(page, {"type": "compiled", **content})
    commands.answer(page, {"type": "find", "name": 3})
    assert page.heard == []
