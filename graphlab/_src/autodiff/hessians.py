"""Second derivatives."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.autodiff.jacobians import joins
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import Tensor, constant, convert_to_tensor
from graphlab._src.graph.traversal import ancestors
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.comparison import less
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.rules import product
from graphlab._src.ops.shape import reshape, shape, size
from graphlab._src.ops.tensor_array import TensorArray


def hessian_vector_product(ys: Any, xs: Any, v: Any) -> Any:
    """The second derivatives of ys in xs times the vectors v, one for each of xs; the matrix is never made."""
    if len(v) != len(xs):
        raise ValueError("xs and v must have the same length.")
    pairs = zip(gradients(ys, xs), v, strict=True)
    return gradients([multiply(gradient, stop_gradient(one)) for gradient, one in pairs if gradient is not None], xs)


def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
) -> list[Tensor]:
    """For each x of xs the matrix of second derivatives of the sum of ys, of the shape x.shape + x.shape.

    xs: a tensor or a list. A loop computes a row for each element.  name: has no effect, as in TensorFlow.
    The other arguments are those of `gradients`. TypeError where ys come out of a loop.
    """
    del name
    xs = list(xs) if isinstance(xs, (list, tuple)) else [xs]
    how: dict[str, Any] = {
        "colocate_gradients_with_ops": colocate_gradients_with_ops,
        "gate_gradients": gate_gradients,
        "aggregation_method": aggregation_method,
    }
    first = gradients(ys, xs, **how)
    return [_hessian(gradient, convert_to_tensor(x), x, how) for gradient, x in zip(first, xs, strict=True)]


def _row(row: Any, gradient: Tensor, value: Tensor) -> Tensor:
    """A row of a Hessian; zeros where the gradient is the same for each value, as that of a linear function."""
    if row is not None:
        return convert_to_tensor(row)
    if value.op in ancestors([gradient.op], ()):
        message = f"None values not supported: the gradient '{gradient.op.name}' depends on '{value.op.name}', but has no gradient"
        fix = "the gradient of a loop has none: write the loop in Python, or call tf.enable_control_flow_v2()"
        raise ValueError(explain(message, at=value, fix=fix))
    return zeros_like(value)


def _hessian(gradient: Any, value: Tensor, x: Any, how: dict[str, Any]) -> Tensor:
    if gradient is None:
        raise ValueError(explain("hessians needs ys that depend on each of xs", at=value))
    flat = reshape(gradient, [-1])
    sizes = shape(value)
    if value.dims is not None and None not in value.dims and joins(convert_to_tensor(gradient)):
        rows = [gradients(flat[i], x, **how)[0] for i in range(product(value.dims))]
        return reshape(stack([_row(row, flat, value) for row in rows]), concat([sizes, sizes], 0))
    count = size(value)

    def add_row(i: Tensor, rows: TensorArray) -> tuple[Tensor, TensorArray]:
        row = gradients(flat[i], x, **how)[0]
        return i + 1, rows.write(i, _row(row, flat, value))

    def goes_on(i: Tensor, _: TensorArray) -> Tensor:
        return less(i, count)

    start = constant(0, dtypes.int32), TensorArray(value.dtype.base_dtype, count)
    _, rows = while_loop(goes_on, add_row, start)
    result = reshape(rows.stack(), concat([sizes, sizes], 0))
    result.set_shape(value.shape.concatenate(value.shape))
    return result
