"""What a session's target leads to: the task of a cluster that it runs on."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from graphlab._src.base import context
from graphlab._src.base.errors import NotFoundError, explain
from graphlab._src.graph.device import Task
from graphlab._src.session.tasks.memory import Memory
from graphlab._src.session.tasks.transport import Transport

_REMOTE = "grpc://"  # how the targets of tasks of other processes begin


class Master(Protocol):
    """The task that a session runs on, and what it knows of its cluster.

    task: (job, number).  tasks: all of the cluster, this one first.
    memories: {task: its state} of the tasks that have theirs in this process.
    default_config: the ConfigProto of a session that says none."""

    @property
    def task(self) -> Task: ...
    @property
    def tasks(self) -> list[Task]: ...
    @property
    def memories(self) -> Mapping[Task, Memory]: ...
    @property
    def default_config(self) -> Any: ...

    def holds(self, task: Task) -> bool:
        """True where parts of runs on a task run in this process."""
        ...

    def transport(self) -> Transport:
        """What leads to the other tasks."""
        ...

    def in_cluster(self, cluster_def: Any) -> "Master":
        """The same task, with the tasks of another ClusterDef around it."""
        ...

    def reset(self, containers: Collection[str] | None) -> None:
        """Forgets what the tasks of the cluster store in these containers, or in all when None."""
        ...


_masters: dict[str, Master] = {}  # target -> the Master in this process


def register(target: str, master: Master) -> None:
    """Lets sessions of this process be made on a target."""
    _masters[target] = master


def forget(target: str, master: Master) -> None:
    """Ends that, where the target is still this Master's."""
    if _masters.get(target) is master:
        del _masters[target]


def find_master(target: bytes | None) -> Master | None:
    """The Master of a target; None for "", this process itself.  NotFoundError when there is none."""
    if not target:
        return None
    text = target.decode()
    found = _masters.get(text)
    if found is None:
        if text.startswith(_REMOTE):
            return context.hook("remote_target")(text)
        message = f'No session factory registered for the given session options: {{target: "{text}"}}'
        fix = 'tf.Session() or target="" runs in this process, tf.Session("grpc://host:port") on a tf.train.Server'
        raise NotFoundError(None, None, explain(message, fix=fix))
    return found
