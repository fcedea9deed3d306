"""Jacobians: one gradient for each element, in a loop where that can be."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.graph import Operation, Tensor, constant, convert_to_tensor
from graphlab._src.graph.traversal import ancestors
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.rules import product
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.transpose import transpose

Gradients = Callable[[Tensor, list[Any]], list[Any]]  # of a tensor by each of several sources


def rows_by_element(
    target: Tensor,
    elements: Tensor,
    sources: list[Any],
    tensors: Sequence[Any],
    gradients_of: Gradients,
    parallel: int | None,
) -> list[Tensor]:
    """The derivatives of each element of target by each of sources: [*target.shape, *source.shape].

    elements: target as a vector.  sources: what it depends on.  tensors: the tensor of each, for its size.
    gradients_of: what computes the gradients of one element.  parallel: parallel_iterations of tf.map_fn.
    """
    if not sources:
        return []

    def row(i: Tensor) -> list[Tensor]:
        return [convert_to_tensor(one) for one in gradients_of(gather(elements, i), sources)]

    kinds = [source.dtype.base_dtype for source in sources]
    found: list[Tensor] = []
    rows = _stacked(row, elements, 0, kinds, parallel)
    for source, tensor, each in zip(sources, tensors, rows, strict=True):
        found.append(reshape(each, concat([shape(target), shape(tensor)], 0)))
        found[-1].set_shape(target.shape.concatenate(source.shape))
    return found


def columns_by_element(
    target: Tensor, rows: Tensor, source: Tensor, gradients_of: Gradients, parallel: int | None
) -> Tensor:
    """The derivatives of each row of target by the same row of source: [batch, *target.shape[1:], *source.shape[1:]].

    rows: target with a vector for each row.  gradients_of, parallel: as for rows_by_element.
    """

    def column(i: Tensor) -> list[Tensor]:
        return [convert_to_tensor(gradients_of(gather(rows, i, axis=1), [source])[0])]

    if target.dims is not None and None not in target.dims[1:]:
        rows.set_shape([target.dims[0], product(target.dims[1:])])
    (columns,) = _stacked(column, rows, 1, [source.dtype.base_dtype], parallel)
    known = source.shape.ndims
    order: Any = concat([[1, 0], range_(2, rank(columns))], 0) if known is None else [1, 0, *range(2, known + 1)]
    result = reshape(transpose(columns, order), concat([shape(target), shape(source)[1:]], 0))
    result.set_shape(target.shape.concatenate(source.shape[1:]))
    return result


def joins(tensor: Tensor) -> list[Operation]:
    """The ends of branches and loops, and the TensorArrays, that lead to a tensor.

    Its gradient, made inside of another loop, could not be computed there: what was not taken has no value that a loop could
    read, what the gradient of a loop reads is gone after one use, and an array of gradients adds up over all iterations.
    """
    definitions = ((op, op.definition) for op in ancestors([tensor.op], ()))
    return [
        op for op, known in definitions if known is not None and (known.control_flow == "merge" or known.makes_state)
    ]


def check_repeats(found: Sequence[Operation], what: str) -> None:
    """Raises ValueError where a loop would compute the gradients of other loops or TensorArrays, as found by joins."""
    for op in found:
        context = op.control_flow_context
        if op.definition is not None and (op.definition.makes_state or (context is not None and context.is_while)):
            message = f"{what} is known in a run only, but a loop or a TensorArray leads to what is differentiated"
            raise ValueError(
                explain(message, at=op, fix=f"make {what} known when the graph is built: set_shape, or a Python number")
            )


def _stacked(
    row: Callable[[Tensor], list[Tensor]], elements: Tensor, axis: int, kinds: Sequence[Any], parallel: int | None
) -> list[Tensor]:
    """What `row` returns for each place on an axis of elements, stacked: in a loop, or one by one where no loop can do it."""
    count = None if elements.dims is None else elements.dims[axis]
    found = joins(elements) if count != 0 else []
    if found and count is not None:
        return [stack(list(parts)) for parts in zip(*[row(constant(i)) for i in range(count)], strict=True)]
    check_repeats(found, "the number of elements")
    return map_fn(row, range_(shape(elements)[axis]), list(kinds), parallel)
