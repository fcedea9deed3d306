"""tensorflow.python.distribute.cross_device_utils: tensors and IndexedSlices of several devices."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.distribute.values import DistributedValues
from graphlab._src.graph import IndexedSlices, Tensor, convert_to_tensor
from graphlab._src.graph.scopes import device as device_scope
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat


def aggregate_tensors_or_indexed_slices(values: Sequence[Any], accumulation_fn: Callable[[Any], Any] = add_n) -> Any:
    """The sum of tensors, also with IndexedSlices; of IndexedSlices alone one with the rows of all."""
    if not any(isinstance(value, IndexedSlices) for value in values):
        return accumulation_fn(values)
    if len(values) == 1:
        return values[0]
    if any(isinstance(value, Tensor) for value in values):
        return add_n([convert_to_tensor(value) for value in values])
    rows, indices = concat([value.values for value in values], 0), concat([value.indices for value in values], 0)
    return IndexedSlices(rows, indices, values[0].dense_shape)


def divide_by_n_tensors_or_indexed_slices(value: Any, n: int) -> Any:
    """A tensor, or the values of IndexedSlices, divided by a number."""
    if isinstance(value, IndexedSlices):
        return IndexedSlices(value.values / n, value.indices, value.dense_shape)
    return value / n


def copy_tensor_or_indexed_slices_to_device(value: Any, device: str) -> Any:
    """A copy on a device."""
    with device_scope(device):
        if isinstance(value, IndexedSlices):
            shape = None if value.dense_shape is None else identity(value.dense_shape)
            return IndexedSlices(identity(value.values), identity(value.indices), shape)
        return identity(value)


def contains_indexed_slices(value: Any) -> bool:
    """Whether a value is IndexedSlices, or one in a list, in a tuple or of a replica is."""
    parts = value.values if isinstance(value, DistributedValues) else value
    if isinstance(parts, (list, tuple)) and not isinstance(value, IndexedSlices):
        return any(map(contains_indexed_slices, parts))
    return isinstance(value, IndexedSlices)


def is_indexed_slices(value: Any) -> bool:
    """Whether a value is IndexedSlices, or all replicas have some."""
    if isinstance(value, IndexedSlices):
        return True
    assert isinstance(value, DistributedValues)
    return all(isinstance(one, IndexedSlices) for one in value.values)


def split_by_sparsity(values: Sequence[Any]) -> tuple[list[Any], list[int], list[Any], list[int]]:
    """(those that are no IndexedSlices, their places, the others, their places)."""
    dense = [i for i, value in enumerate(values) if not is_indexed_slices(value)]
    sparse = [i for i in range(len(values)) if i not in dense]
    return [values[i] for i in dense], dense, [values[i] for i in sparse], sparse


def stitch_values(values_and_indices_list: Sequence[tuple[Sequence[Any], Sequence[int]]]) -> list[Any]:
    """The values of several lists in one, each in its place."""
    found = {
        place: value for values, places in values_and_indices_list for value, place in zip(values, places, strict=True)
    }
    return [found[place] for place in range(len(found))]


def group_device_names(devices: Sequence[str], group_size: int) -> list[list[str]]:
    """The devices dealt out to groups of this size; the first ones are in two where they don't suffice."""
    count = len(devices)
    if group_size > count:
        raise ValueError(f"only {count} devices, but group_size={group_size}")
    groups = math.ceil(count / group_size)
    return [[devices[i % count] for i in range(first, groups * group_size, groups)] for first in range(groups)]


def extract_ranges(index_list: Sequence[int], range_size_limit: int = 32) -> tuple[list[list[int]], list[int]]:
    """([first, last] of consecutive numbers among growing ones, the numbers that are alone).

    range_size_limit: how much the last is more than the first, at most, and one more.
    """
    found: list[list[int]] = []
    for number in index_list:
        if found and number == found[-1][1] + 1 and found[-1][1] - found[-1][0] <= range_size_limit:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [one for one in found if one[0] < one[1]], [first for first, last in found if first == last]
