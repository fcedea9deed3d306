"""What TF_CONFIG says of a task and its cluster."""

from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.proto import ConfigProto

CHIEF, MASTER, WORKER, PS, EVALUATOR = "chief", "master", "worker", "ps", "evaluator"
_HERE = "\n\nNote that these values may be coming from the TF_CONFIG environment variable."


def settings(environment: dict[str, Any], has_strategy: bool = False) -> dict[str, Any]:
    """The properties of a RunConfig that TF_CONFIG determines.

    environment: TF_CONFIG, read.  has_strategy: whether a strategy trains, which needs no chief: the first worker is one.
    Raises ValueError where it names no task, or one that the cluster does not have; TypeError for a service that is no dict.
    """
    cluster, task = ClusterSpec(environment.get("cluster") or {}), environment.get("task") or {}
    service = environment.get("service")
    if service is not None and not isinstance(service, dict):
        raise TypeError(f'If "service" is set in TF_CONFIG, it must be a dict. Given {type(service)}')
    found = {"service": service, "cluster_spec": cluster}
    if not cluster:
        return {**found, **_alone(environment, task)}
    chief = MASTER if MASTER in cluster.jobs else CHIEF
    if chief == MASTER and CHIEF in cluster.jobs:
        raise ValueError("If `master` node exists in `cluster`, job `chief` is not supported.")
    if has_strategy and chief not in cluster.jobs:
        chief = WORKER
    kind, number = _task(cluster, task, chief)
    if kind == EVALUATOR and chief == MASTER:
        raise ValueError("If `master` node exists in `cluster`, task_type `evaluator` is not supported.")
    found |= {"task_type": kind, "task_id": number, "is_chief": kind == chief and number == 0}
    if kind == EVALUATOR:  # it does not train
        return {
            **found,
            "cluster_spec": ClusterSpec({}),
            "master": "",
            "evaluation_master": environment.get("eval_session_master", ""),
            "num_ps_replicas": 0,
            "num_worker_replicas": 0,
            "global_id_in_cluster": None,
        }
    count = {job: cluster.num_tasks(job) for job in cluster.jobs}
    return {
        **found,
        "master": environment.get("session_master", _target(cluster, kind, number)),
        "evaluation_master": "",
        "num_ps_replicas": count.get(PS, 0),
        "num_worker_replicas": sum(count.get(job, 0) for job in {WORKER, chief}),
        "global_id_in_cluster": _number_in_cluster(cluster, chief, kind) + number,
    }


def _alone(environment: dict[str, Any], task: dict[str, Any]) -> dict[str, Any]:
    kind, number = task.get("type", WORKER), int(task.get("index", 0))
    if kind != WORKER:
        raise ValueError('If "cluster" is not set in TF_CONFIG, task type must be WORKER.')
    if number != 0:
        raise ValueError('If "cluster" is not set in TF_CONFIG, task index must be 0.')
    return {
        "task_type": kind,
        "task_id": number,
        "master": environment.get("session_master", ""),
        "evaluation_master": environment.get("eval_session_master", ""),
        "is_chief": True,
        "num_ps_replicas": 0,
        "num_worker_replicas": 1,
        "global_id_in_cluster": 0,
    }


def _task(cluster: ClusterSpec, task: dict[str, Any], chief: str) -> tuple[str, int]:
    """The task's job and number."""
    if chief not in cluster.jobs:
        raise ValueError(f'If "cluster" is set in TF_CONFIG, it must have one "{chief}" node.')
    if chief != WORKER and cluster.num_tasks(chief) > 1:
        raise ValueError(f'The "cluster" in TF_CONFIG must have only one "{chief}" node.')
    kind, number = task.get("type"), task.get("index")
    if not kind:
        raise ValueError('If "cluster" is set in TF_CONFIG, task type must be set.')
    if number is None:
        raise ValueError('If "cluster" is set in TF_CONFIG, task index must be set.')
    number = int(number)
    if number < 0:
        raise ValueError("Task index must be non-negative number.")
    if kind == EVALUATOR:
        return kind, number
    if kind not in cluster.jobs:
        raise ValueError(f"{kind} is not a valid task_type in the cluster_spec:\n{cluster}{_HERE}")
    if number >= cluster.num_tasks(kind):
        raise ValueError(f"{number} is not a valid task_id for task_type {kind} in the cluster_spec:\n{cluster}{_HERE}")
    return kind, number


def _target(cluster: ClusterSpec, kind: str, number: int) -> str:
    """The target of the task's sessions; "" where the cluster has no other task."""
    if sum(cluster.num_tasks(job) for job in cluster.jobs) == 1:
        return ""
    return f"grpc://{cluster.task_address(kind, number)}"


def _number_in_cluster(cluster: ClusterSpec, chief: str, kind: str) -> int:
    """How many tasks come before the first of a job: the chief's, the others' by name, the parameter servers'."""
    others = sorted(job for job in cluster.jobs if job not in (chief, PS))
    jobs = [chief, *others, *(job for job in cluster.jobs if job == PS)]
    return sum(cluster.num_tasks(job) for job in jobs[: jobs.index(kind)])


def session_config(kind: str, number: int) -> Any:
    """The ConfigProto of a task's sessions: they see the parameter servers and the task itself. None for an evaluator."""
    filters = {
        MASTER: ["/job:ps", "/job:master"],
        CHIEF: ["/job:ps", "/job:chief"],
        WORKER: ["/job:ps", f"/job:worker/task:{number}"],
        PS: ["/job:ps", "/job:worker", "/job:chief", "/job:master"],
    }.get(kind)
    if filters is None:
        return None
    config = ConfigProto(allow_soft_placement=True, device_filters=filters)
    config.graph_options.rewrite_options.meta_optimizer_iterations = 1  # ONE: the graph is optimized once
    return config
