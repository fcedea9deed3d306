"""The files of a dump: their names, and the values and texts in them."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph.tensor_proto import decode
from graphlab._src.proto import Event, GraphDef

METADATA_FILE_PREFIX = "_tfdbg_"
CORE_METADATA_TAG = "core_metadata_"
GRAPH_FILE_TAG = "graph_"
DEVICE_TAG = "device_"
HASH_TAG = "hash"
FETCHES_INFO_FILE_TAG = "fetches_info_"
FEED_KEYS_INFO_FILE_TAG = "feed_keys_info_"
_HANDLES = (dtypes.resource.as_datatype_enum, dtypes.variant.as_datatype_enum)


class InconvertibleTensorProto:
    """What was dumped of a tensor that is no array: a handle, or a variable that has no value yet.

    initialized: False for the variable.
    """

    def __init__(self, tensor_proto: Any, initialized: bool = True) -> None:
        self._tensor_proto = tensor_proto
        self._initialized = initialized

    def __str__(self) -> str:
        return f"{'' if self._initialized else 'Uninitialized tensor:' + chr(10)}{self._tensor_proto}"

    @property
    def initialized(self) -> bool:
        """Whether the tensor had a value."""
        return self._initialized


class CoreMetadata(NamedTuple):
    """What the file of a run says of it: its numbers, and the names of what it fed, fetched and ran."""

    global_step: int
    session_run_index: int
    executor_step_index: int
    input_names: list[str]
    output_names: list[str]
    target_nodes: list[str]


def event_of(path: str) -> Any:
    """The Event in a file."""
    return Event.FromString(Path(path).read_bytes())


def load_tensor_from_event_file(event_file_path: str) -> Any:
    """The value in the file of a dumped tensor: an array, or an InconvertibleTensorProto."""
    return load_tensor_from_event(event_of(event_file_path))


def load_tensor_from_event(event: Any) -> Any:
    """The value in the Event of a dumped tensor: an array, or an InconvertibleTensorProto."""
    message = event.summary.value[0].tensor
    if message.dtype in _HANDLES:
        return InconvertibleTensorProto(message)
    empty = any(dim.size == 0 for dim in message.tensor_shape.dim)
    if not (message.tensor_content or message.string_val or empty):
        return InconvertibleTensorProto(message, initialized=False)
    try:
        return decode(message)
    except (KeyError, TypeError):
        return InconvertibleTensorProto(message)


def load_graph_def_from_event_file(event_file_path: str) -> Any:
    """The GraphDef in the file of a graph."""
    return GraphDef.FromString(event_of(event_file_path).graph_def)


def load_log_message_from_event_file(event_file_path: str) -> str:
    """The text in the file of the fetches or of the feeds of a run."""
    return event_of(event_file_path).log_message.message


def extract_core_metadata_from_event_proto(event: Any) -> CoreMetadata:
    """What the Event of a run says of it."""
    found = json.loads(event.log_message.message)
    return CoreMetadata(*(found[name] for name in CoreMetadata._fields))


def is_graph_file(file_name: str) -> bool:
    """Whether a file, by its name without folders, holds a graph."""
    return file_name.startswith(f"{METADATA_FILE_PREFIX}{GRAPH_FILE_TAG}")


def is_run_fetches_info_file(file_name: str) -> bool:
    """Whether a file, by its name, says what a run has fetched."""
    return file_name == f"{METADATA_FILE_PREFIX}{FETCHES_INFO_FILE_TAG}"


def is_run_feed_keys_info_file(file_name: str) -> bool:
    """Whether a file, by its name, says what a run has fed."""
    return file_name == f"{METADATA_FILE_PREFIX}{FEED_KEYS_INFO_FILE_TAG}"


def get_tensor_name(node_name: str, output_slot: int) -> str:
    """The name of an output: "y:0"."""
    return f"{node_name}:{output_slot}"


def get_tensor_watch_key(node_name: str, output_slot: int, debug_op: str) -> str:
    """The name of an output and of what is computed of it: "y:0:DebugIdentity"."""
    return f"{node_name}:{output_slot}:{debug_op}"


def device_name_to_device_path(device_name: str) -> str:
    """The folder of a device: "_tfdbg_device_,job_localhost,replica_0,task_0,device_CPU_0"."""
    return METADATA_FILE_PREFIX + DEVICE_TAG + device_name.replace("/", ",").replace(":", "_")


def device_path_to_device_name(device_dir: str) -> str:
    """The device of a folder."""
    path = os.path.basename(device_dir).removeprefix(METADATA_FILE_PREFIX + DEVICE_TAG)
    return "/".join(_device_part(part) for part in path.split(","))


def _device_part(part: str) -> str:
    if part.startswith("device_") and part.count("_") > 1:
        kind, number = part.removeprefix("device_").rsplit("_", 1)
        return f"device:{kind}:{number}"
    return part.replace("_", ":", 1)


def has_inf_or_nan(datum: Any, tensor: Any) -> bool:
    """The filter that finds values with an infinity or NaN. datum: a DebugTensorDatum, which does not matter."""
    if isinstance(tensor, InconvertibleTensorProto):
        return False
    array = np.asarray(tensor)
    if not np.issubdtype(array.dtype, np.inexact) and array.dtype.name != "bfloat16":
        return False
    return not bool(np.isfinite(array).all())


class DebugTensorDatum:
    """One dumped value: a file whose name says the node, its output, the debug operation and the microsecond.

    dump_root: the folder of the run.  debug_dump_rel_path: the file in it.
    """

    def __init__(self, dump_root: str, debug_dump_rel_path: str) -> None:
        folder, base = os.path.split(os.path.normpath(debug_dump_rel_path))
        if base.count("_") < 3:
            raise ValueError(f"Dump file path does not conform to the naming pattern: {base}")
        parts = folder.split(os.sep) if folder else []
        self._device_name = ""
        if parts and parts[0].startswith(METADATA_FILE_PREFIX + DEVICE_TAG):
            self._device_name = device_path_to_device_name(parts.pop(0))
        node, slot, self._debug_op, self._extended_timestamp = base.rsplit("_", 3)
        self._output_slot = int(slot)
        self._timestamp = int(self._extended_timestamp.partition("-")[0])
        self._node_name = "/".join([*(part for part in parts if part != ""), node])
        self._file_path = os.path.join(dump_root, debug_dump_rel_path)
        self._dump_size_bytes = os.path.getsize(self._file_path) if os.path.exists(self._file_path) else None

    def __str__(self) -> str:
        where = f"{self.node_name}:{self.output_slot} @ {self.debug_op} @ {self.timestamp}"
        return f"{{DebugTensorDatum ({self.device_name}) {where}}}"

    __repr__ = __str__

    def get_tensor(self) -> Any:
        """Its value: an array, or an InconvertibleTensorProto."""
        return load_tensor_from_event_file(self.file_path)

    @property
    def timestamp(self) -> int:
        """When it was dumped, in microseconds since 1970."""
        return self._timestamp

    @property
    def extended_timestamp(self) -> str:
        """The same with what distinguishes files of one microsecond: "1472563253536385-1"."""
        return self._extended_timestamp

    @property
    def debug_op(self) -> str:
        """What was computed of the tensor."""
        return self._debug_op

    @property
    def device_name(self) -> str:
        """The device that the tensor was on."""
        return self._device_name

    @property
    def node_name(self) -> str:
        """The name of the operation that produced it."""
        return self._node_name

    @property
    def output_slot(self) -> int:
        """The number of the output."""
        return self._output_slot

    @property
    def tensor_name(self) -> str:
        """The tensor's name: "hidden/MatMul:0"."""
        return get_tensor_name(self.node_name, self.output_slot)

    @property
    def watch_key(self) -> str:
        """The tensor's name and the debug operation: "hidden/MatMul:0:DebugIdentity"."""
        return get_tensor_watch_key(self.node_name, self.output_slot, self.debug_op)

    @property
    def file_path(self) -> str:
        """The file."""
        return self._file_path

    @property
    def dump_size_bytes(self) -> int | None:
        """The size of the file; None where there is none."""
        return self._dump_size_bytes
