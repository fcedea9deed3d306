"""Datasets and Optionals as arguments and results: of tf.function, tf.cond and tf.while_loop."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.data.dataset import DatasetSpec


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def _sum(dataset):
    return dataset.reduce(tf.constant(0, tf.int64), lambda total, x: total + x)


def test_one_trace_of_a_function_is_for_all_datasets_of_like_elements(session):
    traces = []

    @tf.function
    def total(dataset):
        traces.append(dataset)
        return _sum(dataset)

    assert session.run([total(tf.data.Dataset.range(n)) for n in (3, 5)]) == [3, 10]
    assert len(traces) == 1
    concrete = total.get_concrete_function(tf.data.Dataset.range(2))
    assert list(concrete.graph.captures) == []
    spec = DatasetSpec(tf.TensorSpec([], tf.int64))
    assert concrete.structured_input_signature == ((spec,), {})
    assert session.run(tf.function(_sum, input_signature=[spec])(tf.data.Dataset.range(4))) == 6


def test_functions_branches_and_loops_return_datasets(session):
    double = tf.function(lambda dataset: dataset.map(lambda x: 2 * x))
    which = tf.placeholder_with_default(True, [])
    short, long = (double(tf.data.Dataset.range(n)) for n in (3, 9))
    chosen = tf.cond(which, lambda: short, lambda: long)
    _, looped = tf.while_loop(lambda i, _: i < 2, lambda i, d: (i + 1, d.map(lambda x: 10 * x)), (0, chosen))
    assert repr(chosen) == "<_VariantDataset shapes: (), types: tf.int64>"
    assert session.run(_sum(looped)) == 600
    assert session.run(_sum(looped), {which: False}) == 7200


def test_a_branch_returns_an_optional(session):
    optional = tf.data.experimental.Optional
    full = tf.placeholder_with_default(True, [])
    found: Any = tf.cond(
        full, lambda: optional.from_value(5), lambda: optional.none_from_structure(tf.TensorSpec([], tf.int32))
    )
    assert session.run([found.has_value(), found.get_value()]) == [True, 5]
    assert not session.run(found.has_value(), {full: False})
    sparse = optional.from_value(tf.SparseTensorValue([[1]], np.array([2.0], np.float32), [3])).get_value()
    assert session.run(tf.sparse.to_dense(sparse)).tolist() == [0, 2, 0]
