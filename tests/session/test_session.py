"""Sessions themselves: made, entered, closed, reset, and what they report of themselves."""

import collections
import threading
import warnings

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.base.context import sessions
from graphlab._src.session.calls.conversions import register_session_run_conversion_functions


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_a_target_that_is_not_there_is_not_found():
    with pytest.raises(tf.errors.NotFoundError, match="No session factory registered for the given session options"):
        tf.Session("INVALID_TARGET")
    with pytest.raises(TypeError, match=r'Did you do "Session\(config\)" instead of "Session\(config=config\)"\?'):
        tf.Session(tf.ConfigProto())


def test_the_target_is_reported_as_bytes():
    assert (tf.Session().sess_str, tf.Session(b"").sess_str, tf.Session(None).sess_str) == (b"", b"", None)


def test_a_run_whose_session_is_closed_meanwhile_says_so():
    v = tf.Variable(1.0)
    sess = tf.Session()
    sess.run(v.initializer)
    with tf.control_dependencies([tf.py_func(sess.close, [], [])]):
        after = v.assign_add(1.0)
    with pytest.raises(tf.errors.CancelledError, match="Session has been closed"):
        sess.run(after)


def test_with_does_not_enter_a_session_twice_but_again_after_the_end():
    sess = tf.Session()
    with sess as entered:
        assert entered is sess is tf.get_default_session()
        with pytest.raises(RuntimeError, match="not re-entrant"):
            sess.__enter__()
    assert tf.get_default_session() is None
    with sess, pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        sess.run(tf.constant(1.0))


def test_default_sessions_are_left_in_the_order_in_which_they_were_entered():
    first, second = tf.Session().as_default(), tf.Session().as_default()
    first.__enter__()
    second.__enter__()
    with pytest.raises(AssertionError, match="Nesting violated"):
        first.__exit__(None, None, None)
    second.__exit__(None, None, None)
    sessions.stack.clear()


def test_the_default_graph_is_not_reset_within_another():
    with pytest.raises(AssertionError, match="Do not use tf.reset_default_graph"):
        tf.reset_default_graph()


def test_a_second_interactive_session_is_warned_of_while_the_first_is_open():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        first = tf.InteractiveSession()
        first.close()
        second = tf.InteractiveSession()
        assert not caught
        third = tf.InteractiveSession()
        assert ["An interactive session is already active" in str(one.message) for one in caught] == [True]
        second.close()
        third.close()
        third.close()
    assert tf.get_default_session() is None


def test_all_of_a_graph_is_placed_unless_the_session_is_interactive():
    with tf.device("/device:GPU:6"):
        far = tf.constant(1.0, name="far")
    near = tf.constant(2.0)
    with tf.Session() as sess:
        for _ in range(2):
            with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot assign a device for operation far"):
                sess.run(near)
    sess = tf.InteractiveSession()
    assert near.eval() == 2
    with pytest.raises(tf.errors.InvalidArgumentError):
        far.eval()
    sess.close()


def test_shapes_are_in_the_graph_def_when_the_config_requests_them():
    tf.constant([[1, 2]])
    config = tf.ConfigProto(graph_options=tf.GraphOptions(infer_shapes=True))
    assert "_output_shapes" not in tf.Session().graph_def.node[0].attr
    assert "_output_shapes" in tf.Session(config=config).graph_def.node[0].attr


def test_devices_are_listed_with_what_distinguishes_them():
    devices = tf.Session().list_devices()
    assert devices[0].name == "/job:localhost/replica:0/task:0/device:CPU:0" and devices[0].device_type == "CPU"
    assert len({device.incarnation for device in devices} - {0}) == len(devices)
    assert repr(devices[0]).startswith("_DeviceAttributes(")


def test_reset_empties_containers_and_closes_sessions():
    with tf.container("boxes"):
        v = tf.Variable(1.0)
    assert v.op.get_attr("container") == b"boxes"
    sess = tf.Session()
    sess.run(v.initializer)
    tf.Session.reset("", ["boxes"])
    with pytest.raises(tf.errors.CancelledError, match="Session has been closed."):
        sess.run(v)
    with tf.Session() as sess, pytest.raises(tf.errors.FailedPreconditionError):
        sess.run(v)
    with pytest.raises(tf.errors.NotFoundError):
        tf.Session.reset("INVALID")


def test_reset_of_a_target_that_does_not_answer_is_over_at_its_time_limit():
    with pytest.raises(tf.errors.DeadlineExceededError, match="Deadline Exceeded"):
        tf.Session.reset("grpc://localhost:0", ["boxes"], config=tf.ConfigProto(operation_timeout_in_ms=5))
    with pytest.raises(tf.errors.UnavailableError, match="No task answers"):
        tf.Session.reset("grpc://localhost:0", ["boxes"])


def test_a_finalized_graph_runs_but_does_not_grow(graph):
    c = tf.constant(1.0)
    graph.finalize()
    with tf.Session() as sess:
        assert sess.run(c) == 1
        with pytest.raises(RuntimeError, match="Graph is finalized and cannot be modified."):
            tf.constant(2.0)


def test_a_derived_session_is_what_eval_uses():
    class Counting(tf.Session):
        calls = 0

        def run(self, *args, **kwargs):
            self.calls += 1
            return super().run(*args, **kwargs)

    with Counting() as sess:
        tf.constant(1.0).eval()
        tf.no_op().run()
    assert sess.calls == 2


def test_one_session_runs_in_many_threads_until_it_is_closed():
    c = tf.constant(5.0)
    started = threading.Barrier(9)
    ends = []
    with tf.Session() as sess:
        sess.run(c)

        def work():
            started.wait(60)
            try:
                while True:
                    assert sess.run(c) == 5
            except RuntimeError as error:
                ends.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        started.wait(60)
    for thread in threads:
        thread.join(60)
    assert len(ends) == 8 and all("Attempted to use a closed Session." in end for end in ends)


def test_a_callable_takes_values_in_the_order_of_its_feed_list():
    x, y = tf.placeholder(tf.float32, [2], name="x"), tf.placeholder(tf.float32)
    z = x * y
    with tf.Session() as sess:
        call = sess.make_callable({"z": z, "x": x}, [y, "x:0"])
        result = call(2, [1, 2])
        np.testing.assert_array_equal(result["z"], [2, 4])
        np.testing.assert_array_equal(result["x"], [1, 2])
        with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value for placeholder tensor 'x'"):
            call(2)
        with pytest.raises(ValueError, match="Cannot feed value of shape"):
            call(2, 3)
        assert call(2, [1, 2], options=tf.RunOptions())["z"][1] == 4
        c = tf.constant(1.0)
        assert sess.make_callable(c)() == 1 and sess.make_callable(c.op)() is None
        with pytest.raises(TypeError):
            sess.make_callable(c)(options=None)
        assert sess.make_callable([c], accept_options=True)(options=tf.RunOptions()) == [1]
        with pytest.raises(TypeError, match="`feed_list` must be a list or tuple."):
            sess.make_callable(z, x)
        with pytest.raises(ValueError, match="cannot be interpreted as a Tensor"):
            sess.make_callable("nope")
        plain = sess.make_callable(c)
    with pytest.raises(tf.errors.CancelledError, match="Session has been closed."):
        plain()
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        call(2, [1, 2])


def test_a_callable_notices_that_the_graph_was_changed():
    v = tf.Variable(0.0)
    c = tf.constant(1.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        call = sess.make_callable(c)
        call()
        c.op._add_control_input(tf.assign_add(v, 1.0).op)
        call()
        assert sess.run(v) == 1


def test_structures_of_fetches_come_back_as_they_were():
    a, n = tf.constant(1.0), tf.no_op()
    pair = collections.namedtuple("Pair", "x y")

    class Names(dict):
        pass

    with tf.Session() as sess:
        assert sess.run([[], (), {}]) == [[], (), {}]
        assert sess.run(pair(a, [n, pair(n, a)])) == pair(1, [None, pair(None, 1)])
        found = sess.run(Names(a=a))
        assert type(found) is Names and found == {"a": 1}
        found = sess.run(collections.defaultdict(list, a=(a, n)))
        assert type(found) is collections.defaultdict and found["a"] == (1, None)
        assert list(sess.run(collections.OrderedDict([(3, a), (1, n)])).items()) == [(3, 1), (1, None)]


def test_a_type_of_the_callers_own_is_fetched_and_fed():
    class Squared:
        def __init__(self, values):
            self.square = tf.square(values)

    register = register_session_run_conversion_functions
    functions = (
        lambda item: ([item.square], lambda values: values[0]),
        lambda item, value: [(item.square, value)],
        lambda item: [item.square],
    )
    register(Squared, *functions)
    with pytest.raises(ValueError, match="has already been registered so ignore it."):
        register(Squared, *functions)
    squared = Squared(np.array([1.0, 3.0]))
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(squared), [1, 9])
        np.testing.assert_array_equal(sess.run(squared, {squared: [2, 2]}), [2, 2])
        np.testing.assert_array_equal(sess.run([squared.square + 1], {squared: [2, 2]}), [[3, 3]])
        handle = sess.partial_run_setup([squared.square + 1], [squared])
        np.testing.assert_array_equal(sess.partial_run(handle, "add_1:0", {squared: [2, 2]}), [3, 3])


def test_a_run_that_waits_too_long_is_over_at_its_deadline():
    item = tf.FIFOQueue(1, tf.float32).dequeue()
    with tf.Session() as sess, pytest.raises(tf.errors.DeadlineExceededError):
        sess.run(item, options=tf.RunOptions(timeout_in_ms=50))
    with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=50)) as sess:
        for run in (lambda: sess.run(item), sess.make_callable(item), sess.make_callable(item, [])):
            with pytest.raises(tf.errors.DeadlineExceededError):
                run()


def test_a_deadline_leaves_runs_alone_that_need_not_wait():
    queue = tf.FIFOQueue(9, [tf.int32], shapes=[()])
    enqueue = queue.enqueue_many([[1, 2]])
    with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=60_000)) as sess:
        for _ in range(3):
            sess.run(enqueue)
        assert sess.run([queue.size(), tf.constant(1)], options=tf.RunOptions(timeout_in_ms=60_000)) == [6, 1]


def test_closing_a_session_cancels_what_waits_in_it():
    item = tf.FIFOQueue(1, tf.float32).dequeue()
    sess = tf.Session()
    began = tf.py_func(lambda: waiting.set() or np.float32(0), [], tf.float32)
    waiting, ends = threading.Event(), []

    def work():
        try:
            sess.run([began, item])
        except tf.errors.CancelledError as error:
            ends.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert waiting.wait(60)
    sess.close()
    thread.join(60)
    assert len(ends) == 1
