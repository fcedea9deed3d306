"""TaskService: runs parts for the sessions of other processes, on the state of one task of this process."""

import secrets
import threading
import time
from collections.abc import Collection
from typing import Any

import jax
import numpy as np

from graphlab._src.base import errors
from graphlab._src.base.errors import OpError
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.io.graphdef import import_part, split_input
from graphlab._src.proto import ConfigProto, GraphDef
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.execution.failures import op_error
from graphlab._src.session.execution.run_context import RunCancellation
from graphlab._src.session.execution.runner import Runner, lent
from graphlab._src.session.targets import Master
from graphlab._src.session.tasks.load import Load, load_of
from graphlab._src.session.tasks.memory import Memory, StateKey
from graphlab._src.session.tasks.transport import (
    FAILED,
    LOST,
    OK,
    TRACED,
    UNKNOWN,
    VALUES,
    PartMessage,
    Reply,
    RunMessage,
    Setup,
    TraceEntry,
)
from graphlab._src.session.tracing.run_metadata import Record


class TaskService:
    """What other processes call of a task.

    master: the task, whose sessions all run in this process.
    incarnation: a number for this life of the task; another one means that what it stored is gone.
    answered: when a call was last answered.
    """

    def __init__(self, target: str, master: Master) -> None:
        self.incarnation = _new_incarnation()
        self.answered = 0.0
        self._target = target
        self._master = master
        self._lock = threading.Lock()
        self._sessions: dict[str, _Session] = {}

    def run(self, message: RunMessage, setup: Setup | None) -> Reply:
        """Runs a part. Errors of the run are in the Reply."""
        if message.incarnation not in (None, self.incarnation):
            return LOST, self.incarnation, None
        try:
            session = self._session(message.session, setup)
            runner = None if session is None else session.runner(message.part, setup)
            if session is None or runner is None:
                return UNKNOWN, self.incarnation, None
            if message.trace:
                return TRACED, self.incarnation, session.observed(runner, message)
            return OK, self.incarnation, session.run(runner, message)
        except Exception as error:
            return FAILED, self.incarnation, _described(op_error(error))

    def lend(self, keys: list[StateKey]) -> tuple[int, int, list[Any]]:
        """(incarnation, the number of a loan, the values of variables); None for those that have none."""
        return self.incarnation, *self._memory().loans.lend(keys)

    def settle(self, number: int, changed: dict[StateKey, Any]) -> tuple[int, bool]:
        """(incarnation, whether the new values of a loan are stored: not where a value was replaced meanwhile)."""
        return self.incarnation, self._memory().loans.settle(number, changed)

    def _memory(self) -> Memory:
        return self._master.memories[self._master.task]

    def ping(self) -> None:
        """Returns: the task is alive."""

    def cancel(self, session: str, run: int) -> None:
        """Cancels a run of a session."""
        with self._lock:
            found = self._sessions.get(session)
        if found is not None:
            found.cancel(run)

    def close(self, session: str) -> None:
        """Ends a session: its runs are cancelled."""
        with self._lock:
            found = self._sessions.pop(session, None)
        if found is not None:
            found.close()

    def close_sessions_of(self, owners: Collection[str]) -> None:
        """Ends the sessions of processes that are gone."""
        with self._lock:
            gone = [name for name, session in self._sessions.items() if session.owner in owners]
        for name in gone:
            self.close(name)

    def owners(self) -> set[str]:
        """The owners of the sessions that there are."""
        with self._lock:
            return {session.owner for session in self._sessions.values()}

    def reset(self, containers: Collection[str] | None) -> None:
        """Forgets what the task stores in these containers, or in all when None, and ends all sessions.

        For sessions of other processes it is a new incarnation: their next run is an AbortedError.
        """
        with self._lock:
            sessions = list(self._sessions.values())
            self._sessions.clear()
            self.incarnation = _new_incarnation()
        for session in sessions:
            session.close()
        for memory in self._master.memories.values():
            memory.clear(containers)

    def status(self) -> Load:
        """What the task does, and what its process uses."""
        with self._lock:
            sessions = list(self._sessions.values())
        runs = [waits for session in sessions for waits in session.runs()]
        waiting = sum(runs)
        return load_of(self._master.memories.values(), len(sessions), len(runs) - waiting, waiting)

    def devices(self) -> tuple[int, dict[str, int]]:
        """(incarnation, {name of each device of the task: bytes of its memory})."""
        session = BaseSession(self._target, Graph(), self._master.default_config)
        found = session.devices.memory()
        session.close()
        return self.incarnation, found

    def _session(self, name: str, setup: Setup | None) -> "_Session | None":
        with self._lock:
            found = self._sessions.get(name)
            if found is None and setup is not None:
                found = self._sessions[name] = _Session(self._target, setup)
            return found


class _Session:
    """A session of another process, as this task knows it."""

    def __init__(self, target: str, setup: Setup) -> None:
        self.owner = setup.owner
        config = ConfigProto.FromString(setup.config)
        config.ClearField("cluster_def")
        self._graph = Graph()
        self._session = BaseSession(target, self._graph, config)
        self._lock = threading.Lock()
        self._parts: dict[int, Runner] = {}
        self._runs: dict[int, list[RunCancellation]] = {}
        self._active: dict[object, bool] = {}  # of each run that goes on: whether it may wait for others

    def runner(self, part: int, setup: Setup | None) -> Runner | None:
        """The Runner of a part, made of the setup where it is new."""
        found = self._parts.get(part)
        if found is not None or setup is None:
            return found
        with self._lock:
            for number, message in setup.parts.items():
                if number not in self._parts:
                    self._parts[number] = self._make(message)
        return self._parts.get(part)

    def observed(self, runner: Runner, message: RunMessage) -> tuple[list[Any], list[TraceEntry]]:
        """(the values of the fetches, a TraceEntry of each operation)."""
        deadline = None if message.seconds is None else time.monotonic() + message.seconds
        records: list[Record] = []
        results = self._session.tracer.observed(runner, records.append, message.values, deadline)
        wall = time.time_ns() - time.perf_counter_ns()
        entries = [_entry(record, wall, message.trace) for record in records]
        return results[: _count_values(runner)], entries

    def runs(self) -> list[bool]:
        """Of each run that goes on: whether it may wait for another one."""
        return list(self._active.values())

    def run(self, runner: Runner, message: RunMessage) -> list[Any]:
        """Runs a part, and returns the values of its fetches."""
        key = object()
        self._active[key] = runner.plan.waits
        try:
            return self._run(runner, message)
        finally:
            del self._active[key]

    def _run(self, runner: Runner, message: RunMessage) -> list[Any]:
        # What Ray has brought is in its shared memory, which is not to be held for long.
        values = [_own(value) for value in message.values] if runner.keeps_fed else message.values
        if message.seconds is None and not runner.plan.waits:
            results = runner.run(values)
        else:
            deadline = None if message.seconds is None else time.monotonic() + message.seconds
            with RunCancellation(self._session.store.cancellation) as cancellation:
                with self._lock:
                    self._runs.setdefault(message.run, []).append(cancellation)
                try:
                    results = runner.run_within(values, deadline, cancellation=cancellation)
                finally:
                    with self._lock:
                        self._runs[message.run].remove(cancellation)
                        if not self._runs[message.run]:
                            del self._runs[message.run]
        return results[: _count_values(runner)]

    def cancel(self, run: int) -> None:
        with self._lock:
            found = list(self._runs.get(run, ()))
        for cancellation in found:
            cancellation.cancel()

    def close(self) -> None:
        self._session.close()

    def _make(self, message: PartMessage) -> Runner:
        graph = self._graph
        nodes = GraphDef.FromString(message.nodes)
        known = graph.operations_by_name
        new = {node.name for node in nodes.node}
        inputs: dict[str, Tensor] = {}
        for node in nodes.node:
            for text in node.input:
                name, index = split_input(text)
                if name not in new:
                    inputs[text] = known[name].outputs[index]
        with graph.as_default():
            import_part(nodes, inputs)
        for name in new:
            known[name].frames = ((), None)  # the caller's process knows where it was made
        for name, control in message.controls:
            known[name].add_control_input(known[control])
        done = set(graph.get_operations()).difference(known[name] for name in message.run)
        targets = [known[name] for name in message.targets]
        feeds = [graph.get_tensor_by_name(name) for name in message.feeds]
        fetches = [graph.get_tensor_by_name(name) for name in message.fetches]
        return self._session.make_runner([*fetches, *targets], feeds, done, lent)


def _own(value: Any) -> Any:
    is_shared = isinstance(value, np.ndarray) and not value.flags.writeable
    return np.array(value) if is_shared else value


def _new_incarnation() -> int:
    return secrets.randbits(62) + 1


def _count_values(runner: Runner) -> int:
    return sum(isinstance(item, Tensor) for item in runner.plan.fetches)  # operations, which have none, come after them


def _entry(record: Record, wall: int, level: int) -> TraceEntry:
    outputs: dict[int, Any] = {}
    for slot, value in record.outputs.items():
        if isinstance(value, (np.ndarray, np.generic, jax.Array)):
            outputs[slot] = np.asarray(value) if level == VALUES else (str(value.dtype), value.shape)
    scheduled, start, end = (moment + wall for moment in (record.scheduled, record.start, record.end))
    return TraceEntry(record.op.name, record.device.name, scheduled, start, end, outputs, record.state)


def _described(error: BaseException) -> tuple[int, str, str | None]:
    """(error code, message, name of the operation or None)."""
    if isinstance(error, OpError):
        name = None if error.op is None else error.op.name
        if name is None and error.node_def is not None:
            name = error.node_def.name
        return error.error_code, str(error), name
    return errors.UNKNOWN, f"{type(error).__name__}: {error}", None
