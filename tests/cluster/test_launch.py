"""`graphlab run --cluster`: which arguments tasks receive, how a run ends, and a whole one."""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from graphlab._src.base.package import PACKAGE
from graphlab._src.cli import cluster_run
from graphlab._src.cluster.launch.flags import arguments_for, tf_config
from graphlab._src.cluster.launch.machines import ThisMachine
from graphlab._src.cluster.launch.program_run import DONE, ENDED, FAILED, RUNNING, ProgramRun
from graphlab._src.cluster.launch.program_source import program_source

CLUSTER = {"ps": ["a:1"], "worker": ["b:2", "c:3"]}
ABSL = 'flags.DEFINE_string("job_name", "", "")\nflags.DEFINE_integer(\n    "task_index", 0, "")'
ARGPARSE = "parser.add_argument('--job_name')\nparser.add_argument('--ps_hosts', '--worker_hosts')"


def test_jobs_are_read_as_they_are_typed():
    assert cluster_run.jobs("ps=1, worker=2") == {"ps": 1, "worker": 2}
    for text in ("ps", "ps=0", "ps=x", "ps=1,ps=2", "", "=1"):
        with pytest.raises(argparse.ArgumentTypeError, match="ps=1,worker=2"):
            cluster_run.jobs(text)


def test_a_program_receives_the_flags_that_it_defines():
    arguments = ["--steps=3"]
    assert arguments_for(arguments, ABSL, CLUSTER, ("worker", 1)) == [
        "--job_name=worker",
        "--task_index=1",
        "--steps=3",
    ]
    assert arguments_for(arguments, ARGPARSE, CLUSTER, ("ps", 0)) == [
        "--job_name=ps",
        "--ps_hosts=a:1",
        "--worker_hosts=b:2,c:3",
        "--steps=3",
    ]
    assert arguments_for(arguments, "", CLUSTER, ("ps", 0)) == arguments


def test_arguments_may_name_what_a_task_is():
    arguments = ["--job_name={job_name}", "--hosts={ps_hosts};{worker_hosts}", "--json={}", "{other}"]
    assert arguments_for(arguments, ABSL, CLUSTER, ("worker", 1)) == [
        "--task_index=1",
        "--job_name=worker",
        "--hosts=a:1;b:2,c:3",
        "--json={}",
        "{other}",
    ]


def test_flags_are_found_in_the_modules_of_the_program(tmp_path):
    (tmp_path / "train.py").write_text("import numpy as np, settings as s\nfrom inside import more\n")
    (tmp_path / "settings.py").write_text(ABSL)
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "__init__.py").write_text("")
    (tmp_path / "inside" / "more.py").write_text(ARGPARSE)
    source = program_source(tmp_path / "train.py", tmp_path)
    assert arguments_for([], source, CLUSTER, ("ps", 0)) == [
        "--job_name=ps",
        "--task_index=0",
        "--ps_hosts=a:1",
        "--worker_hosts=b:2,c:3",
    ]


def test_tf_config_is_tensorflows():
    assert json.loads(tf_config(CLUSTER, ("worker", 1))) == {
        "cluster": CLUSTER,
        "task": {"type": "worker", "index": 1},
    }


class States:
    """The states that tasks were in, and what they have printed."""

    def __init__(self):
        self.seen = []
        self.output = {}

    def printed(self, task, output):
        self.output[task] = self.output.get(task, b"") + output

    def changed(self, task, state, about):
        if state != RUNNING:
            self.seen.append((task, state, about))

    def looked(self):
        pass


PROGRAM = """
import json, os, sys, time
task = json.loads(os.environ["TF_CONFIG"])["task"]
print("task", task["type"], task["index"], sys.argv[1:])
here = f"{task['type']}{task['index']}"
if here == "ps0":
    time.sleep(600)
"""


@pytest.fixture
def launch(tmp_path):
    def run(jobs, text, restarts=0):
        program = tmp_path / "program.py"
        program.write_text(PROGRAM + text)
        states = States()
        made = ProgramRun(jobs, [str(program)], ["x"], "", str(tmp_path), ThisMachine(), tmp_path, states, restarts)
        return made, states

    return run


def test_the_run_ends_with_the_workers_and_the_servers_end_with_it(launch):
    run, states = launch({"ps": 1, "worker": 2}, "")
    assert run.run() == 0
    assert sorted(states.seen) == [(("ps", 0), ENDED, ""), (("worker", 0), DONE, ""), (("worker", 1), DONE, "")]
    assert states.output["worker", 1] == b"task worker 1 ['x']\n" == run.log(("worker", 1)).read_bytes()
    assert list(run.cluster) == ["ps", "worker"]


def test_a_task_that_fails_ends_the_run_with_its_exit_status(launch):
    run, states = launch({"ps": 1, "worker": 2}, "if here == 'worker1': sys.exit(3)\ntime.sleep(600)")
    assert run.run() == 3
    assert run.failed == ("worker", 1)
    assert states.seen[0] == (("worker", 1), FAILED, "exit status 3")
    assert {state for _, state, _ in states.seen[1:]} == {ENDED}


def test_a_task_that_fails_may_start_again(launch, tmp_path):
    text = f"mark = {str(tmp_path / 'mark')!r}\nif not os.path.exists(mark): open(mark, 'w'); os.kill(os.getpid(), 9)"
    run, states = launch({"worker": 1}, text, restarts=1)
    assert run.run() == 0
    assert states.seen == [(("worker", 0), FAILED, "SIGKILL, starts again"), (("worker", 0), DONE, "")]
    assert run.log(("worker", 0)).read_bytes() == 2 * b"task worker 0 ['x']\n"


def test_an_interrupt_ends_all_tasks(launch):
    run, states = launch({"ps": 1, "worker": 1}, "time.sleep(600)")
    main = threading.get_ident()
    timer = threading.Thread(target=lambda: (_wait_for(states), signal.pthread_kill(main, signal.SIGINT)))
    timer.start()
    assert run.run() == 130
    timer.join()
    assert sorted(states.seen) == [(("ps", 0), ENDED, ""), (("worker", 0), ENDED, "")]


def test_the_evaluator_is_no_member_of_the_cluster(launch):
    run, states = launch({"chief": 1, "evaluator": 1}, "print(os.environ['TF_CONFIG'])")
    assert run.run() == 0
    message = json.loads(states.output["evaluator", 0].splitlines()[-1])
    assert list(message["cluster"]) == ["chief"]
    assert message["task"] == {"type": "evaluator", "index": 0}


def _wait_for(states):
    while len(states.output) < 2:
        time.sleep(0.01)


@pytest.mark.slow
def test_graphlab_run_trains_with_a_parameter_server_and_leaves_nothing(tmp_path):
    pytest.importorskip("ray")
    program = str(PACKAGE.parent / "tests" / "cluster" / "training.py")
    command = [
        sys.executable,
        "-m",
        "graphlab",
        "run",
        "--cluster",
        "ps=1,worker=2",
        "--logs",
        "logs",
        program,
        "--steps=20",
    ]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "TMPDIR": str(tmp_path / "temporary")}
    (tmp_path / "temporary").mkdir()
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "worker 0 | end" in done.stdout and "worker 1 | end" in done.stdout
    assert "ps 0     : ended" in done.stdout
    assert "The tasks' output is in logs" in done.stderr
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == ["ps-0.log", "worker-0.log", "worker-1.log"]
    assert list((tmp_path / "temporary").iterdir()) == []
    left = subprocess.run(["ps", "-x", "-o", "args="], capture_output=True, text=True).stdout
    assert str(tmp_path) not in left
