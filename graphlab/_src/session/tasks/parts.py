"""The parts of a run, by the task that executes them.

An operation runs on the task that its device names, on that of the state that it works on, or else on the session's own. A
part holds the operations of one task that can run one after the other without another task: its stage is the number of
times that the way to it, from whatever comes first, leads to another task. A branch or a loop runs on one task as a whole.
Constants, and the handles of state, are in each part that uses them.
"""

import collections
import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, OpError, UnimplementedError, explain
from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.compiler.effects import Effects
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.control_flow_context import (
    flow,
    is_enter,
    is_loop_cond,
    is_merge,
    is_next_iteration,
    is_switch,
)
from graphlab._src.graph.device import Task, task_name
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import GradientArray, is_identity, is_variable, lives_in_run, owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import cycles, is_no_op
from graphlab._src.session.annotations import Element

Place: TypeAlias = Task | None  # where a part runs: another task, or None, this process


@dataclasses.dataclass(frozen=True, eq=False)
class TaskPart:
    """What one task executes of a run, without waiting for another task.

    place: the task, or None for this process.
    operations: what runs, in the order of the graph.
    targets: those of them that nothing else in the part needs, so that they have to be requested.
    feeds: the tensors whose values it needs, fed to the run or computed by other parts.
    fetches: the tensors whose values other parts need, or the run returns.
    after: the numbers of the parts that run before it.
    borrows: the variables of several tasks that a branch or loop here works on; else none.
    """

    place: Place
    operations: list[Operation]
    targets: list[Operation]
    feeds: list[Tensor]
    fetches: list[Tensor]
    after: frozenset[int]
    borrows: list[Operation]


@dataclasses.dataclass(frozen=True, eq=False)
class TaskPlan:
    """The parts of a run, each after those that it needs.

    operations: all operations of the run.  places: {operation: where it runs}.
    """

    operations: list[Operation]
    places: dict[Operation, Place]
    parts: list[TaskPart]

    def done_before(self, part: TaskPart) -> frozenset[Operation]:
        """The operations that a part of this process doesn't run, although it depends on them: others run them."""
        own = set(part.operations)
        return frozenset(op for op in self.operations if op not in own and not is_no_op(op))


def cut_by_task(plan: Plan, place_of: Callable[[Task], Place]) -> TaskPlan:
    """Returns the TaskPlan of a run.

    plan: of the run as one process would execute it.  place_of(task): where its parts run, None for this process.
    Raises InvalidArgumentError as a run in one process does, and where state of several tasks is one operation's;
    UnimplementedError for a branch or loop that uses state of several tasks other than variables.
    """
    operations, fed = plan.operations, plan.feed_set
    groups = _groups(plan)
    places, borrowed = _places(operations, fed, groups, lambda op: place_of(plan.devices.task_of(op)))
    copied = {op for op in operations if op not in groups and is_copied(op)}
    spots = {op: (places[op], first if (first := groups.get(op)) in borrowed else None) for op in operations}
    stages = _Stages(operations, fed, groups, spots).stages()
    parts = _parts(operations, plan.fetches, fed, spots, stages, copied, borrowed, plan.effects)
    return TaskPlan(operations, places, parts)


# Where an operation runs, and the branch or loop that it belongs to where that works on variables of several tasks.
_Spot: TypeAlias = tuple[Place, Operation | None]


def _groups(plan: Plan) -> dict[Operation, Operation]:
    """{operation of a branch or loop, or on state that ends with the run: one operation that represents all of it}."""
    leaders: dict[Operation, Operation] = {}

    def leader(op: Operation) -> Operation:
        while leaders.setdefault(op, op) is not op:
            op = leaders[op]
        return op

    def join(ops: Iterable[Operation]) -> None:
        first, *others = sorted({leader(op) for op in ops}, key=lambda op: op.id)
        for other in others:
            leaders[other] = first

    inside = set(plan.operations)
    for step in plan.body.steps:
        if isinstance(step, Region):
            join(_with_entrances(step.members, inside))
    guards = _guards(plan)
    for op in plan.operations:
        if guards[op] or is_merge(op):
            join([op, *(one for one in _before(op, plan.feed_set) if guards.get(one))])
    for op in plan.operations:
        for tensor in op.inputs:
            owner = owner_of(tensor) if tensor.dtype is dtypes.resource else None
            if owner is not None and lives_in_run(owner):
                while isinstance(owner, GradientArray):
                    owner = owner.array
                if owner in inside:
                    join([op, owner])
    units = _dependencies(plan.operations, plan.feed_set, {op: leader(op) for op in list(leaders)})
    for members in cycles(units):  # what a group needs that needs the group runs with it
        join(members)
    return {op: leader(op) for op in list(leaders)}


def _dependencies(
    operations: list[Operation], fed: Collection[Tensor], groups: dict[Operation, Operation]
) -> dict[Operation, list[Operation]]:
    """{unit: the units that it depends on}; a unit is a group, as the operation that represents it, or an operation of none.

    Constants are left out: who needs one has its own.
    """
    found: dict[Operation, dict[Operation, None]] = {groups.get(op, op): {} for op in operations}
    for op in operations:
        unit = groups.get(op, op)
        for one in _before(op, fed):
            other = groups.get(one, one)
            is_own = one not in groups and not one.inputs and not one.controls and is_copied(one)
            if other is not unit and other in found and not is_own:
                found[unit][other] = None
    return {unit: list(others) for unit, others in found.items()}


def _guards(plan: Plan) -> dict[Operation, tuple[Tensor, ...]]:
    """{operation: the conditions on which it runs, outermost first}; a Switch has that which it decides among them."""
    guards: dict[Operation, tuple[Tensor, ...]] = {}
    for op in plan.operations:  # what closes a loop is under the conditions of what enters it
        found = max((guards.get(one, ()) for one in _before(op, plan.feed_set)), key=len, default=())
        if is_switch(op) and not is_loop_cond(op.inputs[1].op):
            found = (*found, op.inputs[1])
        elif is_merge(op) and not any(is_enter(tensor.op) or is_next_iteration(tensor.op) for tensor in op.inputs):
            found = found[:-1]
        guards[op] = found
    return guards


def _before(op: Operation, fed: Collection[Tensor]) -> Iterator[Operation]:
    for tensor in op.inputs:
        if tensor not in fed:
            yield tensor.op
    yield from op.controls


def _with_entrances(members: Iterable[Operation], inside: set[Operation]) -> set[Operation]:
    """The operations of a branch or loop, with those by which values come into it."""
    found: set[Operation] = set()
    waiting = [op for op in members if op in inside]
    while waiting:
        op = waiting.pop()
        if op not in found:
            found.add(op)
            waiting.extend(tensor.op for tensor in op.inputs if flow(tensor.op) in _ENTRANCES and tensor.op in inside)
    return found


_ENTRANCES = ("switch", "enter")


def _places(
    operations: list[Operation],
    fed: frozenset[Tensor],
    groups: dict[Operation, Operation],
    requested: Callable[[Operation], Place],
) -> tuple[dict[Operation, Place], dict[Operation, list[Operation]]]:
    """{operation: where it runs}, and {a branch's or loop's representative: the variables of several tasks that it uses}."""
    places: dict[Operation, Place] = {}
    waiting = list(operations)
    while waiting:  # in the order of the graph, but for what closes a loop
        later: list[Operation] = []
        for op in waiting:
            sources = [tensor.op for tensor in state_inputs(op) if tensor not in fed]
            if op not in groups and any(source not in places for source in sources):
                later.append(op)
                continue
            found = {places[source]: source for source in sources if source in places}
            if len(found) > 1 and op not in groups:
                raise _torn(op, found)
            places[op] = next(iter(found), None) if found else requested(op)
        if len(later) == len(waiting):
            raise InvalidArgumentError(None, None, explain("State is needed before it is made", at=later[0]))
        waiting = later
    members: dict[Operation, list[Operation]] = collections.defaultdict(list)
    for op, first in sorted(groups.items(), key=lambda pair: pair[0].id):
        members[first].append(op)
    borrowed: dict[Operation, list[Operation]] = {}
    for first, group in members.items():
        place, variables = _place_of_group(group, places, fed)
        places.update((op, place) for op in group)
        if variables:
            borrowed[first] = variables
    return places, borrowed


def _place_of_group(
    group: list[Operation], places: dict[Operation, Place], fed: frozenset[Tensor]
) -> tuple[Place, list[Operation]]:
    """(where a branch or loop runs, the variables that it borrows).

    It runs where its state is, else in this process if any of it does, else with its first operation. Where it uses variables of
    several tasks it runs in this process, on their values.
    """
    inside = set(group)
    state: dict[Place, Operation] = {}
    owners: dict[Any, None] = {}
    for op in group:
        for tensor in state_inputs(op):
            if tensor not in fed and tensor.op not in inside:
                state.setdefault(places[tensor.op], op)
                owners[owner_of(tensor)] = None
        if op.definition.holds_state:
            state.setdefault(places[op], op)
            owners[None] = None
    if len(state) > 1 and all(owner is not None and is_variable(owner) for owner in owners):
        return None, list(owners)
    if len(state) > 1:
        one, other = list(state.items())[:2]
        raise UnimplementedError(
            one[1].node_def,
            one[1],
            explain(
                f"A branch or loop uses state of {_name(one[0])} in '{one[1].name}', and of {_name(other[0])} in "
                f"'{other[1].name}'",
                at=one[1],
                fix="place what is no variable of it on one task",
            ),
        )
    if state:
        return next(iter(state)), []
    found = [places[op] for op in group]
    return None if None in found else found[0], []


def _torn(op: Operation, found: dict[Place, Operation]) -> OpError:
    names = " and ".join(f"'{source.name}' on {_name(place)}" for place, source in found.items())
    return InvalidArgumentError(
        op.node_def,
        op,
        explain(
            f"Cannot place {{{{node {op.name}}}}}: it uses state of several tasks: {names}",
            at=op,
            fix="place what it works on on one task: with tf.device(…)",
        ),
    )


def _name(place: Place) -> str:
    return "this task" if place is None else task_name(place)


def state_inputs(op: Operation) -> Iterator[Tensor]:
    """The inputs that only the task has which made them: references that are written or read, handles, datasets."""
    references = () if op.definition is None else op.definition.ref_indices
    reads = is_identity(op)  # where the variable is, so that what it waits for is before it
    for i, tensor in enumerate(op.inputs):
        if tensor.dtype in _HANDLES or i in references or reads and tensor.dtype.is_ref_dtype:
            yield tensor


_HANDLES = (dtypes.resource, dtypes.variant)


def is_copied(op: Operation) -> bool:
    """True for what each part that needs it runs anew: constants, and what names or describes state and changes none."""
    if is_constant(op):
        return not op.controls
    if not op.outputs or not all(tensor.dtype in _HANDLES or tensor.dtype.is_ref_dtype for tensor in op.outputs):
        return False
    if not op.inputs:
        return True  # what it waits for has run before each part that needs it
    return (
        not op.controls and all(tensor.dtype is dtypes.variant for tensor in op.outputs) and not op.definition.stateful
    )


class _Stages:
    """{operation: the number of its stage}."""

    def __init__(
        self,
        operations: list[Operation],
        fed: frozenset[Tensor],
        groups: dict[Operation, Operation],
        spots: dict[Operation, _Spot],
    ) -> None:
        self._groups = groups
        self._spots = spots
        self._before = _dependencies(operations, fed, groups)
        self._members: dict[Operation, list[Operation]] = {}
        for op in operations:
            self._members.setdefault(groups.get(op, op), []).append(op)

    def stages(self) -> dict[Operation, int]:
        ordered = _topological(self._before)
        stage: dict[Operation, int] = {}
        for unit in ordered:
            spot = self._spots[unit]
            if self._is_free(unit):  # it adds no stage of its own: what it waits for decides
                stage[unit] = max((stage[one] for one in self._before[unit]), default=0)
                continue
            stage[unit] = max((stage[one] + (self._spots[one] != spot) for one in self._real(unit)), default=0)
        self._delay(ordered, stage)
        return {op: stage[unit] for unit, members in self._members.items() for op in members}

    def _is_free(self, unit: Operation) -> bool:
        return unit not in self._groups and is_no_op(unit)

    def _real(self, unit: Operation) -> list[Operation]:
        """What a unit waits for, with markers replaced by what they wait for."""
        found: dict[Operation, None] = {}
        waiting = list(self._before[unit])
        seen: set[Operation] = set()
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if self._is_free(one):
                waiting.extend(self._before[one])
            else:
                found[one] = None
        return list(found)

    def _delay(self, ordered: list[Operation], stage: dict[Operation, int]) -> None:
        """Moves what has no effect to the stage that needs it, so that a task has few parts."""
        after: dict[Operation, list[Operation]] = collections.defaultdict(list)
        for unit in ordered:
            for one in self._before[unit]:
                after[one].append(unit)
        for unit in reversed(ordered):
            if self._has_effect(unit) or not after[unit]:
                continue
            spot = self._spots[unit]
            latest = min(
                stage[one] if self._spots[one] == spot or self._is_free(one) else stage[one] - 1 for one in after[unit]
            )
            stage[unit] = max(stage[unit], latest)

    def _has_effect(self, unit: Operation) -> bool:
        return any(
            op.definition is None
            or op.definition.stateful
            or op.definition.host
            or op.definition.waits
            or any(owner_of(tensor) is not None for tensor in op.inputs)
            for op in self._members[unit]
        )


def _topological(before: dict[Operation, list[Operation]]) -> list[Operation]:
    ordered: list[Operation] = []
    state: dict[Operation, bool] = {}  # unit -> whether all before it are in `ordered`
    for first in before:
        waiting = [first]
        while waiting:
            unit = waiting[-1]
            if state.get(unit):
                waiting.pop()
                continue
            left = [one for one in before[unit] if not state.get(one)]
            if unit in state and left:
                raise InvalidArgumentError(
                    unit.node_def, unit, explain("Operations wait for each other in a cycle", at=unit)
                )
            if left:
                state[unit] = False
                waiting.extend(left)
                continue
            state[unit] = True
            ordered.append(unit)
            waiting.pop()
    return ordered


def _parts(
    operations: list[Operation],
    fetches: Sequence[Element],
    fed: frozenset[Tensor],
    spots: dict[Operation, _Spot],
    stages: dict[Operation, int],
    copied: set[Operation],
    borrowed: dict[Operation, list[Operation]],
    effects: Effects,
) -> list[TaskPart]:
    places = {op: place for op, (place, _) in spots.items()}
    fetched = [item for item in fetches if isinstance(item, Tensor) and item not in fed]
    wanted = {tensor.op for tensor in fetched}
    # A reference that another task reads is its variable's value, which the variable's task reads.
    for op in operations:
        wanted.update(
            tensor.op for tensor in op.inputs if tensor.dtype.is_ref_dtype and places[tensor.op] != places[op]
        )
    groups: dict[tuple[int, _Spot], list[Operation]] = collections.defaultdict(list)
    for op in operations:
        if not is_no_op(op) and (op not in copied or op in wanted):
            groups[stages[op], spots[op]].append(op)
    keys = sorted(groups, key=_order)
    drafts = [_Draft(place, dict.fromkeys(groups[i, (place, alone)]), alone) for i, (place, alone) in keys]
    for draft in drafts:
        draft.borrows = borrowed.get(draft.alone, []) if draft.alone is not None else []
    home = {op: i for i, key in enumerate(keys) for op in groups[key]}
    for i, draft in enumerate(drafts):
        draft.before.update(j for j in range(i) if drafts[j].place == draft.place)
        references = _connect(i, drafts, home, fed, places, copied, effects)
        for j in list(draft.before):
            draft.before |= drafts[j].before
        for tensor in references:
            # Its value is read as late as the order of the run allows: after all that this part comes after.
            last = [j for j in draft.before if drafts[j].place == places[tensor.op] and j >= home[tensor.op]]
            draft.read(tensor, max(last, default=home[tensor.op]), drafts)
    for tensor in fetched:
        i = home[tensor.op]
        if tensor.dtype.is_ref_dtype:  # what is fetched is its variable's value at the end
            i = max(j for j, draft in enumerate(drafts) if draft.place == places[tensor.op])
            if tensor.op in copied:  # what has written to the variable ran before, and doesn't run again
                drafts[i].operations.setdefault(tensor.op)
        drafts[i].fetches[tensor] = None
    return [draft.part() for draft in drafts]


def _order(key: tuple[int, _Spot]) -> tuple[Any, ...]:
    stage, (place, alone) = key
    return stage, place is not None, place or ("", 0), -1 if alone is None else alone.id


class _Draft:
    """A TaskPart that is being made. before: the numbers of the parts that run before it."""

    def __init__(self, place: Place, operations: dict[Operation, None], alone: Operation | None) -> None:
        self.place = place
        self.alone = alone
        self.borrows: list[Operation] = []
        self.operations = operations
        self.feeds: dict[Tensor, None] = {}
        self.fetches: dict[Tensor, None] = {}
        self.before: set[int] = set()

    def read(self, tensor: Tensor, source: int, drafts: "list[_Draft]") -> None:
        """Has another part compute a tensor for this one."""
        if tensor.dtype.is_ref_dtype:
            drafts[source].operations.setdefault(tensor.op)
        drafts[source].fetches[tensor] = None
        self.feeds[tensor] = None
        self.before |= {source, *drafts[source].before}

    def part(self) -> TaskPart:
        operations = sorted(self.operations, key=lambda op: op.id)
        needed = {tensor.op for tensor in self.fetches}
        for op in operations:
            needed.update(tensor.op for tensor in op.inputs if tensor not in self.feeds)
            needed.update(controls_of(op))
        targets = [op for op in operations if op not in needed]
        return TaskPart(
            self.place,
            operations,
            targets,
            list(self.feeds),
            list(self.fetches),
            frozenset(self.before),
            self.borrows,
        )


def _connect(
    i: int,
    drafts: list[_Draft],
    home: dict[Operation, int],
    fed: frozenset[Tensor],
    places: dict[Operation, Place],
    copied: set[Operation],
    effects: Effects,
) -> dict[Tensor, None]:
    """Connects a part with those before it; returns the variables' references that it reads on other tasks."""
    draft = drafts[i]
    references: dict[Tensor, None] = {}
    newer = {
        tensor
        for op in draft.operations
        for index, tensor in enumerate(op.inputs)
        if index in effects.reads.get(op, {}) and owner_of(tensor) is None
    }  # plain reads of variables that were written since
    waiting = list(draft.operations)
    while waiting:
        op = waiting.pop()
        for tensor in op.inputs:
            source = tensor.op
            if tensor in fed:
                draft.feeds[tensor] = None
            elif source in draft.operations:
                continue
            elif source in copied and (is_constant(source) or places[source] == draft.place or draft.borrows):
                draft.operations[source] = None
                waiting.append(source)
            elif source in copied:
                references[tensor] = None
            elif (places[source] == draft.place or draft.borrows) and (
                tensor.dtype.is_ref_dtype or tensor.dtype in _HANDLES
            ):
                draft.before.add(home[source])
                if owner_of(tensor) is None:  # what is no variable is found by running its operation anew
                    draft.operations[source] = None
                    waiting.append(source)
            elif tensor in newer and places[source] == draft.place:
                draft.before.add(home[source])
                draft.operations[source] = None
                waiting.append(source)
            elif tensor.dtype.is_ref_dtype:
                references[tensor] = None
                draft.before.add(home[source])
            else:
                draft.read(tensor, home[source], drafts)
        draft.before.update(home[control] for control in controls_of(op) if home.get(control, i) != i)
    return references


def controls_of(op: Operation) -> Iterator[Operation]:
    """The operations that must run before, with markers replaced by what they wait for."""
    waiting = list(op.controls)
    seen: set[Operation] = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if is_no_op(one):
            waiting.extend(one.controls)
        else:
            yield one
