"""What a session sends to a task of another process, and what of it that task has already."""

import itertools
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.base import errors
from graphlab._src.base.errors import AbortedError, InternalError, OpError, explain
from graphlab._src.base.shapes import TensorShape
from graphlab._src.compiler.placement import Devices
from graphlab._src.graph.device import Task, task_name
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.io.graphdef import serialized
from graphlab._src.proto import GraphDef
from graphlab._src.session.device_attributes import DeviceAttributes
from graphlab._src.session.tasks.parts import Place, TaskPart, TaskPlan, controls_of, is_copied, state_inputs
from graphlab._src.session.tasks.transport import (
    FAILED,
    LOST,
    OK,
    TRACED,
    UNKNOWN,
    PartMessage,
    RunMessage,
    Setup,
    Ticket,
    TraceEntry,
    Transport,
)

_LOOK = 1.0  # seconds between two looks at whether a call has to end
_ANSWER = 10.0  # seconds in which a task says what devices it has
_RECEIVED = ".received/"  # the scope of placeholders for what other tasks compute; no name scope begins with a dot


class TaskClient:
    """The session of one process on the tasks of others.

    place_of(task): None for a task of this process.
    """

    def __init__(
        self,
        graph: Graph,
        config: Any,
        devices: Devices,
        place_of: Callable[[Task], Place],
        transport: Transport,
    ) -> None:
        self.name = uuid.uuid4().hex
        self.graph = graph
        self.config: bytes = config.SerializeToString()
        self.transport = transport
        self._devices = devices
        self.place_of = place_of
        self._lock = threading.Lock()
        self._tasks: dict[Task, list[RemoteTask]] = {}
        self._incarnations: dict[Task, int] = {}
        self._places: dict[Operation, Place] = {}
        self._numbers = itertools.count(1)

    def add(self, part: TaskPart, plan: TaskPlan) -> tuple["RemoteTask", int]:
        """Prepares a part of another task; returns the RemoteTask that runs it, and its number there."""
        assert part.place is not None
        with self._lock:
            found = self._tasks.setdefault(part.place, [])
            for remote in found:
                number = remote.add(part, plan)
                if number is not None:
                    return remote, number
            found.append(RemoteTask(self, part.place, f"{self.name}/{len(found)}"))
            number = found[-1].add(part, plan)
            assert number is not None
            return found[-1], number

    def devices(self, task: Task) -> list[DeviceAttributes]:
        """The devices of a task of another process; none where it can't be reached."""
        try:
            ticket = self.transport.begin(task, "devices")
            if self.transport.first([ticket], _ANSWER) is None:
                return []
            incarnation, found = self.transport.result(ticket)
        except OpError:
            return []
        return [DeviceAttributes(name, size, incarnation) for name, size in found.items()]

    def call(self, task: Task, check: Callable[[], None], method: str, *arguments: Any) -> Any:
        """What a call of a task returns, which begins with its incarnation; AbortedError where that is a new one."""
        self.transport.reach(task, check)
        ticket = self.transport.begin(task, method, *arguments)
        while self.transport.first([ticket], _LOOK) is None:
            check()
        incarnation, *results = self.transport.result(ticket)
        with self._lock:
            known = [remote.incarnation for remote in self._tasks.get(task, ()) if remote.incarnation is not None]
            known.append(self._incarnations.setdefault(task, incarnation))
        if any(one != incarnation for one in known):
            raise _started_anew(task)
        return results

    def next_run(self) -> int:
        """A number for a run."""
        return next(self._numbers)

    def place(self, op: Operation) -> Place:
        """Where an operation runs, whatever is fetched: on the task of its state, else of its device."""
        found: Any = self._places.get(op, ...)
        if found is not ...:
            return found
        sources = [tensor.op for tensor in state_inputs(op)]
        self._places[op] = None  # while it is looked for: what closes a loop leads back here
        place = self.place(sources[0]) if sources else self.place_of(self._devices.task_of(op))
        self._places[op] = place
        return place

    def device(self, op: Operation, task: Task) -> str:
        """The device that an operation requests on a task."""
        return self._devices.device_on_task(op, task)

    def close(self) -> None:
        """Ends the session on all tasks that know it; one that can't be reached ends it by itself."""
        with self._lock:
            tasks = [task for tasks in self._tasks.values() for task in tasks if task.was_called]
            self._tasks.clear()
        for task in tasks:
            self.transport.notify(task.task, "close", task.name)


class RemoteTask:
    """A task of another process, with the graph that one session has there.

    Where parts disagree on which task computes an input of an operation, as feeds of what a branch returns can make them, the
    session has several.
    name: of the session there.
    incarnation: which life of the task has the session's parts; None before the first run there has ended.
    was_called: whether a run there has begun.
    """

    def __init__(self, client: TaskClient, task: Task, name: str) -> None:
        self.task = task
        self.name = name
        self.incarnation: int | None = None
        self.was_called = False
        self._client = client
        self._lock = threading.Lock()
        self._sent: dict[Operation, list[bool]] = {}  # which of its inputs are computed on the task
        self._functions: set[str] = set()
        self._received: dict[Tensor, str] = {}
        self._parts: dict[int, PartMessage] = {}
        self._known: set[int] = set()  # numbers of the parts that the task has

    def add(self, part: TaskPart, plan: TaskPlan) -> int | None:
        """Prepares a part, and returns its number; None where its operations have other inputs there. It is sent with its first run."""
        with self._lock:
            if any(
                self._sent.get(op, here) != here for op in part.operations for here in [self._inputs_here(op, plan)]
            ):
                return None
            nodes, controls = self._new_nodes(part, plan)
            number = len(self._parts)
            self._parts[number] = PartMessage(
                nodes=nodes,
                controls=controls,
                run=[op.name for op in part.operations],
                targets=[op.name for op in part.targets],
                feeds=[self._name(tensor, plan) for tensor in part.feeds],
                fetches=[tensor.name for tensor in part.fetches],
            )
            return number

    def begin(
        self, part: int, values: list[Any], run: int, seconds: float | None, trace: int, check: Callable[[], None]
    ) -> Ticket:
        """Begins a run of a part; values: of its feeds.

        The first one waits until the task is there; check() raises where the wait has to end.
        """
        if self.incarnation is None:
            self._client.transport.reach(self.task, check)
        message = RunMessage(self.name, self.incarnation, part, values, run, seconds, trace)
        setup = None if part in self._known else self._setup()
        self.was_called = True
        return self._client.transport.begin(self.task, "run", message, setup)

    def cancel(self, run: int) -> None:
        """Cancels a run, if the task can be reached."""
        self._client.transport.notify(self.task, "cancel", self.name, run)

    def result(self, part: int, ticket: Ticket) -> tuple[list[Any], list[TraceEntry]] | None:
        """(the values, the trace) of a run of a part that is over; None where the task did not know the part.

        Raises what the run has raised there; AbortedError where the task began anew since the session's first run.
        """
        status, incarnation, payload = self._client.transport.result(ticket)
        if status == LOST or self.incarnation not in (None, incarnation):
            raise _started_anew(self.task)
        self.incarnation = incarnation
        if status == UNKNOWN:
            self._known.clear()
            return None
        self._known.update(range(part + 1))  # they go in the order of their numbers
        if status == OK:
            return payload, []
        if status == TRACED:
            return payload
        if status == FAILED:
            raise self._error(*payload)
        raise InternalError(None, None, f"{self} has answered what this version does not know: {status!r}")

    def __str__(self) -> str:
        return task_name(self.task)

    def _setup(self) -> Setup:
        with self._lock:
            parts = {number: part for number, part in self._parts.items() if number not in self._known}
            return Setup(self._client.config, self._client.transport.owner, parts)

    def _error(self, code: int, message: str, name: str | None) -> OpError:
        op = None if name is None else self._client.graph.operations_by_name.get(name)
        if op is not None and op.source and "\n  created " not in message:
            first, at, rest = message.partition("\n  at      ")
            line, newline, rest = rest.partition("\n")
            message = f"{first}{at}{line}\n  created {op.source}{newline}{rest}" if at else explain(first, at=op)
        kind = errors.exception_type_from_error_code(code)
        return kind(None if op is None else op.node_def, op, message)

    def _new_nodes(self, part: TaskPart, plan: TaskPlan) -> tuple[bytes, list[tuple[str, str]]]:
        message = GraphDef()
        message.versions.CopyFrom(self._client.graph.graph_def_versions)
        new: set[Operation] = set()
        waiting = list(part.operations)
        while waiting:
            op = waiting.pop()
            if op in new or op in self._sent:
                continue
            new.add(op)
            waiting.extend(tensor.op for tensor in op.inputs if self._is_here(tensor.op, plan))
            waiting.extend(self._controls(op, plan))
        later: list[tuple[str, str]] = []
        known = set(self._received)
        nodes: list[Any] = []
        for op in sorted(new, key=lambda op: op.id):
            controls = self._controls(op, plan)
            later += [(op.name, control.name) for control in controls if control in self._sent]
            nodes.append(self._node(op, [control for control in controls if control not in self._sent], plan))
        for tensor in [tensor for tensor in self._received if tensor not in known]:
            message.node.append(self._placeholder(tensor))
        message.node.extend(nodes)
        if any(value.HasField("func") or value.list.func for node in nodes for value in node.attr.values()):
            self._add_functions(message)
        self._sent.update((op, self._inputs_here(op, plan)) for op in new)
        return serialized(message), later

    def _inputs_here(self, op: Operation, plan: TaskPlan) -> list[bool]:
        return [self._is_here(tensor.op, plan) for tensor in op.inputs]

    def _is_here(self, op: Operation, plan: TaskPlan) -> bool:
        """True where the operation is one of this task's, or is copied to it."""
        if is_copied(op) and not op.inputs and not _refers_to_state(op):
            return True
        place = plan.places.get(op, ...)
        return (self._client.place(op) if place is ... else place) == self.task

    def _controls(self, op: Operation, plan: TaskPlan) -> list[Operation]:
        return [one for one in dict.fromkeys(controls_of(op)) if self._is_here(one, plan)]

    def _name(self, tensor: Tensor, plan: TaskPlan) -> str:
        """The name of a tensor in the task's graph: of its own, or of the placeholder for what another task computes."""
        if self._is_here(tensor.op, plan) and tensor.op in self._sent:
            return tensor.name
        return f"{self._receive(tensor)}:0"

    def _receive(self, tensor: Tensor) -> str:
        """The name of the placeholder for what another task computes."""
        return self._received.setdefault(tensor, f"{_RECEIVED}{tensor.op.name}_{tensor.value_index}")

    def _node(self, op: Operation, controls: Sequence[Operation], plan: TaskPlan) -> Any:
        node = op.to_node_def(whole=True)
        node.device = self._client.device(op, self.task)
        if "_class" in node.attr:
            del node.attr["_class"]
        del node.input[:]
        for tensor in op.inputs:
            if self._is_here(tensor.op, plan):
                node.input.append(
                    tensor.op.name if not tensor.value_index else f"{tensor.op.name}:{tensor.value_index}"
                )
            else:
                node.input.append(self._receive(tensor))
        node.input.extend(f"^{control.name}" for control in controls)
        return node

    def _placeholder(self, tensor: Tensor) -> Any:
        message = GraphDef()
        node = message.node.add(name=self._received[tensor], op="Placeholder")
        node.attr["dtype"].type = tensor.dtype.base_dtype.as_datatype_enum
        node.attr["shape"].shape.CopyFrom(TensorShape.from_dims(tensor.dims).as_proto())
        return node

    def _add_functions(self, message: Any) -> None:
        graph = self._client.graph
        for name, function in graph.functions.items():
            if name not in self._functions:
                self._functions.add(name)
                message.library.function.add().CopyFrom(function.definition)
        for name, gradient in graph.function_gradients.items():
            message.library.gradient.add(function_name=name, gradient_func=gradient)


def _started_anew(task: Task) -> OpError:
    return AbortedError(
        None,
        None,
        explain(
            f"{task_name(task)}: the task has started anew, and what it stored before is gone",
            fix="make a new session, and initialize or restore its variables: tf.train.MonitoredTrainingSession does",
        ),
    )


def _refers_to_state(op: Operation) -> bool:
    return any(tensor.dtype.is_ref_dtype for tensor in op.outputs) or bool(op.definition and op.definition.holds_state)
