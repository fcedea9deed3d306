"""Plan: what one set of fetches and feeds executes, made once and run many times."""

from graphlab._src.base import shapes
from graphlab._src.compiler.control_flow.regions import Body, Region, export, waits
from graphlab._src.compiler.control_flow.structure import arrange, has_control_flow
from graphlab._src.compiler.effects import Effects, Version, value_at_the_end
from graphlab._src.compiler.executables import buffers, sharing
from graphlab._src.compiler.kernel_calls import takes_value_before
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.partition import cut_again, is_marker, partition
from graphlab._src.compiler.prune import prune
from graphlab._src.graph.references import lives_in_run, owner_of
from graphlab._src.graph.tensor import Tensor


class Plan:
    """What a run of these fetches does: which operations, in which segments, with what state.

    fetches: Tensors and Operations.  feeds: Tensors.  done: operations that ran before, as part of the same run.
    alone: each operation is a segment of its own, so that it can be seen to run.
    watched: Tensors whose values are wanted too wherever the run computes them; those that it does are kept.
    operations: what runs, in order.  places: {operation: Device}.
    reads: the owners of state whose value from before the run is needed.  writes: those that the run changes.
    Printing it tells the story.
    """

    def __init__(self, graph, fetches, feeds, devices, done=(), alone=False, watched=()):
        self.graph = graph
        self.fetches = tuple(fetches)
        self.feeds = tuple(feeds)
        self.done = done
        self.operations = prune(self.fetches, self.feeds, done)
        self.feed_set = set(self.feeds)
        self.devices = devices
        flows = has_control_flow(self.operations)
        given = {tensor for tensor in self.feeds if tensor.op not in done}  # what was computed goes by where it is from
        self.body = arrange(set(self.operations), given, self.fetches) if flows else Body(self.operations)
        self.effects = self.body.effects = Effects(self.body.steps, self.feed_set, self.body.step_of)
        self._export()
        self.results = [
            value_at_the_end(item, self.operations, self.effects, self.feed_set) if isinstance(item, Tensor) else None
            for item in self.fetches
        ]
        self.watched = [tensor for tensor in dict.fromkeys(watched) if self._computes(tensor)]
        wanted = [value for value in (*self.results, *self.watched) if value is not None]
        self.segments = partition(self.body, wanted, self.feeds, devices, alone=alone)
        hosted = {op for segment in self.segments if segment.on_host for op in segment.operations}
        self.places = {op: devices.place(op, on_host=op in hosted) for op in self.operations}
        devices.announce(self.places)
        before = [value for segment in self.segments for value in segment.inputs if is_initial(value)]
        before += [value for value in self.results if is_initial(value)]
        self.reads = list(dict.fromkeys(value.owner for value in before))
        self.may_be_missing = self._optional()
        self.writes = [owner for owner in self.effects.final if not lives_in_run(owner)]
        self.lowered = self._lower(self.segments, {*self.results, *self.watched})
        self.waits = any(waits(step) for step in self.body.steps)

    def _computes(self, tensor):
        """True for a value that the run works out, and not within a branch or loop, where it may have none or many."""
        inside = tensor.op in self.body.members and tensor.op not in self.body.step_of
        return inside and tensor not in self.feed_set and owner_of(tensor) is None

    def _export(self):
        """Makes what is fetched from within branches known outside; the host then goes through them."""
        for item in self.fetches:
            if isinstance(item, Tensor) and item not in self.feed_set and owner_of(item) is None:
                export(self.body, item)

    def split(self, part):
        """What takes the place of a compiled segment that turned out to need the host."""
        segments = cut_again(part.segment, self.body, self.feed_set, self.devices)
        following = self.lowered[self.lowered.index(part) + 1 :] if part in self.lowered else self.lowered
        later = {value for one in following for value in getattr(one, "segment", one).inputs}
        return self._lower(segments, {*part.outputs, *self.results, *self.watched, *later})

    def _lower(self, segments, kept):
        """Segments made ready: which variables each replaces, in a spare buffer or in place.

        kept: what is still needed after the segments. Nothing that is read later is overwritten.
        """
        lowered = []
        compiled = [segment for segment in segments if not segment.on_host]
        apart = {id(segment): taken for segment, taken in zip(compiled, sharing.constants_apart(compiled), strict=True)}
        for segment in reversed(segments):
            if segment.on_host:
                kept.update(segment.inputs)
                lowered.append(segment)
                continue
            donated, renewed = buffers.choose(segment, self.effects, kept)
            kept.update(segment.inputs)
            if segment.outputs or segment.checks:
                lowered.append(
                    LoweredSegment(segment, self.effects, self.feed_set, donated, renewed, apart[id(segment)])
                )
        parts = [part for part in reversed(lowered) if isinstance(part, LoweredSegment)]
        for i, part in enumerate(parts):
            part.place = i, len(parts)
        return lowered[::-1]

    def _optional(self):
        """The reads that need no value: of what also runs on a variable that has none, or may turn out not to run."""
        needed = set(self.results)
        for op in self.body.steps:
            if not op.stepped if isinstance(op, Region) else takes_value_before(op):
                needed.update(self.effects.reads.get(op, {}).values())
        return {Version(owner, 0) for owner in self.reads} - needed

    def step_through(self, owner):
        """Lets the host go through the branches and loops that read a variable: a branch that isn't taken may do so
        before it has a value. Gives the compiled parts that have to be split for it.
        """
        version = Version(owner, 0)
        regions = [
            op for op in self.body.steps if isinstance(op, Region) and version in self.effects.reads[op].values()
        ]
        for region in regions:
            region.stepped = region.stepped or f"'{owner.name}', which it reads, had no value"
        self.may_be_missing = self._optional()
        return [
            part
            for part in self.lowered
            if isinstance(part, LoweredSegment) and any(region in part.segment.operations for region in regions)
        ]

    def part_of(self, op):
        """The LoweredSegment that an operation is compiled in; ValueError says why there is none."""
        if op not in self.places:
            raise ValueError(
                f"'{op.name}' does not run when {', '.join(item.name for item in self.fetches)} is fetched"
            )
        for part in self.lowered:
            segment = part.segment if isinstance(part, LoweredSegment) else part
            if any(op is step or isinstance(step, Region) and op in step.members for step in segment.operations):
                if isinstance(part, LoweredSegment):
                    return part
                raise ValueError(f"'{op.name}' runs on the host, because {segment.reason}")
        raise ValueError(f"'{op.name}' is no part of compiled code: it names state, marks an order, or is fed")

    def hlo(self, item, stage="optimized"):
        """The text of the compiled code that `item`, an Operation or Tensor, is part of.

        stage: "optimized" for what XLA made for the device, "stablehlo" for what JAX gave to XLA.
        Raises ValueError for what is not compiled, or has not been: code is made by the first run.
        """
        return self.part_of(item.op if isinstance(item, Tensor) else item).hlo(stage)

    @property
    def pruned(self):
        """The operations of the graph that do not run."""
        running = set(self.operations)
        return [op for op in self.graph.get_operations() if op not in running]

    def __repr__(self):
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
        stories = {part.segment: part.story for part in self.lowered if isinstance(part, LoweredSegment)}
        for i, segment in enumerate(self.segments):
            where = "the host" if segment.on_host else f"{segment.device.device_type}:{segment.device.index}"
            count = len(segment.operations)
            lines.append(
                f"  segment {i + 1}  {count} operation{'s' * (count != 1)} on {where}, because {segment.reason}: "
                f"{_some(_label(op) for op in segment.operations)}"
            )
            told = stories.get(segment)
            if told:
                lines.append(f"             {told}")
        markers = [op.name for op in self.body.steps if is_marker(op)]
        if markers:
            lines.append(f"  only mark an order, or name state: {_some(markers)}")
        return "\n".join(lines)


def is_initial(value):
    """True for state as it was before the run."""
    return value is not None and not isinstance(value, Tensor) and not value.number and not lives_in_run(value.owner)


def _label(step):
    return f"[{step.kind} {step.name}: {len(step.members)} operations]" if isinstance(step, Region) else step.name


def _some(names, limit=8):
    names = list(names)
    return ", ".join(names[:limit]) + (f" … {len(names) - limit} more" if len(names) > limit else "")
