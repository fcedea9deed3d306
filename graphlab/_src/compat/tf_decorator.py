"""tensorflow.python.util.tf_decorator: wrappers that say what they wrap, so that inspection sees through them."""

import inspect
import sys
from typing import Any


class TFDecorator:
    """What a decorator adds to a function: its name, documentation and, where it changes them, its parameters.

    It may replace the function: a call calls the target, and its attributes are the target's.
    """

    def __init__(self, decorator_name, target, decorator_doc="", decorator_argspec=None):
        self._decorated_target = target
        self._decorator_name = decorator_name
        self._decorator_doc = decorator_doc
        self._decorator_argspec = decorator_argspec
        if hasattr(target, "__name__"):
            self.__name__ = target.__name__
        if hasattr(target, "__qualname__"):
            self.__qualname__ = target.__qualname__
        self.__doc__ = decorator_doc or getattr(target, "__doc__", None) or ""
        self.__wrapped__ = target
        found = _signature(target, decorator_argspec)
        if found is not None:
            self.__signature__ = found

    def __get__(self, instance, owner):
        return self._decorated_target.__get__(instance, owner)

    def __call__(self, *args, **kwargs):
        return self._decorated_target(*args, **kwargs)

    @property
    def decorated_target(self):
        """What is wrapped."""
        return self._decorated_target

    @decorated_target.setter
    def decorated_target(self, decorated_target):
        self._decorated_target = decorated_target

    @property
    def decorator_name(self):
        """The decorator's name."""
        return self._decorator_name

    @property
    def decorator_doc(self):
        """The documentation that the decorator has, or ""."""
        return self._decorator_doc

    @property
    def decorator_argspec(self):
        """The parameters that the decorator states, an ArgSpec or FullArgSpec; None where it does not change them."""
        return self._decorator_argspec


def _signature(target, argspec):
    """The Signature of an ArgSpec or FullArgSpec; without one that of the target, or None where it has none."""
    if argspec is None:
        try:
            return inspect.signature(target)
        except (TypeError, ValueError):
            return None
    kinds = inspect.Parameter
    named = argspec._asdict()
    defaults = dict(zip(reversed(argspec.args), reversed(argspec.defaults or ()), strict=False))
    found = [kinds(name, kinds.POSITIONAL_OR_KEYWORD, default=defaults.get(name, kinds.empty)) for name in argspec.args]
    if argspec.varargs:
        found.append(kinds(argspec.varargs, kinds.VAR_POSITIONAL))
    only = named.get("kwonlydefaults") or {}
    for name in named.get("kwonlyargs") or ():
        found.append(kinds(name, kinds.KEYWORD_ONLY, default=only.get(name, kinds.empty)))
    rest = named.get("varkw", named.get("keywords"))
    if rest:
        found.append(kinds(rest, kinds.VAR_KEYWORD))
    notes = named.get("annotations") or {}
    found = [each.replace(annotation=notes.get(each.name, kinds.empty)) for each in found]
    return inspect.Signature(found, return_annotation=notes.get("return", inspect.Signature.empty))


def make_decorator(target, decorator_func, decorator_name=None, decorator_doc="", decorator_argspec=None):
    """decorator_func, which wraps target, marked so that inspection finds the target; it gets its names and its text.

    decorator_name: that of the calling function when left out.  decorator_argspec: its parameters, where they are others.
    """
    name = sys._getframe(1).f_code.co_name if decorator_name is None else decorator_name
    decorator: Any = TFDecorator(name, target, decorator_doc, decorator_argspec)
    decorator_func._tf_decorator = decorator
    for attribute in ("__name__", "__qualname__", "__module__"):
        if hasattr(target, attribute):
            setattr(decorator_func, attribute, getattr(target, attribute))
    for key, value in getattr(target, "__dict__", {}).items():
        if key not in decorator_func.__dict__:
            decorator_func.__dict__[key] = value
    decorator_func.__doc__ = decorator.__doc__
    decorator_func.__wrapped__ = target
    decorator_func.__original_wrapped__ = target
    if decorator_argspec is not None:
        decorator_func.__signature__ = decorator.__signature__
    elif hasattr(target, "__signature__"):
        decorator_func.__signature__ = target.__signature__
    return decorator_func


def has_tf_decorator_attr(obj):
    """True for what a decorator of this kind made."""
    return isinstance(getattr(obj, "_tf_decorator", None), TFDecorator)


def mark_of(value):
    """The TFDecorator that an object is or has; None where no decorator of this kind made it."""
    mark = value if isinstance(value, TFDecorator) else getattr(value, "_tf_decorator", None)
    return mark if isinstance(mark, TFDecorator) else None


def unwrap(maybe_tf_decorator):
    """([the decorators, outermost first], the function within)."""
    decorators, value = [], maybe_tf_decorator
    while (mark := mark_of(value)) is not None:
        decorators.append(mark)
        value = mark.decorated_target
    return decorators, value


def rewrap(decorator_func, previous_target, new_target):
    """Lets the wrappers around previous_target wrap new_target; returns the outermost one, or new_target without any."""
    value, innermost, mark = decorator_func, None, None
    while (found := mark_of(value)) is not None:
        innermost, mark = value, found
        if mark.decorated_target is previous_target:
            break
        value = mark.decorated_target
    if mark is None:
        return new_target
    mark.decorated_target = new_target
    function = getattr(innermost, "__func__", innermost)  # a bound method's attributes are its function's
    setattr(function, "__wrapped__", new_target)  # noqa: B010 - not every callable declares it
    return decorator_func
