"""TaskExtended: what strategies have in common that each task of a cluster has for itself."""

from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.distribute import tasks
from graphlab._src.distribute.mirrored import MirroredExtended
from graphlab._src.graph.device import Task


class TaskExtended(MirroredExtended):
    """A MirroredExtended that may be that of one task of a cluster, which builds a graph of its own."""

    experimental_between_graph = True
    _cluster: ClusterSpec | None = None
    _task: Task | None = None

    def _join(self, cluster: Any, job: str | None, number: int | None) -> None:
        """Makes it the strategy of a task of a cluster."""
        if not job or number is None:
            raise ValueError("When `cluster_spec` is given, you must also specify `task_type` and `task_id`")
        cluster = tasks.cluster_of(cluster)
        self._enter(cluster, job, number)
        self._cluster, self._task = cluster, (job, number)

    def _enter(self, cluster: ClusterSpec, job: str, number: int) -> None:
        raise NotImplementedError

    def _configure(self, session_config: Any, cluster_spec: Any, task_type: Any, task_id: Any) -> None:
        if cluster_spec and self._task is None:
            self._join(cluster_spec, task_type, task_id)
        if session_config is not None:
            self._update_config(session_config)
