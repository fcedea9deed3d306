"""Sparse and ragged values among a model's data: their rows, as those of arrays."""

from typing import Any

import numpy as np

from graphlab._src.graph.ragged_tensor import RaggedTensorValue
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.ragged.tensor import RaggedTensor


def is_composite(item: Any) -> bool:
    """Whether it is the value of a SparseTensor or RaggedTensor."""
    return isinstance(item, (SparseTensorValue, RaggedTensorValue))


def is_composite_tensor(item: Any) -> bool:
    """Whether it is a SparseTensor or RaggedTensor."""
    return isinstance(item, (SparseTensor, RaggedTensor))


def sparse_value(matrix: Any) -> SparseTensorValue:
    """A sparse matrix of SciPy as the value of a SparseTensor."""
    coo = matrix.tocoo()
    return SparseTensorValue(np.stack([coo.row, coo.col], 1).astype(np.int64), coo.data, np.array(coo.shape, np.int64))


def sizes_of(item: Any) -> tuple[int | None, ...]:
    """The sizes of an array or a composite value; None for those of ragged axes."""
    if isinstance(item, SparseTensorValue):
        return tuple(np.asarray(item.dense_shape).tolist())
    if isinstance(item, RaggedTensorValue):
        inner = sizes_of(item.values)
        return (count_of(item), None, *inner[1:])
    return tuple(item.shape)


def count_of(item: Any) -> int:
    """How many examples an array or a composite value has."""
    if isinstance(item, SparseTensorValue):
        return int(np.asarray(item.dense_shape)[0])
    return len(item.row_splits) - 1 if isinstance(item, RaggedTensorValue) else len(item)


def taken(item: Any, which: Any) -> Any:
    """Some rows of an array or a composite value. which: a slice, or row numbers."""
    if not is_composite(item):
        return item[which]
    order = np.arange(count_of(item))[which]
    if isinstance(item, RaggedTensorValue):
        splits = np.asarray(item.row_splits)
        lengths = np.diff(splits)[order]
        parts = [np.arange(int(splits[row]), int(splits[row + 1])) for row in order]
        inner = np.concatenate([*parts, np.zeros(0, np.int64)]).astype(np.int64)
        return RaggedTensorValue(
            taken(item.values, inner), np.concatenate([[0], np.cumsum(lengths)]).astype(splits.dtype)
        )
    indices, values = np.asarray(item.indices), np.asarray(item.values)
    places = np.full(count_of(item), -1, np.int64)
    places[order] = np.arange(len(order))
    found = places[indices[:, 0]]
    remaining = np.flatnonzero(found >= 0)
    remaining = remaining[np.argsort(found[remaining], kind="stable")]
    moved = np.concatenate([found[remaining, None], indices[remaining, 1:]], 1)
    return SparseTensorValue(moved, values[remaining], np.array([len(order), *sizes_of(item)[1:]], np.int64))


def joined(items: Any) -> Any:
    """Arrays, or composite values of one kind, as one with all rows."""
    first = items[0]
    if isinstance(first, RaggedTensorValue):
        starts = np.cumsum([0, *(item.row_splits[-1] for item in items)])
        splits = [item.row_splits[1:] + start for item, start in zip(items, starts, strict=False)]
        all_splits = np.concatenate([first.row_splits[:1], *splits]).astype(first.row_splits.dtype)
        return RaggedTensorValue(joined([item.values for item in items]), all_splits)
    if not isinstance(first, SparseTensorValue):
        return np.concatenate(items)
    starts = np.cumsum([0, *(count_of(item) for item in items)])
    indices = [
        np.asarray(item.indices) + [start, *[0] * (np.asarray(item.indices).shape[1] - 1)]
        for item, start in zip(items, starts, strict=False)
    ]
    inner = np.max([np.asarray(item.dense_shape)[1:] for item in items], axis=0).tolist()
    values = np.concatenate([np.asarray(item.values) for item in items])
    return SparseTensorValue(np.concatenate(indices), values, np.array([int(starts[-1]), *inner], np.int64))
