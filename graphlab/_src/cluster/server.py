"""Server: one task of a cluster, whose sessions share what they keep.

A process has the state of its task itself, as long as its own sessions use it; a task that only serves others, as a
parameter server does, has it in an actor (`task_actor.py`), which answers them directly.
"""

import os
import sys
import threading
import weakref
from collections.abc import Collection, Mapping
from typing import Any

from graphlab._src.base.errors import InternalError, InvalidArgumentError, NotFoundError, explain
from graphlab._src.cluster.addresses import Listener, split_address
from graphlab._src.cluster.cluster_spec import ClusterSpec, addresses_in
from graphlab._src.cluster.membership import ClusterTransport, Host, membership
from graphlab._src.graph.device import Task
from graphlab._src.proto import ServerDef
from graphlab._src.session import targets
from graphlab._src.session.base_session import open_sessions
from graphlab._src.session.tasks.load import load_of
from graphlab._src.session.tasks.memory import Memory, memory_at

_STATUS = 3.0  # seconds in which an actor has to answer what it does
_SERVING_JOBS = ("ps",)  # jobs whose tasks hold state for others, from the start
_here: weakref.WeakValueDictionary[str, "Server"] = weakref.WeakValueDictionary()  # address -> Server
_started: set["Server"] = set()  # a server ends with its process, as TensorFlow's does


class Server:
    """One task of a cluster; `tf.Session(server.target)` runs on it.

    server_or_cluster_def: a ClusterSpec, what makes one, or a ServerDef.  job_name, task_index: which of its tasks this
    is; may be left out where there is only one.  protocol: "grpc".  config: the ConfigProto of sessions that say none.
    start: whether it serves from the beginning; start() lets it otherwise.
    The tasks of a cluster may be in one process or in several, on one machine or on several; the ones that are elsewhere
    need graphlab[cluster].
    Raises UnknownError where another process has its port, InvalidArgumentError for an address that is none, InternalError
    for a task that is not in the cluster, NotFoundError for another protocol.
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        self._server_def = _server_def(server_or_cluster_def, job_name, task_index, protocol, config)
        self.cluster = ClusterSpec(self._server_def.cluster)
        if self._server_def.protocol != "grpc":
            message = f"No server factory registered for the given ServerDef: {self._server_def}"
            raise NotFoundError(None, None, explain(message, fix='use protocol="grpc", which is the one that there is'))
        job, number = self.task = self._server_def.job_name, self._server_def.task_index
        if job not in self.cluster.jobs:
            raise InternalError(None, None, f'Job "{job}" was not defined in cluster')
        if number not in self.cluster.task_indices(job):
            raise InternalError(None, None, f'Task {number} was not defined in job "{job}"')
        addresses = addresses_in(self.cluster)
        host, port = _own_address(addresses[self.task])
        for address in addresses.values():
            split_address(address)
        self._lock = threading.RLock()
        self._has_state: bool | None = None  # whether this process has the task's state; None until that is decided
        self._listener = Listener(host, port)
        self.address = f"{host or 'localhost'}:{self._listener.port}"
        self._target = f"grpc://localhost:{self._listener.port}"
        self.addresses: dict[Task, str] = {**addresses, self.task: self.address}
        self.memory = memory_at(self.address)
        self._host: Host | None = None  # what others call, once one does
        self.is_started = False
        _here[self.address] = self
        weakref.finalize(self, self._listener.close)
        self._listener.serve(_Answers(self))
        if start:
            self.start()

    def start(self) -> None:
        """Lets sessions be made on it."""
        targets.register(self._target, self)
        _started.add(self)
        self.is_started = True

    def leave_state_to_actor(self) -> None:
        """Lets an actor have the task's state, whatever its job; before anything is stored."""
        _here.pop(self.address, None)
        self._has_state = False

    def stop_listening(self) -> None:
        """Frees its address, and is found by no other task any more."""
        _started.discard(self)
        _here.pop(self.address, None)
        self._listener.close()

    def join(self) -> None:
        """Serves the sessions of other processes until this one ends."""
        if len(self.addresses) > 1:
            self.host()
        sys.stdout.flush()
        threading.Event().wait()

    @property
    def server_def(self) -> Any:
        """The ServerDef that describes it."""
        return self._server_def

    @property
    def target(self) -> str:
        """The argument of `tf.Session` to run on it."""
        return self._target

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> "Server":
        """The only task of a cluster of its own, in a job named "local"."""
        return Server({"local": ["localhost:0"]}, protocol="grpc", config=config, start=start)

    # What sessions use of it: it is a session.targets.Master.

    @property
    def default_config(self) -> Any:
        """The ConfigProto of a session that says none."""
        return self._server_def.default_session_config

    @property
    def tasks(self) -> list[Task]:
        """The tasks of the cluster, its own first."""
        return self._view(self.addresses).tasks

    @property
    def memories(self) -> Mapping[Task, Memory]:
        """{task: its state} of the tasks that have it in this process."""
        return self._view(self.addresses).memories

    def holds(self, task: Task) -> bool:
        """True where parts of runs on a task run in this process: where its state is."""
        return self._view(self.addresses).holds(task)

    def keeps_state(self) -> bool:
        """True where this process has the task's state; decided when it is first needed."""
        with self._lock:
            if self._has_state is None:
                serves = self.task[0] in _SERVING_JOBS and not self._is_whole()
                self._has_state = not serves
            return self._has_state

    def transport(self) -> ClusterTransport:
        """What leads to the tasks of other processes."""
        return self._view(self.addresses).transport()

    def in_cluster(self, cluster_def: Any) -> "ClusterView":
        """The same task, with the tasks of another ClusterDef around it."""
        return self._view({**addresses_in(ClusterSpec(cluster_def)), self.task: self.address})

    def reset(self, containers: Collection[str] | None) -> None:
        """Forgets what the tasks of the cluster store in these containers, or in all when None."""
        self._view(self.addresses).reset(containers)

    def _view(self, addresses: Mapping[Task, str]) -> "ClusterView":
        return ClusterView(self, addresses)

    # What other processes request of it.

    def host(self) -> "Host":
        """What other processes call; this process becomes a member of the cluster for it."""
        member = membership(self)
        with self._lock:
            if self._host is None:
                self._host = member.serve(self, forwards=self._has_state is True)
                self._has_state = self._has_state is True
            return self._host

    def status(self) -> dict[str, Any]:
        """The Load of the task; its "memory" and "cpu" are those of the process that has its state.

        UnavailableError where that is an actor that does not answer.
        """
        own = sum(session.runs_on(self) for session in open_sessions())
        if self._host is None:
            return {**load_of([self.memory], own)}
        if self._host.service is None:
            found = membership(self).get(self._host.actor.status.remote(), _STATUS)
        else:
            found = self._host.service.status()
        return {**found, "sessions": found["sessions"] + (own if self._has_state else 0)}

    def _is_whole(self) -> bool:
        """True where all tasks of the cluster are in this process."""
        return all(address in _here for address in self.addresses.values())


class ClusterView:
    """A task of this process with the tasks of a cluster around it: it is a session.targets.Master."""

    def __init__(self, server: Server, addresses: Mapping[Task, str]) -> None:
        self._server = server
        self._addresses = addresses
        self.task = server.task
        self.default_config = server.default_config

    @property
    def tasks(self) -> list[Task]:
        """The tasks of the cluster, the server's first."""
        return [self.task, *sorted(self._addresses.keys() - {self.task})]

    @property
    def memories(self) -> Mapping[Task, Memory]:
        """{task: its state} of the tasks that have it in this process."""
        found = {task: _here.get(address) for task, address in self._addresses.items()}
        return {task: server.memory for task, server in found.items() if server is not None}

    def holds(self, task: Task) -> bool:
        """True where parts of runs on a task run in this process: where its state is."""
        server = _here.get(self._addresses.get(task, ""))
        return server is not None and server.keeps_state()

    def transport(self) -> ClusterTransport:
        """What leads to the tasks of other processes."""
        return ClusterTransport(self._addresses, membership(self._server))

    def in_cluster(self, cluster_def: Any) -> "ClusterView":
        """The same task, with the tasks of another ClusterDef around it."""
        return self._server.in_cluster(cluster_def)

    def reset(self, containers: Collection[str] | None) -> None:
        """Forgets what the tasks of the cluster store in these containers, or in all when None."""
        for memory in self.memories.values():
            memory.clear(containers)
        elsewhere = [task for task in self.tasks if not self.holds(task)]
        if elsewhere:
            self.transport().reset(elsewhere, containers)


class _Answers:
    """Answers the questions of other processes to a server, as long as there is one."""

    def __init__(self, server: Server) -> None:
        self._server = weakref.ref(server)

    def __call__(self, question: str) -> dict[str, Any]:
        server = self._server()
        if server is None or not server.is_started:
            return {}
        if question == "control":
            return {"control": membership(server).control()}
        if question == "known":
            return {"control": membership(server).known_control()}
        about = {"job": server.task[0], "task": server.task[1], "process": os.getpid()}
        if question == "status":
            return {**about, "control": membership(server).known_control(), **server.status()}
        if question == "actor":
            host = server.host()
            return {**about, "control": membership(server).control(), "actor": host.name}
        return {**about, "server": server.server_def.SerializeToString().hex(), "address": server.address}


def _own_address(address: str) -> tuple[str, int]:
    try:
        return split_address(address)
    except InvalidArgumentError:
        message = f'Could not parse port for local server from "{address}".'
        raise InvalidArgumentError(None, None, explain(message, fix='write addresses as "host:port"')) from None


def _server_def(given: Any, job_name: str | None, task_index: int | None, protocol: str | None, config: Any) -> Any:
    message = ServerDef()
    if isinstance(given, ServerDef):
        message.CopyFrom(given)
    else:
        try:
            cluster = ClusterSpec(given)
        except TypeError:
            raise TypeError(
                "Could not convert `server_or_cluster_def` to a `tf.train.ServerDef` or `tf.train.ClusterSpec`."
            ) from None
        if job_name is None:
            if len(cluster.jobs) != 1:
                raise ValueError("Must specify an explicit `job_name`.")
            job_name = cluster.jobs[0]
        if task_index is None:
            if cluster.num_tasks(job_name) != 1:
                raise ValueError("Must specify an explicit `task_index`.")
            (task_index,) = cluster.task_indices(job_name)
        message.cluster.CopyFrom(cluster.as_cluster_def())
        protocol = protocol or "grpc"
    if job_name is not None:
        message.job_name = job_name
    if task_index is not None:
        message.task_index = task_index
    if protocol is not None:
        message.protocol = protocol
    if config is not None:
        message.default_session_config.MergeFrom(config)
    return message
