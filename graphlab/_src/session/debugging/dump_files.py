"""The files that a watched run writes, which are TensorFlow's: one Event for each value, graph and description of a run."""

import hashlib
import itertools
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import ResourceExhaustedError, explain
from graphlab._src.proto import Event, ResourceHandleProto, TensorProto
from graphlab._src.session.debugging.debug_ops import is_handle

PREFIX = "_tfdbg_"
DEVICE = f"{PREFIX}device_"
GRAPH = f"{PREFIX}graph_hash"
CORE_METADATA = f"{PREFIX}core_metadata_"
_LIMIT = "TFDBG_DISK_BYTES_LIMIT"
_DEFAULT_LIMIT = 100 << 30


class DiskUsageError(ResourceExhaustedError, ValueError):
    """Too many bytes for dumps. TensorFlow's run raises a ValueError, since it can't find the node that failed."""


class _DiskUsage:
    """How many bytes of values this process has written to dumps; the variable TFDBG_DISK_BYTES_LIMIT limits them."""

    def __init__(self) -> None:
        self._bytes = 0
        self._lock = threading.Lock()

    def reset(self) -> None:
        """Begins to count anew."""
        with self._lock:
            self._bytes = 0

    def request(self, size: int) -> None:
        """Counts bytes that are about to be written; ResourceExhaustedError where they are too many."""
        limit = int(os.environ.get(_LIMIT) or _DEFAULT_LIMIT)
        with self._lock:
            if 0 < limit < self._bytes + size:
                message = (
                    f"TensorFlow Debugger has exhausted file-system byte-size allowance ({limit}), therefore it cannot "
                    f"dump an additional {size} byte(s) of tensor data"
                )
                fix = f"set the variable {_LIMIT} of the environment to another number of bytes"
                raise DiskUsageError(None, None, explain(message, fix=fix))
            self._bytes += size


disk_usage = _DiskUsage()


class _Clock(threading.local):
    """Microseconds that grow with every look of a thread: the order of times is the order of computation."""

    def __init__(self) -> None:
        self._last = 0

    def now(self) -> int:
        """The time, later than the last one."""
        self._last = max(self._last + 1, time.time_ns() // 1000)
        return self._last


clock = _Clock()


def device_folder(device_name: str) -> str:
    """The name of the folder for a device: "_tfdbg_device_,job_localhost,…,device_CPU_0"."""
    return DEVICE + device_name.replace("/", ",").replace(":", "_")


def tensor_message(value: Any, dtype: DType, shape: tuple[int, ...], name: str = "", device: str = "") -> Any:
    """The TensorProto of a value as the debugger writes it, without contents for None. name, device: of a handle."""
    message = TensorProto(dtype=dtype.base_dtype.as_datatype_enum)
    message.tensor_shape.SetInParent()
    for size in shape:
        message.tensor_shape.dim.add(size=size)
    if is_handle(dtype):
        handle = ResourceHandleProto(device=device, container="localhost", name=name).SerializeToString()
        message.tensor_content = bytes([len(handle) & 0x7F]) + handle
    elif value is None:
        pass
    elif value.dtype.kind in "OSU":
        message.string_val.extend(one.encode() if isinstance(one, str) else bytes(one) for one in value.ravel())
    else:
        message.tensor_content = value.tobytes()
    return message


def write_value(folder: str, device: str, node: str, slot: int, debug_op: str, message: Any) -> None:
    """Writes the result of a debug operation."""
    disk_usage.request(message.ByteSize() if message.string_val else len(message.tensor_content))
    stamp = clock.now()
    event = Event(wall_time=float(stamp))
    value = event.summary.value.add(tag=node, node_name=f"{node}:{slot}:{debug_op}")
    value.tensor.CopyFrom(message)
    about = {"device": device, "outputSlot": slot, "numChunks": 1, "chunkIndex": 0}
    value.metadata.plugin_data.plugin_name = "debugger"
    value.metadata.plugin_data.content = json.dumps(about, separators=(",", ":")).encode()
    _write(Path(folder) / device_folder(device) / f"{node}_{slot}_{debug_op}_{stamp}", event)


def write_graph(folder: str, device: str, graph_def: Any) -> None:
    """Writes the graph that a device runs."""
    content = graph_def.SerializeToString(deterministic=True)
    stamp = clock.now()
    digest = int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big")
    name = f"{GRAPH}{digest}_{stamp}"
    _write(Path(folder) / device_folder(device) / name, Event(wall_time=float(stamp), graph_def=content))


def write_core_metadata(folder: str, run: int, about: dict[str, Any]) -> None:
    """Writes what a run feeds and fetches. run: its number."""
    stamp = clock.now()
    event = Event(wall_time=float(stamp))
    event.log_message.message = json.dumps(about, separators=(",", ":"))
    _write(Path(folder) / f"{CORE_METADATA}sessionrun{run:014d}_{stamp}", event)


def _write(path: Path, event: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content, free = event.SerializeToString(), path
    for number in itertools.count(1):
        try:
            with free.open("xb") as file:
                file.write(content)
            return
        except FileExistsError:  # another run at the same microsecond
            free = path.with_name(f"{path.name}-{number}")


def as_array(value: Any) -> np.ndarray | None:
    """A value of a run as an array; None for a Python object that is none, as the state of a TensorArray."""
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        return None
    if array.dtype == object and not all(isinstance(one, (bytes, str)) for one in array.ravel()):
        return None
    return array
