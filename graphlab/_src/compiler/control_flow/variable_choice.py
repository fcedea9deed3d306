"""What works on one of several variables, as the run decides: a branch for each, in which it works on that one.

A Merge of references to different variables (what tf.cond returns of them) hands one of them on. TensorFlow passes the
reference itself along. Here which state an operation reads and changes is known before the run, so whatever uses such
a reference becomes a Cond: its condition is which input of the Merge came, its bodies are copies of the operation.
"""

from collections.abc import Sequence

from graphlab._src.base import dtypes
from graphlab._src.base.errors import UnimplementedError, explain
from graphlab._src.compiler.control_flow.operation_copies import OperationCopy, made_once
from graphlab._src.compiler.control_flow.regions import Body, Cond, Joined
from graphlab._src.graph.control_flow_context import flow, is_merge, is_next_iteration
from graphlab._src.graph.operation import InputList, Operation
from graphlab._src.graph.references import hands_on, join_behind, joined_by, owner_of
from graphlab._src.graph.tensor import Tensor


class Choice(Cond):
    """A Cond in place of one operation. required: the tensors that it reads in each branch."""

    required: Sequence[Tensor] = ()


def is_chosen(op: Operation) -> bool:
    """True for an operation with a reference or handle of one of several variables among its inputs."""
    if flow(op) == "select":
        return join_behind(op.outputs[0]) is op
    if hands_on(op) or is_merge(op):  # of values and references it forwards a value
        return False
    return any(_join(op, i, tensor) is not None for i, tensor in enumerate(op.inputs))


def choose(op: Operation) -> Choice:
    """The Choice of such an operation.

    Raises UnimplementedError where a loop decides what to change.
    """
    if flow(op) == "select":
        sources = [_root(tensor) for tensor in op.inputs[1:]]
        numbers = list(range(len(sources)))
        joined: list[Joined] = [(op.outputs[0], None, sources, numbers)]
        region = Choice({op}, op.inputs[0], [Body([]) for _ in sources], joined)
        region.required = list(op.inputs)
        return region
    joins = [_join(op, i, tensor) for i, tensor in enumerate(op.inputs)]
    region = _region(op, op, list(op.inputs), joins, ())
    # A handle has no value; a reference has one, and its consumers run after the writes to that.
    values = [t for t, join in zip(op.inputs, joins, strict=True) if join is None or t.dtype.is_ref_dtype]
    region.required = [*values, *[_which(join) for join in joins if join is not None]]
    region.inputs = list(dict.fromkeys([*region.required, *decisions(region)]))
    return region


def decisions(region: Choice) -> list[Tensor]:
    """The tensors that decide which of the copies runs, those included that a branch makes which may not be taken."""
    return [inner.pred for inner in region.flatten() if isinstance(inner, Cond)]


def _join(op: Operation, index: int, tensor: Tensor) -> Operation | None:
    """What decides which of several variables an input refers to; None where it refers to one, or is its value."""
    join = join_behind(tensor)
    if join is None or not any(is_next_iteration(item.op) for item in join.inputs):
        return join
    definition = op.definition
    changes = definition.updates and definition.inputs[index].name in definition.updates
    if changes or tensor.dtype is dtypes.resource:
        message = f"Which variable '{tensor.name}' refers to changes with the iterations of a loop"
        fix = "choose the variable with tf.cond where it is used, in the loop's body"
        raise UnimplementedError(op.node_def, op, explain(message, at=op, fix=fix))
    return None


def _which(join: Operation) -> Tensor:
    return join.inputs[0] if flow(join) == "select" else join.outputs[1]


def _region(
    holder: Operation,
    op: Operation,
    inputs: Sequence[Tensor],
    joins: Sequence[Operation | None],
    path: tuple[int, ...],
) -> Choice:
    """A Choice whose results are the outputs of `holder`. path: which bodies it is in."""
    number, join = next((i, join) for i, join in enumerate(joins) if join is not None)
    bodies: list[Body] = []
    results: list[list[Tensor]] = []
    for side, tensor in enumerate(joined_by(join)):
        here = (*path, side)
        copy = _copy(op, here)
        own = [*inputs[:number], _root(tensor), *inputs[number + 1 :]]
        left = [*joins[:number], _join(op, number, tensor), *joins[number + 1 :]]
        if any(item is not None for item in left):
            bodies.append(Body([_region(copy, op, own, left, here)]))
        else:
            copy.inputs = InputList(own)
            bodies.append(Body([copy]))
        results.append(copy.outputs)
    numbers = list(range(len(bodies)))
    taken = zip(*results, strict=True)
    joined: list[Joined] = [
        (output, None, list(sides), numbers) for output, sides in zip(holder.outputs, taken, strict=True)
    ]
    region = Choice({holder}, _which(join), bodies, joined)
    region.name = op.name
    return region


def _root(tensor: Tensor) -> Tensor:
    """What a reference begins with: that has a value where the branch that forwards it does not run, too."""
    owner = owner_of(tensor)
    return tensor if owner is None or not hasattr(owner, "outputs") else owner.outputs[0]


def _copy(op: Operation, path: tuple[int, ...]) -> Operation:
    """The copy of an operation for the branch that a path leads to: the input of each Merge that comes there."""

    def make() -> Operation:
        copy = OperationCopy.make(op, op.type, op.name, op.attrs, (*op.order, *path))
        copy.copy_outputs(op)
        copy.inputs = op.inputs
        return copy

    return made_once(op, path, make)
