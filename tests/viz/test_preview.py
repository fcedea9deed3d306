"""gl.preview: what a run would execute, and that it is what the session's plan executes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import graphlab as tf


@pytest.fixture
def linear():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        scale = tf.placeholder_with_default(1.0, [], name="scale")
        w = tf.get_variable("w", initializer=[1.0, 2.0])
        tf.reduce_sum(x * w * scale, name="loss")
        tf.global_variables_initializer()
        yield graph


def test_preview_counts_what_runs_and_names_what_is_missing(linear):
    shown = tf.preview("loss")
    assert repr(shown) == (
        f"Preview of loss: runs {len(shown.operations)} of {linear.version} operations, must be fed: x, "
        "variables already there: w"
    )
    assert "w/Assign" not in [op.name for op in shown.operations]


def test_preview_with_the_placeholder_fed_needs_nothing(linear):
    assert not tf.preview(["loss"], {"x:0": None}).needs
    assert tf.preview(["loss"], ["x:0"]).message["feeds"] == [[linear.get_operation_by_name("x").id, 0]]


def test_preview_of_the_initializer_sets_the_variable_and_reads_none(linear):
    shown = tf.preview("init")
    assert [op.name for op in shown.sets] == ["w"]
    assert not shown.state


def test_preview_finds_the_graph_of_what_is_fetched(linear):
    loss = linear.get_tensor_by_name("loss:0")
    with tf.Graph().as_default():
        assert tf.preview([loss]).graph is linear


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_preview_runs_what_the_plan_runs(data):
    """Random graphs, with control inputs, placeholders with a default, and feeds in the middle."""
    with tf.Graph().as_default() as graph:
        tensors = [tf.constant(1.0), tf.placeholder_with_default(2.0, [])]
        for _ in range(data.draw(st.integers(1, 12))):
            pick = st.sampled_from(tensors)
            controls = [tensor.op for tensor in data.draw(st.lists(pick, max_size=2))]
            with tf.control_dependencies(controls):
                a, b = data.draw(pick), data.draw(pick)
                tensors.append(data.draw(st.sampled_from([tf.add, tf.multiply]))(a, b))
        fetches = data.draw(st.lists(st.sampled_from(tensors), min_size=1, max_size=3))
        feeds = data.draw(st.lists(st.sampled_from(tensors), max_size=2, unique=True))
        planned = tf.Session(graph=graph).plan(fetches, feeds).operations
        assert set(tf.preview(fetches, feeds).operations) == set(planned)
