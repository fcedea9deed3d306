"""Threads that stop together."""

import re
import sys
import threading

import pytest

import graphlab as tf

SECONDS = 30  # no test comes near this


def started(target, *args):
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


@pytest.fixture
def coord():
    return tf.train.Coordinator()


def test_a_request_to_stop_reaches_all(coord):
    threads = [started(coord.wait_for_stop, SECONDS) for _ in range(3)]
    coord.register_thread(threads[0])
    assert not coord.should_stop()
    coord.request_stop()
    coord.join(threads[1:])
    assert coord.should_stop()
    assert coord.joined
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("report", [lambda error: error, lambda error: sys.exc_info()], ids=["error", "exc_info"])
def test_the_first_error_is_raised_from_join(coord, report):
    def fail(message):
        try:
            raise RuntimeError(message)
        except RuntimeError as error:
            coord.request_stop(report(error))

    fail("first")
    with pytest.raises(RuntimeError, match="first"):
        coord.join([started(fail, "second")])
    with pytest.raises(RuntimeError, match="too late to be raised from join"):
        fail("too late to be raised from join")
    coord.clear_stop()
    assert not coord.should_stop()
    fail("after clear_stop")
    with pytest.raises(RuntimeError, match="after clear_stop"):
        coord.join([])


def test_an_error_inside_the_block_requests_a_stop(coord):
    with coord.stop_on_exception():
        raise RuntimeError("inside")
    assert coord.should_stop()
    with pytest.raises(RuntimeError, match="inside"):
        coord.raise_requested_exception()
    with pytest.raises(RuntimeError, match="inside"):
        coord.join()


def test_the_end_of_input_is_no_error(coord):
    with coord.stop_on_exception():
        raise tf.errors.OutOfRangeError(None, None, "the end")
    assert coord.should_stop()
    coord.join()
    own = tf.train.Coordinator(clean_stop_exception_types=(StopIteration,))
    with own.stop_on_exception():
        raise StopIteration
    own.join()


def test_threads_that_do_not_stop_are_named(coord):
    end = threading.Event()
    thread = started(end.wait, SECONDS)
    coord.request_stop()
    with pytest.raises(RuntimeError, match=re.escape(f"Coordinator stopped with threads still running: {thread.name}")):
        coord.join([thread], stop_grace_period_secs=0.01)
    coord.join([thread], stop_grace_period_secs=0.01, ignore_live_threads=True)
    end.set()
    thread.join(SECONDS)


@pytest.mark.parametrize("interval", [None, 0])
def test_a_looper_does_it_again_until_it_is_to_stop(coord, interval):
    left = [3]

    def count_down(coord, left):
        if left[0] == 0:
            coord.request_stop()
        else:
            left[0] -= 1

    thread = tf.train.LooperThread.loop(coord, interval, count_down, args=(coord,), kwargs={"left": left})
    coord.join([thread])
    assert left == [0]


def test_a_looper_needs_a_coordinator_and_a_target_for_its_arguments(coord):
    with pytest.raises(ValueError, match="'coord' argument must be a Coordinator"):
        tf.train.LooperThread("coord", 1)
    with pytest.raises(ValueError, match="require that you also pass 'target'"):
        tf.train.LooperThread(coord, 1, args=(1,))
