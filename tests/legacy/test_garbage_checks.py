"""Decorators of TensorFlow's test_util that look at what a test leaves behind."""

import gc
import time
import unittest

import pytest

import graphlab as tf
from graphlab._src.compat.garbage_checks import assert_no_garbage_created, assert_no_new_tensors
from graphlab._src.compiler.executables import behind


class Case(unittest.TestCase):
    """A test that does what it is given."""

    left: list = []

    @assert_no_garbage_created
    def clean(self):
        return [1]

    @assert_no_garbage_created
    def cyclic(self):
        cycle = []
        cycle.append(cycle)

    @assert_no_new_tensors
    def temporary(self):
        v = tf.Variable(1.0)
        with tf.Session() as session:
            session.run(v.initializer)
            return session.run(tf.gradients(v * v, v))

    @assert_no_new_tensors
    def lasting(self):
        self.left.append(tf.constant(1.0))


def test_cycles_of_references_fail_a_test_and_are_collected_afterwards():
    flags = gc.get_debug(), list(gc.garbage), gc.isenabled()
    assert Case("clean").clean() == [1]
    with pytest.raises(AssertionError, match=r"New objects in reference cycles, of the types \['list'\]"):
        Case("cyclic").cyclic()
    assert (gc.get_debug(), list(gc.garbage), gc.isenabled()) == flags


def test_what_another_thread_compiles_waits_for_the_test():
    def leave_a_cycle():
        cycle = []
        cycle.append(cycle)

    class Meanwhile(unittest.TestCase):
        @assert_no_garbage_created
        def run_beside(self):
            task = behind.begin(leave_a_cycle)
            time.sleep(0.05)
            return task

    task = Meanwhile("run_beside").run_beside()
    task.wait()
    assert task.error is None


def test_what_was_there_before_is_not_new():
    held = []
    held.append([held])

    class Meanwhile(unittest.TestCase):
        @assert_no_garbage_created
        def let_go(self):
            nonlocal held
            held = None

    Meanwhile("let_go").let_go()


def test_tensors_that_outlive_a_test_fail_it():
    assert Case("temporary").temporary() == [2.0]
    with pytest.raises(AssertionError, match="1 Tensors not deallocated after test"):
        Case("lasting").lasting()
    Case.left.clear()
