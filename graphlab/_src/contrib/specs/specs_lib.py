"""Networks as values that `|` chains, `+` and `*` combine and `**` repeats: what programs write networks with in one line."""

import importlib
import logging
import operator
import re

_QUOTED = re.compile(r"""("([^"\\]|\\.)*"|'([^'\\]|\\.)*')""")
_KEYWORDS = re.compile(r"\b(import|while|def|exec)\b")

_log = logging.getLogger(__name__)


def check_keywords(spec):
    """ValueError for a text that has a keyword outside of its strings that no network needs: import, while, def or exec."""
    found = _KEYWORDS.search(_QUOTED.sub("", spec))
    if found:
        raise ValueError(f"keyword '{found[1]}' found in spec")


def get_positional(args, kw, kw_overrides=False):
    """(args, keywords) in which keywords like _2 are arguments by place, where args have none or kw_overrides says so."""
    placed = {int(key[1:]): value for key, value in kw.items() if key.startswith("_")}
    if not placed:
        return args, kw
    found = [*args, *([None] * (max(placed) + 1 - len(args)))]
    for index, value in placed.items():
        if kw_overrides or found[index] is None:
            found[index] = value
    return found, {key: value for key, value in kw.items() if not key.startswith("_")}


class Composable:
    """What makes a tensor of a tensor, by funcall."""

    def funcall(self, x):
        """The tensor that is made of x."""
        raise NotImplementedError

    def __or__(self, other):
        return Composition(self, other)

    def __add__(self, other):
        return Operator(operator.add, self, other)

    def __mul__(self, other):
        return Operator(operator.mul, self, other)

    def __pow__(self, n):
        assert n >= 0
        result = self if n else Function(lambda x, *args, **kw: x)
        for _ in range(n - 1):
            result = Composition(result, self)
        return result


class Callable(Composable):
    """A function of a tensor."""

    def __init__(self, f):
        self.f = f

    def funcall(self, x):
        return self.f(x)


class Operator(Composable):
    """op of the results of several."""

    def __init__(self, op, *args):
        self.op = op
        self.funs = args

    def funcall(self, x):
        return self.op(*[part.funcall(x) for part in self.funs])


class Function(Composable):
    """A function of a tensor and more arguments, which a call adds before those that are there."""

    def __init__(self, f, *args, **kw):
        if not callable(f):
            raise ValueError(f"{f}: is not callable")
        self.f = f
        self.args = list(args)
        self.kw = kw

    def __call__(self, *args, **kw):
        return Function(self.f, *args, *self.args, **{**self.kw, **kw})

    def funcall(self, x):
        args, kw = get_positional(self.args, self.kw)
        _log.debug("%s %s %s %s", self.f, x, args, kw)
        return self.f(x, *args, **kw)


class Composition(Composable):
    """g of f."""

    def __init__(self, f, g):
        self.f = f
        self.g = g

    def funcall(self, x):
        return self.g.funcall(self.f.funcall(x))


def External(module_name, function_name):  # noqa: N802
    """The function of a module."""
    return Function(getattr(importlib.import_module(module_name), function_name))


def Import(statements):  # noqa: N802
    """The function `f` that Python statements define."""
    bindings = {}
    exec(statements, bindings)
    if "f" not in bindings:
        raise ValueError(f'failed to define "f": {statements}')
    return Function(bindings["f"])


def debug(mode=True):
    """Whether each function is printed that makes a tensor."""
    _log.setLevel(logging.DEBUG if mode else logging.NOTSET)
    if mode and not _log.handlers:
        _log.addHandler(logging.StreamHandler())
