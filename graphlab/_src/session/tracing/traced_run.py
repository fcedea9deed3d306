"""Runs that tell: RunOptions and RunMetadata.

A traced run takes the plan operation by operation: each is a compiled segment of its own, timed until its results are
there. What it computes and how it changes state is what the run would have done anyway.
"""

import contextlib
import functools
import os
import threading
import time
import weakref

import jax

from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.partition import is_marker
from graphlab._src.compiler.plan import compile_plan
from graphlab._src.graph.references import owner_of
from graphlab._src.proto import RunOptions
from graphlab._src.session.execution.executor import Stepper
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.tracing import run_metadata as metadata
from graphlab._src.session.tracing.run_metadata import Record

_told = weakref.WeakKeyDictionary()  # Graph -> the RunMetadata that a run of it filled last


def last_told(graph):
    """The RunMetadata that a traced run of the graph filled last, or None; whoever made it may have changed it since."""
    return _told.get(graph)


def tell(graph, run_metadata):
    """Says that this RunMetadata tells of a run of the graph."""
    _told[graph] = run_metadata


class Tracer:
    """What a session does for a run with options or run_metadata.

    store, devices, config: the session's.
    """

    def __init__(self, store, devices, config):
        self._store = store
        self._devices = devices
        graph = config.graph_options
        self._model_every, self._model_after = graph.build_cost_model, graph.build_cost_model_after
        self.counts = self._model_every > 0  # it wants to know of every run
        self._lock = threading.Lock()
        self._counts = weakref.WeakKeyDictionary()  # Runner -> how often it ran
        self._alone = weakref.WeakKeyDictionary()  # Runner -> a Runner of the same, operation by operation

    def way(self, runner, options, run_metadata, deadline):
        """How to run so that run_metadata is filled: a function of the fed values that gives those of the fetches.

        None when nothing is to be told of the run.  deadline: when it must be over, in seconds of time.monotonic().
        """
        options = options or RunOptions()
        if run_metadata is not None:
            run_metadata.Clear()  # it tells of one run
        models = self.counts and self._models(runner)
        if run_metadata is not None and runner is not None:
            if options.output_partition_graphs:
                run_metadata.partition_graphs.extend(metadata.partition_graphs(runner.plan))
            if options.trace_level != RunOptions.NO_TRACE or models:
                return functools.partial(self._traced, runner, options, run_metadata, deadline)
        return None

    def _models(self, runner):
        """Counts a run; True when the config asks for a cost model of this one."""
        if runner is None:
            return False
        with self._lock:
            count = self._counts[runner] = self._counts.get(runner, 0) + 1
        return count > self._model_after and (count - self._model_after) % self._model_every == 0

    def _traced(self, runner, options, run_metadata, deadline, fed):
        records = []
        with _profile(options.trace_level):
            results = self.observed(runner, records.append, fed, deadline)
        run_metadata.step_stats.CopyFrom(metadata.step_stats(records))
        run_metadata.cost_graph.CopyFrom(metadata.cost_graph(records, runner.plan.fetches))
        tell(runner.plan.graph, run_metadata)
        return results

    def observed(self, runner, see, fed, deadline=None):
        """Runs with these fed values, operation by operation; see(record) hears of each operation, branch or loop."""
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

    def alone(self, runner):
        """A Runner of the same, in which each operation is a part of its own."""
        with self._lock:
            alone = self._alone.get(runner)
            if alone is None:
                plan = runner.plan
                stepwise = compile_plan(
                    plan.graph, plan.fetches, plan.feeds, self._devices, plan.done, alone=True, watched=plan.watched
                )
                alone = self._alone[runner] = Runner(stepwise, self._store, self._devices.default, runner.observe)
            return alone

    def _of_marker(self, op, plan, moment, value):
        outputs = {0: value} if value is not None else {}
        return Record(op, plan.places[op], moment, moment, moment, outputs, metadata.bytes_of(value))


class TracingStepper(Stepper):
    """A Stepper that tells what ran when: see(record) gets a Record for each operation, branch or loop."""

    def __init__(self, store, plan, context, put, bodies, see):
        super().__init__(store, plan, context, put, bodies)
        self._see = see
        self._inside = 0  # branches and loops that are being stepped through, which count as a whole
        self._first_tried = {}

    def compiled(self, part, values):
        """Runs a compiled part, and notes it; compiling does not count."""
        if self._inside:
            super().compiled(part, values)
            return
        with jax.enable_x64(True):
            part.make_ready(*self._given(part, values))
        scheduled = time.perf_counter_ns()
        with _annotated(part.segment.operations):
            super().compiled(part, values)
            jax.block_until_ready([values[value] for value in part.outputs])
        for op in part.segment.operations:
            self._note(op, part.segment.device, scheduled, scheduled, values, self.plan.effects)

    def step(self, op, local, effects):
        """Runs one operation, branch or loop on the host, and notes it."""
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
        self._note(op, self.plan.devices.cpu if isinstance(op, Region) else None, scheduled, start, local, effects)

    def _note(self, op, device, scheduled, start, values, effects):
        end = time.perf_counter_ns()
        outputs = outputs_of(op, values, effects)
        self._see(Record(op, device or self.plan.places[op], scheduled, start, end, outputs))


def outputs_of(op, values, effects):
    """{output index: value} of what an operation has given; of a reference what the variable then holds."""
    found = {}
    for slot, tensor in enumerate(op.outputs):
        owner = owner_of(tensor)
        value = values.get(tensor if owner is None else _after(op, owner, effects))
        if value is not None:
            found[slot] = value
    return found


def _after(op, owner, effects):
    """The version of a state that an operation leaves behind."""
    return next((after for _, after in effects.writes.get(op, ()) if after.owner is owner), Version(owner, 0))


@contextlib.contextmanager
def _profile(level):
    """Writes what JAX's profiler sees to $GRAPHLAB_PROFILE_DIR, when the level asks for more than software."""
    folder = os.environ.get("GRAPHLAB_PROFILE_DIR")
    if not folder or level not in (RunOptions.HARDWARE_TRACE, RunOptions.FULL_TRACE):
        yield
        return
    with jax.profiler.trace(folder):
        yield


def _annotated(ops):
    """The name under which JAX's profiler shows what runs in the block."""
    return jax.profiler.TraceAnnotation(ops[0].name)
