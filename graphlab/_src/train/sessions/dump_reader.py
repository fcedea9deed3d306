"""The reader of the tensors that a run has dumped to files, in the way of TensorFlow's debugger."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from graphlab._src.graph.tensor_proto import decode
from graphlab._src.proto import Event
from graphlab._src.train.sessions.tensor_filters import DebugTensorDatum

PREFIX = "_tfdbg_"
DEVICE = f"{PREFIX}device_"


class WatchKeyDoesNotExistInDebugDumpDirError(ValueError):
    """A dump does not have the tensor that is requested."""


def load_tensor_from_event_file(event_file_path: str) -> np.ndarray:
    """The value in the file of a dumped tensor."""
    return decode(Event.FromString(Path(event_file_path).read_bytes()).summary.value[0].tensor)


class DebugDumpDir:
    """The tensors that one run has dumped.

    dump_root: session_root/run_….  Raises OSError when there is no such folder. The graphs and validate have no effect.
    """

    def __init__(self, dump_root: str, partition_graphs: Any = None, validate: bool = True) -> None:
        root = Path(dump_root)
        if not root.is_dir():
            raise OSError(f"Dump root directory {dump_root} does not exist")
        files = [path for folder in root.glob(f"{DEVICE}*") for path in folder.rglob("*") if path.is_file()]
        own = (path for path in files if not path.name.startswith(PREFIX))
        self._data = sorted((_datum(path, root) for path in own), key=lambda datum: datum.timestamp)

    @property
    def dumped_tensor_data(self) -> "list[_Dumped]":
        """What was dumped, in the order of time: objects with node_name, output_slot, debug_op, file_path, get_tensor()."""
        return list(self._data)

    @property
    def size(self) -> int:
        """The number of tensors."""
        return len(self._data)

    def watch_key_to_data(self, debug_watch_key: str, device_name: str | None = None) -> "list[_Dumped]":
        """What was dumped for a key, "node:0:DebugIdentity"."""
        return [d for d in self._data if d.watch_key == debug_watch_key and device_name in (None, d.device_name)]

    def get_tensors(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[np.ndarray]:
        """The values of a tensor. Raises WatchKeyDoesNotExistInDebugDumpDirError."""
        return [datum.get_tensor() for datum in self._of(node_name, output_slot, debug_op, device_name)]

    def get_tensor_file_paths(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[str]:
        """The files of a tensor. Raises WatchKeyDoesNotExistInDebugDumpDirError."""
        return [datum.file_path for datum in self._of(node_name, output_slot, debug_op, device_name)]

    def _of(self, node_name: str, output_slot: int, debug_op: str, device_name: str | None) -> "list[_Dumped]":
        key = f"{node_name}:{output_slot}:{debug_op}"
        found = self.watch_key_to_data(key, device_name)
        if not found:
            raise WatchKeyDoesNotExistInDebugDumpDirError(f'Watch key "{key}" does not exist in the debug dump')
        return found

    def find(
        self,
        predicate: Callable[..., Any],
        first_n: int = 0,
        device_name: str | None = None,
        exclude_node_names: str | None = None,
    ) -> "list[_Dumped]":
        """What predicate(datum, value) finds, the first_n of it, or all for 0. exclude_node_names: a regular expression."""
        found = []
        for datum in self._data:
            excluded = exclude_node_names is not None and re.match(exclude_node_names, datum.node_name)
            if device_name in (None, datum.device_name) and not excluded and predicate(datum, datum.get_tensor()):
                found.append(datum)
                if len(found) == first_n:
                    break
        return found


class _Dumped(DebugTensorDatum):
    """A tensor in a file."""

    device_name: str
    debug_op: str
    timestamp: int
    file_path: str

    @property
    def watch_key(self) -> str:
        """The tensor's name and the operation that dumped it: "node:0:DebugIdentity"."""
        return f"{self.tensor_name}:{self.debug_op}"

    def get_tensor(self) -> np.ndarray:
        """Its value."""
        return load_tensor_from_event_file(self.file_path)


def _datum(path: Path, root: Path) -> _Dumped:
    device, *scopes, last = path.relative_to(root).parts
    node, slot, debug_op, stamp = last.rsplit("_", 3)
    datum = _Dumped("/".join([*scopes, node]), int(slot), "")
    parts = device.removeprefix(DEVICE).split(",")
    datum.device_name = "/".join(part.replace("device_", "device:").replace("_", ":", 1) for part in parts)
    datum.debug_op, datum.timestamp, datum.file_path = debug_op, int(stamp.partition("-")[0]), str(path)
    return datum
