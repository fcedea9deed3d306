"""`graphlab run --cluster`: a program as all tasks of a cluster, and what the terminal shows of it."""

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from graphlab._src.base.errors import printable
from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.cluster.launch import program_run
from graphlab._src.cluster.launch.program_run import ProgramRun
from graphlab._src.cluster.launch.program_source import module_file, program_source
from graphlab._src.compat.no_program import NoProgramError
from graphlab._src.graph.device import Task

_this_machine = on_first_call("graphlab._src.cluster.launch.machines:ThisMachine")
_ray_machines = on_first_call("graphlab._src.cluster.launch.machines:RayMachines")

_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")
_PERIOD = 0.2  # seconds between two drawings
_TAIL = 20  # lines of a failed task's log that are repeated at the end


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `graphlab run`."""
    group = parser.add_argument_group(
        "clusters", "PROGRAM runs as all tasks of a cluster, each in a process of its own."
    )
    group.add_argument("--cluster", metavar="JOB=N,…", type=jobs, help="such as ps=1,worker=2 or chief=1,ps=1,worker=2")
    group.add_argument(
        "--logs", metavar="FOLDER", type=Path, help="where each task's output goes (default: a new folder)"
    )
    group.add_argument(
        "--restarts", metavar="N", type=int, default=0, help="start a task that fails again, N times (0)"
    )
    group.add_argument(
        "--no-flags",
        dest="flags",
        action="store_false",
        help="add no --job_name, --task_index, --ps_hosts, --worker_hosts to the arguments of a program that defines them; "
        "each task has TF_CONFIG",
    )


def jobs(text: str) -> dict[str, int]:
    """{job: number of tasks} of "ps=1,worker=2"; argparse.ArgumentTypeError for what is none."""
    found: dict[str, int] = {}
    for part in text.split(","):
        job, _, number = part.strip().partition("=")
        if not re.fullmatch(r"[A-Za-z]\w*", job) or not number.isdigit() or not int(number) or job in found:
            raise argparse.ArgumentTypeError(f"{text!r} is no list of jobs with their numbers of tasks: ps=1,worker=2")
        found[job] = int(number)
    return found


def run_cluster(options: argparse.Namespace) -> int:
    """Runs the program as all tasks of a cluster; returns the exit status of the first that fails, or 0."""
    folder = Path.cwd()
    path = module_file(options.program, folder) if options.module else Path(options.program)
    if path is None or not path.is_file():
        if path is not None and path.is_dir():
            raise NoProgramError(f"{options.program} is a folder: name the program in it.")
        raise NoProgramError(f"there is no {'module' if options.module else 'file'} {options.program}.")
    if path.suffix == ".ipynb":
        raise NoProgramError(
            "--cluster is for programs: in a notebook, gl.cluster({'ps': 1, 'worker': 2}) starts a cluster."
        )
    source = program_source(path, folder if options.module else path.parent) if options.flags else ""
    chosen = {"--force": options.force, "--legacy": options.legacy, "-m": options.module}
    command = ["-m", "graphlab", "run", *(option for option, is_set in chosen.items() if is_set)]
    made = tempfile.mkdtemp(prefix="cluster-logs-") if options.logs is None else options.logs
    logs = Path(made)
    logs.mkdir(parents=True, exist_ok=True)
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    view: _Lines | _Table = _Table() if sys.stdout.isatty() else _Lines()
    try:
        machines: Any = _ray_machines() if os.environ.get("RAY_ADDRESS") else _this_machine()
        run = ProgramRun(
            options.cluster,
            [*command, options.program],
            options.arguments,
            source,
            str(folder),
            machines,
            logs,
            view,
            options.restarts,
        )
        for job, addresses in run.cluster.items():
            _say(f"{job}: {', '.join(addresses)}")
        _say(f"The tasks' output is in {logs}")
        view.begin(run.tasks)
        status = run.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    view.end()
    if run.failed is not None:
        if isinstance(view, _Table):
            _say(_tail(run.log(run.failed)))
        _say(f"{_name(run.failed)} has failed, with what is at the end of {run.log(run.failed)}")
    return status


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


def _say(text: str) -> None:
    print(printable(text), file=sys.stderr, flush=True)


def _name(task: Task) -> str:
    return f"{task[0]} {task[1]}"


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_TAIL:])


class _Lines:
    """Prints each line of each task, after the task's name."""

    def __init__(self) -> None:
        self._begun: dict[Task, bytes] = {}
        self._width = 0

    def begin(self, tasks: list[Task]) -> None:
        self._width = max(len(_name(task)) for task in tasks)

    def printed(self, task: Task, output: bytes) -> None:
        *lines, self._begun[task] = (self._begun.get(task, b"") + output).split(b"\n")
        for line in lines:
            self._print(task, "|", line.decode(errors="replace"))

    def changed(self, task: Task, state: str, about: str) -> None:
        rest = self._begun.pop(task, b"")
        if rest:
            self._print(task, "|", rest.decode(errors="replace"))
        if state != program_run.RUNNING:
            self._print(task, ":", f"{state}, {about}" if about else state)

    def looked(self) -> None:
        sys.stdout.flush()

    def end(self) -> None:
        sys.stdout.flush()

    def _print(self, task: Task, mark: str, line: str) -> None:
        print(printable(f"{_name(task):<{self._width}} {mark} {line.rstrip()}"))


class _Table:
    """Shows the state and the last line of each task in a terminal, a line each."""

    def __init__(self) -> None:
        self._begun: dict[Task, bytes] = {}
        self._last: dict[Task, str] = {}
        self._states: dict[Task, tuple[str, str, float]] = {}
        self._tasks: list[Task] = []
        self._drawn = 0
        self._next = 0.0

    def begin(self, tasks: list[Task]) -> None:
        self._tasks = tasks

    def printed(self, task: Task, output: bytes) -> None:
        *lines, self._begun[task] = (self._begun.get(task, b"") + output).split(b"\n")
        for line in [*lines, self._begun[task]]:
            text = _CONTROLS.sub("", line.decode(errors="replace").rstrip("\r").rpartition("\r")[2]).strip()
            if text:
                self._last[task] = text

    def changed(self, task: Task, state: str, about: str) -> None:
        now = time.monotonic()
        began = now if state == program_run.RUNNING else self._states[task][2]
        self._states[task] = state, about, began
        if state != program_run.RUNNING:
            self._states[task] = state, ", ".join(filter(None, (about, _duration(now - began)))), began

    def looked(self) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _PERIOD
            self._draw()

    def end(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width = shutil.get_terminal_size().columns - 1
        lines = [self._line(task)[:width] for task in self._tasks]
        up = f"\x1b[{self._drawn}F" if self._drawn else ""
        sys.stdout.write(up + "".join(f"\x1b[2K{printable(line)}\n" for line in lines))
        sys.stdout.flush()
        self._drawn = len(lines)

    def _line(self, task: Task) -> str:
        state, about, began = self._states.get(task, ("starts", "", time.monotonic()))
        if state == program_run.RUNNING:
            about = _duration(time.monotonic() - began)
        names = max(len(_name(one)) for one in self._tasks)
        return f"{_name(task):<{names}}  {state}{f' ({about})' if about else ''}  {self._last.get(task, '')}"


def _duration(seconds: float) -> str:
    minutes, left = divmod(round(seconds), 60)
    return f"{minutes} min {left} s" if minutes else f"{left} s"
