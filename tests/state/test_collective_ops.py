"""Devices of a run exchange tensors: reductions, gathers and broadcasts among a group."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


@pytest.fixture(name="tensorflow")
def _tensorflow():
    tf.compat.install()
    yield
    tf.compat.uninstall()


def on_devices(make, count=2):
    """make(i) on each CPU, i being its number; and a session that has so many."""
    made = []
    for i in range(count):
        with tf.device(f"/CPU:{i}"):
            made.append(make(i))
    return made, tf.Session(config=tf.ConfigProto(device_count={"CPU": count}))


def collective() -> Any:
    return import_module("tensorflow.python.ops.collective_ops")


@pytest.mark.parametrize(
    ("merge", "final", "expected"), [("Add", "Div", [1.5, 3, 4.5]), ("Add", "Id", [3, 6, 9]), ("Mul", "Id", [2, 8, 18])]
)
def test_a_reduction_is_the_same_on_each_device(merge, final, expected):
    values, session = on_devices(
        lambda i: collective().all_reduce(tf.constant([1.0, 2.0, 3.0]) * (i + 1), 2, 1, 1, merge, final)
    )
    with session:
        np.testing.assert_array_equal(session.run(values), [expected] * 2)
        np.testing.assert_array_equal(session.run(values), [expected] * 2)


def test_a_reduction_waits_for_one_before_it():
    def twice(i):
        first = collective().all_reduce(tf.constant([i + 1]), 3, 1, 1, "Add", "Id")
        return collective().all_reduce(first * (i + 1), 3, 1, 2, "Add", "Div")

    values, session = on_devices(twice, 3)
    with session:
        assert np.ravel(session.run(values)).tolist() == [12] * 3


def test_a_gather_is_in_the_order_of_the_devices():
    values, session = on_devices(lambda i: collective().all_gather(tf.constant([[1.0, 2.0]]) * (i + 1), 2, 1, 1))
    assert [value.shape.as_list() for value in values] == [[2, 2]] * 2
    with session:
        np.testing.assert_array_equal(session.run(values), [[[1, 2], [2, 4]]] * 2)


def test_a_broadcast_has_one_that_sends():
    ops = collective()
    values, session = on_devices(
        lambda i: (
            ops.broadcast_recv([2], tf.float32, 2, 1, 1)
            if i
            else ops.broadcast_send(tf.constant([1.0, 2.0]), [2], tf.float32, 2, 1, 1)
        )
    )
    with session:
        np.testing.assert_array_equal(session.run(values), [[1, 2]] * 2)


def test_what_cannot_meet_is_an_error():
    ops = collective()
    with pytest.raises(ValueError, match="Device assignment required for collective ops"):
        ops.all_reduce(tf.constant([1.0]), 2, 1, 1, "Add", "Id")
    (first, second), session = on_devices(lambda i: ops.all_reduce(tf.constant([1.0]), 2 + i, 1, 1, "Add", "Id"))
    (third, _), _ = on_devices(lambda i: ops.all_reduce(tf.constant([1.0]), 2, 2, 2, "Max", "Id"))
    with session:
        for fetches, kind, message in (
            ([first, second], tf.errors.InternalError, "has group_size 3 but group with that key has size 2"),
            (first, tf.errors.InternalError, "waits for 1 more of its group"),
            (third, tf.errors.InvalidArgumentError, 'merge_op must be one of {"Add", "Mul"} but got Max'),
        ):
            with pytest.raises(kind, match=message):
                session.run(fetches)
