"""Trains on two machines, which are network namespaces of this one: `sudo python -m tests.cluster.machines`.

It needs root and the program `ip`, so it is run by hand, and no part of `make test`.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from graphlab._src.base.package import PACKAGE

MACHINES = {"one": "10.213.0.1", "two": "10.213.0.2"}
TASKS = {("ps", 0): "one", ("ps", 1): "two", ("worker", 0): "two", ("worker", 1): "two"}


def main():
    hosts = {}
    for i, ((job, _), machine) in enumerate(TASKS.items()):
        hosts.setdefault(job, []).append(f"{MACHINES[machine]}:{2222 + i}")
    flags = [f"--{job}_hosts={','.join(addresses)}" for job, addresses in hosts.items()]
    with contextlib.ExitStack() as stack:
        network(stack)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
        program = str(Path(__file__).with_name("training.py"))
        command = [sys.executable, "-m", "graphlab", "run", program, "--steps=20", *flags]
        processes = {}
        for (job, i), machine in TASKS.items():
            task = ["ip", "netns", "exec", machine, *command, f"--job_name={job}", f"--task_index={i}"]
            processes[job, i] = subprocess.Popen(task, cwd=folder, env=environment)
        statuses = [process.wait() for (job, _), process in processes.items() if job == "worker"]
        for process in processes.values():
            process.terminate()
        time.sleep(15)
    left = subprocess.run(["ps", "-x", "-o", "args="], capture_output=True, text=True, check=True).stdout
    left = [line for line in left.splitlines() if any(address in line for address in MACHINES.values())]
    print("\n".join(left) or "nothing is left")
    sys.exit(any(statuses) or bool(left))


def network(stack):
    """Two network namespaces with a cable between them."""
    for name in MACHINES:
        run("netns", "add", name)
        stack.callback(run, "netns", "del", name)
    run("link", "add", "cable1", "netns", "one", "type", "veth", "peer", "name", "cable2", "netns", "two")
    for cable, (name, address) in zip(("cable1", "cable2"), MACHINES.items(), strict=True):
        run("-n", name, "addr", "add", f"{address}/24", "dev", cable)
        run("-n", name, "link", "set", cable, "up")
        run("-n", name, "link", "set", "lo", "up")


def run(*arguments):
    subprocess.run(["ip", *arguments], check=True)


if __name__ == "__main__":
    main()
