"""Traversals of a graph: ancestors and topological order."""

import collections
import heapq
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Set

from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor


def is_no_op(op: Operation) -> bool:
    """True for a NoOp: it only orders others."""
    definition = op.definition
    return definition is not None and definition.marker == "order" and definition.control_flow is None


def is_placeholder(op: Operation) -> bool:
    """True for a Placeholder: a run can't have its value from anywhere but a feed."""
    return op.definition is not None and op.definition.feed == "required"


def path_up(
    start: Operation, is_end: Callable[[Operation], bool], above: Callable[[Operation], Iterable[Operation]]
) -> list[Operation]:
    """A shortest path from an operation up to one that is an end, both included; [] where there is none.

    above(op): the operations before it to look at.
    """
    below: dict[Operation, Operation | None] = {start: None}
    waiting = collections.deque([start])
    while waiting:
        op = waiting.popleft()
        if is_end(op):
            path = [op]
            while (step := below[path[0]]) is not None:
                path.insert(0, step)
            return path
        for one in above(op):
            if one not in below:
                below[one] = op
                waiting.append(one)
    return []


def ancestors(
    operations: Iterable[Operation], cut: Container[Tensor] = (), done: Container[Operation] = ()
) -> set[Operation]:
    """The operations that must run for `operations` to run, with themselves, as a set.

    cut: tensors whose values are given, so that nothing above them is needed.
    done: operations that have run, so that neither they nor anything above them is needed.
    """
    found: set[Operation] = set()
    waiting = list(operations)
    while waiting:
        op = waiting.pop()
        if op in found or op in done:
            continue
        found.add(op)
        waiting.extend(tensor.op for tensor in op.inputs if tensor not in cut)
        waiting.extend(op for op in op.control_inputs if not is_placeholder(op) or op.outputs[0] not in cut)
    return found


def needs_any(op: Operation, sources: Container[Operation]) -> bool:
    """True where one of these operations is among the ancestors of `op`, itself included; the nearest are looked at first."""
    found = {op}
    waiting = collections.deque(found)
    while waiting:
        one = waiting.popleft()
        if one in sources:
            return True
        before = {*(tensor.op for tensor in one.inputs), *one.control_inputs} - found
        found |= before
        waiting.extend(before)
    return False


def reached_from(sources: Iterable[Operation], within: Collection[Operation]) -> set[Operation]:
    """The operations of a set, closed under ancestors, that have one of the sources among their ancestors or are one."""
    after: dict[Operation, list[Operation]] = {}
    for op in within:
        for one in {*(tensor.op for tensor in op.inputs), *op.control_inputs}:
            after.setdefault(one, []).append(op)
    waiting = [op for op in sources if op in within]
    found = set(waiting)
    while waiting:
        following = [op for op in after.get(waiting.pop(), ()) if op not in found]
        found.update(following)
        waiting.extend(following)
    return found


def operation_of(item: Tensor | Operation) -> Operation:
    """The Operation itself, or that of a Tensor."""
    return item.op if isinstance(item, Tensor) else item


def executed_by(
    fetches: Iterable[Tensor | Operation], feeds: Set[Tensor] = frozenset(), done: Container[Operation] = ()
) -> set[Operation]:
    """The operations that a run of `fetches` executes, as a set.

    feeds: the tensors whose values are given.  done: operations that ran before and do not run again.
    """
    return ancestors({operation_of(item) for item in fetches if item not in feeds}, feeds, done)


def topological(operations: Collection[Operation]) -> list[Operation]:
    """A set of operations in an order in which inputs come first; among those that are ready, the oldest first.

    Raises InvalidArgumentError when they form a cycle.
    """
    ordered = sorted(operations, key=lambda op: op.order)
    position: dict[Operation, int] = {}
    for op in ordered:
        if any(tensor.op in operations and tensor.op not in position for tensor in op.inputs) or any(
            control in operations and control not in position for control in op.control_inputs
        ):
            return _kahn(ordered)
        position[op] = len(position)
    return ordered  # the order of creation is one already, unless a control edge or a loop was added later


def cycles(before: Mapping[Operation, Collection[Operation]]) -> list[list[Operation]]:
    """The largest sets of operations that all depend on each other, each of two or more. before: what each depends on.

    Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972), without recursion.
    """
    number: dict[Operation, int] = {}
    lowest: dict[Operation, int] = {}  # the smallest number that each leads to, of those whose set isn't known yet
    path: list[Operation] = []
    found: list[list[Operation]] = []
    for first in before:
        waiting = [] if first in number else [(first, iter(before[first]))]
        while waiting:
            op, others = waiting[-1]
            if op not in number:
                number[op] = lowest[op] = len(number)
                path.append(op)
            other = next((one for one in others if one not in number or one in lowest), None)
            if other is None:
                waiting.pop()
                if waiting:
                    above = waiting[-1][0]
                    lowest[above] = min(lowest[above], lowest[op])
                if lowest[op] == number[op]:
                    members = [op]
                    while (member := path.pop()) is not op:
                        members.append(member)
                    for member in members:
                        del lowest[member]
                    if len(members) > 1:
                        found.append(members)
            elif other in number:
                lowest[op] = min(lowest[op], number[other])
            else:
                waiting.append((other, iter(before[other])))
    return found


def _kahn(ordered: list[Operation]) -> list[Operation]:
    inside = set(ordered)
    waits_for: dict[Operation, int] = {}
    followers: dict[Operation, list[Operation]] = {}
    for op in ordered:
        before = {tensor.op for tensor in op.inputs} | set(op.control_inputs)
        before = (before & inside) - {op}
        waits_for[op] = len(before)
        for other in before:
            followers.setdefault(other, []).append(op)
    ready = [(op.order, op) for op in ordered if not waits_for[op]]
    heapq.heapify(ready)
    result: list[Operation] = []
    while ready:
        _, op = heapq.heappop(ready)
        result.append(op)
        for follower in followers.get(op, ()):
            waits_for[follower] -= 1
            if not waits_for[follower]:
                heapq.heappush(ready, (follower.order, follower))
    if len(result) != len(ordered):
        raise _cycle([op for op in ordered if waits_for[op]])
    return result


def _cycle(operations: list[Operation]) -> Exception:
    names = ", ".join(op.name for op in operations[:3]) + (", …" if len(operations) > 3 else "")
    message = f"Graph is invalid, contains a cycle with {len(operations)} nodes, including: {names}"
    fix = "remove the control input, or the replaced input, that closes it"
    return InvalidArgumentError(None, None, explain(message, at=operations[0], fix=fix))
