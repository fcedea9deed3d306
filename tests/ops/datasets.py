"""Samples of datasets and iterators. They differ little, so each is made of what its definition says."""

import numpy as np

import graphlab  # noqa: F401  registers the operation types
from graphlab import dtypes
from graphlab._src.graph import opdef
from graphlab._src.proto import NameAttrList

_TYPES = """
AnonymousIterator DeserializeIterator SerializeIterator AssertNextDataset BatchDataset BatchDatasetV2 CSVDataset CacheDataset ConcatenateDataset
DatasetCardinality DatasetToSingleElement DatasetToTFRecord DenseToSparseBatchDataset
DirectedInterleaveDataset ExperimentalAssertNextDataset ExperimentalCSVDataset
ExperimentalDatasetCardinality ExperimentalDatasetToTFRecord ExperimentalDenseToSparseBatchDataset
ExperimentalDirectedInterleaveDataset ExperimentalGroupByReducerDataset ExperimentalGroupByWindowDataset
ExperimentalIgnoreErrorsDataset ExperimentalMapAndBatchDataset ExperimentalMaxIntraOpParallelismDataset
ExperimentalParallelInterleaveDataset ExperimentalPrivateThreadPoolDataset ExperimentalRandomDataset
ExperimentalScanDataset ExperimentalTakeWhileDataset ExperimentalUnbatchDataset ExperimentalUniqueDataset
FilterDataset ExperimentalSqlDataset FixedLengthRecordDataset FixedLengthRecordDatasetV2 FlatMapDataset GeneratorDataset
GroupByReducerDataset GroupByWindowDataset IgnoreErrorsDataset InterleaveDataset Iterator IteratorFromStringHandle
IteratorFromStringHandleV2 IteratorGetNext IteratorGetNextAsOptional IteratorGetNextSync IteratorToStringHandle
IteratorV2 MakeIterator MapAndBatchDataset MapDataset MapDefun MaxIntraOpParallelismDataset ModelDataset
NonSerializableDataset OneShotIterator OptimizeDataset OptionalFromValue OptionalGetValue OptionalHasValue
OptionalNone PaddedBatchDataset PaddedBatchDatasetV2 ParallelInterleaveDataset ParallelInterleaveDatasetV2
ParallelMapDataset PrefetchDataset PrivateThreadPoolDataset RandomDataset RangeDataset ReduceDataset RepeatDataset
ScanDataset ShardDataset ShuffleAndRepeatDataset ShuffleDataset SkipDataset
SparseTensorSliceDataset TFRecordDataset TakeDataset TakeWhileDataset TensorDataset TensorSliceDataset
SleepDataset ExperimentalSleepDataset ChooseFastestDataset ExperimentalChooseFastestDataset MatchingFilesDataset
ExperimentalMatchingFilesDataset SqlDataset TextLineDataset UnbatchDataset UniqueDataset WindowDataset ZipDataset
""".split()

_HANDLE = np.zeros((), np.int32)  # a placeholder of that shape replaces it
_NUMBERS = np.asarray([1, 2], np.int64)
_ATTRS = {
    "type": dtypes.float32,
    "list(type)": [dtypes.int64],
    "list(shape)": [[2]],
    "int": 1,
    "string": b"name",
    "func": NameAttrList(name="function"),
}
_VECTORS = ("row_shape", "select_cols", "padded_shapes", "optimizations", "transformations")
_PARTS = {
    "indices": np.asarray([[0, 1]], np.int64),
    "values": np.ones(1, np.float32),
    "dense_shape": np.asarray([3, 2], np.int64),
}


def _value(arg):
    """What to pass for an input that is no list."""
    if arg.name in _PARTS:
        return _PARTS[arg.name]
    if arg.dtype in (dtypes.variant, dtypes.resource):
        return _HANDLE
    if arg.dtype is dtypes.string:
        text = np.asarray(b"text", object)
        return text.reshape(1) if arg.name in _VECTORS else text
    kind = (arg.dtype or dtypes.int64).as_numpy_dtype
    return _NUMBERS if arg.name in _VECTORS else np.asarray(1, kind)


def _sample(definition):
    inputs = []
    said = set()
    for arg in definition.inputs:
        said |= {arg.type_attr, arg.number_attr}
        if arg.type_list:
            inputs.append([_NUMBERS])
        else:
            count = definition.minimums.get(arg.number_attr, 1)
            inputs.append([_value(arg)] * count if arg.is_list else _value(arg))
    attrs = {
        attr.name: _ATTRS[attr.kind] for attr in definition.attrs.values() if attr.required and attr.name not in said
    }
    return tuple(inputs), attrs


# name: (inputs, attributes)
DATASETS = {name: _sample(opdef.registered()[name]) for name in _TYPES}
