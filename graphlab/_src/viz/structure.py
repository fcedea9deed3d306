"""What a still diagram knows of a graph: the roles of operations, what is hidden, and the layer each variable is drawn in."""

import functools

from graphlab._src.viz import homes, plumbing, roles
from graphlab._src.viz.hidden import Hidden
from graphlab._src.viz.links import Links, is_in, parent, without_number


class Structure:
    """The analysis of all operations of a graph.

    shown: operations that are drawn even where they are plumbing.
    """

    def __init__(self, operations, shown=()):
        self.links = links = Links(operations)
        self.roles = roles.auxiliary(links)
        self.penalties = roles.penalties(links)
        self.choices = plumbing.conds(links)
        found = plumbing.plumbing(links, self.roles, self.choices)
        self.hidden = Hidden(links, found, self.choices, set(shown))
        self._homes = homes.weight_homes(links, self.roles, self.penalties)
        self._moved = _places(links, self._homes)

    def is_hidden(self, op):
        """Whether an operation is plumbing that is not drawn."""
        return self.hidden.has(self.links.number[op])

    def role(self, op):
        """SERVING, FEEDING or SETTING; 0 for an operation of the model."""
        return self.roles[self.links.number[op]]

    def path(self, op):
        """The name of an operation in the diagram: that of a variable begins with the layer that uses it."""
        return self._path(op.name)

    def _path(self, name):
        at = name
        while at:
            if at in self._moved:
                return self._moved[at] + name[len(at) :]
            at = parent(at)
        return name

    @functools.cached_property
    def _layers(self):
        """{scope of a variable: the layer that it is drawn in}"""
        variables = homes.variable_scopes(self.links)
        bare = homes.weight_only_scopes(self.links, self.roles, variables)
        found = {}
        for scope in variables:
            layer = self._homes[scope] if scope in self._moved else parent(self._path(scope))
            if layer and (scope in self._moved or layer not in bare):
                found[scope] = layer
        return found

    def shares(self, producer, user):
        """The layer whose variables an operation uses from outside, where this edge says so; "" for another edge."""
        at = self.links.scope(producer)
        while at and at not in self._layers:
            at = parent(at)
        layer = self._layers.get(at, "")
        return "" if is_in(self._path(self.links.scope(user)), layer) else layer

    def is_penalty(self, producer, user):
        """Whether an edge leads from a layer to its regularization loss elsewhere."""
        is_sum = self.penalties[user] == 1 or (self.penalties[user] and self.penalties[producer] == 1)
        return is_sum and self.links.scope(producer) != self.links.scope(user)

    def branch(self, number, index):
        """Which branch of a cond this input of its Merge is, or that it is the predicate; "" for other operations."""
        return ("false", "true", "predicate")[index] if number in self.choices else ""


def _places(links, found):
    """{scope of a variable: its path in the layer that uses it}"""
    places, taken = {}, set(links.names) | set(links.sizes)
    for scope, home in found.items():
        around = parent(scope)
        name = scope.rpartition("/")[2]
        if around and without_number(around) != without_number(home):
            name = f"{around.rpartition('/')[2]}/{name}"
        path = f"{home}/{name}"
        if path not in taken:
            taken.add(path)
            places[scope] = path
    return places
