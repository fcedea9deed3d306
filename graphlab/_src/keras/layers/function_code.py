"""Functions in the configurations of layers: their byte code as text, and what makes them again.

Byte code is marked with a key that only this user's programs can read, because a file with other code must not run it.
The mark is also of the module that its names come from and of the values that it holds: these decide what the code does.
"""

import base64
import binascii
import functools
import hmac
import json
import marshal
import secrets
import sys
import types
import warnings

import numpy as np

from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.compiler.executables import disk_cache, private_files
from graphlab._src.keras.layers.object_registry import CUSTOM

_KEY = "function key"  # its file, beside the compiled code
_SIZE = 32  # bytes of the key, and of a mark
_OURS = ("graphlab._src.ops.", "graphlab._src.keras.")  # whose functions only add operations


def serialized(function, allow_raw=False):
    """(what to write, its type, its module) for a function: "lambda" for byte code, "function" for a name, "raw"."""
    if callable(function):
        module, name = getattr(function, "__module__", None), getattr(function, "__name__", None)
        if not isinstance(function, types.FunctionType) or _of_graphlab(module, name) is function:
            return name or type(function).__name__, "function", module
        return _dumped(function, module), "lambda", module
    if allow_raw:
        return function, "raw", None
    raise ValueError(f"Invalid input for serialization, type: {type(function)} ")


def deserialized(value, kind, module, layer):
    """The function, or raw value, that `serialized` wrote.  layer: its layer's name, under which `custom_objects` may have it."""
    if kind == "raw" or callable(value):
        return value
    name = value if isinstance(value, str) else layer
    if name in CUSTOM:
        return CUSTOM[name]
    if kind == "lambda":
        return _loaded(value, module, layer)
    found = _of_graphlab(module, name)
    if found is None:
        raise ValueError(f"Unknown function in Lambda layer: {name}")
    return found


def _of_graphlab(module, name):
    """A function that graphlab has under this name, or None."""
    if not isinstance(module, str) or not isinstance(name, str) or not module.startswith(_OURS):
        return None
    found = getattr(sys.modules.get(module), name, None)
    return found if isinstance(found, types.FunctionType) else None


def func_dump(func):
    """(byte code as text, defaults, values of its closure) of a function, for func_load."""
    return _dumped(func, None)


def func_load(code, defaults=None, closure=None, globs=None):
    """The function of what func_dump returned, or of its parts.

    globs: the names that the function finds; graphlab's own when None.  Raises ValueError for byte code that this user's
    programs have not dumped with this Python: it is not run.
    """
    if isinstance(code, (tuple, list)):
        code, defaults, closure = code
    loaded = _code((code, defaults, closure), None)
    if loaded is None:
        raise ValueError(
            "The function is byte code that this user has not dumped with this Python, and is not run. Import the function "
            "from its module, or dump it again."
        )
    return _function(loaded, globals() if globs is None else globs, defaults, closure)


def _dumped(function, module):
    code = marshal.dumps(function.__code__)
    closure = function.__closure__ and tuple(cell.cell_contents for cell in function.__closure__)
    defaults = function.__defaults__
    mark = _mark(code, module, defaults, closure)
    return base64.encodebytes(code + mark).decode("ascii"), defaults, closure


def _loaded(dumped, module, layer):
    dumped = dumped if isinstance(dumped, (list, tuple)) and len(dumped) == 3 else ("", None, None)
    code = _code(dumped, module)
    if code is None:
        raise ValueError(
            f"The function of the Lambda layer {layer!r} is byte code that this user has not saved with this Python, and is not "
            f"run. Pass it: custom_objects={{{layer!r}: function}}, or build the model again and call load_weights."
        )
    if module not in sys.modules:
        warnings.warn(f"{module} is not loaded, but a Lambda layer uses it. It may cause errors.", stacklevel=2)
    names = {**vars(sys.modules.get(module, types.ModuleType("empty"))), **CUSTOM}
    return _function(code, names, *dumped[1:])


def _code(dumped, module):
    """The byte code of a dumped function, or None where the mark is not that of this user's programs."""
    text, defaults, closure = dumped
    try:
        data = base64.b64decode(text.encode("ascii"))
    except (AttributeError, UnicodeEncodeError, binascii.Error):
        return None
    code, mark = data[:-_SIZE], data[-_SIZE:]
    if not code or not hmac.compare_digest(mark, _mark(code, module, defaults, closure)):
        return None
    return marshal.loads(code)


def _function(code, names, defaults, closure):
    cells = None if closure is None else tuple(types.CellType(value) for value in closure)
    return types.FunctionType(code, names, code.co_name, None if defaults is None else tuple(defaults), cells)


def _mark(code, module, defaults, closure):
    try:
        held = json.dumps([module, defaults, closure], default=_plain, sort_keys=True)
    except (TypeError, ValueError):
        held = "what no file can have"
    key = hmac.digest(_key(), held.encode(), "sha256")
    return hmac.digest(key, (sys.implementation.cache_tag or "").encode() + code, "sha256")


def _plain(value):
    """What a file has for a value; the name of the type of one that no file can have."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, TensorShape):
        return value.as_list()
    return value.value if isinstance(value, Dimension) else {"type": type(value).__name__}


@functools.cache
def _key():
    """This user's key; where nothing private can be stored, one of this process."""
    try:
        named = disk_cache.cache_dir()
        if named is None:
            return secrets.token_bytes(_SIZE)
        folder = private_files.open_folder(named)
        found = private_files.read(folder, _KEY, _SIZE)
        if found is None or len(found) != _SIZE:
            # The key that another process has made meanwhile stays: that process signs with it.
            private_files.write(folder, _KEY, [secrets.token_bytes(_SIZE)], replace=found is not None)
            found = private_files.read(folder, _KEY, _SIZE)
        assert found is not None and len(found) == _SIZE
        return found
    except (OSError, AssertionError):
        return secrets.token_bytes(_SIZE)
