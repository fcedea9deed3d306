"""The helpers of tensorflow.python.util: decorators that mark functions, and inspection that sees through them."""

import contextlib
import functools
import importlib
import sys
import types
from collections.abc import Mapping

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.deprecation import deprecated as deprecated
from graphlab._src.base.deprecation import deprecated_alias as deprecated_alias
from graphlab._src.base.deprecation import deprecated_arg_values as deprecated_arg_values
from graphlab._src.base.deprecation import deprecated_args as deprecated_args
from graphlab._src.base.deprecation import deprecated_argument_lookup as deprecated_argument_lookup
from graphlab._src.base.deprecation import rewrite_argument_docstring as rewrite_argument_docstring
from graphlab._src.base.deprecation import silence as silence
from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.compat.tf_decorator import make_decorator


def marks(*names, **options):
    """A decorator that changes nothing: it says where a function was published."""

    def decorate(function):
        return function

    return decorate


deprecated_endpoints = marks


def kwarg_only(f):
    """The function, whose arguments then are keyword-only."""

    @functools.wraps(f)
    def wrapper(**kwargs):
        return f(**kwargs)

    return wrapper


def remove_undocumented(module_name, allowed_exception_list=None, doc_string_modules=None):
    """Accepted: names stay where they are."""


def make_all(module_name, doc_string_modules=None):
    """The public names of a module that is imported."""
    return [name for name in dir(sys.modules[module_name]) if not name.startswith("_")]


def contextmanager(target):
    """A decorator for a generator that is a block: contextlib's, which inspection sees through."""
    return make_decorator(target, contextlib.contextmanager(target), "contextmanager")


def get_json_type(obj):
    """What json writes for an object: a layer, array, function, class, size, shape or Mapping. TypeError for others."""
    if hasattr(obj, "get_config"):
        return {"class_name": type(obj).__name__, "config": obj.get_config()}
    if isinstance(obj, (np.ndarray, np.generic)):
        return obj.tolist()
    if callable(obj):
        return obj.__name__
    if isinstance(obj, Dimension):
        return obj.value
    if isinstance(obj, TensorShape):
        return obj.as_list()
    if isinstance(obj, Mapping):
        return dict(obj)
    raise TypeError("Not JSON Serializable:", obj)


class LazyLoader(types.ModuleType):
    """A module that is imported when something of it is requested. warning: is logged then."""

    def __init__(self, local_name, parent_module_globals, name, warning=None):
        super().__init__(name)
        self._local_name, self._globals, self._warning = local_name, parent_module_globals, warning

    def _load(self):
        module = importlib.import_module(self.__name__)
        self._globals[self._local_name] = module
        if self._warning:
            logging.warning(self._warning)
            self._warning = None  # once
        self.__dict__.update(module.__dict__)  # what is found here needs no __getattr__ any more
        return module

    def __getattr__(self, item):
        return getattr(self._load(), item)

    def __dir__(self):
        return dir(self._load())
