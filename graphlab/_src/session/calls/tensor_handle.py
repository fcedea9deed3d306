"""TensorHandle: refers to a tensor that stays in its session; runs return it, and it is fed in place of the tensor."""

from typing import Any

import numpy as np

from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.ops.session_tensors import SessionTensors
from graphlab._src.proto import ResourceHandleProto
from graphlab._src.session.annotations import Array
from graphlab._src.session.calls.resource_handles import encode_resource_handle


def is_handle(element: object) -> bool:
    """True for a fetched tensor whose value is the handle of a tensor that stays in the session."""
    op = getattr(element, "op", None)
    definition = getattr(op, "definition", None)
    return definition is not None and definition.session_handle


class TensorHandle:
    """Refers to a tensor that a run of get_session_handle left in the session.

    Feed it, or its `handle`, in a later run. The tensor is let go some time after the TensorHandle itself, unless
    get_raw_handle() was called.
    """

    def __init__(self, handle: bytes | str, dtype: DType, session: Any) -> None:
        self._handle = handle.decode() if isinstance(handle, bytes) else handle
        self._dtype = dtype
        self._session = session
        self._owns = True

    @property
    def handle(self) -> str:
        """The handle as text, to be fed to the placeholder of get_session_tensor."""
        return self._handle

    def to_numpy_array(self) -> Array:
        """The handle in the form of a fetched handle of a resource."""
        device = self._handle.split(";")[-1]
        return encode_resource_handle(ResourceHandleProto(device=device, container="TensorHandle", name=self._handle))

    def eval(self) -> Any:
        """The value, as a NumPy array or scalar."""
        array = self.stored()
        return array.copy() if array.ndim else array[()]

    def stored(self) -> Array:
        """The value, as the array that lies in the session."""
        self._check_owned()
        value = self._tensors().find(self._handle)
        if value is None:
            message = f"The tensor with handle '{self._handle}' is not in the session store."
            raise InvalidArgumentError(None, None, message)
        return np.asarray(value)

    def delete(self) -> None:
        """Frees the tensor now; TypeError when it was freed before."""
        self._check_owned()
        self._owns = False
        self._tensors().remove(self._handle)

    def get_raw_handle(self) -> str:
        """The handle as text; to delete the tensor is the caller's task from now on."""
        self._owns = False
        return self._handle

    def _tensors(self) -> SessionTensors:
        self._session._check_open()
        return SessionTensors.of(self._session._store.resources)

    def _check_owned(self) -> None:
        if not self._owns:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")

    def __del__(self) -> None:
        if self._owns:
            SessionTensors.of(self._session._store.resources).nobody_has(self._handle)

    def __str__(self) -> str:
        return self._handle
