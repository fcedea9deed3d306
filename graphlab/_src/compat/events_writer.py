"""pywrap_tensorflow.EventsWriter: Event messages in a file whose name begins as the program says."""

import os
import socket
import time
from typing import Any

from graphlab._src.base.text import as_text
from graphlab._src.io.tf_record import TFRecordWriter
from graphlab._src.proto import Event


class EventsWriter:
    """Writes Events to file_prefix.out.tfevents.SECONDS.HOST, which is made with the first one."""

    def __init__(self, file_prefix: str | bytes) -> None:
        self._prefix = as_text(file_prefix)
        self._suffix = ""
        self._path = ""
        self._writer: TFRecordWriter | None = None

    def InitWithSuffix(self, suffix: str | bytes) -> bool:  # noqa: N802
        """Makes the file, with a suffix in its name."""
        self._suffix = as_text(suffix)
        self._open()
        return True

    Init = InitWithSuffix

    def FileName(self) -> str:  # noqa: N802
        """The path of the file, which is made if it is not there."""
        self._open()
        return self._path

    def _open(self) -> TFRecordWriter:
        if self._writer is None or not os.path.exists(self._path):
            self._path = f"{self._prefix}.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}{self._suffix}"
            self._writer = TFRecordWriter(self._path)
            self.WriteEvent(Event(wall_time=time.time(), file_version="brain.Event:2"))
            self._writer.flush()
        return self._writer

    def WriteEvent(self, event: Any) -> None:  # noqa: N802
        """Adds an Event; TypeError for another object."""
        if not isinstance(event, Event):
            raise TypeError(f"Expected an event_pb2.Event proto, but got {type(event)}")
        self._open().write(event.SerializeToString())

    def Flush(self) -> bool:  # noqa: N802
        """Writes what waits."""
        if self._writer is not None:
            self._writer.flush()
        return True

    def Close(self) -> bool:  # noqa: N802
        """Writes what waits, and closes the file."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        return True
