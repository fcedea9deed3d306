"""The package ray, imported when a cluster first needs it, with the settings that keep a cluster to those who have its token."""

import importlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphlab._src.base.errors import FailedPreconditionError, explain
from graphlab._src.cluster.token import cluster_token

_LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # Ray's name for: "0", listen at the loopback address alone
_FIRST = 60.0  # seconds in which the first process has to be connected
_LOOK = 0.5  # seconds between two looks at which are
_SERVES = " -m graphlab._src.cluster."  # in the command of a process that is none of a cluster's tasks
STORE = 1 << 28  # bytes of shared memory for tensors under way, on each machine
_SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_task_events_report_interval_ms": "0",  # what its dashboard shows costs time in each call
    "RAY_enable_timeline": "0",
    "RAY_event_stats": "0",
    "RAY_ENABLE_AUTO_CONNECT": "0",  # a thread that calls Ray while its process ends starts no new cluster
    "RAY_enable_metrics_collection": "0",
    "RAY_DISABLE_FAILURE_SIGNAL_HANDLER": "1",  # a task that is ended by SIGTERM prints no stack
    # A machine that can't be reached for some minutes is no dead one: its tasks' own heartbeat ends the runs that need them.
    "RAY_health_check_failure_threshold": "20",  # of checks that fail after ten seconds at most
    "RAY_gcs_rpc_server_reconnect_timeout_s": "300",
    "RAY_worker_niceness": "0",  # an actor is the task itself, no work in the background
    _LOOPBACK_ONLY: "0",
}
_RAYS_TOKEN = Path("~/.ray/auth_token")  # made by `ray start`, where nothing else says the token

# Ray imports jsonschema, which imports this package where JupyterLab has brought it along, for a check that Ray has no use
# for. It builds a grammar, which lasts 0.9 s in each of Ray's processes: half of a cluster's start.
_SLOW = "rfc3987_syntax"
_REPLACEMENTS = str(Path(__file__).parent / "replacements")  # on the path of Ray's own processes


def import_ray() -> Any:
    """The package ray; FailedPreconditionError where it is not installed. What the environment says of Ray prevails."""
    set_environment()
    slow = "jsonschema" not in sys.modules and _SLOW not in sys.modules
    if slow:
        sys.modules[_SLOW] = None  # pyright: ignore[reportArgumentType]  as if it were not there
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise FailedPreconditionError(
            None,
            None,
            explain(
                "A run needs a task of another process, and the package ray, which connects processes, is not installed",
                fix='pip install "graphlab[cluster]"',
            ),
        ) from None
    finally:
        if slow:
            del sys.modules[_SLOW]


def set_environment() -> None:
    """Sets what Ray reads of the environment, where nothing else did. A Ray cluster of the user's has its own token."""
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    if os.environ.get("RAY_ADDRESS") and (os.environ.get("RAY_AUTH_TOKEN_PATH") or _RAYS_TOKEN.expanduser().is_file()):
        return
    if os.environ["RAY_AUTH_MODE"] == "token":
        os.environ.setdefault("RAY_AUTH_TOKEN", cluster_token())


def import_ray_to_start_it(loopback_only: bool) -> Any:
    """The package ray, in a process that starts Ray's own. loopback_only: they listen at the loopback address alone."""
    os.environ[_LOOPBACK_ONLY] = "0" if loopback_only else "1"
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_REPLACEMENTS, os.environ.get("PYTHONPATH")]))
    return import_ray()


def short_folder() -> str:
    """A folder for temporary files with a short path: those of sockets in it have 107 characters at most on Linux."""
    return "/tmp" if os.access("/tmp", os.W_OK) else tempfile.gettempdir()


def jobs_of(ray: Any) -> list[dict[str, Any]]:
    """The processes that are or were connected to Ray: {"JobID": text, "IsDead": bool, …} of each."""
    return importlib.import_module("ray._private.state").jobs()


def wait_for_end(
    ray: Any, seconds: float, address: str | None = None, goes_on: Callable[[], bool] = lambda: True
) -> None:
    """Waits until no process is connected to Ray any more; those do not count that serve Ray itself, as this one does.

    seconds: for which none is connected, after there was one.  address: of the machine whose processes count, or None.
    goes_on(): False where the wait has to end.
    """
    own = ray.get_runtime_context().get_job_id()
    seen, joined = time.monotonic(), False
    while goes_on() and time.monotonic() - seen < (seconds if joined else _FIRST):
        members = [
            job
            for job in jobs_of(ray)
            if job["JobID"] != own
            and _SERVES not in job["Entrypoint"]
            and (address is None or job["DriverIPAddress"] == address)
        ]
        if any(not job["IsDead"] for job in members):
            seen = time.monotonic()
        joined = joined or bool(members)
        time.sleep(_LOOK)


def name_of_actor(job: str, number: int, address: str, suffix: str) -> str:
    """The name of a task's actor."""
    return f"/job:{job}/task:{number} at {address}, {suffix}"


def addresses_in(ray: Any) -> list[str]:
    """The addresses of the tasks that have an actor."""
    found: list[str] = []
    for actor in importlib.import_module("ray.util").list_named_actors(all_namespaces=True):
        _, at, rest = actor["name"].partition(" at ")
        address = rest.partition(", ")[0]
        if at and actor["name"].startswith("/job:") and address not in found:
            found.append(address)
    return found
