"""A still picture for places without our renderer: the graph with its scopes closed, drawn by Graphviz."""

import shutil
import subprocess

import graphviz

from graphlab.viz.outline import count, groups, shape_label, tensor_text

_MOST_NODES = 60  # beyond this a still picture is a tangle, and dot may take minutes
_TIME_LIMIT = 2.0  # seconds
_SHAPES = {"Placeholder": "parallelogram", "VariableV2": "cylinder", "VarHandleOp": "cylinder", "Const": "ellipse"}
_COLORS = {
    "parallelogram": "#00806a",
    "cylinder": "#b45f06",
    "ellipse": "#6b7280",
    "box": "#2f6fbf",
    "box3d": "#56657a",
}


def svg(graph):
    """The picture as SVG text, or None when there is no `dot`, the graph is too large or takes too long."""
    tops = groups(graph.get_operations())
    if not tops or len(tops) > _MOST_NODES or shutil.which("dot") is None:
        return None
    try:
        drawn = subprocess.run(
            ["dot", "-Tsvg"],
            input=_source(tops).source,
            capture_output=True,
            text=True,
            timeout=_TIME_LIMIT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return drawn.stdout[drawn.stdout.find("<svg") :]


def _source(tops):
    """The graph between the names at the top, in DOT."""
    drawing = graphviz.Digraph(
        graph_attr={"bgcolor": "transparent", "ranksep": "0.4", "nodesep": "0.3", "pad": "0.1"},
        node_attr={"fontname": "Helvetica", "fontsize": "11", "style": "filled", "height": "0.35"},
        edge_attr={"fontname": "Helvetica", "fontsize": "9", "color": "#80868b", "arrowsize": "0.6"},
    )
    home = {op: group.name for group in tops for op in group.operations}
    for group in tops:
        _draw_node(drawing, group)
    for (source, target), tensors in _edges(tops, home).items():
        if not tensors:
            drawing.edge(_id(source), _id(target), style="dotted")
        else:
            label = shape_label(next(iter(tensors)).shape) if len(tensors) == 1 else count(len(tensors), "tensor")
            drawing.edge(_id(source), _id(target), label=graphviz.escape(f" {label}"))
    return drawing


def _draw_node(drawing, group):
    op = group.operations[0]
    shape = "box3d" if group.is_scope else _SHAPES.get(op.type, "box")
    note = count(len(group.operations), "operation") if group.is_scope else op.type
    if shape in ("parallelogram", "cylinder"):
        note = tensor_text(op.outputs[0])
    color = _COLORS[shape]
    # escape() keeps a name from being read as HTML or as an escape sequence of dot's; \n is dot's line break.
    label = graphviz.escape(group.name) + r"\n" + graphviz.escape(note)
    drawing.node(_id(group.name), label, shape=shape, color=color, fillcolor=f"{color}1a")


def _edges(tops, home):
    """{(from, to): the tensors that flow} between the names at the top; no tensors, where one only waits."""
    edges = {}
    for group in tops:
        for op in group.operations:
            for tensor in op.inputs:
                if home[tensor.op] != group.name:
                    edges.setdefault((home[tensor.op], group.name), {})[tensor] = None
            for other in op.control_inputs:
                if home[other] != group.name:
                    edges.setdefault((home[other], group.name), {})
    return edges


def _id(name):
    """A node name in which dot reads no port (`a:b`) and no quote."""
    return name.encode().hex()
