"""Sessions on targets of other processes: tf.Session("grpc://host:port") in a process that is no task of the cluster."""

from collections.abc import Collection, Mapping
from typing import Any

from graphlab._src.base.errors import UnavailableError, explain
from graphlab._src.cluster.addresses import request
from graphlab._src.cluster.cluster_spec import ClusterSpec, addresses_in
from graphlab._src.cluster.membership import ClusterTransport, membership
from graphlab._src.graph.device import Task
from graphlab._src.proto import ServerDef
from graphlab._src.session.tasks.memory import Memory

_ANSWER = 10.0  # seconds
_found: dict[str, "RemoteTarget"] = {}  # target -> RemoteTarget


class RemoteTarget:
    """A task of another process as the target of sessions of this one: it is a session.targets.Master."""

    def __init__(self, server_def: Any, address: str) -> None:
        self.task: Task = server_def.job_name, server_def.task_index
        self.default_config = server_def.default_session_config
        self.addresses: dict[Task, str] = addresses_in(ClusterSpec(server_def.cluster))
        self.addresses[self.task] = address
        self.memories: Mapping[Task, Memory] = {}

    @property
    def tasks(self) -> list[Task]:
        """The tasks of the cluster, this one first."""
        return [self.task, *sorted(self.addresses.keys() - {self.task})]

    def holds(self, task: Task) -> bool:
        """All tasks are in other processes."""
        return False

    def transport(self) -> ClusterTransport:
        """What leads to them."""
        return ClusterTransport(self.addresses, membership())

    def in_cluster(self, cluster_def: Any) -> "RemoteTarget":
        """The same task, with the tasks of another ClusterDef around it."""
        server_def = ServerDef(cluster=cluster_def, job_name=self.task[0], task_index=self.task[1])
        return RemoteTarget(server_def, self.addresses[self.task])

    def reset(self, containers: Collection[str] | None) -> None:
        """Has all tasks forget what they store in these containers, or in all when None."""
        self.transport().reset(self.tasks, containers)


def find(target: str) -> RemoteTarget:
    """The RemoteTarget at a target; UnavailableError where no task answers."""
    address = target.partition("://")[2]
    answer = request(address, "task", _ANSWER)
    if not answer:
        fix = 'start the task: tf.train.Server(…) in its process; tf.Session() or target="" runs in this one'
        raise UnavailableError(None, None, explain(f"No task answers at {target}", fix=fix))
    found = _found.get(target)
    server_def = ServerDef.FromString(bytes.fromhex(answer["server"]))
    if found is None or found.task != (server_def.job_name, server_def.task_index):
        found = _found[target] = RemoteTarget(server_def, address)
    return found
