"""Which tasks of a cluster are there, and what they report of themselves. Needs no Ray."""

import concurrent.futures
import contextlib
import dataclasses
import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from graphlab._src.base.errors import OpError, UnavailableError, explain
from graphlab._src.base.units import written
from graphlab._src.cluster.addresses import request
from graphlab._src.cluster.cluster_spec import ClusterSpec, addresses_in
from graphlab._src.cluster.control_service import MODULE
from graphlab._src.graph.device import Task
from graphlab._src.proto import ServerDef

_ANSWER = 5.0  # seconds that a task has for an answer
_PERIOD = 0.3  # seconds over which the use of processors is measured
HEADINGS = ("task", "address", "process", "up", "sessions", "running", "waiting", "variables", "CPU", "memory")


@dataclasses.dataclass(frozen=True)
class TaskStatus:
    """What a task reports of itself. load: as its status has it; None where it does not answer.  cpu: processors in use.

    problem: why it reports nothing.
    """

    task: Task
    address: str
    load: dict[str, Any] | None
    cpu: float = 0.0
    problem: str = ""

    def cells(self) -> tuple[str, ...]:
        """What a table has of it, below HEADINGS."""
        name = f"{self.task[0]} {self.task[1]}"
        if self.load is None:
            return (name, self.address, self.problem)
        load = self.load
        return (
            name,
            self.address,
            str(load["process"]),
            duration(time.time() - load["since"]),
            str(load["sessions"]),
            str(load["running"]),
            str(load["waiting"]),
            f"{load['variables']} ({written(load['bytes'], 'bytes')})",
            f"{100 * self.cpu:.0f} %",
            written(load["memory"], "bytes"),
        )


@dataclasses.dataclass(frozen=True)
class Overview:
    """The tasks of a cluster. control: where Ray's control service is, or None where no task has needed it."""

    tasks: list[TaskStatus]
    control: str | None

    def text(self) -> str:
        """The tasks as a table."""
        table = [HEADINGS, *(status.cells() for status in self.tasks)]
        widths = [max(len(row[i]) for row in table if i < len(row) == len(HEADINGS)) for i in range(len(HEADINGS))]
        for row in table:
            widths[:2] = [max(width, len(cell)) for width, cell in zip(widths[:2], row, strict=False)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in table]
        end = [] if self.control is None else [f"Ray's control service is at {self.control}"]
        return "\n".join([*(line.rstrip() for line in lines), *end])

    def as_json(self) -> dict[str, Any]:
        """What JSON can express of it."""
        return {
            "control": self.control,
            "tasks": [
                {
                    "job": status.task[0],
                    "task": status.task[1],
                    "address": status.address,
                    **(
                        {"problem": status.problem}
                        if status.load is None
                        else {**status.load, "processors": status.cpu}
                    ),
                }
                for status in self.tasks
            ],
        }


def cluster_at(address: str) -> Overview:
    """The Overview of the cluster with a task at an address; UnavailableError where none answers."""
    address = address.partition("://")[2] or address
    answer = request(address, "task", _ANSWER)
    if answer is None or "server" not in answer:
        fix = "pass the address of a task that runs, host:port, as the ClusterSpec has it"
        raise UnavailableError(None, None, explain(f"No task answers at {address}", fix=fix))
    message = ServerDef.FromString(bytes.fromhex(answer["server"]))
    addresses: dict[Task, str] = addresses_in(ClusterSpec(message.cluster))
    addresses[message.job_name, message.task_index] = address
    return overview(addresses)


def overview(addresses: dict[Task, str]) -> Overview:
    """The Overview of tasks, each of which answers at its address or doesn't."""
    with concurrent.futures.ThreadPoolExecutor(max(1, min(64, len(addresses)))) as pool:
        tasks = list(pool.map(_status, addresses, addresses.values()))
    controls = {status.load["control"] for status in tasks if status.load and status.load.get("control")}
    return Overview(tasks, next(iter(controls), None))


def clusters_of_user() -> list[Overview]:
    """The Overview of each cluster on this machine that has a control service of this user's, and a task that answers."""
    found: list[Overview] = []
    for port in _control_ports():
        known: set[str] = set()
        for address in _tasks_known_at(port):
            if address in known:
                continue
            with contextlib.suppress(OpError):  # it ended meanwhile, or its address is another program's
                found.append(cluster_at(address))
                known.update(status.address for status in found[-1].tasks)
    return found


def duration(seconds: float) -> str:
    """A time in two units: "3 min 20 s"."""
    seconds = max(0, round(seconds))
    for size, name, smaller, its_name in ((86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if seconds >= size:
            return f"{seconds // size} {name} {seconds % size // smaller} {its_name}"
    return f"{seconds} s"


def _status(task: Task, address: str) -> TaskStatus:
    try:
        before = request(address, "status", _ANSWER)
        if before is None or "process" not in before:
            return TaskStatus(task, address, None, problem="does not answer")
        if (before["job"], before["task"]) != task:
            return TaskStatus(task, address, None, problem=f"is {before['job']} {before['task']} of another cluster")
        began = time.monotonic()
        time.sleep(_PERIOD)
        after = request(address, "status", _ANSWER)
        if after is None or after.get("process") != before["process"]:
            return TaskStatus(task, address, before)
        return TaskStatus(task, address, after, (after["cpu"] - before["cpu"]) / (time.monotonic() - began))
    except OpError as error:
        return TaskStatus(task, address, None, problem=str(error).partition("\n")[0])


def _tasks_known_at(port: int) -> list[str]:
    """The addresses of the tasks that a control service knows, some of which may have ended."""
    try:
        answer = request(f"localhost:{port}", "tasks", _ANSWER)
    except OpError:  # another token's, or a service that ends
        return []
    return (answer or {}).get("tasks", [])


def _control_ports() -> list[int]:
    """The ports at which the control services of this user's clusters answer."""
    return [int(port) for port in re.findall(rf" -m {re.escape(MODULE)} \S+ (\d+)\b", "\n".join(_commands()))]


def _commands() -> list[str]:
    """The command lines of this user's processes."""
    processes = Path("/proc").glob("[0-9]*")
    found: list[str] = []
    for process in processes:
        with contextlib.suppress(OSError):  # it has ended
            if process.stat().st_uid == os.getuid():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    if found:
        return found
    try:
        return subprocess.run(
            ["ps", "-x", "-o", "args="], capture_output=True, text=True, check=False
        ).stdout.splitlines()
    except OSError:
        return []
