"""Session.run: fetches in any structure, feeds of any tensor, and errors that teach."""

import collections
import traceback

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from tensorboard.compat.proto.config_pb2 import CallableOptions  # pyright: ignore[reportAttributeAccessIssue]

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def sess(graph):
    with tf.Session() as sess:
        yield sess


def test_fetches_keep_their_structure(sess):
    a, b = tf.constant(1.0, name="a"), tf.constant([2, 3], name="b")
    pair = collections.namedtuple("Pair", ["left", "right"])
    assert sess.run(a) == 1.0 and type(sess.run(a)) is np.float32
    assert sess.run([a, [b, (a,)]])[1][1] == (1.0,)
    result = sess.run({"x": a, "y": pair(b, [a.op, "a:0", "a"])})
    assert isinstance(result["y"], pair)
    assert result["y"].right == [None, 1.0, None]
    np.testing.assert_array_equal(result["y"].left, [2, 3])
    ordered = sess.run(collections.OrderedDict([("z", a), ("a", b)]))
    assert list(ordered) == ["z", "a"] and isinstance(ordered, collections.OrderedDict)
    assert sess.run([]) == [] and sess.run({}) == {}


def test_the_same_thing_may_be_fetched_twice(sess):
    a = tf.constant(1.0)
    assert sess.run([a, a, a.op, a.op]) == [1, 1, None, None]


@pytest.mark.parametrize(
    ("fetch", "error", "text"),
    [
        (None, TypeError, "Fetch argument None has invalid type"),
        (1.5, TypeError, "has invalid type"),
        ([["nope"]], ValueError, "cannot be interpreted as a Tensor"),
        ("nope:0", ValueError, "cannot be interpreted as a Tensor"),
    ],
)
def test_bad_fetches_are_refused(sess, fetch, error, text):
    tf.constant(1.0)
    with pytest.raises(error, match=text):
        sess.run(fetch)


def test_any_tensor_may_be_fed_and_cuts_what_is_above_it(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.identity(x, name="y")
    z = tf.identity(y, name="z")
    assert sess.run(z, {y: 3.0}) == 3
    assert sess.run([y, z], {"y:0": 4.0}) == [4, 4]
    assert sess.run(x, {x: 2.0}) == 2


def test_an_unfed_placeholder_is_named(sess):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    y = tf.identity(x)
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match=r"You must feed a value for placeholder tensor 'x' with dtype float and shape \[\?,3\]",
    ) as error:
        sess.run(y)
    assert error.value.op is x.op
    assert "test_run.py" in str(error.value)


@pytest.mark.parametrize("value", [np.zeros(3), [[1.0]], 1.0])
def test_a_feed_of_the_wrong_shape_is_refused(sess, value):
    x = tf.placeholder(tf.float32, [2], name="x")
    with pytest.raises(ValueError, match=r"Cannot feed value of shape .* for Tensor 'x:0', which has shape '\(2,\)'"):
        sess.run(tf.identity(x), {x: value})


@pytest.mark.parametrize("value", ["text", [[1.0], [1.0, 2.0]], {}, object()])
def test_a_feed_that_is_no_number_is_refused(sess, value):
    x = tf.placeholder(tf.float32, name="x")
    with pytest.raises((ValueError, TypeError), match="x:0"):
        sess.run(tf.identity(x), {x: value})


def test_a_feed_that_does_not_fit_the_type_is_refused(sess):
    x = tf.placeholder(tf.int8, name="x")
    with pytest.raises(TypeError, match="is not compatible with Tensor type"):
        sess.run(tf.identity(x), {x: 1000})


def test_a_tensor_is_no_feed(sess):
    x = tf.placeholder(tf.float32)
    with pytest.raises(TypeError, match="The value of a feed cannot be a tf.Tensor object"):
        sess.run(tf.identity(x), {x: tf.constant(1.0)})


def test_a_key_that_is_no_tensor_is_refused(sess):
    x = tf.placeholder(tf.float32)
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key as Tensor"):
        sess.run(tf.identity(x), {"nope:0": 1.0})
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key as Tensor"):
        sess.run(tf.identity(x), {3: 1.0})


def test_feeds_are_converted_to_the_type_of_the_tensor(sess):
    for dtype in (tf.float32, tf.float64, tf.int32, tf.int64, tf.uint8, tf.float16, tf.complex64, tf.bool):
        x = tf.placeholder(dtype, [2])
        value = sess.run(tf.identity(x), {x: [0, 1]})
        assert value.dtype == dtype.as_numpy_dtype
        np.testing.assert_array_equal(value, np.array([0, 1], dtype.as_numpy_dtype))


def test_strings_stay_on_the_host(sess):
    x = tf.placeholder(tf.string, [None])
    assert sess.run(tf.constant("héllo")) == "héllo".encode()
    np.testing.assert_array_equal(sess.run(tf.identity(x), {x: ["a", b"bc"]}), np.array([b"a", b"bc"], object))


def test_64_bit_values_keep_their_bits(sess):
    big = 2**40 + 1
    x = tf.placeholder(tf.int64, [])
    assert sess.run(tf.constant(big)) == big
    assert sess.run(tf.identity(x), {x: big}) == big
    f = tf.placeholder(tf.float64, [])
    assert sess.run(tf.identity(f), {f: 1 + 2**-40}) == 1 + 2**-40


def test_batch_sizes_may_differ_between_runs(sess):
    x = tf.placeholder(tf.float32, [None, 2])
    y = tf.identity(x)
    for size in (3, 0, 5, 3):
        assert sess.run(y, {x: np.zeros((size, 2))}).shape == (size, 2)


def test_the_graph_may_grow_between_runs(sess):
    a = tf.constant(1.0)
    assert sess.run(a) == 1
    b = tf.identity(a)
    assert sess.run([a, b]) == [1, 1]


def test_a_control_input_that_is_added_later_counts(sess):
    v = tf.Variable(0.0, name="v")
    add = tf.assign_add(v, 1.0)
    c = tf.constant(5.0)
    sess.run(v.initializer)
    sess.run(c)
    assert sess.run(v) == 0
    c.op._add_control_input(add.op)
    sess.run(c)
    assert sess.run(v) == 1


def test_a_closed_session_does_not_run():
    c = tf.constant(1.0)
    sess = tf.Session()
    assert sess.run(c) == 1
    sess.close()
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        sess.run(c)


def test_an_empty_graph_does_not_run():
    with tf.Graph().as_default(), tf.Session() as sess, pytest.raises(RuntimeError, match="The Session graph is empty"):
        sess.run("x:0")


def test_an_element_of_another_graph_does_not_run(sess):
    tf.constant(1.0)
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with pytest.raises(ValueError, match="is not an element of this graph"):
        sess.run(other)


def test_eval_and_run_use_the_default_session(sess):
    c = tf.constant(3.0)
    assert c.eval() == 3
    x = tf.placeholder(tf.float32)
    assert tf.identity(x).eval({x: 4.0}) == 4
    v = tf.Variable(1.0)
    v.initializer.run()
    assert v.eval() == 1
    assert tf.get_default_session() is sess


def test_eval_without_a_session_says_what_to_do():
    c = tf.constant(1.0)
    with pytest.raises(ValueError, match="Cannot evaluate tensor using `eval\\(\\)`: No default session is registered"):
        c.eval()
    with pytest.raises(
        ValueError, match="Cannot execute operation using `run\\(\\)`: No default session is registered"
    ):
        c.op.run()


def test_an_interactive_session_is_the_default_until_it_closes():
    sess = tf.InteractiveSession()
    assert tf.constant(2.0).eval() == 2
    sess.close()
    assert tf.get_default_session() is not sess


def test_what_is_not_fetchable_or_feedable_is_refused(sess, graph):
    c = tf.constant(1.0)
    graph.prevent_fetching(c.op)
    with pytest.raises(ValueError, match="has been marked as not fetchable"):
        sess.run(c)
    d = tf.constant(1.0)
    graph.prevent_feeding(d)
    with pytest.raises(ValueError, match="may not be fed"):
        sess.run(tf.identity(d), {d: 1.0})


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"target": 37}, "target must be a string"),
        ({"graph": 37}, "graph must be a tf.Graph"),
        ({"config": 37}, "config must be a tf.ConfigProto"),
    ],
)
def test_a_session_checks_its_arguments(arguments, text):
    with pytest.raises(TypeError, match=text):
        tf.Session(**arguments)


def test_a_device_that_is_not_there_is_an_error_unless_placement_is_soft():
    with tf.device("/gpu:7"):
        c = tf.constant(1.0, name="far")
        d = tf.identity(c)
    with (
        tf.Session() as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match="Cannot assign a device for operation"),
    ):
        sess.run(d)
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        assert sess.run(d) == 1


def test_a_callable_does_what_run_does(sess):
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    call = sess.make_callable([tf.identity(x), tf.identity(y)], [y, x])
    assert call(1.0, 2.0) == [2, 1]


def test_the_plan_describes_what_a_run_does(sess, graph):
    x = tf.placeholder(tf.float32, [None], name="x")
    v = tf.Variable([1.0], name="v")
    y = tf.identity(x, name="y")
    add = tf.assign_add(v, [1.0], name="add")
    plan = sess.plan([y, add], [x])
    assert {op.name for op in plan.operations} == {"y", "v", "add", "add/value"}
    assert "x" in {op.name for op in plan.pruned}
    text = repr(plan)
    assert f"runs    4 of {graph.version} operations" in text
    assert "writes  v" in text and "fed     x:0" in text


def test_importing_and_running_leaves_jax_as_it_was(sess):
    x = tf.placeholder(tf.float64, [])
    assert sess.run(tf.identity(x), {x: 1.0}).dtype == np.float64
    assert jnp.ones(2).dtype == jnp.float32
    assert jnp.arange(2).dtype == jnp.int32


@pytest.mark.tier("compiled")
@pytest.mark.parametrize("place", ["__enter__", "__exit__"])
@pytest.mark.parametrize("way", ["run", "callable"])
def test_an_interrupt_leaves_the_width_of_jax_types_as_it_was(sess, monkeypatch, way, place):
    kind = type(jax.enable_x64(True))
    change, interrupts = getattr(kind, place), [KeyboardInterrupt]

    def interrupted(context, *error):
        if place == "__enter__":
            change(context)
        if interrupts:
            raise interrupts.pop()
        if place == "__exit__":
            change(context, *error)

    x = tf.placeholder(tf.float32, [])
    y = tf.exp(x) * 2.0
    run = sess.make_callable(y, [x]) if way == "callable" else lambda value: sess.run(y, {x: value})
    with monkeypatch.context() as patch:
        patch.setattr(kind, place, interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(0.0)
    assert not interrupts and jnp.ones(2).dtype == jnp.float32
    assert run(0.0) == 2


def test_what_takes_from_two_loops_is_refused(sess):
    x = tf.placeholder(tf.float32, [])
    enters = [tf.raw_ops.Enter(data=x, frame_name=name, is_constant=False) for name in ("foo_1", "foo_2")]
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="has inputs from different frames. The input {{node Enter"
    ):
        sess.run(tf.add(*enters), {x: 1.0})


def test_a_loop_without_a_condition_is_named(sess):
    enter = tf.raw_ops.Enter(data=tf.constant(1.0), frame_name="rows", is_constant=False)
    again = tf.raw_ops.NextIteration(data=enter)
    merged, _ = tf.raw_ops.Merge(inputs=[enter, again])
    with pytest.raises(tf.errors.InvalidArgumentError, match="The loop 'rows' has 0 conditions"):
        sess.run(tf.raw_ops.Exit(data=merged))


def test_the_traceback_of_a_run_shows_the_programs_own_calls(sess):
    x = tf.placeholder(tf.int32, [])

    def user(value):
        raise KeyError(value)

    row = tf.gather([1.0, 2.0], x)
    call = sess.make_callable(row, [x])
    for run in (
        lambda: sess.run(row, {x: 5}),
        lambda: call(5),
        lambda: sess.run(tf.py_func(user, [x], tf.int32), {x: 5}),
    ):
        with pytest.raises(tf.errors.OpError) as caught:
            run()
        files = [frame.filename for frame in traceback.extract_tb(caught.tb)]
        assert files == [__file__, __file__, tf.Session.run.__code__.co_filename]
        assert caught.value.__suppress_context__
    cause = caught.value.__cause__
    assert cause is not None
    own = traceback.extract_tb(cause.__traceback__)
    assert [frame.name for frame in own] == ["user"]


def test_a_callable_from_its_options():
    x = tf.placeholder(tf.float32)
    y = x + 1.0
    with tf.Session() as sess:
        call = sess._make_callable_from_options(CallableOptions(feed=[x.name], fetch=[y.name]))
        assert call(2.0) == [3.0]
        metadata = tf.RunMetadata()
        assert call(3.0, run_metadata=metadata) == [4.0]


def test_a_callable_that_reads_other_tensors_in_place_of_placeholders():
    numbers = tf.data.make_one_shot_iterator(tf.data.Dataset.range(9)).get_next()
    x, y = tf.placeholder(tf.int64), tf.placeholder(tf.int64)
    total = tf.Variable(0, dtype=tf.int64)
    options = CallableOptions(feed=[y.name], fetch=[(x * 10 + y).name, x.name, numbers.name])
    options.target.append(total.assign_add(x).op.name)
    options.tensor_connection.add(from_tensor=numbers.name, to_tensor=x.name)
    with tf.Session() as session:
        session.run(total.initializer)
        call = session._make_callable_from_options(options)
        assert [call(9 - i) for i in range(3)] == [[9, 0, 0], [18, 1, 1], [27, 2, 2]]  # TensorFlow 1.15's
        assert session.run(total) == 3
        options.tensor_connection[0].from_tensor = tf.constant(1.0).name
        with pytest.raises(tf.errors.InvalidArgumentError, match="in place of .*Placeholder:0.*dtypes differ"):
            session._make_callable_from_options(options)
