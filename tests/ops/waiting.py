"""Samples of operations on what a session keeps by name: queues, readers, tensors. Their handles are made by hand."""

import numpy as np

from graphlab import dtypes

_HANDLE = np.zeros((), np.int32)  # a placeholder of that shape takes its place
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
    "RandomShuffleQueue": {**_COMPONENTS, "capacity": 8, "min_after_dequeue": 2},
}
_USES = {
    "QueueClose": ((), {"cancel_pending_enqueues": True}),
    "QueueDequeue": ((), _TAKEN),
    "QueueDequeueMany": ((_NUMBER,), _TAKEN),
    "QueueDequeueUpTo": ((_NUMBER,), _TAKEN),
    "QueueEnqueue": ((_ELEMENT,), {}),
    "QueueEnqueueMany": ((_ELEMENTS,), {}),
    "QueueIsClosed": ((), {}),
    "QueueSize": ((), {}),
}

# name: (inputs, attributes)
WAITING: dict[str, tuple] = {
    **{name + end: ((), attrs) for name, attrs in _NAMES.items() for end in ("", "V2")},
    **{name: ((_REFERENCE, *rest), attrs) for name, (rest, attrs) in _USES.items()},
    **{f"{name}V2": ((_HANDLE, *rest), attrs) for name, (rest, attrs) in _USES.items()},
    "DeleteSessionTensor": ((np.asarray(b"Const;0;/device:CPU:0", object),), {}),
    "GetSessionHandle": ((_NUMBER,), {}),
    "GetSessionTensor": ((np.asarray(b"Const;0;/device:CPU:0", object),), {"dtype": dtypes.int32}),
    "FakeQueue": ((_HANDLE,), {}),
}
