"""The place of a task among those of a cluster that train."""

from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec


def cluster_of(given: Any) -> ClusterSpec:
    """A ClusterSpec, or what makes one."""
    return given if isinstance(given, ClusterSpec) else ClusterSpec(given or {})


def is_chief(cluster: ClusterSpec, job: str, number: int) -> bool:
    """Whether a task is the one that initializes, saves and summarizes."""
    if job in ("chief", "master", "evaluator"):
        return True
    return job == "worker" and number == 0 and not {"chief", "master"} & set(cluster.jobs)


def trainers(cluster: ClusterSpec) -> list[tuple[str, int]]:
    """The tasks that train, the chief first."""
    jobs = [job for job in ("chief", "master", "worker") if job in cluster.jobs]
    return [(job, number) for job in jobs for number in cluster.task_indices(job)]


def place_among_trainers(cluster: ClusterSpec, job: str, number: int) -> tuple[int, int]:
    """(which of the tasks that train a task is, how many there are); an evaluator is the only one of its own."""
    if job == "evaluator":
        return 0, 1
    every = trainers(cluster)
    if (job, number) not in every:
        raise ValueError(f"The task {number} of the job {job!r} does not train in the cluster {cluster}")
    return every.index((job, number)), len(every)
