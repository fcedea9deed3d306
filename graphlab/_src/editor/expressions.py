"""What a reader types into a form, as a value: literals, names, the module's own functions and types, arithmetic.

It never runs code of the reader's: nothing is called but what makes initializers and the like, and attributes are looked up in
graphlab's modules only.
"""

import ast
import operator
import types
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from graphlab._src.graph.tensor import Tensor
from graphlab._src.state.variable import Variable

_LONGEST = 1_000  # characters of an expression
_SHOWN = 100  # characters of one that is refused
_LARGEST = 10**30  # of whole numbers: their digits take time
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}


_COMPUTED = (int, float, complex, np.number, Tensor, Variable)


class RefusedError(ValueError):
    """What a text can't say here."""


def parse(text: str) -> ast.expr:
    """The expression that a text is; RefusedError where it is none."""
    if len(text) > _LONGEST:
        raise RefusedError(f"An argument has at most {_LONGEST:,} characters")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        shown = text.strip() if len(text) <= _SHOWN else f"{text.strip()[:_SHOWN]}…"
        raise RefusedError(f"{shown!r} is no Python expression") from None


class Reader:
    """Reads texts as values.

    names: {name: value} of what may be named.  module: the names under which graphlab itself is known, and what it is.
    constructors: functions of graphlab that may be called: they only make an object of their arguments.
    """

    def __init__(self, names: Mapping[str, Any], modules: Mapping[str, Any], constructors: Collection[Any] = ()):
        self.names, self.modules = names, modules
        self.constructors = constructors

    def read(self, text: str) -> Any:
        """The value of a text; RefusedError where it says something else."""
        try:
            return self._value(parse(text))
        except RecursionError:
            raise RefusedError("An argument is nested too deeply") from None

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.List(elts=items):
                return [self._value(item) for item in items]
            case ast.Tuple(elts=items):
                return tuple(self._value(item) for item in items)
            case ast.Dict(keys=keys, values=values) if all(key is not None for key in keys):
                return {self._value(key): self._value(value) for key, value in zip(keys, values, strict=True) if key}
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute():
                return self._attribute(node)
            case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _UNARY:
                return _apply(_UNARY[type(sign)], self._value(operand))
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BINARY:
                return _apply(_BINARY[type(sign)], self._value(left), self._value(right))
            case ast.Call(func=function, args=positional, keywords=keywords):
                return self._made(function, positional, keywords)
        raise RefusedError(f"{ast.unparse(node)} is not allowed in an argument: write numbers, texts, lists and names")

    def _named(self, name: str) -> Any:
        if name in self.names:
            return self.names[name]
        if name in self.modules:
            return self.modules[name]
        raise RefusedError(f"The notebook has no name {name!r}")

    def _attribute(self, node: ast.Attribute) -> Any:
        path: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            path.append(inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name) or inner.id not in self.modules or inner.id in self.names:
            raise RefusedError(f"{ast.unparse(node)} is not allowed in an argument: only names of graphlab have a dot")
        found: Any = self.modules[inner.id]
        for name in reversed(path):
            plain = isinstance(found, types.ModuleType) or isinstance(found, type)
            if name.startswith("_") or not plain or not hasattr(found, name):
                raise RefusedError(f"graphlab has no {ast.unparse(node)}")
            found = getattr(found, name)
        return found

    def _made(self, function: ast.expr, positional: list[ast.expr], keywords: list[ast.keyword]) -> Any:
        maker = self._value(function) if isinstance(function, ast.Attribute) else None
        if maker is None or not any(maker is known for known in self.constructors):
            raise RefusedError(
                f"{ast.unparse(function)}(…) is not allowed in an argument: call it in a cell, and name it here"
            )
        if any(word.arg is None for word in keywords):
            raise RefusedError("** is not allowed in an argument")
        given = {word.arg: self._value(word.value) for word in keywords if word.arg}
        return maker(*(self._value(one) for one in positional), **given)


def _apply(function: Callable[..., Any], *values: Any) -> Any:
    """Computes with numbers and tensors, and joins lists; longer results than a form needs are refused."""
    if not all(isinstance(value, _COMPUTED) for value in values):
        if function is not operator.add or not all(isinstance(value, (list, tuple, str)) for value in values):
            raise RefusedError("Only numbers and tensors can be computed with in an argument")
    if any(isinstance(value, int) and abs(value) > _LARGEST for value in values):
        raise RefusedError("A number is too large")
    try:
        return function(*values)
    except (ArithmeticError, TypeError, ValueError) as error:
        raise RefusedError(str(error)) from None


def names_in(text: str) -> list[str]:
    """The names that a text uses, in their order; RefusedError where it is no expression."""
    return [node.id for node in ast.walk(parse(text)) if isinstance(node, ast.Name)]
