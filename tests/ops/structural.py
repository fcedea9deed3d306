"""Samples for the operation types without a kernel, which loops, branches and TensorArrays are made of."""

import numpy as np

from graphlab import dtypes
from graphlab._src.proto import NameAttrList

HANDLE = np.array([None, None], object)
REFERENCE = np.array([b"container", b"name"], object)
NUMBER = np.float32(0)
INDEX = np.int32(1)
FUNCTION = NameAttrList(name="function")
ROWS = np.array([0, 2], np.int32)
VALUES = np.arange(6, dtype=np.float32).reshape(2, 3)

# {type: (inputs, attributes)}
STRUCTURAL = {
    "BatchFunction": (
        ([VALUES], [NUMBER]),
        {
            "Tout": [dtypes.float32],
            "f": FUNCTION,
            "num_batch_threads": 1,
            "max_batch_size": 4,
            "batch_timeout_micros": 0,
            "allowed_batch_sizes": [2, 4],
        },
    ),
    "Case": ((INDEX, [VALUES]), {"Tout": [dtypes.float32], "branches": [FUNCTION, FUNCTION]}),
    "FakeParam": ((), {"dtype": dtypes.float32, "shape": [2, 3]}),
    "If": (
        (np.bool_(True), [VALUES]),
        {"Tout": [dtypes.float32], "then_branch": FUNCTION, "else_branch": FUNCTION, "output_shapes": [[2, 3]]},
    ),
    "PartitionedCall": (([VALUES],), {"Tout": [dtypes.float32], "f": FUNCTION}),
    "StatefulPartitionedCall": (([VALUES],), {"Tout": [dtypes.float32], "f": FUNCTION}),
    "StatelessCase": ((INDEX, [VALUES]), {"Tout": [dtypes.float32], "branches": [FUNCTION, FUNCTION]}),
    "StatelessIf": (
        (np.bool_(True), [VALUES]),
        {"Tout": [dtypes.float32], "then_branch": FUNCTION, "else_branch": FUNCTION},
    ),
    "StatelessWhile": (([VALUES, NUMBER],), {"cond": FUNCTION, "body": FUNCTION}),
    "SymbolicGradient": (([VALUES, NUMBER],), {"Tout": [dtypes.float32], "f": FUNCTION}),
    "While": (([VALUES, NUMBER],), {"cond": FUNCTION, "body": FUNCTION}),
    "ControlTrigger": ((), {}),
    "Enter": ((VALUES,), {"frame_name": "loop", "is_constant": True}),
    "Exit": ((VALUES,), {}),
    "LoopCond": ((np.bool_(True),), {}),
    "Merge": (([VALUES, VALUES],), {}),
    "NextIteration": ((VALUES,), {}),
    "RefEnter": ((VALUES,), {"frame_name": "loop"}),
    "RefExit": ((VALUES,), {}),
    "RefIdentity": ((VALUES,), {}),
    "RefMerge": (([VALUES, VALUES],), {}),
    "RefNextIteration": ((VALUES,), {}),
    "RefSelect": ((INDEX, [VALUES, VALUES]), {}),
    "RefSwitch": ((VALUES, np.bool_(True)), {}),
    "Stack": ((), {"elem_type": dtypes.float32}),
    "StackClose": ((REFERENCE,), {}),
    "StackPop": ((REFERENCE,), {"elem_type": dtypes.float32}),
    "StackPush": ((REFERENCE, VALUES), {}),
    "StackCloseV2": ((HANDLE,), {}),
    "StackPopV2": ((HANDLE,), {"elem_type": dtypes.float32}),
    "StackPushV2": ((HANDLE, VALUES), {}),
    "StackV2": ((INDEX,), {"elem_type": dtypes.float32}),
    "Switch": ((VALUES, np.bool_(True)), {}),
    "TensorArrayCloseV3": ((HANDLE,), {}),
    "TensorArrayConcatV3": ((HANDLE, NUMBER), {"dtype": dtypes.float32}),
    "TensorArrayGatherV3": ((HANDLE, ROWS, NUMBER), {"dtype": dtypes.float32}),
    "TensorArrayGradV3": ((HANDLE, NUMBER), {"source": "gradients"}),
    "TensorArrayGradWithShape": ((HANDLE, NUMBER, ROWS), {"source": "gradients"}),
    "TensorArrayReadV3": ((HANDLE, INDEX, NUMBER), {"dtype": dtypes.float32}),
    "TensorArrayScatterV3": ((HANDLE, ROWS, VALUES, NUMBER), {}),
    "TensorArraySizeV3": ((HANDLE, NUMBER), {}),
    "TensorArraySplitV3": ((HANDLE, VALUES, ROWS.astype(np.int64), NUMBER), {}),
    "TensorArrayV3": ((INDEX,), {"dtype": dtypes.float32, "element_shape": [2]}),
    "TensorArrayWriteV3": ((HANDLE, INDEX, VALUES, NUMBER), {}),
}
