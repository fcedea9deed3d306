"""DebugDumpDir: the dump of a run, with its values and its graphs."""

import glob
import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphlab._src.debug.dumps import causality
from graphlab._src.debug.dumps.datum import (
    CORE_METADATA_TAG,
    DEVICE_TAG,
    FEED_KEYS_INFO_FILE_TAG,
    FETCHES_INFO_FILE_TAG,
    METADATA_FILE_PREFIX,
    DebugTensorDatum,
    device_path_to_device_name,
    event_of,
    extract_core_metadata_from_event_proto,
    get_tensor_watch_key,
    is_graph_file,
    load_graph_def_from_event_file,
    load_log_message_from_event_file,
)
from graphlab._src.debug.dumps.debug_graph import DebugGraph
from graphlab._src.debug.dumps.graph_queries import GraphQueries


class WatchKeyDoesNotExistInDebugDumpDirError(ValueError):
    """A dump does not have the tensor that is requested."""


class DebugDumpDir(GraphQueries):
    """The tensors and graphs that a run has dumped.

    dump_root: the folder.  partition_graphs: the run's GraphDefs, of RunMetadata; those in the folder when left out.
    validate: whether to check that inputs were dumped before what was computed from them.
    Raises OSError when there is no such folder, ValueError for a dump that is wrong.
    """

    def __init__(self, dump_root: str, partition_graphs: Iterable[Any] | None = None, validate: bool = True) -> None:
        super().__init__()
        if not os.path.isdir(dump_root):
            raise OSError(f"Dump root directory {dump_root} does not exist")
        self._dump_root = dump_root
        events = [event_of(path) for path in self._files(CORE_METADATA_TAG)]
        self._core_metadata = [extract_core_metadata_from_event_proto(event) for event in events]
        self._fetches_info = _texts(self._files(FETCHES_INFO_FILE_TAG))
        self._feeds_info = _texts(self._files(FEED_KEYS_INFO_FILE_TAG))
        self._data: dict[str, list[DebugTensorDatum]] = {}
        graph_files: dict[str, list[str]] = {}
        for folder in self._files(DEVICE_TAG):
            device = device_path_to_device_name(folder)
            self._devices.append(device)
            self._data[device], graph_files[device] = self._load(folder)
        given = list(partition_graphs or ())
        for device in self._devices:
            graph = _graph_of(device, given, graph_files[device])
            if graph is not None:
                self._debug_graphs[device] = DebugGraph(graph, device_name=device)
                if validate:
                    causality.check(self._data[device], self._debug_graphs[device])

    def _files(self, tag: str) -> list[str]:
        return sorted(glob.glob(os.path.join(glob.escape(self._dump_root), f"{METADATA_FILE_PREFIX}{tag}*")))

    def _load(self, device_folder: str) -> tuple[list[DebugTensorDatum], list[str]]:
        """(the data of a device in the order of time, the files of its graphs)."""
        data: list[DebugTensorDatum] = []
        graphs: list[str] = []
        for folder, _, names in os.walk(device_folder):
            for name in names:
                path = os.path.join(folder, name)
                if is_graph_file(name):
                    graphs.append(path)
                elif not name.startswith(METADATA_FILE_PREFIX):
                    data.append(DebugTensorDatum(self._dump_root, os.path.relpath(path, self._dump_root)))
        return sorted(data, key=_moment), sorted(graphs)

    @property
    def core_metadata(self) -> Any:
        """A CoreMetadata: what the run fed and fetched, and its numbers. A list where the folder has the files of several runs."""
        return self._core_metadata[0] if len(self._core_metadata) == 1 else self._core_metadata

    @property
    def dumped_tensor_data(self) -> list[DebugTensorDatum]:
        """What was dumped, in the order of time."""
        return sorted((datum for data in self._data.values() for datum in data), key=_moment)

    @property
    def t0(self) -> int | None:
        """When the first tensor was dumped, in microseconds since 1970; None where there is none."""
        return min((data[0].timestamp for data in self._data.values() if data), default=None)

    @property
    def size(self) -> int:
        """The number of dumped tensors."""
        return sum(map(len, self._data.values()))

    @property
    def run_fetches_info(self) -> Any:
        """The text of what the run has fetched, or None; a list where the folder has several."""
        return self._fetches_info

    @property
    def run_feed_keys_info(self) -> Any:
        """The text of what the run has fed, or None; a list where the folder has several."""
        return self._feeds_info

    def debug_watch_keys(self, node_name: str, device_name: str | None = None) -> list[str]:
        """The keys of what was dumped of a node: ["y:0:DebugIdentity"]."""
        return list(dict.fromkeys(d.watch_key for d in self._of_device(device_name) if d.node_name == node_name))

    def watch_key_to_data(self, debug_watch_key: str, device_name: str | None = None) -> list[DebugTensorDatum]:
        """What was dumped for a key, in the order of time."""
        found = [datum for datum in self._of_device(device_name) if datum.watch_key == debug_watch_key]
        if device_name is None and len({datum.device_name for datum in found}) > 1:
            raise ValueError(
                f"There are multiple devices with dumps of {debug_watch_key}, but device_name is not specified."
            )
        return found

    def _of_device(self, device_name: str | None) -> Sequence[DebugTensorDatum]:
        if device_name is None:
            return self.dumped_tensor_data
        return self._data.get(device_name, [])

    def find(
        self,
        predicate: Callable[[DebugTensorDatum, Any], Any],
        first_n: int = 0,
        device_name: str | None = None,
        exclude_node_names: str | None = None,
    ) -> list[DebugTensorDatum]:
        """What predicate(datum, value) finds, the first_n of it, or all for 0. exclude_node_names: a regular expression."""
        excluded = re.compile(exclude_node_names) if exclude_node_names else None
        found: list[DebugTensorDatum] = []
        for datum in self._of_device(device_name):
            if excluded is not None and excluded.match(datum.node_name):
                continue
            if predicate(datum, datum.get_tensor()):
                found.append(datum)
                if len(found) == first_n:
                    break
        return found

    def _watched(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None
    ) -> list[DebugTensorDatum]:
        key = get_tensor_watch_key(node_name, output_slot, debug_op)
        found = self.watch_key_to_data(key, device_name)
        if not found:
            device = device_name or ", ".join(self._devices)
            message = f'Watch key "{key}" does not exist in the debug dump of device {device}'
            raise WatchKeyDoesNotExistInDebugDumpDirError(message)
        return found

    def get_tensor_file_paths(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[str]:
        """The files of a tensor. Raises WatchKeyDoesNotExistInDebugDumpDirError."""
        return [datum.file_path for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def get_tensors(self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None) -> list[Any]:
        """The values of a tensor. Raises WatchKeyDoesNotExistInDebugDumpDirError."""
        return [datum.get_tensor() for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def get_rel_timestamps(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[int]:
        """When a tensor was dumped, in microseconds after the first one. Raises WatchKeyDoesNotExistInDebugDumpDirError."""
        start = self.t0 or 0
        return [datum.timestamp - start for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def get_dump_sizes_bytes(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[int | None]:
        """The sizes of the files of a tensor. Raises WatchKeyDoesNotExistInDebugDumpDirError."""
        return [datum.dump_size_bytes for datum in self._watched(node_name, output_slot, debug_op, device_name)]


def _moment(datum: DebugTensorDatum) -> tuple[int, int]:
    extra = datum.extended_timestamp.partition("-")[2]
    return datum.timestamp, int(extra or 0)


def _texts(files: Sequence[str]) -> Any:
    texts = [load_log_message_from_event_file(path) for path in files]
    return (texts[0] if len(texts) == 1 else texts) if texts else None


def _graph_of(device: str, given: Sequence[Any], files: Sequence[str]) -> Any:
    """The GraphDef of a device: of those that are given, or in the files of the dump; None where there is none."""
    for graph in given:
        if any(node.device == device for node in graph.node):
            return graph
    return load_graph_def_from_event_file(files[0]) if files else None
