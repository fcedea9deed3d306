"""What a still picture shows of a graph: scopes open to a depth, series of alike folded, what only serves set aside."""

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field

from graphlab._src.graph.references import is_identity, is_variable
from graphlab._src.viz.outline import Group, groups

_SERVES = re.compile(
    r"(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert|CountUpTo"
    r"|(Resource|Sparse)?(Assign|Apply|Scatter).*|ResourceSparseApply.*)"
)
_GRADIENTS = re.compile(r"(^|/)gradients(_\d+)?/")
_TRAINS = re.compile(r"(Resource|Sparse|ResourceSparse)?Apply")
_NUMBER = re.compile(r"_?\d+$")
_SERIES = 3  # so many alike beside each other are drawn as one
_OPENS_BY_ITSELF = 26  # scopes open while so few boxes are to be seen


@dataclass
class Box:
    """Something that is drawn: one name, a series of alike names, or an open scope with boxes inside."""

    groups: list[Group]
    inner: list["Box"] = field(default_factory=list)
    aside: bool = False
    itself: bool = False  # the operation that is called as the scope around it

    @property
    def group(self):
        """The first of its names, which stands for all."""
        return self.groups[0]

    @property
    def operations(self):
        """All operations in it."""
        return [op for group in self.groups for op in group.operations]


def boxes(operations, depth=None, scope=""):
    """The boxes of these operations.

    depth: how many levels of scopes are open; None: as many as leave the picture small.  scope: the path that all names
    begin with.
    """
    serving = _serving(operations)
    found = _folded(groups(operations, scope))
    for box in found:
        box.aside = _is_served(box, serving)
    if all(box.aside for box in found):
        for box in found:
            box.aside = False
    levels = range(1, depth + 1) if depth is not None else itertools.count(1)
    for level in levels:
        more = [box if box.aside else _opened(box, level, serving) for box in found]
        if depth is None and leaves(more) > _OPENS_BY_ITSELF or leaves(more) == leaves(found) and level > 1:
            break
        found = more
    return found


def leaves(some):
    """How many boxes are drawn that hold no others."""
    return sum(leaves(box.inner) if box.inner else 1 for box in some)


def _opened(box, depth, serving):
    """The same with what is in it, so many levels deep, if that tells more of the model."""
    group = box.group
    if not depth or len(box.groups) > 1 or not group.is_scope:
        return box
    own = group.own
    # A variable's own scope and what only serves stay closed.
    if own is not None and is_variable(own) or all(op in serving for op in group.operations):
        return box
    inner = [] if own is None else [Box([Group(own.name, [own])], itself=True)]
    rest = [op for op in group.operations if op is not own]
    return Box([group], inner + [_opened(one, depth - 1, serving) for one in _folded(groups(rest, group.path))])


def _folded(found):
    """Series of alike names (layer_1 … layer_12, each made of the same types) as one box each."""
    series = {}
    for group in found:
        types = tuple(sorted(Counter(op.type for op in group.operations).items()))
        # A number alone does not make a series: Add and Add_1 are two steps of one computation.
        key = (_NUMBER.sub("", group.name), types) if group.is_scope else group.path
        series.setdefault(key, []).append(group)
    some = []
    for alike in series.values():
        some += [Box(alike)] if len(alike) >= _SERIES else [Box([group]) for group in alike]
    order = {id(group): i for i, group in enumerate(found)}
    return sorted(some, key=lambda box: order[id(box.group)])


def _serving(operations):
    """The operations that serve the model rather than being it: gradients, updates, initializers, summaries, savers."""
    serving = set()
    for op in operations:
        if (
            _SERVES.fullmatch(op.type)
            or _GRADIENTS.search(op.name)
            or any(
                tensor.op in serving and not (is_identity(op) and _SERVES.fullmatch(tensor.op.type))
                for tensor in op.inputs
            )
        ):
            serving.add(op)
    return serving


def _is_served(box, serving):
    """Whether all in it serves, or is only there for what serves, as the powers that Adam keeps are."""
    operations = set(box.operations)
    rest = [op for op in operations if op not in serving]
    users = [user for op in rest for tensor in op.outputs for user in tensor.consumers() if user not in operations]
    if not all(user in serving for user in users):
        return False
    if any(_TRAINS.match(op.type) or _GRADIENTS.search(op.name) for op in operations):
        return True
    if any(tensor.op not in operations for op in rest for tensor in op.inputs):
        return False  # a result, such as an accuracy, that so far only a summary takes
    # A variable that is so far only initialized may still become part of the model.
    return not any(is_variable(op) for op in rest)
