"""The boxes of a still diagram: scopes open to a depth, series of isomorphic scopes folded, auxiliary operations apart."""

import itertools
import re
from dataclasses import dataclass, field

from graphlab._src.graph.references import is_identity, is_variable
from graphlab._src.viz.outline import Group, groups, series

_AUXILIARY = re.compile(
    r"(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert|CountUpTo"
    r"|(Resource|Sparse)?(Assign|Apply|Scatter).*|ResourceSparseApply.*)"
)
_GRADIENTS = re.compile(r"(^|/)gradients(_\d+)?/")
_TRAINS = re.compile(r"(Resource|Sparse|ResourceSparse)?Apply")
_OPENS_BY_ITSELF = 26  # scopes open while so few boxes are to be seen


@dataclass
class Box:
    """Something that is drawn: one name, a series of isomorphic scopes, or an open scope with boxes inside."""

    groups: list[Group]
    inner: list["Box"] = field(default_factory=list)
    auxiliary: bool = False
    itself: bool = False  # the operation that is called as the scope around it

    @property
    def group(self):
        """The first of its names, which represents all."""
        return self.groups[0]

    @property
    def operations(self):
        """All operations in it."""
        return [op for group in self.groups for op in group.operations]


def boxes(operations, depth=None, scope=""):
    """The boxes of these operations.

    depth: how many levels of scopes are open; None: as many as keep the diagram small.  scope: the path that all names
    begin with.
    """
    auxiliary_ops = _auxiliary_operations(operations)
    found = _folded(groups(operations, scope))
    for box in found:
        box.auxiliary = _is_auxiliary(box, auxiliary_ops)
    _add_state_of_optimizers(found)
    if all(box.auxiliary for box in found):
        for box in found:
            box.auxiliary = False
    levels = range(1, depth + 1) if depth is not None else itertools.count(1)
    for level in levels:
        more = [box if box.auxiliary else _opened(box, level, auxiliary_ops) for box in found]
        if depth is None and leaves(more) > _OPENS_BY_ITSELF or leaves(more) == leaves(found) and level > 1:
            break
        found = more
    return found


def _add_state_of_optimizers(found):
    """Variables that only auxiliary boxes consume, one that trains among them, are auxiliary: the powers that Adam keeps."""
    home = {op: box for box in found for op in box.operations}
    training = [box for box in found if any(_TRAINS.match(op.type) for op in box.operations)]
    for box in found:
        if box.auxiliary or not any(is_variable(op) for op in box.operations):
            continue
        consumers = {user for op in box.operations for tensor in op.outputs for user in tensor.consumers()}
        users = [home.get(op) for op in consumers if home.get(op) is not box]
        box.auxiliary = any(user in training for user in users) and all(user and user.auxiliary for user in users)


def leaves(some):
    """Counts the boxes without inner ones."""
    return sum(leaves(box.inner) if box.inner else 1 for box in some)


def _opened(box, depth, auxiliary_ops):
    """The box opened, so many levels deep, if that shows more of the model."""
    group = box.group
    if not depth or len(box.groups) > 1 or not group.is_scope:
        return box
    own = group.own
    # A variable's own scope and what only serves stay closed.
    if own is not None and is_variable(own) or all(op in auxiliary_ops for op in group.operations):
        return box
    inner = [] if own is None else [Box([Group(own.name, [own])], itself=True)]
    rest = [op for op in group.operations if op is not own]
    return Box([group], inner + [_opened(one, depth - 1, auxiliary_ops) for one in _folded(groups(rest, group.path))])


def _folded(found):
    """Series of isomorphic scopes as one box each."""
    return [Box(similar) for similar in series(found)]


def _auxiliary_operations(operations):
    """The auxiliary operations, which are not the model itself: gradients, updates, initializers, summaries, savers."""
    auxiliary_ops = set()
    for op in operations:
        if (
            _AUXILIARY.fullmatch(op.type)
            or _GRADIENTS.search(op.name)
            or any(
                tensor.op in auxiliary_ops and not (is_identity(op) and _AUXILIARY.fullmatch(tensor.op.type))
                for tensor in op.inputs
            )
        ):
            auxiliary_ops.add(op)
    return auxiliary_ops


def _is_auxiliary(box, auxiliary_ops):
    """Whether all in it serves, or is only there for what serves, as the powers that Adam keeps are."""
    operations = set(box.operations)
    rest = [op for op in operations if op not in auxiliary_ops]
    users = [user for op in rest for tensor in op.outputs for user in tensor.consumers() if user not in operations]
    if not all(user in auxiliary_ops for user in users):
        return False
    if any(_TRAINS.match(op.type) or _GRADIENTS.search(op.name) for op in operations):
        return True
    if any(tensor.op not in operations for op in rest for tensor in op.inputs):
        return False  # a result, such as an accuracy, that so far only a summary consumes
    # A variable that is so far only initialized may still become part of the model.
    return not any(is_variable(op) for op in rest)
