"""The differences that are expected, each with its reason; docs/differences.md says them to users."""

import re

# (kind, pattern of the call, pattern of the detail, reason)
TABLE = [
    (
        "missing error",
        "",
        r"No OpKernel was registered|Could not find valid device|not supported on|Unsupported",
        "more types run than in TensorFlow",
    ),
    (
        "missing error",
        "batch_norm|fused_inference",
        r"does not have output",
        "TensorFlow's graph optimizer breaks the node",
    ),
    (
        "error",
        "gradients",
        r"None values not supported.*'NoneType' object has no attribute 'op'",
        "gradients of None are refused in words",
    ),
    (
        "error",
        "rnn",
        r"as_list\(\) is not defined.*not subscriptable",
        "a sequence of unknown rank is refused in words",
    ),
    ("value", "fft", r"(nan|inf)", "how NaN and inf spread in a Fourier transform follows from its order of sums"),
    ("value", "avg_pool", "not inf", "TensorFlow adds up float16 numbers as such, and they overflow"),
    ("missing error", "log_softmax", "unsupported operand type", "TensorFlow fails on an axis given from the end"),
    (
        "missing error",
        "tf.split",
        r"can't split axis.*\], \?",
        "TensorFlow infers a split along a fed axis as one along the last",
    ),
    ("shape less known", "tf.split", "", "TensorFlow infers a split along a fed axis as one along the last"),
    ("value", "svd", r"t\d+\.[12]: values", "singular vectors are unique up to signs"),
    ("missing error", "cond", "Retval.0. does not have value", "TensorFlow's graph optimizer breaks a nested cond"),
    ("missing error", "irfft", "Cannot infer num from shape", "more shapes are taken than in TensorFlow"),
    (
        "missing error",
        "argsort",
        "Requires start <= limit when delta > 0",
        "TensorFlow fails on an axis given from the start",
    ),
    ("unexpected error", "getitem", "valid indices, got (True|False)", "a bool is no index"),
    ("unexpected error", "constant", "does not fit", "a number that a type cannot hold is refused"),
    (
        "value",
        "cumprod|reduce_prod|tensordot|matmul|multiply|operator.mul",
        r"(real|imaginary) part .*(nan|inf)",
        "which part of a complex product with infinity is NaN follows from the order of sums",
    ),
    (
        "value",
        "truediv|realdiv|tf.div|reciprocal|log1p",
        "(real|imaginary) part .*(nan|inf)",
        "complex quotients by 0 and by infinity, and log1p of infinity, have the exact value",
    ),
    (
        "value",
        "matmul|conv|tensordot|einsum",
        "differ at .*(inf, not nan|nan, not -?inf)",
        "whether infinities of both signs meet in a sum of products follows from its order and rounding",
    ),
    ("value", "tf.expm1", "", "TensorFlow's complex expm1 is not exp(z) - 1"),
    ("missing error", "softmax", "unsupported operand type", "TensorFlow fails on an axis where the rank is unknown"),
    ("missing error", "while_loop|case", "Retval.0. does not have value", "TensorFlow's graph optimizer breaks it"),
    ("value", "top_k|sort", "nan", "NaN counts as the largest"),
    ("value", "unsorted_segment_m(ax|in)", "nan", "NaN makes the extreme of its segment NaN"),
    (
        "unexpected error",
        "^operator",
        "has type int32 that does not match type u?int(8|16)",
        "a number that does not fit",
    ),
    ("missing error", "searchsorted", "Leading dim_size of both", "TensorFlow cannot search for nothing in one row"),
    (
        "missing error",
        "gradients",
        "No gradient defined for operation .*(FakeQuant|SoftsignGrad|LRNGrad|Dilation2D|Resize|Vjp|TruncateMod)",
        "more gradients are defined than in TensorFlow",
    ),
    (
        "value",
        "igamma|zeta",
        "not nan|: [0-9.]+e-0[4-9], not [0-9.]+e-0[4-9]",
        "computed in double precision, and 0 where the result underflows",
    ),
    ("value", "lrn", "nan|inf", "how infinities spread to other channels follows from the order of sums"),
    ("value", "mod", ": 0.0, not nan", "TensorFlow takes the least numbers for 0 here"),
    ("value", "sqrtm", "not nan", "TensorFlow's square root of some symmetric matrices is NaN"),
    ("value", "QuantizeAndDequantize", "nan, not", "NaN has no place in a range"),
    ("value", "through", "output .* is .*, not None", "more gradients than in TensorFlow"),
    ("missing error", "^through$", "'NoneType' object is not iterable|fast=False", "more gradients than in TensorFlow"),
    ("error", "^through$", "SparseSparse.*Grad.. takes 2 positional", "TensorFlow's gradient fails on its arguments"),
    (
        "missing error",
        "tf.constant",
        "No cast function available",
        "more types are taken for bfloat16 constants",
    ),
    (
        "missing error",
        "tan$|atan|realdiv",
        "Expected element type in shape|Invalid cast from floating|not in the list of allowed values: bfloat16",
        "TensorFlow's XLA device has no kernel, or its graph optimizer breaks it",
    ),
    ("missing error", "MatrixDiagV2", "number of rows of `diagonal`", "rows that are not known are left to the run"),
    ("unexpected error", "scatter_nd", "while built", "shapes that do not fit are refused before the run"),
    ("error", "tf.linalg.expm|tf.constant", "DataType|malformed string|expected number", "worded otherwise"),
    ("unexpected error", "tf.batch_gather", r"is not in \[0, ", "TensorFlow reads from another row"),
    (
        "missing error",
        "truediv|realdiv|tf.div|pow",
        "'Reciprocal' OpKernel|Invalid cast from floating point type to S",
        "TensorFlow's graph optimizer or its XLA device breaks a quotient of whole numbers",
    ),
    (
        "error",
        "operator.pow",
        "Integers to negative integer powers.*'Reciprocal' OpKernel",
        "TensorFlow's graph optimizer makes a quotient of it",
    ),
    (
        "error",
        "yuv|yiq|cells|rnn",
        "(Cannot take the length of shape|as_list).*'NoneType'",
        "a tensor of unknown rank is refused in words",
    ),
    ("unexpected error", "operator", "The value -?\\d+ does not fit", "a number that a type cannot hold is refused"),
    ("error", "expm", "not in list of allowed.*Subshape start out of bounds", "the type is looked at first"),
    ("shape more known", "tf.linalg.expm|keras_layer", "", "more of the shape follows"),
    ("unexpected error", "avg_pool", "Ksize must be > 0", "windows of no elements are refused"),
    (
        "value",
        "l2_normalize|rsqrt",
        "not nan",
        "TensorFlow's vector code takes 1 / sqrt(inf) for NaN, its scalar code for 0",
    ),
    ("value", "tf.sign", "not -?0.0", "TensorFlow's complex sign of numbers whose square is infinite is 0"),
    ("error", "unicode_script", "", "left out, and says so"),
    (
        "missing error",
        "^(through|tf.gradients)$",
        "No gradient defined for operation",
        "more gradients than in TensorFlow",
    ),
    ("missing error", "^through$", "customized CPU implementations", "gradients of convolutions with holes"),
    ("missing error", "^through$", "QrGrad not implemented", "more gradients than in TensorFlow"),
    ("missing error", "^through$", "Wrong input container", "TensorFlow loses TensorArrays of gradients of gradients"),
    ("missing error", "^through$", "'int' and 'NoneType'", "TensorFlow's gradient of patches needs known sizes"),
    (
        "value",
        "through|backprop",
        r": 0\.0, not -?\d(\.\d+)?e\+?\d\d",
        "of no numbers it returns memory that nobody wrote",
    ),
    ("value", "fractional_", r"values differ|^\[", "other windows are drawn, and one border more is known of them"),
    ("value", "extract_volume_patches", r"^\[.*\], not \[", "TensorFlow infers too low a rank from unknown sizes"),
    ("value", "ctc_loss", "not inf", "TensorFlow's probabilities underflow to 0 before their logarithm is taken"),
    ("error", "", r"not \['InvalidArgumentError', .No OpKernel was registered", "more types run than in TensorFlow"),
]


def reason(fault):
    """Why a fault is none, or ""."""
    for kind, call, detail, why in TABLE:
        if fault.kind == kind and re.search(call, fault.call) and re.search(detail, fault.detail):
            return why
    return ""
