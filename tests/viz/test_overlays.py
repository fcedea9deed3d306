"""What colours a diagram: values of a run, of the plan, of the reader's own."""

import base64
import zlib

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.base.units import written
from graphlab._src.viz.overlays import NothingToShowError, commands, overlay, registry
from graphlab._src.viz.overlays.columns import encode


def values_of(message):
    """{operation's number: value} as the browser reads it."""
    data = zlib.decompress(base64.b64decode(message["columns"]))
    ids = np.cumsum(np.frombuffer(data[: len(data) // 2], "<i4"))
    column = np.frombuffer(data[len(data) // 2 :], "<f4")
    categories = message["overlay"]["categories"]
    return {int(i): categories[int(v)] if categories else float(v) for i, v in zip(ids, column, strict=True)}


@pytest.fixture
def linear():
    """y = w * x with a loss and a step of training, and a session in which w is [1, 2]."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        w = tf.get_variable("w", initializer=[1.0, 2.0])
        y = tf.multiply(x, w, name="y")
        loss = tf.reduce_sum(y, name="loss")
        train = tf.train.GradientDescentOptimizer(0.5).minimize(loss, name="train")
        session = tf.Session()
        session.run(tf.global_variables_initializer())
        yield {"x": x, "w": w, "y": y, "loss": loss, "train": train, "session": session}


def test_own_values_reach_the_browser_by_operation(linear):
    shown = tf.overlay("cost", {linear["y"]: 3, "loss": 1.5, linear["w"]: 2}, unit="ms")
    assert values_of(shown.message) == {linear["w"].op.id: 2, linear["y"].op.id: 3, linear["loss"].op.id: 1.5}
    assert shown.message["overlay"]["kind"] == "sequential"
    assert repr(shown).splitlines() == ["cost", "    3 ms  y", "    2 ms  w", "  1.5 ms  loss"]


def test_texts_are_categories_the_most_frequent_first(linear):
    shown = tf.overlay("owner", {"x": "us", "y": "them", "loss": "them"})
    assert shown.message["overlay"]["categories"] == ["them", "us"]
    assert values_of(shown.message) == {
        linear["x"].op.id: "us",
        linear["y"].op.id: "them",
        linear["loss"].op.id: "them",
    }


def test_negative_numbers_diverge_and_booleans_say_yes_or_no(linear):
    assert tf.overlay("a", {"x": -1, "y": 1}).overlay.kind == "diverging"
    assert set(tf.overlay("b", {"x": True, "y": False}).values.values()) == {"yes", "no"}


@pytest.mark.parametrize(
    ("values", "error", "text"),
    [
        ({"x": 1, "y": "one"}, TypeError, "numbers or texts, not both"),
        ({"x": [1, 2]}, TypeError, "one number or text"),
        ({"nowhere": 1}, KeyError, "nowhere"),
        ({3: 1}, TypeError, "int"),
    ],
)
def test_what_is_no_overlay_is_refused(linear, values, error, text):
    with pytest.raises(error, match=text):
        tf.overlay("wrong", values)


def test_unknown_name_says_which_there_are(linear):
    with pytest.raises(ValueError, match=r"no overlay 'tme'.*\n.*gl.overlay\('time'"):
        tf.overlay("tme")


def test_time_and_memory_come_from_run_metadata(linear):
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    linear["session"].run(linear["loss"], {linear["x"]: np.ones((50, 2))}, options, metadata)
    memory = tf.overlay("memory", metadata)
    assert memory.values[linear["y"].op] == 50 * 2 * 4
    assert memory.values[linear["w"].op] == 2 * 4
    time = tf.overlay("time")  # the graph's last traced run is remembered
    assert set(time.values) == set(memory.values)
    assert all(seconds >= 0 for seconds in time.values.values())
    assert "in total" in repr(time)


def test_time_of_a_graph_without_a_run_says_what_to_do(linear):
    with pytest.raises(NothingToShowError, match="run_metadata"):
        tf.overlay("time", graph=tf.Graph())


def test_health_finds_nan_infinities_and_zeros(linear):
    feed = {linear["x"]: [[np.nan, 0.0]]}
    shown = tf.overlay("health", session=linear["session"], fetches=linear["loss"], feed_dict=feed)
    assert shown.values[linear["y"].op] == shown.values[linear["loss"].op] == "NaN"
    assert shown.values[linear["w"].op] == "fine"
    feed = {linear["x"]: [[np.inf, 0.0]]}
    shown = tf.overlay("health", session=linear["session"], fetches=linear["y"], feed_dict=feed)
    assert shown.values[linear["y"].op] == "infinite"
    feed = {linear["x"]: [[0.0, 0.0]]}
    shown = tf.overlay("health", session=linear["session"], fetches=linear["y"], feed_dict=feed)
    assert shown.values[linear["y"].op] == "all zero"


def test_gradient_norms_are_those_of_the_gradients_and_nothing_is_assigned(linear):
    feed = {linear["x"]: [[3.0, 4.0]]}
    shown = tf.overlay("gradients", session=linear["session"], fetches=linear["train"], feed_dict=feed)
    assert shown.values[linear["w"].op] == pytest.approx(5.0)
    assert shown.values[linear["y"].op] == pytest.approx(np.sqrt(2))
    assert linear["session"].run(linear["w"]).tolist() == [1.0, 2.0]


def test_segments_are_those_of_the_plan(linear):
    run = {"session": linear["session"], "fetches": linear["loss"], "feed_dict": {linear["x"]: None}}
    shown = tf.overlay("segment", **run)
    assert shown.values[linear["y"].op] == "segment 1, CPU:0"
    assert linear["train"] not in shown.values
    assert tf.overlay("placed", **run).values[linear["y"].op] == "CPU:0"


def test_segment_without_a_run_is_of_the_largest_plan_so_far(linear):
    linear["session"].run(linear["train"], {linear["x"]: np.ones((1, 2))})
    linear["session"].run(linear["w"])
    assert "train" in tf.overlay("segment").source


def test_overlay_of_ones_own_is_one_function(linear):
    @overlay("fan-out", about="How many operations take what it gives.")
    def fan_out(context):
        return {op: sum(len(tensor.consumers()) for tensor in op.outputs) for op in context.graph.get_operations()}

    try:
        shown = tf.overlay("fan-out")
        assert shown.values[linear["loss"].op] == len(linear["loss"].consumers())
        assert reply_to(linear["y"].graph, "fan-out")["overlay"]["title"] == "Fan-out"
    finally:
        del registry._OVERLAYS["fan-out"]


def test_diagram_receives_the_reason_why_there_is_nothing_to_show(linear):
    assert "run_metadata" in reply_to(linear["y"].graph, "time")["why"]


def test_diagram_gets_what_was_passed_before(linear):
    tf.overlay("cost", {"x": 1})
    assert reply_to(linear["y"].graph, "cost")["overlay"]["name"] == "cost"
    listed = reply_to(linear["y"].graph, None)["overlays"]
    assert [entry["name"] for entry in listed][:2] == ["cost", "duplicates"]


def reply_to(graph, name):
    """The reply to a diagram that requests an overlay; the list of them with no name."""

    class View:
        def __init__(self):
            self.drawn = self.existing = self.graph = graph
            self.widget, self.sent = self, []

        def send(self, content):
            self.sent.append(content)

    view = View()
    if name is None:
        commands.send_overlays(view, {"view": 1})
    else:
        commands.send_overlay(view, {"view": 1, "name": name})
    return view.sent[0]


def test_message_of_a_hundred_thousand_operations_is_small():
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(2000):
            tf.no_op()
    known = registry.Overlay("n", "n", "n")
    message = encode(known, graph, {op: i % 7 for i, op in enumerate(graph.get_operations())})
    assert len(message["columns"]) < 2 * 2000


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.0123, "s", "12.3 ms"),
        (4.2e-5, "s", "42 µs"),
        (3, "s", "3 s"),
        (0, "s", "0 s"),
        (3e6, "bytes", "3 MB"),
        (999.9, "bytes", "1 kB"),
        (12, "bytes", "12 B"),
        (1.5, "kg", "1.5 kg"),
        (1234.0, "", "1234"),
    ],
)
def test_numbers_are_written_with_their_unit(value, unit, text):
    assert written(value, unit) == text
