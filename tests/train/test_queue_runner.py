"""Threads that keep queues filled, and end when the input does."""

import threading

import pytest

import graphlab as tf

SECONDS = 30  # no test comes near this


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def counter(limit):
    """An operation that runs `limit` times and then says that the input has ended, and its variable."""
    variable = tf.Variable(tf.constant(0, tf.int64))
    return variable.count_up_to(limit), variable


def join(threads):
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()


def test_it_runs_until_the_input_ends():
    queue = tf.FIFOQueue(10, tf.float32)
    short, short_variable = counter(3)
    long, long_variable = counter(30)
    runner = tf.train.QueueRunner(queue, [short, long])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        threads = runner.create_threads(sess)
        assert sorted(thread.name for thread in threads) == [
            "QueueRunnerThread-fifo_queue-CountUpTo:0",
            "QueueRunnerThread-fifo_queue-CountUpTo_1:0",
        ]
        for thread in threads:
            thread.start()
        join(threads)
        assert runner.exceptions_raised == []
        assert sess.run([short_variable, long_variable]) == [3, 30]
        assert sess.run(queue.is_closed())


def test_what_one_queue_gives_goes_into_the_next_and_so_does_the_end():
    first, second = tf.FIFOQueue(3, tf.float32), tf.FIFOQueue(30, tf.float32)
    enqueue, close = first.enqueue(10.0), first.close()
    runner = tf.train.QueueRunner(second, [second.enqueue(first.dequeue())])
    dequeue = second.dequeue()
    with tf.Session() as sess:
        threads = runner.create_threads(sess, start=True)
        for op in (enqueue, enqueue, close):
            sess.run(op)
        join(threads)
        assert [sess.run(dequeue), sess.run(dequeue)] == [10, 10]
        with pytest.raises(tf.errors.OutOfRangeError, match="is closed"):
            sess.run(dequeue)


def test_a_stop_cancels_those_who_wait_for_capacity():
    queue = tf.FIFOQueue(2, tf.float32)
    tf.train.add_queue_runner(tf.train.QueueRunner(queue, [queue.enqueue(1.0)] * 2))
    dequeue = queue.dequeue()
    with tf.Session() as sess:
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        assert len(threads) == 3
        assert sess.run(dequeue) == 1
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=SECONDS)


def test_a_stop_before_the_start():
    count, variable = counter(3)
    runner = tf.train.QueueRunner(tf.FIFOQueue(10, tf.float32), [count])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        coord.request_stop()
        runner.create_threads(sess, coord, start=True)
        coord.join()
        assert sess.run(variable) == 0


def test_an_error_is_raised_from_join():
    queue = tf.FIFOQueue(10, tf.float32)
    bad = tf.placeholder(tf.float32, name="never_fed")
    runner = tf.train.QueueRunner(queue, [queue.enqueue(bad)])
    with tf.Session() as sess:
        coord = tf.train.Coordinator()
        runner.create_threads(sess, coord, start=True)
        with pytest.raises(tf.errors.InvalidArgumentError, match="never_fed"):
            coord.join()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_without_a_coordinator_errors_are_stored():
    queue = tf.FIFOQueue(10, tf.float32)
    bad = tf.placeholder(tf.float32, name="never_fed")
    count, _ = counter(3)
    runner = tf.train.QueueRunner(queue, [queue.enqueue(bad), count])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        join(runner.create_threads(sess, start=True))
        assert ["never_fed" in str(error) for error in runner.exceptions_raised] == [True]


def test_each_session_has_its_threads_once():
    count, _ = counter(3)
    runner = tf.train.QueueRunner(tf.FIFOQueue(10, tf.float32), [count])
    with tf.Session() as sess, tf.Session() as other:
        assert len(runner.create_threads(sess)) == 1
        assert runner.create_threads(sess) == []
        assert len(runner.create_threads(other)) == 1


def test_it_goes_through_its_message():
    with tf.name_scope("scope"):
        queue = tf.FIFOQueue(10, tf.float32, name="queue")
    ops = [tf.no_op(name=f"scope/{name}") for name in ("enqueue", "close", "cancel")]
    ends = (tf.errors.OutOfRangeError, tf.errors.CancelledError)
    runner = tf.train.QueueRunner(queue, ops[:1], ops[1], ops[2], ends)
    assert runner.name == "scope/queue"
    message = runner.to_proto()
    assert message.SerializeToString() == (
        b'\n\x0bscope/queue\x12\rscope/enqueue\x1a\x0bscope/close"\x0cscope/cancel*\x02\x0b\x01'
    )
    again = tf.train.QueueRunner.from_proto(message)
    assert (again.queue.name, again.enqueue_ops, again.close_op, again.cancel_op) == (
        "scope/queue",
        *[ops[:1]],
        *ops[1:],
    )
    assert again.queue_closed_exception_types == ends
    inner = runner.to_proto(export_scope="scope")
    assert (inner.queue_name, list(inner.enqueue_op_name)) == ("queue", ["enqueue"])
    assert tf.train.QueueRunner.from_proto(inner, import_scope="scope").close_op is ops[1]
    assert runner.to_proto(export_scope="elsewhere") is None
    del message.queue_closed_exception_types[:]
    assert tf.train.QueueRunner.from_proto(message).queue_closed_exception_types == (tf.errors.OutOfRangeError,)


def test_what_is_refused():
    queue = tf.FIFOQueue(10, tf.float32)
    with pytest.raises(ValueError, match="Must provide queue and enqueue_ops"):
        tf.train.QueueRunner(queue)
    with pytest.raises(TypeError, match="must be a tuple of tf.error types"):
        tf.train.QueueRunner(queue, [queue.enqueue(1.0)], queue_closed_exception_types=(ValueError,))
    with pytest.raises(ValueError, match="No default session is registered"):
        tf.train.start_queue_runners()
    with pytest.raises(TypeError, match="sess must be a `tf.Session` object"):
        tf.train.start_queue_runners("session")


def test_closing_the_session_ends_the_threads():
    queue = tf.FIFOQueue(2, tf.float32)
    runner = tf.train.QueueRunner(queue, [queue.enqueue(1.0)])
    sess = tf.Session()
    coord = tf.train.Coordinator()
    threads = runner.create_threads(sess, coord, start=True)
    sess.run(queue.dequeue())
    sess.close()
    with pytest.raises((tf.errors.CancelledError, RuntimeError)):
        coord.join(threads, stop_grace_period_secs=SECONDS)


def test_a_thread_that_outlives_the_coordinator_ends_in_silence_with_the_session(monkeypatch):
    """As the one that hands out the tokens of SyncReplicasOptimizer, which waits for gradients that never come."""
    failures = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    waits = tf.FIFOQueue(1, tf.int32).dequeue()
    queue = tf.FIFOQueue(1, tf.int32)
    coord = tf.train.Coordinator()
    with tf.Session() as sess:
        threads = tf.train.QueueRunner(queue, [queue.enqueue(waits)]).create_threads(sess, coord, start=True)
        coord.request_stop()
        coord.join(stop_grace_period_secs=0, ignore_live_threads=True)
    for thread in threads:
        thread.join()
    assert failures == []
