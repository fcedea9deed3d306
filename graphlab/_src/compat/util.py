"""The helpers of tensorflow.python.util: decorators that mark functions, and inspection that sees through them."""

import contextlib
import functools
import importlib
import inspect
import sys
import types

from graphlab._src.base.deprecation import deprecated as deprecated
from graphlab._src.base.deprecation import deprecated_alias as deprecated_alias
from graphlab._src.base.deprecation import deprecated_arg_values as deprecated_arg_values
from graphlab._src.base.deprecation import deprecated_args as deprecated_args
from graphlab._src.base.deprecation import deprecated_argument_lookup as deprecated_argument_lookup
from graphlab._src.base.deprecation import rewrite_argument_docstring as rewrite_argument_docstring
from graphlab._src.base.deprecation import silence as silence
from graphlab._src.base.overrides import overridable, override
from graphlab._src.compat.inspection import getargspec as getargspec
from graphlab._src.compat.inspection import getcallargs as getcallargs
from graphlab._src.compat.inspection import getfullargspec as getfullargspec


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
isgeneratorfunction, signature = inspect.isgeneratorfunction, inspect.signature
getfile = inspect.getfile


class LazyLoader(types.ModuleType):
    """A module that is imported when something of it is requested."""

    def __init__(self, local_name, parent_module_globals, name):
        super().__init__(name)
        self._local_name, self._globals = local_name, parent_module_globals

    def __getattr__(self, item):
        module = importlib.import_module(self.__name__)
        self._globals[self._local_name] = module
        return getattr(module, item)
