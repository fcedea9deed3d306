"""ClusterSpec: which tasks there are in which jobs, and at what addresses."""

from typing import Any

from graphlab._src.proto import ClusterDef


class ClusterSpec:
    """A cluster: tasks, each with an address, in jobs that have a name.

    cluster: {job: [address, …]} or {job: {number: address}}, a ClusterDef, or a ClusterSpec.
    """

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, dict):
            self._jobs = {job: _numbered(job, tasks) for job, tasks in cluster.items()}
            self._message = _message_of(self._jobs)
            return
        if isinstance(cluster, ClusterSpec):
            cluster = cluster.as_cluster_def()
        if not isinstance(cluster, ClusterDef):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a "
                "`ClusterDef` protocol buffer"
            )
        self._message = ClusterDef()
        self._message.CopyFrom(cluster)
        self._jobs = {job.name: dict(job.tasks) for job in cluster.job}

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def __eq__(self, other: object) -> bool:
        return self._jobs == (other._jobs if isinstance(other, ClusterSpec) else other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        found = self.as_dict()
        return f"ClusterSpec({{{', '.join(f'{job!r}: {found[job]!r}' for job in sorted(found))}}})"

    def as_dict(self) -> dict[str, list[str | None] | dict[int, str]]:
        """{job: addresses}: a list where the tasks are numbered without gaps, else {number: address}."""
        return {
            job: self.job_tasks(job) if tasks and max(tasks) + 1 == len(tasks) else dict(sorted(tasks.items()))
            for job, tasks in self._jobs.items()
        }

    def as_cluster_def(self) -> Any:
        """The ClusterDef that says the same."""
        return self._message

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def num_tasks(self, job_name: str) -> int:
        """How many tasks a job has."""
        return len(self._tasks(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of a job's tasks."""
        return sorted(self._tasks(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of one task; ValueError when there is no such task."""
        tasks = self._tasks(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return tasks[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks by number; None where there is no task of that number."""
        tasks = self._tasks(job_name)
        return [tasks.get(i) for i in range(max(tasks, default=-1) + 1)]

    def _tasks(self, job_name: str) -> dict[int, str]:
        if job_name not in self._jobs:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return self._jobs[job_name]


def addresses_in(cluster: ClusterSpec) -> dict[tuple[str, int], str]:
    """{(job, number): the address of the task}, jobs in the order of their names."""
    return {(job, i): cluster.task_address(job, i) for job in sorted(cluster.jobs) for i in cluster.task_indices(job)}


def _numbered(job: Any, tasks: Any) -> dict[int, str]:
    if isinstance(tasks, (list, tuple)):
        return dict(enumerate(tasks))
    if not isinstance(tasks, dict):
        raise TypeError(f"The tasks for job {job!r} must be a list or a dictionary from integers to strings.")
    return dict(tasks)


def _message_of(jobs: dict[str, dict[int, str]]) -> Any:
    message = ClusterDef()
    for job, tasks in sorted(jobs.items()):
        if not isinstance(job, (str, bytes)):
            raise TypeError(f"Job name {job!r} must be bytes or unicode")
        made = message.job.add(name=job)
        for i, address in sorted(tasks.items()):
            if not isinstance(address, (str, bytes)):
                raise TypeError(f"Task address {address!r} must be bytes or unicode")
            made.tasks[i] = address if isinstance(address, str) else address.decode()
    return message
