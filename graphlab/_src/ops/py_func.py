"""Python functions as operations: py_func and numpy_function."""

import itertools
import threading
import traceback
import weakref
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, errors
from graphlab._src.graph import get_default_graph
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.string_bytes import each


class RegisteredFunction:
    """A function that graphs refer to by its token, for as long as one of these graphs is there."""

    def __init__(self, function, with_context=False):
        self.with_context = with_context  # the RunContext, before the arrays
        self.token = f"pyfunc_{next(_count)}"
        self.function = function
        _functions[self.token] = self


_count = itertools.count()
_functions = weakref.WeakValueDictionary()


def count_registered() -> int:
    """How many functions there are that graphs refer to."""
    return len(_functions)


# How TensorFlow reports what a function raises; anything else is an UnknownError.
_ERRORS = [
    ((TypeError, ValueError), errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
]


def call_registered(input, token, types, context=None) -> Any:
    """The results of the function of a token for these arrays, checked against the types that they should have."""
    token = token.decode()
    found = _functions.get(token)
    if found is None:
        raise ValueError(
            f"ValueError: callback {token} is not found: a graph that was loaded holds none of the functions that it "
            "was built with"
        )
    try:
        # Copies, both ways: a function may change what it got, and hold on to what it returned and change that later.
        given = [value.copy() if value.ndim else value[()] for value in input]
        result = found.function(context, *given) if found.with_context else found.function(*given)
    except Exception as error:
        raise _reported(error) from error
    values = list(result) if isinstance(result, (list, tuple)) else [] if result is None else [result]
    if len(values) != len(types):
        raise ValueError(f"{token} returns {len(values)} values, but expects to see {len(types)} values.")
    return [
        _taken(value, dtype, f"{i}-th value returned by {token}")
        for i, (value, dtype) in enumerate(zip(values, types, strict=True))
    ]


def _reported(error):
    kind = next((kind for raised, kind in _ERRORS if isinstance(error, raised)), errors.UnknownError)
    frames = error.__traceback__.tb_next if error.__traceback__ else None  # begin in the user's function
    lines = traceback.format_exception(type(error), error, frames)
    return kind(None, None, f"{type(error).__name__}: {error}\n{''.join(lines)}")


def _taken(value, dtype, what):
    """A returned value as an array of exactly that type."""
    try:
        array = np.array(value, order="C")
    except Exception as error:
        raise _reported(error) from error
    if array.dtype.kind in "SUO":
        array = _as_strings(value)
    try:
        given = dtypes.as_dtype(array.dtype)
    except TypeError:
        raise errors.InternalError(None, None, f"Unsupported numpy data type: {what} is {array.dtype}") from None
    if given is not dtype:
        raise ValueError(f"{what} is {dtypes.runtime_name(given)}, but expects {dtypes.runtime_name(dtype)}")
    return array


def _as_strings(value):
    # NumPy's own string types pad with zeros and then can't distinguish them from the text's.
    array = value if isinstance(value, np.ndarray) else np.asarray(value, object)

    def text(item):
        if isinstance(item, str):
            return item.encode()
        if not isinstance(item, bytes):
            raise errors.InternalError(None, None, f"Unsupported object type {type(item).__name__}")
        return bytes(item)

    return each(text, array)


class _Beside:
    """A call in a thread of its own, while other operations of the run go on."""

    def __init__(self, call):
        self.condition = threading.Condition()
        self.is_over = False
        self._result = self._error = None
        threading.Thread(target=self._run, args=(call,), name="py_func", daemon=True).start()

    def _run(self, call):
        try:
            self._result = call()
        except BaseException as error:
            self._error = error
        with self.condition:
            self.is_over = True
            self.condition.notify_all()

    def result(self, context):
        """What the call returned or raised. Others of the run go on where that lasts longer than a moment."""
        with self.condition:
            self.condition.wait_for(lambda: self.is_over, _MOMENT)
            context.wait(self.condition, lambda: self.is_over)
        if self._error is not None:
            raise self._error
        return self._result


# Functions of one run are called one after another, in the same order each time, unless one lasts longer than this.
_MOMENT = 0.5  # seconds

UNKNOWN = {"infer": lambda op: [None] * len(op.attrs["Tout"]), "host": True, "grad": no_gradient}


@op("PyFunc", "input: *Tin -> output: *Tout", stateful=True, **UNKNOWN)
def _py_func(input, *, token: bytes, Tout: list[dtypes.DType], context):
    """Calls a Python function on arrays. It may wait for another run of the session, or for another one of its run."""

    def call():
        return call_registered(input, token, Tout)

    beside = context.attempt(lambda: None if context.may_wait else _Beside(call))
    return call() if beside is None else beside.result(context)


@op("PyFuncStateless", "input: *Tin -> output: *Tout", **UNKNOWN)
def _py_func_stateless(input, *, token: bytes, Tout: list[dtypes.DType]):
    """Calls a Python function without side effects on arrays."""
    return call_registered(input, token, Tout)


def py_func(func, inp, Tout, stateful=True, name=None) -> Any:
    """Calls a Python function on the values of tensors, in the process that runs the session.

    func: called with an array (a number for shape []) for each tensor, returns arrays of the types Tout.
    inp: the tensors, a list.  Tout: a type, or a list of them when func returns several arrays.
    stateful: False when func returns the same for the same arrays and does nothing else.
    What func raises becomes an error of the run: InvalidArgumentError for TypeError and ValueError, OutOfRangeError
    for StopIteration, UnimplementedError for NotImplementedError, else UnknownError. The function itself is not saved
    with the graph.
    """
    if not callable(func):
        raise ValueError(f"Expected func to be callable, got func of type {type(func)}")
    several = isinstance(Tout, (list, tuple))
    function = RegisteredFunction(func)
    get_default_graph().python_functions.append(function)
    build = raw_ops.PyFunc if stateful else raw_ops.PyFuncStateless
    result = build(list(inp), token=function.token, Tout=list(Tout) if several else [Tout], name=name)
    if several and not Tout and not stateful:
        return []  # as TensorFlow: only what is run for its effects is an Operation
    return result if several else result[0]


def numpy_function(func, inp, Tout, name=None) -> Any:
    """As py_func with a function that may have side effects.

    func, inp, Tout: as in py_func.
    """
    return py_func(func, inp, Tout, stateful=True, name=name)
