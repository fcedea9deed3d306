"""The end of a process while its threads call Ray."""

import threading

import pytest

import graphlab as tf
from graphlab._src.cluster.ray_calls import RayCalls


def test_the_end_waits_for_the_calls_of_other_threads_and_refuses_new_ones():
    calls, begun, goes_on, order = RayCalls(), threading.Event(), threading.Event(), []

    def call():
        with calls, calls:  # as one that leads to another
            begun.set()
            goes_on.wait(10)
            order.append("call")

    thread = threading.Thread(target=call)
    thread.start()
    begun.wait(10)
    threading.Timer(0.05, goes_on.set).start()
    with calls:  # an interrupted call of the thread that ends is not waited for
        calls.end()
    order.append("end")
    thread.join()
    assert order == ["call", "end"]
    with pytest.raises(tf.errors.CancelledError, match="the process ends"), calls:
        order.append("late")
    assert calls.has_ended and order == ["call", "end"]
