"""Sums of linear operators: add_operators, and the adders that it tries one after the other."""

from typing import Any

from graphlab._src.base.shapes import dimension_value
from graphlab._src.graph import name_scope
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.checks.kinds import assert_proper_iterable
from graphlab._src.ops.constants import ones
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.full_matrix import LinearOperatorFullMatrix
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular

_IDENTITIES = (LinearOperatorIdentity, LinearOperatorScaledIdentity)
_DIAGONALS = (LinearOperatorDiag, *_IDENTITIES)


class Hints:
    """What the user says of a sum; None where it follows from the operators."""

    def __init__(self, is_non_singular=None, is_positive_definite=None, is_self_adjoint=None):
        self.is_non_singular = is_non_singular
        self.is_positive_definite = is_positive_definite
        self.is_self_adjoint = is_self_adjoint

    def of_sum(self, op1, op2):
        """These hints, completed by those of two operators."""
        definite, adjoint, invertible = self.is_positive_definite, self.is_self_adjoint, self.is_non_singular
        if adjoint is None:
            adjoint = op1.is_self_adjoint and op2.is_self_adjoint
        if definite is None:
            definite = op1.is_positive_definite and op2.is_positive_definite
            invertible = True if definite else invertible
        return Hints(invertible, definite, adjoint)


class Adder:
    """Base class of what adds two operators of certain classes: it has can_add(op1, op2) and _add."""

    def can_add(self, op1, op2) -> bool:
        """Whether this one adds these two operators."""
        raise NotImplementedError

    def _add(self, op1, op2, operator_name, hints) -> Any:
        raise NotImplementedError

    @property
    def name(self):
        """The class's name, which is that of the operations' scope."""
        return type(self).__name__

    def add(self, op1, op2, operator_name, hints=None):
        """The sum of two operators as one. operator_name: of the sum; made of theirs when None."""
        hints = (hints or Hints()).of_sum(op1, op2)
        operator_name = f"Add/{op1.name}__{op2.name}/" if operator_name is None else operator_name
        with name_scope(self.name.removeprefix("_"), values=[*op1.graph_parents, *op2.graph_parents]):
            return self._add(op1, op2, operator_name, hints)


def _as_keywords(hints):
    return vars(hints)


def _multiplier(operator) -> Any:
    if isinstance(operator, LinearOperatorScaledIdentity):
        return operator.multiplier
    return ones(operator.batch_shape_tensor(), operator.dtype)


class AddAndReturnScaledIdentity(Adder):
    """Adds multiples of the identity."""

    def can_add(self, op1, op2):
        return isinstance(op1, _IDENTITIES) and isinstance(op2, _IDENTITIES)

    def _add(self, op1, op2, operator_name, hints):
        multiplier = _multiplier(op1) + _multiplier(op2)
        return LinearOperatorScaledIdentity(
            op1.range_dimension_tensor(), multiplier, name=operator_name, **_as_keywords(hints)
        )


class AddAndReturnDiag(Adder):
    """Adds diagonal operators."""

    def can_add(self, op1, op2):
        return isinstance(op1, _DIAGONALS) and isinstance(op2, _DIAGONALS)

    def _add(self, op1, op2, operator_name, hints):
        return LinearOperatorDiag(op1.diag_part() + op2.diag_part(), name=operator_name, **_as_keywords(hints))


def _dense_sum(op1, op2):
    """The sum as a tensor, by the operator that adds to one without being one."""
    first, second = (op1, op2) if isinstance(op1, _DIAGONALS) else (op2, op1)
    return first.add_to_tensor(second.to_dense())


class AddAndReturnTriL(Adder):
    """Adds diagonal and lower triangular operators."""

    def can_add(self, op1, op2):
        kinds = (*_DIAGONALS, LinearOperatorLowerTriangular)
        return isinstance(op1, kinds) and isinstance(op2, kinds)

    def _add(self, op1, op2, operator_name, hints):
        return LinearOperatorLowerTriangular(_dense_sum(op1, op2), name=operator_name, **_as_keywords(hints))


class AddAndReturnMatrix(Adder):
    """Adds any operators, as tensors."""

    def can_add(self, op1, op2):
        return isinstance(op1, LinearOperator) and isinstance(op2, LinearOperator)

    def _add(self, op1, op2, operator_name, hints):
        return LinearOperatorFullMatrix(_dense_sum(op1, op2), name=operator_name, **_as_keywords(hints))


_TIERS = [[AddAndReturnScaledIdentity()], [AddAndReturnDiag()], [AddAndReturnTriL()], [AddAndReturnMatrix()]]


def add_operators(operators, operator_name=None, addition_tiers=None, name=None):
    """As few operators as the adders can make of a list of them, whose sum is that of the list.

    operators: of equal sizes, whose batch axes broadcast.  operator_name: of the sums; made of the names when left out.
    addition_tiers: lists of Adders; what one tier leaves is for the next. The default tiers leave a single operator.
    """
    tiers = _TIERS if addition_tiers is None else addition_tiers
    assert_proper_iterable(operators)
    operators = list(operators)
    if not operators:
        raise ValueError(f"Argument 'operators' must contain at least one operator.  Found: {operators}")
    if not all(isinstance(one, LinearOperator) for one in operators):
        raise TypeError(f"Argument 'operators' must contain only LinearOperator instances.  Found: {operators}")
    _check_sizes(operators)
    parents = [parent for one in operators for parent in one.graph_parents]
    with name_scope(name or "add_operators", values=parents):
        left = operators[::-1]
        for tier in tiers:
            waiting, left = left, []  # the next one is at the end
            while waiting:
                op1 = waiting.pop()
                op2, adder = _match(op1, reversed(waiting), tier)
                if adder is None:
                    left.append(op1)
                else:
                    waiting.remove(op2)
                    waiting.append(adder.add(op1, op2, operator_name))
        return left


def _match(op1, others, tier):
    """(the first operator that an adder of the tier can add, that adder), or two Nones."""
    found = ((op2, adder) for op2 in others for adder in tier if adder.can_add(op1, op2))
    return next(found, (None, None))


def _check_sizes(operators):
    for what in ("domain", "range"):
        known = [(one.name, dimension_value(getattr(one, f"{what}_dimension"))) for one in operators]
        known = [(name, size) for name, size in known if size is not None]
        if len({size for _, size in known}) > 1:
            raise ValueError(f"Operators must have the same {what} dimension. Found: {known}")
    batch = operators[0].batch_shape
    for one in operators[1:]:
        batch = broadcast_static_shape(batch, one.batch_shape)
