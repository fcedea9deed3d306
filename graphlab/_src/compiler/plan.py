"""Plan: what a run of some fetches executes. compile_plan makes it of a graph, fetches and feeds, step by step.

    prune ▸ arrange (branches, loops, calls) ▸ effects ▸ partition ▸ lower

Each step is a function of values, and a Plan never changes: same graph, same plan. When a run finds that the host has to
interpret what was to be compiled, interpret() returns another Plan. What does change, the executables of a segment, is in
its LoweredSegment, which both Plans share.
"""

import collections
import dataclasses
import functools
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import TypeGuard, TypeVar

from graphlab._src.base import shapes
from graphlab._src.compiler import temporary_variables
from graphlab._src.compiler.control_flow.regions import Body, Region, Step, export, waits
from graphlab._src.compiler.control_flow.structure import arrange, has_control_flow
from graphlab._src.compiler.effects import Effects, Owner, Value, Version, value_at_the_end
from graphlab._src.compiler.executables import buffers, sharing
from graphlab._src.compiler.executables.tiers import Times
from graphlab._src.compiler.kernel_calls import reads_previous_value
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.partition import Scheme, Segment, cut_again, is_marker, partition
from graphlab._src.compiler.placement import Device, Devices
from graphlab._src.compiler.prune import prune
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import lives_in_run, owner_of
from graphlab._src.graph.tensor import Tensor

T = TypeVar("T")  # of a tuple
Part = LoweredSegment | Segment  # of a Plan: compiled, or run by the host


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """What a run of these fetches executes: which operations, in which segments, with what state.

    fetches, feeds: as requested.  done: operations that ran before, as part of the same run.
    operations: what runs, in order.  places: {operation: Device}.
    scheme: the Body of the run, and what decides how it is cut into segments.
    segments: in the order in which they run.  parts: those that produce something, ready to run.
    handed_on: the state of stacks and TensorArrays that later steps of a partial run need.
    results: for each fetch the value that it is, a Tensor or a Version of state; None for an Operation.
    watched: Tensors whose values are wanted too, of those requested the ones that the run computes.
    reads: the owners of state whose value from before the run is needed.  writes: those that the run changes.
    may_be_missing: the state from before the run that may be uninitialized.
    Printing a Plan describes it.
    """

    graph: Graph
    fetches: tuple[Tensor | Operation, ...]
    feeds: tuple[Tensor, ...]
    done: Collection[Operation]
    operations: list[Operation]
    places: Mapping[Operation, Device]
    scheme: Scheme
    segments: tuple[Segment, ...]
    parts: tuple[Part, ...]
    handed_on: tuple[Version, ...]
    results: list[Value | None]
    watched: list[Tensor]
    reads: list[Owner]
    writes: list[Owner]
    may_be_missing: frozenset[Version]

    @functools.cached_property
    def last_uses(self) -> list[list[Value]]:
        """For each part the values that neither a later part nor a fetch reads once it has run."""
        needed = {value for value in (*self.results, *self.watched, *self.handed_on) if value is not None}
        found: list[list[Value]] = []
        for part in reversed(self.parts):
            segment = segment_of(part)
            last = [value for value in dict.fromkeys([*segment.inputs, *segment.outputs]) if value not in needed]
            needed.update(last)
            found.append(last)
        return found[::-1]

    @property
    def body(self) -> Body:
        """The steps of the run: Operations, and Regions of them."""
        return self.scheme.body

    @property
    def effects(self) -> Effects:
        """The versions of state that the run reads and writes."""
        return self.scheme.body.effects

    @property
    def feed_set(self) -> frozenset[Tensor]:
        """The Tensors that are fed."""
        return self.scheme.feeds

    @property
    def devices(self) -> Devices:
        """The Devices of the session."""
        return self.scheme.devices

    @functools.cached_property
    def compiled(self) -> list[LoweredSegment]:
        """The parts that are compiled."""
        return [part for part in self.parts if isinstance(part, LoweredSegment)]

    @functools.cached_property
    def waits(self) -> bool:
        """True when an operation in it may have to wait for another run."""
        return any(waits(step) for step in self.body.steps)

    def part_of(self, op: Operation) -> LoweredSegment:
        """Returns the LoweredSegment that an operation is compiled in; ValueError says why there is none."""
        if op not in self.places:
            raise ValueError(
                f"'{op.name}' does not run when {', '.join(item.name for item in self.fetches)} is fetched"
            )
        for part in self.parts:
            segment = segment_of(part)
            if any(op is step or isinstance(step, Region) and op in step.members for step in segment.operations):
                if isinstance(part, LoweredSegment):
                    return part
                raise ValueError(f"'{op.name}' runs on the host, because {segment.reason}")
        raise ValueError(f"'{op.name}' is no part of compiled code: it names state, marks an order, or is fed")

    def hlo(self, item: Tensor | Operation | str, stage: str = "optimized") -> str:
        """Returns the text of the compiled code that `item`, an Operation, a Tensor or the name of one, is part of.

        stage: "optimized" for what XLA made for the device, "stablehlo" for what JAX passed to XLA.
        Raises ValueError for what is not compiled, or has not been: the first run compiles. KeyError for an unknown name.
        """
        found = self.graph.as_graph_element(item)
        return self.part_of(found.op if isinstance(found, Tensor) else found).hlo(stage)

    @property
    def pruned(self) -> list[Operation]:
        """The operations of the graph that do not run."""
        running = set(self.operations)
        return [op for op in self.graph.get_operations() if op not in running]

    def __repr__(self) -> str:
        names = ", ".join(item.name for item in self.fetches) or "nothing"
        total = self.graph.version
        lines = [f"Plan: fetch {names}", f"  runs    {len(self.operations)} of {total} operations"]
        pruned = self.pruned
        if pruned:
            lines.append(f"  prunes  {len(pruned)}: {_some(op.name for op in pruned)}")
        if self.feeds:
            lines.append(f"  fed     {', '.join(f'{t.name} {shapes.text(t.dims)}' for t in self.feeds)}")
        if self.reads:
            lines.append(f"  reads   {_some(op.name for op in self.reads)}")
        if self.writes:
            lines.append(f"  writes  {_some(op.name for op in self.writes)}")
        stories = {part.segment: part.story for part in self.compiled}
        for i, segment in enumerate(self.segments):
            device = segment.device
            where = "the host" if device is None else f"{device.device_type}:{device.index}"
            count = len(segment.operations)
            lines.append(
                f"  segment {i + 1}  {count} operation{'s' * (count != 1)} on {where}, because {segment.reason}: "
                f"{_some(_label(op) for op in segment.operations)}"
            )
            if stories.get(segment):
                lines.append(f"             {stories[segment]}")
        markers = [op.name for op in self.body.steps if is_marker(op)]
        if markers:
            lines.append(f"  only mark an order, or name state: {_some(markers)}")
        return "\n".join(lines)


def compile_plan(
    graph: Graph,
    fetches: Iterable[Tensor | Operation],
    feeds: Iterable[Tensor],
    devices: Devices,
    done: Collection[Operation] = (),
    alone: bool = False,
    watched: Iterable[Tensor] = (),
    needed_later: Collection[Owner] = (),
) -> Plan:
    """Returns the Plan for these fetches and feeds. XLA compiles its segments when they first run.

    done: operations that ran before, as part of the same run.
    alone: each operation is a segment of its own, so that each can be observed.
    watched: Tensors whose values are wanted too wherever the run computes them.
    needed_later: the owners of stacks and TensorArrays that go on in later steps of a partial run.
    Raises InvalidArgumentError when a placeholder that is needed is not fed, or an operation has no kernel.
    """
    fetches, feeds = tuple(fetches), tuple(feeds)
    fed = frozenset(feeds)
    operations = prune(fetches, feeds, done)
    temporary_variables.check_names(operations)
    body = _arranged(operations, fetches, fed, done)
    results = [value_at_the_end(item, body.effects, fed) if isinstance(item, Tensor) else None for item in fetches]
    observed = [tensor for tensor in dict.fromkeys(watched) if _computes(body, fed, tensor)]
    handed_on = tuple(version for owner, version in body.effects.final.items() if owner in needed_later)
    wanted = frozenset(value for value in (*results, *observed, *handed_on) if value is not None)
    scheme = Scheme(body, wanted, fed, devices, alone=alone)
    segments = tuple(partition(scheme))
    hosted = {op for segment in segments if segment.on_host for op in segment.operations}
    places = {op: devices.place(op, on_host=op in hosted) for op in operations}
    devices.announce(places)
    initial = [value for segment in segments for value in segment.inputs if is_initial(value)]
    initial += [value for value in results if is_initial(value)]
    reads = list(dict.fromkeys(value.owner for value in initial))
    writes = [owner for owner in body.effects.final if not lives_in_run(owner)]
    parts = lower(segments, scheme, set(wanted))
    missing = _may_be_missing(scheme, results, reads)
    return Plan(
        graph,
        fetches,
        feeds,
        done,
        operations,
        places,
        scheme,
        segments,
        parts,
        handed_on,
        results,
        observed,
        reads,
        writes,
        missing,
    )


def interpret(plan: Plan, part: LoweredSegment, regions: Mapping[Region, str]) -> tuple[Plan, tuple[Part, ...]]:
    """Returns (the Plan in which the host interprets what one part can't compile, the parts that replace this one).

    regions: {branch, loop or call in it that can't be compiled: why}; empty where the segment itself can't be.
    """
    scheme = plan.scheme.interpret(regions)
    at = plan.parts.index(part) if part in plan.parts else -1  # another thread may have replaced it
    needed = {*part.outputs, *scheme.wanted}
    needed.update(value for following in plan.parts[at + 1 :] for value in segment_of(following).inputs)
    segments = cut_again(scheme, part.segment)
    parts = lower(segments, scheme, needed)
    if at >= 0:
        plan = dataclasses.replace(
            plan,
            scheme=scheme,
            segments=_replaced(plan.segments, part.segment, segments),
            parts=_replaced(plan.parts, part, parts),
        )
    return plan, parts


def interpret_readers(plan: Plan, owner: Owner) -> tuple[Plan, list[LoweredSegment]]:
    """Returns (the Plan in which the host interprets all branches and loops that read a variable, the parts to replace).

    A branch that isn't taken may read a variable before it is initialized, but compiled code needs its value.
    """
    version = Version(owner, 0)
    reason = f"'{owner.name}', which it reads, had no value"
    regions = {
        op: reason for op in plan.body.steps if isinstance(op, Region) and version in plan.effects.reads[op].values()
    }
    scheme = plan.scheme.interpret(regions)
    missing = _may_be_missing(scheme, plan.results, plan.reads)
    parts = [part for part in plan.compiled if not regions.keys().isdisjoint(part.segment.operations)]
    return dataclasses.replace(plan, scheme=scheme, may_be_missing=missing), parts


def lower(segments: Sequence[Segment], scheme: Scheme, needed: set[Value]) -> tuple[Part, ...]:
    """Returns the segments ready to run, with the variables that each replaces in a spare buffer or in place.

    needed: the values that are needed after the segments: nothing that is read later is overwritten.
    """
    effects, feeds = scheme.body.effects, scheme.feeds
    compiled = [segment for segment in segments if not segment.on_host]
    apart = {id(segment): taken for segment, taken in zip(compiled, sharing.constants_apart(compiled), strict=True)}
    times: dict[object, Times] = collections.defaultdict(lambda: Times(is_shared=True))
    lowered: list[Part] = []
    for segment in reversed(segments):
        if segment.on_host:
            needed.update(segment.inputs)
            lowered.append(segment)
            continue
        donated, renewed = buffers.choose(segment, effects, needed)
        needed.update(segment.inputs)
        if segment.outputs or segment.checks:
            shared = None if segment.pattern is None else times[segment.pattern]
            lowered.append(LoweredSegment(segment, effects, feeds, donated, renewed, apart[id(segment)], shared))
    parts = [part for part in reversed(lowered) if isinstance(part, LoweredSegment)]
    for i, part in enumerate(parts):
        part.place = i, len(parts)
    return tuple(reversed(lowered))


def segment_of(part: Part) -> Segment:
    """Returns the Segment of a part."""
    return part.segment if isinstance(part, LoweredSegment) else part


def is_initial(value: Value | None) -> TypeGuard[Version]:
    """True for state as it was before the run."""
    return value is not None and not isinstance(value, Tensor) and not value.number and not lives_in_run(value.owner)


def _arranged(
    operations: list[Operation],
    fetches: Sequence[Tensor | Operation],
    feeds: frozenset[Tensor],
    done: Collection[Operation],
) -> Body:
    """Returns the Body of a run, with its Effects."""
    if has_control_flow(operations):
        given = {tensor for tensor in feeds if tensor.op not in done}  # a computed value is known by its operation
        body = arrange(set(operations), given, fetches)
    else:
        body = Body(operations)
    body.effects = Effects(body.steps, feeds, body.step_of, dead=body.dead)
    for item in fetches:  # what is fetched from within a branch is an output of it; the host then interprets the branch
        if isinstance(item, Tensor) and item not in feeds and owner_of(item) is None:
            export(body, item)
    return body


def _computes(body: Body, feeds: Container[Tensor], tensor: Tensor) -> bool:
    """True for a value that the run computes, and not within a branch or loop, where it may have none or many."""
    inside = tensor.op in body.members and tensor.op not in body.step_of
    return inside and tensor not in feeds and owner_of(tensor) is None


def _may_be_missing(scheme: Scheme, results: Iterable[Value | None], reads: Iterable[Owner]) -> frozenset[Version]:
    """Returns the reads that need no value: by what also runs on uninitialized variables, or may not run at all."""
    effects = scheme.body.effects
    needed = set(results)
    for op in scheme.body.steps:
        by_host = isinstance(op, Region) and (op.interpreted or op in scheme.interpreted)
        if not by_host if isinstance(op, Region) else reads_previous_value(op):
            needed.update(effects.reads.get(op, {}).values())
    return frozenset({Version(owner, 0) for owner in reads} - needed)


def _replaced(items: tuple[T, ...], item: T, others: Sequence[T]) -> tuple[T, ...]:
    at = items.index(item)
    return (*items[:at], *others, *items[at + 1 :])


def _label(step: Step) -> str:
    return f"[{step.kind} {step.name}: {len(step.members)} operations]" if isinstance(step, Region) else step.name


def _some(names: Iterable[str], limit: int = 8) -> str:
    names = list(names)
    return ", ".join(names[:limit]) + (f" … {len(names) - limit} more" if len(names) > limit else "")
