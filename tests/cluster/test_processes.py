"""Clusters of several processes, on Ray: training, clients, faults, and what is left of them."""

import os
import re
import subprocess
import sys
import time

import pytest

from graphlab._src.cluster.addresses import unused_ports
from tests.modules import PACKAGE

PATIENCE = 60.0  # seconds


class Task:
    """The process of one task. kill(), start(): it may be killed and started again."""

    def __init__(self, arguments, environment, log):
        self._arguments, self._environment, self._log = arguments, environment, log
        self.start()

    def start(self):
        with self._log.open("a") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.cluster.training", *self._arguments],
                stdout=output,
                stderr=output,
                env=self._environment,
                cwd=PACKAGE.parent,
            )

    def kill(self):
        self.process.kill()
        self.process.wait()

    def text(self):
        return self._log.read_text()

    def wait_for(self, pattern):
        """The last match of a pattern in what the task has printed, as soon as there is one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.findall(pattern, self.text())
            if found:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"{pattern!r} is not in:\n{self.text()}")


@pytest.fixture
def start(tmp_path):
    """start(job, number, **options): a Task of a cluster of one ps and two workers."""
    ports = unused_ports(3)
    hosts = f"--ps_hosts=localhost:{ports[0]}", f"--worker_hosts=localhost:{ports[1]},localhost:{ports[2]}"
    environment = {
        **os.environ,
        "XDG_CONFIG_HOME": str(tmp_path),
        "GRAPHLAB_TEST_CLUSTER": str(ports[0]),
    }
    tasks = []

    def start(job, number, **options):
        given = [f"--job_name={job}", f"--task_index={number}", *(f"--{key}={value}" for key, value in options.items())]
        tasks.append(Task([*hosts, *given], environment, tmp_path / f"{job}{number}.log"))
        return tasks[-1]

    start.port = ports[0]
    yield start
    for task in tasks:
        task.kill()


def left_over(port):
    """The command lines of processes that a cluster has left behind."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file, open(f"/proc/{pid}/cmdline", "rb") as line:
                if f"GRAPHLAB_TEST_CLUSTER={port}\0".encode() in file.read():
                    found.append(line.read().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_training_goes_on_after_each_task_was_killed_and_leaves_nothing_behind(start, tmp_path):
    options = {"steps": 1_000_000, "logdir": tmp_path / "model"}
    workers = [start("worker", 1, **options), start("worker", 0, **options)]
    ps = start("ps", 0)
    for worker in workers:
        worker.wait_for(r"step \d+")
    folders = {folder for line in left_over(start.port) for folder in re.findall(r"/tmp/graphlab-\w+", line)}
    # A worker: the others do not notice, and it goes on where they are.
    workers[0].kill()
    before = int(workers[1].wait_for(r"step (\d+)"))
    workers[1].wait_for(rf"step (?!{before}\b)\d+")
    workers[0].start()
    # A parameter server: its variables come back from the checkpoint.
    workers[1].wait_for(r"step (?:[2-9]\d|\d{3,})")
    ps.kill()
    ps.start()
    time.sleep(0.5)
    after = [len(worker.text()) for worker in workers]
    for worker, length in zip(workers, after, strict=True):
        end = time.monotonic() + PATIENCE
        while len(worker.text()) <= length:
            assert time.monotonic() < end and worker.process.poll() is None, worker.text()
            time.sleep(0.05)
    # The chief.
    workers[1].kill()
    workers[1].start()
    length = len(workers[1].text())
    end = time.monotonic() + PATIENCE
    while "step" not in workers[1].text()[length:]:
        assert time.monotonic() < end and workers[1].process.poll() is None, workers[1].text()
        time.sleep(0.05)
    for task in (ps, *workers):
        task.kill()
    end = time.monotonic() + PATIENCE
    while left := left_over(start.port):
        assert time.monotonic() < end, left
        time.sleep(0.2)
    assert folders and not any(map(os.path.exists, folders))


@pytest.mark.slow
def test_a_control_service_whose_task_was_killed_meanwhile_ends_in_silence():
    listens, says = os.pipe()
    os.close(listens)
    command = [sys.executable, "-m", "graphlab._src.cluster.control", "localhost", str(unused_ports(1)[0])]
    service = subprocess.run(command, stdout=says, stderr=subprocess.PIPE, cwd=PACKAGE.parent)
    os.close(says)
    assert service.stderr == b"" and service.returncode == 0
