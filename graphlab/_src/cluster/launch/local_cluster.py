"""cluster(): a cluster for a notebook, whose tasks are in processes of their own on this machine."""

import concurrent.futures
import html
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.cluster.addresses import unused_ports
from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.cluster.membership import membership
from graphlab._src.cluster.overview import HEADINGS, Overview, overview
from graphlab._src.cluster.server import Server
from graphlab._src.graph.device import Task
from graphlab._src.session import targets

_STYLE = "text-align: left"
_DEAD = "color: var(--jp-error-color1, #d32f2f)"


class ActorServer(Server):
    """A Server whose task has its state in an actor, whatever its job, and that can end before its process does."""

    def __init__(self, cluster: ClusterSpec, job: str, index: int) -> None:
        super().__init__(cluster, job, index)
        self.leave_state_to_actor()

    def close(self) -> None:
        """Ends the task: its actor, what it stores, and its address."""
        targets.forget(self.target, self)
        self.stop_listening()
        if self._host is not None:
            membership(self).end(self._host.actor)


class LocalCluster:
    """Tasks in processes of their own on this machine; they end with this process, or when the cluster is closed.

        cluster = gl.cluster({"ps": 1, "worker": 2})
        with tf.Session(cluster.target("worker", 0)) as sess: …

    spec: the ClusterSpec.  targets: {job: [target of each task]}.
    """

    def __init__(self, jobs: Mapping[str, int | Sequence[str]]) -> None:
        self.spec = ClusterSpec(_with_addresses(jobs))
        self._servers: dict[Task, ActorServer] = {}
        self._is_closed = False
        tasks = [(job, i) for job in sorted(self.spec.jobs) for i in self.spec.task_indices(job)]
        try:
            for task in tasks:
                self._servers[task] = ActorServer(self.spec, *task)
            membership(self._servers[tasks[0]]).start()
            with concurrent.futures.ThreadPoolExecutor(len(tasks)) as pool:
                list(pool.map(ActorServer.host, self._servers.values()))
        except BaseException:
            self.close()
            raise
        self._targets = {task: server.target for task, server in self._servers.items()}

    @property
    def targets(self) -> dict[str, list[str]]:
        """{job: [the target of each of its tasks]}."""
        found: dict[str, list[str]] = {}
        for (job, _), target in self._targets.items():
            found.setdefault(job, []).append(target)
        return found

    @property
    def tasks(self) -> Mapping[Task, str]:
        """{(job, number): address}."""
        return MappingProxyType({task: self.spec.task_address(*task) for task in self._targets})

    def target(self, job: str, index: int = 0) -> str:
        """The target of a task, for `tf.Session`; ValueError when there is no such task."""
        return self._targets[self._task(job, index)]

    def kill(self, job: str, index: int = 0) -> None:
        """Ends a task as a fault would: what it stored is gone, runs that need it raise UnavailableError."""
        server = self._servers.pop(self._task(job, index), None)
        if server is not None:
            server.close()

    def restart(self, job: str, index: int = 0) -> None:
        """Starts a task again, at the same address and with nothing stored; one that runs is killed first."""
        task = self._task(job, index)
        if self._is_closed:
            raise RuntimeError(explain("The cluster is closed.", fix="start another one: gl.cluster(…)"))
        self.kill(job, index)
        server = ActorServer(self.spec, *task)
        server.host()
        self._servers[task] = server

    def status(self) -> Overview:
        """The Overview of the tasks: which are there, and what each does and stores."""
        return overview(dict(self.tasks))

    def close(self) -> None:
        """Ends all tasks."""
        self._is_closed = True
        while self._servers:
            self._servers.popitem()[1].close()

    def __enter__(self) -> "LocalCluster":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        counts = ", ".join(f"{job}={self.spec.num_tasks(job)}" for job in self.spec.jobs)
        if self._is_closed:
            return f"<graphlab cluster of {counts}, closed>"
        return f"<graphlab cluster of {counts}>\n{self.status().text()}"

    def _repr_html_(self) -> str:
        if self._is_closed:
            return f"<pre>{html.escape(repr(self))}</pre>"
        head = "".join(f'<th style="{_STYLE}">{heading}</th>' for heading in HEADINGS)
        rows: list[str] = []
        for status in self.status().tasks:
            cells = [html.escape(cell) for cell in status.cells()]
            if status.load is None:
                cells[2:] = [f'<span style="{_DEAD}">{cells[2]}</span>']
            last = f' colspan="{len(HEADINGS) - 2}"' if status.load is None else ""
            body = "".join(f'<td style="{_STYLE}">{cell}</td>' for cell in cells[:-1])
            rows.append(f'<tr>{body}<td style="{_STYLE}"{last}>{cells[-1]}</td></tr>')
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"

    def _task(self, job: str, index: int) -> Task:
        self.spec.task_address(job, index)  # raises where there is none
        return job, index


def cluster(jobs: Mapping[str, int | Sequence[str]]) -> LocalCluster:
    """Starts a cluster on this machine, each of whose tasks is a process of its own; for notebooks and tests.

    jobs: {"ps": 1, "worker": 2}, the number of tasks of each job, or their addresses.
    Returns a LocalCluster: `target("worker", 0)` is the argument of `tf.Session`, `kill` and `restart` act as a fault would,
    `close` ends it, and so does the end of this process. It needs graphlab[cluster].
    """
    return LocalCluster(jobs)


def _with_addresses(jobs: Mapping[str, int | Sequence[str]]) -> dict[str, list[str]]:
    if not jobs or any(isinstance(tasks, int) and tasks < 1 for tasks in jobs.values()):
        raise ValueError(explain(f"{dict(jobs)!r} has no tasks", fix='gl.cluster({"ps": 1, "worker": 2})'))
    counts = [tasks for tasks in jobs.values() if isinstance(tasks, int)]
    ports = iter(unused_ports(sum(counts)))
    return {
        job: [f"localhost:{next(ports)}" for _ in range(tasks)] if isinstance(tasks, int) else list(tasks)
        for job, tasks in jobs.items()
    }
