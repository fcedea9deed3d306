"""ProgramRun: one program that runs as all tasks of a cluster, each in a process of its own."""

import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from graphlab._src.cluster.launch.flags import EVALUATOR, arguments_for, tf_config
from graphlab._src.cluster.launch.task_process import Program
from graphlab._src.graph.device import Task

_SERVING = ("ps",)  # jobs whose tasks do not end by themselves
_LOOK = 0.1  # seconds between two looks at the processes
_GRACES = ((signal.SIGINT, 5.0), (signal.SIGTERM, 3.0), (signal.SIGKILL, 5.0))  # seconds after each
_INTERRUPTED = 128 + signal.SIGINT

RUNNING, DONE, FAILED, ENDED = "running", "done", "failed", "ended"  # states of a task


class Process(Protocol):
    """The process of a task."""

    def new_output(self) -> bytes:
        """What it has printed since the last call."""
        ...

    def status(self) -> int | None:
        """Its exit status, below 0 for a signal; None while it runs."""
        ...

    def send(self, number: int) -> None:
        """Sends it a signal; SIGKILL reaches what it has started, too."""
        ...

    def close(self) -> None:
        """Ends what is left of it."""
        ...


class Machines(Protocol):
    """Where tasks run."""

    def addresses(self, tasks: Sequence[Task]) -> list[str]:
        """An address for each task."""
        ...

    def start(self, task: Task, program: Program, log: Path) -> Process:
        """Starts a task's process, which appends what it prints to `log`."""
        ...

    def close(self) -> None:
        """Ends what the cluster needed beside its tasks."""
        ...


class Listener(Protocol):
    """What is to know what goes on."""

    def printed(self, task: Task, output: bytes) -> None:
        """A task has printed this."""
        ...

    def changed(self, task: Task, state: str, about: str) -> None:
        """A task is in another state. about: what more there is to say, such as its exit status."""
        ...

    def looked(self) -> None:
        """A look at all processes is over; there are about ten a second."""
        ...


class ProgramRun:
    """Starts a program as all tasks of a cluster, and waits until all are over that end by themselves.

    jobs: {name: number of tasks}.  command: runs the program, without its arguments.  source: its text, by which its flags are
    known; empty: it receives none.  logs: a folder with a file for each task.  restarts: how many times a task that fails
    starts again; one that fails more often ends the run.
    """

    def __init__(
        self,
        jobs: dict[str, int],
        command: Sequence[str],
        arguments: Sequence[str],
        source: str,
        folder: str,
        machines: Machines,
        logs: Path,
        listener: Listener,
        restarts: int = 0,
    ) -> None:
        self.tasks: list[Task] = [(job, i) for job, count in jobs.items() for i in range(count)]
        self.status = 0  # of the run: that of the first task that failed
        self.failed: Task | None = None
        self._machines = machines
        self._logs = logs
        self._listener = listener
        self._restarts = dict.fromkeys(self.tasks, restarts)
        self._running: dict[Task, Process] = {}
        addresses = dict(zip(self.tasks, machines.addresses(self.tasks), strict=True))
        members = [job for job in jobs if job != EVALUATOR]
        self.cluster = {job: [addresses[job, i] for i in range(jobs[job])] for job in members}
        self._programs = {
            task: Program(
                [*command, *arguments_for(arguments, source, self.cluster, task)],
                {"TF_CONFIG": tf_config(self.cluster, task), "PYTHONUNBUFFERED": "1"},
                folder,
            )
            for task in self.tasks
        }

    def log(self, task: Task) -> Path:
        """The file with what a task prints."""
        return self._logs / f"{task[0]}-{task[1]}.log"

    def run(self) -> int:
        """Runs the tasks; returns the exit status. However it ends, no process is left."""
        try:
            for task in self.tasks:
                self.log(task).unlink(missing_ok=True)
                self._start(task)
            self._watch(lambda: self.failed is not None or not self._has_work())
        except KeyboardInterrupt:
            self.status = _INTERRUPTED
        finally:
            self._end()
        return self.status

    def _has_work(self) -> bool:
        """True while a task runs that ends by itself; of a cluster of parameter servers alone, any."""
        waits = any(job not in _SERVING for job, _ in self.tasks)
        return any(job not in _SERVING or not waits for job, _ in self._running)

    def _start(self, task: Task) -> None:
        self._running[task] = self._machines.start(task, self._programs[task], self.log(task))
        self._listener.changed(task, RUNNING, "")

    def _watch(self, is_over: Callable[[], bool], seconds: float | None = None, ending: bool = False) -> None:
        until = None if seconds is None else time.monotonic() + seconds
        while not is_over() and (until is None or time.monotonic() < until):
            for task, process in list(self._running.items()):
                status = process.status()  # before the output, so that this is complete
                output = process.new_output()
                if output:
                    self._listener.printed(task, output)
                if status is not None:
                    del self._running[task]
                    process.close()
                    self._ended(task, status, ending)
            self._listener.looked()
            if not is_over():
                time.sleep(_LOOK)

    def _ended(self, task: Task, status: int, ending: bool) -> None:
        about = "" if not status else f"exit status {status}" if status > 0 else signal.Signals(-status).name
        if not status and task[0] not in _SERVING:
            self._listener.changed(task, DONE, "")
        elif ending or not status:
            self._listener.changed(task, ENDED, about if status == -signal.SIGKILL else "")
        elif self._restarts[task]:
            self._restarts[task] -= 1
            self._listener.changed(task, FAILED, f"{about}, starts again")
            self._start(task)
        else:
            self._listener.changed(task, FAILED, about)
            if self.failed is None:
                self.failed, self.status = task, status if status > 0 else 128 - status

    def _end(self) -> None:
        """Ends what runs: with SIGINT, and with SIGKILL in the end, or immediately where another interrupt comes."""
        for number, seconds in _GRACES:
            for process in self._running.values():
                process.send(number)
            try:
                self._watch(lambda: not self._running, seconds, ending=True)
            except KeyboardInterrupt:
                continue
        for process in self._running.values():
            process.close()
        self._machines.close()
