"""tensorflow.python.util.tf_inspect: inspection of functions within their decorators."""

import collections
import functools
import inspect
from typing import Any

from graphlab._src.compat import inspection
from graphlab._src.compat.tf_decorator import unwrap

ArgSpec = collections.namedtuple("ArgSpec", ["args", "varargs", "keywords", "defaults"])
FullArgSpec = inspect.FullArgSpec
Parameter = inspect.Parameter
signature = inspect.signature
currentframe, stack, getframeinfo = inspect.currentframe, inspect.stack, inspect.getframeinfo
getmembers, getmodule, getdoc, getmro = inspect.getmembers, inspect.getmodule, inspect.getdoc, inspect.getmro


def getfullargspec(obj):
    """The FullArgSpec of the outermost decorator that states one, or of the function within."""
    return inspection.getfullargspec(obj)


def getargspec(obj):
    """The ArgSpec of the outermost decorator that states one, or of the function within.

    Of a functools.partial it is what is still open; ValueError where no ArgSpec can say that.
    """
    if isinstance(obj, functools.partial):
        return _of_partial(obj)
    decorators, target = unwrap(obj)
    for decorator in decorators:
        if decorator.decorator_argspec is not None:
            return decorator.decorator_argspec
    places = [target]
    if isinstance(target, type):
        places += [target.__init__, target.__new__]
    for place in places:
        try:
            return _first_four(place)
        except TypeError:
            pass
    return _first_four(type(target).__call__)


def convert_maybe_argspec_to_fullargspec(argspec):
    """The FullArgSpec of an ArgSpec; a FullArgSpec as it is."""
    if isinstance(argspec, FullArgSpec):
        return argspec
    return FullArgSpec(*argspec, kwonlyargs=[], kwonlydefaults=None, annotations={})


def _first_four(target):
    spec = inspection.getfullargspec(target)
    return ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)


def _of_partial(obj):
    spec = getargspec(obj.func)
    args = spec.args[len(obj.args) :]
    values = dict(zip(reversed(args), reversed(spec.defaults or ()), strict=False))
    for name, value in (obj.keywords or {}).items():
        if name in args:
            values[name] = value
        elif not spec.keywords:
            raise ValueError("Function does not have **kwargs parameter, but contains an unknown partial keyword.")
    with_value = [name in values for name in args]
    if True not in with_value:
        return ArgSpec(args, spec.varargs, spec.keywords, None)
    first = with_value.index(True)
    without = [name for name in args[first:] if name not in values]
    if without:
        raise ValueError(
            f"Some arguments {without} do not have default value, but they are positioned after those with default values. "
            "This can not be expressed with ArgSpec."
        )
    return ArgSpec(args, spec.varargs, spec.keywords, tuple(values[name] for name in args[first:]))


def getcallargs(*func_and_positional: Any, **named: Any):
    """{argument: value} of a call of the first argument with the others, with defaults; what is missing is left out."""
    function, *positional = func_and_positional
    spec = getfullargspec(function)
    if ismethod(function) and getattr(function, "__self__", None) is not None:
        positional = [function.__self__, *positional]
    found = dict(named)
    found.update(zip([name for name in spec.args if name not in found], positional, strict=False))
    defaults = dict(zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False))
    return {**defaults, **(spec.kwonlydefaults or {}), **found}


def _within(function):
    """The function of `inspect`, for what is within decorators."""

    @functools.wraps(function)
    def inspected(object):  # noqa: A002
        return function(unwrap(object)[1])

    return inspected


getfile, getsource = _within(inspect.getfile), _within(inspect.getsource)
getsourcefile, getsourcelines = _within(inspect.getsourcefile), _within(inspect.getsourcelines)
isbuiltin, isclass, isfunction = _within(inspect.isbuiltin), _within(inspect.isclass), _within(inspect.isfunction)
isframe, isgenerator = _within(inspect.isframe), _within(inspect.isgenerator)
isgeneratorfunction, ismethod = _within(inspect.isgeneratorfunction), _within(inspect.ismethod)
ismodule, isroutine = _within(inspect.ismodule), _within(inspect.isroutine)
