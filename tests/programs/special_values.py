"""Values that kernels differ in: NaN, infinities, -0, what does not fit, the least and the greatest number; complex ones.

The second run has other sizes, so that NumPy does what was compiled for the first.
"""

import numpy as np

TYPES = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool"


def build(tf):
    def named(name, tensor):
        tf.identity(tensor, name="value_" + name)

    f = tf.placeholder(tf.float32, [None], name="f")
    for name in TYPES.split():
        named("float_to_" + name, tf.cast(f, getattr(tf, name)))
    named("saturated", tf.saturate_cast(f, tf.int16))
    for alpha in (1.5, 0.2, -0.3):
        leaky = tf.nn.leaky_relu(f, alpha)
        named(f"leaky_{round(10 * alpha)}", leaky)
        named(f"leaky_{round(10 * alpha)}_grad", tf.gradients(leaky, f)[0])
    named("leaky_double", tf.nn.leaky_relu(tf.cast(f, tf.float64), 0.3))
    named("sign", tf.sign(f))
    named("abs_grad", tf.gradients(tf.abs(f), f)[0])
    g = tf.reverse(f, [0])
    named("floordiv", f // g)
    named("larger", tf.maximum(f, g))
    named("smaller", tf.minimum(f, g))
    named("larger_grad", tf.gradients(tf.maximum(f, g), f)[0])

    m = tf.placeholder(tf.float32, [None, 4], name="m")
    for name in ("reduce_max", "reduce_min", "reduce_euclidean_norm"):
        reduce = getattr(tf.math, name)
        named(name, reduce(m, 1))
        named(name + "_nowhere", reduce(m, []))
    named("masked", tf.cast(m > 1, tf.float32) * m)
    named("max_grad", tf.gradients(tf.reduce_max(m, 1), m)[0])
    named("argmax", tf.argmax(m, 1))
    named("argmin", tf.argmin(m, 1))
    named("in_top", tf.nn.in_top_k(m, tf.argmax(m, 1), 1))
    zeros = m * 0 * [[-1.0, 1.0, -1.0, 1.0]]
    named("top_places", tf.nn.top_k(tf.where(tf.is_nan(zeros), tf.zeros_like(m), zeros), 3)[1])
    ids = tf.zeros_like(m[:, 0], tf.int32)
    named("segment_max", tf.math.segment_max(m, ids))

    h = tf.placeholder(tf.float16, [None], name="h")
    named("half_total", tf.cumsum(h))
    named("half_total_before", tf.cumsum(h, exclusive=True, reverse=True))
    named("half_moments", tf.stack(tf.nn.weighted_moments(h, [0], tf.constant(3.0, tf.float16))))

    c = tf.placeholder(tf.complex64, [None], name="c")
    for name in ("tanh", "sigmoid", "abs"):
        y = getattr(tf, name)(c)
        named(f"complex_{name}_grad", tf.gradients(y, c, tf.ones_like(y))[0])
    product = tf.reduce_prod(c)
    named("complex_prod_grad", tf.gradients(product, c, tf.ones_like(product))[0])
    named("complex_bits", tf.bitcast(c, tf.int16))
    named("complex_of_bits", tf.bitcast(tf.bitcast(c, tf.float32), tf.complex64))
    named("complex_to_uint8", tf.cast(c, tf.uint8))
    named("complex_mean_of_none", tf.reduce_mean(c[:0]))

    i = tf.placeholder(tf.int32, [None], name="i")
    places = tf.constant([-1, 0, 31, 32, 100], name="places")
    named("left", tf.bitwise.left_shift(i[:, None], places))
    named("right", tf.bitwise.right_shift(i[:, None], places))
    named("power", tf.pow(i[:, None], tf.constant([0, 5, 64, 100, 2**31 - 1], name="powers")))
    named("segment_mean", tf.math.segment_mean(i, tf.zeros_like(i)))
    named("mean_of_none", tf.reduce_mean(i[:0]))
    b = tf.cast(i, tf.int8)
    named("byte_norm", tf.math.reduce_euclidean_norm(b))
    named("byte_left", tf.bitwise.left_shift(b, b))

    for name in ("relu", "relu6"):
        named(name + "_grad", tf.gradients(getattr(tf.nn, name)(g), g, f)[0])


NAN, INF = float("nan"), float("inf")
FLOATS = [0.0, -0.0, 1.0, -1.0, 2.7, -2.7, INF, -INF, NAN, 127.5, -129.0, 255.5, 256.0, 300.0, 65536.0, -32769.0]
FLOATS += [-7.5, 2147483648.0, -2147483648.0, -2147483904.0, 4294967296.0, 9.3e18, -9.3e18, 2e19, 16777217.0, 2.0, 3.0]
ROWS = [[1, NAN, 2, 2], [NAN] * 4, [INF, INF, NAN, -INF], [NAN, 1, 5, 5], [-INF] * 4, [-3, -1, -2, -1], [0, INF, 1, 2]]
COMPLEX = [1 + 0.5j, -0.5 + 1j, 0.25 - 2j, -1 - 1j, 300 + 1j, 0j]
INTEGERS = [1, 0, -1, 2, -7, 3, 33, -128, 2**31 - 1, -(2**31), 7, 7, 7]


def _feeds(count):
    return {
        "f:0": np.array(FLOATS[:count], np.float32),
        "m:0": np.array(ROWS[: count // 2], np.float32),
        "h:0": np.linspace(-1, 30, 20 * count).astype(np.float16),
        "c:0": np.array(COMPLEX[: count // 2], np.complex64),
        "i:0": np.array(INTEGERS[:count], np.int32),
    }


NAMES = """
float_to_int8 float_to_int16 float_to_int32 float_to_int64 float_to_uint8 float_to_uint16
float_to_uint32 float_to_uint64 float_to_bool saturated leaky_15 leaky_15_grad leaky_2 leaky_2_grad
leaky_-3 leaky_-3_grad leaky_double sign abs_grad floordiv larger smaller larger_grad reduce_max
reduce_max_nowhere reduce_min reduce_min_nowhere reduce_euclidean_norm reduce_euclidean_norm_nowhere
masked max_grad argmax argmin in_top top_places segment_max half_total half_total_before
half_moments complex_tanh_grad complex_sigmoid_grad complex_abs_grad complex_prod_grad complex_bits
complex_of_bits complex_to_uint8 complex_mean_of_none left right power segment_mean mean_of_none
byte_norm byte_left relu_grad relu6_grad
""".split()
RUNS = [([f"value_{name}:0" for name in NAMES], _feeds(count)) for count in (len(FLOATS), 9)]
