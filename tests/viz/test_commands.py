"""Commands of the diagram to the kernel: which operations have an attribute, and the compiled code of an operation."""

import base64
import json

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.viz import commands, hlo, live, search
from graphlab._src.viz.search import with_attribute
from graphlab._src.viz.widget import GraphWidget


class Page:
    """A diagram's widget: it stores what the kernel sends."""

    def __init__(self, graph):
        self.graph = graph
        self.widget = self
        self.heard = []

    def send(self, content, buffers=()):
        self.heard.append((content, buffers))

    def request(self, kind, **content):
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
    assert with_attribute(graph, "padding", "same") == [same.id]
    assert with_attribute(graph, "Padding") == [same.id, valid.id]
    assert with_attribute(graph, "strides", "[1,2,2,1]") == [same.id]
    assert with_attribute(graph, "padding", "*A*") == [same.id, valid.id]
    assert with_attribute(graph, "padding", "/^va|^x/") == [valid.id]
    with pytest.raises(ValueError, match="no regular expression"):
        with_attribute(graph, "padding", "/(/")
    assert with_attribute(graph, "padding", "S") == []
    content, _ = Page(graph).request("find", name="padding", value="VALID")
    found = base64.b64decode(content.pop("bytes"))
    assert content == {"type": "find", "view": 7, "name": "padding", "value": "VALID"}
    assert np.frombuffer(found, np.int32).tolist() == [valid.id]


@pytest.mark.parametrize("source", ["(a+)+$", r"(?:\w*)*", "((a+)b?)+", "(a|a)*$", "(x{2,}){3,}", ".*.*.*.*.*="])
def test_find_refuses_expressions_that_could_take_forever(source):
    with pytest.raises(ValueError, match="could take forever"):
        with_attribute(tf.Graph(), "padding", f"/{source}/")


def test_find_gives_up_an_expression_that_takes_long_for_all_texts(monkeypatch):
    kernel = tf.constant(1.0)
    assert with_attribute(kernel.graph, "dtype", "/float/") == [kernel.op.id]
    monkeypatch.setattr(search, "_PATIENCE", -1.0)
    with pytest.raises(ValueError, match="/float/ repeats too much"):
        with_attribute(kernel.graph, "dtype", "/float/")


def test_the_code_of_an_operation_is_that_of_the_segment_it_was_compiled_in(model):
    x, w, h, loss = model
    with tf.Session() as sess:
        sess.run(w.initializer)
        with pytest.raises(ValueError, match="run it first"):
            sess.plan(loss, [x]).hlo(h)
        sess.run(loss, {x: np.ones([2, 4])})
        plan = sess.plan(loss, [x])
        assert "HloModule" in plan.hlo(h)
        assert "f32[2,4]" in plan.hlo(h.op.name)
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


def test_the_diagram_gets_the_code_of_the_last_plan_that_ran_it(model):
    x, w, h, loss = model
    page = Page(x.graph)
    assert page.request("compiled", op=h.op.id)[0]["why"] == "no session has run this graph yet"
    with tf.Session() as first, tf.Session() as second:
        for sess in (first, second):
            sess.run(w.initializer)
        first.run(loss, {x: np.ones([2, 4])})
        second.run(h, {x: np.ones([3, 4])})
        reply, _ = page.request("compiled", op=h.op.id)
        assert reply["fetches"] == ["h:0"]
        assert {x.graph.get_operations()[number].name for number in reply["operations"]} == {"w/read", "y", "h"}
        content, _ = page.request("hlo", op=h.op.id, stage="optimized")
        assert "f32[3,4]" in content["text"]
        assert content["characters"] == len(content["text"])
        assert "metadata" not in content["text"]
        assert "FileNames" not in content["text"]
        assert "stablehlo" in page.request("hlo", op=h.op.id, stage="stablehlo")[0]["text"]
        assert page.request("compiled", op=loss.op.id)[0]["fetches"] == ["loss:0"]


def test_code_that_is_too_long_is_cut_and_its_length_is_sent(model, monkeypatch):
    x, w, h, _ = model
    monkeypatch.setattr(hlo, "LONGEST", 50)
    with tf.Session() as sess:
        sess.run(w.initializer)
        sess.run(h, {x: np.ones([2, 4])})
        content, _ = Page(x.graph).request("hlo", op=h.op.id)
    assert len(content["text"]) == 50
    assert content["characters"] > 50


def test_a_command_without_an_operation_is_refused(model):
    page = Page(model[0].graph)
    for content in ({"op": 1000}, {"op": "x"}, {}):
        for kind in ("hlo", "compiled"):
            reply, _ = page.request(kind, **content)
            assert (reply["type"], reply["command"], reply["view"]) == ("refused", kind, 7)
            assert "is no operation of this graph" in reply["why"]


_WRONG = (None, True, -1, 10**30, 1.5, "x", "/" * 300, [], [[]], {}, {"a": []}, float("nan"))


@pytest.mark.parametrize("kind", sorted(commands._HANDLERS.keys() - {"app"}))
def test_no_message_makes_the_kernel_fail(kind, model):
    x, w, _, loss = model
    inner = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
    with tf.Session() as sess:
        sess.run(w.initializer)
        step_through = tf.step(sess, [loss, inner], {x: np.ones([2, 4])})
        view = live.View(x.graph, Page(x.graph))
        exit_ = inner.op.id
        for wrong in _WRONG:
            for content in (
                dict.fromkeys(
                    ("op", "subgraph", "cursor", "name", "value", "stepThrough", "to", "stop", "on", "stage"), wrong
                ),
                {
                    "op": exit_,
                    "subgraph": wrong,
                    "stepThrough": step_through.number,
                    "to": wrong,
                    "stop": wrong,
                    "on": wrong,
                },
                {
                    "op": loss.op.id,
                    "subgraph": wrong,
                    "stepThrough": step_through.number,
                    "to": 2,
                    "stop": wrong,
                    "name": wrong,
                    "value": "*",
                },
            ):
                view.widget.heard.clear()
                commands.answer(view, {"type": kind, "view": 7} | dict(content))
                json.dumps([reply for reply, _ in view.widget.heard], allow_nan=True)
                refused = [reply["why"] for reply, _ in view.widget.heard if reply["type"] == "refused"]
                assert not any("Error:" in why for why in refused), refused


@pytest.mark.parametrize(
    "content", [None, 3, "sync", [], {}, {"type": []}, {"type": {}}, {"type": "nobody"}, {"type": None}]
)
def test_what_is_no_command_is_refused(model, content):
    page = Page(model[0].graph)
    commands.answer(page, content)
    ((reply, _),) = page.heard
    assert reply["type"] == "refused" and ("knows no command" in reply["why"] or "short texts" in reply["why"])


@pytest.mark.parametrize(
    "content",
    [
        {"type": "x" * 10**6},
        {"type": "find", "name": "x" * 10**6, "value": "*"},
        {"type": "overlay", "name": "x" * 1500},
        {"type": "subgraph", "op": 0, "subgraph": "x" * 1500},
        {"type": "sync", "cursor": [0] * 10**5},
        {"type": "sync", "view": {"x": "y" * 10**6}},
        {"type": "step-sync", "stepThrough": 10**4000},
        dict.fromkeys(map(str, range(10**4)), "x" * 100),
    ],
)
def test_an_answer_is_short_whatever_was_requested(model, content):
    page = Page(model[0].graph)
    commands.answer(page, content)
    assert sum(len(json.dumps(reply)) for reply, _ in page.heard) < 5_000


@pytest.mark.parametrize(
    "data",
    [
        *(None, [], "x", {}, {"method": 5}, {"method": []}, {"method": "evaluate", "content": "1 / 0"}),
        *({"method": "update"}, {"method": "update", "state": 5}, {"method": "update", "state": {"messages": 7}}),
        {"method": "update", "state": {"_esm": "alert(1)", "graph": "another"}},
        {"method": "update", "state": {}, "buffer_paths": [["a", 10**9]]},
    ],
)
def test_what_the_widget_holds_is_the_kernels_word(data):
    widget = GraphWidget(graph="g", messages=[])
    before = widget.get_state()
    widget._handle_msg({"content": {"data": data}, "buffers": [b"x"]})
    assert widget.get_state() == before


def test_an_operation_says_what_it_does_not_hold(model):
    x, *_ = model
    done = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
    page = Page(x.graph)
    content, _ = page.request("subgraph", op=done.op.id, subgraph="cellar")
    assert content["why"] == f"'{done.op.name}' holds no 'cellar', but condition, body"
    content, _ = page.request("subgraph", op=x.op.id)
    assert content["why"] == "'x' holds no None"


def test_many_stars_are_found_at_once(model):
    words = tf.constant(b"a" * 50000, name="words")
    found = with_attribute(words.graph, "value", "*a" * 40 + "*b")
    assert found == []
    assert with_attribute(words.graph, "value", "*a" * 40 + "*") == [words.op.id]
