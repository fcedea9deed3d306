"""Which function computes the adjoint, the inverse, the Cholesky factor, the product or the quotient of operators.

A function is registered for one class or two, and counts for the classes derived from them; the nearest one is called.
"""

import itertools

from graphlab._src.graph import name_scope

_ADJOINTS, _CHOLESKY_DECOMPS, _INVERSES, _MATMUL, _SOLVE = {}, {}, {}, {}, {}


def _registered(registry, *types):
    """The function for these classes, or for the nearest of their base classes; None where there is none."""
    lines = [enumerate(one.__mro__) for one in types]
    found = [
        (sum(distance for distance, _ in line), registry[classes])
        for line in itertools.product(*lines)
        if (classes := tuple(one for _, one in line)) in registry
    ]
    return min(found, key=lambda item: item[0])[1] if found else None


def registered_adjoint(type_a):
    """The function that makes adjoints of operators of that class, or None."""
    return _registered(_ADJOINTS, type_a)


def registered_cholesky(type_a):
    """The function that makes Cholesky factors of operators of that class, or None."""
    return _registered(_CHOLESKY_DECOMPS, type_a)


def registered_inverse(type_a):
    """The function that makes inverses of operators of that class, or None."""
    return _registered(_INVERSES, type_a)


def registered_matmul(type_a, type_b):
    """The function that makes products of operators of these classes, or None."""
    return _registered(_MATMUL, type_a, type_b)


def registered_solve(type_a, type_b):
    """The function that makes the operator X of A X = B for A and B of these classes, or None."""
    return _registered(_SOLVE, type_a, type_b)


def _apply(function, missing, name, default_name, *operators):
    if function is None:
        raise ValueError(f"No {missing}")
    with name_scope(name, default_name):
        return function(*operators)


def adjoint(lin_op_a, name=None):
    """The adjoint of an operator. ValueError where no function is registered for its class."""
    kind = type(lin_op_a)
    return _apply(registered_adjoint(kind), f"adjoint registered for {kind}", name, "Adjoint", lin_op_a)


def cholesky(lin_op_a, name=None):
    """The Cholesky factor of an operator. ValueError where no function is registered for its class."""
    kind = type(lin_op_a)
    missing = f"cholesky decomposition registered for {kind}"
    return _apply(registered_cholesky(kind), missing, name, "Cholesky", lin_op_a)


def inverse(lin_op_a, name=None):
    """The inverse of an operator. ValueError where no function is registered for its class."""
    kind = type(lin_op_a)
    return _apply(registered_inverse(kind), f"inverse registered for {kind}", name, "Inverse", lin_op_a)


def matmul(lin_op_a, lin_op_b, name=None):
    """The product of two operators. ValueError where no function is registered for their classes."""
    kinds = type(lin_op_a), type(lin_op_b)
    missing = f"matmul registered for {kinds[0]}.matmul({kinds[1]})"
    return _apply(registered_matmul(*kinds), missing, name, "Matmul", lin_op_a, lin_op_b)


def solve(lin_op_a, lin_op_b, name=None):
    """The operator X of A X = B. ValueError where no function is registered for the classes of A and B."""
    kinds = type(lin_op_a), type(lin_op_b)
    missing = f"solve registered for {kinds[0]}.solve({kinds[1]})"
    return _apply(registered_solve(*kinds), missing, name, "Solve", lin_op_a, lin_op_b)


class _Register:
    """Decorates the function for one class of operators, or for two. ValueError where there is one already."""

    def __init__(self, registry, what, *classes):
        self._registry, self._what, self._key = registry, what, classes

    def __call__(self, function):
        if not callable(function):
            raise TypeError(f"{self._what.lower()}_fn must be callable, received: {function}")
        if self._key in self._registry:
            names = ", ".join(one.__name__ for one in self._key)
            where = f" to: {self._registry[self._key]}" if len(self._key) == 1 else "."
            raise ValueError(f"{self._what}({names}) has already been registered{where}")
        self._registry[self._key] = function
        return function


class RegisterAdjoint(_Register):
    """Decorates the function (operator) -> its adjoint, for a class of operators."""

    def __init__(self, lin_op_cls_a):
        super().__init__(_ADJOINTS, "Adjoint", lin_op_cls_a)


class RegisterCholesky(_Register):
    """Decorates the function (operator) -> its Cholesky factor, for a class of operators."""

    def __init__(self, lin_op_cls_a):
        super().__init__(_CHOLESKY_DECOMPS, "Cholesky", lin_op_cls_a)


class RegisterInverse(_Register):
    """Decorates the function (operator) -> its inverse, for a class of operators."""

    def __init__(self, lin_op_cls_a):
        super().__init__(_INVERSES, "Inverse", lin_op_cls_a)


class RegisterMatmul(_Register):
    """Decorates the function (a, b) -> their product, for two classes of operators."""

    def __init__(self, lin_op_cls_a, lin_op_cls_b):
        super().__init__(_MATMUL, "Matmul", lin_op_cls_a, lin_op_cls_b)


class RegisterSolve(_Register):
    """Decorates the function (a, b) -> the operator X of a X = b, for two classes of operators."""

    def __init__(self, lin_op_cls_a, lin_op_cls_b):
        super().__init__(_SOLVE, "Solve", lin_op_cls_a, lin_op_cls_b)
