"""Complex numbers: their parts and conjugates; real tensors are accepted too."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import overridable
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.broadcasting import back_to_operands
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.rules import broadcast

_COMPLEX = {dtypes.complex64, dtypes.complex128}


@op(
    "Conj",
    "input: T=complex64 -> output: T",
    types={"T": _COMPLEX},
    infer=same_as_input(0),
    fold=np.conj,
    grad=lambda op, dy: [raw_ops.Conj(dy)],
    vectorize="elementwise",
)
def _conj(input):
    """The number with the sign of its imaginary part turned."""
    return jnp.conj(input)


@overridable
def conj(x, name=None):
    """The complex conjugate of x, element by element; real tensors are returned as they are."""
    if isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_integer):
        return x
    with name_scope(name, "Conj", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return _conj(x, name=scope)
        if x.dtype.is_floating or x.dtype.is_integer:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")


def _zero(x):
    return convert_to_tensor(0, x.dtype)


def _with_parts(real, imag):
    kind = dtypes.complex64 if real.dtype.base_dtype is dtypes.float32 else dtypes.complex128
    return raw_ops.Complex(real, imag, Tout=kind)


@op(
    "Complex",
    "real: T=float32, imag: T=float32 -> out: Tout=complex64",
    types={"T": {dtypes.float32, dtypes.float64}, "Tout": _COMPLEX},
    infer=broadcast,
    grad=lambda op, dy: back_to_operands(
        op.inputs[0],
        op.inputs[1],
        lambda: raw_ops.Real(dy, Tout=dy.dtype.base_dtype.real_dtype),
        lambda: raw_ops.Imag(dy, Tout=dy.dtype.base_dtype.real_dtype),
    ),
)
def _complex(real, imag):
    """The complex number with these parts."""
    return jax.lax.complex(*jnp.broadcast_arrays(real, imag))


@overridable
def complex(real, imag, name=None):
    """Complex numbers real + imag · i, element by element: complex64 from float32, complex128 from float64.

    real, imag: tensors of one dtype, which broadcast.
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    with name_scope(name, "Complex", [real, imag]) as scope:
        kinds = {
            (dtypes.float32, dtypes.float32): dtypes.complex64,
            (dtypes.float64, dtypes.float64): dtypes.complex128,
        }
        result = kinds.get((real.dtype.base_dtype, imag.dtype.base_dtype))
        if result is None:
            raise TypeError(f"real and imag have incorrect types: {real.dtype.name} {imag.dtype.name}")
        return _complex(real, imag, Tout=result, name=scope)


_PART = {"types": {"T": _COMPLEX, "Tout": {dtypes.float32, dtypes.float64}}, "infer": same_as_input(0)}


@op(
    "Real",
    "input: T=complex64 -> output: Tout=float32",
    fold=np.real,
    **_PART,
    grad=lambda op, dy: [_with_parts(dy, _zero(dy))],
    vectorize="elementwise",
)
def _real(input):
    """The real part."""
    return jnp.real(input)


@op(
    "Imag",
    "input: T=complex64 -> output: Tout=float32",
    fold=np.imag,
    **_PART,
    grad=lambda op, dy: [_with_parts(_zero(dy), dy)],
    vectorize="elementwise",
)
def _imag(input):
    """The imaginary part."""
    return jnp.imag(input)


def _angle_grad(op, dy):
    real_part, imaginary_part = real(op.inputs[0]), imag(op.inputs[0])
    inverse = raw_ops.Reciprocal(_with_parts(imaginary_part, real_part))
    return [-_with_parts(dy, convert_to_tensor(0, dy.dtype)) * inverse]


@op("Angle", "input: T=complex64 -> output: Tout=float32", grad=_angle_grad, **_PART)
def _angle(input):
    """The angle in radians, between -pi and pi."""
    return jnp.angle(input)


def _abs_grad(op, dy):
    x, y = op.inputs[0], op.outputs[0]
    return [raw_ops.DivNoNan(_with_parts(dy, zeros_like(dy)) * x, _with_parts(y, zeros_like(y)), name="div_no_nan")]


@op(
    "ComplexAbs",
    "x: T=complex64 -> y: Tout=float32",
    **_PART,
    grad=_abs_grad,
)
def complex_abs(x):
    """The distance from 0."""
    return jnp.abs(x)


@overridable
def real(input, name=None):
    """The real part of `input`, element by element; of a real tensor itself.

    float32 of complex64, float64 of complex128.
    """
    return _part(_real, input, name, "Real", lambda x: x)


@overridable
def imag(input, name=None):
    """The imaginary part of `input`, element by element; zeros for real tensors.

    float32 of complex64, float64 of complex128.
    """
    return _part(_imag, input, name, "Imag", zeros_like)


@overridable
def angle(input, name=None):
    """The angle of each complex number of `input`, in radians; zeros for real tensors."""
    return _part(_angle, input, name, "Angle", zeros_like)


def _part(function, input, name, default, of_real):
    with name_scope(name, default, [input]) as scope:
        input = convert_to_tensor(input, name="input")
        if input.dtype.is_complex:
            return function(input, Tout=input.dtype.base_dtype.real_dtype, name=scope)
        return of_real(input)
