"""Tensors that stay in the session between runs, under a handle: get_session_handle and the operations on its handles."""

import itertools
import threading

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InternalError, InvalidArgumentError, UnimplementedError, explain
from graphlab._src.graph import DeviceSpec
from graphlab._src.graph.scopes import colocate_with, device
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar, unknown
from graphlab._src.ops.identity import placeholder

_HERE = DeviceSpec.from_string("/job:localhost/replica:0/task:0/device:CPU:0")
_MAX_DEAD = 10  # handles without a Python object, whose tensors are retained nevertheless: their text may be fed still


class SessionTensors:
    """The tensors that one session keeps, by handle."""

    def __init__(self):
        self._lock = threading.Lock()
        self._values = {}
        self._numbers = itertools.count()
        self._dead = []

    @classmethod
    def of(cls, resources):
        """Those of the session with these Resources."""
        return resources.find_or_make("session tensors", "", "", cls)

    def add(self, op, value):
        """Saves a value, and returns its handle: the operation's name, a number, and the device."""
        where = _HERE.make_merged_spec(DeviceSpec.from_string(op.device)).to_string()
        handle = f"{op.name};{next(self._numbers)};{where}"
        with self._lock:
            self._values[handle] = value
        return handle

    def find(self, handle):
        """The value, or None when there is none."""
        with self._lock:
            return self._values.get(handle)

    def remove(self, handle):
        """Lets a value go; False when there is none."""
        with self._lock:
            return self._values.pop(handle, None) is not None

    def nobody_has(self, handle):
        """Notes that no TensorHandle is left; every tenth time what was noted so far is let go."""
        with self._lock:
            self._dead.append(handle)
            if len(self._dead) == _MAX_DEAD:
                for dead in self._dead:
                    self._values.pop(dead, None)
                self._dead.clear()


@op(
    "GetSessionHandle",
    "value: T -> handle: string",
    infer=scalar,
    host=True,
    stateful=True,
    grad=no_gradient,
    session_handle=True,
)
def _get_session_handle(value, *, context):
    """Saves the value in the session, and returns a handle that later runs find it by."""
    dtype = context.op.inputs[0].dtype
    if not dtype.is_numpy_compatible:
        message = f"a session retains no tensors of type {dtype.name} under a handle"
        raise UnimplementedError(context.op.node_def, context.op, explain(message, at=context.op))
    return np.array(SessionTensors.of(context.resources).add(context.op, value).encode(), object)


@op("GetSessionTensor", "handle: string -> value: dtype", infer=unknown, host=True, stateful=True, grad=no_gradient)
def _get_session_tensor(handle, *, context):
    """The value that the session keeps under a handle; fails when there is none, or one of another type."""
    op = context.op
    value = SessionTensors.of(context.resources).find(_text(handle))
    if value is None:
        message = f"The tensor with handle '{_text(handle)}' is not in the session store."
        raise InvalidArgumentError(op.node_def, op, explain(message, at=op))
    wanted = op.outputs[0].dtype
    given = dtypes.as_dtype(value.dtype)
    if given is not wanted:
        message = f"Output 0 of type {given.name} does not match declared output type {wanted.name} for node {op.name}"
        raise InternalError(
            op.node_def, op, explain(message, at=op, fix=f"get_session_tensor(handle, tf.{given.name})")
        )
    return value


@op("DeleteSessionTensor", "handle: string ->", infer=no_outputs, host=True, stateful=True, grad=no_gradient)
def _delete_session_tensor(handle, *, context):
    """Lets the value that the session keeps under a handle go; fails when there is none."""
    if not SessionTensors.of(context.resources).remove(_text(handle)):
        message = f"Failed to delete a tensor with handle '{_text(handle)}' in the session store."
        raise InvalidArgumentError(context.op.node_def, context.op, explain(message, at=context.op))


def _text(handle):
    return np.asarray(handle).item().decode()


def get_session_handle(data, name=None):
    """A tensor whose run saves `data` in the session and returns a TensorHandle, which later runs are fed."""
    if not isinstance(data, Tensor):
        raise TypeError("`data` must be of type Tensor.")
    with colocate_with(data.op):
        return _get_session_handle(data, name=name)


def get_session_tensor(handle, dtype, name=None):
    """(placeholder for a handle, tensor of the value that the session keeps under it).

    handle: text of a TensorHandle, which says the device.  dtype: of the value.
    """
    with device(_device_of(handle)):
        holder = placeholder(dtypes.string)
        return holder, _get_session_tensor(holder, dtype=dtypes.as_dtype(dtype), name=name)


def delete_session_tensor(handle, name=None):
    """(placeholder for a handle, operation that lets the value go which the session keeps under it)."""
    with device(_device_of(handle)):
        holder = placeholder(dtypes.string)
        return holder, _delete_session_tensor(holder, name=name)


def _device_of(handle):
    text = handle.decode() if isinstance(handle, bytes) else str(handle)
    return text.split(";")[-1]
