"""tensorflow.python.distribute.multi_worker_util: the place of a task in a cluster of workers."""

from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.proto import ClusterDef

_TYPES = ("chief", "worker", "evaluator", "ps")


def normalize_cluster_spec(cluster_spec: Any) -> ClusterSpec:
    """The ClusterSpec of a dict or a ClusterDef."""
    if isinstance(cluster_spec, ClusterSpec):
        return cluster_spec
    if not isinstance(cluster_spec, (dict, ClusterDef)):
        raise ValueError("`cluster_spec' should be dict or a `tf.train.ClusterSpec` or a `tf.train.ClusterDef` object")
    return ClusterSpec(cluster_spec)


def check_task(cluster_spec: Any, task_type: str | None, task_id: int | None) -> None:
    """ValueError for a task that the cluster has not, and for two chiefs or evaluators."""
    if cluster_spec is None or task_type is None or task_id is None:
        raise ValueError("None of `cluster_spec`, `task_type`, and `task_id` should be `None`.")
    jobs = normalize_cluster_spec(cluster_spec).as_dict()
    if task_type not in _TYPES:
        raise ValueError(
            f'Unrecognized task_type: {task_type!r}, valid task types are: "chief", "worker", "evaluator" and "ps".'
        )
    if task_type not in jobs:
        raise ValueError(f"`task_type` {task_type!r} not found in cluster_spec.")
    for single in ("chief", "evaluator"):
        if len(jobs.get(single, ())) > 1:
            raise ValueError(f"There must be at most one '{single}' job.")
    if task_id >= len(jobs[task_type]):
        raise ValueError(f"The `task_id` {task_id} exceeds the maximum id of {task_type}.")


def _jobs(cluster_spec: Any, task_type: str | None, task_id: int | None) -> dict[str, Any]:
    check_task(cluster_spec, task_type, task_id)
    return normalize_cluster_spec(cluster_spec).as_dict()


def is_chief(cluster_spec: Any = None, task_type: str | None = None, task_id: int | None = None) -> bool:
    """Whether a task is the chief, the evaluator, or the first worker of a cluster that has no chief."""
    jobs = _jobs(cluster_spec, task_type, task_id)
    return task_type in ("chief", "evaluator") or ("chief" not in jobs and task_type == "worker" and task_id == 0)


def collective_leader(cluster_spec: Any, task_type: str | None, task_id: int | None) -> str:
    """The task that leads collective operations; "" for an evaluator and outside of a cluster."""
    if not normalize_cluster_spec(cluster_spec).jobs:
        return ""
    jobs = _jobs(cluster_spec, task_type, task_id)
    if task_type == "evaluator":
        return ""
    assert "chief" in jobs or "worker" in jobs
    return f"/job:{'chief' if 'chief' in jobs else 'worker'}/replica:0/task:0"


def worker_count(cluster_spec: Any, task_type: str | None) -> int:
    """How many tasks train, the chief among them; how many evaluate, for an evaluator."""
    jobs = _jobs(cluster_spec, task_type, 0)
    if task_type == "ps":
        raise ValueError(f"Unexpected `task_type` {task_type!r}")
    counted = ("evaluator",) if task_type == "evaluator" else ("chief", "worker")
    return sum(len(jobs.get(job, ())) for job in counted)


def id_in_cluster(cluster_spec: Any, task_type: str | None, task_id: int) -> int:
    """The number of a task among those that train, the chief's being 0, or among those that evaluate."""
    jobs = _jobs(cluster_spec, task_type, task_id)
    if task_type == "ps":
        raise ValueError(f"There is no id for task_type {task_type!r}")
    return task_id + (len(jobs.get("chief", ())) if task_type == "worker" else 0)
