"""Compares two GraphDefs node by node and describes the difference as a reader would want it."""

import difflib

from graphlab._src.proto import text_format

SHAPES = "_output_shapes"


def difference(golden, built):
    """A unified diff of the nodes of two GraphDefs, static shapes left out; empty when they are the same."""
    return _diff([_node(node) for node in golden.node], [_node(node) for node in built.node])


def shape_difference(golden, built):
    """A unified diff of the static shapes; empty when they are the same."""
    return _diff([_shapes(node) for node in golden.node], [_shapes(node) for node in built.node])


def _diff(golden, built):
    lines = difflib.unified_diff(golden, built, "TensorFlow", "graphlab", n=0, lineterm="")
    return "\n".join(line for line in lines if not line.startswith("@@"))


def _node(node):
    data = [item for item in node.input if not item.startswith("^")]
    controls = sorted(item for item in node.input if item.startswith("^"))
    attrs = [f"{key}={_text(value)}" for key, value in sorted(node.attr.items()) if key != SHAPES]
    return f"{node.name} = {node.op}({', '.join(data + controls)}) on {node.device!r} with {'; '.join(attrs)}"


def _text(message):
    return text_format.MessageToString(message, as_one_line=True)


def _shapes(node):
    return f"{node.name}: {', '.join(_shape(shape) for shape in node.attr[SHAPES].list.shape)}"


def _shape(shape):
    if shape.unknown_rank:
        return "unknown"
    return "[" + ",".join("?" if dim.size < 0 else str(dim.size) for dim in shape.dim) + "]"
