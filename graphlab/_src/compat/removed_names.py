"""What Python and packages have dropped since TensorFlow 1, and its programs say: np.float, time.clock, scipy.misc."""

import collections
import collections.abc
import ctypes
import fractions
import functools
import gc
import importlib.util
import inspect
import math
import sys
import time
import warnings
from typing import Any

import numpy as np
from PIL import Image

_ArgSpec = collections.namedtuple("ArgSpec", ["args", "varargs", "keywords", "defaults"])


def getargspec(func):
    """inspect.getargspec: the four that a function of Python 2 can have."""
    return _ArgSpec(*inspect.getfullargspec(func)[:4])


def _in1d(ar1, ar2, **kwargs):
    return np.isin(np.ravel(ar1), ar2, **kwargs)


def _of_iterables(stack):
    """A function of NumPy that stacks arrays: as before NumPy 1.24 a generator or a map may bring them."""

    @functools.wraps(stack)
    def stacked(*args, **kwargs):
        if args and not hasattr(args[0], "__getitem__"):
            args = list(args[0]), *args[1:]
        return stack(*args, **kwargs)

    return stacked


_issubdtype = np.issubdtype
_ABSTRACT_TYPES = {float: np.floating, int: np.signedinteger, complex: np.complexfloating}


def issubdtype(arg1, arg2):
    """np.issubdtype, in which float, int and complex mean all widths, as they did before NumPy 1.20."""
    return _issubdtype(arg1, _ABSTRACT_TYPES.get(arg2, arg2) if isinstance(arg2, type) else arg2)


class _Cast:
    """np.cast: np.cast[dtype](x) is x as an array of this dtype."""

    def __getitem__(self, dtype):
        return lambda x: np.asarray(x).astype(dtype)


_SCALAR_TYPES = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64, np.longdouble],
    "complex": [np.complex64, np.complex128, np.clongdouble],
    "others": [bool, object, bytes, str, np.void],
}
abstract = collections.abc
_ABSTRACT = (
    "Callable Container Hashable Iterable Iterator ItemsView KeysView Mapping MappingView MutableMapping MutableSequence "
    "MutableSet Sequence Set Sized ValuesView"
)
_OLD: dict[Any, dict[str, Any]] = {
    np: {
        "bool": bool,
        "int": int,
        "float": float,
        "complex": complex,
        "object": object,
        "str": str,
        "long": int,
        "unicode": str,
        "float_": np.float64,
        "complex_": np.complex128,
        "string_": np.bytes_,
        "unicode_": np.str_,
        "Inf": np.inf,
        "Infinity": np.inf,
        "infty": np.inf,
        "PINF": np.inf,
        "NINF": -np.inf,
        "NaN": np.nan,
        "NAN": np.nan,
        "PZERO": 0.0,
        "NZERO": -0.0,
        "product": np.prod,
        "cumproduct": np.cumprod,
        "sometrue": np.any,
        "alltrue": np.all,
        "round_": np.round,
        "asscalar": lambda a: a.item(),
        "msort": lambda a: np.sort(a, axis=0),
        "asfarray": lambda a, dtype=np.float64: np.asarray(
            a, dtype if np.issubdtype(dtype, np.inexact) else np.float64
        ),
        "mat": np.asmatrix,
        "bool8": np.bool_,
        "int0": np.intp,
        "uint0": np.uintp,
        "bytes0": np.bytes_,
        "str0": np.str_,
        "object0": np.object_,
        "void0": np.void,
        "cfloat": np.complex128,
        "singlecomplex": np.complex64,
        "longfloat": np.longdouble,
        "clongfloat": np.clongdouble,
        "longcomplex": np.clongdouble,
        "typeDict": np.sctypeDict,
        "sctypes": _SCALAR_TYPES,
        "cast": _Cast(),
        "math": math,
        **{
            name: getattr(np.exceptions, name)
            for name in (
                "AxisError ComplexWarning ModuleDeprecationWarning RankWarning TooHardError VisibleDeprecationWarning"
            ).split()
        },
    },
    np.lib: {"pad": np.pad},
    collections: {name: getattr(collections.abc, name) for name in _ABSTRACT.split()},
    inspect: {"getargspec": getargspec},
    time: {"clock": time.perf_counter},
    fractions: {"gcd": math.gcd},
    Image: {"ANTIALIAS": Image.Resampling.LANCZOS},
}
# Functions that mean less, or something else, or warn today.
_CHANGED: dict[Any, dict[str, Any]] = {
    np: {
        "in1d": _in1d,
        "issubdtype": issubdtype,
        "row_stack": np.vstack,
        "trapz": np.trapezoid,
        **{name: _of_iterables(getattr(np, name)) for name in ("stack", "vstack", "hstack", "dstack", "column_stack")},
    }
}
_MODULES = {"scipy.misc": "graphlab._src.compat.scipy_misc"}


def _itemset(self, *args):
    *where, value = args
    if where and isinstance(where[0], tuple):
        (where,) = where
    if len(where) > 1:
        self[tuple(where)] = value
    else:
        self.flat[where[0] if where else 0] = value


def _newbyteorder(self, new_order="S"):
    return self.view(self.dtype.newbyteorder(new_order))


_METHODS: dict[type, dict[str, Any]] = {
    np.ndarray: {
        "tostring": lambda self, order="C": self.tobytes(order),
        "ptp": lambda self, *args, **kwargs: np.ptp(self, *args, **kwargs),
        "itemset": _itemset,
        "newbyteorder": _newbyteorder,
    },
    np.generic: {"tostring": lambda self, order="C": self.tobytes(order), "newbyteorder": _newbyteorder},
}
_MISSING = object()
_replaced = []  # (module or type, name, what it was, _MISSING where there was nothing)
_PRINTED = "1.25"  # NumPy's name for the time when the text of a scalar was the number alone
_OF_ONE_ELEMENT = (
    "Conversion of an array with ndim > 0 to a scalar"  # NumPy warns so of float() of an array of one element
)


def bring_back():
    """Adds the names that are missing, and replaces those that mean less, or something else, or warn today.

    The text of a NumPy scalar, alone and in a list, is the number again: 0.5 for np.float32(0.5), as programs print and read it.
    """
    warnings.filterwarnings("ignore", _OF_ONE_ELEMENT, DeprecationWarning)
    if not np.get_printoptions()["legacy"]:
        np.set_printoptions(legacy=_PRINTED)
    for module, names in _OLD.items():
        for name, value in names.items():
            if name not in vars(module):
                _replace(module, name, value)
    for home, names in [*_CHANGED.items(), *_METHODS.items()]:
        for name, value in names.items():
            if vars(home).get(name) is not value:
                _replace(home, name, value)
    for name, ours in _MODULES.items():
        if name not in sys.modules and importlib.util.find_spec(name.partition(".")[0]) is not None:
            sys.modules[name] = importlib.import_module(ours)


def take_away():
    """Removes what bring_back added, and restores what it replaced."""
    if np.get_printoptions()["legacy"] == _PRINTED:
        np.set_printoptions(legacy=False)
    filters: Any = warnings.filters
    filters[:] = [one for one in filters if one[1] is None or one[1].pattern != _OF_ONE_ELEMENT]
    while _replaced:
        _set(*_replaced.pop())
    for name, ours in _MODULES.items():
        if getattr(sys.modules.get(name), "__name__", "") == ours:
            del sys.modules[name]


def _replace(home, name, value):
    """Sets a name of a module or of a type, and notes what it was."""
    _replaced.append((home, name, vars(home).get(name, _MISSING)))
    _set(home, name, value)


def _set(home, name, value):
    names = _attributes(home) if isinstance(home, type) else vars(home)
    if value is _MISSING:
        names.pop(name, None)
    else:
        names[name] = value
    if isinstance(home, type):
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(home))


def _attributes(kind: type) -> dict[str, Any]:
    """The dict behind the read-only view that a type implemented in C shows of its attributes."""
    (attributes,) = gc.get_referents(vars(kind))
    return attributes
