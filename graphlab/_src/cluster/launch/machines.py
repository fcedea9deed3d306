"""Where the processes of a cluster's tasks run: on this machine, or on those of a Ray cluster."""

import importlib
import itertools
import os
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphlab._src.base.errors import UnavailableError, explain
from graphlab._src.cluster.addresses import Listener, is_loopback, unused_ports
from graphlab._src.cluster.control_service import ControlService
from graphlab._src.cluster.launch.program_run import Process
from graphlab._src.cluster.launch.task_process import Program, TaskProcess
from graphlab._src.cluster.lifeline import Lifeline
from graphlab._src.cluster.membership import CONTROL, membership
from graphlab._src.cluster.token import VARIABLE, cluster_token
from graphlab._src.graph.device import Task

_ANSWER = 60.0  # seconds in which a machine has to answer
_OWN = ("RAY_USE_TLS", "RAY_TLS_")  # what a machine's own environment says of Ray
_LOST = 1  # the exit status of a task whose machine is gone


class ThisMachine:
    """Tasks are processes of this machine. Ray's control service starts with them, and ends when they do."""

    def __init__(self) -> None:
        self._lifeline = Lifeline()
        self._lock = threading.Lock()
        self._service: ControlService | None = None
        (port,) = unused_ports(1)
        self._listener = Listener("localhost", port)
        self._named = f"localhost:{port}"
        self._listener.serve(self._answer)

    def addresses(self, tasks: Sequence[Task]) -> list[str]:
        """Addresses that only this machine can reach."""
        return [f"localhost:{port}" for port in unused_ports(len(tasks))]

    def start(self, task: Task, program: Program, log: Path) -> Process:
        """Starts a process. Several may use one accelerator: none reserves all of its memory, unless the environment says so."""
        environment = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", **os.environ, CONTROL: self._named}
        return TaskProcess(program, environment, sys.executable, open(log, "ab+"))

    def close(self) -> None:
        """Ends the control service, if a task has needed it."""
        with self._lock:
            if self._service is not None:
                self._service.close()
            self._service = None
        self._listener.close()
        self._lifeline.close()

    def _answer(self, question: str) -> dict[str, Any]:
        """Where the control service is: the first task that requests it lets it start."""
        with self._lock:
            if self._service is None:
                self._service = ControlService("localhost", self._lifeline, stays=True)
            return {"control": self._service.address()}


class RayMachines:
    """Tasks are processes on the machines of a Ray cluster, each started by an actor there; this process is connected to it."""

    def __init__(self) -> None:
        self._actors: dict[Task, Any] = {}
        self._ray = membership().ray
        self._control = membership().control()

    def addresses(self, tasks: Sequence[Task]) -> list[str]:
        """Addresses on the machines of the Ray cluster, one machine after the other."""
        kind = self._ray.remote(num_cpus=0, max_concurrency=2)(TaskHost)
        affinity = importlib.import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        nodes = itertools.cycle(sorted(node["NodeID"] for node in self._ray.nodes() if node["Alive"]))
        for task in tasks:  # Ray's own way to spread has all that reserve nothing on one machine
            place = affinity(next(nodes), soft=True)
            self._actors[task] = kind.options(scheduling_strategy=place).remote()
        return self._get([actor.address.remote() for actor in self._actors.values()])

    def start(self, task: Task, program: Program, log: Path) -> Process:
        """Starts a process on the machine of a task. Its environment is that machine's, with what this one says of Ray."""
        ours = {name: value for name, value in os.environ.items() if name.startswith("RAY_AUTH")}
        common = {**program.environment, **ours, "RAY_ADDRESS": self._control, VARIABLE: cluster_token()}
        self._get(self._actors[task].start.remote(program._replace(environment=common)))
        return _RemoteProcess(self._ray, self._actors[task], log)

    def close(self) -> None:
        """Ends the actors."""
        for actor in self._actors.values():
            self._ray.kill(actor)
        self._ray.shutdown()

    def _get(self, references: Any) -> Any:
        try:
            return self._ray.get(references, timeout=_ANSWER)
        except self._ray.exceptions.RayTaskError as error:
            raise UnavailableError(
                None,
                None,
                explain(
                    f"A task's process did not start on its machine: {error.cause}",
                    fix="have the program in the same folder on all machines",
                ),
            ) from None
        except self._ray.exceptions.RayError as error:
            raise UnavailableError(
                None, None, explain(f"A machine of the Ray cluster does not answer: {type(error).__name__}")
            ) from None


class TaskHost:
    """The Ray actor that starts the process of a task on its machine."""

    def __init__(self) -> None:
        self._process: TaskProcess | None = None

    def address(self) -> str:
        """An address of this machine."""
        host = importlib.import_module("ray.util").get_node_ip_address()
        (port,) = unused_ports(1)
        return f"{'localhost' if is_loopback(host) else host}:{port}"

    def start(self, program: Program) -> None:
        """Starts the process; FileNotFoundError where its folder is not there."""
        if not os.path.isdir(program.folder):
            raise FileNotFoundError(f"{socket.gethostname()} has no folder {program.folder}")
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("RAY_") or name.startswith(_OWN)
        }
        self._process = TaskProcess(program, environment, sys.executable, tempfile.TemporaryFile())

    def look(self) -> tuple[int | None, bytes]:
        """(exit status or None, what was printed since the last call)."""
        assert self._process is not None
        status = self._process.status()
        return status, self._process.new_output()

    def send(self, number: int) -> None:
        """Sends the process a signal."""
        if self._process is not None:
            self._process.send(number)

    def close(self) -> None:
        """Ends the process, and what is left of it."""
        if self._process is not None:
            self._process.close()
            self._process = None


class _RemoteProcess:
    def __init__(self, ray: Any, actor: Any, log: Path) -> None:
        self._ray = ray
        self._actor = actor
        self._log = log
        self._status: int | None = None
        self._output = b""
        self._look = actor.look.remote()

    def new_output(self) -> bytes:
        self._update()
        found, self._output = self._output, b""
        if found:
            with open(self._log, "ab") as file:
                file.write(found)
        return found

    def status(self) -> int | None:
        self._update()
        return self._status

    def send(self, number: int) -> None:
        self._actor.send.remote(int(number))

    def close(self) -> None:
        try:
            self._ray.get(self._actor.close.remote(), timeout=_ANSWER)
        except self._ray.exceptions.RayError:  # the machine is gone, and the process with it
            return

    def _update(self) -> None:
        """Reads what the machine has answered, and lets it look again."""
        if self._status is not None or not self._ray.wait([self._look], timeout=0)[0]:
            return
        try:
            self._status, output = self._ray.get(self._look)
        except self._ray.exceptions.RayError as error:
            self._status, output = _LOST, f"The machine of this task is gone: {type(error).__name__}\n".encode()
        self._output += output
        if self._status is None:
            self._look = self._actor.look.remote()
