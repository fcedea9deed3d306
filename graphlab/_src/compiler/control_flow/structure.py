"""Branches and loops, found among a run's operations: each becomes one Region, which runs as one operation would.

TensorFlow 1 writes a branch as Switch and Merge, and a loop as a frame of Enter, Merge, Switch, NextIteration and Exit.
`arrange` reads them back. Enter operations identify frames; within a frame every operation has a guard, the
outcomes of conditions under which it runs: what a Switch hands on adds one, a Merge removes it.
"""

import graphlib
import heapq
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from graphlab._src.base.errors import InvalidArgumentError, OpError, explain, text_of
from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.function_calls import expand, is_call
from graphlab._src.compiler.control_flow.regions import Body, Cond, Dataflow, Region, Step, Variable, While
from graphlab._src.compiler.control_flow.variable_choice import Choice, choose, decisions, is_chosen
from graphlab._src.graph.control_flow_context import (
    flow,
    is_enter,
    is_exit,
    is_loop_cond,
    is_merge,
    is_next_iteration,
    is_switch,
)
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import enters, is_identity
from graphlab._src.graph.tensor import Tensor

_Outcome: TypeAlias = tuple[Tensor | None, int]  # a condition, and the side of it that is taken
_Guard: TypeAlias = tuple[_Outcome, ...]  # the outcomes under which an operation runs
_Node = TypeVar("_Node", Operation, Step)

_FLOW = frozenset(["enter", "exit", "merge", "switch", "next_iteration", "select"])
_AROUND = frozenset(["enter", "exit", "next_iteration"])  # brings values into a loop, around it and out of it


def has_control_flow(operations: Collection[Operation]) -> bool:
    """True when there is a branch or a loop among them."""
    return any(flow(op) in _FLOW or is_call(op) for op in operations)


def arrange(
    operations: Collection[Operation], feeds: Collection[Tensor] = (), fetches: Collection[Tensor | Operation] = ()
) -> Body:
    """A Body of these operations, with their branches and loops as Regions.

    operations: a set that holds everything that it needs.  fetches: the Tensors and Operations whose values are wanted.
    feeds: a set of the tensors whose values come from elsewhere; none of them is looked behind.
    Raises InvalidArgumentError where branches and loops are not built as TensorFlow builds them.
    """
    frames = _Frames(operations, feeds, fetches)
    body = Body(_Arrangement(frames, frames.root).steps())
    body.never, body.dead = frames.never, frames.dead
    return body


class _Frame:
    def __init__(self, name: bytes, parent: "_Frame | None") -> None:
        self.name = name
        self.parent = parent
        self.children: dict[object, _Frame] = {}
        self.ops: list[Operation] = []
        self.plain: set[Operation] = set()  # Enters and Exits of other frames that only hand on a value
        self.left: list[
            Tensor
        ] = []  # the tensors in it that are used, once it has ended, by other operations than Exits

    def condition(self) -> Tensor:
        """The condition of the loop."""
        conditions = [op for op in self.ops if is_loop_cond(op)]
        if len(conditions) != 1:
            raise _unstructured(
                self.ops[0],
                f"The loop '{text_of(self.name)}' has {len(conditions)} conditions (LoopCond operations), not one",
            )
        return conditions[0].outputs[0]


class _Frames:
    """The frame of each operation, from the Enter and Exit operations on the way to it."""

    def __init__(
        self, operations: Collection[Operation], feeds: Collection[Tensor], fetches: Collection[Tensor | Operation]
    ) -> None:
        self.never: set[Operation] = set()
        self.dead: set[Tensor] = set()
        self.feeds = feeds
        self.fetched = {getattr(item, "op", None) for item in fetches if item not in feeds}
        self.root = _Frame(b"", None)
        self.of: dict[Operation, _Frame] = {}
        for op in _order(operations, _before_in(operations)):
            frame = self.of[op] = self._frame(op)
            frame.ops.append(op)
        for frame in sorted(dict.fromkeys(self.of.values()), key=_depth, reverse=True):
            if frame is not self.root and not self._dissolve(frame):
                self._end(frame)

    def _dissolve(self, frame: "_Frame") -> bool:
        """Makes a frame that is no loop, for nothing goes around in it, part of the frame around it."""
        parent = frame.parent
        if parent is None or any(is_loop_cond(op) or is_next_iteration(op) for op in frame.ops):
            return False
        parent.ops += frame.ops
        self.of.update(dict.fromkeys(frame.ops, parent))
        parent.plain.update(op for op in frame.ops if is_enter(op) or is_exit(op))
        del parent.children[frame.name]
        for name, child in frame.children.items():
            parent.children[frame.name, name] = child
            child.parent = parent
        return True

    def _end(self, frame: "_Frame") -> None:
        """Moves what is computed between a loop's Switch and its Exit after the loop: it runs once, when that has ended.

        `tf.tuple`, by which an optimizer waits for all gradients of an operation, puts an Identity there.
        """
        if all(_leaves_at_once(op) for op in frame.ops if is_exit(op) and op not in frame.plain):
            return
        condition, parent = frame.condition(), frame.parent
        assert parent is not None  # only other frames than the root end
        last = {
            op.outputs[0] for op in frame.ops if is_switch(op) and _canonical(op.inputs[1], self.feeds) is condition
        }
        ended: set[Operation] = set()

        def follows(op: Operation) -> bool:
            return any(t in last or t.op in ended for t in op.inputs) or any(c in ended for c in op.control_inputs)

        growing = True
        while growing:
            growing = False
            for op in frame.ops:
                at_once = is_exit(op) and op.inputs[0] in last
                if op not in ended and not at_once and follows(op):
                    ended.add(op)
                    growing = True
            for name, child in list(frame.children.items()):
                if any(follows(op) for op in child.ops if is_enter(op)):
                    del frame.children[name]
                    parent.children[frame.name, name] = child
                    child.parent = parent
                    ended |= _all_ops(child)
                    growing = True
        frame.left = list(dict.fromkeys(t for op in ended for t in op.inputs if self.of.get(t.op) is frame))
        frame.left = [tensor for tensor in frame.left if tensor.op not in ended]
        moved = [op for op in frame.ops if op in ended]
        frame.ops = [op for op in frame.ops if op not in ended]
        parent.ops += moved
        self.of.update(dict.fromkeys(moved, parent))
        parent.plain.update(op for op in moved if is_exit(op))

    def _frame(self, op: Operation) -> _Frame:
        deepest, source = self.root, None
        before = [t.op for t in op.inputs] + op.control_inputs
        for other in before:
            frame = self._behind(other)
            if frame is not None and _depth(frame) > _depth(deepest):
                deepest, source = frame, other
        for other in before:
            frame = self._behind(other)
            if frame is not None and not _is_within(deepest, frame):
                assert source is not None  # what led to the deepest
                raise _from_different_frames(op, (other, frame), (source, deepest))
        if is_enter(op):
            frame_name = op.attrs["frame_name"]
            if frame_name not in deepest.children:
                deepest.children[frame_name] = _Frame(frame_name, deepest)
            return deepest.children[frame_name]
        return deepest

    def _behind(self, op: Operation) -> _Frame | None:
        """The frame in which the outputs of an operation are; None on the way back to a Merge."""
        frame = self.of.get(op)
        return frame.parent if frame is not None and is_exit(op) else frame


def _is_within(frame: "_Frame | None", outer: "_Frame") -> bool:
    while frame is not outer:
        if frame is None:
            return False
        frame = frame.parent
    return True


def _from_different_frames(op: Operation, *inputs: tuple[Operation, _Frame]) -> OpError:
    places = " ".join(
        f"The input {{{{node {other.name}}}}} is in frame '{text_of(frame.name)}'." for other, frame in inputs
    )
    return _unstructured(op, f"{{{{node {op.name}}}}} has inputs from different frames. {places}")


def _depth(frame: "_Frame") -> int:
    depth = 0
    while frame.parent is not None:
        frame, depth = frame.parent, depth + 1
    return depth


def _before_in(operations: Collection[Operation]) -> Callable[[Operation], list[Operation]]:
    def before(op: Operation) -> list[Operation]:
        if is_merge(op):
            return [t.op for t in op.inputs if t.op in operations and not is_next_iteration(t.op)] + [
                c for c in op.control_inputs if c in operations
            ]
        return [t.op for t in op.inputs if t.op in operations] + [c for c in op.control_inputs if c in operations]

    return before


def _order(nodes: Collection[_Node], before: Callable[[_Node], Iterable[_Node]]) -> list[_Node]:
    """The nodes, what each needs first before it; among those that are ready, the oldest first."""
    waits: dict[_Node, int] = {}
    followers: dict[_Node, list[_Node]] = {}
    for node in nodes:
        needed = set(before(node)) - {node}
        waits[node] = len(needed)
        for other in needed:
            followers.setdefault(other, []).append(node)
    ready = [(node.order, node) for node in nodes if not waits[node]]
    heapq.heapify(ready)
    ordered: list[_Node] = []
    while ready:
        _, node = heapq.heappop(ready)
        ordered.append(node)
        for follower in followers.get(node, ()):
            waits[follower] -= 1
            if not waits[follower]:
                heapq.heappush(ready, (follower.order, follower))
    if len(ordered) != len(waits):
        stuck = min((node for node in nodes if waits[node]), key=lambda node: node.order)
        raise _unstructured(stuck, f"The operations form a cycle through '{stuck.name}'")
    return ordered


def _unstructured(op: Step, message: str) -> OpError:
    return InvalidArgumentError(
        getattr(op, "node_def", None),
        op if not isinstance(op, Region) else None,
        explain(message, at=op.describe(), fix="build branches and loops with tf.cond and tf.while_loop"),
    )


class _Arrangement:
    """One frame: its loops inside become Regions, then its branches do."""

    def __init__(self, frames: _Frames, frame: "_Frame", context: _Guard = ()) -> None:
        self._all = frames.of
        self._context = context  # the outcomes under which the frame runs at all
        self._step_of: dict[Operation, Region] = {}
        self._decisions: set[Tensor] = set()  # what decides within the Choices
        nodes: list[Step] = []
        for op in frame.ops:
            if is_chosen(op):
                choice = choose(op)
                self._step_of[op] = choice
                self._decisions.update(decisions(choice))
                nodes.append(choice)
            elif is_call(op):
                call = expand(op, arrange)
                self._step_of.update(dict.fromkeys(call.members, call))
                for body in call.bodies:
                    frames.never |= body.never
                    frames.dead.update(body.dead)
                nodes.append(call)
            elif not is_exit(op) or frame.parent is None or op in frame.plain:
                nodes.append(op)
        loops: dict[While, _Frame] = {}
        for child in frame.children.values():
            loop = _loop(child)
            loops[loop] = child
            self._step_of.update(dict.fromkeys(loop.members, loop))
            nodes.append(loop)
        self._nodes: set[Step] = set(nodes)
        self._ordered = _order(nodes, self._before)
        self._guards: dict[Step, _Guard] = {}
        self._loose: list[Operation] = []  # Merges of what several conditions decide, NextIterations that may not come
        self._preds: dict[Step, _Outcome] = {}
        self.never, self.dead = frames.never, frames.dead
        self._feeds = frames.feeds
        for node in self._ordered:
            self._guards[node] = self._guard(node)
        self._decides: dict[Tensor, list[Operation]] = {}  # a condition -> the Switches that it decides
        for op in self._nodes:
            if is_switch(op):
                self._decides.setdefault(self._condition(op)[0], []).append(op)
        for loop, child in loops.items():
            if self._guards[loop] != NEVER:
                known = () if self._guards[loop] == LOOSE else self._guards[loop]
                _fill(loop, _Arrangement(frames, child, _join(context, known)), child.plain)
        switches = [op for op in self._ordered if op in frames.fetched and is_switch(op)]
        if self._loose or switches:
            self._gather(switches)

    def steps(self) -> list[Step]:
        """The Operations and Regions of the frame, in order."""
        return self._level([node for node in self._ordered if self._guards[node] != NEVER], 0)

    def _gather(self, switches: Sequence[Operation]) -> None:
        """Puts what several conditions decide, with all that these conditions guard, into a Dataflow.

        switches: Switches of which an output is fetched, which has a value or not as well.
        """
        followers: dict[Step, list[Step]] = {node: [] for node in self._ordered}
        for node in self._ordered:
            for other in self._before(node):
                followers[other].append(node)
        live = self._downstream([node for node in self._ordered if self._is_gate(node)], followers)
        guarded = {
            node
            for node in self._ordered
            if self._guards[node] != NEVER and not self._is_plumbing(node)
            if self._guards[node] or node in self._preds or is_switch(node)
        }
        carried = {self._node(tensor.op) for op in self._loose if is_next_iteration(op) for tensor in op.inputs}
        inside = {n for n in guarded if self._guards[n] == LOOSE or n in switches or n in carried}
        while True:
            grown = set(inside)
            for node in self._ordered:  # what is between them runs with them
                grown.update(other for other in self._before(node) if node in grown and other in guarded)
            for node in reversed(self._ordered):
                grown.update(other for other in followers[node] if node in grown and other in guarded)
            below, above = self._downstream(grown, followers), set(grown)
            for node in reversed(self._ordered):
                if any(other in above for other in followers[node]):
                    above.add(node)
            for side in (live, set(self._ordered) - live):
                grown.update(n for n in below & above & side if not self._is_plumbing(n) and self._guards[n] != NEVER)
            if grown == inside:
                break
            inside = grown
        for alive in (False, True):
            steps = [node for node in self._ordered if node in inside and (node in live) is alive]
            if steps:
                flow = Dataflow(steps, [*self._loose, *switches][0])
                self._step_of.update(dict.fromkeys(flow.members, flow))
                self._nodes = {node for node in self._nodes if node not in inside or (node in live) is not alive} | {
                    flow
                }
                self._guards[flow] = ()
        self._guards.update((node, ()) for node in self._nodes if self._guards[node] == LOOSE)
        # What never runs may be between two operations of a Dataflow, which would wait for itself.
        self._nodes = {node for node in self._nodes if self._guards[node] != NEVER}
        self._ordered = _order(self._nodes, self._before)

    def _downstream(self, nodes: Iterable[Step], followers: Mapping[Step, Iterable[Step]]) -> set[Step]:
        found = set(nodes)
        for node in self._ordered:
            if node in found:
                found.update(followers[node])
        return found

    def _is_gate(self, node: Step) -> bool:
        """True for a Switch that lets a value into an iteration of the loop."""
        return is_switch(node) and is_loop_cond(self._condition(node)[0].op)

    def _is_plumbing(self, node: Step) -> bool:
        """True for what brings values into the loop of the frame, around it and out of it."""
        if is_merge(node):
            return any(is_next_iteration(tensor.op) for tensor in node.inputs)
        return flow(node) in _AROUND or is_loop_cond(node) or self._is_gate(node)

    def _node(self, op: Operation) -> Step:
        return self._step_of.get(op, op)

    def _before(self, node: Step) -> list[Step]:
        found: list[Step] = []
        for tensor in node.inputs:
            if node in self._nodes and is_next_iteration(tensor.op) and is_merge(node):
                continue
            found.append(self._node(tensor.op))
        found.extend(self._node(c) for c in node.control_inputs)
        return [other for other in found if other in self._nodes and other is not node]

    def _outcome(self, tensor: Tensor) -> _Guard:
        """The guard that using this tensor adds, for an output of a Switch that is no loop's."""
        op = tensor.op
        if not is_switch(op) or op not in self._nodes:
            return ()
        pred, side = self._condition(op, tensor.value_index)
        if is_loop_cond(pred.op):
            return ()
        if (pred, side) in self._context:
            return ()
        return NEVER if (pred, 1 - side) in self._context else ((pred, side),)

    def _condition(self, switch: Operation, side: int = 1) -> tuple[Tensor, int]:
        """The condition of a Switch, and the outcome of it that leads to that side."""
        pred = _canonical(switch.inputs[1], self._feeds)
        definition = pred.op.definition
        if definition is not None and definition.equality and pred.op.inputs[0].op in self._preds:
            return self._of_merge(pred.op, side)
        return pred, side

    def _of_merge(self, equal: Operation, side: int) -> tuple[Tensor, int]:
        """The index of the input that a Merge forwarded says what its condition was: gradients compare it."""
        merge = equal.inputs[0].op
        which = Constants(self._feeds).value(equal.inputs[1])
        if equal.inputs[0].value_index != 1 or which is None or which not in (0, 1):
            return equal.outputs[0], side
        pred, first_side = self._preds[merge]
        assert pred is not None  # it is neither NEVER nor LOOSE
        taken = first_side if which == 0 else 1 - first_side
        return pred, taken if side else 1 - taken

    def _through(self, tensor: Tensor) -> _Guard:
        """The guard under which a tensor has a value."""
        guard = self._guards.get(self._node(tensor.op), ())
        return _join(guard, self._outcome(tensor))

    def _guard(self, node: Step) -> _Guard:
        guard = self._guard_of(node)
        if guard == NEVER:
            self.never |= node.members if isinstance(node, Region) else {node}
        return guard

    def _guard_of(self, node: Step) -> _Guard:
        if flow(node) == "trigger":
            return ()
        if is_merge(node) and not any(is_next_iteration(t.op) for t in node.inputs):
            return self._merged(node)
        guard = ()
        for tensor in node.required if isinstance(node, Choice) else node.inputs:
            guard = _join(guard, self._through(tensor))
        for control in node.control_inputs:
            guard = _join(guard, self._guards.get(self._node(control), ()))
        if guard not in ((), NEVER) and is_next_iteration(node):
            self._loose.append(node)  # the loop may end for want of a value
            return LOOSE
        return guard

    def _merged(self, merge: Operation) -> _Guard:
        guards = [self._through(tensor) for tensor in merge.inputs]
        found = self._joined(merge, guards)
        for control in merge.control_inputs:
            # What is in one of the branches is waited for when that branch runs; a Merge does not need it otherwise.
            waits = self._guards.get(self._node(control), ())
            if waits != found[: len(waits)] and not any(waits[: len(one)] == one for one in guards if one):
                found = LOOSE
        if found == LOOSE:
            self._loose.append(merge)
        return found

    def _joined(self, merge: Operation, guards: list[_Guard]) -> _Guard:
        """The guard under which one of a Merge's inputs has a value."""
        alive = [guard for guard in guards if guard != NEVER]
        if len(alive) == 1:
            self.dead.update(t for t, guard in zip(merge.inputs, guards, strict=True) if guard == NEVER)
            return alive[0]
        if len(guards) == 2 and LOOSE not in guards:
            first, second = guards
            shared = 0
            while shared < min(len(first), len(second)) and first[shared] == second[shared]:
                shared += 1
            if len(first) == len(second) == shared + 1 and first[shared][0] is second[shared][0]:
                self._preds[merge] = (first[shared][0], first[shared][1])
                return first[:shared]
            # One of them is always there (the shape of a tensor that is known, in a gradient): where the other one is
            # there as well, that is the one of the branch taken.
            if len(first) == shared + 1 and len(second) == shared:
                self._preds[merge] = first[shared]
                return second
            if len(second) == shared + 1 and len(first) == shared:
                self._preds[merge] = (second[shared][0], 1 - second[shared][1])
                return first
            if len(first) == len(second) == shared:
                return first
        return LOOSE

    def _level(self, nodes: Sequence[Step], depth: int) -> list[Step]:
        """The steps among nodes whose guards agree up to `depth`; what is guarded further goes into branches."""
        groups: dict[Step, Tensor | None] = {}  # node that is guarded further, or its Merge -> pred
        for node in nodes:
            guard = self._guards[node]
            if len(guard) > depth:
                groups[node] = guard[depth][0]
            elif node in self._preds:
                groups[node] = self._preds[node][0]
        branches: list[Cond] = []
        for members in self._components(nodes, groups, depth):
            branches.append(self._branch(members, groups[members[0]], depth))
        steps: list[Step] = [*[node for node in nodes if node not in groups], *branches]
        if not branches:
            return steps
        inside: dict[Operation, Step] = {}
        for branch in branches:
            inside.update(dict.fromkeys(branch.members, branch))
        here = set(steps)

        def before(step: Step) -> list[Step]:
            found: list[Step] = []
            for tensor in step.inputs:
                if is_merge(step) and is_next_iteration(tensor.op):
                    continue
                found.append(inside.get(tensor.op) or self._node(tensor.op))
            found.extend(inside.get(c) or self._node(c) for c in step.control_inputs)
            return [other for other in found if other in here and other is not step]

        return _order(steps, before)

    def _components(
        self, nodes: Sequence[Step], groups: Mapping[Step, Tensor | None], depth: int
    ) -> Collection[list[Step]]:
        """Nodes of one condition that hang together; each becomes a branch of its own.

        What needs a result of the same branch, by way of others (a branch and its gradient) or with a tensor of one of its
        sides, comes in a later one.
        """
        found = self._hanging_together(groups, self._stages(nodes, groups, depth))
        if self._has_cycle(nodes, found):
            found = self._hanging_together(groups, self._strict_stages(nodes, groups, depth))
        return found

    def _stages(self, nodes: Sequence[Step], groups: Mapping[Step, Tensor | None], depth: int) -> dict[Step, int]:
        """How often the way to each node left a branch of its condition, and came back to the same condition."""
        results = self._results(groups, depth)
        stage: dict[Step, int] = {}
        for pred in dict.fromkeys(groups.values()):
            passed: dict[Step, int] = {}
            for node in nodes:
                inside = groups.get(node) is pred
                stages = [
                    passed[other] + (groups.get(other) is pred and (not inside or other in results))
                    for other in self._before(node)
                    if other in passed
                ]
                passed[node] = max(stages, default=0)
                if inside:
                    stage[node] = passed[node]
        return stage

    def _strict_stages(
        self, nodes: Sequence[Step], groups: Mapping[Step, Tensor | None], depth: int
    ) -> dict[Step, int]:
        """How often the way to each node changed from one condition, or none, to another: more and smaller branches."""
        results = self._results(groups, depth)
        stage: dict[Step, int] = {}
        for node in nodes:
            stages = [
                stage[other] + (groups.get(other) is not groups.get(node) or other in results)
                for other in self._before(node)
                if other in stage
            ]
            stage[node] = max(stages, default=0)
        return stage

    def _results(self, groups: Mapping[Step, Tensor | None], depth: int) -> set[Step]:
        """The Merges of branches, which are known once the branch has run."""
        return {node for node in groups if len(self._guards[node]) == depth}

    def _has_cycle(self, nodes: Sequence[Step], components: Iterable[list[Step]]) -> bool:
        """Whether each of two branches would need something of the other, directly or by way of others."""
        whole = {node: members[0] for members in components for node in members}
        before: dict[Step, set[Step]] = {}
        for node in nodes:
            place = whole.get(node, node)
            needed = before.setdefault(place, set())
            needed.update(whole.get(other, other) for other in self._before(node))
            needed.discard(place)
        sorter = graphlib.TopologicalSorter(before)
        try:
            sorter.prepare()
        except graphlib.CycleError:
            return True
        return False

    def _hanging_together(
        self, groups: Mapping[Step, Tensor | None], stage: Mapping[Step, int]
    ) -> Collection[list[Step]]:
        """Nodes of one condition and stage that are connected."""
        parent: dict[Step, Step] = {node: node for node in groups}

        def find(node: Step) -> Step:
            while parent[node] is not node:
                parent[node] = parent[parent[node]]
                node = parent[node]
            return node

        for node in groups:
            for other in self._before(node):
                if groups.get(other) is groups[node] and stage[other] == stage[node] and find(other) is not find(node):
                    parent[find(other)] = find(node)
        found: dict[Step, list[Step]] = {}
        for node in groups:
            found.setdefault(find(node), []).append(node)
        return found.values()

    def _branch(self, nodes: Sequence[Step], pred: Tensor | None, depth: int) -> Cond:
        merges: list[tuple[Operation, int, int]] = []
        sides: tuple[list[Step], list[Step]] = ([], [])
        members: set[Operation] = set()
        for node in nodes:
            members |= node.members if isinstance(node, Region) else {node}
            guard = self._guards[node]
            if len(guard) > depth:
                sides[guard[depth][1]].append(node)
            else:
                first_side = self._preds[node][1]
                assert isinstance(node, Operation)  # a Merge
                merges.append((node, first_side, 1 - first_side))
        bodies = [Body(self._level(side, depth + 1)) for side in sides]
        joined = [
            (merge.outputs[0], merge.outputs[1], [merge.inputs[i] for i in numbers], numbers)
            for merge, *numbers in merges
        ]
        assert pred is not None  # it is neither NEVER nor LOOSE
        return Cond(members, pred, bodies, joined, self._used_outside(members, bodies))

    def _used_outside(self, members: Collection[Operation], bodies: Sequence[Body]) -> list[tuple[Tensor, int]]:
        """[(tensor, side)] of what is made on one side and used where the same condition holds later on."""
        found: dict[tuple[Tensor, int], None] = {}
        for side, body in enumerate(bodies):
            made = {tensor: None for step in body.steps for tensor in step.outputs}
            for tensor in made:
                users = [*tensor.consumers(), *self._decides.get(tensor, ())]
                if tensor in self._decisions or any(op in self._all and op not in members for op in users):
                    found[tensor, side] = None
                    found.update({(source, side): None for source in _shapes_in(tensor) if source in made})
        return list(found)


def _shapes_in(tensor: Tensor) -> Generator[Tensor]:
    """The tensors whose shapes a number follows from: who works it out anew needs them, too."""
    waiting = [tensor]
    found: dict[Operation, None] = {}
    while waiting:
        op = waiting.pop().op
        if op in found or isinstance(op, Region) or op.definition is None:
            continue
        found[op] = None
        if op.definition.of_shape:
            yield from op.inputs
        elif op.definition.fold is not None:
            waiting.extend(op.inputs)


def _canonical(pred: Tensor, feeds: Collection[Tensor] = ()) -> Tensor:
    while pred not in feeds and (
        is_identity(pred.op) or enters(pred.op) and not (is_switch(pred.op) and is_merge(pred.op.inputs[0].op))
    ):
        source = pred.op.inputs[0]
        if source.dtype.is_ref_dtype:  # what was read decides, whatever the variable holds later on
            return pred
        pred = source
    return pred


NEVER: _Guard = ((None, 0),)  # the guard of what needs both outcomes of one condition
LOOSE: _Guard = ((None, 1),)  # the guard of what has a value under conditions that only a run decides


def _join(first: _Guard, second: _Guard) -> _Guard:
    """The guard of what needs both."""
    if NEVER in (first, second):
        return NEVER
    if LOOSE in (first, second):
        return LOOSE
    if len(first) < len(second):
        first, second = second, first
    if first[: len(second)] == second:
        return first
    added = tuple(outcome for outcome in second if outcome not in first)
    if any((pred, 1 - side) in first for pred, side in added):
        return NEVER
    return first + added


def _leaves_at_once(exits: Operation) -> bool:
    return is_switch(exits.inputs[0].op)


def _loop(frame: "_Frame") -> While:
    """The While of a frame, without what it does."""
    condition = frame.condition()
    exits: list[tuple[Tensor, Tensor]] = []
    variables: list[Variable] = []
    constants: list[tuple[Tensor, Tensor]] = []
    for tensor in frame.left:
        exits.append((tensor, tensor.op.inputs[0] if is_switch(tensor.op) else tensor))
    for op in frame.ops:
        if is_exit(op) and op not in frame.plain:
            switch = op.inputs[0].op
            if not is_switch(switch) or _canonical(switch.inputs[1]) is not condition:
                raise _unstructured(op, f"'{op.name}' leaves its loop past the condition")
            exits.append((op.outputs[0], switch.inputs[0]))
        elif is_merge(op) and any(is_next_iteration(t.op) for t in op.inputs):
            first, again = op.inputs
            if is_next_iteration(first.op):
                first, again = again, first
            if not is_enter(first.op) or not is_next_iteration(again.op):
                raise _unstructured(op, f"The Merge '{op.name}' of the loop '{text_of(frame.name)}' has no beginning")
            variables.append((first.op.inputs[0], op.outputs[0], again.op.inputs[0]))
        elif is_enter(op) and op.attrs["is_constant"] and op not in frame.plain:
            constants.append((op.outputs[0], op.inputs[0]))
    return While(
        _all_ops(frame), variables, constants, exits, condition, text_of(frame.name).removesuffix("/while_context")
    )


def _fill(loop: While, arrangement: _Arrangement, plain: Collection[Operation]) -> None:
    """Sets the body of a loop: what runs before the condition, and what runs only when that holds.

    plain: the Enters and Exits that only hand on a value.
    """
    merges = {carried.op for _, carried, _ in loop.variables}
    always: list[Step] = []
    live: list[Step] = []
    living: set[Operation] = set()
    for step in arrangement.steps():
        if flow(step) in _AROUND and step not in plain or step in merges:
            continue
        if _lives(step, living, loop.condition):
            living |= step.members if isinstance(step, Region) else {step}
            live.append(step)
        else:
            always.append(step)
    loop.fill(Body(always), Body(live))


def _all_ops(frame: "_Frame") -> set[Operation]:
    return set(frame.ops).union(*[_all_ops(child) for child in frame.children.values()])


def _lives(step: Step, living: Collection[Operation], condition: Tensor) -> bool:
    """True when the step runs only in iterations that the condition allowed."""
    if is_switch(step) and _canonical(step.inputs[1]) is condition:
        return True
    return any(tensor.op in living for tensor in step.inputs) or any(c in living for c in step.control_inputs)
