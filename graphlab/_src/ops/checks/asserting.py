"""Assert: an operation that fails when a condition is False, with the values of tensors in its message."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.graph import convert_n_to_tensor, convert_to_tensor, name_scope
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.define import no_gradient, no_outputs, op
from graphlab._src.ops.string_format import summary


@op(
    "Assert",
    "condition: bool, data: *T ->",
    infer=no_outputs,
    static=("condition", "data"),
    scalars={"condition": "In[0] should be a scalar: {shape}"},
    host=UNLESS_KNOWN,
    stateful=True,
    grad=no_gradient,
    minimums={"T": 1},
)
def _assert(condition, data, *, summarize: int = 3):
    """Ends the run with InvalidArgumentError, which shows the data, unless the condition holds.

    What is said of shapes alone is looked at when code is made for such shapes, and costs nothing afterwards.
    """
    if not condition:
        shown = " ".join(f"[{summary(value, summarize)}]" for value in data)
        raise InvalidArgumentError(None, None, f"assertion failed: {shown}")


def assert_(condition, data, summarize=None, name=None):
    """An operation that ends the run with InvalidArgumentError, which shows `data`, unless the condition holds.

    condition: bool, of shape [].  data: a list of tensors.  summarize: how many elements of each to show, 3 when left
    out. It runs only when it is needed: fetch it, or make what depends on it wait with tf.control_dependencies.
    """
    with name_scope(name, "Assert", [condition, data]):
        tensors = convert_n_to_tensor(data)
        if all(tensor.dtype in (dtypes.string, dtypes.int32) for tensor in tensors):
            return _assert(condition, data, summarize=summarize, name="Assert")
        condition = convert_to_tensor(condition, name="Condition")

        def fail():
            return _assert(condition, data, summarize=summarize, name="Assert")

        guarded: Any = cond(condition, no_op, fail, name="AssertGuard")
        return guarded.op
