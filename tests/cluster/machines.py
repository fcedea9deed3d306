"""Trains on two machines, which are network namespaces of this one: `sudo python -m tests.cluster.machines`.

With `--cut SECONDS` the cable between them is cut for so long, 30 seconds after the start: who has all it needs on its machine trains
on, the others lose their session after the limit of GRAPHLAB_CLUSTER_HEARTBEAT and go on when the cable is back.
It needs root and the program `ip`, so it is run by hand, and no part of `make test`.
"""

import argparse
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
TASKS_OF_CUT = {("ps", 0): "one", ("worker", 0): "one", ("worker", 1): "two"}
STARTED = 30.0  # seconds until the cable is cut
AFTER = 20.0  # seconds of training after that, at least


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cut", type=float, default=0.0, metavar="SECONDS")
    cut = parser.parse_args().cut
    tasks = TASKS_OF_CUT if cut else TASKS
    work = ["--steps=20"]
    if cut:  # worker 0 makes at most ten steps in a second, alone
        work = [f"--steps={int(10 * (STARTED + cut + AFTER))}", "--pause=0.1"]
    hosts = {}
    for i, ((job, _), machine) in enumerate(tasks.items()):
        hosts.setdefault(job, []).append(f"{MACHINES[machine]}:{2222 + i}")
    flags = [f"--{job}_hosts={','.join(addresses)}" for job, addresses in hosts.items()]
    with contextlib.ExitStack() as stack:
        network(stack)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
        program = str(Path(__file__).with_name("training.py"))
        command = [sys.executable, "-m", "graphlab", "run", program, *work, *flags]
        processes = {}
        for (job, i), machine in tasks.items():
            task = ["ip", "netns", "exec", machine, *command, f"--job_name={job}", f"--task_index={i}"]
            processes[job, i] = subprocess.Popen(task, cwd=folder, env=environment)
        if cut:
            time.sleep(STARTED)
            run("-n", "one", "link", "set", "cable1", "down")
            print(f"The cable is cut for {cut:.0f} seconds", flush=True)
            time.sleep(cut)
            run("-n", "one", "link", "set", "cable1", "up")
            print("The cable is back", flush=True)
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
