"""Python functions as operations: py_func and numpy_function."""

import itertools
import traceback
import weakref

import numpy as np

from graphlab._src.base import dtypes, errors
from graphlab._src.base.context import hook
from graphlab._src.graph import Graph, Tensor, get_default_graph
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.string_bytes import each


class _Function:
    """A function that graphs refer to by its token, for as long as one of these graphs is there."""

    def __init__(self, function):
        self.token = f"pyfunc_{next(_count)}"
        self.function = function
        _functions[self.token] = self


_count = itertools.count()
_functions = weakref.WeakValueDictionary()

# How TensorFlow reports what a function raises; anything else is an UnknownError.
_ERRORS = [
    ((TypeError, ValueError), errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
]


def _call(input, token, types):
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
        result = found.function(*[value.copy() if value.ndim else value[()] for value in input])
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
    given = dtypes.as_dtype(array.dtype)
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


_UNKNOWN = {"infer": lambda op: [None] * len(op.attrs["Tout"]), "host": True, "grad": no_gradient}


@op("PyFunc", "input: *Tin -> output: *Tout", stateful=True, **_UNKNOWN)
def _py_func(input, *, token: bytes, Tout: list[dtypes.DType], context):
    """Calls a Python function on arrays. It may wait for another run of the session: that holds no lock."""
    del context
    return _call(input, token, Tout)


@op("PyFuncStateless", "input: *Tin -> output: *Tout", **_UNKNOWN)
def _py_func_stateless(input, *, token: bytes, Tout: list[dtypes.DType]):
    """Calls a Python function without side effects on arrays."""
    return _call(input, token, Tout)


def py_func(func, inp, Tout, stateful=True, name=None):
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
    function = _Function(func)
    get_default_graph().python_functions.append(function)
    build = raw_ops.PyFunc if stateful else raw_ops.PyFuncStateless
    result = build(list(inp), token=function.token, Tout=list(Tout) if several else [Tout], name=name)
    return result if several else result[0]


def numpy_function(func, inp, Tout, name=None):
    """As py_func with a function that may have side effects.

    func, inp, Tout: as in py_func.
    """
    return py_func(func, inp, Tout, stateful=True, name=name)


class EagerArray(np.ndarray):
    """What the function of a py_function gets for a tensor: an array that knows its numpy()."""

    def numpy(self):
        """The same as a plain array, or a number or bytes for shape []."""
        plain = np.asarray(self)
        return plain if plain.ndim else plain[()]


@op("EagerPyFunc", "input: *Tin -> output: *Tout", stateful=True, attrs={"is_async": (bool, False)}, **_UNKNOWN)
def _eager_py_func(input, *, token: bytes, Tout: list[dtypes.DType], context):
    """Calls a Python function on arrays that have a numpy(); each result becomes an array of its type in Tout."""
    del context
    return _call(input, token, Tout)


def py_function(func, inp, Tout, name=None):
    """Calls a Python function on the values of tensors.

    func: called with an array with a numpy() for each tensor, as TensorFlow hands it an eager tensor; returns what makes
    arrays of the types Tout; Tout: a type, or a list of them.  Errors are those of py_func, and there is no gradient.
    Operations that func makes are of a graph of their own, which is run for each call when func returns tensors.
    inp: the tensors, a list.
    """
    if not callable(func):
        raise ValueError(f"Expected func to be callable, got func of type {type(func)}")
    several = isinstance(Tout, (list, tuple))
    types = [dtypes.as_dtype(one) for one in (Tout if several else [Tout])]

    def call(*values):
        graph = Graph()
        with graph.as_default():
            result = func(*[np.asarray(value).view(EagerArray) for value in values])
            if result is None:
                return []
            results = list(result) if several and isinstance(result, (list, tuple)) else [result]
            results = _computed(graph, results)
        if len(results) != len(types):
            return results  # which is an error
        return [_converted(one, dtype) for one, dtype in zip(results, types, strict=True)]

    function = _Function(call)
    get_default_graph().python_functions.append(function)
    result = raw_ops.EagerPyFunc(list(inp), token=function.token, Tout=types, name=name)
    return result if several else result[0]


def _computed(graph, results):
    """What a function returned, with values in place of the tensors of its graph."""
    tensors = [one for one in results if isinstance(one, Tensor) and one.graph is graph]
    if not tensors:
        return results
    with hook("session")(graph=graph) as session:
        values = iter(session.run(tensors))
    return [next(values) if any(one is tensor for tensor in tensors) else one for one in results]


def _converted(value, dtype):
    """A result as an array of a type: nothing with a fraction becomes a whole number."""
    if dtype is dtypes.string:
        return np.asarray(value, object)
    array = np.asarray(value)
    wanted = dtype.as_numpy_dtype
    if array.size and not np.can_cast(array.dtype, wanted, "same_kind"):
        raise TypeError(f"Cannot convert {value} to EagerTensor of dtype {dtype.name}")
    return array.astype(wanted)
