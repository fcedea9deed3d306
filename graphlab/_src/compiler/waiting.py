"""Operations of a run that wait until another one of the same run has filled a queue, or emptied it."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from graphlab._src.base import dtypes
from graphlab._src.compiler.control_flow.regions import Region, Step, waits
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.tensor import Tensor


def behind_waits(
    operations: Iterable[Step], needs: Mapping[Step, Iterable[tuple[Step, bool]]]
) -> Callable[[Sequence[Step]], list[list[Step]]]:
    """A function that parts operations by which waits they are behind, so that what ends a wait is not held up by it.

    needs: {operation: [(one that comes before it, ...)]}, of operations in an order in which they can run.
    A wait counts that another operation on the same queue may end, where neither of the two comes before the other.
    The operations behind fewer waits come first; mostly there are no such waits, and all stay together.
    """
    ordered = list(operations)
    users: dict[Hashable, list[Step]] = {}  # of each queue
    for op in ordered:
        for queue in _queues(op) if waits(op) else ():
            users.setdefault(queue, []).append(op)
    pairs = [(op, other) for group in users.values() for op in group for other in group if _may_end(op, other)]
    bits = {op: 1 << i for i, op in enumerate(dict.fromkeys(op for op, _ in pairs))}
    if not pairs:
        return lambda members: [list(members)]
    behind: dict[Step, int] = {}
    for op in ordered:
        behind[op] = bits.get(op, 0)
        for before, _ in needs.get(op, ()):
            behind[op] |= behind.get(before, 0)
    counts = 0
    for op, other in pairs:
        if not behind[other] & bits[op] and not behind[op] & bits[other]:
            counts |= bits[op]

    def part(members: Sequence[Step]) -> list[list[Step]]:
        groups: dict[int, list[Step]] = {}
        for op in members:
            groups.setdefault(behind[op] & counts, []).append(op)
        return [groups[key] for key in sorted(groups, key=int.bit_count)]

    return part


def _may_end(wait: Step, other: Step) -> bool:
    """True when one of the two fills a queue, which returns nothing, and the other empties it."""
    either = isinstance(wait, Region) or isinstance(other, Region)
    return wait is not other and (either or bool(wait.outputs) != bool(other.outputs))


def _queues(op: Step) -> set[Hashable]:
    """What identifies the queues and the like that it uses: their handles, or the name of a staging area."""
    handles: set[Hashable] = {tensor.op for tensor in op.inputs if _is_handle(tensor) and owner_of(tensor) is None}
    if isinstance(op, Region) or "shared_name" not in op.attrs:
        return handles
    return {*handles, (op.attrs.get("container"), op.attrs["shared_name"])}


def _is_handle(tensor: Tensor) -> bool:
    return tensor.dtype is dtypes.resource or tensor.dtype.is_ref_dtype
