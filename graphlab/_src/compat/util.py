"""The helpers of tensorflow.python.util: decorators that mark functions, and inspection that sees through them."""

import contextlib
import functools
import importlib
import inspect
import sys
import types

from graphlab._src.base import logging
from graphlab._src.base.overrides import overridable, override
from graphlab._src.compat.removed_names import getargspec as getargspec


def marks(*names, **options):
    """A decorator that changes nothing: tf_export and the like say where a function is published."""

    def decorate(function):
        return function

    return decorate


tf_export = keras_export = estimator_export = deprecated_endpoints = marks
add_dispatch_support = overridable


def dispatch_for_types(op, *types):
    """A decorator for what does the work of a function for arguments of those types, where the function can be overridden."""
    return override(op, *types) if hasattr(op, "overrides") else marks()


def kwarg_only(f):
    """The function, whose arguments then are keyword-only."""

    @functools.wraps(f)
    def wrapper(**kwargs):
        return f(**kwargs)

    return wrapper


def no_automatic_dependency_tracking(method):
    """The method: nothing tracks objects."""
    return method


def remove_undocumented(module_name, allowed_exception_list=None, doc_string_modules=None):
    """Accepted: names stay where they are."""


def make_all(module_name, doc_string_modules=None):
    """The public names of a module that is imported."""
    return [name for name in dir(sys.modules[module_name]) if not name.startswith("_")]


def deprecated(date, instructions, warn_once=True):
    """A decorator for what is on its way out: the first call logs a warning with the instructions."""

    def decorate(function):
        return _warning(function, f"{function.__name__} is deprecated: {instructions}", lambda args, kwargs: True)

    return decorate


def deprecated_args(date, instructions, *deprecated_arg_names_or_tuples, **kwargs):
    """As deprecated, when one of those arguments is given."""
    names = [name if isinstance(name, str) else name[0] for name in deprecated_arg_names_or_tuples]

    def decorate(function):
        signature = inspect.signature(function)

        def given(args, kwargs):
            return any(name in signature.bind_partial(*args, **kwargs).arguments for name in names)

        return _warning(function, f"{', '.join(names)} of {function.__name__} is deprecated: {instructions}", given)

    return decorate


def deprecated_arg_values(date, instructions, warn_once=True, **deprecated_kwargs):
    """As deprecated, when an argument has one of those values."""

    def decorate(function):
        signature = inspect.signature(function)

        def given(args, kwargs):
            arguments = signature.bind_partial(*args, **kwargs).arguments
            return any(arguments.get(name, ...) == value for name, value in deprecated_kwargs.items())

        return _warning(function, f"{function.__name__}: {instructions}", given)

    return decorate


def deprecated_alias(deprecated_name, name, func_or_class, warn_once=True):
    """The function or class; a function's first call by this name logs a warning."""
    if inspect.isclass(func_or_class):
        return func_or_class
    return _warning(func_or_class, f"{deprecated_name} is deprecated: use {name}", lambda args, kwargs: True)


def deprecated_argument_lookup(new_name, new_value, old_name, old_value):
    """The value of an argument that has two names. ValueError when both are given."""
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
    return old_value


def rewrite_argument_docstring(old_doc, old_argument, new_argument):
    """The text with another name for an argument."""
    return old_doc.replace(f"`{old_argument}`", f"`{new_argument}`").replace(f"{old_argument}:", f"{new_argument}:")


@contextlib.contextmanager
def silence():
    """Inside, nothing is said of what is on its way out."""
    silent.append(True)
    try:
        yield
    finally:
        silent.pop()


silent = []


def _warning(function, text, applies):
    said = []

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if not said and not silent and applies(args, kwargs):
            said.append(True)
            logging.warning(text)
        return function(*args, **kwargs)

    return wrapper


class TFDecorator:
    """A decorated function: the wrapper, and what it wraps."""

    def __init__(self, decorator_name, target, decorator_doc="", decorator_argspec=None):
        self.decorator_name = decorator_name
        self.decorated_target = target
        self.decorator_doc = decorator_doc
        self.decorator_argspec = decorator_argspec


def make_decorator(target, decorator_func, decorator_name=None, decorator_doc="", decorator_argspec=None):
    """decorator_func, with the name and the documentation of the function that it wraps."""
    functools.update_wrapper(decorator_func, target)
    decorator_func._tf_decorator = TFDecorator(decorator_name, target, decorator_doc, decorator_argspec)
    return decorator_func


def rewrap(decorator_func, previous_target, new_target):
    """Lets a wrapper wrap another function."""
    decorator_func.__wrapped__ = new_target


def unwrap(maybe_tf_decorator):
    """([the decorators, outermost first], the function within)."""
    decorators, value = [], maybe_tf_decorator
    while hasattr(value, "__wrapped__"):
        decorators.append(getattr(value, "_tf_decorator", None))
        value = value.__wrapped__
    return decorators, value


contextmanager = contextlib.contextmanager
ArgSpec = FullArgSpec = inspect.FullArgSpec
Parameter = inspect.Parameter
currentframe, stack = inspect.currentframe, inspect.stack
getmembers, getmodule, getdoc, getmro = inspect.getmembers, inspect.getmodule, inspect.getdoc, inspect.getmro
getsource, getsourcefile, getsourcelines = inspect.getsource, inspect.getsourcefile, inspect.getsourcelines
isbuiltin, isclass, isfunction, isframe = inspect.isbuiltin, inspect.isclass, inspect.isfunction, inspect.isframe
isgenerator, ismethod, ismodule, isroutine = inspect.isgenerator, inspect.ismethod, inspect.ismodule, inspect.isroutine
isgeneratorfunction, signature, getfullargspec = inspect.isgeneratorfunction, inspect.signature, inspect.getfullargspec
getfile = inspect.getfile


def getcallargs(*func_and_positional, **named):
    """{argument: value} of a call of the first argument with the others."""
    return inspect.getcallargs(func_and_positional[0], *func_and_positional[1:], **named)


class LazyLoader(types.ModuleType):
    """A module that is imported when something of it is requested."""

    def __init__(self, local_name, parent_module_globals, name):
        super().__init__(name)
        self._local_name, self._globals = local_name, parent_module_globals

    def __getattr__(self, item):
        module = importlib.import_module(self.__name__)
        self._globals[self._local_name] = module
        return getattr(module, item)


def fn_args(fn):
    """The names of the parameters of a function or an object with __call__, as a tuple."""
    taken = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return tuple(name for name, one in inspect.signature(fn).parameters.items() if one.kind in taken)
