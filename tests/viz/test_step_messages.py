"""Messages about a step-through to a diagram, and its commands."""

import json

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.viz import commands, live, step_messages


class Wire:
    """Replaces the widget: stores what is sent, as the browser gets it."""

    def __init__(self):
        self.sent = []

    def send(self, content, buffers=()):
        self.sent.append((json.loads(json.dumps(content)), buffers))


@pytest.fixture
def stepping():
    """A step-through with a placeholder, a variable that is written, a branch, and a step that fails where x is below 0."""
    x = tf.placeholder(tf.float32, [2, 2], name="x")
    v = tf.get_variable("v", initializer=np.ones((2, 2), np.float32), use_resource=False)
    product = tf.matmul(x, v, name="product")
    choice = tf.cond(x[0, 0] > 0, lambda: product * 2.0, lambda: product, name="choice")
    written = tf.assign_add(v, choice, name="written")
    with tf.Session() as sess:
        sess.run(v.initializer)
        yield tf.step(sess, written, {x: [[1.0, 2.0], [3.0, 4.0]]})


def request(stepping, view, command):
    """Sends a command of a diagram and returns the messages that come back."""
    view.widget.sent.clear()
    commands.answer(view, {"stepThrough": stepping.number, "view": 7} | command)
    return [content for content, _ in view.widget.sent]


def go(stepping, view, where):
    """Goes on as long as the kernel says that there is more, a tenth of a second at a time; the last state, all notes."""
    notes, state = {}, {"more": True}
    while state["more"]:
        (state,) = request(stepping, view, {"type": "step-go", **where})
        notes |= state["notes"]
    return state, notes


def test_a_diagram_shows_continues_and_stops_a_step_through(stepping):
    view = live.View(stepping.graph, Wire())
    schedule, state = request(stepping, view, {"type": "step-sync"})
    assert (schedule["type"], schedule["view"], state["position"], state["total"]) == (
        "step-schedule",
        7,
        0,
        len(stepping),
    )
    op = stepping.graph.get_operation_by_name("product")
    (state,) = request(stepping, view, {"type": "step-break", "op": op.id, "on": True})
    assert state["breakpoints"] == [[op.id, stepping.number_of(op)]]
    state, notes = go(stepping, view, {"to": len(stepping), "stop": "breakpoint"})
    assert (state["name"], state["ops"]) == ("product", [op.id])
    assert notes[str(state["position"])] == "mean 5"
    state, notes = go(stepping, view, {"to": len(stepping)})
    assert state["over"] and state["applied"]
    assert notes.keys() == {str(n) for n in range(stepping.number_of(op) + 1, len(stepping) + 1)}


def test_places_say_of_each_operation_when_it_is_done(stepping):
    rows = np.frombuffer(step_messages.schedule(stepping), np.int32).reshape(-1, 3)
    names = stepping.graph.get_operations()
    reply = {(names[op].name, kind): number for op, number, kind in rows.tolist()}
    assert reply["x", step_messages.FED] == 0 and reply["v", step_messages.REUSED] == 0
    assert reply["v", step_messages.WRITTEN] == reply["written", step_messages.STEP] == len(stepping)
    assert reply["choice/mul", step_messages.STEP] == reply["choice/Merge", step_messages.STEP]  # a branch is one step


def test_cards_have_values_inputs_and_variables(stepping):
    graph = stepping.graph
    assert step_messages.card(stepping, graph.get_operation_by_name("product"))["state"] == "pending"
    stepping.to_end()
    product = step_messages.card(stepping, graph.get_operation_by_name("product"))
    assert product["outputs"][0]["name"] == "product:0" and product["outputs"][0]["max"] == "7"
    assert [taken["name"] for taken in product["inputs"]] == ["x:0", "v/read:0"]
    assert step_messages.card(stepping, graph.get_operation_by_name("x"))["outputs"][0]["first"] == ["1", "2", "3", "4"]
    inner = step_messages.card(stepping, graph.get_operation_by_name("choice/mul"))
    assert "a branch that runs as one step" in inner["within"]
    for name in ("v", "written"):
        (change,) = step_messages.card(stepping, graph.get_operation_by_name(name))["changes"]
        assert (change["before"]["max"], change["after"]["max"]) == ("1", "15")
        assert change["difference"] == "moved by 10 on average, 14 at most"


def test_a_command_that_fails_is_reported_to_its_diagram(stepping):
    view = live.View(stepping.graph, Wire())
    initializer = stepping.graph.get_operation_by_name("v/Assign")
    (said,) = request(stepping, view, {"type": "step-break", "op": initializer.id, "on": True})
    assert (said["type"], said["view"]) == ("step-error", 7)
    assert "'v/Assign' does not run for these fetches" in said["text"]
    for wrong in ({"stepThrough": 10**6}, {"stepThrough": "x"}, {"stepThrough": None}):
        assert request(stepping, view, {"type": "step-sync", **wrong})[0]["ended"]
    for wrong in ({"to": "end"}, {"to": None}):
        assert [reply["type"] for reply in request(stepping, view, {"type": "step-go", **wrong})] == ["refused"]
    assert [reply["type"] for reply in request(stepping, view, {"type": "step-card", "op": 10**6})] == ["refused"]


def test_a_failed_step_is_reported_with_its_text():
    y = tf.py_func(lambda: 1 / 0, [], tf.float32, name="broken")
    with tf.Session() as sess:
        stepping = tf.step(sess, y)
        view = live.View(stepping.graph, Wire())
        request(stepping, view, {"type": "step-sync"})
        (state,) = request(stepping, view, {"type": "step-go", "to": 1})
        assert state["failed"]["name"] == "broken" and "division by zero" in state["failed"]["text"]
        assert step_messages.card(stepping, y.op)["state"] == "failed"


def test_messages_about_one_thing_come_a_few_times_a_second(monkeypatch):
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    view, thing = live.View(tf.get_default_graph(), Wire()), Wire()
    for count in range(5):
        view.later(thing, lambda count=count: {"count": count})
    assert [content["count"] for content, _ in view.widget.sent] == [0]
    view.push()  # the cell has ended
    assert [content["count"] for content, _ in view.widget.sent] == [0, 4]
    now = 101.0
    view.later(thing, lambda: {"count": 5})
    assert view.widget.sent[-1][0]["count"] == 5
