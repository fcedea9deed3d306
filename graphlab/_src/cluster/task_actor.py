"""The Ray actor of a task: what other processes call."""

import contextlib
import importlib
import itertools
import os
import queue
import secrets
import sys
import threading
import time
from collections.abc import Collection, Mapping
from typing import Any

from graphlab._src.base.errors import CancelledError
from graphlab._src.cluster.channel import ChannelServer, machine
from graphlab._src.cluster.membership import Host
from graphlab._src.cluster.ray_calls import RayCalls
from graphlab._src.cluster.ray_package import import_ray, jobs_of, name_of_actor
from graphlab._src.graph.device import Task
from graphlab._src.proto import ServerDef
from graphlab._src.session import targets
from graphlab._src.session.tasks.load import Load
from graphlab._src.session.tasks.memory import Memory, StateKey, memory_at
from graphlab._src.session.tasks.service import TaskService
from graphlab._src.session.tasks.transport import Reply, RunMessage, Setup

_CALLS = 256  # at a time; each may wait for others
_SWITCH = 1e-4  # seconds after which a call lets another one compute
_SLICE = 0.5  # seconds in which a process that answers calls of others waits for the next one
_LOOK = 1.0  # seconds between two looks at which processes are gone


class HeldTask:
    """A task whose state is in this process: it is a session.targets.Master, of sessions that only this task concerns."""

    def __init__(self, task: Task, memory: Memory, config: Any) -> None:
        self.task = task
        self.tasks = [task]
        self.memories: Mapping[Task, Memory] = {task: memory}
        self.default_config = config

    def holds(self, task: Task) -> bool:
        """Parts that come here are this task's alone."""
        return True

    def transport(self) -> Any:
        """There is no other task."""
        raise NotImplementedError

    def in_cluster(self, cluster_def: Any) -> "HeldTask":
        """Sessions here are of this task alone."""
        return self

    def reset(self, containers: Collection[str] | None) -> None:
        """Forgets what the task stores in these containers, or in all when None."""
        for memory in self.memories.values():
            memory.clear(containers)


def service_of(server_def: Any, memory: Memory) -> TaskService:
    """The TaskService of a task with its state."""
    task = server_def.job_name, server_def.task_index
    target = f"held://{secrets.token_hex(8)}"
    master = HeldTask(task, memory, server_def.default_session_config)
    targets.register(target, master)
    return TaskService(target, master)


class TaskActor:
    """Runs parts for the sessions of other processes.

    server_def: the ServerDef of the task, in bytes.
    forwards: the state is in the task's own process, which receives the calls by next_call() and answers them.
    """

    def __init__(self, server_def: bytes, forwards: bool) -> None:
        sys.setswitchinterval(_SWITCH)
        self._service: Any = None
        self._channels: ChannelServer | None = None
        if forwards:
            self._service = _Forwarded()
        else:
            message = ServerDef.FromString(server_def)
            self._service = service_of(message, memory_at(f"actor {os.getpid()}"))
            self._channels = ChannelServer(self._service)
            threading.Thread(target=_end_orphans, args=(self._service, RayCalls()), daemon=True).start()

    def run(self, message: RunMessage, setup: Setup | None) -> Reply:
        """Runs a part."""
        return self._service.run(message, setup)

    def channel(self) -> tuple[str, int] | None:
        """(the machine, the port) of the direct way to the task; None where there is none."""
        return None if self._channels is None else (machine(), self._channels.port)

    def taken(self, number: int) -> Reply:
        """The reply of a run that came by the direct way, and has large arrays."""
        if self._channels is None:
            raise RuntimeError("There are no channels")
        return self._channels.taken(number)

    def cancel(self, session: str, run: int) -> None:
        """Cancels a run of a session."""
        self._service.cancel(session, run)

    def close(self, session: str) -> None:
        """Ends a session."""
        self._service.close(session)

    def reset(self, containers: list[str] | None) -> None:
        """Forgets what the task stores, and ends all sessions."""
        self._service.reset(containers)

    def lend(self, keys: list[StateKey]) -> tuple[int, int, list[Any]]:
        """(incarnation, the number of a loan, the values of variables)."""
        return self._service.lend(keys)

    def settle(self, number: int, changed: dict[StateKey, Any]) -> tuple[int, bool]:
        """(incarnation, whether the new values of a loan are stored)."""
        return self._service.settle(number, changed)

    def devices(self) -> Any:
        """(incarnation, {name of each device of the task: bytes of its memory})."""
        return self._service.devices()

    def status(self) -> Load:
        """What the task does, and what its process uses."""
        return self._service.status()

    def ping(self) -> None:
        """Returns: the task is alive."""
        self._service.ping()

    def next_call(self) -> Any:
        """The next call, as (number, method, arguments); None when there is none for a while."""
        return self._service.next_call()

    def answer(self, number: int, value: Any, error: str | None) -> None:
        """What a call has returned."""
        self._service.answer(number, value, error)


class _Forwarded:
    """A TaskService whose calls another process receives and answers."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: dict[int, queue.SimpleQueue[Any]] = {}
        self._numbers = itertools.count()

    def __getattr__(self, method: str) -> Any:
        if method.startswith("_"):
            raise AttributeError(method)
        return lambda *arguments: self._call(method, arguments)

    def _call(self, method: str, arguments: tuple[Any, ...]) -> Any:
        number = next(self._numbers)
        answered = self._waiting[number] = queue.SimpleQueue()
        self._calls.put((number, method, arguments))
        value, error = answered.get()
        if error is not None:
            raise RuntimeError(error)
        return value

    def next_call(self) -> Any:
        try:
            return self._calls.get(timeout=_SLICE)
        except queue.Empty:
            return None

    def answer(self, number: int, value: Any, error: str | None) -> None:
        self._waiting.pop(number).put((value, error))


def start(ray: Any, calls: RayCalls, server: Any, forwards: bool) -> Host:
    """Makes the actor of a server of this process, and waits until it answers. calls: of Ray in this process."""
    job, number = server.task
    name = name_of_actor(job, number, server.address, secrets.token_hex(4))
    kind = ray.remote(
        num_cpus=0, max_restarts=-1, max_task_retries=0, max_concurrency=_CALLS, enable_task_events=False
    )(TaskActor)
    strategies = importlib.import_module("ray.util.scheduling_strategies")
    here = strategies.NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    actor = kind.options(name=name, scheduling_strategy=here).remote(server.server_def.SerializeToString(), forwards)
    ray.get(actor.__ray_ready__.remote())
    service = None
    if forwards:
        service = service_of(server.server_def, server.memories[server.task])
        threading.Thread(target=_receive_calls, args=(ray, calls, actor, service), daemon=True).start()
        threading.Thread(target=_end_orphans, args=(service, calls), daemon=True).start()
    return Host(name, actor, service)


def _receive_calls(ray: Any, calls: RayCalls, actor: Any, service: TaskService) -> None:
    """Receives the calls that an actor forwards, and answers each in a thread of its own."""
    while True:
        try:
            with calls:
                call = ray.get(actor.next_call.remote())
        except Exception:  # the actor starts again, or the process ends
            if calls.has_ended or not ray.is_initialized():
                return
            time.sleep(_LOOK)
            continue
        if call is not None:
            threading.Thread(target=_answer, args=(calls, actor, service, *call), daemon=True).start()


def _answer(
    calls: RayCalls, actor: Any, service: TaskService, number: int, method: str, arguments: tuple[Any, ...]
) -> None:
    try:
        value, error = getattr(service, method)(*arguments), None
    except Exception as failure:
        value, error = None, f"{type(failure).__name__}: {failure}"
    with contextlib.suppress(CancelledError), calls:
        actor.answer.remote(number, value, error)
        service.answered = time.monotonic()


def _end_orphans(service: TaskService, calls: RayCalls) -> None:
    """Ends the sessions of processes that ended without closing them."""
    ray = import_ray()
    while True:
        time.sleep(_LOOK)
        owners = service.owners()
        if owners:
            try:
                with calls:
                    alive = {job["JobID"] for job in jobs_of(ray) if not job["IsDead"]}
            except Exception:  # the control service starts again, or the process ends
                if calls.has_ended or not ray.is_initialized():
                    return
                continue
            if owners - alive:
                service.close_sessions_of(owners - alive)
