"""DOT: the still diagram in Graphviz's language."""

import re
from dataclasses import dataclass, field

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
_LONGEST_NOTE = 34  # characters
_BLANK = "\N{NO-BREAK SPACE}"
_COLUMNS = 2  # of auxiliary boxes
# Signs that XML forbids, and those that make a reader see text in another order than it has.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_PLAIN = re.compile(r"[\w./>-]+", re.ASCII)


def source(structure, found, highlight=(), direction=None, titles=None):
    """Returns the DOT source of the `boxes` of a Structure: open scopes are clusters.

    highlight: operations to highlight.  direction: where data flows, "down" or "right".
    titles: {cluster: "r" where its title is at the right, "wide" for one with space beside it}.
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
    model = [box for box in found if not box.auxiliary]
    home = {op: _id(box) for box in _closed(model) for op in box.operations}
    edges, shared = _edges(structure, home)
    draw = _Drawing(set(highlight), titles or {}, shared)
    draw.boxes(drawing, model)
    auxiliary = [box for box in found if box.auxiliary]
    if auxiliary:
        cluster = draw.cluster("", "auxiliary", "dashed", auxiliary)
        # In a few columns: in one row they would make the diagram twice as wide.
        for above, below in zip(auxiliary, auxiliary[_COLUMNS:], strict=False):
            cluster.edge(_id(above), _id(below), style="invis")
        drawing.subgraph(cluster)
    for (start, end), flow in edges.items():
        drawing.edge(start, end, **_edge(flow))
    return drawing.source


def _closed(found):
    """The boxes without inner ones."""
    for box in found:
        if box.inner:
            yield from _closed(box.inner)
        else:
            yield box


class _Drawing:
    """Draws boxes.  shared: {node: the layers whose variables it uses}"""

    def __init__(self, highlight, titles, shared):
        self.highlight, self.titles, self.shared = highlight, titles, shared

    def boxes(self, drawing, found):
        """Draws boxes, open ones with what is in them."""
        for box in found:
            if box.inner:
                drawing.subgraph(self.cluster(_id(box), box.name, "rounded", box.inner))
            else:
                drawing.node(_id(box), **_node(box, self.highlight, self.shared.get(_id(box), {})))

    def cluster(self, name, label, style, found):
        """A cluster of boxes with a title."""
        place = self.titles.get(name, "l")
        # Where an edge enters amid a title, the scope becomes twice as wide.
        title = _BLANK * 2 * len(label) + label if place == "wide" else label
        attributes = {"label": text(title), "style": style, "labeljust": "l" if place == "l" else "r"}
        cluster = graphviz.Digraph(f"cluster_{name}", graph_attr=attributes)
        self.boxes(cluster, found)
        return cluster


def _shape(op):
    """Returns the node shape of an operation that has one of its own; None for any other."""
    if op.definition is not None and op.definition.feed:
        return "parallelogram"
    if is_constant(op):
        return "ellipse"
    return "cylinder" if is_variable(op) else None


def _node(box, highlight, shared):
    group = box.group
    op = box.operation
    if op is None and group.own is not None and is_variable(group.own):
        op = group.own  # the first of a series
    shape = (_shape(op) if op is not None else None) or ("box3d" if group.is_scope and op is None else "box")
    name = box.name
    if op is not None and shape in ("parallelogram", "cylinder"):
        note = tensor_text(op.outputs[0])
    elif shape == "box3d":
        note = _parameters(group) or count(len(group.operations), "operation")
    else:
        note = (op or group.operations[0]).type
    if len(box.groups) > 1:
        name, note = f"{name} … {box.groups[-1].name}", f"{len(box.groups)} × {note}"
    line, ground = _TONES[shape]
    # `MatMul_1` and `mat_mul` say already that it is a MatMul.
    last = re.sub(r"_\d+$", "", name.rpartition("/")[2]).replace("_", "").lower()
    lines = [text(name)] if last == note.lower() else [text(name), text(note)]
    lines += [text(f"variables of {layer}") for layer in shared]
    style = {"label": r"\n".join(lines), "shape": shape} | ({"margin": "0"} if shape == "parallelogram" else {})
    if any(one in highlight for one in box.operations):
        return style | {"color": LIT, "fillcolor": ground, "penwidth": "2.5"}
    return style | {"color": line, "fillcolor": ground}


def _parameters(group):
    """`kernel 784×256 · bias [256]` for a layer with one or two variables."""
    variables = [
        op for op in group.operations if is_variable(op) and group.path_of(op).rpartition("/")[0] == group.path
    ]
    if not 0 < len(variables) <= 2 or group.own in variables:
        return ""
    words = " · ".join(f"{group.path_of(op).rpartition('/')[2]} {shape_label(op.outputs[0].shape)}" for op in variables)
    return words if len(words) <= _LONGEST_NOTE else ""


@dataclass
class _Flow:
    """All edges from one node to another."""

    tensors: dict = field(default_factory=dict)  # {tensor: whether it is written}
    branches: set = field(default_factory=set)  # which branches of a cond they come from


def _edges(structure, home):
    """{(from, to): _Flow} between the nodes, and {node: the layers whose variables it uses from outside}."""
    edges, shared = {}, {}
    links, hidden = structure.links, structure.hidden
    for op, end in home.items():
        number = links.number[op]
        if hidden.has(number):
            continue
        for producer, output, via, index in hidden.inputs(number):
            start = home.get(links.operations[producer])
            if start in (None, end) or structure.is_penalty(producer, number):
                continue
            layer = structure.shares(producer, number)
            if layer:
                shared.setdefault(end, {})[layer] = True
                continue
            flow = edges.setdefault((start, end), _Flow())
            # The shape of what arrives, as that of an element in a loop, unless it is passed on within the node.
            if via is not None and home.get(links.operations[via[0]]) != end:
                producer, output = via
            tensor = links.operations[producer].outputs[output]
            flow.tensors[tensor] = tensor.dtype._is_ref_dtype and links.is_writing(number)
            flow.branches.add(structure.branch(number, index) if links.names[number] in end else "")
        for other in op.control_inputs:
            start = home.get(other)
            if start not in (None, end) and not structure.is_hidden(other):
                edges.setdefault((start, end), _Flow())
    return edges, shared


def _edge(flow):
    if not flow.tensors:
        return {"style": "dotted"}
    one = next(iter(flow.tensors))
    label = shape_label(one.shape) if len(flow.tensors) == 1 else count(len(flow.tensors), "tensor")
    branch = flow.branches.pop() if len(flow.branches) == 1 else ""
    style = {"label": f" {text(branch or label)}"}
    if all(flow.tensors.values()):
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
