"""Arithmetic, element by element with broadcasting: add, subtract, multiply, negative, square, add_n."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import as_shape, unknown_shape
from graphlab._src.graph import IndexedSlices, Tensor, constant, convert_to_tensor
from graphlab._src.ops.broadcasting import Reductions, same_static_shape
from graphlab._src.ops.complex import conj
from graphlab._src.ops.define import SHAPE, op, same_as_input
from graphlab._src.ops.identity import identity
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.rules import broadcast, merged_inputs

COMPLEX = frozenset({dtypes.complex64, dtypes.complex128})
SIGNED = dtypes.FLOATING | {dtypes.int32, dtypes.int64}
COMMON = dtypes.FLOATING | {dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64} | COMPLEX
COMMON16 = COMMON | {dtypes.uint16}


def _add_grad(op, dz):
    x, y = op.inputs
    if same_static_shape(x, y, dz):
        return [dz, dz]
    back = Reductions(x, y, dz)
    return [back.to_x(dz), back.to_y(dz)]


@op(
    "AddV2",
    "x: T, y: T -> z: T",
    types={"T": COMMON},
    infer=broadcast,
    fold=np.add,
    commutative=True,
    grad=_add_grad,
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.add, "fdil"),
)
def add_v2(x, y):
    """x + y, element by element, broadcasting."""
    return jnp.add(x, y)


@op(
    "Add",
    "x: T, y: T -> z: T",
    types={"T": COMMON | {dtypes.string}},
    infer=broadcast,
    fold=np.add,
    grad=_add_grad,
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.add, "fdil"),
)
def add(x, y):
    """x + y, element by element, broadcasting; strings are joined."""
    return (np if getattr(x, "dtype", None) == np.object_ else jnp).add(x, y)


def _sub_grad(op, dz):
    x, y = op.inputs
    if same_static_shape(x, y, dz):
        return [dz, -dz]
    back = Reductions(x, y, dz)
    return [back.to_x(dz), back.to_y(-dz)]


@op(
    "Sub",
    "x: T, y: T -> z: T",
    types={"T": COMMON16},
    infer=broadcast,
    fold=np.subtract,
    grad=_sub_grad,
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.subtract, "fdil"),
)
def subtract(x, y):
    """x - y, element by element, broadcasting."""
    return jnp.subtract(x, y)


def _mul_grad(op, dz):
    x, y = op.inputs
    if same_static_shape(x, y, dz) and dz.dtype.base_dtype in (dtypes.int32, dtypes.float32):
        return [multiply(dz, y), multiply(dz, x)]
    back = Reductions(x, y, dz)
    x, y = conj(x), conj(y)
    return [back.to_x(multiply(dz, y)), back.to_y(multiply(x, dz))]


@op(
    "Mul",
    "x: T, y: T -> z: T",
    types={"T": COMMON16},
    infer=broadcast,
    fold=np.multiply,
    commutative=True,
    grad=_mul_grad,
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.multiply, "fdil"),
)
def multiply(x, y):
    """x · y, element by element, broadcasting."""
    return _product(x, y)


def _product(x, y):
    """x · y. Of whole numbers without their signs, which comes to the same.

    XLA assumes that the product of a number with itself is not negative, also where it overflows: abs(x · x) could be
    negative, and x · x < 0 never true.
    """
    if not isinstance(x, jax.Array) or not jnp.issubdtype(x.dtype, jnp.signedinteger):
        return jnp.multiply(x, y)
    unsigned = jnp.dtype(f"u{x.dtype}")
    return jnp.multiply(x.astype(unsigned), jnp.asarray(y).astype(unsigned)).astype(x.dtype)


@op(
    "Neg",
    "x: T -> y: T",
    types={"T": SIGNED | COMPLEX},
    infer=same_as_input(0),
    fold=np.negative,
    grad=lambda op, dy: [-dy],
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.negative),
)
def negative(x):
    """-x, element by element."""
    return jnp.negative(x)


def _square_grad(op, dy):
    x = op.inputs[0]
    with dy.graph.control_dependencies([dy]):
        x = conj(x)
        two = constant(2.0, x.dtype.base_dtype)
        return [multiply(dy, multiply(x, two))]


@op(
    "Square",
    "x: T -> y: T",
    types={"T": SIGNED | COMPLEX},
    infer=same_as_input(0),
    fold=np.square,
    grad=_square_grad,
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.square),
)
def square(x):
    """x · x, element by element."""
    return _product(x, x)


def _squared_difference_grad(op, dz):
    x, y = op.inputs
    with dz.graph.control_dependencies([dz]):
        dx = scalar_mul(2.0, dz) * (x - y)
    if same_static_shape(x, y, dz):
        return [dx, -dx]
    back = Reductions(x, y, dz)
    return [back.to_x(dx), -back.to_y(dx)]


def _squared_difference_in_numpy(x, y):
    difference = x - y
    return difference * np.conj(difference)


@op(
    "SquaredDifference",
    "x: T, y: T -> z: T",
    types={"T": SIGNED | COMPLEX},
    infer=broadcast,
    commutative=True,
    grad=_squared_difference_grad,
    vectorize="elementwise",
    numpy=_squared_difference_in_numpy,
)
def squared_difference(x, y):
    """(x - y)², element by element, broadcasting."""
    difference = jnp.subtract(x, y)
    return jnp.conj(difference) * difference if jnp.iscomplexobj(difference) else _product(difference, difference)


def scalar_mul(scalar, x, name=None):
    """scalar · x, where scalar is a single number.

    x: a tensor or IndexedSlices.
    """
    scalar = convert_to_tensor(scalar, x.dtype.base_dtype, name="scalar")
    if scalar.dims != ():
        raise ValueError(f"Only scalar multiply works, got shape {scalar.shape}")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(multiply(scalar, x.values, name), x.indices, x.dense_shape)
    return multiply(scalar, x, name)


def _sum(inputs):
    if hasattr(inputs[0], "zeros_like"):  # lists of tensors, or Optionals
        return sum(inputs[1:], inputs[0])
    for i, item in enumerate(inputs):
        if shapes.differ(inputs[0].shape, item.shape):
            raise ValueError(
                "Inputs to operation AddN must have the same size and shape.  Input 0: "
                f"{shapes.text(inputs[0].shape)} != input {i}: {shapes.text(item.shape)}"
            )
    return functools.reduce(jnp.add, inputs)


def _sum_in_numpy(*inputs):
    first = inputs[0]
    if first.dtype.char not in "fdil" or any(value.shape != first.shape for value in inputs):
        return None
    return functools.reduce(np.add, inputs)


@op(
    "AddN",
    "inputs: N*T -> sum: T",
    types={"T": dtypes.NUMERIC | {dtypes.variant}},
    infer=merged_inputs,
    commutative=True,
    grad=lambda op, dy: [dy] * len(op.inputs),
    vectorize="elementwise",
    numpy=lambda inputs: sum(inputs[1:], inputs[0]),
    interpret=_sum_in_numpy,
    minimums={"N": 1},
    lists=True,
)
def _add_n(inputs):
    """The sum of tensors of one shape."""
    return _sum(inputs)


def _tensors(inputs, allowed):
    kinds = "Tensor/IndexedSlices" if IndexedSlices in allowed else "Tensor"
    message = f"inputs must be a list of at least one {kinds} with the same dtype and shape"
    if not inputs or not isinstance(inputs, (list, tuple)):
        raise ValueError(message)
    inputs = [item if isinstance(item, IndexedSlices) else convert_to_tensor(item) for item in inputs]
    if not all(isinstance(item, allowed) for item in inputs):
        raise ValueError(message)
    return inputs


@overridable
def add_n(inputs, name=None):
    """The sum of `inputs`, a list of tensors or IndexedSlices of one shape and dtype; ValueError for other lists."""
    inputs = _tensors(inputs, (Tensor, IndexedSlices))
    if len(inputs) == 1:
        value = convert_to_tensor(inputs[0])
        return identity(value, name=name) if name else value
    return _add_n(inputs, name=name)


@op(
    "AccumulateNV2",
    "inputs: N*T -> sum: T",
    types={"T": dtypes.NUMERIC},
    infer=lambda op: op.attrs["shape"],
    commutative=True,
    grad=lambda op, dy: [dy] * len(op.inputs),
    minimums={"N": 1},
)
def _accumulate_n(inputs, *, shape: SHAPE):
    """The sum of tensors of one shape."""
    return _sum(inputs)


def accumulate_n(inputs, shape=None, tensor_dtype=None, name=None):
    """The sum of a list of tensors of one shape and dtype.

    inputs: the list; ValueError unless it has at least one.  shape: what is known of theirs.
    tensor_dtype: TypeError unless the tensors have it.
    """
    inputs = _tensors(inputs, (Tensor,))
    if any(item.dtype.base_dtype is not inputs[0].dtype.base_dtype for item in inputs):
        raise ValueError("inputs must be a list of at least one Tensor with the same dtype and shape")
    known = unknown_shape() if shape is None else as_shape(shape)
    for item in inputs:
        known = known.merge_with(item.shape)
    if tensor_dtype is not None and dtypes.as_dtype(tensor_dtype) != inputs[0].dtype.base_dtype:
        raise TypeError(f"tensor_dtype is {tensor_dtype}, but input is of type {inputs[0].dtype}")
    if len(inputs) == 1:
        return inputs[0] if name is None else identity(inputs[0], name=name)
    return _accumulate_n(inputs, shape=known.sizes, name=name)
