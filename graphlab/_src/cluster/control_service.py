"""ControlService: the process that runs Ray's control service, as the process that has started it knows it."""

import os
import subprocess
import sys
import threading

from graphlab._src.base.errors import UnknownError, explain
from graphlab._src.cluster.addresses import unused_ports
from graphlab._src.cluster.lifeline import Lifeline

MODULE = "graphlab._src.cluster.control"
_END = 10.0  # seconds that it has to end what it started


class ControlService:
    """Ray's control service in a process of its own.

    host: of the cluster's first task: a loopback address makes it listen at that alone.
    lifeline: what it ends with.  stays: it does not end when no process of the cluster is connected any more.
    """

    def __init__(self, host: str, lifeline: Lifeline | None = None, stays: bool = False) -> None:
        command = [sys.executable, "-m", MODULE, host, str(unused_ports(1)[0]), *(["stay"] if stays else ())]
        if lifeline is None:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
        else:
            self._process = lifeline.popen(
                command, os.environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
            )
        self._lock = threading.Lock()
        self._address = ""

    @property
    def is_running(self) -> bool:
        """False once it has ended."""
        return self._process.poll() is None

    def address(self) -> str:
        """Where the service is, as soon as it is there; UnknownError when it does not start."""
        with self._lock:
            if not self._address:
                assert self._process.stdout is not None
                self._address = self._process.stdout.readline().strip()
            if not self._address:
                self._process.wait()
                raise UnknownError(
                    None, None, explain("Ray's control service did not start", fix="its own messages are above")
                )
            return self._address

    def close(self) -> None:
        """Ends it, and all that it started."""
        self._process.terminate()
        try:
            self._process.wait(_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
