"""Assertions that tensors hold no NaN and no infinity: check_numerics and relatives."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, text_of
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.ops.control_flow.grouping import group, with_dependencies
from graphlab._src.ops.define import op, same_as_input
from graphlab._src.ops.deprecated import renamed


def _check_gradient(op, dy):
    message = text_of(op.get_attr("message"))
    return [check_numerics(dy, f"Not a number (NaN) or infinity (Inf) values detected in gradient. {message}")]


@op(
    "CheckNumerics",
    "tensor: T -> output: T",
    types={"T": dtypes.FLOATING},
    infer=same_as_input(0),
    host=True,
    stateful=True,
    grad=_check_gradient,
    only_checks=True,
)
def check_numerics(tensor, *, message: bytes):
    """The tensor; the run ends with InvalidArgumentError, which begins with `message`, when NaN or Inf is in it."""
    if not np.isfinite(tensor).all():
        found = [name for name, test in (("Inf", np.isinf), ("NaN", np.isnan)) if test(tensor).any()]
        raise InvalidArgumentError(None, None, f"{text_of(message)} : Tensor had {' and '.join(found)} values")
    return tensor


def verify_tensor_all_finite(t=None, msg=None, name=None, x=None, message=None):
    """The tensor, to be had only when neither NaN nor Inf is in it: else the run ends with InvalidArgumentError.

    msg: what the error begins with.  x, message: other names of t and msg.
    """
    x = renamed("x", x, "t", t)
    message = renamed("message", message, "msg", msg)
    with name_scope(name, "VerifyFinite", [x]):
        x = convert_to_tensor(x, name="x")
        with colocate_with(x):
            return with_dependencies([check_numerics(x, message=message)], x)


_CHECKED = (dtypes.float16, dtypes.float32, dtypes.float64)


def add_check_numerics_ops():
    """An operation that runs check_numerics on every floating point tensor of the default graph, in order.

    ValueError when the graph holds tf.cond or tf.while_loop.
    """
    last = []
    for operation in get_default_graph().get_operations():
        for output in operation.outputs:
            if output.dtype not in _CHECKED:
                continue
            if operation.control_flow_context is not None:
                raise ValueError(
                    "`tf.add_check_numerics_ops() is not compatible with TensorFlow control flow operations such as "
                    "`tf.cond()` or `tf.while_loop()`."
                )
            with control_dependencies(last):
                last = [check_numerics(output, message=output.name)]
    return group(*last)
