"""The scalars of a folder of event files, read on from where the last reading ended."""

import os
from typing import Any

from graphlab._src.base.errors import DataLossError, NotFoundError
from graphlab._src.graph.tensor_proto import decode
from graphlab._src.io.tf_record import RecordReader
from graphlab._src.proto import Event


class Scalars:
    """The scalars of a folder: {tag: {run: ([steps], [values])}}. A run is a folder with event files, by its path."""

    def __init__(self, logdir):
        self._logdir = os.fspath(logdir)
        self._offsets = {}  # path: what of the file has been read, in bytes
        self._plugins = {}  # (run, tag): the plugin that its first value named
        self.series: Any = {}

    def read(self):
        """Reads what is new; True when there was a scalar."""
        found = [self._read_file(run, path) for run, path in self._files()]
        return any(found)

    def _files(self):
        """(run, path) of the event files, in the order in which they were begun."""
        found = []
        for folder, _, names in os.walk(self._logdir):
            run = os.path.relpath(folder, self._logdir)
            found += [(run, os.path.join(folder, name)) for name in names if "tfevents" in name]
        return sorted(found)

    def _read_file(self, run, path):
        try:
            reader = RecordReader(path, "", offset=self._offsets.get(path, 0))
        except NotFoundError:  # removed since the folder was listed
            return False
        grown = False
        try:
            while (record := reader.read()) is not None:
                grown |= self._add(run, Event.FromString(record[1]))
        except DataLossError:
            pass  # half written: the rest comes later
        finally:
            self._offsets[path] = reader.offset
            reader.close()
        return grown

    def _add(self, run, event):
        grown = False
        for value in event.summary.value:
            number = self._number(run, value)
            if number is not None:
                steps, values = self.series.setdefault(value.tag, {}).setdefault(run, ([], []))
                steps.append(event.step)
                values.append(number)
                grown = True
        return grown

    def _number(self, run, value):
        """A scalar of either form, the second of which TensorFlow 2 writes; None for anything else."""
        kind = value.WhichOneof("value")
        if kind == "simple_value":
            return value.simple_value
        if kind != "tensor":
            return None
        key = run, value.tag
        plugin = self._plugins.setdefault(key, value.metadata.plugin_data.plugin_name)
        return float(decode(value.tensor)) if plugin == "scalars" else None
