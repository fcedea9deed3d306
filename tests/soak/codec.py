"""Arrays, and structures that hold them, as JSON: the form in which programs and their results are stored and compared."""

import base64
import json
import lzma

import numpy as np


def encode(value):
    """A NumPy array or scalar, as a dict that JSON can hold. bfloat16 is stored as its 16 bits, strings as base64."""
    array = np.asarray(value)
    name = array.dtype.name
    if array.dtype.kind in "OSU":
        items = [item if isinstance(item, bytes) else str(item).encode("utf-8") for item in array.ravel().tolist()]
        data = [base64.b64encode(item).decode("ascii") for item in items]
        return {"array": "string", "shape": list(array.shape), "data": data}
    if array.dtype.kind == "V" or name == "bfloat16":
        name, array = "bfloat16", array.view(np.uint16)
    data = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")
    return {"array": name, "shape": list(array.shape), "data": data}


def decode(code, bfloat16=None):
    """The array again. bfloat16: NumPy's dtype for it, which TensorFlow and ml_dtypes each have their own of."""
    name, shape = code["array"], code["shape"]
    if name == "string":
        array = np.empty(len(code["data"]), object)
        array[:] = [base64.b64decode(item) for item in code["data"]]
        return array.reshape(shape)
    data = base64.b64decode(code["data"])
    if name == "bfloat16":
        bits = np.frombuffer(data, np.uint16).reshape(shape)
        return bits.copy() if bfloat16 is None else bits.copy().view(bfloat16)
    return np.frombuffer(data, np.dtype(name)).reshape(shape).copy()


def is_array(code):
    """True for what encode() made."""
    return isinstance(code, dict) and "array" in code


def save(path, content):
    """Writes a structure as compressed JSON."""
    with lzma.open(str(path), "wt", encoding="ascii") as file:
        json.dump(content, file, separators=(",", ":"), sort_keys=True)


def load(path):
    """Reads what save() wrote."""
    with lzma.open(str(path), "rt", encoding="ascii") as file:
        return json.load(file)
