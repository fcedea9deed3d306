"""Datasets of batches: elements stacked along a new first axis, and taken apart again."""

from collections import deque

import numpy as np

from graphlab._src.base import shapes
from graphlab._src.base.errors import DataLossError, InvalidArgumentError, OpError
from graphlab._src.data.runtime import End, Unary, dataset, row, unboxed
from graphlab._src.data.vectorized_map import Rows
from graphlab._src.ops.define import REQUIRED, SHAPES
from graphlab._src.ops.sparse_serialized import packed


def batches(size, batch, drop):
    """How many batches so many elements make."""
    if size < 0:
        return size
    return size // batch if drop else -(-size // batch)


def stacked(elements):
    """Several elements as one."""
    if isinstance(elements, Rows):
        return [column if column.base is None else column.copy() for column in elements.columns]
    return [_stack(column) for column in zip(*elements, strict=True)]


def _stack(column):
    first = column[0]
    shape = getattr(first, "shape", ())
    if not hasattr(first, "dtype"):  # datasets
        found = np.empty(len(column), object)
        found[:] = column
        return found
    found = np.empty((len(column), *shape), first.dtype)
    for i, value in enumerate(column):
        if value.shape != shape:
            raise InvalidArgumentError(
                None,
                None,
                "Cannot batch tensors with different shapes in component 0. First element had shape "
                f"{shapes.text(shape)} and element {i} had shape {shapes.text(value.shape)}.",
            )
        found[i, ...] = value
    return found


_MAPS = ("MapDataset", "ParallelMapDataset")


# What is mapped and batched: TensorFlow makes some batches ahead of time, which are in the positions that it saves.


def save_ready(to, ready):
    """Adds batches, or the errors in place of them, to a Position."""
    to["call_counter"] = 0
    to["batch_results_size"] = len(ready)
    for i, batch in enumerate(ready):
        name = f"batch_results_{i}"
        failed = isinstance(batch, OpError)
        element = [] if failed else batch
        to[f"{name}_num_calls"] = 0
        to[f"{name}_num_elements"] = len(element[0]) if element else 0
        to.mark(f"{name}_output_allocated")
        to.save_element(f"{name}_output_size", f"{name}_output_{{}}", element)
        to.save_status(f"{name}_status_code", f"{name}_status_msg", batch if failed else None)


def ready_in(saved, least):
    """The batches of a Position with so many elements at least."""
    found = deque()
    for i in range(saved.number("batch_results_size")):
        name = f"batch_results_{i}"
        error = saved.status(f"{name}_status_code", f"{name}_status_msg")
        count = saved.number(f"{name}_num_elements")
        if error is not None:
            found.append(error)
        elif count >= least:
            found.append([part[:count] for part in saved.element(f"{name}_output_size", f"{name}_output_{{}}")])
    return found


def next_ready(ready):
    """The first of these batches; raises an error that is in its place."""
    batch = ready.popleft()
    if isinstance(batch, OpError):
        raise batch
    return batch


class _Batch(Unary):
    fuses = True  # with what is mapped

    def start(self, stored, run):
        super().start(stored, run)
        self._fused = self.fuses and run.fuses_batches and unboxed(stored.input_dataset).op.type in _MAPS
        self._size = stored.number("batch_size")
        self._drop = stored.number("drop_remainder") if "drop_remainder" in stored.inputs else False
        self._ready = deque()

    def next(self):
        return next_ready(self._ready) if self._ready else self._following()

    def _following(self):
        elements = (self.source.whole if self._fused else self.source.several)(self._size)
        if not elements or self._drop and len(elements) < self._size:
            raise End
        return stacked(elements)

    @property
    def path(self):
        return "::MapAndBatch" if self._fused else super().path

    def save(self, to):
        if self._fused:
            self.source.finish(self._following, self._ready)
            self.source.save(to)
            save_ready(to, self._ready)
        else:
            super().save(to)

    def restore(self, saved):
        if self._fused:
            self.source.restore(saved)
            self._ready = ready_in(saved, self._size if self._drop else 1)
        else:
            super().restore(saved)

    @staticmethod
    def check(stored):
        check_size(stored, "batch_size", "Batch size")

    @staticmethod
    def cardinality(stored):
        drop = stored.number("drop_remainder") if "drop_remainder" in stored.inputs else False
        return batches(unboxed(stored.input_dataset).cardinality, stored.number("batch_size"), drop)


def check_size(stored, name, called):
    """Raises InvalidArgumentError unless an input is above 0."""
    if stored.number(name) <= 0:
        raise InvalidArgumentError(None, None, f"{called} must be greater than zero.")


@dataset("BatchDataset", "input_dataset: variant, batch_size: int64")
class OldBatch(_Batch):
    """Batches of a dataset's elements; the last one may be smaller."""

    title = "BatchV2"


@dataset(
    "BatchDatasetV2",
    "input_dataset: variant, batch_size: int64, drop_remainder: bool",
    attrs={"parallel_copy": (bool, False)},
)
class Batch(_Batch):
    """Batches of a dataset's elements; the last one may be smaller, or is left out."""


_PADDED = {"output_shapes": (SHAPES, REQUIRED)}


class _PaddedBatch(_Batch):
    ended_key = "exhausted"
    fuses = False

    def next(self):
        elements = self.source.several(self._size)
        if not elements or self._drop and len(elements) < self._size:
            raise End
        stored = self.stored
        columns = zip(*elements, strict=True)
        return [
            _padded(i, column, [int(size) for size in shape], value)
            for i, (column, shape, value) in enumerate(
                zip(columns, stored.padded_shapes, stored.padding_values, strict=True)
            )
        ]


def _padded(component, column, wanted, filler):
    for value in column:
        if value.ndim != len(wanted):
            raise InvalidArgumentError(
                None,
                None,
                f"All elements in a batch must have the same rank as the padded shape for component{component}: expected "
                f"rank {len(wanted)} but got element with rank {value.ndim}",
            )
    sizes = []
    for axis, size in enumerate(wanted):
        largest = max(value.shape[axis] for value in column)
        if size >= 0 and largest > size:
            longest = max(column, key=lambda value: value.shape[axis])
            raise DataLossError(
                None,
                None,
                "Attempted to pad to a smaller size than the input element.\n"
                f"The padded shape is {shapes.text(tuple(wanted))}, the element's {shapes.text(longest.shape)}.",
            )
        sizes.append(largest if size < 0 else size)
    found = np.empty((len(column), *sizes), column[0].dtype)
    found[...] = filler[()]
    for i, value in enumerate(column):
        found[(i, *[slice(size) for size in value.shape])] = value
    return found


@dataset(
    "PaddedBatchDataset",
    "input_dataset: variant, batch_size: int64, padded_shapes: N*int64, padding_values: *Toutput_types",
    outputs=_PADDED,
    minimums={"N": 1},
)
class OldPaddedBatch(_PaddedBatch):
    """Batches of elements that are made equally large; the last one may be smaller."""

    title = "PaddedBatchV2"


@dataset(
    "PaddedBatchDatasetV2",
    "input_dataset: variant, batch_size: int64, padded_shapes: N*int64, padding_values: *Toutput_types, "
    "drop_remainder: bool",
    attrs={"parallel_copy": (bool, False)},
    outputs=_PADDED,
    minimums={"N": 1},
)
class PaddedBatch(_PaddedBatch):
    """Batches of elements that are made equally large; the last one may be smaller, or is left out."""


def _unbatch(op_type):
    @dataset(op_type, "input_dataset: variant")
    class Unbatch(Unary):
        """The rows of a dataset's elements."""

        def start(self, stored, run):
            super().start(stored, run)
            self._batch = []
            self._next = self._count = 0

        def next(self):
            while self._next >= self._count:
                self._batch = self.source.next()
                self._next, self._count = 0, len(self._batch[0])
                for part in self._batch:
                    if len(part) != self._count:
                        text = "Input element must have the same batch size in each component."
                        raise InvalidArgumentError(None, None, text)
            i = self._next
            self._next += 1
            return [row(part, i) for part in self._batch]

        def save(self, to):
            super().save(to)
            to["current_index"], to["n"] = self._next, self._count
            if self._next < self._count:
                for i, part in enumerate(self._batch):
                    to[f"tensors[{i}]"] = part

        def restore(self, saved):
            super().restore(saved)
            self._next, self._count = saved.number("current_index"), saved.number("n")
            if self._next < self._count:
                count = len(self.stored.op.attrs["output_types"])
                self._batch = [saved[f"tensors[{i}]"] for i in range(count)]

    return Unbatch


Unbatch = _unbatch("UnbatchDataset")
_unbatch("ExperimentalUnbatchDataset")


def _dense_to_sparse(op_type):
    @dataset(op_type, "input_dataset: variant, batch_size: int64, row_shape: int64")
    class DenseToSparseBatch(_Batch):
        """Batches of elements of different sizes, each as a sparse tensor."""

        fuses = False

        def next(self):
            elements = self.source.several(self._size)
            if not elements:
                raise End
            wanted = [int(size) for size in self.stored.row_shape]
            rows = [element[0] for element in elements]
            sizes = list(wanted)
            for value in rows:
                if value.ndim != len(wanted):
                    text = f"Input element shape ({shapes.text(value.shape)}) must have the same rank as row_shape"
                    raise InvalidArgumentError(None, None, f"{text}.")
                for axis, size in enumerate(value.shape):
                    if wanted[axis] >= 0 and size > wanted[axis]:
                        text = "Input element had shape that does not fit in the expected row_shape"
                        raise DataLossError(
                            None, None, f"{text}: {shapes.text(value.shape)} and {shapes.text(tuple(wanted))}"
                        )
                    sizes[axis] = max(sizes[axis], size)
            places = [_places(i, value.shape) for i, value in enumerate(rows)]
            values = np.concatenate([value.reshape(-1) for value in rows])
            return [packed(np.concatenate(places), values, np.asarray([len(rows), *sizes], np.int64))]

    return DenseToSparseBatch


def _places(i, shape):
    grid = np.indices(shape, np.int64).reshape(len(shape), -1).T
    return np.concatenate([np.full((len(grid), 1), i, np.int64), grid], axis=1)


DenseToSparseBatch = _dense_to_sparse("DenseToSparseBatchDataset")
_dense_to_sparse("ExperimentalDenseToSparseBatchDataset")
