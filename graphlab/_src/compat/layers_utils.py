"""tensorflow.python.layers.utils: sizes and arguments of convolutions, and conditions that may be known."""

from typing import Any

from graphlab._src.compat.keras import tf_utils
from graphlab._src.graph import Tensor
from graphlab._src.keras.layers.backend_config import normalize_data_format as normalize_data_format
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.smart_cond import smart_cond as _smart_cond
from graphlab._src.ops.control_flow.smart_cond import smart_constant_value
from graphlab._src.state.variable import Variable

_LAYOUTS = {"channels_last": ("NWC", "NHWC", "NDHWC"), "channels_first": ("NCW", "NCHW", "NCDHW")}


def convert_data_format(data_format: str, ndim: int) -> str:
    """The letters of the axes of images: channels_last with 4 axes is NHWC."""
    if data_format not in _LAYOUTS:
        raise ValueError("Invalid data_format:", data_format)
    if ndim not in (3, 4, 5):
        raise ValueError("Input rank not supported:", ndim)
    return _LAYOUTS[data_format][ndim - 3]


def normalize_tuple(value: Any, n: int, name: str) -> tuple[Any, ...]:
    """n integers, from one or n of them.  name: of the argument, for the error."""
    if isinstance(value, int):
        return (value,) * n
    refusal = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        values = tuple(value)
        for one in values:
            int(one)
    except (TypeError, ValueError):
        raise ValueError(refusal) from None
    if len(values) != n:
        raise ValueError(refusal)
    return values


def normalize_padding(value: str) -> str:
    """valid or same, whatever its case."""
    padding = value.lower()
    if padding not in ("valid", "same"):
        raise ValueError(f'The `padding` argument must be one of "valid", "same". Received: {padding}')
    return padding


def get_reachable_from_inputs(inputs: Any, targets: Any = None) -> set[Any]:
    """The tensors downstream of tensors, with these; where there are targets, the search ends once it has met all of them."""
    found = tf_utils.get_reachable_from_inputs(inputs, targets)
    return {one for one in found if isinstance(one, Tensor)}


def conv_output_length(
    input_length: int | None, filter_size: int, padding: str, stride: int, dilation: int = 1
) -> int | None:
    """How many places a filter has along an axis, or None."""
    if input_length is None:
        return None
    reach = (filter_size - 1) * dilation
    more = {"same": 0, "valid": -reach, "full": reach}[padding]
    return (input_length + more + stride - 1) // stride


def conv_input_length(output_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """The size of an axis along which a filter has so many places, or None."""
    if output_length is None:
        return None
    border = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
    return (output_length - 1) * stride - 2 * border + filter_size


def deconv_output_length(input_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """The size of an axis that a transposed convolution makes, or None."""
    if input_length is None:
        return None
    more = {"valid": max(filter_size - stride, 0), "full": -(stride + filter_size - 2)}
    return input_length * stride + more.get(padding, 0)


def smart_cond(pred: Any, true_fn: Any = None, false_fn: Any = None, name: str | None = None) -> Any:
    """The result of one function where the condition is known, else tf.cond; a variable is never known."""
    choose = cond if isinstance(pred, Variable) else _smart_cond
    return choose(pred, true_fn=true_fn, false_fn=false_fn, name=name)


def constant_value(pred: Any) -> Any:
    """The value of a condition as far as it is known, or None."""
    if isinstance(pred, Variable):
        return None
    return smart_constant_value(bool(pred) if isinstance(pred, int) and pred in (0, 1) else pred)
