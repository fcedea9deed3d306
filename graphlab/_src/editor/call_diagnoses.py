"""Fixes by what is called: of losses, NumPy's functions, shapes, layers and trainings, where the error alone does not say what is meant."""

import re
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.editor.call_arguments import place
from graphlab._src.editor.fix_edits import element_of
from graphlab._src.editor.op_site import parameters_of, value_of
from graphlab._src.editor.public_names import public
from graphlab._src.graph.tensor import Tensor

# Functions of NumPy that graphlab calls otherwise.
_NUMPY = {
    "mean": "reduce_mean", "sum": "reduce_sum", "max": "reduce_max", "amax": "reduce_max", "min": "reduce_min",
    "amin": "reduce_min", "prod": "reduce_prod", "any": "reduce_any", "all": "reduce_all", "std": "math.reduce_std",
    "var": "math.reduce_variance", "dot": "matmul", "concatenate": "concat", "power": "pow", "absolute": "abs",
    "clip": "clip_by_value",
}  # fmt: skip
_SPACES = (
    "nn layers keras.layers losses train math summary image metrics strings linalg keras.losses initializers".split()
)


def fix_of_call(error: BaseException, node: Any, names: dict[str, Any]) -> Fix | None:
    """The Fix of an error that a call has raised, or the lookup of what is to be called; None where none is known."""
    text = str(error)
    if isinstance(error, TypeError) and "does not support item assignment" in text:
        return Fix("tf.tensor_scatter_nd_update makes a new tensor; a variable has assign", Edit("item"))
    if isinstance(error, AttributeError):
        return _elsewhere(text, node)
    if not isinstance(node, cst.Call):
        return None
    function = value_of(node.func, names)
    for rule in (_of_numpy, _function_itself, _of_labels, _of_sizes, _of_sequences, _of_training):
        fix = rule(error, text, function, node, names)
        if fix is not None:
            return fix
    return None


def _elsewhere(text: str, node: Any) -> Fix | None:
    """`tf.relu` is tf.nn.relu."""
    match = re.search(r"^module 'graphlab\.?([\w.]*)' has no attribute '(\w+)'$", text.split("\n", 1)[0])
    if match is None:
        return None
    inner, word = match[1], match[2]
    found = [space for space in _SPACES if callable(getattr(public(space), word, None))]
    paths = [f"{space}.{word}" for space in sorted(found, key=lambda space: not (inner and space.startswith(inner)))]
    if not paths:
        return None
    return Fix(f"it is tf.{paths[0]}", *(Edit("path", text=path) for path in paths[:2]))


def _of_numpy(error: BaseException, _text: str, function: Any, _node: Any, _names: Any) -> Fix | None:
    is_numpy = getattr(function, "__module__", "") == "numpy" or type(function).__module__.startswith("numpy")
    if not isinstance(error, (NotImplementedError, TypeError, AttributeError)) or not is_numpy:
        return None
    word = getattr(function, "__name__", "")
    path = _NUMPY.get(word, word)
    owner = public(path.rpartition(".")[0])
    if not callable(getattr(owner, path.rpartition(".")[2], None)):
        return None
    return Fix(f"NumPy computes values; of a tensor, tf.{path}", Edit("path", text=path))


def _function_itself(_error: BaseException, text: str, _function: Any, node: Any, _names: Any) -> Fix | None:
    if not re.search(r"missing a required argument: '\w+'", text) or node.args:
        return None
    return Fix("pass the function itself, without brackets", Edit("uncall"))


def _of_labels(_error: BaseException, text: str, function: Any, node: Any, names: dict[str, Any]) -> Fix | None:
    if function is public("losses.sparse_softmax_cross_entropy") and "Can not squeeze" in text:
        said = "labels are numbers of classes, not one-hot vectors: tf.argmax(labels, axis=-1)"
        return Fix(said, Edit("wrap", "labels", "tf.argmax({}, axis=-1)"))
    if function is public("losses.softmax_cross_entropy") and "are incompatible" in text:
        labels, logits = (_argument(node, name, function, names) for name in ("onehot_labels", "logits"))
        if labels is not None and logits is not None and logits.dims and len(labels.dims or ()) == len(logits.dims) - 1:
            call = f"tf.one_hot({{}}, {logits.dims[-1]})"
            return Fix(f"labels are one-hot vectors here: {call.format('labels')}", Edit("wrap", "onehot_labels", call))
    return None


def _argument(node: cst.Call, name: str, function: Any, names: dict[str, Any]) -> Tensor | None:
    order = list(parameters_of(function))
    at = place(node, name, order.index(name))
    value = None if at is None else element_of(value_of(node.args[at].value, names))
    return value if isinstance(value, Tensor) else None


def _of_sizes(_error: BaseException, text: str, function: Any, node: Any, names: dict[str, Any]) -> Fix | None:
    if function is public("reshape") and "None" in text:
        return Fix("one size may be -1: that follows from the rest", Edit("none-size"))
    if function is public("get_variable") and "of shape <unknown>" in text:
        return Fix("a variable has a shape, [10] for example", Edit("fill", "shape", "[10]"))
    return None


def _of_sequences(_error: BaseException, text: str, function: Any, node: Any, names: dict[str, Any]) -> Fix | None:
    if "If there is no initial_state" in text:
        return Fix("dtype=tf.float32", Edit("set", "dtype", "tf.float32"))
    if "expected ndim=3, found ndim=2" in text or "must have rank at least 3" in text:
        given = (element_of(value_of(arg.value, names)) for arg in node.args)
        rows = next((one for one in given if isinstance(one, Tensor) and len(one.dims or ()) == 2), None)
        wrap = Edit("wrap", "inputs", "tf.expand_dims({}, -1)", rows)
        return Fix(
            "sequences are [batch, time, features]; tf.expand_dims(inputs, -1) makes one feature of each step", wrap
        )
    return None


def _of_training(_error: BaseException, text: str, function: Any, node: Any, names: dict[str, Any]) -> Fix | None:
    if "train() needs the number of steps" in text:
        return Fix("steps=1000", Edit("set", "steps", "1000"))
    if "train() runs steps of a Session" in text:
        return Fix("the session comes first", Edit("swap"))
    return None
