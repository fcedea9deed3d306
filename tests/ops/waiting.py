"""Samples of operations on what a session keeps by name: queues, readers, tensors. Their handles are made by hand."""

import numpy as np

from graphlab import dtypes

_HANDLE = np.zeros((), np.int32)  # a placeholder of that shape replaces it
_REFERENCE = np.asarray([b"container", b"name"], object)
_NUMBER = np.asarray(2, np.int32)

_COMPONENTS = {"component_types": [dtypes.float32, dtypes.string], "shapes": [[2], []]}
_ELEMENT = [np.ones(2, np.float32), np.asarray(b"one", object)]
_ELEMENTS = [np.ones((3, 2), np.float32), np.asarray([b"one", b"two", b"six"], object)]
_TAKEN = {"component_types": [dtypes.float32, dtypes.string]}

_NAMES = {
    "FIFOQueue": _COMPONENTS,
    "PaddingFIFOQueue": {"component_types": [dtypes.float32], "shapes": [[None]]},
    "PriorityQueue": _COMPONENTS,
    "FixedLengthRecordReader": {"record_bytes": 8, "hop_bytes": 4},
    "IdentityReader": {},
    "RandomShuffleQueue": {**_COMPONENTS, "capacity": 8, "min_after_dequeue": 2},
    "TFRecordReader": {"compression_type": "GZIP"},
    "TextLineReader": {"skip_header_lines": 1},
    "WholeFileReader": {},
}
_WORD = np.asarray(b"word", object)
_USES = {
    "QueueClose": ((), {"cancel_pending_enqueues": True}),
    "QueueDequeue": ((), _TAKEN),
    "QueueDequeueMany": ((_NUMBER,), _TAKEN),
    "QueueDequeueUpTo": ((_NUMBER,), _TAKEN),
    "QueueEnqueue": ((_ELEMENT,), {}),
    "QueueEnqueueMany": ((_ELEMENTS,), {}),
    "QueueIsClosed": ((), {}),
    "QueueSize": ((), {}),
    "ReaderNumRecordsProduced": ((), {}),
    "ReaderNumWorkUnitsCompleted": ((), {}),
    "ReaderReset": ((), {}),
    "ReaderRestoreState": ((_WORD,), {}),
    "ReaderSerializeState": ((), {}),
}
_READS = {"ReaderRead": (), "ReaderReadUpTo": (np.asarray(2, np.int64),)}

_SPARSE = (np.asarray([[0, 1], [2, 0]], np.int64), np.ones(2, np.float32), np.asarray([3, 2], np.int64))
_STEP = np.asarray(3, np.int64)
_FLOAT = {"dtype": dtypes.float32}
_SUM = {**_FLOAT, "shape": [None, 2], "reduction_type": "SUM"}
_ACCUMULATORS = {
    "AccumulatorApplyGradient": ((_STEP, np.ones((3, 2), np.float32)), {}),
    "AccumulatorNumAccumulated": ((), {}),
    "AccumulatorSetGlobalStep": ((_STEP,), {}),
    "AccumulatorTakeGradient": ((_NUMBER,), _FLOAT),
}

_GROUP = {"group_size": 2, "group_key": 3, "instance_key": 4}
_SHAPED = {**_GROUP, "shape": [2], "communication_hint": "ring"}
_PAIR = np.ones(2, np.float32)
_COLLECTIVE = {
    "CollectiveBcastRecv": ((), {**_SHAPED, "T": dtypes.float32}),
    "CollectiveBcastSend": ((_PAIR,), _SHAPED),
    "CollectiveGather": ((_PAIR,), _SHAPED),
    "CollectiveReduce": ((_PAIR,), {**_GROUP, "merge_op": "Add", "final_op": "Div", "subdiv_offsets": [0]}),
}

_AREA = {"dtypes": [dtypes.float32, dtypes.string], "shared_name": "area"}
_KEY, _PLACES = np.asarray(3, np.int64), np.asarray([0, 1], np.int32)
_STAGING = {
    "Stage": ((_ELEMENT,), {"shared_name": "area"}),
    "StageClear": ((), _AREA),
    "StagePeek": ((_NUMBER,), _AREA),
    "StageSize": ((), _AREA),
    "Unstage": ((), _AREA),
}
_BY_KEY = {
    "MapClear": ((), _AREA),
    "MapIncompleteSize": ((), _AREA),
    "MapPeek": ((_KEY, _PLACES), _AREA),
    "MapSize": ((), _AREA),
    "MapStage": ((_KEY, _PLACES, _ELEMENT), _AREA),
    "MapUnstage": ((_KEY, _PLACES), _AREA),
    "MapUnstageNoKey": ((_PLACES,), _AREA),
}

_NOTHING = np.zeros(0, np.float32)
_SAMPLES = (np.ones((3, 2), np.float32), np.zeros(0, np.int64), _NOTHING, np.zeros(0, np.int64))
_FOREST = {"params": "", "input_spec": ""}
_TREES = {
    "CreateFertileStatsVariable": ((_HANDLE, _WORD), {"params": ""}),
    "CreateTreeVariable": ((_HANDLE, _WORD), {"params": ""}),
    "DecisionTreeResourceHandleOp": ((), {"shared_name": "tree"}),
    "FeatureUsageCounts": ((_HANDLE,), {"params": ""}),
    "FertileStatsDeserialize": ((_HANDLE, _WORD), {"params": ""}),
    "FertileStatsIsInitializedOp": ((_HANDLE,), {}),
    "FertileStatsResourceHandleOp": ((), {"shared_name": "stats"}),
    "FertileStatsSerialize": ((_HANDLE,), {"params": ""}),
    "FinalizeTree": ((_HANDLE, _HANDLE), {"params": ""}),
    "GrowTreeV4": ((_HANDLE, _HANDLE, np.asarray([0], np.int32)), {"params": ""}),
    "ProcessInputV4": (
        (_HANDLE, _HANDLE, *_SAMPLES, np.ones(3, np.float32), _NOTHING, np.zeros(3, np.int32)),
        {"random_seed": 1, **_FOREST},
    ),
    "TraverseTreeV4": ((_HANDLE, *_SAMPLES), _FOREST),
    "TreeDeserialize": ((_HANDLE, _WORD), {"params": ""}),
    "TreeIsInitializedOp": ((_HANDLE,), {}),
    "TreePredictionsV4": ((_HANDLE, *_SAMPLES), _FOREST),
    "TreeSerialize": ((_HANDLE,), {}),
    "TreeSize": ((_HANDLE,), {}),
    "UpdateModelV4": ((_HANDLE, np.zeros(3, np.int32), np.ones(3, np.float32), _NOTHING), {"params": ""}),
}

# name: (inputs, attributes)
WAITING: dict[str, tuple] = {
    **{name + end: ((), attrs) for name, attrs in _NAMES.items() for end in ("", "V2")},
    **{name: ((_REFERENCE, *rest), attrs) for name, (rest, attrs) in _USES.items()},
    **{f"{name}V2": ((_HANDLE, *rest), attrs) for name, (rest, attrs) in _USES.items()},
    **_STAGING,
    **_COLLECTIVE,
    "Barrier": ((), _COMPONENTS),
    "BarrierClose": ((_REFERENCE,), {}),
    "BarrierIncompleteSize": ((_REFERENCE,), {}),
    "BarrierInsertMany": (
        (_REFERENCE, np.asarray([b"one", b"two"], object), np.ones((2, 2), np.float32)),
        {"component_index": 0},
    ),
    "BarrierReadySize": ((_REFERENCE,), {}),
    "BarrierTakeMany": ((_REFERENCE, _NUMBER), _TAKEN),
    "MutexV2": ((), {"shared_name": "section"}),
    "MutexLock": ((_HANDLE,), {}),
    "ConsumeMutexLock": ((_HANDLE,), {}),
    **{f"{order}{name}": one for order in ("", "Ordered") for name, one in _BY_KEY.items()},
    "DeleteSessionTensor": ((np.asarray(b"Const;0;/device:CPU:0", object),), {}),
    "GetSessionHandle": ((_NUMBER,), {}),
    "GetSessionTensor": ((np.asarray(b"Const;0;/device:CPU:0", object),), {"dtype": dtypes.int32}),
    **{name: ((_REFERENCE, _REFERENCE, *rest), {}) for name, rest in _READS.items()},
    **{f"{name}V2": ((_HANDLE, _HANDLE, *rest), {}) for name, rest in _READS.items()},
    **{name: ((_REFERENCE, *rest), attrs) for name, (rest, attrs) in _ACCUMULATORS.items()},
    **{f"Resource{name}": ((_HANDLE, *rest), attrs) for name, (rest, attrs) in _ACCUMULATORS.items()},
    "ConditionalAccumulator": ((), _SUM),
    "ResourceConditionalAccumulator": ((), _SUM),
    "SparseConditionalAccumulator": ((), _SUM),
    "SparseAccumulatorApplyGradient": (
        (_REFERENCE, _STEP, np.asarray([1, 0], np.int64), np.ones((2, 2), np.float32), np.asarray([3, 2], np.int64)),
        {"has_known_shape": True},
    ),
    "SparseAccumulatorTakeGradient": ((_REFERENCE, _NUMBER), _FLOAT),
    "AddManySparseToTensorsMap": (_SPARSE, {}),
    "AddSparseToTensorsMap": (_SPARSE, {}),
    **_TREES,
    "FakeQueue": ((_HANDLE,), {}),
    "MatchingFiles": ((_WORD,), {}),
    "ReadFile": ((_WORD,), {}),
    "RecordInput": ((), {"file_pattern": "word"}),
    "ScalarSummary": ((_WORD, np.asarray(0.5, np.float32)), {}),
    "TakeManySparseFromTensorsMap": ((np.asarray([0, 1], np.int64),), {"dtype": dtypes.float32}),
    "WriteFile": ((_WORD, _WORD), {}),
}
