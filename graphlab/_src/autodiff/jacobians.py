"""Jacobians: one gradient for each element, in a loop."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
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
    rows: Any = map_fn(row, range_(shape(elements)[0]), kinds, parallel)
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

    def column(i: Tensor) -> Tensor:
        return convert_to_tensor(gradients_of(gather(rows, i, axis=1), [source])[0])

    columns: Any = map_fn(column, range_(shape(rows)[1]), source.dtype.base_dtype, parallel)
    known = source.shape.ndims
    order: Any = concat([[1, 0], range_(2, rank(columns))], 0) if known is None else [1, 0, *range(2, known + 1)]
    result = reshape(transpose(columns, order), concat([shape(target), shape(source)[1:]], 0))
    result.set_shape(target.shape.concatenate(source.shape[1:]))
    return result
