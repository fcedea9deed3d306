"""tensorflow.python.data.util: arguments of datasets as tensors, options of a program's own, and what a dataset is made of."""

from collections import deque
from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.data import padding, readers
from graphlab._src.data.options import Option, OptionsBase
from graphlab._src.graph import Operation, Tensor


def optional_param_to_tensor(
    argument_name: str, argument_value: Any, argument_default: Any = 0, argument_dtype: dtypes.DType = dtypes.int64
) -> Tensor:
    """A value as a tensor, or a constant of the default where it is None."""
    return readers.optional_tensor(argument_name, argument_value, argument_default, argument_dtype)


def partial_shape_to_tensor(shape_like: Any) -> Tensor:
    """A shape as a vector of int64, -1 where a size is not known. shape_like: a shape, or a tensor of that kind."""
    return padding.shape_tensor(shape_like, "The given shape", "the")[0]


def create_option(name: str, ty: Any, docstring: str, default_factory: Callable[[], Any] = lambda: None) -> Option:
    """An attribute of a class of options, which accepts values of a type only."""
    option = Option(ty, default_factory)
    option.__set_name__(OptionsBase, name)
    option.__doc__ = docstring
    return option


def merge_options(*options_list: OptionsBase) -> OptionsBase:
    """What several options of one class say together; ValueError where they say different things."""
    if not options_list:
        raise ValueError("At least one options should be provided")
    first = options_list[0]
    for options in options_list:
        if type(options) is not type(first):
            raise TypeError(f"Incompatible options type: {type(options)!r} vs {type(first)!r}")
    if not isinstance(first, OptionsBase):
        raise TypeError("The inputs should inherit from `OptionsBase`")
    result = type(first)()
    for options in options_list:
        result = result.merge(options)
    return result


def obtain_all_variant_tensor_ops(dataset: Any) -> list[Operation]:
    """The operations of a dataset and of all that it is made of, level by level: those that return variants.

    One that several of a level use is there several times.
    """
    found: list[Operation] = []
    waiting, seen = deque([dataset._variant_tensor.op]), set[Operation]()
    while waiting:
        op = waiting.popleft()
        seen.add(op)
        if op.outputs[0].dtype == dtypes.variant:
            found.append(op)
        waiting.extend(tensor.op for tensor in op.inputs if tensor.op not in seen)
    return found
