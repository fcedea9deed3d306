"""Traced runs: RunOptions and RunMetadata.

A traced run interprets the plan: each operation is a compiled segment of its own, timed until its results are
there. What it computes and how it changes state is what the run would have done anyway.
"""

import contextlib
import functools
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeAlias

import jax

from graphlab._src.compiler.control_flow.regions import Region, Step
from graphlab._src.compiler.effects import Effects, Version
from graphlab._src.compiler.partition import is_marker
from graphlab._src.compiler.placement import Device, Devices
from graphlab._src.compiler.plan import Plan, compile_plan
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of
from graphlab._src.proto import RunOptions
from graphlab._src.session.annotations import Array, Part, Run, Values
from graphlab._src.session.execution.executor import Bodies, Stepper
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.store import Store
from graphlab._src.session.tasks.runner import TaskRunner, Trace
from graphlab._src.session.tasks.transport import FORMS, VALUES
from graphlab._src.session.tracing import run_metadata as metadata
from graphlab._src.session.tracing.run_metadata import Record

See: TypeAlias = Callable[[Record], object]
# Graph -> the RunMetadata that a run of it filled last
_last: weakref.WeakKeyDictionary[Graph, Any] = weakref.WeakKeyDictionary()


def last_metadata(graph: Graph) -> Any:
    """The RunMetadata that a traced run of the graph filled last, or None; the program may have changed it since."""
    return _last.get(graph)


def remember_metadata(graph: Graph, run_metadata: Any) -> None:
    """Stores a RunMetadata as that of the last traced run of the graph."""
    _last[graph] = run_metadata


class Tracer:
    """Runs a session's plans with options or run_metadata.

    store, devices, config: the session's.
    """

    def __init__(self, store: Store, devices: Devices, config: Any) -> None:
        self._store = store
        self._devices = devices
        graph = config.graph_options
        self._model_every, self._model_after = graph.build_cost_model, graph.build_cost_model_after
        self.counts = self._model_every > 0  # it wants to know of every run
        self._lock = threading.Lock()
        self._counts: weakref.WeakKeyDictionary[Runner, int] = weakref.WeakKeyDictionary()  # Runner -> how often it ran
        # Runner -> a Runner of the same, operation by operation
        self._alone: weakref.WeakKeyDictionary[Runner, Runner] = weakref.WeakKeyDictionary()

    def prepare(self, runner: Runner | None, options: Any, run_metadata: Any, deadline: float | None) -> Run | None:
        """Returns the function of the fed values that runs the plan and fills run_metadata.

        None when the run is not traced.  deadline: when it must be over, in seconds of time.monotonic().
        """
        options = options or RunOptions()
        if run_metadata is not None:
            run_metadata.Clear()  # it describes one run
        models = self.counts and self._models(runner)
        if run_metadata is not None and runner is not None:
            if options.output_partition_graphs:
                run_metadata.partition_graphs.extend(metadata.partition_graphs(runner.plan))
            if options.trace_level != RunOptions.NO_TRACE or models:
                return functools.partial(self._traced, runner, options, run_metadata, deadline)
        return None

    def _models(self, runner: Runner | None) -> bool:
        """Counts a run; True when the config requests a cost model of this one."""
        if runner is None:
            return False
        with self._lock:
            count = self._counts[runner] = self._counts.get(runner, 0) + 1
        return count > self._model_after and (count - self._model_after) % self._model_every == 0

    def _traced(
        self, runner: Runner, options: Any, run_metadata: Any, deadline: float | None, fed: list[Array]
    ) -> list[Any]:
        records: list[Record] = []
        with _profile(options.trace_level):
            results = self.observed(runner, records.append, fed, deadline, FORMS)
        run_metadata.step_stats.CopyFrom(metadata.step_stats(records))
        run_metadata.cost_graph.CopyFrom(metadata.cost_graph(records, runner.plan.fetches))
        remember_metadata(runner.plan.graph, run_metadata)
        return results

    def observed(
        self, runner: Runner, see: See, fed: list[Array], deadline: float | None = None, level: int = VALUES
    ) -> list[Any]:
        """Runs with these fed values, operation by operation; calls see(record) for each operation, branch or loop.

        level: VALUES, or FORMS where the outputs' types and shapes are enough.
        """
        if isinstance(runner, TaskRunner):
            trace = Trace(
                level,
                lambda part, values, until: self.observed(part, see, values, until, level),
                lambda entry: see(metadata.record_of(entry, runner.plan)),
            )
            return runner.observed(trace, fed, deadline)
        alone = self.alone(runner)
        begun = time.perf_counter_ns()
        owners = [op for op in alone.plan.body.steps if not isinstance(op, Region) and op.definition.holds_state]
        values = {op: self._store.values.get(op) for op in owners}
        for op in owners:
            see(self._of_marker(op, alone.plan, begun, values[op]))
        results = alone.run_within(fed, deadline, functools.partial(TracingStepper, see=see))
        done = time.perf_counter_ns()
        for op in alone.plan.body.steps:
            if is_marker(op) and op not in values:
                see(self._of_marker(op, alone.plan, done, None))
        return results

    def alone(self, runner: Runner) -> Runner:
        """Returns a Runner of the same plan, in which each operation is a part of its own."""
        with self._lock:
            alone = self._alone.get(runner)
            if alone is None:
                plan = runner.plan
                stepwise = compile_plan(
                    plan.graph, plan.fetches, plan.feeds, self._devices, plan.done, alone=True, watched=plan.watched
                )
                alone = self._alone[runner] = Runner(stepwise, self._store, self._devices.default, runner.observe)
            return alone

    def _of_marker(self, op: Operation, plan: Plan, moment: int, value: Any) -> Record:
        outputs = {0: value} if value is not None else {}
        return Record(op, plan.places[op], moment, moment, moment, outputs, metadata.bytes_of(value))


class TracingStepper(Stepper):
    """A Stepper that records when each operation ran: see(record) gets a Record for each operation, branch or loop."""

    def __init__(
        self,
        store: Store,
        plan: Plan,
        context: RunContext,
        put: Callable[[Array, Part], Array] | None,
        bodies: Bodies,
        see: See,
    ) -> None:
        super().__init__(store, plan, context, put, bodies)
        self._see = see
        self._inside = 0  # branches and loops that are being interpreted, which count as a whole
        self._first_tried: dict[Step, int] = {}

    def compiled(self, part: Part, values: Values, following: Part | None = None) -> None:
        """Runs a compiled part, and records it; compiling does not count."""
        if self._inside:
            super().compiled(part, values, following)
            return
        with jax.enable_x64(True):
            part.make_ready(*self._given(part, values))
        scheduled = time.perf_counter_ns()
        with _annotated(part.segment.operations):
            super().compiled(part, values)
            jax.block_until_ready([values[value] for value in part.outputs])
        for op in part.segment.operations:
            self._note(op, part.device, scheduled, scheduled, values, self.plan.effects)

    def step(self, op: Step, local: Values, effects: Effects) -> None:
        """Runs one operation, branch or loop on the host, and records it."""
        if self._inside:
            super().step(op, local, effects)
            return
        start = time.perf_counter_ns()
        scheduled = self._first_tried.setdefault(op, start)
        self._inside += 1
        try:
            with _annotated([op]):
                super().step(op, local, effects)
        finally:
            self._inside -= 1
        device = self.plan.devices.cpu if isinstance(op, Region) else self.plan.places[op]
        self._note(op, device, scheduled, start, local, effects)

    def _note(self, op: Step, device: Device, scheduled: int, start: int, values: Values, effects: Effects) -> None:
        end = time.perf_counter_ns()
        outputs = outputs_of(op, values, effects)
        self._see(Record(op, device, scheduled, start, end, outputs))


def outputs_of(op: Step, values: Values, effects: Effects) -> dict[int, Any]:
    """{output index: value} of what an operation has given; of a reference what the variable then holds."""
    found: dict[int, Any] = {}
    for slot, tensor in enumerate(op.outputs):
        owner = owner_of(tensor)
        value = values.get(tensor if owner is None else _after(op, owner, effects))
        if value is not None:
            found[slot] = value
    return found


def _after(op: Step, owner: Operation, effects: Effects) -> Version:
    """The version of a state that an operation leaves behind."""
    return next((after for _, after in effects.writes.get(op, ()) if after.owner is owner), Version(owner, 0))


@contextlib.contextmanager
def _profile(level: int) -> Generator[None, None, None]:
    """Writes what JAX's profiler sees to $GRAPHLAB_PROFILE_DIR, when the level includes hardware."""
    folder = os.environ.get("GRAPHLAB_PROFILE_DIR")
    if not folder or level not in (RunOptions.HARDWARE_TRACE, RunOptions.FULL_TRACE):
        yield
        return
    with jax.profiler.trace(folder):
        yield


def _annotated(ops: Sequence[Step]) -> jax.profiler.TraceAnnotation:
    """The name under which JAX's profiler shows what runs in the block."""
    return jax.profiler.TraceAnnotation(ops[0].name)
