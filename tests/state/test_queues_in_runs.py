"""Runs that wait at queues: for each other, for operations of their own run, for nothing that comes."""

import threading

import numpy as np
import pytest

import graphlab as tf

SECONDS = 30  # no test comes near this


@pytest.fixture
def sess():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def started(function, *args):
    """A thread, and the list that will hold what the function returns, or its error."""
    outcome = []

    def run():
        try:
            outcome.append(function(*args))
        except (tf.OpError, RuntimeError) as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, outcome


def join(*threads):
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()


def test_a_thousand_rows_through_a_queue_of_fifty(sess):
    queue = tf.FIFOQueue(50, tf.int32, [[]])
    enqueue, dequeue = queue.enqueue_many([np.arange(1000)]), queue.dequeue()
    thread, _ = started(sess.run, enqueue)
    assert [sess.run(dequeue) for _ in range(1000)] == list(range(1000))
    join(thread)


def test_threads_that_put_in_and_take_out(sess):
    queue = tf.FIFOQueue(5, tf.int32, [[]])
    number = tf.placeholder(tf.int32, [])
    enqueue, dequeue = queue.enqueue(number), queue.dequeue()
    producers = [started(lambda i=i: [sess.run(enqueue, {number: 50 * i + j}) for j in range(50)]) for i in range(4)]
    consumers = [started(lambda: [sess.run(dequeue) for _ in range(50)]) for _ in range(4)]
    join(*[thread for thread, _ in producers + consumers])
    found = [int(value) for _, outcome in consumers for value in outcome[0]]
    assert sorted(found) == list(range(200))


@pytest.mark.parametrize("use_resource", [False, True])
def test_what_is_counted_on_the_way_into_a_queue_comes_once(sess, use_resource):
    # The runs have counted and wait for capacity: none may put back what it counted from.
    counter = tf.get_variable("counter", [], tf.int32, tf.zeros_initializer(), use_resource=use_resource)
    queue = tf.FIFOQueue(3, tf.int32, shapes=[])
    enqueue = queue.enqueue(counter.count_up_to(200))
    dequeue = queue.dequeue()
    sess.run(counter.initializer)

    def put_in():
        with pytest.raises(tf.errors.OutOfRangeError, match="Reached limit of 200"):
            while True:
                sess.run(enqueue)

    threads = [started(put_in) for _ in range(4)]
    taken = [int(sess.run(dequeue)) for _ in range(200)]
    join(*[thread for thread, _ in threads])
    assert [outcome for _, outcome in threads] == [[None]] * 4
    assert sorted(taken) == list(range(200))
    assert [sess.run(counter), sess.run(queue.size())] == [200, 0]


def test_one_run_puts_in_what_it_takes_out(sess):
    queue = tf.FIFOQueue(1, tf.int32, [[]])
    one, two = queue.dequeue(), queue.dequeue()
    assert sess.run([one, queue.enqueue(7)])[0] == 7
    assert sorted(sess.run([one, two, queue.enqueue(1), queue.enqueue(2)])[:2]) == [1, 2]
    assert sess.run([queue.dequeue_many(3), queue.enqueue_many([[1, 2, 3]])])[0].tolist() == [1, 2, 3]


def test_what_is_fed_is_not_taken_out(sess):
    queue = tf.FIFOQueue(3, tf.float32, [[]])
    sess.run(queue.enqueue(1.0))
    element = queue.dequeue()
    double = element * 2
    assert sess.run(double, {element: 21.0}) == 42
    assert sess.run(queue.size()) == 1
    assert sess.run(double) == 2


def test_closing_the_session_ends_what_waits(sess):
    empty, full = tf.FIFOQueue(5, tf.float32, [[]]), tf.FIFOQueue(1, tf.float32, [[]])
    sess.run(full.enqueue(1.0))
    fetches = [empty.dequeue(), empty.dequeue_many(2), full.enqueue(1.0), full.enqueue_many([[1.0]])]
    waiting = [started(sess.run, fetch) for fetch in fetches]
    sess.close()
    join(*[thread for thread, _ in waiting])
    for _, (error,) in waiting:
        # One that had not begun finds the session closed.
        assert "was cancelled" in str(error) or "closed" in str(error)


def test_time_that_is_over_harms_nothing(sess):
    queue = tf.FIFOQueue(5, tf.float32, [[]])
    sess.run(queue.enqueue(1.0))
    for fetch in (queue.dequeue_many(2), queue.dequeue_many(3)):
        with pytest.raises(tf.errors.DeadlineExceededError, match="Timed out waiting for notification"):
            sess.run(fetch, options=tf.RunOptions(timeout_in_ms=10))
    assert sess.run(queue.size()) == 1
    with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=10)) as impatient:
        with pytest.raises(tf.errors.DeadlineExceededError):
            impatient.run(queue.dequeue())


def test_an_error_elsewhere_in_the_run_ends_the_wait(sess):
    queue = tf.FIFOQueue(5, tf.int32, [[]])
    with tf.control_dependencies([tf.Assert(False, ["before enqueue"])]):
        enqueue = queue.enqueue(1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="before enqueue"):
        sess.run([queue.dequeue(), enqueue])
    sess.run(queue.enqueue(2))
    assert sess.run(queue.dequeue()) == 2


def test_a_number_chooses_the_queue(sess):
    queues = [tf.FIFOQueue(5, tf.int32, [[]]) for _ in range(3)]
    index = tf.placeholder(tf.int32, [])
    chosen = tf.QueueBase.from_list(index, queues)
    sess.run(chosen.enqueue(7), {index: 1})
    assert sess.run([queue.size() for queue in queues]) == [0, 1, 0]
    assert sess.run(chosen.dequeue(), {index: 1}) == 7
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 3 is not in \[0, 3\)"):
        sess.run(chosen.dequeue(), {index: 3})


def test_queues_inside_loops_and_branches(sess):
    queue = tf.FIFOQueue(5, tf.float32, [[]])
    sess.run(queue.enqueue_many([[1.0, 2.0, 4.0, 8.0]]))
    _, total = tf.while_loop(lambda i, _: i < 2, lambda i, total: (i + 1, total + queue.dequeue()), [0, 0.0])
    assert sess.run(total) == 3
    wanted = tf.placeholder(tf.bool, [])
    perhaps = tf.cond(wanted, queue.dequeue, lambda: tf.constant(-1.0))
    assert [sess.run(perhaps, {wanted: value}) for value in (False, True)] == [-1, 4]
    assert sess.run(queue.size()) == 1


def test_graphs_with_handles_of_the_older_type(sess):
    handle = tf.raw_ops.FIFOQueue(component_types=[tf.string], shapes=[[]], name="old")
    assert (handle.dtype, handle.shape.as_list()) == (tf.string._as_ref, [2])
    queue = tf.QueueBase([tf.string], [[]], None, handle)
    enqueue = queue.enqueue("name")
    assert enqueue.type == "QueueEnqueue"
    sess.run(enqueue)
    sess.run(tf.raw_ops.QueueEnqueueMany(handle, [["more", "names"]]))
    assert sess.run(queue.dequeue()) == b"name"
    reader = tf.ReaderBase(tf.raw_ops.IdentityReader())
    key, value = reader.read(queue)
    with pytest.raises(tf.errors.NotFoundError):
        sess.run(tf.read_file(key))
    assert sess.run([key, value]) == [b"names", b"names"]
    message = tf.get_default_graph().as_graph_def()
    with tf.Graph().as_default(), tf.Session() as other:
        tf.import_graph_def(message, name="")
        other.run("old_enqueue")
        assert other.run("old_Dequeue:0") == b"name"


def test_what_a_run_puts_into_a_queue_ends_its_own_wait_there(sess):
    first, second = tf.FIFOQueue(2, tf.float32, [[]]), tf.FIFOQueue(2, tf.float32, [[]])
    doubled = first.dequeue() * 2
    total = doubled + second.dequeue()  # `second` gets what is computed from `first`, in the same run
    fetches = [total, first.enqueue([4.0]), second.enqueue([doubled * 3])]
    assert sess.run(fetches, options=tf.RunOptions(timeout_in_ms=1000 * SECONDS))[0] == 32
    area = tf.contrib.staging.StagingArea([tf.float32])
    (taken,) = area.get()
    squared = tf.constant(3.0) ** 2
    fetches = [taken + squared, area.put([squared])]
    assert sess.run(fetches, options=tf.RunOptions(timeout_in_ms=1000 * SECONDS))[0] == 18


def test_a_branch_that_waited_reads_what_the_other_run_has_stored(sess):
    shared, copy = tf.Variable(1.0), tf.Variable(0.0)
    queue, gate = tf.FIFOQueue(1, [tf.bool], shapes=[[]]), tf.FIFOQueue(1, [tf.bool], shapes=[[]])

    def waits():
        with tf.control_dependencies([queue.dequeue()]):
            return tf.group(tf.assign(copy, shared.read_value()))

    waiting = tf.cond(tf.placeholder_with_default(True, []), waits, tf.no_op)
    with tf.control_dependencies([gate.dequeue()]), tf.control_dependencies([tf.assign(shared, 5.0)]):
        changing = queue.enqueue(True)
    sess.run(tf.global_variables_initializer())
    threads = [started(sess.run, op)[0] for op in (waiting, changing)]
    sess.run(gate.enqueue(True))
    join(*threads)
    assert sess.run(copy) == 5
