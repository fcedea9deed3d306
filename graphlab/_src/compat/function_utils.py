"""tensorflow.python.util.function_utils: the arguments and names of functions, methods, partials and callable objects."""

import functools
import inspect

from graphlab._src.proto import ConfigProto


def fn_args(fn):
    """The names of the arguments that are still to be passed by position, as a tuple."""
    if isinstance(fn, functools.partial):
        return tuple(name for name in fn_args(fn.func)[len(fn.args) :] if name not in fn.keywords)
    fn = _function_of(fn)
    args = inspect.getfullargspec(fn).args
    return tuple(args[1:] if inspect.ismethod(fn) else args)


def has_kwargs(fn):
    """True when `fn` accepts arguments of any name; TypeError for what can't be called."""
    if isinstance(fn, functools.partial):
        fn = fn.func
    elif not callable(fn):
        raise TypeError(f"fn should be a function-like object, but is of type {type(fn)}.")
    return inspect.getfullargspec(_function_of(fn)).varkw is not None


def get_func_name(func):
    """The name of a function, with its class before it where it is a method; ValueError for what can't be called."""
    func = _unwrapped(func)
    if inspect.isfunction(func):
        return func.__name__
    if inspect.ismethod(func):
        return f"{type(func.__self__).__name__}.{func.__func__.__name__}"
    return str(type(func))


def get_func_code(func):
    """The code of a function or of what an object runs when it is called, or None; ValueError for what can't be called."""
    func = _unwrapped(func)
    if not (inspect.isfunction(func) or inspect.ismethod(func)):
        func = func.__call__
    return getattr(func, "__code__", None)


def is_bound_method(fn):
    """True for a method of an object, within decorators, too."""
    return inspect.ismethod(inspect.unwrap(fn))


def is_callable_object(obj):
    """True for an object whose class has `__call__`; False for functions."""
    return inspect.ismethod(getattr(obj, "__call__", None))  # noqa: B004


def get_disabled_rewriter_config():
    """A serialized ConfigProto that switches TensorFlow's graph optimizers off."""
    config = ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    return config.SerializeToString()


def _unwrapped(func):
    func = inspect.unwrap(func)
    if not callable(func):
        raise ValueError("Argument must be callable")
    return func


def _function_of(fn):
    """The method that an object runs when it is called; a function as it is."""
    return fn.__call__ if is_callable_object(fn) else fn
