"""`graphlab inspect FILE`: what a file holds, as sections of rows; text() lays them out for a terminal."""

import collections
import itertools
import math
import re

from graphlab._src.base.errors import printable
from graphlab._src.graph.opdef import capabilities_of, is_known
from graphlab._src.viz.attributes import dtype_text, shape_text
from graphlab._src.viz.outline import count
from graphlab._src.viz.program_diagram import INPUT
from graphlab._src.viz.protocol import shape_code

_MOST = 40  # rows of a section that are printed; a page shows all of them
_QUIET = ("Assert", "Const", "ZerosLike")
_INNER = re.compile(
    r"(gradients|save)(_\d+)?/|.*/(read|assert_broadcastable/.*)$"
)  # scopes of what TensorFlow adds itself


def sections(contents):
    """[(title, [row of texts, …]), …], the most important first."""
    found = []
    if contents.tags:
        found.append((f"{len(contents.tags)} tags of summaries", _tags(contents.tags)))
    if contents.kind == "checkpoint":
        found.append(_variables(contents.variables))
    for message in contents.meta_graphs:
        found += _signatures(message, len(contents.meta_graphs) > 1)
    if contents.graph is not None:
        found += _graph(contents.graph)
    if contents.program is not None:
        found += _program(contents.program)
    if contents.kind != "checkpoint":
        found.append(_variables(contents.variables))
    for message in contents.meta_graphs[:1]:
        rows = [[name, str(_length(message.collection_def[name]))] for name in sorted(message.collection_def)]
        found.append(("Collections", rows))
    if contents.runs:
        found.append(("Runs with metadata", [[tag] for tag in contents.runs]))
    return [(title, rows) for title, rows in found if rows]


def title(contents):
    """One line: what it is, and how much of it."""
    parts = []
    if contents.graph is not None or contents.program is not None:
        parts.append(count(contents.operation_count, "operation"))
    if contents.variables:
        size = sum(math.prod(shape) for _, shape in contents.variables.values())
        parts.append(f"{len(contents.variables):,} variables with {size:,} numbers")
    if contents.tags:
        parts.append(f"{sum(tag.count for tag in contents.tags.values()):,} summaries")
    return f"{contents.path}: {contents.kind}" + (f", {', '.join(parts)}" if parts else ", empty")


def text(contents):
    """The report as text; long sections are cut."""
    lines = [title(contents)]
    if contents.broken:
        what = "damaged" if contents.kind == "checkpoint" else "reading stopped"
        lines.append(f"  {what}: {contents.broken}")
    for heading, rows in sections(contents):
        lines += ["", _cell(heading)]
        shown = [[_cell(text) for text in row] for row in rows[:_MOST]]
        widths = [max(len(row[i]) for row in shown if i < len(row)) for i in range(max(map(len, shown)))]
        lines += [
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
            for row in shown
        ]
        if len(rows) > len(shown):
            lines.append(f"  … and {len(rows) - len(shown)} more")
    return "\n".join(lines)


def _cell(text):
    """A text of a file on one line: a newline in a name would begin a row of its own."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def _of_types(nodes, test):
    """The numbers of the nodes of the types that pass a test."""
    passes = {op_type for op_type in set(nodes.types) if test(op_type)}
    return [i for i, op_type in enumerate(nodes.types) if op_type in passes]


def _is_input(op_type):
    return capabilities_of(op_type).feed is not None


def _is_variable(op_type):
    return capabilities_of(op_type).variable in ("reference", "resource")


def _is_quiet(op_type):
    """True for an operation without consumers that is no result of the graph: it orders, saves or measures."""
    said = capabilities_of(op_type)
    return op_type in _QUIET or said.marker == "order" or said.checkpoint == "save" or said.of_shape == "shape"


def outputs(nodes):
    """The numbers of the nodes that have outputs without consumers."""
    inputs = itertools.chain.from_iterable(nodes.inputs)
    consumed = {name.partition(":")[0].removeprefix("^") for name in set(inputs)}
    passes = {op_type for op_type in set(nodes.types) if not (_is_quiet(op_type) or _is_input(op_type))}
    return [
        i
        for i, name in enumerate(nodes.names)
        if name not in consumed and nodes.types[i] in passes and not _INNER.match(name)
    ]


def _graph(graph):
    nodes, library = graph.nodes, graph.without_nodes.library
    types = collections.Counter(nodes.types)
    own = {function.signature.name for function in library.function}
    unknown = {op_type for op_type in types if op_type not in own and not is_known(op_type)}
    marked = [
        [op_type, str(count), "unknown to graphlab" if op_type in unknown else ""]
        for op_type, count in types.most_common()
    ]
    functions = [[f.signature.name, f"{len(f.node_def)} operations"] for f in library.function]
    versions = graph.without_nodes.versions
    inputs = [i for i in _of_types(nodes, _is_input) if not _INNER.match(nodes.names[i])]
    return [
        ("Inputs", [_with_kind(nodes, i) for i in inputs]),
        ("Outputs (without consumers)", [[nodes.names[i], nodes.types[i]] for i in outputs(nodes)]),
        ("Variables", [_with_kind(nodes, i) for i in _of_types(nodes, _is_variable)]),
        ("Operations by type", [row[:2] if not row[2] else row for row in marked]),
        ("Functions", functions),
        ("Versions", [["producer", str(versions.producer)], ["min_consumer", str(versions.min_consumer)]]),
    ]


def _program(program):
    types = collections.Counter(op.type for op in program.operations)
    inputs = [op for op in program.operations if op.type == INPUT]
    return [
        ("Inputs", [[op.name, value.dtype.name, shape_code(value.dims)] for op in inputs for value in op.outputs]),
        ("Operations by type", [[op_type, str(number)] for op_type, number in types.most_common()]),
    ]


def _with_kind(nodes, i):
    """A node's name, its dtype and its shape."""
    dtype, shape = nodes.attribute(i, "dtype"), nodes.attribute(i, "shape")
    return [
        nodes.names[i],
        dtype_text(dtype.type) if dtype is not None and dtype.type else "",
        shape_text(shape.shape) if shape is not None else "",
    ]


def _signatures(message, several):
    found = []
    tags = ", ".join(message.meta_info_def.tags)
    if several or tags:
        found.append(("Tags", [[tags or "none"]]))
    for name in sorted(message.signature_def):
        signature = message.signature_def[name]
        rows = [
            [way, key, dtype_text(info.dtype) if info.dtype else "", shape_text(info.tensor_shape), info.name]
            for way, infos in (("in", signature.inputs), ("out", signature.outputs))
            for key, info in sorted(infos.items())
        ]
        found.append((f"Signature {name} ({signature.method_name})", rows))
    return found


def _variables(variables):
    rows = [
        [name, dtype.name, "(" + ", ".join(map(str, shape)) + ")", f"{math.prod(shape):,}"]
        for name, (dtype, shape) in variables.items()
    ]
    return (f"{len(rows)} variables", rows)


def _length(collection):
    kind = collection.WhichOneof("kind")
    return len(getattr(collection, kind).value) if kind else 0


def _tags(tags):
    rows = []
    for name, tag in sorted(tags.items()):
        steps = (
            f"step {tag.last_step}" if tag.first_step == tag.last_step else f"steps {tag.first_step} to {tag.last_step}"
        )
        value = "" if tag.last_value is None else f"last {tag.last_value:.6g}"
        rows.append([name, tag.plugin, f"{tag.count} ×", steps, value])
    return rows
