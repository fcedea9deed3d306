"""arg_scope: default arguments for the functions called inside a block."""

import contextlib
import functools

_scopes = [{}]  # {key of a function: its arguments}, the innermost last
_names = {}  # {key of a function: the names of its arguments that have defaults}


def current_arg_scope():
    """The open scope, as a dict that arg_scope opens again."""
    return _scopes[-1]


def arg_scope_func_key(op):
    """The key of a function in scopes."""
    return getattr(op, "_key_op", str(op))


def add_arg_scope(func):
    """Decorates a function so that arg_scope can set defaults of its arguments."""
    key = arg_scope_func_key(func)
    count = len(func.__defaults__ or ())
    names = func.__code__.co_varnames[: func.__code__.co_argcount]
    _names[key] = names[len(names) - count :]

    @functools.wraps(func)
    def func_with_args(*args, **kwargs):
        return func(*args, **{**current_arg_scope().get(key, {}), **kwargs})

    vars(func_with_args)["_key_op"] = key
    return func_with_args


def has_arg_scope(func):
    """Whether a function was decorated with add_arg_scope."""
    return arg_scope_func_key(func) in _names


def arg_scoped_arguments(func):
    """The names of the arguments that arg_scope can set for a function."""
    assert has_arg_scope(func)
    return _names[arg_scope_func_key(func)]


@contextlib.contextmanager
def arg_scope(list_ops_or_scope, **kwargs):
    """Inside, the functions of a list get these arguments where the call says nothing else.

    list_ops_or_scope: functions with add_arg_scope, or what `with arg_scope(…) as scope` bound, to open it again.
    """
    if isinstance(list_ops_or_scope, dict):
        if kwargs:
            raise ValueError("When attempting to re-use a scope by suppling adictionary, kwargs must be empty.")
        scope = list_ops_or_scope.copy()
    elif isinstance(list_ops_or_scope, (list, tuple)):
        scope = current_arg_scope().copy()
        for op in list_ops_or_scope:
            if not has_arg_scope(op):
                raise ValueError("%s is not decorated with @add_arg_scope", (op.__module__, op.__name__))
            key = arg_scope_func_key(op)
            scope[key] = {**scope.get(key, {}), **kwargs}
    else:
        raise TypeError("list_ops_or_scope must either be a list/tuple or reused scope (i.e. dict)")
    _scopes.append(scope)
    try:
        yield scope
    finally:
        _scopes.pop()
