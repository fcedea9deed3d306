"""The input of replicas: batches that are divided among them, or one batch for each."""

import enum
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.data.dataset import Dataset, DatasetV2, make_initializable_iterator, make_one_shot_iterator
from graphlab._src.data.optional import get_next_as_optional
from graphlab._src.distribute.values import regroup
from graphlab._src.graph import Tensor, get_default_graph, nest
from graphlab._src.graph.scopes import control_dependencies, device, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import shape
from graphlab._src.ops.sparse_places import sparse_slice


class InputReplicationMode(enum.Enum):
    """How often an input function is called: once in each worker."""

    PER_WORKER = "PER_WORKER"


class InputContext:
    """What an input function needs to know of the replicas.

    num_input_pipelines: in how many workers the function is called.  input_pipeline_id: which of them this is.
    num_replicas_in_sync: how many replicas train together.
    """

    def __init__(self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1):
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """How many examples of a batch one replica gets. ValueError where they can't get equally many."""
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size!r} is not divisible by `num_replicas_in_sync` "
                f"{self.num_replicas_in_sync!r} "
            )
        return global_batch_size // self.num_replicas_in_sync


def numpy_dataset(numpy_input: Any) -> Dataset:
    """The dataset of the rows of arrays; lists count as arrays."""
    return Dataset.from_tensor_slices(nest.map_structure(np.asarray, _lists_as_arrays(numpy_input)))


def _lists_as_arrays(given: Any) -> Any:
    if isinstance(given, list):
        return np.asarray(given)
    if isinstance(given, tuple):
        items = [_lists_as_arrays(item) for item in given]
        return type(given)(*items) if hasattr(given, "_fields") else tuple(items)
    if isinstance(given, dict):
        return {key: _lists_as_arrays(item) for key, item in given.items()}
    return given


class DistributedDataset:
    """A dataset whose iterators return PerReplica values.

    divides: whether its batches are for all replicas together, and are divided; or for one each.
    worker, workers: which of several workers this is; each reads whole batches, and uses the part of its replicas.
    """

    def __init__(
        self, strategy: Any, dataset: Any, devices: Sequence[str], divides: bool, worker: int = 0, workers: int = 1
    ):
        if not isinstance(dataset, DatasetV2):
            raise ValueError(
                f"dataset_fn() must return a tf.data.Dataset when using a tf.distribute.Strategy, got {dataset!r}"
            )
        self._strategy = strategy
        self._dataset = dataset
        self._devices = devices
        self._divides = divides
        self._place = worker, workers

    @property
    def element_spec(self) -> Any:
        """The structure of TypeSpecs of the elements of the dataset itself."""
        return self._dataset.element_spec

    def make_initializable_iterator(self, shared_name: str | None = None) -> "DistributedIterator":
        """An iterator that begins, and begins anew, whenever its `initializer` is run."""
        with self._strategy.scope(), device(_host(self._devices[0])):
            iterator = make_initializable_iterator(self._dataset, shared_name)
        return DistributedIterator(self._strategy, iterator, self._devices, self._divides, *self._place)

    def make_one_shot_iterator(self) -> "DistributedIterator":
        """An iterator that begins by itself."""
        with self._strategy.scope(), device(_host(self._devices[0])):
            iterator = make_one_shot_iterator(self._dataset)
        return DistributedIterator(self._strategy, iterator, self._devices, self._divides, *self._place)

    def __iter__(self) -> Any:
        raise RuntimeError("__iter__() of a dataset is not supported in a graph: make an iterator and call get_next()")


class DistributedIterator:
    """Returns, in each run that fetches it, the next element of each replica."""

    def __init__(
        self, strategy: Any, iterator: Any, devices: Sequence[str], divides: bool, worker: int = 0, workers: int = 1
    ):
        self._strategy = strategy
        self._iterator = iterator
        self._devices = devices
        self._divides = divides
        self._first, self._replicas = worker * len(devices), workers * len(devices)

    @property
    def initializer(self) -> Any:
        """The operation that lets it begin, or begin anew."""
        return group(self._iterator.initializer)

    def initialize(self) -> Any:
        """The operation that lets it begin, or begin anew."""
        return self.initializer

    @property
    def element_spec(self) -> Any:
        """The structure of TypeSpecs of an element of the dataset itself."""
        return self._iterator.element_spec

    @property
    def output_classes(self) -> Any:
        """The structure of the classes of an element."""
        return self._iterator.output_classes

    @property
    def output_shapes(self) -> Any:
        """The structure of the TensorShapes of an element."""
        return self._iterator.output_shapes

    @property
    def output_types(self) -> Any:
        """The structure of the DTypes of an element."""
        return self._iterator.output_types

    def get_next(self, name: str | None = None) -> Any:
        """The next element, PerReplica. A run raises OutOfRangeError when there is none.

        At the end of the data replicas may get fewer examples than others, or a batch of none.
        """
        count = len(self._devices)
        with get_default_graph().control_dependencies([]), device(_host(self._devices[0])):
            if count == 1 and not (self._divides and self._replicas > 1):
                return self._iterator.get_next(name)
            parts = self._divided(name) if self._divides else self._taken(name)
        return regroup(parts, always=True)

    def _divided(self, name: str | None) -> list[Any]:
        element = self._iterator.get_next(name)
        with name_scope("replica_batches"):
            return [
                nest.map_structure(lambda leaf, number=number: _rows(leaf, number, self._replicas), element)
                for number in range(self._first, self._first + len(self._devices))
            ]

    def _taken(self, name: str | None) -> list[Any]:
        """An element for each replica, one after the other."""
        first = self._iterator.get_next(name)
        found = [first]
        for _ in self._devices[1:]:
            with control_dependencies([_any_tensor(found[-1])]):
                found.append(self._next_or_empty(first))
        return found

    def _next_or_empty(self, like: Any) -> Any:
        """The next element; at the end of the data a batch without examples, if batches may have any size."""
        leaves = nest.flatten(like)
        fits = all(isinstance(leaf, Tensor) and leaf.shape.ndims and leaf.shape.as_list()[0] is None for leaf in leaves)
        if not fits:
            return self._iterator.get_next()
        with name_scope("replica_batches"):
            optional = get_next_as_optional(self._iterator)
            values = cond(
                optional.has_value(),
                lambda: [identity(leaf) for leaf in nest.flatten(optional.get_value())],
                lambda: [_none_of(leaf) for leaf in leaves],
            )
        values = values if isinstance(values, (list, tuple)) else [values]
        for value, leaf in zip(values, leaves, strict=True):
            value.set_shape(leaf.shape)
        return nest.pack_sequence_as(like, list(values))


class CallableIterator:
    """Returns, in each run that fetches it, what a function adds to the graph for each replica.

    function: called without arguments; such as the get_next of an iterator.
    """

    def __init__(self, function: Callable[[], Any], devices: Sequence[str]):
        self._function = function
        self._devices = devices

    @property
    def initializer(self) -> Any:
        """An operation that does nothing: the function sees to its own state."""
        return group()

    def initialize(self) -> Any:
        """An operation that does nothing: the function sees to its own state."""
        return self.initializer

    def get_next(self, name: str | None = None) -> Any:
        """The next element, PerReplica."""
        parts: list[Any] = []
        for replica in self._devices:
            with device(replica):
                parts.append(self._function())
        return regroup(parts, always=True) if len(parts) > 1 else parts[0]


def _none_of(leaf: Tensor) -> Tensor:
    sizes = [0, *[1 if size is None else size for size in leaf.shape.as_list()[1:]]]
    return zeros(sizes, leaf.dtype)


def _any_tensor(element: Any) -> Any:
    leaf = nest.flatten(element)[0]
    return leaf.values if isinstance(leaf, SparseTensor) else leaf


def _rows(leaf: Any, number: int, count: int) -> Any:
    """The rows of a batch that a replica gets: equally many, fewer or none for the last replicas where they don't suffice."""
    if isinstance(leaf, SparseTensor):
        sizes = leaf.dense_shape
        begin, end = _range(sizes[0], number, count)
        rank = int(leaf.shape.ndims or sizes.shape[0])
        return sparse_slice(leaf, [begin, *[0] * (rank - 1)], [end - begin, *[sizes[i] for i in range(1, rank)]])
    if leaf.shape.ndims == 0:
        raise ValueError(
            explain(
                "The elements of a dataset that a strategy divides among replicas must be batches, not scalars",
                at=leaf,
                fix="dataset.batch(global_batch_size)",
            )
        )
    if leaf.shape.ndims and leaf.shape.dims[0].value is not None:
        size = int(leaf.shape[0])
        each = -(-size // count)
        return leaf[min(number * each, size) : min((number + 1) * each, size)]
    begin, end = _range(shape(leaf, out_type=dtypes.int64)[0], number, count)
    return leaf[begin:end]


def _range(size: Any, number: int, count: int) -> tuple[Any, Any]:
    each = (size + count - 1) // count
    return minimum(each * number, size), minimum(each * (number + 1), size)


def _host(name: str) -> str:
    head = name.partition("/device:")[0]
    return f"{head}/device:CPU:0" if name else "/device:CPU:0"
