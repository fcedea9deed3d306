"""The process that lets a machine take part in a cluster: `python -m graphlab._src.cluster.node CONTROL ADDRESS`.

It is started by a task on a machine that has not the control service; one of them per machine and cluster goes on, and runs
Ray's processes there. It ends when no process of this machine is connected to the cluster any more, or the cluster is gone.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from graphlab._src.base import file_locks
from graphlab._src.cluster.ray_package import STORE, import_ray_to_start_it, short_folder, wait_for_end

_GRACE = 2.0  # seconds after the last one has left; less than the control service's
_PATIENCE = 20.0  # seconds in which another such process may end
_LOOK = 0.5  # seconds between two looks at it
_END = 10.0  # seconds that Ray's processes have to end


def main(control: str, address: str) -> None:
    """Runs Ray's processes on the machine with this address for the cluster with this control service, once."""
    folder = Path(short_folder())
    name = hashlib.sha256(f"{os.getuid()} {control} {address}".encode()).hexdigest()[:16]
    lock = folder / f"graphlab-{name}.lock"
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    until, task = time.monotonic() + _PATIENCE, os.getppid()
    while file_locks.take(descriptor) is False:  # another one runs them, or is about to end
        if time.monotonic() > until or os.getppid() != task:
            return
        time.sleep(_LOOK)
    try:
        _run(control, address, tempfile.mkdtemp(prefix="graphlab-", dir=folder))
    finally:
        lock.unlink(missing_ok=True)


def _run(control: str, address: str, folder: str) -> None:
    ray = import_ray_to_start_it(loopback_only=False)  # this machine is reached from others
    command = [
        *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats"),
        *(f"--address={control}", f"--node-ip-address={address}", f"--temp-dir={folder}/r"),
        *(f"--num-cpus={os.cpu_count()}", f"--object-store-memory={STORE}"),
    ]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        ray.init(
            address=control,
            _node_ip_address=address,
            namespace="graphlab-control",
            log_to_driver=False,
            logging_level="error",
            configure_logging=False,
        )
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        wait_for_end(ray, _GRACE, address, lambda: process.poll() is None)
    finally:
        ray.shutdown()
        process.terminate()
        try:
            process.wait(_END)
        except subprocess.TimeoutExpired:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
