"""The boxes of a still diagram: scopes open to a depth, series of isomorphic scopes folded, plumbing hidden."""

import itertools
import re
from dataclasses import dataclass, field

from graphlab._src.graph.references import is_variable
from graphlab._src.viz.outline import Group, groups, series
from graphlab._src.viz.roles import FEEDING

_TRAINS = re.compile(r"(Resource|Sparse|ResourceSparse)?Apply")
_OPENS_BY_ITSELF = 26  # scopes open while so few boxes are to be seen
_LONGEST_ROW = 45  # boxes of one level in which variables are not folded
_PARAMETERS = re.compile(r"Const|Enter|ReadVariableOp|(Ref)?Switch")
_MOST_PARAMETERS = 6


@dataclass
class Box:
    """Something that is drawn: one name, a series of isomorphic scopes, or an open scope with boxes inside."""

    groups: list[Group]
    name: str
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

    @property
    def operation(self):
        """The operation that it is, with constants for its parameters beneath its name perhaps; None for others."""
        own = self.group.own
        if own is None or len(self.groups) > 1 or is_variable(own):
            return own if len(self.groups) == 1 else None
        rest = [op for op in self.group.operations if op is not own]
        is_one = len(rest) <= _MOST_PARAMETERS and all(_PARAMETERS.fullmatch(op.type) for op in rest)
        return own if is_one else None


def boxes(structure, operations, depth=None, scope=""):
    """The boxes of these operations of a Structure's graph.

    depth: how many levels of scopes are open; None: as many as keep the diagram small.  scope: the path that all names
    begin with.
    """
    if scope:
        within = set(operations)
        operations = [
            op for op in structure.links.operations if op in within or structure.path(op).startswith(f"{scope}/")
        ]
        operations = [op for op in operations if structure.path(op).startswith(f"{scope}/")]
    found = _folded(structure, operations, scope)
    for box in found:
        box.auxiliary = all(structure.role(op) for op in box.operations)
    _add_state_of_optimizers(found)
    if all(box.auxiliary for box in found):
        for box in found:
            box.auxiliary = False
    levels = range(1, depth + 1) if depth is not None else itertools.count(1)
    for level in levels:
        before = leaves(found)
        opened = [box if box.auxiliary else _opened(structure, box, level, depth is None) for box in found]
        for some in _calls(opened):
            # Where not all of a level has space, the first scopes that have it are open.
            more = sum(leaves([opened[i]]) - leaves([found[i]]) for i in some)
            if depth is not None or leaves(found) + more <= _OPENS_BY_ITSELF:
                for i in some:
                    found[i] = opened[i]
        if leaves(found) == before and level > 1:
            break
    return found


def _calls(found):
    """Lists of indices: the calls of one network, which have the same boxes inside, and each other box."""
    calls = {}
    for i, box in enumerate(found):
        calls.setdefault(tuple(one.name for one in box.inner) or i, []).append(i)
    for some in calls.values():
        # Of a row of numbered blocks the first shows what is in each.
        yield from [some] if not all(found[i].name[-1:].isdigit() for i in some) else ([i] for i in some)


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


def leaves(some) -> int:
    """Counts the boxes without inner ones."""
    return sum(leaves(box.inner) if box.inner else 1 for box in some)


def _opened(structure, box, depth, by_itself):
    """The box opened, so many levels deep, if that shows more of the model.

    by_itself: the caller requested no depth; an operation with more than parameters beneath its name stays closed.
    """
    group = box.group
    if by_itself and group.own is not None:
        return box
    if not depth or len(box.groups) > 1 or not group.is_scope or box.operation is not None:
        return box
    if all(structure.role(op) for op in group.operations):
        return box
    own = group.own
    inner = [] if own is None else [Box([Group(group.path, [own])], group.name, itself=True)]
    rest = [op for op in group.operations if op is not own]
    # Initial values belong to variables; within an open scope they would hang loose.
    shown = [
        one
        for one in _folded(structure, rest, group.path)
        if any(structure.role(op) != FEEDING for op in one.operations)
    ]
    inner += [_opened(structure, one, depth - 1, by_itself) for one in shown]
    return Box([group], box.name, inner) if inner else box


def _folded(structure, operations, scope):
    """The boxes of one level: series of isomorphic scopes are one, chains of scopes with one child each too."""
    level = groups(operations, scope, structure.path)
    shown = [group for group in level if not all(structure.is_hidden(op) for op in group.operations)] or level
    found = []
    # The variables of a flat model are beside what uses them, where there is space.
    alone = [group for group in shown if group.own is not None and is_variable(group.own)]
    rows = series(shown)
    if sum(len(similar) if similar[0] in alone else 1 for similar in rows) <= _LONGEST_ROW:
        rows = [row for similar in rows for row in ([[one] for one in similar] if similar[0] in alone else [similar])]
    for similar in rows:
        tail = similar[0]
        while len(similar) == 1 and tail.is_scope and tail.own is None:
            inner = groups(tail.operations, tail.path, structure.path)
            if len(inner) > 1:
                break
            tail = inner[0]
        if len(similar) == 1:
            found.append(Box([tail], tail.path[len(scope) + 1 :] if scope else tail.path))
        else:
            found.append(Box(similar, similar[0].name))
    return found
