"""Server: one task of a cluster, whose sessions share what they keep. All of it is in this process.

Every task has a memory: variables and queues that are placed on it, by container and name. A session on a server finds
the memories of all tasks of the server's cluster; tasks with the same address have the same memory.
"""

import collections
import itertools
import threading
import weakref
from collections.abc import Callable, Collection, Iterable
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import InternalError, NotFoundError, explain, text_of
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.operation import Operation
from graphlab._src.proto import ConfigProto, ServerDef
from graphlab._src.session.annotations import Array
from graphlab._src.session.cluster_spec import ClusterSpec
from graphlab._src.session.execution.run_context import Resources
from graphlab._src.session.store import Store

_lock = threading.RLock()  # held by whichever run of a server's session reads and writes state
_memories: weakref.WeakValueDictionary[str, "Memory"] = weakref.WeakValueDictionary()  # address -> Memory
_servers: dict[str, "Server"] = {}  # target -> Server
_ports = itertools.count(49152)  # for addresses that leave the port open: nothing listens there


class Memory:
    """The state of one task. values: of variables, by type, container and name.  resources: queues and the like."""

    def __init__(self) -> None:
        self.values: dict[Any, Array] = {}
        self.resources = Resources()


class Server:
    """One task of a cluster; `tf.Session(server.target)` runs on it.

    server_or_cluster_def: a ClusterSpec, what makes one, or a ServerDef.  job_name, task_index: which of its tasks this
    is; may be left out where there is only one.  config: the ConfigProto of sessions that say none.
    All tasks of a cluster are in this process: sessions on its servers share variables and queues, those of other
    processes do not see them.
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
        cluster = ClusterSpec(self._server_def.cluster)
        self.job, self.task = self._server_def.job_name, self._server_def.task_index
        if self.job not in cluster.jobs:
            raise InternalError(None, None, f'Job "{self.job}" was not defined in cluster')
        if self.task not in cluster.task_indices(self.job):
            raise InternalError(None, None, f'Task {self.task} was not defined in job "{self.job}"')
        host, _, port = cluster.task_address(self.job, self.task).rpartition(":")
        mine = f"{host or 'localhost'}:{port if port != '0' else unused_port()}"
        self._target = f"grpc://localhost:{mine.rpartition(':')[2]}"
        self.memories = {
            (job, i): _memory_at(mine if (job, i) == (self.job, self.task) else cluster.task_address(job, i))
            for job in cluster.jobs
            for i in cluster.task_indices(job)
        }
        self._said = False
        if start:
            self.start()

    def start(self) -> None:
        """Lets sessions be made on it."""
        _servers[self._target] = self

    def join(self) -> None:
        """Waits until the process ends."""
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

    def default_config(self) -> Any:
        """The ConfigProto of a session that says none."""
        config = ConfigProto()
        config.CopyFrom(self._server_def.default_session_config)
        return config

    def warn_of_absent(self) -> None:
        """Says once which tasks of the cluster are not in this process."""
        here = {
            (server.job, server.task) for server in _servers.values() if server.memories.keys() == self.memories.keys()
        }
        absent = sorted(self.memories.keys() - here)
        if absent and not self._said:
            self._said = True
            logging.warning(
                "Not in this process: %s. What is placed there is stored here, and other processes do not see it.",
                ", ".join(f"/job:{job}/task:{task}" for job, task in absent),
            )


class SharedStore(Store):
    """The Store of a session on a server. Counters of random operations are the session's own."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.lock = _lock
        self.values = _Values(server)
        self.resources = _SharedResources(server, self.get)

    def forget(self) -> None:
        """Keeps what the server has."""
        self.values.own.clear()


class _Values:
    """The values of variables by the operation that owns each, as a session looks them up."""

    def __init__(self, server: Server) -> None:
        self.own: dict[Any, Array] = {}
        self._server = server
        self._places: dict[Operation, tuple[dict[Any, Any], Any]] = {}

    def _place(self, owner: Operation) -> tuple[dict[Any, Any], Any]:
        found = self._places.get(owner)
        if found is None:
            found = self.own, owner
            if owner.definition.holds_state and owner.definition.variable != "temporary":
                name = owner.attrs.get("shared_name") or owner.name.encode()
                key = owner.type, text_of(owner.attrs.get("container", b"")), name
                found = memory_of(self._server, owner).values, key
            self._places[owner] = found
        return found

    def get(self, owner: Operation) -> Any:
        values, key = self._place(owner)
        return values.get(key)

    def __setitem__(self, owner: Operation, value: Any) -> None:
        values, key = self._place(owner)
        values[key] = value

    def update(self, pairs: Iterable[tuple[Operation, Any]]) -> None:
        places: list[Any] = [(*self._place(owner), value) for owner, value in pairs]
        memories: list[dict[Any, Any]] = [values for values, _, _ in places]
        changes: list[dict[Any, Any]] = [{key: value} for _, key, value in places]
        # One call, in which no signal is handled: all of it or nothing.
        update: Any = dict.update
        collections.deque(map(update, memories, changes), maxlen=0)


class _SharedResources(Resources):
    def __init__(self, server: Server, read: Callable[[Operation], Any]) -> None:
        super().__init__(read)
        self._server = server

    def find_or_make(
        self, kind: Any, container: str, name: Any, make: Callable[[], Any], op: Operation | None = None
    ) -> Any:
        if op is None:
            return super().find_or_make(kind, container, name, make)
        name = op.name if name is op else name
        return memory_of(self._server, op).resources.find_or_make(kind, container, name, make)


def unused_port() -> int:
    """The number of a port that no other server of this process has."""
    return next(_ports)


def memory_of(server: Server, op: Operation) -> Memory:
    """The Memory of the task that an operation is placed on."""
    spec = DeviceSpec.from_string(op.device)
    job = server.job if spec.job is None else spec.job
    task = (server.task if job == server.job else 0) if spec.task is None else spec.task
    return server.memories[job, task]


def find_server(target: bytes | None) -> Server | None:
    """The Server of a target, as bytes or None; None for this process itself.  NotFoundError when there is none."""
    if not target:
        return None
    found = _servers.get(target.decode())
    if found is None:
        message = f'No session factory registered for the given session options: {{target: "{target.decode()}"}}'
        fix = 'tf.Session() or target="" runs in this process, and so does the target of a tf.train.Server made in it'
        raise NotFoundError(None, None, explain(message, fix=fix))
    return found


def clear_memories(server: Server, containers: Collection[str] | None) -> None:
    """Forgets what the tasks of a server's cluster keep in these containers, or in all when None."""
    with _lock:
        for memory in server.memories.values():
            memory.resources.clear(containers)
            for key in [key for key in memory.values if not containers or key[1] in containers]:
                del memory.values[key]


def _memory_at(address: str) -> Memory:
    found = _memories.get(address)
    if found is None:
        found = _memories[address] = Memory()
    return found


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
