"""Queues as a session's user sees them. The orders of shuffled elements and the messages are TensorFlow 1.15's."""

import signal

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.state import queue_attempts


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def sess():
    with tf.Session() as session:
        yield session


def message_of(sess, fetch, feed_dict=None):
    """The first line of the error that a run ends in, after its class."""
    with pytest.raises(tf.OpError) as caught:
        sess.run(fetch, feed_dict)
    return f"{type(caught.value).__name__}: {caught.value.message.splitlines()[0]}"


def test_elements_come_out_in_the_order_in_which_they_went_in(sess):
    queue = tf.FIFOQueue(10, tf.float32)
    value = tf.placeholder(tf.float32)
    enqueue, dequeue = queue.enqueue(value), queue.dequeue()
    for i in range(3):
        sess.run(enqueue, {value: i})
    assert [sess.run(dequeue) for _ in range(3)] == [0, 1, 2]


def test_a_queue_keeps_what_was_fed_not_what_became_of_it(sess):
    queue = tf.FIFOQueue(10, tf.float32)
    value = tf.placeholder(tf.float32, [2])
    array = np.zeros(2, np.float32)
    sess.run(queue.enqueue(value), {value: array})
    array[:] = 7
    assert sess.run(queue.dequeue()).tolist() == [0, 0]


def test_rows_become_elements_and_elements_rows(sess):
    queue = tf.FIFOQueue(10, [tf.int32, tf.string], [[2], []])
    sess.run(queue.enqueue_many([[[1, 2], [3, 4], [5, 6]], ["a", "b", "c"]]))
    numbers, words = sess.run(queue.dequeue_many(2))
    assert numbers.tolist() == [[1, 2], [3, 4]]
    assert words.tolist() == [b"a", b"b"]
    assert sess.run(queue.size()) == 1
    number, word = sess.run(queue.dequeue())
    assert (number.tolist(), word) == ([5, 6], b"c")


def test_nothing_can_be_put_in_and_taken_out_at_any_time(sess):
    queue = tf.FIFOQueue(10, tf.float32, [[2]])
    sess.run(queue.enqueue_many(np.zeros([0, 2], np.float32)))
    assert sess.run(queue.size()) == 0
    assert sess.run(queue.dequeue_many(0)).shape == (0, 2)


def test_what_is_known_of_the_shapes(sess):
    queue = tf.FIFOQueue(10, [tf.float32, tf.int32], [[], [2]])
    assert [t.shape.as_list() for t in queue.dequeue()] == [[], [2]]
    assert [t.shape.as_list() for t in queue.dequeue_many(3)] == [[3], [3, 2]]
    assert [t.shape.as_list() for t in queue.dequeue_many(tf.placeholder(tf.int32, []))] == [[None], [None, 2]]
    assert [t.shape.as_list() for t in queue.dequeue_up_to(3)] == [[None], [None, 2]]
    assert tf.FIFOQueue(10, tf.float32).dequeue().shape.ndims is None


def test_components_with_names_are_dicts(sess):
    queue = tf.FIFOQueue(10, (tf.int32, tf.float32), shapes=((), ()), names=("i", "f"))
    sess.run(queue.enqueue({"f": 0.5, "i": 1}))
    assert sess.run(queue.dequeue()) == {"i": 1, "f": 0.5}
    for wrong, message in (((1, 0.5), "enqueue a dictionary"), ({"i": 1}, "match names of Queue")):
        with pytest.raises(ValueError, match=message):
            queue.enqueue(wrong)
    with pytest.raises(ValueError, match="must have names"):
        tf.FIFOQueue(10, tf.float32).enqueue({"f": 1.0})


def test_what_does_not_fit_is_refused_when_the_operation_is_made():
    queue = tf.FIFOQueue(10, [tf.int32, tf.float32], [[], [2]])
    with pytest.raises(ValueError, match="incompatible"):
        queue.enqueue([[1], [1.0, 2.0]])
    with pytest.raises(ValueError, match="Dimensions 2 and 1 are not compatible"):
        queue.enqueue_many([[1, 2], [[1.0, 2.0]]])
    with pytest.raises(ValueError, match="Tensor conversion requested dtype int32 for Tensor with dtype float32"):
        queue.enqueue([tf.constant(1.0), [1.0, 2.0]])
    with pytest.raises(ValueError, match="Input 'n' must be >= 0, but is -1"):
        queue.dequeue_many(-1)
    with pytest.raises(ValueError, match="Queue shapes must have the same length as dtypes"):
        tf.FIFOQueue(10, [tf.int32, tf.float32], [[]])
    with pytest.raises(ValueError, match="All shapes must be fully defined"):
        tf.FIFOQueue(10, tf.int32, [[None]])
    with pytest.raises(ValueError, match="a list of shapes must be provided"):
        tf.PaddingFIFOQueue(10, tf.int32, None)


def test_what_does_not_fit_is_refused_when_it_is_run(sess):
    queue = tf.FIFOQueue(10, [tf.int32, tf.int32], [[], [3]])
    x = tf.placeholder(tf.int32)
    mismatch = "InvalidArgumentError: Shape mismatch in tuple component 1. Expected "
    assert message_of(sess, queue.enqueue([1, x]), {x: [1, 2]}) == f"{mismatch}[3], got [2]"
    assert message_of(sess, queue.enqueue_many([[1], x]), {x: [[1, 2]]}) == f"{mismatch}[1,3], got [1,2]"
    loose = tf.FIFOQueue(10, [tf.int32, tf.int32])
    assert message_of(sess, loose.enqueue_many([[1], x]), {x: [1, 2]}) == (
        "InvalidArgumentError: All input tensors must have the same size in the 0th dimension. "
        "Component 1 has 2, and should have 1"
    )
    assert message_of(sess, loose.dequeue_many(1)) == (
        "InvalidArgumentError: FIFOQueue's DequeueMany and DequeueUpTo require the components to have specified shapes."
    )
    n = tf.placeholder(tf.int32, [])
    assert message_of(sess, queue.dequeue_many(n), {n: -1}) == (
        "InvalidArgumentError: DequeueManyOp requested -1 < 0 elements"
    )
    assert message_of(sess, queue.enqueue(1)) == (
        "InvalidArgumentError: Signature mismatch, have: resource, int32-> expected: resource, int32, int32->"
    )


def test_a_closed_queue_gives_what_it_has_and_takes_nothing(sess):
    queue = tf.FIFOQueue(10, tf.float32, [[]], shared_name="letters")
    enqueue, dequeue = queue.enqueue(1.0), queue.dequeue()
    sess.run(queue.enqueue_many([[1.0, 2.0, 3.0]]))
    assert not sess.run(queue.is_closed())
    sess.run(queue.close())
    assert sess.run(queue.is_closed())
    assert message_of(sess, enqueue) == "CancelledError: FIFOQueue 'letters' is closed."
    assert message_of(sess, queue.close()) == "CancelledError: Queue 'letters' is already closed."
    sess.run(queue.close(cancel_pending_enqueues=True))
    assert sess.run(dequeue) == 1
    few = "OutOfRangeError: FIFOQueue 'letters' is closed and has insufficient elements "
    assert message_of(sess, queue.dequeue_many(3)) == f"{few}(requested 3, current size 2)"
    assert sess.run(queue.dequeue_up_to(3)).tolist() == [2, 3]
    assert message_of(sess, queue.dequeue_up_to(3)) == f"{few}(requested 3, current size 0)"
    assert message_of(sess, dequeue) == f"{few}(requested 1, current size 0)"


def test_a_queue_without_a_shared_name_is_called_after_its_operation(sess):
    queue = tf.FIFOQueue(10, tf.float32, name="letters")
    sess.run(queue.close())
    with pytest.raises(tf.errors.OutOfRangeError, match=r"FIFOQueue '_\d+_letters' is closed"):
        sess.run(queue.dequeue())


def test_queues_of_one_shared_name_are_one_in_a_session(sess):
    one, two = (tf.FIFOQueue(10, tf.float32, shared_name="shared") for _ in range(2))
    own = tf.FIFOQueue(10, tf.float32)
    sess.run(one.enqueue(1.0))
    assert sess.run([one.size(), two.size(), own.size()]) == [1, 1, 0]
    with tf.Session() as other:
        assert other.run(one.size()) == 0


def test_queues_of_one_shared_name_must_be_identical(sess):
    first = tf.RandomShuffleQueue(10, 3, tf.int32, [[]], seed=1, shared_name="shared")
    sess.run(first.queue_ref.op)
    for queue, message in (
        (tf.FIFOQueue(10, tf.int32, shared_name="shared"), "Expected RandomShuffleQueue, found FIFOQueueV2"),
        (tf.RandomShuffleQueue(11, 3, tf.int32, shared_name="shared"), "capacity 10 but requested capacity was 11"),
        (
            tf.RandomShuffleQueue(10, 4, tf.int32, shared_name="shared"),
            "min_after_dequeue 3 but requested min_after_dequeue was 4.",
        ),
        (
            tf.RandomShuffleQueue(10, 3, tf.int32, [[]], seed=2, shared_name="shared"),
            "random seeds (87654321, 1) but requested seeds are (87654321, 2).",
        ),
        (
            tf.RandomShuffleQueue(10, 3, [tf.int32, tf.float32], shared_name="shared"),
            "component types int32 but requested component types were int32, float",
        ),
        (
            tf.RandomShuffleQueue(10, 3, tf.int32, [[2]], shared_name="shared"),
            "component shapes [[]] but requested component shapes were [[2]]",
        ),
    ):
        expected = message if message.startswith("Expected") else f"Shared queue 'shared' has {message}"
        assert message_of(sess, queue.queue_ref.op) == f"InvalidArgumentError: {expected}"


def test_padding_makes_what_comes_out_together_equal_in_size(sess):
    queue = tf.PaddingFIFOQueue(10, [tf.int32, tf.string], [[None, 2], [None]])
    sess.run(queue.enqueue([[[1, 2]], ["a", "b"]]))
    sess.run(queue.enqueue([[[3, 4], [5, 6]], []]))
    many = queue.dequeue_many(2)
    assert [tensor.shape.as_list() for tensor in many] == [[2, None, 2], [2, None]]
    numbers, words = sess.run(many)
    assert numbers.tolist() == [[[1, 2], [0, 0]], [[3, 4], [5, 6]]]
    assert words.tolist() == [[b"a", b"b"], [b"", b""]]
    x = tf.placeholder(tf.int32)
    assert message_of(sess, queue.enqueue([x, ["a"]]), {x: [[1, 2, 3]]}) == (
        "InvalidArgumentError: Shape mismatch in tuple component 0. Expected [?,2], got [1,3]"
    )


def test_shuffling_follows_tensorflows_random_numbers(sess):
    queue = tf.RandomShuffleQueue(100, 0, tf.int32, [[]], seed=7)
    sess.run(queue.enqueue_many([np.arange(30)]))
    assert sess.run(queue.dequeue_many(10)).tolist() == [27, 25, 9, 13, 10, 18, 24, 4, 23, 26]
    assert sess.run(queue.dequeue()) == 0
    assert sess.run(queue.dequeue_many(10)).tolist() == [11, 15, 28, 17, 6, 12, 8, 7, 29, 16]


def test_shuffling_without_a_seed_differs_from_time_to_time():
    queue = tf.RandomShuffleQueue(100, 0, tf.int32, [[]])
    fill, take = queue.enqueue_many([np.arange(50)]), queue.dequeue_many(50)
    orders = []
    for _ in range(2):
        with tf.Session() as sess:
            sess.run(fill)
            orders.append(sess.run(take).tolist())
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1]) == list(range(50))


def test_shuffling_keeps_elements_back_until_the_queue_is_closed(sess):
    queue = tf.RandomShuffleQueue(10, 2, tf.int32, [[]])
    sess.run(queue.enqueue_many([[1, 2, 3]]))
    sess.run(queue.dequeue())
    sess.run(queue.close())
    assert sess.run(queue.dequeue_up_to(10)).shape == (2,)
    for capacity, least, message in ((5, 5, "min_after_dequeue 5 must be < capacity 5"), (5, -1, "must be >= 0")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            sess.run(tf.RandomShuffleQueue(capacity, least, tf.int32).queue_ref.op)


def test_the_lowest_priority_comes_first_and_among_equals_the_oldest(sess):
    queue = tf.PriorityQueue(10, tf.string, [()])
    assert (queue.dtypes, [shape.as_list() for shape in queue.shapes]) == ([tf.int64, tf.string], [[], []])
    sess.run(queue.enqueue_many([[3, 1, 2, 1], ["three", "one", "two", "one again"]]))
    sess.run(queue.enqueue([0, "zero"]))
    assert sess.run(queue.dequeue()) == [0, b"zero"]
    priorities, words = sess.run(queue.dequeue_many(4))
    assert priorities.tolist() == [1, 1, 2, 3]
    assert words.tolist() == [b"one", b"one again", b"two", b"three"]


def test_queues_in_a_list_must_have_identical_types():
    queues = [tf.FIFOQueue(10, tf.float32, [[2]]), tf.FIFOQueue(10, tf.float32, [[3]])]
    assert tf.QueueBase.from_list(0, queues).shapes[0].as_list() == [None]
    with pytest.raises(TypeError, match="A list of queues expected"):
        tf.QueueBase.from_list(0, [])
    with pytest.raises(TypeError, match="Queues do not have matching component dtypes"):
        tf.QueueBase.from_list(0, [queues[0], tf.FIFOQueue(10, tf.int32)])


def test_closing_a_session_forgets_its_queues():
    queue = tf.FIFOQueue(10, tf.float32, shared_name="shared")
    with tf.Session() as sess:
        sess.run(queue.enqueue(1.0))
    with tf.Session() as sess:
        assert sess.run(queue.size()) == 0


def test_an_interrupt_leaves_nobody_at_the_queue_who_would_take_an_element(sess, monkeypatch):
    queue = tf.FIFOQueue(10, [tf.int32], [[]])
    x = tf.placeholder(tf.int32, [])
    put, take = queue.enqueue(x), queue.dequeue()
    begin, interrupts = queue_attempts.Attempt.__init__, [signal.SIGINT]

    def interrupted(attempt, *given):
        begin(attempt, *given)
        if interrupts:
            signal.raise_signal(interrupts.pop())

    monkeypatch.setattr(queue_attempts.Attempt, "__init__", interrupted)
    for operation, feeds in [(take, {}), (put, {x: 0})]:
        interrupts[:] = [signal.SIGINT]
        with pytest.raises(KeyboardInterrupt):
            sess.run(operation, feeds)
    for number in range(1, 4):
        sess.run(put, {x: number})
    assert [sess.run(take) for _ in range(4)][-3:] == [1, 2, 3]
