"""This process as a member of a cluster: Ray, which it joins when it first needs a task of another process.

The task that is first in the order of the jobs' names, ps 0 or chief 0, starts Ray's control service; the others learn where
that is at this task's address in the ClusterSpec. Ray is imported here alone, and only then.
"""

import atexit
import contextlib
import functools
import importlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from multiprocessing import connection
from typing import Any, NamedTuple

from graphlab._src.base.errors import (
    CancelledError,
    FailedPreconditionError,
    OpError,
    UnavailableError,
    UnimplementedError,
    explain,
)
from graphlab._src.base.logging import warning
from graphlab._src.cluster.addresses import is_loopback, own_ip, request, split_address
from graphlab._src.cluster.channel import LARGE, Channel, is_small, machine, wait_for_end
from graphlab._src.cluster.control_service import ControlService
from graphlab._src.cluster.lifeline import Lifeline
from graphlab._src.cluster.ray_calls import RayCalls
from graphlab._src.cluster.ray_package import import_ray
from graphlab._src.graph.device import Task, task_name
from graphlab._src.session.tasks.transport import RunMessage, Setup

NAMESPACE = "graphlab"
CONTROL = (
    "GRAPHLAB_CLUSTER_CONTROL"  # the variable with the address of the process that knows where the control service is
)
_SOON = 2.0  # seconds in which a task answers that is there
_PATIENCE = 10.0  # seconds between two messages of a wait
_PAUSE = 0.1  # seconds between two questions to a task that isn't there yet, and between two looks before the end
_ANSWER = 60.0  # seconds in which a task that listens has to answer: it may have to start the control service
HEARTBEAT = "GRAPHLAB_CLUSTER_HEARTBEAT"
_BETWEEN = 0.002  # seconds between two looks, where calls go by Ray and by channels
_QUIET = 1.0  # seconds without an answer to another task, after which the process may end
_SLICE = 0.5  # seconds of a wait after which the end of this process can end it
_UNHURRIED = 5.0  # seconds of a call before its task is pinged


class Ticket:
    """A call of an actor: Ray's reference to what it returns, or the connection that brings it, and that once it is known."""

    __slots__ = ("actor", "channel", "error", "is_over", "part", "ping", "reference", "since", "task", "value")

    def __init__(self, task: Task, actor: Any, reference: Any, channel: Channel | None = None) -> None:
        self.task = task
        self.actor = actor
        self.reference = reference
        self.channel = channel
        self.part: tuple[str, int] = ("", 0)  # (session, part) of a run
        self.since = time.monotonic()  # when the call began, or its task last answered a ping
        self.ping: Any = None  # a ping that is not answered yet
        self.is_over = False
        self.value: Any = None
        self.error: Exception | None = None


class Host(NamedTuple):
    """The actor that answers for a task of this process.

    name: by which others find it.  service: the TaskService of this process that the actor forwards calls to, or None.
    """

    name: str
    actor: Any
    service: Any


class Membership:
    """This process in Ray. There is one per process, for all clusters that it is in."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._ray: Any = None
        self._control: str | None = None
        self._service: ControlService | None = None
        self._server: Any = None  # of this process, which knows the cluster
        self._owner = ""
        self.calls = RayCalls()
        self._services: list[Any] = []  # the TaskServices of this process that others call
        self._reasons: list[Callable[[], bool]] = []

    def knows(self, server: Any) -> None:
        """Remembers a task of this process."""
        if self._server is None:
            self._server = server

    def known_control(self) -> str | None:
        """Where the control service is, if this process is a member already."""
        return self._control

    def control(self) -> str:
        """Where the control service is; this process joins it."""
        self.join()
        assert self._control is not None
        return self._control

    @property
    def owner(self) -> str:
        """The name of this process among Ray's."""
        return self._owner

    @property
    def ray(self) -> Any:
        """The package ray, connected."""
        self.join()
        return self._ray

    def start(self) -> None:
        """Joins a control service that it starts, and that ends with this process; or what the environment or an earlier call joined."""
        with self._lock:
            is_member = "ray" in sys.modules and sys.modules["ray"].is_initialized()
            if not is_member and not os.environ.get("RAY_ADDRESS") and not self._has_service():
                self._service = ControlService("localhost", Lifeline())
            self.join()

    def join(self, control: str | None = None) -> None:
        """Connects this process to Ray. control: where its control service is, if that is known."""
        with self.calls, self._lock:
            if self._control is not None and self._ray.is_initialized():
                if control is not None and control != self._control:
                    raise UnimplementedError(
                        None,
                        None,
                        explain(
                            f"This process is a member of the cluster at {self._control}, and can't join that at {control} too",
                            fix="use one process for each cluster",
                        ),
                    )
                return
            if "ray" in sys.modules and import_ray().is_initialized():  # the program's own connection
                self._connected(import_ray())
                return
            importing = threading.Thread(target=import_ray, daemon=True)  # a second, in which the service can start
            importing.start()
            control = control or os.environ.get("RAY_ADDRESS") or self._find_control()
            address = None if os.environ.get("RAY_ADDRESS") else _machine(control)
            importing.join()
            ray = import_ray()
            logging.getLogger("ray").setLevel(logging.ERROR)
            before = signal.getsignal(signal.SIGTERM)
            ray.init(
                address=control,
                namespace=NAMESPACE,
                log_to_driver=True,
                configure_logging=False,
                _node_ip_address=address,
            )
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, before)
            self._connected(ray)

    def serve(self, server: Any, forwards: bool) -> Host:
        """Makes the actor of a task of this process. forwards: this process has the state, and the actor passes calls on."""
        ray = self.ray
        task_actor = importlib.import_module("graphlab._src.cluster.task_actor")
        with self.calls:
            host = task_actor.start(ray, self.calls, server, forwards)
        if host.service is not None:
            self._services.append(host.service)
        return host

    def delay_end(self, is_needed: Callable[[], bool]) -> None:
        """Lets this process end only when is_needed() is False, or after some seconds: others have to receive what it has."""
        self._reasons.append(is_needed)

    def get(self, reference: Any, seconds: float) -> Any:
        """What a call of an actor has returned; UnavailableError where it does not within so many seconds."""
        ray = self.ray
        try:
            with self.calls:
                return ray.get(reference, timeout=seconds)
        except ray.exceptions.RayError as error:
            raise UnavailableError(None, None, f"The actor of a task does not answer: {type(error).__name__}") from None

    def end(self, actor: Any) -> None:
        """Ends an actor for good; its process, which channels reach by themselves, has ended then."""
        if self._ray is None or not self._ray.is_initialized():
            return
        try:
            direct = self._ray.get(actor.channel.remote(), timeout=_SOON)
        except self._ray.exceptions.RayError:  # it has ended, or is frozen
            direct = None
        self._ray.kill(actor)
        if direct is not None and direct[0] == machine():
            wait_for_end(direct[1], _SOON)

    def _connected(self, ray: Any) -> None:
        self._ray = ray
        context = ray.get_runtime_context()
        self._control = context.gcs_address
        self._owner = context.get_job_id()
        atexit.register(self._end)  # before Ray's own, which was registered earlier

    def _end(self) -> None:
        """Ends the connection when other tasks have received what they wait for here, or after some seconds."""
        limit = time.monotonic() + _PATIENCE
        busy = time.monotonic()  # when there last was something for others
        try:
            while time.monotonic() < limit:
                busy = max([busy, *(service.answered for service in self._services)])
                if any(is_needed() for is_needed in self._reasons):
                    busy = time.monotonic()
                elif time.monotonic() - busy > _QUIET or not any(service.owners() for service in self._services):
                    break
                time.sleep(_PAUSE)
        finally:
            self.calls.end()

    def _has_service(self) -> bool:
        return self._service is not None and self._service.is_running

    def _find_control(self) -> str:
        """Requests it of the task that starts the control service, which may be this process."""
        if self._service is not None and self._has_service():
            return self._service.address()
        server = self._server
        if server is None:
            raise FailedPreconditionError(None, None, "This process is in no cluster")
        named = os.environ.get(CONTROL)
        if named:
            return _wait_for(server.task, named, "control", _nothing)["control"]
        first = first_task(server.addresses)
        if first != server.task:
            return _wait_for(first, server.addresses[first], "control", _nothing)["control"]
        for (
            task,
            address,
        ) in server.addresses.items():  # others may be members of what an earlier life of this task started
            if task != server.task:
                answer = request(address, "known", 1.0)
                if answer and answer.get("control"):
                    return answer["control"]
        self._service = ControlService(split_address(server.address)[0])
        return self._service.address()


def first_task(addresses: Mapping[Task, str]) -> Task:
    """The task whose process starts the control service: the first in the order of the jobs' names, such as chief 0 or ps 0."""
    return min(addresses)


def _machine(control: str) -> str | None:
    """The address of this machine in the cluster with this control service, where Ray runs, or soon does; None for loopback."""
    host, _ = split_address(control)
    if is_loopback(host):
        return None
    own = own_ip(host)
    if own is not None and own != host:
        command = [sys.executable, "-m", "graphlab._src.cluster.node", control, own]
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    return own


_membership = Membership()


def membership(server: Any = None) -> Membership:
    """The Membership of this process. server: a task of this process."""
    if server is not None:
        _membership.knows(server)
    return _membership


class ClusterTransport:
    """Calls the actors of a cluster's tasks: it is a session.tasks.transport.Transport."""

    def __init__(self, addresses: Mapping[Task, str], member: Membership) -> None:
        self._addresses = addresses
        self._member = member
        self._actors: dict[Task, Any] = {}
        self._channels: dict[Task, Channel | None] = {}
        self._large: set[tuple[str, int]] = set()  # (session, part) whose results Ray carries

    @property
    def owner(self) -> str:
        """The name of this process, whose end is that of its sessions on other tasks."""
        return self._member.owner

    def reach(self, task: Task, check: Callable[[], None]) -> None:
        """Waits until a task is there, and says so now and then; check() raises where the wait has to end."""
        if task in self._actors:
            return
        import_ray()
        answer = _wait_for(task, self._addresses[task], "actor", check)
        self._actors[task] = self._find(task, answer)

    def is_there(self, task: Task) -> bool:
        """True where a task answers in a short time."""
        return request(self._addresses[task], "task", _SOON) is not None

    def begin(self, task: Task, method: str, *arguments: Any) -> Ticket:
        """Begins a call of a task's TaskService; UnavailableError where it can't be reached."""
        with self._member.calls:
            return self._begin(task, method, *arguments)

    def _begin(self, task: Task, method: str, *arguments: Any) -> Ticket:
        actor = self._actors.get(task)
        if actor is None:
            address = self._addresses[task]
            answer = request(address, "actor", _ANSWER)
            if answer is None:
                raise _unavailable(task, address, "nothing answers at its address")
            actor = self._actors[task] = self._find(task, answer)
        try:
            if method == "run":
                ticket = self._begin_by_channel(task, actor, *arguments)
                if ticket is not None:
                    return ticket
            reference = getattr(actor, method).remote(*arguments)
        except (*self._errors, OSError, EOFError) as error:
            raise self._lost(task, error) from None
        return Ticket(task, actor, reference)

    def notify(self, task: Task, method: str, *arguments: Any) -> None:
        """Begins a call of a task that was reached, and waits for nothing; without effect where that is no longer there."""
        actor = self._actors.get(task)
        if actor is not None:
            with contextlib.suppress(CancelledError, *self._errors), self._member.calls:
                getattr(actor, method).remote(*arguments)

    def _begin_by_channel(self, task: Task, actor: Any, message: RunMessage, setup: Setup | None) -> Ticket | None:
        """Begins a run by the direct way; None where there is none, or Ray carries its arrays better."""
        if task not in self._channels:
            found = self._member.ray.get(actor.channel.remote(), timeout=_heartbeat())
            direct = Channel(found[1]) if found is not None and found[0] == machine() != "" else None
            self._channels[task] = direct if direct is not None and direct.is_open() else None
        channel = self._channels[task]
        if channel is None or message.trace or (message.session, message.part) in self._large:
            return None
        if not is_small(message.values):
            return None
        ticket = Ticket(task, actor, channel.begin(message, setup), channel)
        ticket.part = message.session, message.part
        return ticket

    def first(self, tickets: Sequence[Ticket], seconds: float) -> Ticket | None:
        """One of the calls that is over; None when none is after so many seconds. An interrupt ends the wait."""
        end = time.monotonic() + seconds
        while True:
            with self._member.calls:
                found = self._first(tickets, max(0.0, min(end - time.monotonic(), _SLICE)))
            if found is not None or time.monotonic() >= end:
                return found

    def _first(self, tickets: Sequence[Ticket], seconds: float) -> Ticket | None:
        over = next((ticket for ticket in tickets if ticket.is_over), None)
        if over is not None:
            return over
        by_channel = {ticket.reference: ticket for ticket in tickets if ticket.channel is not None}
        by_ray = {ticket.reference: ticket for ticket in tickets if ticket.channel is None}
        if not by_ray:
            return self._first_of_channels(by_channel, seconds) or self._frozen(tickets)
        if not by_channel:
            return self._first_of_ray(by_ray, seconds) or self._frozen(tickets)
        end = time.monotonic() + seconds
        while time.monotonic() < end:  # of both kinds: neither can wait for the other's
            found = self._first_of_channels(by_channel, _BETWEEN) or self._first_of_ray(by_ray, 0)
            if found is not None:
                return found
        return self._frozen(tickets)

    def _first_of_channels(self, tickets: Mapping[Any, Ticket], seconds: float) -> Ticket | None:
        ready = connection.wait(list(tickets), seconds)
        if not ready:
            return None
        ticket = tickets[ready[0]]
        try:
            ticket.value = self._received(ticket)
        except (*self._errors, OSError, EOFError) as error:
            ticket.error = error
        ticket.is_over = True
        return ticket

    def _received(self, ticket: Ticket) -> Any:
        assert ticket.channel is not None
        status, incarnation, payload = ticket.channel.receive(ticket.reference)
        if status != LARGE:
            return status, incarnation, payload
        self._large.add(ticket.part)
        return self._member.ray.get(ticket.actor.taken.remote(payload), timeout=_heartbeat())

    def _first_of_ray(self, tickets: Mapping[Any, Ticket], seconds: float) -> Ticket | None:
        ray = self._member.ray
        ticket = next(iter(tickets.values()))
        if len(tickets) > 1:
            ready, _ = ray.wait(list(tickets), num_returns=1, timeout=seconds)
            if not ready:
                return None
            ticket = tickets[ready[0]]
        try:
            ticket.value = ray.get(ticket.reference, timeout=seconds)
        except ray.exceptions.GetTimeoutError:
            return None
        except self._errors as error:
            ticket.error = error
        ticket.is_over = True
        return ticket

    def _frozen(self, tickets: Sequence[Ticket]) -> Ticket | None:
        """A call whose task no longer answers pings; None where all do, which may take as long as they want."""
        ray = self._member.ray
        limit = _heartbeat()
        for ticket in tickets:
            silence = time.monotonic() - ticket.since
            if ticket.ping is None:
                if silence > min(limit / 2, _UNHURRIED):
                    ticket.ping = ticket.actor.ping.remote()
            elif ray.wait([ticket.ping], timeout=0)[0]:
                ticket.ping, ticket.since = None, time.monotonic()
            elif silence > limit:
                ticket.error = TimeoutError(
                    f"it has not answered for {limit:g} seconds, the limit that {HEARTBEAT} sets"
                )
                ticket.is_over = True
                return ticket
        return None

    def result(self, ticket: Ticket) -> Any:
        """What a call that is over has returned; UnavailableError where its task was lost meanwhile."""
        if ticket.error is not None:
            raise self._lost(ticket.task, ticket.error) from None
        return ticket.value

    def reset(self, tasks: Collection[Task], containers: Collection[str] | None) -> None:
        """Has tasks forget what they store in these containers, or in all when None."""
        tickets: list[Ticket] = []
        for task in tasks:
            self.reach(task, _nothing)
            tickets.append(self.begin(task, "reset", None if containers is None else list(containers)))
        for ticket in tickets:
            while self.first([ticket], _PATIENCE) is None:
                continue
            self.result(ticket)

    @functools.cached_property
    def _errors(self) -> tuple[type[Exception], ...]:
        return (self._member.ray.exceptions.RayError,)

    def _find(self, task: Task, answer: dict[str, Any]) -> Any:
        self._member.join(answer["control"])
        try:
            with self._member.calls:
                return self._member.ray.get_actor(answer["actor"], namespace=NAMESPACE)
        except ValueError:
            raise _unavailable(task, self._addresses[task], "its actor has ended") from None

    def _lost(self, task: Task, error: Exception) -> OpError:
        self._actors.pop(task, None)
        self._channels.pop(task, None)
        why = str(error) if isinstance(error, TimeoutError) else type(error).__name__
        return _unavailable(task, self._addresses[task], why)


def _wait_for(task: Task, address: str, question: str, check: Callable[[], None]) -> dict[str, Any]:
    """What a task answers, as soon as it is there."""
    reported = time.monotonic()
    while True:
        check()
        answer = request(address, question, _ANSWER)
        if answer:
            return answer
        if time.monotonic() - reported > _PATIENCE:
            reported = time.monotonic()
            warning(
                "CreateSession still waiting for response from worker: %s at %s",
                task_name(task),
                address,
            )
        time.sleep(_PAUSE)


def _heartbeat() -> float:
    """Seconds in which a task that runs a part has to answer a ping."""
    return float(os.environ.get(HEARTBEAT, "30"))


def _unavailable(task: Task, address: str, why: str) -> OpError:
    return UnavailableError(
        None,
        None,
        explain(
            f"{task_name(task)} at {address} can't be reached: {why}",
            fix="start the task again: tf.train.MonitoredTrainingSession goes on by itself when it is there",
        ),
    )


def _nothing() -> None:
    """A wait without an end."""
