"""TaskProcess: the process of one task, on this machine."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO, Any, NamedTuple

from graphlab._src.cluster.lifeline import Lifeline

_BLOCK = 1 << 20  # bytes that are read at a time


class Program(NamedTuple):
    """What a task runs. command: without the interpreter.  environment: what is set beside the place's own."""

    command: Sequence[str]
    environment: Mapping[str, str]
    folder: str


class TaskProcess:
    """A process that writes what it prints to a file, and ends with this one.

    log: the file, open for reading and writing at its end, which close() closes.
    """

    def __init__(self, program: Program, environment: Mapping[str, str], python: str, log: IO[bytes]) -> None:
        self._lifeline = Lifeline()
        self._log = log
        self._read = log.tell()
        self._process: subprocess.Popen[Any] = self._lifeline.popen(
            [python, *program.command],
            {**environment, **program.environment},
            cwd=program.folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )

    @property
    def pid(self) -> int:
        """Its number among the system's processes."""
        return self._process.pid

    def new_output(self) -> bytes:
        """What it has printed since the last call."""
        found: list[bytes] = []
        while output := os.pread(self._log.fileno(), _BLOCK, self._read):
            self._read += len(output)
            found.append(output)
        return b"".join(found)

    def status(self) -> int | None:
        """Its exit status, below 0 for a signal; None while it runs."""
        return self._process.poll()

    def send(self, number: int) -> None:
        """Sends it a signal; SIGKILL reaches what it has started, too."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if number == signal.SIGKILL:
                os.killpg(self._process.pid, number)
            elif self._process.poll() is None:
                self._process.send_signal(number)

    def close(self) -> None:
        """Ends what is left of it."""
        self.send(signal.SIGKILL)
        self._process.wait()
        self._lifeline.close()
        self._log.close()
