"""DOT: the still diagram in Graphviz's language."""

import re

import graphviz

from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_variable
from graphlab._src.viz.outline import count, shape_label, tensor_text

INK = "#80868b"  # readable on white and on black
LIT = "#d6336c"
_TONES = {  # line and ground
    "parallelogram": ("#00806a", "#e0f0ed"),
    "cylinder": ("#b45f06", "#f6ebe1"),
    "ellipse": ("#6b7280", "#f0f1f2"),
    "box": ("#2f6fbf", "#e6eef7"),
    "box3d": ("#56657a", "#ebedef"),
}
# Signs that XML forbids, and those that make a reader see text in another order than it has.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_PLAIN = re.compile(r"[\w./>-]+", re.ASCII)


def source(found, highlight=(), direction=None):
    """Returns the DOT source of `boxes`: open scopes are clusters.  highlight: operations to highlight.

    direction: where data flows, "down" or "right".
    """
    drawing = graphviz.Digraph(
        # The last three keep Graphviz from working on the last crossings for minutes.
        graph_attr={
            "bgcolor": "transparent",
            "ranksep": "0.4",
            "nodesep": "0.3",
            "pad": "0.1",
            "fontname": "Helvetica",
            "fontsize": "11",
            "fontcolor": INK,
            "color": INK,
            "nslimit": "2",
            "nslimit1": "2",
            "mclimit": "0.5",
            **({"rankdir": "LR"} if direction == "right" else {}),
        },
        node_attr={"fontname": "Helvetica", "fontsize": "11", "style": "filled", "height": "0.35"},
        edge_attr={"fontname": "Helvetica", "fontsize": "9", "color": INK, "fontcolor": INK, "arrowsize": "0.6"},
    )
    home, highlight = {}, set(highlight)
    _draw(drawing, [box for box in found if not box.auxiliary], home, highlight)
    auxiliary = [box for box in found if box.auxiliary]
    if auxiliary:
        drawing.subgraph(_cluster("", "auxiliary", "dashed", auxiliary, {}, highlight))
    for (start, end), flow in _edges(home).items():
        drawing.edge(start, end, **_edge(flow))
    return drawing.source


def _draw(drawing, found, home, highlight):
    """Draws the boxes; home: {operation: the node that represents it}, which grows."""
    for box in found:
        if box.inner:
            drawing.subgraph(_cluster(_id(box), box.group.name, "rounded", box.inner, home, highlight))
        else:
            drawing.node(_id(box), **_node(box, highlight))
            home.update(dict.fromkeys(box.operations, _id(box)))


def _cluster(name, label, style, found, home, highlight):
    cluster = graphviz.Digraph(f"cluster_{name}", graph_attr={"label": text(label), "style": style})
    _draw(cluster, found, home, highlight)
    return cluster


def _shape(op):
    """Returns the node shape of an operation that has one of its own; None for any other."""
    if op.definition is not None and op.definition.feed:
        return "parallelogram"
    if is_constant(op):
        return "ellipse"
    return "cylinder" if is_variable(op) else None


def _node(box, highlight):
    group = box.group
    op = group.own or group.operations[0]
    shape = "box3d" if group.is_scope else "box"
    shape = _shape(op) or shape if op.name == group.path else shape
    name, note = group.name, op.type
    if shape in ("parallelogram", "cylinder"):
        note = tensor_text(op.outputs[0])
    elif group.is_scope:
        note = count(len(group.operations), "operation")
    if len(box.groups) > 1:
        name, note = f"{name} … {box.groups[-1].name}", f"{len(box.groups)} × {note}"
    line, ground = _TONES[shape]
    # `MatMul_1` says already that it is a MatMul.
    label = text(name) if re.sub(r"_\d+$", "", name) == note else text(name) + r"\n" + text(note)
    style = {"label": label, "shape": shape} | ({"margin": "0"} if shape == "parallelogram" else {})
    if any(op in highlight for op in box.operations):
        return style | {"color": LIT, "fillcolor": ground, "penwidth": "2.5"}
    return style | {"color": line, "fillcolor": ground}


def _edges(home):
    """{(from, to): {tensor, or None for one that only waits: whether it is written}} between the nodes."""
    edges = {}
    for op, end in home.items():
        for tensor in op.inputs:
            start = home.get(tensor.op)
            if start not in (None, end):
                edges.setdefault((start, end), {})[tensor] = tensor.dtype._is_ref_dtype
        for other in op.control_inputs:
            start = home.get(other)
            if start not in (None, end):
                edges.setdefault((start, end), {}).setdefault(None, False)
    return edges


def _edge(flow):
    tensors = [tensor for tensor in flow if tensor is not None]
    if not tensors:
        return {"style": "dotted"}
    label = shape_label(tensors[0].shape) if len(tensors) == 1 else count(len(tensors), "tensor")
    style = {"label": f" {text(label)}"}
    if all(flow[tensor] for tensor in tensors):
        style |= {"color": _TONES["cylinder"][0], "style": "dashed"}
    return style


def text(words):
    """As a label of DOT, in which nothing is an escape sequence, HTML, or a sign that is not seen."""
    return graphviz.escape(_UNSEEN.sub("\ufffd", words))


def _id(box):
    """A node's name in DOT: its path, where dot reads neither a port (`a:b`) nor an escape in that."""
    path = box.group.path
    name = path if _PLAIN.fullmatch(path) else path.encode("utf-8", "surrogatepass").hex()
    # An operation with the name of its scope is in that scope under the same path.
    return name if not box.itself else f"{name} itself"
