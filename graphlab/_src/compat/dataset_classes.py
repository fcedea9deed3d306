"""tensorflow.python.data.ops.dataset_ops: the kinds of datasets by the names of TensorFlow's classes, each of which makes one."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.data.dataset import Dataset, DatasetV2, number
from graphlab._src.data.kinds import mapping, selection
from graphlab._src.graph import Tensor, convert_to_tensor

TensorDataset = Dataset.from_tensors
TensorSliceDataset = Dataset.from_tensor_slices
SparseTensorSliceDataset = Dataset.from_sparse_tensor_slices
RangeDataset = Dataset.range
ZipDataset = Dataset.zip
ConcatenateDataset = Dataset.concatenate
RepeatDataset = Dataset.repeat
TakeDataset = Dataset.take
SkipDataset = Dataset.skip
ShardDataset = Dataset.shard
ShuffleDataset = Dataset.shuffle
CacheDataset = Dataset.cache
BatchDataset = Dataset.batch
PaddedBatchDataset = Dataset.padded_batch
WindowDataset = Dataset.window
FlatMapDataset = Dataset.flat_map
InterleaveDataset = Dataset.interleave
ParallelInterleaveDataset = Dataset.interleave


class DatasetSource(DatasetV2):
    """A program's own kind of dataset that is made of no other; it has a property `element_spec`."""


class UnaryDataset(DatasetV2):
    """A program's own kind of dataset that is made of another; it has a property `element_spec`."""

    def __init__(self, input_dataset: DatasetV2, variant_tensor: Tensor) -> None:
        self._input_dataset = input_dataset
        super().__init__(variant_tensor, inputs=[input_dataset])


class UnaryUnchangedStructureDataset(UnaryDataset):
    """A program's own kind of dataset whose elements are like those of the dataset that it is made of."""

    @property
    def element_spec(self) -> Any:
        """The structure of TypeSpecs of an element."""
        return self._input_dataset.element_spec


def MapDataset(  # noqa: N802
    input_dataset: DatasetV2,
    map_func: Any,
    use_inter_op_parallelism: bool = True,
    preserve_cardinality: bool = False,
    use_legacy_function: bool = False,
) -> DatasetV2:
    """Dataset.map(). use_legacy_function: both kinds of functions are the same."""
    return input_dataset._mapped(
        map_func, None, use_inter_op_parallelism=use_inter_op_parallelism, preserve_cardinality=preserve_cardinality
    )


def ParallelMapDataset(  # noqa: N802
    input_dataset: DatasetV2,
    map_func: Any,
    num_parallel_calls: Any,
    use_inter_op_parallelism: bool = True,
    preserve_cardinality: bool = False,
    use_legacy_function: bool = False,
) -> DatasetV2:
    """Dataset.map() with several calls at the same time. use_legacy_function: both kinds of functions are the same."""
    return input_dataset._mapped(
        map_func,
        num_parallel_calls,
        use_inter_op_parallelism=use_inter_op_parallelism,
        preserve_cardinality=preserve_cardinality,
    )


def FilterDataset(input_dataset: DatasetV2, predicate: Any, use_legacy_function: bool = False) -> DatasetV2:  # noqa: N802
    """Dataset.filter(). use_legacy_function: both kinds of functions are the same."""
    return input_dataset.filter(predicate)


def PrefetchDataset(input_dataset: DatasetV2, buffer_size: Any, slack_period: int | None = None) -> DatasetV2:  # noqa: N802
    """Dataset.prefetch(). slack_period: an attribute of the operation."""
    size = number(-1 if buffer_size is None else buffer_size, "buffer_size")
    return input_dataset._made(mapping.Prefetch, size, slack_period=slack_period or 0)


def _UnbatchDataset(input_dataset: DatasetV2) -> DatasetV2:  # noqa: N802
    return input_dataset.unbatch()


def _MaxIntraOpParallelismDataset(input_dataset: DatasetV2, max_intra_op_parallelism: Any) -> DatasetV2:  # noqa: N802
    limit = number(max_intra_op_parallelism, "max_intra_op_parallelism")
    return input_dataset._made(selection.MaxIntraOpParallelism, limit)


def _PrivateThreadPoolDataset(input_dataset: DatasetV2, num_threads: Any) -> DatasetV2:  # noqa: N802
    return input_dataset._made(selection.PrivateThreadPool, number(num_threads, "num_threads"))


def _ModelDataset(input_dataset: DatasetV2, algorithm: Any, cpu_budget: int) -> DatasetV2:  # noqa: N802
    return input_dataset._made(
        selection.Model, algorithm=int(getattr(algorithm, "value", algorithm)), cpu_budget=cpu_budget
    )


def _OptimizeDataset(input_dataset: DatasetV2, optimizations: Any, optimization_configs: Any = None) -> DatasetV2:  # noqa: N802
    names = convert_to_tensor(optimizations or [], dtypes.string, name="optimizations")
    return input_dataset._made(selection.Optimize, names, optimization_configs=optimization_configs or [])
