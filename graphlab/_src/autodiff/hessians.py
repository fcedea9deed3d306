"""Second derivatives."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base.errors import explain
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.rules import product
from graphlab._src.ops.shape import reshape, shape


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

    xs: a tensor or a list, of known shapes: there is a gradient graph for each element.
    The other arguments are those of `gradients`.
    """
    xs = list(xs) if isinstance(xs, (list, tuple)) else [xs]
    how: dict[str, Any] = {
        "colocate_gradients_with_ops": colocate_gradients_with_ops,
        "gate_gradients": gate_gradients,
        "aggregation_method": aggregation_method,
    }
    first = gradients(ys, xs, **how)
    with name_scope(name):
        return [_hessian(gradient, convert_to_tensor(x), x, how) for gradient, x in zip(first, xs, strict=True)]


def _hessian(gradient: Any, value: Tensor, x: Any, how: dict[str, Any]) -> Tensor:
    count = None if value.dims is None else product(value.dims)
    if gradient is None:
        raise ValueError(explain("hessians needs ys that depend on each of xs", at=value))
    if count is None:
        raise ValueError(explain(f"hessians needs a known shape, got {value.shape}", at=value, fix="x.set_shape(…)"))
    flat = reshape(gradient, [-1])
    rows = [gradients(flat[i], x, **how)[0] for i in range(count)]
    rows = [zeros_like(value) if row is None else convert_to_tensor(row) for row in rows]
    sizes = shape(value)
    return reshape(stack(rows), concat([sizes, sizes], 0))
