"""autograph.operators.py_builtins: Python's builtin functions, which work on tensors and datasets too."""

from collections.abc import Callable
from inspect import currentframe
from typing import Any

from graphlab._src.autograph.builtins import OVERLOADS
from graphlab._src.compat.autograph.tensors import wrap_py_func
from graphlab._src.graph import is_tensor

UNSPECIFIED = object()


def _given(*args: Any) -> list[Any]:
    return [value for value in args if value is not UNSPECIFIED]


def abs_(x: Any) -> Any:
    """abs(x)."""
    return abs(x)


def float_(x: Any = 0) -> Any:
    """float(x)."""
    return OVERLOADS[float](x)


def int_(x: Any = 0, base: Any = UNSPECIFIED) -> Any:
    """int(x, base)."""
    if is_tensor(x):
        if base not in (10, UNSPECIFIED):
            raise NotImplementedError(f"base {base} not supported for int")
        return OVERLOADS[int](x)
    return int(*_given(x, base))


def len_(s: Any) -> Any:
    """len(s)."""
    return OVERLOADS[len](s)


def print_(*objects: Any, **kwargs: Any) -> Any:
    """print(*objects, **kwargs), in each run where one of them is a tensor."""
    unknown = tuple(set(kwargs) - {"sep", "end", "file", "flush"})
    if unknown:
        raise ValueError(f"invalid keyword arguments: {unknown}")
    if not any(map(is_tensor, objects)):
        print(*objects, **kwargs)
        return None
    settings = {"flush": True, **{name: value for name, value in kwargs.items() if value is not UNSPECIFIED}}

    def printed(*values: Any) -> None:
        plain = (value.numpy() if is_tensor(value) else value for value in values)
        print(*(value.decode() if isinstance(value, bytes) else value for value in plain), **settings)

    return wrap_py_func(printed, None, objects, use_dummy_return=True)


def range_(start_or_stop: Any, stop: Any = UNSPECIFIED, step: Any = UNSPECIFIED) -> Any:
    """range(start, stop, step)."""
    return OVERLOADS[range](start_or_stop, *_given(stop, step))


def enumerate_(s: Any, start: Any = 0) -> Any:
    """enumerate(s, start)."""
    return OVERLOADS[enumerate](s, start)


def zip_(*iterables: Any) -> Any:
    """zip(*iterables)."""
    return OVERLOADS[zip](*iterables)


SUPPORTED_BUILTINS = (abs, float, int, len, print, range, enumerate, zip)
_functions: dict[Any, Callable[..., Any]] = dict(
    zip(SUPPORTED_BUILTINS, (abs_, float_, int_, len_, print_, range_, enumerate_, zip_), strict=True)
)


def overload_of(f: Any) -> Any:
    """What converted code calls in place of a function."""
    return _functions[f] if f in SUPPORTED_BUILTINS else f


def _frame_of(scope: Any, innermost: bool) -> Any:
    """The frame of the converted function that has a FunctionScope."""
    frame: Any = currentframe()
    frame, found = frame.f_back.f_back, None  # this one and its caller have it as an argument
    while frame is not None and (found is None or not innermost):
        if frame.f_locals.get(scope.name) is scope:
            found = frame
        frame = frame.f_back
    if found is None:
        raise AssertionError(f"no function on the stack has the scope {scope.name}")
    return found


def eval_in_original_context(f: Callable[..., Any], args: tuple[Any, ...], caller_fn_scope: Any) -> Any:
    """eval(*args) with the names of the function that has the scope."""
    frame = _frame_of(caller_fn_scope, innermost=True)
    return f(*args, *(frame.f_globals, frame.f_locals)[len(args) - 1 :])


def super_in_original_context(f: Callable[..., Any], args: tuple[Any, ...], caller_fn_scope: Any) -> Any:
    """super(*args), which needs no arguments in the method that has the scope."""
    if args:
        return f(*args)
    frame = _frame_of(caller_fn_scope, innermost=False)
    return f(frame.f_locals["__class__"], frame.f_locals[frame.f_code.co_varnames[0]])
