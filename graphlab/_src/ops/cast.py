"""Conversions of dtype: cast, to_float and relatives, saturate_cast, bitcast."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import IndexedSlices, Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.define import op, raw_ops, same_as_input, undefined_gradient
from graphlab._src.ops.rules import dims_of_input, with_rank_at_least

_DIFFERENTIABLE = dtypes.FLOATING | {dtypes.complex64, dtypes.complex128}


def _cast_grad(op, dy):
    source = op.inputs[0].dtype.base_dtype
    if source in _DIFFERENTIABLE and dy.dtype.base_dtype in _DIFFERENTIABLE:
        return [cast(dy, source)]
    return [None]


def converted(xp: Any, x, dtype):
    """x in another type; xp: NumPy or jax.numpy, whichever x is of."""
    if xp.iscomplexobj(x) and not dtype.is_complex:
        x = xp.real(x)
    kind, is_whole = dtypes.storage(dtype), dtype.is_integer or dtype.is_quantized
    if x.dtype == np.bool_ and not is_whole:
        # XLA rewrites the product with a converted bool as a select: 0 · NaN would be 0.
        return xp.where(x, *xp.asarray([1, 0], kind))
    if not is_whole or not jnp.issubdtype(x.dtype, np.floating):
        return x.astype(kind)
    x = x.astype(np.float32) if x.dtype.itemsize < 4 else x
    if dtype is dtypes.uint64:
        beyond = x >= 2.0**63
        low = _truncated(xp, xp.where(beyond, x - x.dtype.type(2.0**63), x), np.int64)
        return xp.where(beyond, low ^ np.iinfo(np.int64).min, low).astype(np.uint64)
    wide = np.int64 if dtype in (dtypes.int64, dtypes.uint32) else np.int32
    return _truncated(xp, x, wide).astype(kind)


def _truncated(xp, x, integer):
    """x cut towards 0; where int32 or int64 can't hold that, its lowest number, as x86's conversions have it."""
    lowest = x.dtype.type(np.iinfo(integer).min)
    return xp.where((x >= lowest) & (x < -lowest), x, lowest).astype(integer)


_DATA_TYPES = {"float32": "float", "float64": "double", "float16": "half"}  # as C++ prints them


def _refuse_text(x, dtype):
    """UnimplementedError for a way between text and numbers."""
    source = dtypes.string if x.dtype.kind in "OSU" else dtypes.as_dtype(x.dtype)
    if dtypes.string in (source, dtype):
        names = [_DATA_TYPES.get(one.name, one.name) for one in (source, dtype)]
        raise UnimplementedError(None, None, "Cast {} to {} is not supported".format(*names))


def _folded(x, *, DstT, Truncate):
    x = np.asarray(x)
    _refuse_text(x, DstT)
    return converted(np, x, DstT)


def _cast_in_numpy(x, *, DstT, Truncate):
    return converted(np, x, DstT) if x.dtype.char in "fdil?" and not DstT.is_quantized else None


@op(
    "Cast",
    "x: SrcT -> y: DstT",
    infer=same_as_input(0),
    fold=_folded,
    interpret=_cast_in_numpy,
    grad=_cast_grad,
    static_value=True,
    vectorize="elementwise",
    partial_value=dims_of_input,
    cpu_types=("SrcT", (dtypes.int32,)),
)
def _cast(x, *, DstT: dtypes.DType, Truncate: bool = False):
    """x in the type DstT; complex numbers lose their imaginary part, floats are cut towards 0.

    What an integer type can't hold wraps around as on a CPU: 300 is 44 as uint8, NaN is the lowest int32.
    """
    _refuse_text(x, DstT)
    return converted(jnp, jnp.asarray(x), DstT)


@overridable
def cast(x, dtype, name=None) -> Any:
    """x in another type.

    x: a tensor, SparseTensor or IndexedSlices.  dtype: of the result; floats become integers by cutting towards 0.
    """
    wanted = dtypes.as_dtype(dtype).base_dtype
    if (isinstance(x, Tensor) or hasattr(x, "handle")) and x.dtype == wanted:  # a resource variable is read later
        return x
    with name_scope(name, "Cast", [x]) as scope:
        if isinstance(x, SparseTensor):
            return SparseTensor(x.indices, cast(x.values, wanted, scope), x.dense_shape)
        if isinstance(x, IndexedSlices):
            return IndexedSlices(cast(x.values, wanted, scope), x.indices, x.dense_shape)
        x = convert_to_tensor(x, name="x")
        return x if x.dtype.base_dtype is wanted else _cast(x, DstT=wanted, name=scope)


@overridable
def saturate_cast(value, dtype, name=None):
    """value in another type; what does not fit becomes the nearest value that does.

    dtype: of the result.
    """
    with name_scope(name, "saturate_cast", [value]) as scope:
        value = convert_to_tensor(value, name="value")
        wanted = dtypes.as_dtype(dtype).base_dtype
        if value.dtype.min < wanted.min:
            value = raw_ops.Maximum(value, convert_to_tensor(wanted.min, value.dtype.base_dtype, "min"))
        if value.dtype.max > wanted.max:
            value = raw_ops.Minimum(value, convert_to_tensor(wanted.max, value.dtype.base_dtype, "max"))
        return cast(value, wanted, scope)


def _to(dtype, name):
    def convert(x, name=name):
        return cast(x, dtype, name)

    convert.__name__ = f"to_{dtype.name}"
    convert.__doc__ = f"x as {dtype.name}: tf.cast(x, tf.{dtype.name})."
    return convert


to_float = _to(dtypes.float32, "ToFloat")
to_double = _to(dtypes.float64, "ToDouble")
to_int32 = _to(dtypes.int32, "ToInt32")
to_int64 = _to(dtypes.int64, "ToInt64")
to_bfloat16 = _to(dtypes.bfloat16, "ToBFloat16")
to_complex64 = _to(dtypes.complex64, "ToComplex64")
to_complex128 = _to(dtypes.complex128, "ToComplex128")


_BITS = dtypes.NUMERIC | dtypes.QUANTIZED


def _folded_bitcast(input, *, type):
    new = np.dtype(dtypes.storage(type))
    x = np.ascontiguousarray(input)
    if new.itemsize > x.dtype.itemsize:
        return x.view(new)[..., 0]
    lead = x.shape if new.itemsize == x.dtype.itemsize else (*x.shape, x.dtype.itemsize // new.itemsize)
    return np.frombuffer(x.tobytes(), new).reshape(lead)


@op(
    "Bitcast",
    "input: T -> output: type",
    types={"T": _BITS, "type": _BITS},
    infer=lambda op: _bitcast_shape(op),
    fold=_folded_bitcast,
    grad=undefined_gradient,
)
def bitcast(input, *, type: dtypes.DType):
    """The same bytes, read as another type; a last axis comes or goes when the sizes differ.

    input: numeric, any shape.
    """
    new = np.dtype(dtypes.storage(type))
    x, whole = jnp.asarray(input), max(np.dtype(input.dtype).itemsize, new.itemsize)
    parts = whole // x.dtype.itemsize
    if parts > 1 and (not x.ndim or x.shape[-1] != parts):
        raise ValueError(f"Cannot bitcast from {np.dtype(input.dtype)} to {new}: shape {shapes.text(x.shape)}")
    lead = x.shape[:-1] if parts > 1 else x.shape
    if jnp.iscomplexobj(x):
        x = jnp.stack([jnp.real(x), jnp.imag(x)], -1)
    part = np.dtype(f"f{new.itemsize // 2}") if new.kind == "c" else new
    if part.itemsize > x.dtype.itemsize:
        x = x.reshape(*lead, whole // part.itemsize, part.itemsize // x.dtype.itemsize)
    x = jax.lax.bitcast_convert_type(x, part).reshape(*lead, whole // part.itemsize)
    if new.kind == "c":
        x = x.reshape(*lead, whole // new.itemsize, 2)
        x = jax.lax.complex(x[..., 0], x[..., 1])
    return x.reshape(lead) if whole == new.itemsize else x


def _bitcast_shape(op):
    dims = op.inputs[0].dims
    old, new = op.inputs[0].dtype.size, op.attrs["type"].size
    if dims is None or old == new:
        return dims
    if old > new:
        return (*dims, old // new)
    with_rank_at_least(dims, 1)
    if dims[-1] not in (None, new // old):
        raise ShapeError(f"Cannot bitcast due to shape. {dims[-1]} does not match {new // old}")
    return dims[:-1]
