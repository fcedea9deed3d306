"""Operators of several operators: their list, its dtype, and the shape of their batch."""

import functools

from graphlab._src.graph import name_scope
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.kinds import assert_proper_iterable
from graphlab._src.ops.linear_operators.base import LinearOperator


class LinearOperatorOfSeveral(LinearOperator):
    """Base class of operators that several operators of one dtype make up, whose batch axes broadcast."""

    def __init__(self, operators, separator, name, **hints):
        parents = [parent for operator in operators for parent in operator.graph_parents]
        name = separator.join(operator.name for operator in operators) if name is None else name
        self._operators = operators
        with name_scope(name, values=parents):
            super().__init__(dtype=operators[0].dtype, graph_parents=parents, name=name, **hints)

    @property
    def operators(self):
        """The operators that it is made of."""
        return self._operators

    def _common_batch_shape(self):
        return functools.reduce(broadcast_static_shape, (operator.batch_shape for operator in self.operators))

    def _common_batch_shape_tensor(self):
        return functools.reduce(broadcast_dynamic_shape, (one.batch_shape_tensor() for one in self.operators))

    def _each(self, method):
        """What a method of each operator returns, in this one's dtype."""
        values = [getattr(operator, method)() for operator in self.operators]
        return [value if value.dtype == self.dtype else cast(value, self.dtype) for value in values]


def operators_argument(operators, expected="a non-empty list of"):
    """The operators as a list. ValueError when it is empty, TypeError where they have different dtypes."""
    assert_proper_iterable(operators)
    operators = list(operators)
    if not operators:
        raise ValueError(f"Expected {expected} operators. Found: {operators}")
    if any(operator.dtype != operators[0].dtype for operator in operators):
        found = "   ".join(str((operator.name, operator.dtype)) for operator in operators)
        raise TypeError(f"Expected all operators to have the same dtype.  Found {found}")
    return operators
