"""ClusterResolvers: which tasks a cluster has, and which of them this process is."""

import json
import os
from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.session.tf_config.devices import list_logical_devices


class ClusterResolver:
    """The base of what says which cluster there is. A subclass defines cluster_spec and master.

    task_type, task_id: the job and the number of this process, or None.  environment: a name, "" or "google".
    """

    task_type: str | None = None
    task_id: int | None = None
    rpc_layer: str | None = None
    environment = ""

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec."""
        raise NotImplementedError

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions on a task."""
        raise NotImplementedError

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """{kind of device: how many} of this machine."""
        kinds = [device.device_type for device in list_logical_devices() if device.device_type != "CPU"]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


class SimpleClusterResolver(ClusterResolver):
    """The cluster that it is given.

    cluster_spec: a ClusterSpec.  master: the target of sessions where no task is named.  task_type, task_id: of this
    process.  num_accelerators: {kind: how many}; those of the machine when left out.  rpc_layer: "grpc".
    """

    def __init__(
        self,
        cluster_spec: Any,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: dict[str, int] | None = None,
        rpc_layer: str | None = None,
    ):
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a ClusterSpec.")
        if not isinstance(master, str):
            raise TypeError("master must be a string.")
        self._cluster_spec, self._master, self._num_accelerators = cluster_spec, master, num_accelerators
        self.task_type, self.task_id, self.environment, self.rpc_layer = task_type, task_id, environment, rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec."""
        return self._cluster_spec

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions on a task; what was given as master where none is named."""
        if task_type is None or task_id is None:
            return self._master
        return target(self._cluster_spec.task_address(task_type, task_id), rpc_layer or self.rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """{kind of device: how many}."""
        given = self._num_accelerators
        return super().num_accelerators(task_type, task_id, config_proto) if given is None else given


class TFConfigClusterResolver(ClusterResolver):
    """The cluster that the environment variable TF_CONFIG names.

    task_type, task_id, rpc_layer, environment: instead of what TF_CONFIG says.
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ):
        said = self._said()
        task = said.get("task", {})
        number = task.get("index") if task_id is None else task_id
        self.task_type = task.get("type") if task_type is None else task_type
        self.task_id = None if number is None else int(number)
        self.rpc_layer = said.get("rpc_layer", "grpc") if rpc_layer is None else rpc_layer
        self.environment = said.get("environment", "") if environment is None else environment

    @staticmethod
    def _said() -> dict[str, Any]:
        return json.loads(os.environ.get("TF_CONFIG") or "{}")

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec of TF_CONFIG; an empty one where it names no cluster."""
        return ClusterSpec(self._said().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions on a task, this one when left out; "" where the cluster has one task at most."""
        said, cluster = self._said(), self.cluster_spec()
        if "session_master" in said:
            return said["session_master"]
        if sum(cluster.num_tasks(job) for job in cluster.jobs) <= 1:
            return ""
        job = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        if job is None or number is None:
            raise ValueError("TF_CONFIG names no task: pass task_type and task_id")
        return target(cluster.task_address(job, number), rpc_layer or self.rpc_layer)


class UnionResolver(ClusterResolver):
    """The tasks of several ClusterResolvers; all else comes from the first of them.

    cluster_resolvers: ClusterResolvers, in the order in which the tasks of a job are numbered.
    """

    def __init__(self, *args: ClusterResolver, **kwargs: Any):
        if unknown := kwargs.keys() - {"task_type", "task_id", "rpc_layer"}:
            raise ValueError(f"Unexpected kwargs provided {sorted(unknown)!r}")
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        if not all(isinstance(one, ClusterResolver) for one in args):
            raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        first = self._resolvers = list(args)
        self.task_type = kwargs.get("task_type", first[0].task_type)
        self.task_id = kwargs.get("task_id", first[0].task_id)
        self.rpc_layer = kwargs.get("rpc_layer", first[0].rpc_layer)
        self.environment = first[0].environment

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec with the tasks of all.

        Lists of a job's tasks follow one another; where one says which task has which number, all count as
        such, and a number that comes twice is a KeyError.
        """
        found: dict[str, list[Any]] = {}
        for one in self._resolvers:
            for job, tasks in one.cluster_spec().as_dict().items():
                found.setdefault(job, []).append(tasks)
        return ClusterSpec({job: _joined(job, parts) for job, parts in found.items()})

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions on a task; the first resolver's where none is named."""
        if task_type is None or task_id is None:
            return self._resolvers[0].master()
        return target(self.cluster_spec().task_address(task_type, task_id), rpc_layer or self.rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """{kind of device: how many}, of the first resolver."""
        return self._resolvers[0].num_accelerators(task_type, task_id, config_proto)


def _joined(job: str, parts: list[Any]) -> Any:
    """The tasks of one job: a list, or {number: address}."""
    if all(isinstance(part, list) for part in parts):
        return [address for part in parts for address in part]
    joined: dict[int, str] = {}
    for part in parts:
        numbered = dict(enumerate(part)) if isinstance(part, list) else part
        if twice := joined.keys() & numbered.keys():
            raise KeyError(f"Duplicate keys detected when merging two ClusterSpecs: {twice!r}, of the job {job!r}")
        joined.update(numbered)
    return joined


def target(address: str | None, rpc_layer: str | None) -> str:
    """An address as the target of sessions."""
    return f"{rpc_layer}://{address}" if rpc_layer else str(address)
