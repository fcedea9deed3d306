"""When two values count as equal: exactly for whole numbers, booleans and strings, to rounding for floats.

How far apart floats may be follows from the dtype, from how much a function magnifies the rounding of its inputs, and, for
sums, from the size of what is added up.
"""

import numpy as np

RTOL = {"float16": 4e-3, "bfloat16": 4e-2, "float32": 2e-5, "float64": 1e-10, "complex64": 4e-5, "complex128": 1e-10}

# Functions that approximate: XLA's and Eigen's polynomials differ by more than the last bits. {call: factor on RTOL}
APPROXIMATE = {
    "tf.lgamma": 20,
    "tf.digamma": 20,
    "tf.igamma": 50,
    "tf.igammac": 50,
    "tf.betainc": 50,
    "tf.zeta": 50,
    "tf.polygamma": 100,
    "tf.math.ndtri": 50,
    "tf.pow": 10,
    "operator.pow": 10,
    "tf.tan": 10,
}
# What solves or inverts magnifies rounding by the condition number, which the generator does not bound.
ILL = {
    "tf.matrix_inverse": 1e3,
    "tf.matrix_solve": 1e3,
    "tf.matrix_solve_ls": 1e3,
    "tf.matrix_triangular_solve": 1e2,
    "tf.cholesky_solve": 1e3,
    "tf.cholesky": 1e2,
    "tf.matrix_determinant": 1e2,
    "tf.linalg.logdet": 1e2,
    "tf.linalg.slogdet": 1e2,
    "tf.linalg.expm": 1e2,
    "tf.linalg.logm": 1e2,
    "tf.svd": 1e2,
    "tf.self_adjoint_eigvals": 1e2,
    "product": 1e2,
    "tf.gradients": 10,
    "through": 10,
    "through_weights": 10,
    "tf.nn.depthwise_conv2d_native_backprop_filter": 10,
    "tf.while_loop": 10,
    "train": 10,
    "rnn": 10,
}

# Eigen computes log(1 + x) and exp(x) - 1 as they are written: near 0 what it returns is off by the rounding of 1.
AROUND_ONE = frozenset(
    """tf.log_sigmoid tf.nn.softplus tf.log1p tf.expm1 tf.nn.selu tf.nn.elu tf.reduce_logsumexp tf.math.cumulative_logsumexp
    tf.nn.log_softmax tf.nn.softmax_cross_entropy_with_logits tf.nn.softmax_cross_entropy_with_logits_v2
    tf.nn.sparse_softmax_cross_entropy_with_logits tf.nn.sigmoid_cross_entropy_with_logits tf.atanh tf.asinh tf.acosh
    tf.nn.weighted_cross_entropy_with_logits tf.losses.log_loss tf.erf tf.math.erfc tf.lgamma tf.sinh dense tf.tanh
    tf.nn.swish tf.nn.ctc_loss tf.nn.ctc_beam_search_decoder""".split()
)


def difference(expected, got, call="", scale=0.0):
    """What is different, in a few words, or "". call: what computed it.  scale: the size of what it added up."""
    if str(expected.dtype) != str(got.dtype):
        return f"dtype {got.dtype}, not {expected.dtype}"
    if expected.shape != got.shape:
        return f"shape {got.shape}, not {expected.shape}"
    name = str(expected.dtype)
    if name not in RTOL:
        return "" if np.array_equal(expected, got) else "values differ"
    if call in AROUND_ONE:
        scale = max(scale, 1.0)
    if call == "initial":  # a number from 0 to 1 is stretched over the range and its lower end added
        scale = max(scale, size_of(expected))
    if call.startswith("tf.image.") and name == "float64":
        name = "float32"  # which TensorFlow computes them in
    rtol = RTOL[name] * APPROXIMATE.get(call, 1) * ILL.get(call, 1)
    with np.errstate(all="ignore"):
        if expected.dtype.kind == "c":
            parts = [
                (expected.real, got.real, " in the real part"),
                (expected.imag, got.imag, " in the imaginary part"),
            ]
            largest = np.maximum(_finite(expected.real), _finite(expected.imag))
        else:
            wide = np.float64
            parts = [(expected.astype(wide), got.astype(wide), "")]
            largest = 0.0
        for a, b, where in parts:
            allowed = rtol * (np.maximum(_finite(a), largest) + scale) + np.finfo(np.float32).tiny
            close = (
                (a == b) | (np.isnan(a) & np.isnan(b)) | (np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= allowed))
            )
            if not np.all(close):
                worst = np.argwhere(~np.atleast_1d(close))[0].tolist()
                found, wanted = np.atleast_1d(b)[tuple(worst)], np.atleast_1d(a)[tuple(worst)]
                return f"values differ{where} at {worst}: {found}, not {wanted}"
    return ""


def size_of(array):
    """The largest finite magnitude in an array of numbers, times how many there are: no sum of them is larger."""
    array = np.asarray(array)
    if array.dtype.kind in "OSUb" or not array.size:
        return 0.0
    with np.errstate(all="ignore"):
        found = np.abs(array.astype(np.complex128 if array.dtype.kind == "c" else np.float64))
        return float(_finite(found).max(initial=0.0))


def _finite(a):
    return np.where(np.isfinite(a), np.abs(a), 0.0)
