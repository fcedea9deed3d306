"""Operations on each element: functions of one number and of two, comparisons, logic, bits, casts."""

import numpy as np

from tests.soak.families.family import dtype, family
from tests.soak.programs import together
from tests.soak.values import COMPLEX, FLOATS, NUMBERS, REAL, WHOLE

FAMILIES = []

OF_FLOATS = [
    "tf.exp", "tf.expm1", "tf.log", "tf.log1p", "tf.sqrt", "tf.rsqrt", "tf.sin", "tf.cos", "tf.tan", "tf.asin", "tf.acos",
    "tf.atan", "tf.sinh", "tf.cosh", "tf.tanh", "tf.asinh", "tf.acosh", "tf.atanh", "tf.sigmoid", "tf.floor", "tf.ceil",
    "tf.round", "tf.math.rint", "tf.erf", "tf.math.erfc", "tf.lgamma", "tf.digamma", "tf.math.reciprocal", "tf.math.bessel_i0e",
    "tf.math.bessel_i1e", "tf.nn.relu", "tf.nn.relu6", "tf.nn.elu", "tf.nn.selu", "tf.nn.softplus", "tf.nn.softsign",
    "tf.nn.leaky_relu", "tf.nn.swish", "tf.log_sigmoid", "tf.nn.crelu", "tf.nn.l2_loss", "tf.math.ndtri",
]  # fmt: skip
OF_NUMBERS = [
    "tf.abs", "tf.negative", "tf.square", "tf.sign", "tf.identity", "tf.zeros_like", "tf.ones_like", "tf.stop_gradient",
    "tf.math.conj", "tf.debugging.is_strictly_increasing", "tf.debugging.is_non_decreasing", "tf.shape_n", "operator.neg",
    "operator.abs", "tf.convert_to_tensor",
]  # fmt: skip
OF_COMPLEX = [
    "tf.exp", "tf.log", "tf.sqrt", "tf.sin", "tf.cos", "tf.tan", "tf.sinh", "tf.cosh", "tf.tanh", "tf.sigmoid", "tf.rsqrt",
    "tf.log1p", "tf.expm1", "tf.asinh", "tf.acosh", "tf.atanh", "tf.sign", "tf.math.reciprocal", "tf.math.conj", "tf.square",
]  # fmt: skip
TO_BOOL = ["tf.math.is_nan", "tf.math.is_inf", "tf.math.is_finite"]
OF_TWO = [
    "tf.add", "tf.subtract", "tf.multiply", "tf.divide", "tf.truediv", "tf.realdiv", "tf.floordiv", "tf.floormod", "tf.mod",
    "tf.truncatediv", "tf.truncatemod", "tf.pow", "tf.maximum", "tf.minimum", "tf.math.squared_difference", "tf.div",
    "tf.floor_div", "operator.add", "operator.sub", "operator.mul", "operator.truediv", "operator.floordiv", "operator.mod",
    "operator.pow",
]  # fmt: skip
OF_TWO_FLOATS = [
    "tf.atan2", "tf.div_no_nan", "tf.math.xdivy", "tf.math.xlogy", "tf.igamma", "tf.igammac", "tf.zeta", "tf.polygamma",
]  # fmt: skip
COMPARISONS = [
    "tf.equal", "tf.not_equal", "tf.less", "tf.less_equal", "tf.greater", "tf.greater_equal", "operator.lt", "operator.le",
    "operator.gt", "operator.ge", "tf.math.approximate_equal",
]  # fmt: skip
LOGIC = ["tf.logical_and", "tf.logical_or", "tf.math.logical_xor", "operator.and_", "operator.or_", "operator.xor"]
BITS = [
    "tf.bitwise.bitwise_and", "tf.bitwise.bitwise_or", "tf.bitwise.bitwise_xor", "tf.bitwise.left_shift",
    "tf.bitwise.right_shift",
]  # fmt: skip
INTEGER_DIVISIONS = {"tf.divide", "tf.truediv", "operator.truediv"}
CASTS = (*REAL, *COMPLEX, "bool")
REAL_PART = {"complex64": "float32", "complex128": "float64"}
WIDENED = {
    "int8": "float32",
    "uint8": "float32",
    "int16": "float32",
    "uint16": "float32",
    "int32": "float64",
    "int64": "float64",
}


@family(FAMILIES, 9)
def one_float(m):
    name, x = m.choice(OF_FLOATS), m.any(FLOATS)
    if name == "tf.nn.leaky_relu" and m.chance(0.7):
        m.emit(name, x, m.choice([0.1, 0.0, 1.0, 2.5, -0.5]), outs=[(x.dtype, x.shape)])
        return
    shape = x.shape
    if name == "tf.nn.l2_loss":
        shape = []
    elif name == "tf.nn.crelu":
        shape = None if not x.shape else [*x.shape[:-1], 2 * x.shape[-1]]
    m.emit(name, x, outs=[(x.dtype, shape)] if shape is not None else ())


@family(FAMILIES, 3)
def one_number(m):
    name, x = m.choice(OF_NUMBERS), m.any(NUMBERS)
    if "debugging" in name:
        m.emit(name, x, outs=[("bool", [])])
    elif name == "tf.shape_n":
        y = m.any(NUMBERS, known=False)
        m.emit(name, [x, m.any([x.dtype])] if m.chance(0.5) else [x, y])
    else:
        kind = REAL_PART.get(x.dtype, x.dtype) if "abs" in name else x.dtype
        m.emit(name, x, outs=[(kind, x.shape)])


@family(FAMILIES, 2)
def one_complex(m):
    x = m.any(COMPLEX)
    m.emit(m.choice(OF_COMPLEX), x, outs=[(x.dtype, x.shape)])


@family(FAMILIES, 1)
def parts_of_complex(m):
    if m.chance(0.6):
        x = m.any(COMPLEX)
        m.emit(
            m.choice(["tf.math.real", "tf.math.imag", "tf.angle", "tf.abs"]), x, outs=[(REAL_PART[x.dtype], x.shape)]
        )
    else:
        x = m.any(["float32", "float64"])
        kind = "complex64" if x.dtype == "float32" else "complex128"
        m.emit("tf.complex", x, m.any([x.dtype], shape=x.shape), outs=[(kind, x.shape)])


@family(FAMILIES, 1)
def questions(m):
    x = m.any(FLOATS, known=False)
    m.emit(m.choice(TO_BOOL), x, outs=[("bool", x.shape)])


@family(FAMILIES, 8)
def two_numbers(m):
    name, x = m.choice(OF_TWO), m.any(NUMBERS)
    y, shape = m.partner(x)
    kind = WIDENED.get(x.dtype, x.dtype) if name in INTEGER_DIVISIONS else x.dtype
    if m.chance(0.3):
        x, y = y, x
    m.emit(name, x, y, outs=[(kind, shape)])


@family(FAMILIES, 2)
def with_python_number(m):
    x = m.any(NUMBERS)
    name = m.choice([name for name in OF_TWO if name.startswith("operator")])
    number = m.choice([0, 1, 2, -1, 3, 0.5, 2.0, -1.5])
    if x.dtype in WHOLE and m.chance(0.9):
        number = int(number)
    kind = WIDENED.get(x.dtype, x.dtype) if name in INTEGER_DIVISIONS else x.dtype
    arguments = [number, x] if m.chance(0.4) else [x, number]
    m.emit(name, *arguments, outs=[(kind, x.shape)])


@family(FAMILIES, 2)
def two_floats(m):
    name, x = m.choice(OF_TWO_FLOATS), m.any(FLOATS)
    y, shape = m.partner(x)
    m.emit(name, x, y, outs=[(x.dtype, shape)])


@family(FAMILIES, 3)
def comparisons(m):
    x = m.any((*REAL, "bool", "string", *COMPLEX) if m.chance(0.2) else REAL)
    y, shape = m.partner(x)
    m.emit(m.choice(COMPARISONS), x, y, outs=[("bool", shape)])


@family(FAMILIES, 1)
def logic(m):
    x = m.any(["bool"])
    if m.chance(0.2):
        m.emit(m.choice(["tf.logical_not", "operator.invert"]), x, outs=[("bool", x.shape)])
        return
    y, shape = m.partner(x)
    m.emit(m.choice(LOGIC), x, y, outs=[("bool", shape)])


@family(FAMILIES, 1)
def bits(m):
    x = m.any(WHOLE)
    if m.chance(0.15):
        m.emit("tf.bitwise.invert", x, outs=[(x.dtype, x.shape)])
        return
    y, shape = m.partner(x)
    m.emit(m.choice(BITS), x, y, outs=[(x.dtype, shape)])


@family(FAMILIES, 5)
def casts(m):
    x, to = m.any(CASTS), m.dtype(CASTS)
    if m.chance(0.15) and x.dtype in REAL and to in REAL:
        m.emit("tf.saturate_cast", x, dtype(to), outs=[(to, x.shape)])
    else:
        m.emit("tf.cast", x, dtype(to), outs=[(to, x.shape)])


@family(FAMILIES, 1)
def bitcasts(m):
    pairs = [
        ("float32", "int32"), ("float64", "int64"), ("int16", "float16"), ("int32", "float32"), ("complex64", "int64"),
        ("uint8", "int8"), ("complex64", "float64"), ("int64", "float64"),
    ]  # fmt: skip
    old, new = m.choice(pairs)
    x = m.any([old])
    if m.chance(0.2):
        m.emit("tf.bitcast", x, dtype(m.choice(REAL)))
    else:
        m.emit("tf.bitcast", x, dtype(new), outs=[(new, x.shape)])


@family(FAMILIES, 3)
def clips(m):
    x = m.any(REAL)
    low = m.choice([-1, 0, 1])
    kind = m.choice(["value", "value", "norm", "average"])
    if kind == "value":
        m.emit("tf.clip_by_value", x, low, low + m.choice([0, 1, 2]), outs=[(x.dtype, x.shape)])
        return
    x = m.any(["float32", "float64"])
    name = "tf.clip_by_norm" if kind == "norm" else "tf.clip_by_average_norm"
    m.emit(name, x, m.choice([0.5, 1.0, 3.0]), outs=[(x.dtype, x.shape)])


@family(FAMILIES, 3)
def where(m):
    x = m.any(NUMBERS, known=True)
    y = m.any([x.dtype], shape=x.shape)
    if m.chance(0.5):
        condition = m.any(["bool"], shape=x.shape[:1] if m.chance(0.3) and x.rank else x.shape)
        m.emit(m.choice(["tf.where", "tf.compat.v1.where"]), condition, x, y, outs=[(x.dtype, x.shape)])
    else:
        condition = m.any(["bool"])
        shape = together(condition.shape, x.shape)
        m.emit("tf.where_v2", condition, x, y, outs=[(x.dtype, shape)] if shape is not None else ())


@family(FAMILIES, 1)
def sums_of_many(m):
    x = m.any(NUMBERS)
    others = [m.any([x.dtype], shape=x.shape) for _ in range(m.int(0, 3))]
    m.emit(m.choice(["tf.add_n", "tf.accumulate_n"]), [x, *others], outs=[(x.dtype, x.shape)])


@family(FAMILIES, 1)
def betainc(m):
    x = m.any(["float32", "float64"])
    m.emit(
        "tf.betainc", m.leaf(x.dtype, x.shape, "unit"), m.leaf(x.dtype, x.shape, "unit"), x, outs=[(x.dtype, x.shape)]
    )


@family(FAMILIES, 1)
def quantized_in_training(m):
    x = m.any(["float32"])
    if m.chance(0.5):
        m.emit("tf.fake_quant_with_min_max_args", x, -2.0, 3.0, m.choice([4, 8]), outs=[("float32", x.shape)])
    else:
        low, high = m.value(np.float32(-1.5)), m.value(np.float32(2.5))
        m.emit("tf.fake_quant_with_min_max_vars", x, low, high, 8, m.chance(0.5), outs=[("float32", x.shape)])
