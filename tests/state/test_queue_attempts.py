"""Who waits at a queue, and who is served when: threads meet at the queue object itself."""

import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.session.execution.run_context import Cancellation, Resources, RunContext, WouldBlock
from graphlab._src.state.queue_kinds import ShuffleQueue
from graphlab._src.state.queue_object import Queue

SECONDS = 30  # no test comes near this; only one that fails waits for so long


class Session:
    """The part of a session that queues meet: runs of their operations in threads of their own."""

    def __init__(self):
        self.cancellation = Cancellation()
        self.threads = []
        self.contexts = []

    def context(self, op, may_wait=True):
        context = RunContext(Resources(), self.cancellation)
        context.op, context.may_wait = op, may_wait
        self.contexts.append(context)
        return context

    def start(self, method, op, *arguments):
        """Starts a thread that calls method(context, *arguments); returns what will hold the result or the error."""
        outcome = {}
        context = self.context(op)

        def run():
            try:
                outcome["result"] = method(context, *arguments)
            except tf.OpError as error:
                outcome["error"] = error
            finally:
                context.abandon()

        outcome["thread"] = thread = threading.Thread(target=run, daemon=True)
        self.threads.append(thread)
        thread.start()
        return outcome

    def join(self):
        for thread in self.threads:
            thread.join(SECONDS)
            assert not thread.is_alive()


@pytest.fixture
def session():
    return Session()


@pytest.fixture
def queue():
    return Queue("letters", 4, [tf.float32], [()])


@pytest.fixture
def ops():
    """Operations for contexts."""
    with tf.Graph().as_default():
        queue = tf.FIFOQueue(4, tf.float32, [()])
        yield {
            "enqueue": queue.enqueue(1.0),
            "enqueue_many": queue.enqueue_many([[1.0]]),
            "dequeue": queue.dequeue().op,
            "close": queue.close(),
        }


def floats(*values):
    return [np.asarray(values, np.float32)]


def waiting(line, count, queue):
    """Returns when so many attempts are in the line."""
    with queue.condition:
        assert queue.condition.wait_for(lambda: len(line) >= count, SECONDS)


def taken(queue, session, ops, count):
    return [float(queue.dequeue(session.context(ops["dequeue"]))[0]) for _ in range(count)]


def test_an_enqueue_waits_for_capacity(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3, 4))
    session.start(queue.enqueue, ops["enqueue"], [np.float32(5).reshape(())])
    waiting(queue.enqueues, 1, queue)
    assert taken(queue, session, ops, 5) == [1, 2, 3, 4, 5]
    session.join()


def test_more_rows_than_the_capacity_go_in_bit_by_bit(session, queue, ops):
    session.start(queue.enqueue_many, ops["enqueue_many"], floats(*range(1000)))
    assert taken(queue, session, ops, 1000) == list(range(1000))
    session.join()
    assert queue.size() == 0


def test_more_elements_than_the_queue_holds_come_out_together(session, queue, ops):
    outcome = session.start(queue.dequeue_many, ops["dequeue"], 10)
    waiting(queue.dequeues, 1, queue)
    for i in range(10):
        queue.enqueue(session.context(ops["enqueue"]), [np.asarray(i, np.float32)])
    session.join()
    assert outcome["result"][0].tolist() == list(range(10))


def test_who_waits_longest_is_served_first(session, queue, ops):
    many = session.start(queue.dequeue_many, ops["dequeue"], 3)
    waiting(queue.dequeues, 1, queue)
    one = session.start(queue.dequeue, ops["dequeue"])
    waiting(queue.dequeues, 2, queue)
    for i in range(4):
        queue.enqueue(session.context(ops["enqueue"]), [np.asarray(i, np.float32)])
    session.join()
    assert many["result"][0].tolist() == [0, 1, 2]
    assert float(one["result"][0]) == 3


def test_closing_lets_those_in_who_wait(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3))
    session.start(queue.enqueue_many, ops["enqueue_many"], floats(4, 5, 6))
    waiting(queue.enqueues, 1, queue)
    close = session.start(queue.close, ops["close"], False)
    waiting(queue.enqueues, 2, queue)
    late = session.start(queue.enqueue, ops["enqueue"], [np.asarray(7, np.float32)])
    waiting(queue.enqueues, 3, queue)
    assert not queue.closed
    assert taken(queue, session, ops, 6) == [1, 2, 3, 4, 5, 6]
    session.join()
    assert queue.closed
    assert "error" not in close
    assert late["error"].message.startswith("FIFOQueue 'letters' is closed.")


def test_closing_can_cancel_those_who_wait(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3))
    outcome = session.start(queue.enqueue_many, ops["enqueue_many"], floats(4, 5, 6))
    waiting(queue.enqueues, 1, queue)
    queue.close(session.context(ops["close"]), True)
    session.join()
    assert isinstance(outcome["error"], tf.errors.CancelledError)
    assert outcome["error"].message.startswith("Enqueue operation was cancelled")
    assert taken(queue, session, ops, 4) == [1, 2, 3, 4]


def test_closing_gives_back_what_a_batch_has_collected(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3))
    outcome = session.start(queue.dequeue_many, ops["dequeue"], 4)
    waiting(queue.dequeues, 1, queue)
    assert queue.size() == 0
    queue.close(session.context(ops["close"]), False)
    session.join()
    # What TensorFlow counts is what the batch still lacked.
    assert "insufficient elements (requested 1, current size 0)" in outcome["error"].message
    assert taken(queue, session, ops, 3) == [1, 2, 3]


def test_closing_ends_a_batch_that_may_be_smaller(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3))
    outcome = session.start(queue.dequeue_many, ops["dequeue"], 4, True)
    waiting(queue.dequeues, 1, queue)
    queue.close(session.context(ops["close"]), False)
    session.join()
    assert outcome["result"][0].tolist() == [1, 2, 3]


def test_closing_the_session_ends_every_wait(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3, 4))
    empty = Queue("empty", 4, [tf.float32], [()])
    enqueue = session.start(queue.enqueue, ops["enqueue"], [np.asarray(5, np.float32)])
    dequeue = session.start(empty.dequeue_many, ops["dequeue"], 2)
    waiting(queue.enqueues, 1, queue)
    waiting(empty.dequeues, 1, empty)
    session.cancellation.cancel()
    session.join()
    assert enqueue["error"].message.startswith("Enqueue operation was cancelled")
    assert dequeue["error"].message.startswith("Dequeue operation was cancelled")


def test_a_run_that_ends_gives_back_what_it_collected(session, queue, ops):
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3))
    context = session.context(ops["dequeue"], may_wait=False)
    with pytest.raises(WouldBlock):
        queue.dequeue_many(context, 4)
    assert queue.size() == 0
    context.abandon()
    assert taken(queue, session, ops, 3) == [1, 2, 3]


def test_an_operation_that_was_called_before_it_could_finish_does_its_work_once(session, ops):
    queue = Queue("small", 1, [tf.float32], [()])
    context = session.context(ops["enqueue_many"], may_wait=False)
    for expected in (1, 2):
        with pytest.raises(WouldBlock):
            queue.enqueue_many(context, floats(1, 2, 3))
        assert taken(queue, session, ops, 1) == [expected]
    queue.enqueue_many(context, floats(1, 2, 3))
    assert taken(queue, session, ops, 1) == [3]
    assert queue.size() == 0


def test_shuffling_waits_until_enough_would_stay(session, ops):
    queue = ShuffleQueue("letters", 10, [tf.float32], [()], 3, 1, 2)
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(1, 2, 3))
    outcome = session.start(queue.dequeue_many, ops["dequeue"], 2)
    waiting(queue.dequeues, 1, queue)
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(4))
    assert outcome["thread"].is_alive()
    queue.enqueue_many(session.context(ops["enqueue_many"]), floats(5))
    session.join()
    assert queue.size() == 3


def test_many_threads_lose_nothing_and_double_nothing(session, queue, ops):
    for i in range(8):
        session.start(queue.enqueue_many, ops["enqueue_many"], floats(*range(100 * i, 100 * i + 100)))
    outcomes = [session.start(queue.dequeue_many, ops["dequeue"], 100) for _ in range(8)]
    session.join()
    assert sorted(value for outcome in outcomes for value in outcome["result"][0].tolist()) == list(range(800))
