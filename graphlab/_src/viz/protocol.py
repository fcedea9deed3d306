"""A piece of a graph on its way to the browser: one column per property, every text sent once.

A piece holds the operations that the graph's log names between two cursors, each as it is now, so applying it twice
does no harm. Names are split at their slashes: an operation has a scope and a last part, a scope has a scope around it
and a last part, so a part that a thousand names share is sent once. The browser's reading is extension/src/protocol.ts.

In the header: version, graph, from, to, and `text`, all texts that the columns point into, one behind the other.
Columns with a number for each …

    text         textLengths                in UTF-16 code units
    scope        scopeParents, scopeParts   → scope (0 is the outermost, which is not written), → text
    operation    ids                        the difference to the number before
                 scopes, parts              → scope, → text
                 types, devices             → text
                 inputCounts, controlCounts
                 outputs                    → outputSets: [n, dtype → text, shape → text, …], each set once
                 sources                    → locations: cell or -1, file → text or -1, line
                 attributes                 → attributeSets: [n, name → text, value → text, …], or -1: request them
    input        inputs, inputOutputs       how far before the operation its producer is; which output of it
    control      controls                   the difference to the number before: long lists repeat
    subgraph     subgraphs                  the operations that have subgraphs

A shape is written "?,784", "" (scalar) or "*" (unknown rank).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, TypeAlias

import numpy as np

from graphlab._src.base.garbage import none_collected
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.viz import columns
from graphlab._src.viz.attributes import Texts
from graphlab._src.viz.subgraph import with_subgraphs

Numbers: TypeAlias = Any  # an array of whole numbers

VERSION = 3
# Beyond this many operations attributes stay in the kernel until a reader opens them.
ATTRIBUTES_UP_TO = 5_000


def packed(graph: Graph, since: int = 0, alone: bool = False) -> bytes:
    """The bytes of the piece of `graph` from cursor `since` on.

    alone: there is no kernel to request more from, and no code made the operations: all attributes, and no lines of code.
    """
    # The graph of a file comes with the piece of all of it.
    if piece := getattr(graph, "piece", None):
        return piece
    log: list[Operation] = graph.log  # pyright: ignore[reportUnknownMemberType]
    until = len(log)
    operations = list(dict.fromkeys(log[since:until]))
    with none_collected():
        return encode(graph.uid, operations, since, until, alone)


def encode(
    uid: str, operations: Sequence[Any], since: int, until: int, alone: bool = False, words: Texts | None = None
) -> bytes:
    """The piece that says how `operations` are, as bytes; the arguments as `packed` has them.

    words: writes an operation's attributes, as Texts does; of(operation) returns [name, value, name, value, …].
    """
    tables = Tables()
    locations = _Locations(tables.texts)
    complete = alone or len(operations) <= ATTRIBUTES_UP_TO
    words = words or Texts()
    inputs = [tensor for op in operations for tensor in op.inputs]
    rows: Rows = {
        "ids": [op.id for op in operations],
        "names": [op.name for op in operations],
        "types": [tables.texts[op.type] for op in operations],
        "devices": [tables.texts[op.device or ""] for op in operations],
        "inputCounts": [len(op.inputs) for op in operations],
        "inputs": [tensor.op.id for tensor in inputs],
        "inputOutputs": [tensor.value_index for tensor in inputs],
        "controlCounts": [len(op.control_inputs) for op in operations],
        "controls": [other.id for op in operations for other in op.control_inputs],
        "outputs": [
            tables.outputs[tuple([(tensor.dtype.name, tensor.dims) for tensor in op.outputs])] for op in operations
        ],
        "attributes": [tables.attributes[tuple([tables.texts[text] for text in words.of(op)])] for op in operations]
        if complete
        else [-1] * len(operations),
        "sources": [0] * len(operations) if alone else [locations.of(op) for op in operations],
        "subgraphs": [] if alone else [op.id for op in with_subgraphs(operations)],
    }
    return written(uid, rows, tables, since, until, locations.columns)


Rows: TypeAlias = dict[str, Any]


class Tables:
    """What the columns of a piece point into; each numbers its keys as they come."""

    def __init__(self) -> None:
        self.texts = _Table()
        self.outputs = _Table()  # ((name of the DType, dims), …)
        self.attributes = _Table()  # the numbers of the texts (name, value, name, value, …)


def written(
    uid: str, rows: Rows, tables: Tables, since: int, until: int, locations: Sequence[int] = (-1, -1, 0)
) -> bytes:
    """The bytes of a piece.

    rows: the columns for operations, inputs, controls and subgraphs, with names in place of scopes and parts, and with the
    producers' numbers as `inputs` and `controls`.
    """
    texts = tables.texts
    scopes = _Scopes(texts)
    names = [name.rpartition("/") for name in rows.pop("names")]
    ids = np.array(rows["ids"], np.int64)
    body = rows | {
        "ids": np.diff(ids, prepend=0),
        "scopes": [scopes[scope] if slash else 0 for scope, slash, _ in names],
        "parts": [texts[part] for _, _, part in names],
        "inputs": np.repeat(ids, rows["inputCounts"]) - np.array(rows["inputs"], np.int64),
        "controls": np.diff(np.asarray(rows["controls"], np.int64), prepend=0),
    }
    body["outputSets"] = _flat(
        [texts[part] for t in one for part in (t[0], shape_code(t[1]))] for one in tables.outputs
    )
    body["attributeSets"] = _flat(tables.attributes)
    body["locations"] = locations
    body["scopeParents"], body["scopeParts"] = scopes.parents, scopes.parts
    body["textLengths"] = list(map(_units, texts))
    return columns.write({"version": VERSION, "graph": uid, "from": since, "to": until, "text": "".join(texts)}, body)


def unpacked(data: bytes) -> dict[str, Any]:
    """Decodes a piece, with its texts in place: {"names": […], "inputs": [[(operation, output), …], …], …}."""
    header, body = columns.read(data)
    if header["version"] != VERSION:
        raise ValueError(f"this reads protocol {VERSION}, the piece was written as {header['version']}")
    written = header.pop("text").encode("utf-16-le", "surrogatepass")
    ends = np.cumsum(2 * body["textLengths"], dtype=np.int64).tolist()
    texts = [written[a:b].decode("utf-16-le", "surrogatepass") for a, b in pairwise([0, *ends])]
    scopes: list[Any] = [()]
    for parent, part in zip(body["scopeParents"], body["scopeParts"], strict=True):
        scopes.append((*scopes[parent], texts[part]))
    ids = np.cumsum(body["ids"])
    producers = np.repeat(ids, body["inputCounts"]) - body["inputs"]
    outputs = [_pairs(texts[number] for number in run) for run in _runs(body["outputSets"])]
    attributes = [dict(_pairs(texts[number] for number in run)) for run in _runs(body["attributeSets"])]
    locations = [
        (cell, "" if file < 0 else texts[file], line) for cell, file, line in body["locations"].reshape(-1, 3).tolist()
    ]
    return header | {
        "ids": ids.tolist(),
        "names": ["/".join((*scopes[scope], texts[part])) for scope, part in _both(body["scopes"], body["parts"])],
        "types": [texts[number] for number in body["types"]],
        "devices": [texts[number] for number in body["devices"]],
        "inputs": _parts(_both(producers.tolist(), body["inputOutputs"].tolist()), body["inputCounts"]),
        "controls": _parts(np.cumsum(body["controls"]).tolist(), body["controlCounts"]),
        "outputs": [outputs[number] for number in body["outputs"]],
        "sources": [locations[number] for number in body["sources"]],
        "attributes": [None if number < 0 else attributes[number] for number in body["attributes"]],
        "subgraphs": body["subgraphs"].tolist(),
    }


def shape_code(dims: Sequence[int | None] | None) -> str:
    """A shape as the protocol writes it."""
    return "*" if dims is None else ",".join(["?" if size is None else str(size) for size in dims])


class _Table(dict[Any, int]):
    """Numbers its keys as they come."""

    def __missing__(self, key: Any) -> int:
        self[key] = number = len(self)
        return number


class _Scopes(dict[str, int]):
    """Numbers scopes from 1 on, the outer before the inner."""

    def __init__(self, texts: _Table) -> None:
        self._texts = texts
        self.parents: list[int] = []
        self.parts: list[int] = []

    def __missing__(self, name: str) -> int:
        way: list[tuple[str, str]] = []
        at = name
        while True:
            head, slash, part = at.rpartition("/")
            way.append((at, part))
            around = self.get(head) if slash else 0
            if around is not None:
                break
            at = head
        for path, part in reversed(way):
            self.parents.append(around)
            self.parts.append(self._texts[part])
            self[path] = around = len(self.parents)
        return around


class _Locations:
    """Numbers the lines of code that made operations; location 0 is none."""

    def __init__(self, texts: _Table) -> None:
        self._texts = texts
        self._known: dict[tuple[int, int, Any], int] = {}
        self.columns = [-1, -1, 0]

    def of(self, op: Any) -> int:
        frames, cell = op.frames
        if not frames:
            return 0
        code, instruction = frames[0]
        key = (id(code), instruction, cell)  # the code lives as long as the operation does
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = self._add(op.source)
        return number

    def _add(self, source: Any) -> int:
        file = -1 if source.cell is not None or not source.file else self._texts[source.file]
        self.columns += (-1 if source.cell is None else source.cell, file, source.line or 0)
        return len(self.columns) // 3 - 1


def _units(text: str) -> int:
    """The length of a text as JavaScript counts it."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def _flat(lists: Iterable[Sequence[int]]) -> list[int]:
    """Lists one behind the other, each after its length."""
    return [number for one in lists for number in (len(one), *one)]


def _runs(flat: Numbers) -> Iterator[list[int]]:
    """The lists that `_flat` joined."""
    at, flat = 0, flat.tolist()
    while at < len(flat):
        end = at + 1 + flat[at]
        yield flat[at + 1 : end]
        at = end


def _parts(items: Iterable[Any], counts: Numbers) -> list[list[Any]]:
    """`items` cut into lists of so many each."""
    rest = iter(items)
    return [list(islice(rest, count)) for count in counts.tolist()]


def _pairs(items: Iterable[Any]) -> list[tuple[Any, Any]]:
    rest = iter(items)
    return list(zip(rest, rest, strict=True))


def _both(some: Iterable[Any], others: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(some, others, strict=True)
