"""Samples of the operations of tf.contrib.boosted_trees: three examples, of which two are in one leaf."""

import numpy as np

from graphlab._src.proto.gradient_trees import LearnerConfig, QuantileConfig, QuantileSummaryState

_HANDLE = np.zeros((), np.int32)  # a placeholder of that shape replaces it
_STAMP, _NEXT, _TEXT = np.asarray(3, np.int64), np.asarray(4, np.int64), np.asarray(b"", object)
_NUMBER, _COUNT, _TRUE = np.asarray(0.5, np.float32), np.asarray(2, np.int32), np.asarray(True)
_LEAVES = np.asarray([0, 0, 1], np.int32)
_IDS = np.asarray([[-1, 0], [1, 0], [-1, 0]], np.int64)
_BUCKETS = np.asarray([[0, 0], [1, 0], [1, 0]], np.int64)
_VALUES = np.asarray([0.5, -1.0, 2.0], np.float32)
_COLUMN = _VALUES[:, None]
_ONES = np.ones((3, 1), np.float32)
_HESSIANS = np.ones((3, 1, 1), np.float32)
_SPARSE = ([np.asarray([[0, 0], [2, 0]], np.int64)], [_VALUES[:2]], [np.asarray([3, 1], np.int64)])
_SPARSE_IDS = (_SPARSE[0], [np.asarray([1, 2], np.int64)], _SPARSE[2])
_FEATURES = ([_COLUMN], *_SPARSE, *_SPARSE_IDS)
_LEARNER = LearnerConfig(num_classes=2).SerializeToString()
_QUANTILES = QuantileConfig(eps=0.1, num_quantiles=2).SerializeToString()
_SUMMARY = np.asarray(QuantileSummaryState().SerializeToString(), object)
_PREDICTION = {
    "learner_config": _LEARNER,
    "apply_dropout": False,
    "apply_averaging": False,
    "center_bias": False,
    "reduce_dim": True,
}
_PENALTIES = (_NUMBER,) * 4
_CLASS, _GROUP, _STRATEGY, _LEARNER_TYPE = (np.asarray(value, np.int32) for value in (-1, 0, 1, 0))
_BIAS = np.asarray(-1, np.int64)


def _statistics(kind, gradients, hessians):
    slots = (_LEAVES, _IDS, gradients, hessians)
    named = {
        f"StatsAccumulator{kind}Add": (([_HANDLE], _STAMP, *([part] for part in slots)), {}),
        f"StatsAccumulator{kind}Deserialize": ((_HANDLE, _STAMP, _NEXT, *slots), {}),
        f"StatsAccumulator{kind}Flush": ((_HANDLE, _STAMP, _NEXT), {}),
        f"StatsAccumulator{kind}IsInitialized": ((_HANDLE,), {}),
        f"StatsAccumulator{kind}MakeSummary": (slots, {}),
        f"StatsAccumulator{kind}ResourceHandleOp": ((), {"shared_name": "statistics"}),
        f"StatsAccumulator{kind}Serialize": ((_HANDLE,), {}),
    }
    return named


# name: (inputs, attributes)
GRADIENT_TREES: dict[str, tuple] = {
    "BucketizeWithInputBoundaries": ((_COLUMN, _VALUES[[1, 0, 2]]), {}),
    "BuildCategoricalEqualitySplits": (
        (_STAMP, _LEAVES, _IDS, _VALUES, _ONES[:, 0], _CLASS, _GROUP, _BIAS, *_PENALTIES, _STRATEGY, _LEARNER_TYPE),
        {},
    ),
    "BuildDenseInequalitySplits": (
        (
            _STAMP,
            _LEAVES,
            _BUCKETS,
            _VALUES,
            _ONES[:, 0],
            _VALUES,
            _CLASS,
            _GROUP,
            *_PENALTIES,
            _STRATEGY,
            _LEARNER_TYPE,
        ),
        {},
    ),
    "BuildSparseInequalitySplits": (
        (_STAMP, _LEAVES, _IDS, _VALUES, _ONES[:, 0], _VALUES, _CLASS, _GROUP, _BIAS, *_PENALTIES, _STRATEGY),
        {},
    ),
    "CenterTreeEnsembleBias": ((_HANDLE, _STAMP, _NEXT, _VALUES[:1]), {"learner_config": _LEARNER}),
    "CreateQuantileAccumulator": ((_HANDLE, _STAMP), {"epsilon": 0.1, "num_quantiles": 2}),
    "CreateStatsAccumulatorScalar": ((_HANDLE, _STAMP), {}),
    "CreateStatsAccumulatorTensor": (
        (_HANDLE, _STAMP, np.asarray([1], np.int64), np.asarray([1, 1], np.int64)),
        {},
    ),
    "CreateTreeEnsembleVariable": ((_HANDLE, _STAMP, _TEXT), {}),
    "DecisionTreeEnsembleResourceHandleOp": ((), {"shared_name": "trees"}),
    "GradientTreesPartitionExamples": ((_HANDLE, *_FEATURES), {}),
    "GradientTreesPrediction": ((_HANDLE, _STAMP, *_FEATURES), _PREDICTION),
    "GradientTreesPredictionVerbose": ((_HANDLE, _STAMP, *_FEATURES), _PREDICTION),
    "GrowTreeEnsemble": (
        (_HANDLE, _STAMP, _NEXT, _NUMBER, _STAMP, _COUNT, _LEARNER_TYPE, [_LEAVES[:1]], [_VALUES[:1]], [_TEXT[None]]),
        {"learner_config": _LEARNER, "center_bias": False},
    ),
    "MakeQuantileSummaries": (([_COLUMN], *_SPARSE, _ONES), {"epsilon": 0.1}),
    "QuantileAccumulatorAddSummaries": (([_HANDLE], _STAMP, [_SUMMARY]), {}),
    "QuantileAccumulatorDeserialize": ((_HANDLE, _STAMP, _TEXT, _TRUE, _VALUES), {}),
    "QuantileAccumulatorFlush": ((_HANDLE, _STAMP, _NEXT), {}),
    "QuantileAccumulatorFlushSummary": ((_HANDLE, _STAMP, _NEXT), {}),
    "QuantileAccumulatorGetBuckets": (([_HANDLE], _STAMP), {}),
    "QuantileAccumulatorIsInitialized": ((_HANDLE,), {}),
    "QuantileAccumulatorSerialize": ((_HANDLE,), {}),
    "QuantileBuckets": (
        ([_COLUMN], *_SPARSE, _ONES),
        {"dense_config": [_QUANTILES], "sparse_config": [_QUANTILES]},
    ),
    "QuantileStreamResourceHandleOp": ((), {"shared_name": "quantiles"}),
    "Quantiles": (([_COLUMN], _SPARSE[1], [_VALUES], [_VALUES], _SPARSE[0]), {}),
    "TreeEnsembleDeserialize": ((_HANDLE, _STAMP, _TEXT), {}),
    "TreeEnsembleIsInitializedOp": ((_HANDLE,), {}),
    "TreeEnsembleSerialize": ((_HANDLE,), {}),
    "TreeEnsembleStampToken": ((_HANDLE,), {}),
    "TreeEnsembleStats": ((_HANDLE, _STAMP), {}),
    "TreeEnsembleUsedHandlers": ((_HANDLE, _STAMP), {"num_all_handlers": 2}),
    **_statistics("Scalar", _VALUES, _VALUES),
    **_statistics("Tensor", _ONES, _HESSIANS),
}
