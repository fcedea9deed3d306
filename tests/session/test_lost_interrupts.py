"""Interrupts that come where Python ignores exceptions are raised when it no longer does."""

import gc
import sys
import threading
import weakref

import pytest

import graphlab as tf


class _Object:
    pass


def interrupt(*_):
    raise KeyboardInterrupt


def wait():
    """Until the interrupt comes."""
    threading.Event().wait(30)
    raise AssertionError("the interrupt was lost")


@pytest.fixture(autouse=True)
def session(monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_an_interrupt_of_a_callback_of_the_garbage_collector_comes_after_it():
    def callback(phase, info):
        gc.callbacks.remove(callback)
        raise KeyboardInterrupt

    gc.callbacks.append(callback)
    with pytest.raises(KeyboardInterrupt):
        gc.collect()
        wait()


def test_an_interrupt_of_a_weak_reference_or_of_del_comes_after_it():
    lost = _Object()
    reference = weakref.ref(lost, interrupt)
    with pytest.raises(KeyboardInterrupt):
        del lost
        wait()
    assert reference() is None
    dying = type("Dying", (), {"__del__": interrupt})()
    with pytest.raises(KeyboardInterrupt):
        del dying
        wait()


def test_other_exceptions_go_where_they_went_before(monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append)
    tf.Session().close()
    tf.Session().close()
    failing = type("Failing", (), {"__del__": lambda self: 1 / 0})()
    del failing
    assert [one.exc_type for one in seen] == [ZeroDivisionError]
