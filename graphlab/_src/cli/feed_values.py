"""`graphlab import --feed NAME=VALUE`: the arrays that the command line feeds, and what is wrong with them."""

import json
import os

import numpy as np

from graphlab._src.base import shapes
from graphlab._src.cli.file_contents import UnreadableError

_BEGINS_JSON = tuple('[{"-0123456789')


def feed_values(texts, file):
    """{name: array} of the texts NAME=VALUE, and of a file.npz. UnreadableError says which can't be read."""
    found = {}
    if file:
        arrays = _arrays(file)
        if isinstance(arrays, np.ndarray):
            raise UnreadableError(f"{file} holds one array without a name: feed it with --feed NAME={file}.")
        found.update(arrays)
    found.update(_feed(text) for text in texts)
    return found


def in_dtype(name, value, tensor):
    """A value in its tensor's dtype; UnreadableError where it is none, or has another shape."""
    kind = f"{tensor.dtype.name} {shapes.text(tensor.dims)}"
    is_text = tensor.dtype.name == "string"
    if not is_text and value.dtype.kind not in "biufcV":
        shown = repr(str(value)) if value.dtype.kind == "U" and not value.ndim else "the value"
        raise UnreadableError(f"--feed {name}: {shown} is neither numbers in JSON nor a file.npy; {name} is {kind}.")
    try:
        array = np.asarray(value, None if is_text else tensor.dtype.as_numpy_dtype)
    except (ValueError, TypeError, OverflowError) as error:
        raise UnreadableError(f"--feed {name}: {error}; {name} is {kind}.") from error
    if tensor.dims is not None and not shapes.compatible(tensor.dims, array.shape):
        raise UnreadableError(f"--feed {name}: a value of shape {list(array.shape)} is no {kind}.")
    return array


def _feed(text):
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UnreadableError(f"--feed needs NAME=VALUE, not {text!r}.")
    if value.endswith(".npz"):
        raise UnreadableError(f"--feed {name}: a .npz file holds arrays by name: --feeds {value} feeds them.")
    if value.endswith(".npy"):
        array = _arrays(value)
        if not isinstance(array, np.ndarray):
            raise UnreadableError(f"--feed {name}: {value} holds several arrays: --feeds {value} feeds them by name.")
        return name, array
    return name, _parsed(name, value)


def _parsed(name, value):
    try:
        items = json.loads(value)
    except ValueError as error:
        if value.startswith(_BEGINS_JSON):
            raise UnreadableError(
                f"--feed {name}: {value!r} is no JSON ({error}). Quotation marks keep a shell from changing it: "
                f"--feed '{name}=[[1, 2]]'."
            ) from error
        return np.asarray(value)
    if items is None or isinstance(items, dict):
        raise UnreadableError(f"--feed {name}: {value!r} is neither a number, a text nor a list of these.")
    try:
        array = np.asarray(items)
    except ValueError as error:
        raise UnreadableError(f"--feed {name}: the rows of {value} are not equally long.") from error
    if array.dtype.hasobject:
        raise UnreadableError(f"--feed {name}: {value} has elements that are neither numbers nor texts.")
    return array


def _arrays(path):
    """What a .npy or .npz file holds, all of it read."""
    if os.path.isdir(path):
        raise UnreadableError(f"{path} is a folder.")
    if not os.path.exists(path):
        raise UnreadableError(f"there is no file {path}.")
    try:
        found = np.load(path)
        return found if isinstance(found, np.ndarray) else {name: found[name] for name in found.files}
    except Exception as error:  # NumPy and zipfile have errors of many classes
        reason = str(error).partition("\n")[0] or type(error).__name__
        if "pickled" in reason:
            reason = "it is no file of NumPy"
        raise UnreadableError(f"{path} holds no arrays: {reason.rstrip('.')}.") from error
