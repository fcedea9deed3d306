"""What programs take of the distributions modules beside the classes: facts of types and conditions that may be constants."""

import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.graph import Tensor, constant, convert_to_tensor
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like as _ones
from graphlab._src.ops.distributions.static_values import known
from graphlab._src.ops.logical import logical_and as _both
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import shape as shape_of

_UNSIGNED = (dtypes.bool, dtypes.uint8, dtypes.uint16)
_SIGNED = (dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64)


def is_known_unsigned_by_dtype(dt: DType) -> bool:
    """True for a type without negative numbers."""
    return dt.base_dtype in _UNSIGNED


def is_known_signed_by_dtype(dt: DType) -> bool:
    """True for a type with negative numbers."""
    return dt.base_dtype in _SIGNED


def is_known_dtype(dt: DType) -> bool:
    """True for a type of which it is known whether it has negative numbers."""
    return is_known_unsigned_by_dtype(dt) or is_known_signed_by_dtype(dt)


def double_factorial(n: int) -> int:
    """n · (n - 2) · (n - 4) …, down to 1 or 2."""
    return math.prod(range(n, 1, -2))


def copy_fn(fn: Any) -> Callable[..., Any]:
    """A function of its own with the code of another. TypeError for what can't be called."""
    if not callable(fn):
        raise TypeError(f"fn is not callable: {fn}")
    parts: Any = fn
    return types.FunctionType(parts.__code__, parts.__globals__, parts.__name__, parts.__defaults__, parts.__closure__)


def converted(value: Any, name: str | None = None, preferred_dtype: Any = None) -> Tensor:
    """A value as a tensor, of that type if it fits."""
    return convert_to_tensor(value, name=name, preferred_dtype=preferred_dtype)


def logical_and(*args: Any) -> Tensor:
    """True when all conditions are: a constant where that is known."""
    values = [known(arg) for arg in args]
    if any(value is not None and not bool(value) for value in values):
        return constant(False)
    if all(value is not None for value in values):
        return constant(True)
    return _both(*args) if len(args) == 2 else reduce_all(args)


def logical_equal(x: Any, y: Any) -> Tensor:
    """Whether two tensors are equal: one constant for all elements where both are known."""
    one, other = known(x), known(y)
    return equal(x, y) if one is None or other is None else constant(bool(np.array_equal(one, other)))


def ones_like(x: Any) -> Tensor:
    """Ones in the shape and type of a tensor."""
    return _ones(x)


def pick_scalar_condition(pred: Any, cond_true: Any, cond_false: Any) -> Any:
    """One of two values: itself where the condition is known, else what a run selects."""
    value = known(pred)
    if value is None:
        return where_v2(pred, cond_true, cond_false)
    return cond_true if value else cond_false


def ndims_from_shape(shape: Any) -> Tensor:
    """The number of axes that a vector of sizes describes."""
    sizes = convert_to_tensor(shape)
    if sizes.shape.ndims not in (None, 1):
        raise ValueError("input is not a valid shape: not 1D")
    if not sizes.dtype.is_integer:
        raise TypeError("input is not a valid shape: wrong dtype")
    if sizes.shape.is_fully_defined():
        return constant(sizes.shape.as_list()[0])
    return shape_of(sizes)[0]


def is_scalar_from_shape(shape: Any) -> Tensor:
    """Whether a vector of sizes describes a single number."""
    return logical_equal(ndims_from_shape(shape), 0)
