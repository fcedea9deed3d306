"""Fixes of errors that Python raises by itself: a keyword or an attribute that is not there."""

import difflib
import re
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit, Fix, fix_of
from graphlab._src.editor.call_diagnoses import fix_of_call
from graphlab._src.editor.op_site import parameters_of, value_of
from graphlab._src.editor.statements import is_range
from graphlab._src.graph.tensor import Tensor

_KEYWORD = re.compile(r"got an unexpected keyword argument '(\w+)'")
_ATTRIBUTE = re.compile(r"has no attribute '(\w+)'. Did you mean: '(\w+)'")
_NO_ATTRIBUTE = re.compile(r"^\w+ has no attribute '(\w+)'$")  # of an operation that is passed a keyword it has not
_FLOAT = re.compile(r"^Expected u?int\d+, got .+ of type 'float' instead")
_MISSING = re.compile(r"missing 1 required positional argument: '(\w+)'")
_FORMER = re.compile(r"since TensorFlow 1.0 it is tf\.([\w.]+);")
_PLAIN_ATTRIBUTE = re.compile(r"object has no attribute '(\w+)'")
_IMPORTS = {
    "np": "import numpy as np",
    "numpy": "import numpy",
    "plt": "import matplotlib.pyplot as plt",
    "tf": "import graphlab as tf",
    "gl": "import graphlab as gl",
    **{
        name: f"import {name}"
        for name in ("math", "os", "random", "sys", "time", "json", "re", "collections", "itertools")
    },
}
# Arguments that are often forgotten, and a value that the reader may change.
_EXAMPLES = {
    "units": "10",
    "filters": "8",
    "kernel_size": "3",
    "pool_size": "2",
    "strides": "2",
    "depth": "10",
    "axis": "-1",
    "shape": "[2]",
    "dtype": "tf.float32",
    "learning_rate": "0.01",
}
# Keywords of NumPy, Keras and TensorFlow 2 for what others here call otherwise.
_SYNONYMS = {
    "axes": "axis",
    "dim": "axis",
    "dims": "axis",
    "keepdims": "keep_dims",
    "keep_dims": "keepdims",
    "rate": "keep_prob",
    "keep_prob": "rate",
    "learn_rate": "learning_rate",
    "lr": "learning_rate",
    "y_true": "labels",
    "y_pred": "predictions",
    "type": "dtype",
    "num_units": "units",
    "size": "shape",
}


def fix_for(error: BaseException, node: Any, names: dict[str, Any]) -> Fix | None:
    """The Fix of an error: its own, or one for a mistake that Python itself reports."""
    found = fix_of(error)
    if isinstance(error, TypeError) and is_range(node):
        return Fix("tf.while_loop repeats as often as a run says", Edit("loop"))
    special = fix_of_call(error, node, names)
    found = special if isinstance(error, NotImplementedError) and special is not None else found or special
    if found is not None:
        return found
    text = str(error)
    if isinstance(error, TypeError) and isinstance(node, cst.Call):
        match = _KEYWORD.search(text) or _NO_ATTRIBUTE.search(text)
        if match and any(arg.keyword is not None and arg.keyword.value == match[1] for arg in node.args):
            return _other_keyword(match[1], node, names)
        missing = _MISSING.search(text)
        if missing and missing[1] in _EXAMPLES:
            value = _EXAMPLES[missing[1]]
            return Fix(f"pass {missing[1]}, {value} for example", Edit("fill", missing[1], value))
    if isinstance(error, TypeError) and _FLOAT.search(text):
        return _as_floats(node)
    if "Attempted to use a closed Session" in text:
        return Fix("make a new session: its variables begin anew", Edit("session"))
    if isinstance(error, NameError):
        return _other_name(error.name or "", names)
    if isinstance(error, AttributeError):
        return _other_attribute(error, text, node, names)
    return None


def _other_keyword(wrong: str, call: cst.Call, names: dict[str, Any]) -> Fix | None:
    known = [name for name in parameters_of(value_of(call.func, names)) if not name.startswith("_")]
    given = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    free = [name for name in known if name not in given]
    if not known:
        return None
    near = [_SYNONYMS[wrong]] if _SYNONYMS.get(wrong) in free else difflib.get_close_matches(wrong, free, 2, 0.6)
    if near:
        return Fix(f"it is called {near[0]}", *(Edit("rename", wrong, name) for name in near))
    return Fix(f"leave {wrong} out: there is no such argument", Edit("remove", wrong))


def _as_floats(node: Any) -> Fix | None:
    """Casts a tensor of integers that meets a Python float."""
    if isinstance(node, cst.BinaryOperation):
        sides = {"x": node.left, "y": node.right}
    elif isinstance(node, cst.Call) and len(node.args) >= 2:
        sides = {"x": node.args[0].value, "y": node.args[1].value}
    else:
        return None
    for name, other in (("x", "y"), ("y", "x")):
        if isinstance(sides[other], cst.Float):
            return Fix(f"tf.cast({name}, tf.float32)", Edit("wrap", name, "tf.cast({}, tf.float32)"))
    return None


def _other_name(wrong: str, names: dict[str, Any]) -> Fix | None:
    """Imports what programs call so, or the variable that is meant."""
    statement = _IMPORTS.get(wrong)
    if statement:
        return Fix(statement, Edit("top", text=statement))
    near = difflib.get_close_matches(wrong, [name for name in names if not name.startswith("_")], 2, 0.75)
    return Fix(f"it is called {near[0]}", *(Edit("name", wrong, name) for name in near)) if near else None


def _other_attribute(error: AttributeError, text: str, node: Any, names: dict[str, Any]) -> Fix | None:
    match = _ATTRIBUTE.search(text)
    if match:
        return Fix(f"it is called {match[2]}", Edit("attribute", match[1], match[2]))
    former = _FORMER.search(text)
    if former:
        return Fix(f"since TensorFlow 1.0 it is tf.{former[1]}", Edit("path", text=former[1]))
    plain = _PLAIN_ATTRIBUTE.search(text)
    target = node.func if isinstance(node, cst.Call) else node
    owner = (
        error.obj if error.obj is not None or not isinstance(target, cst.Attribute) else value_of(target.value, names)
    )
    if plain and plain[1] == "numpy" and isinstance(owner, Tensor):
        return Fix("run it: sess.run(t) returns an array", Edit("method", text="{session}.run({})", operand=owner))
    if not plain or owner is None or not type(owner).__module__.startswith("graphlab."):
        return None
    near = difflib.get_close_matches(plain[1], [name for name in dir(owner) if not name.startswith("_")], 1, 0.7)
    return Fix(f"it is called {near[0]}", Edit("attribute", plain[1], near[0])) if near else None
