"""tensorflow.python.framework.registry, and the statistics of operation types that programs register."""

import sys

from graphlab._src.base import text
from graphlab._src.ops.float_operations import float_operations


class Registry:
    """Objects by name.  name: of what is registered, for messages."""

    def __init__(self, name):
        self._name = name
        self._registry = {}

    def register(self, candidate, name=None):
        """Registers an object under a name, or its __name__. KeyError where there is one of that name."""
        name = name or candidate.__name__
        if name in self._registry:
            code, line = self._registry[name][1]
            raise KeyError(
                f"Registering two {self._name} with name '{name}'! (Previous registration was in {code.co_name} "
                f"{code.co_filename}:{line})"
            )
        frame = sys._getframe(1)
        self._registry[name] = candidate, (frame.f_code, frame.f_lineno)

    def list(self):
        """The names."""
        return self._registry.keys()

    def lookup(self, name):
        """The object of that name. LookupError where there is none."""
        name = text.as_str_any(name)
        if name not in self._registry:
            raise LookupError(f"{self._name} registry has no entry for: {name}")
        return self._registry[name][0]


class OpStats:
    """A number about an operation, such as its floating point operations; None where it is not known."""

    def __init__(self, statistic_type, value=None):
        self.statistic_type = statistic_type
        self.value = value

    def __iadd__(self, other):
        if other.statistic_type != self.statistic_type:
            raise ValueError(f"Can't add an OpStat of type {self.statistic_type} to one of {other.statistic_type}.")
        if self.value is None:
            self.value = other.value
        elif other.value is not None:
            self.value += other.value
        return self


_statistics = Registry("statistical functions")


class RegisterStatistics:
    """A decorator for the function (graph, node) that returns an OpStats for the nodes of an operation type."""

    def __init__(self, op_type, statistic_type):
        for label, value in (("op_type", op_type), ("statistic_type", statistic_type)):
            if not isinstance(value, str):
                raise TypeError(f"{label} must be a string.")
            if "," in value:
                raise TypeError(f"{label} must not contain a comma.")
        self._name = f"{op_type},{statistic_type}"

    def __call__(self, f):
        _statistics.register(f, self._name)
        return f


def get_stats_for_node_def(graph, node, statistic_type):
    """The OpStats of a NodeDef, without a value where no function is registered for its type."""
    try:
        function = _statistics.lookup(f"{node.op},{statistic_type}")
    except LookupError:
        return OpStats(statistic_type, _known(graph, node) if statistic_type == "flops" else None)
    return function(graph, node)


def _known(graph, node):
    """The floating point operations of a type that TensorFlow's own statistics know, or None."""
    op = graph.get_operation_by_name(node.name)
    return float_operations(op) or None
