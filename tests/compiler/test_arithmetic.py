"""Compiled floating point arithmetic is that of the operations, one after the other, as IEEE 754 defines each.

XLA's algebraic simplifier treats floating point numbers as real ones. The expected numbers are NumPy's.
"""

import numpy as np
import pytest

import graphlab as tf

BIG = np.float32(1e20)
CASES = {
    "a sum of constants": (lambda a: (a + 1e8) - 1e8, [3.0], 0.0),
    "a product of constants": (lambda a: (a * 1e20) * 1e20, [1e-30], 1e10),
    "a product that overflows": (lambda a: (a * 1e30) * 1e-30, [1e30], np.inf),
    "a quotient of a quotient": (lambda a, b: a / b / b, [1e30, BIG], 1e-10),
    "a quotient by a quotient": (lambda a, b: a / (b / b), [1e30, BIG], 1e30),
    "quotients of quotients": (lambda a, b, c: (a / c) / (b / b), [1e30, BIG, 1e25], 1e5),
    "a logarithm of a power": (lambda a: tf.log(tf.exp(a)), [1000.0], np.inf),
    "a product of powers": (lambda a, b: tf.exp(a) * tf.exp(b), [1000.0, -1000.0], np.nan),
    "a root of a square": (lambda a: tf.sqrt(tf.square(a)), [1e30], np.inf),
    "a quotient by a constant": (lambda a: a / 41.0, [287.0], 7.0),
    "whole quotients by a constant": (lambda a: a // 41.0, [287.0], 7.0),
    "whole quotients by one number": (lambda a, b: a // b, [287.0, 41.0], 7.0),
    "quotients that avoid 0": (lambda a, b: tf.div_no_nan(a, b), [287.0, 41.0], 7.0),
    "a mean": (lambda a: tf.reduce_mean(tf.ones([41]) * a[0]), [1.0], 1.0),
    "a mean of pixels": (lambda a: tf.nn.avg_pool(tf.ones([1, 7, 7, 1]) * a[0], 7, 1, "VALID"), [1.0], 1.0),
    "steps of quantized numbers": (lambda a: tf.fake_quant_with_min_max_args(a, -1.5, 2.5), [0.0], 0.0),
}


@pytest.mark.parametrize("name", CASES)
def test_compiled_code_computes_each_operation_as_it_is(name):
    compute, given, expected = CASES[name]
    with tf.Graph().as_default(), tf.Session() as session:
        inputs = [tf.placeholder(tf.float32, [3] if i == 0 else [1]) for i in range(len(given))]
        result = compute(*inputs)
        feeds = {x: np.full(x.shape.as_list(), value, np.float32) for x, value in zip(inputs, given, strict=True)}
        np.testing.assert_allclose(
            session.run(result, feeds), expected, rtol=0 if expected in (7.0, 1.0, 0.0) else 1e-6
        )


def test_what_a_run_adds_to_a_variable_is_rounded_each_time():
    with tf.Graph().as_default(), tf.Session() as session:
        total = tf.get_variable("total", initializer=3.0, use_resource=True)
        session.run(tf.global_variables_initializer())
        with tf.control_dependencies([total.assign_add(1e8)]):
            step = total.assign_sub(1e8)
        session.run(step.op)
        assert session.run(total) == 0


def test_the_least_integer_has_no_absolute_value():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.int32, [2])
        assert session.run(tf.abs(x) >= 0, {x: [-(2**31), -1]}).tolist() == [False, True]
