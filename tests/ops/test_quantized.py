"""Networks of quantized integers, as quantize_nodes makes them of frozen graphs: near what they compute with floats."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.define import raw_ops

# TensorFlow 1.15's
BYTES = [[170, 0], [128, 255]]
SUMS = [[3570, -21675], [10965, 25245]]
ENDS = [-297229.59375, 297229.59375]
MEAN = [[[[138]]]]


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def some(low, high, *shape, seed=3):
    return np.random.RandomState(seed).uniform(low, high, shape).astype(np.float32)


def quantized(values, low, high):
    return tf.quantize_v2(values, low, high, tf.quint8, mode="MIN_FIRST")


def numbers(parts):
    return tf.dequantize(*parts, mode="MIN_FIRST")


def test_a_layer_is_near_that_of_floats(session):
    images, filters, bias = some(-1, 2, 2, 5, 6, 3), some(-1, 1, 3, 2, 3, 4), some(-1, 1, 4)
    x, w, b = quantized(images, -1.2, 2.3), quantized(filters, -1.0, 1.1), quantized(bias, -1.0, 1.0)
    sums = tf.nn.quantized_conv2d(x[0], w[0], x[1], x[2], w[1], w[2], [1, 1, 1, 1], "SAME")
    assert sums[0].dtype is tf.qint32
    assert sums[0].shape.as_list() == [2, 5, 6, 4]
    ends = raw_ops.RequantizationRange(*sums)
    small = raw_ops.Requantize(*sums, *ends, out_type=tf.quint8)
    shrunk = raw_ops.QuantizeDownAndShrinkRange(*sums, out_type=tf.quint8)
    added = raw_ops.QuantizedBiasAdd(small[0], b[0], *small[1:], *b[1:], out_type=tf.qint32)
    again = raw_ops.QuantizeDownAndShrinkRange(*added, out_type=tf.quint8)
    relu = raw_ops.QuantizedRelu(*again)
    pooled = tf.nn.quantized_max_pool(*relu, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    plain = tf.nn.conv2d(images, filters, [1, 1, 1, 1], "SAME")
    expected = tf.nn.max_pool(tf.nn.relu(plain + bias), [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    found, wanted, whole, parts = session.run([numbers(pooled), expected, plain, [numbers(small), numbers(shrunk)]])
    np.testing.assert_allclose(found, wanted, atol=0.15)
    for part in parts:
        np.testing.assert_allclose(part, whole, atol=0.1)


def test_products_and_sums_are_those_of_the_numbers(session):
    a, b, row = some(-1, 2, 3, 4), some(0, 2, 4, 5), some(-1, 1, 4)
    left, right, third = quantized(a, -1.0, 2.0), quantized(b, -0.5, 2.0), quantized(row, -1.0, 1.0)
    product = raw_ops.QuantizedMatMul(left[0], right[0], *left[1:], *right[1:])
    scaled = raw_ops.QuantizedMul(left[0], third[0], *left[1:], *third[1:])
    total = raw_ops.QuantizedAdd(left[0], third[0], *left[1:], *third[1:])
    small = [numbers(raw_ops.QuantizeDownAndShrinkRange(*one, out_type=tf.quint8)) for one in (product, scaled, total)]
    for found, expected in zip(session.run(small), (a @ b, a * row, a + row), strict=True):
        np.testing.assert_allclose(found, expected, atol=0.06)


def test_tensors_of_other_ranges_are_put_together(session):
    a, b = some(-1, 2, 3, 4), some(0, 5, 3, 2)
    left, right = quantized(a, -1.0, 2.0), quantized(b, 0.0, 5.0)
    both = tf.quantized_concat(1, [left[0], right[0]], [left[1], right[1]], [left[2], right[2]])
    assert both[0].shape.as_list() == [3, 6]
    found, low, high = session.run([numbers(both), *both[1:]])
    assert [float(low), float(high)] == [-1, 5]
    np.testing.assert_allclose(found, np.concatenate([a, b], 1), atol=0.04)
    flat = raw_ops.QuantizedReshape(left[0], [12], *left[1:])
    np.testing.assert_allclose(session.run(numbers(flat)), a.reshape(-1), atol=0.02)


def test_integers_are_those_of_tensorflow(session):
    x = quantized([[1.0, -1.0], [0.5, 2.0]], -1.0, 2.0)
    sums = raw_ops.QuantizedMatMul(x[0], x[0], *x[1:], *x[1:])
    mean = tf.nn.quantized_avg_pool(
        raw_ops.QuantizedReshape(x[0], [1, 2, 2, 1], *x[1:])[0], -1.0, 2.0, [1, 2, 2, 1], [1, 1, 1, 1], "VALID"
    )
    found = session.run(
        [tf.bitcast(x[0], tf.uint8), tf.bitcast(sums[0], tf.int32), *sums[1:], tf.bitcast(mean[0], tf.uint8)]
    )
    assert found[0].tolist() == BYTES
    assert found[1].tolist() == SUMS
    np.testing.assert_allclose(found[2:4], ENDS, 1e-6)
    assert found[4].tolist() == MEAN
