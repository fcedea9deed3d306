"""A direct way to a task of the same machine, for calls whose arrays are small: what Ray adds to a call is ten times as long.

Both ends prove with the cluster's token that they have it (multiprocessing.connection's challenge). Ray carries the calls with
large arrays, which it holds in shared memory, and all calls between machines.
"""

import socket
import threading
import time
from collections.abc import Sequence
from multiprocessing import AuthenticationError, connection
from pathlib import Path
from typing import Any

import numpy as np

from graphlab._src.cluster.token import cluster_token
from graphlab._src.session.tasks.service import TaskService
from graphlab._src.session.tasks.transport import OK, Reply, RunMessage, Setup

LARGE = "large"  # of a reply: its arrays are large, and wait for a call of `taken` by Ray
_SMALL = 1 << 17  # bytes of all arrays of a message
_LOOPBACK = "127.0.0.1"


def machine() -> str:
    """A text that is another on every machine, and after it was started again."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip() + socket.gethostname()
    except OSError:
        return ""


def wait_for_end(port: int, seconds: float) -> None:
    """Waits until nothing listens at a port of this machine any more, for so long at most."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            socket.create_connection((_LOOPBACK, port), timeout=seconds).close()
        except OSError:
            return
        time.sleep(0.01)


def is_small(values: Sequence[Any]) -> bool:
    """True for arrays that a channel carries."""
    return sum(_size(value) for value in values) < _SMALL


def _size(value: Any) -> int:
    if isinstance(value, np.ndarray) and value.dtype.hasobject:
        return sum(len(text) if isinstance(text, bytes) else _SMALL for text in value.flat)
    return getattr(value, "nbytes", _SMALL)


class ChannelServer:
    """Answers the runs that come by channels to a TaskService. port: where, on this machine alone."""

    def __init__(self, service: TaskService) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._waiting: dict[int, Reply] = {}  # replies with large arrays
        self._number = 0
        self._key = cluster_token().encode()
        self._listener = socket.create_server((_LOOPBACK, 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def taken(self, number: int) -> Reply:
        """A reply with large arrays."""
        with self._lock:
            return self._waiting.pop(number)

    def _accept(self) -> None:
        while True:
            accepted, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(accepted,), daemon=True).start()

    def _serve(self, accepted: socket.socket) -> None:
        caller = _connection(accepted)
        try:
            connection.deliver_challenge(caller, self._key)
            connection.answer_challenge(caller, self._key)
            while True:
                message, setup = caller.recv()
                reply = self._service.run(message, setup)
                status, incarnation, payload = reply
                if status == OK and not is_small(payload):
                    with self._lock:
                        self._number += 1
                        number = self._number
                        self._waiting[number] = reply
                    reply = LARGE, incarnation, number
                caller.send(reply)
        except (EOFError, OSError, AuthenticationError):
            return
        finally:
            caller.close()


class Channel:
    """Calls the ChannelServer at a port of this machine; several threads use a connection each."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._key = cluster_token().encode()
        self._lock = threading.Lock()
        self._free: list[connection.Connection] = []

    def is_open(self) -> bool:
        """True where the task can be reached by it, which it tries."""
        try:
            self._free.append(self._connect())
        except (OSError, EOFError, AuthenticationError):
            return False
        return True

    def _connect(self) -> connection.Connection:
        made = _connection(socket.create_connection((_LOOPBACK, self._port)))
        connection.answer_challenge(made, self._key)
        connection.deliver_challenge(made, self._key)
        return made

    def begin(self, message: RunMessage, setup: Setup | None) -> connection.Connection:
        """Sends a run, whose reply comes by the connection that is returned; OSError or EOFError where the task is gone."""
        with self._lock:
            found = self._free.pop() if self._free else None
        if found is None:
            found = self._connect()
        try:
            found.send((message, setup))
        except BaseException:
            found.close()
            raise
        return found

    def receive(self, used: connection.Connection) -> Reply:
        """The reply that has come by a connection, which is free for other runs then."""
        try:
            reply = used.recv()
        except BaseException:
            used.close()
            raise
        with self._lock:
            self._free.append(used)
        return reply


def _connection(connected: socket.socket) -> connection.Connection:
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection.Connection(connected.detach())
