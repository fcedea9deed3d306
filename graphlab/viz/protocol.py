"""A piece of a graph on its way to the browser: one column per property, every text sent once.

A piece holds the operations that the graph's log names between two cursors, each as it is now, so applying it twice
does no harm. Columns are lists with one entry per operation, in the order of `ids`; `inputs`, `controls` and `outputs`
are flat: each operation's run begins with its length. The browser's reading is extension/src/protocol.ts.

    strings     the texts that the other columns point into
    names       text of each operation, not shared
    types, devices                      → strings
    inputs      [n, operation, output, …]
    controls    [n, operation, …]
    outputs     [n, dtype → strings, shape → strings, …]     a shape: "?,784", "" (scalar), "*" (unknown rank)
    sources     cell or -1, file → strings or -1, line       three per operation
    attributes  → attributeSets ([name, text, …] → strings), or -1: ask for them
    insides     the operations that can be looked into
"""

import json
import zlib

from graphlab.source import Source
from graphlab.viz.attributes import attributes
from graphlab.viz.inside import has_inside

VERSION = 1
_NOWHERE = Source((), None)  # of an operation that no code of the reader's made
_LEVEL = 3  # a third of the time of the default, for an eighth more bytes
_SMALL = 4096  # bytes that are sent as they are: a browser opens them at once
# Beyond this many operations attributes stay in the kernel until somebody looks at them.
ATTRIBUTES_UP_TO = 5_000


def piece(graph, since=0, alone=False):
    """The piece of `graph` from cursor `since` on, as plain data; `alone` as encode has it."""
    until = len(graph.log)
    return encode(graph.uid, dict.fromkeys(graph.log[since:until]), since, until, alone)


def packed(graph, since=0, alone=False):
    """The same as JSON, deflated unless it is small anyway; a browser can open both by itself."""
    text = json.dumps(piece(graph, since, alone), separators=(",", ":"), ensure_ascii=False).encode()
    return text if len(text) <= _SMALL else zlib.compress(text, _LEVEL)


def unpacked(data):
    """The piece that `packed` made into these bytes."""
    return json.loads(data if data.startswith(b"{") else zlib.decompress(data))


def encode(uid, operations, since, until, alone=False):
    """The piece that says how `operations` are.

    alone: nobody can be asked for more, and no code made the operations: all attributes are there, and no lines of code.
    """
    table = _Table()
    sets = _Table()
    columns = {key: [] for key in ("ids", "names", "types", "devices", "inputs", "controls", "outputs", "sources")}
    ids, names, types, devices, inputs, controls, outputs, sources = columns.values()
    attribute_column = []
    with_attributes = alone or len(operations) <= ATTRIBUTES_UP_TO
    for op in operations:
        ids.append(op._id)
        names.append(op.name)
        types.append(table[op.type])
        devices.append(table[op.device or ""])
        inputs.append(len(op.inputs))
        for tensor in op.inputs:
            inputs += (tensor.op._id, tensor.value_index)
        controls.append(len(op.control_inputs))
        controls += (other._id for other in op.control_inputs)
        outputs.append(len(op.outputs))
        for tensor in op.outputs:
            outputs += (table[tensor.dtype.name], table[shape_code(tensor.shape)])
        source = _NOWHERE if alone else op.source
        sources += (
            -1 if source.cell is None else source.cell,
            -1 if source.cell is not None or not source.file else table[source.file],
            source.line or 0,
        )
        attribute_column.append(sets[tuple(table[text] for text in attributes(op))] if with_attributes else -1)
    return {
        "version": VERSION,
        "graph": uid,
        "from": since,
        "to": until,
        "strings": list(table),
        **columns,
        "attributes": attribute_column,
        "attributeSets": list(sets),
        "insides": [] if alone else [op._id for op in operations if has_inside(op)],
    }


def shape_code(shape):
    """A TensorShape as the protocol writes it."""
    if shape.ndims is None:
        return "*"
    return ",".join("?" if size is None else str(size) for size in shape.as_list())


class _Table(dict):
    """Numbers its keys as they come."""

    def __missing__(self, key):
        self[key] = number = len(self)
        return number
