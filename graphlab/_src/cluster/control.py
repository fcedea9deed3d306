"""The process that runs Ray's control service for a cluster: `python -m graphlab._src.cluster.control HOST PORT`.

It prints the service's address and ends when no process of the cluster is connected any more, unless an argument "stay"
follows, and with the process that has started it, where there is a lifeline. It is none of the tasks, so that any of them may end and start again. What it
starts ends with it, even when it is killed. At PORT it answers which tasks there are.
"""

import importlib
import os
import shutil
import signal
import sys
import tempfile
import threading
from typing import Any

from graphlab._src.cluster.addresses import Listener, ip_of, is_loopback
from graphlab._src.cluster.lifeline import end_with_caller
from graphlab._src.cluster.ray_package import STORE, addresses_in, import_ray_to_start_it, short_folder, wait_for_end

_GRACE = 5.0  # seconds after the last one has left


def main(host: str, port: int, stays: bool) -> None:
    """Runs the service for a cluster whose first task has this host name. port: where it answers, on this machine alone."""
    end_with_caller()
    ray = import_ray_to_start_it(is_loopback(host))
    _without_extras()
    folder = tempfile.mkdtemp(prefix="graphlab-", dir=short_folder())
    try:
        context: Any = ray.init(
            address="local",
            num_cpus=os.cpu_count(),
            include_dashboard=False,
            namespace="graphlab-control",
            log_to_driver=False,
            logging_level="error",
            configure_logging=False,
            object_store_memory=STORE,
            _temp_dir=os.path.join(folder, "r"),  # which Ray opens to everyone, but the folder around it isn't
            _node_ip_address=None if is_loopback(host) else ip_of(host),
        )
        signal.signal(signal.SIGTERM, _end)  # Ray has set a handler that reports an error
        try:
            print(context.address_info["gcs_address"], flush=True)
        except BrokenPipeError:  # the task that has started it is gone
            return
        with open(os.devnull, "w") as nowhere:  # who reads the address waits for no more
            os.dup2(nowhere.fileno(), 1)
        Listener("localhost", port).serve(lambda question: {"tasks": addresses_in(ray), "process": os.getpid()})
        if stays:
            threading.Event().wait()
        wait_for_end(ray, _GRACE)
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


def _without_extras() -> None:
    """Ray starts without its autoscaler and the server of its dashboard, which halve its start and serve no task here.

    Ray has no setting for that; a release that is built otherwise starts them.
    """
    utils: Any = importlib.import_module("ray._private.utils")
    node: Any = importlib.import_module("ray._private.node").Node

    def no_server(self: Any, **_options: Any) -> None:
        self._webui_url = ""

    if hasattr(node, "start_monitor") and hasattr(node, "start_api_server"):
        node.start_monitor = lambda self: None
        node.start_api_server = no_server
    if hasattr(utils, "get_dashboard_dependency_error"):
        utils.get_dashboard_dependency_error = lambda: ImportError("the dashboard is off")


def _end(*_: Any) -> None:
    sys.exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), "stay" in sys.argv)
