"""autograph.utils: what kind of tensor a value is, aliases, and functions of Python in the graph."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph import is_tensor as is_any_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.division import floordiv, floormod
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.py_function import py_function
from graphlab._src.ops.sequence import is_range
from graphlab._src.ops.tensor_array import TensorArray


def is_tensor(*args: Any) -> bool:
    """True where one of some values is a tensor."""
    return any(map(is_any_tensor, args))


def is_dense_tensor(t: Any) -> bool:
    """True for tensors that are not sparse."""
    return is_any_tensor(t) and not isinstance(t, SparseTensor)


def is_tensor_array(t: Any) -> bool:
    """True for a TensorArray."""
    return isinstance(t, TensorArray)


def is_tensor_list(t: Any) -> bool:
    """True for what represents a list of tensors: a scalar variant."""
    return is_any_tensor(t) and t.dtype == dtypes.variant and not t.shape.ndims


def is_range_tensor(t: Any) -> bool:
    """True for what tf.range returned."""
    return isinstance(t, Tensor) and is_range(t)


def alias_tensors(*args: Any) -> Any:
    """The values, of which a tensor is a copy: one of one, else an iterator of them. ValueError without any."""
    if not args:
        raise ValueError("at least one argument required")
    aliases = (identity(value) if isinstance(value, Tensor) else value for value in args)
    return next(aliases) if len(args) == 1 else aliases


def capitalize_initial(s: str) -> str:
    """The text with its first character in upper case."""
    return s[:1].upper() + s[1:]


def get_range_len(start: Any, limit: Any, delta: Any) -> Tensor:
    """How many numbers tf.range(start, limit, delta) has."""
    distance = convert_to_tensor(limit - start)
    partial = cast(not_equal(floormod(distance, delta), 0), distance.dtype)
    return maximum(floordiv(distance, delta) + partial, 0)


class MatchDType(NamedTuple):
    """The dtype of an argument of wrap_py_func."""

    arg_number: int


def wrap_py_func(
    f: Callable[..., Any],
    return_dtypes: Any,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    use_dummy_return: bool = False,
) -> Any:
    """What f(*args, **kwargs) returns in a run, with the values of those arguments that are tensors.

    return_dtypes: of the results, each a DType or MatchDType.  use_dummy_return: the result is 1, of int32.
    """
    if return_dtypes and use_dummy_return:
        raise ValueError("if use_dummy_return is True, return_dtypes must be empty")
    given = {**dict(enumerate(args)), **(kwargs or {})}
    fed = [key for key, value in given.items() if is_any_tensor(value)]

    def dtype_of(requested: Any) -> Any:
        if not isinstance(requested, MatchDType):
            return requested
        value = args[requested.arg_number]
        if not is_any_tensor(value):
            raise ValueError(
                f"argument {requested.arg_number} was used with MatchDType and must be a tf.Tensor, but was "
                f"{type(value)} instead"
            )
        return value.dtype

    def call(*values: Any) -> Any:
        now = {**given, **dict(zip(fed, values, strict=True))}
        result = f(*(now[i] for i in range(len(args))), **{key: now[key] for key in kwargs or {}})
        return 1 if use_dummy_return else result

    if isinstance(return_dtypes, (list, tuple)) and not isinstance(return_dtypes, MatchDType):
        types = [dtype_of(requested) for requested in return_dtypes]
    else:
        types = dtypes.int32 if use_dummy_return else dtype_of(return_dtypes)
    return py_function(call, [given[key] for key in fed], types)
