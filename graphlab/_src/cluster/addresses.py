"""The address of a task: which port this process listens at, and what it requests of other tasks.

A task answers who it is, and where the cluster's control service and its actor are, over HTTP with JSON. Both sides prove
that they have the cluster's token; what the answer says is no secret.
"""

import contextlib
import http.client
import http.server
import ipaddress
import json
import secrets
import socket
import threading
from collections.abc import Callable
from typing import Any

from graphlab._src.base.errors import InvalidArgumentError, PermissionDeniedError, UnknownError, explain
from graphlab._src.cluster.token import VARIABLE, cluster_token, proof

_LOOPBACK_NAMES = ("localhost", "ip6-localhost")
_QUIET = range(20000, 32000)  # above what Ray uses, below what Linux and others pick
_POLL = 2.0  # seconds between two looks of a listening thread at whether its server was closed


def split_address(address: str) -> tuple[str, int]:
    """("host", port) of "host:port"; InvalidArgumentError for what is none."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535 or "/" in host:
        message = f'Could not interpret "{address}" as a host-port pair.'
        raise InvalidArgumentError(None, None, explain(message, fix='write addresses as "host:port"'))
    return host, int(port)


def is_loopback(host: str) -> bool:
    """True for a host name that means this machine and can't be reached from others."""
    if host.strip("[]") in _LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def ip_of(host: str) -> str | None:
    """The IP address at which others reach a host of this name; None where only its own machine could."""
    try:
        found = socket.gethostbyname(host.strip("[]"))
    except OSError:
        return None
    return None if is_loopback(found) else found


def own_ip(host: str) -> str | None:
    """The IP address of this machine, as another one sees it, or itself for its own; None where no network leads there.

    host: an IP address.
    """
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as found:
        try:
            found.connect((host, 9))  # sends nothing
        except OSError:
            return None
        return found.getsockname()[0]


class Listener:
    """Has a port, and once it serves, answers there in a thread of its own until it is closed.

    UnknownError where the port can't be had.
    """

    def __init__(self, host: str, port: int) -> None:
        bound = "127.0.0.1" if is_loopback(host) else ""
        try:
            self._server = _Server((bound, port), _Handler)
        except OSError as error:
            shown = f"Could not start gRPC server: {error.strerror or error}, at {host}:{port}"
            fix = "end the process that has the port, or use another port in the ClusterSpec"
            raise UnknownError(None, None, explain(shown, fix=fix)) from None
        self.port: int = self._server.server_address[1]

    def serve(self, answer: Callable[[str], dict[str, Any]]) -> None:
        """Answers from now on. answer(question): a dict that JSON can express. Who has requested something waits till then."""
        self._server.answer = answer
        name = f"graphlab task at {self.port}"
        threading.Thread(target=self._server.serve_forever, args=(_POLL,), name=name, daemon=True).start()

    def close(self) -> None:
        """Frees the port."""
        with contextlib.suppress(OSError):  # wakes the thread, which would listen until its next look
            self._server.socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(RuntimeError):  # Python 3.12 starts no threads while it ends, and ends this one itself
            threading.Thread(target=self._server.shutdown, daemon=True).start()
        self._server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    answer: Callable[[str], dict[str, Any]]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up is no news."""


class _Handler(http.server.BaseHTTPRequestHandler):
    server: _Server
    timeout = 120

    def do_GET(self) -> None:
        question, _, nonce = self.path.lstrip("/").partition("?")
        token = cluster_token()
        given = self.headers.get("Authorization", "")
        if not secrets.compare_digest(given, f"Proof {proof(token, self.path)}"):
            self._send(403, b"")
            return
        try:
            body = json.dumps(self.server.answer(question)).encode()
        except Exception as error:
            self._send(500, str(error).encode(errors="backslashreplace"))
            return
        self._send(200, body, proof(token, f"{nonce}{body.decode()}"))

    def _send(self, status: int, body: bytes, shown: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if shown:
            self.send_header("X-Proof", shown)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nothing is written of who requested it."""


def request(address: str, question: str, seconds: float) -> dict[str, Any] | None:
    """What the task at an address answers; None where nothing listens there, or it doesn't answer in time.

    Raises PermissionDeniedError where one of the two lacks the other's token, UnknownError for a task that fails to answer.
    """
    host, port = split_address(address)
    nonce = secrets.token_hex(16)
    path = f"/{question}?{nonce}"
    token = cluster_token()
    connection = http.client.HTTPConnection(host.strip("[]") or "localhost", port, timeout=seconds)
    try:
        connection.request("GET", path, headers={"Authorization": f"Proof {proof(token, path)}"})
        response = connection.getresponse()
        body = response.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    if response.status == 500:
        raise UnknownError(None, None, f"The task at {address} reports: {body.decode(errors='replace')}")
    shown = response.headers.get("X-Proof", "")
    if response.status != 200 or not secrets.compare_digest(shown, proof(token, f"{nonce}{body.decode()}")):
        raise PermissionDeniedError(
            None,
            None,
            explain(
                f"What listens at {address} is no task of a cluster with this process's token",
                fix=f"set the same token for all tasks, in {VARIABLE} or the user's file, or use another port",
            ),
        )
    return json.loads(body)


def unused_ports(count: int) -> list[int]:
    """Different ports at which nothing listens, none of those that systems pick for other connections meanwhile."""
    found: list[int] = []
    while len(found) < count:
        port = secrets.choice(_QUIET)
        if port in found:
            continue
        with contextlib.closing(socket.socket()) as tried, contextlib.suppress(OSError):
            tried.bind(("", port))
            found.append(port)
    return found
