"""Samples of the operations of boosted trees: a feature of three examples in two nodes and three buckets."""

import numpy as np

_HANDLE = np.zeros((), np.int32)  # a placeholder of that shape replaces it
_NODES = np.asarray([0, 1, 0], np.int32)
_STATS = np.asarray([[0.5], [-1.0], [2.0]], np.float32)
_FEATURE = np.asarray([2, 0, 1], np.int32)
_RANGE = np.asarray([0, 2], np.int32)
_SIZES = {"max_splits": 2, "num_buckets": 3}
_NUMBER = np.asarray(0.5, np.float32)
_PENALTIES = (_NUMBER,) * 4
_STAMP, _TEXT = np.asarray(3, np.int64), np.asarray(b"", object)
_WEIGHTS = [np.ones((2, 1), np.float32)]
_GAINS, _FOUND = [np.ones(2, np.float32)], [np.asarray([1, 2], np.int32)]
_ONE = np.asarray([0], np.int32)
_KINDS = [np.asarray([b"INEQUALITY_DEFAULT_LEFT"] * 2, object)]
_DEPTH = np.asarray(2, np.int32)
_VALUES = np.asarray([0.5, 1.5, 2.5], np.float32)
_SUMMARY = np.ones((2, 4), np.float32)
_COUNT = np.asarray(2, np.int64)

# name: (inputs, attributes)
_SPLITS: dict[str, tuple] = {
    "MakeStatsSummary": ((_NODES, _STATS, _STATS, [_FEATURE]), _SIZES),
    "AggregateStats": ((_NODES, _STATS, _STATS, _FEATURE[:, None]), _SIZES),
    "SparseAggregateStats": (
        (_NODES, _STATS, _STATS, np.asarray([[0, 1], [2, 0]], np.int32), _RANGE, np.asarray([3, 2], np.int32)),
        _SIZES,
    ),
    "CalculateBestGainsPerFeature": ((_RANGE, [np.ones((2, 3, 2), np.float32)], *_PENALTIES), {"max_splits": 2}),
    "CalculateBestFeatureSplit": (
        (_RANGE, np.ones((2, 1, 4, 2), np.float32), *_PENALTIES),
        {"logits_dimension": 1, "split_type": "equality"},
    ),
    "SparseCalculateBestFeatureSplit": (
        (
            _RANGE,
            np.asarray([[0, 0, 1, 0], [0, 0, 1, 1]], np.int32),
            np.ones(2, np.float32),
            np.asarray([2, 1, 4, 2], np.int32),
            *_PENALTIES,
        ),
        {"logits_dimension": 1},
    ),
}
_ENSEMBLE: dict[str, tuple] = {
    "CreateEnsemble": ((_HANDLE, _STAMP, _TEXT), {}),
    "DeserializeEnsemble": ((_HANDLE, _STAMP, _TEXT), {}),
    "SerializeEnsemble": ((_HANDLE,), {}),
    "EnsembleResourceHandleOp": ((), {"shared_name": "trees"}),
    "GetEnsembleStates": ((_HANDLE,), {}),
    "Predict": ((_HANDLE, [_FEATURE]), {"logits_dimension": 1}),
    "TrainingPredict": ((_HANDLE, _NODES, _NODES, [_FEATURE]), {"logits_dimension": 1}),
    "ExampleDebugOutputs": ((_HANDLE, [_FEATURE]), {"logits_dimension": 1}),
    "UpdateEnsemble": (
        (_HANDLE, _ONE, _FOUND, _GAINS, _FOUND, _WEIGHTS, _WEIGHTS, _DEPTH, _NUMBER),
        {"pruning_mode": 1},
    ),
    "UpdateEnsembleV2": (
        (_HANDLE, _ONE, _FOUND, _FOUND, _GAINS, _FOUND, _WEIGHTS, _WEIGHTS, _KINDS, _DEPTH, _NUMBER, _DEPTH),
        {},
    ),
    "CenterBias": ((_HANDLE, _STATS[:1], _STATS[:1], _NUMBER, _NUMBER), {}),
}
_QUANTILES: dict[str, tuple] = {
    "Bucketize": (([_VALUES], [_VALUES]), {}),
    "CreateQuantileStreamResource": ((_HANDLE, _NUMBER, _COUNT), {"max_elements": 8}),
    "FlushQuantileSummaries": ((_HANDLE,), {"num_features": 2}),
    "MakeQuantileSummaries": (([_VALUES], _VALUES, _NUMBER), {}),
    "QuantileStreamResourceAddSummaries": ((_HANDLE, [_SUMMARY]), {}),
    "QuantileStreamResourceDeserialize": ((_HANDLE, [_VALUES]), {}),
    "QuantileStreamResourceFlush": ((_HANDLE, _COUNT), {"generate_quantiles": True}),
    "QuantileStreamResourceGetBucketBoundaries": ((_HANDLE,), {"num_features": 2}),
    "QuantileStreamResourceHandleOp": ((), {"shared_name": "quantiles"}),
}
BOOSTED_TREES: dict[str, tuple] = {
    **{f"BoostedTrees{name}": one for name, one in {**_SPLITS, **_ENSEMBLE, **_QUANTILES}.items()},
    "IsBoostedTreesEnsembleInitialized": ((_HANDLE,), {}),
    "IsBoostedTreesQuantileStreamResourceInitialized": ((_HANDLE,), {}),
}
