"""The differences between two matched operations, in words."""

import numpy as np

from graphlab._src.base import shapes
from graphlab._src.graph.attrs import Later
from graphlab._src.graph.operation import encode_attr, input_name
from graphlab._src.viz.attributes import attribute_text

_NAMED = 4  # of many control inputs
_UNSAID = ("_output_shapes", "_class")  # what follows from the rest: shapes, and which operations lie together


def differences(before, after, pairs):
    """[(what, was, is)] for two operations, in words: [("type", "Relu", "Elu")]; [] when they are the same.

    pairs: {operation of one graph: that of the other}, so that an input that was renamed is no difference.
    """
    found = []

    def compare(what, was, now):
        if was != now:
            found.append((what, was, now))

    compare("type", before.type, after.type)
    for name in dict.fromkeys([*before.attrs, *after.attrs]):
        if name not in _UNSAID and not _same(before.attrs.get(name), after.attrs.get(name)):
            was, now = _attribute(before, name), _attribute(after, name)
            compare(name, was, now if was != now else f"{now}, other values")
    _compare_inputs(found, before, after, pairs)
    compare("device", before.device or "none", after.device or "none")
    for i in range(max(len(before.outputs), len(after.outputs))):
        compare(f"output {i}" if len(after.outputs) > 1 else "output", _output(before, i), _output(after, i))
    return found


def form(op):
    """An operation's attributes, device and outputs, without name and inputs; equal for equal operations."""
    attrs = tuple([(name, _key(op.attrs[name])) for name in sorted(op.attrs) if name not in _UNSAID])
    return attrs, op.device, tuple([(tensor.dtype.name, tensor.dims) for tensor in op.outputs])


def _compare_inputs(found, before, after, pairs):
    were, are = before.inputs, after.inputs
    for i in range(max(len(were), len(are))):
        was, now = were[i] if i < len(were) else None, are[i] if i < len(are) else None
        same = (
            was is not None and now is not None and pairs.get(was.op) is now.op and was.value_index == now.value_index
        )
        if not same:
            found.append(
                (f"input {i}", *[input_name(tensor) if tensor is not None else "none" for tensor in (was, now)])
            )
    ours, theirs = before.control_inputs, after.control_inputs
    unchanged, now = {pairs.get(op) for op in ours}, set(theirs)
    removed = [op.name for op in ours if pairs.get(op) not in now]
    added = [op.name for op in theirs if op not in unchanged]
    if removed or added:
        found.append(("control inputs", _some(removed), _some(added)))


def _some(names):
    more = f" … {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more if names else "none"


def _attribute(op, name):
    if name not in op.attrs:
        return "none"
    value = op.attrs[name]
    return attribute_text(encode_attr(op.definition, name, value.text if isinstance(value, Later) else value))


def _output(op, i):
    if i >= len(op.outputs):
        return "none"
    tensor = op.outputs[i]
    return f"{tensor.dtype.name} {shapes.text(tensor.dims)}"


def _same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and _key(a) == _key(b)
    if isinstance(a, Later) and isinstance(b, Later):
        return a.of is b.of or a.text == b.text
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return False
    return a == b


def _stored(array):
    """The elements of an array; one for all, where they all are equal. Such a constant may state any size."""
    if not array.size:
        return array
    if not any(array.strides):
        return np.asarray(array[(0,) * array.ndim], array.dtype)  # of a text: not the text itself
    flat = array.reshape(-1)
    if array.dtype.hasobject or flat[:1].tobytes() != flat[-1:].tobytes():
        return array
    data = flat.view(f"V{array.itemsize}")
    return data[0] if (data == data[0]).all() else array


def _key(value):
    """Something hashable that equal attribute values share."""
    if isinstance(value, np.ndarray):
        stored = _stored(value)
        return value.dtype.str, value.shape, repr(stored.tolist()) if value.dtype.hasobject else stored.tobytes()
    if isinstance(value, list):
        return tuple([_key(item) for item in value])
    if isinstance(value, Later):
        return value.text
    if hasattr(value, "SerializeToString"):
        return value.SerializeToString(deterministic=True)
    return value
