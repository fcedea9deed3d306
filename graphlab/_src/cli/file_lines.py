"""The program that makes diagrams of files: a line of JSON with the name of one comes in, lines about it go out.

In: {"file": where it is, "name": what messages call it}. Out: {"type": "progress", "stage": "reading" or "drawing", …} any
number of times, then {"type": "graph", …} and {"type": "tables", …}, or {"type": "failed", "why": text}. It ends when its
input does. Jupyter's server runs it; what that imports this does not, so that it begins sooner.
"""

import base64
import json
import os
import sys

from graphlab._src.base.errors import OpError, printable
from graphlab._src.cli import file_contents, report
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.cli.graph_page import without_shapes
from graphlab._src.viz import protocol
from graphlab._src.viz.file_graph import imported
from graphlab._src.viz.graphdef_diagram import sketch

_MOST_ROWS = 1_000  # of a table beneath the diagram


def lines(file, name):
    """The messages about a file, one after the other; the last one has its tables, or says why there is no graph."""
    try:
        yield {"type": "progress", "stage": "reading", "bytes": _size(file)}
        contents = file_contents.read(file)
        yield {"type": "progress", "stage": "drawing", "operations": contents.operation_count}
        yield _graph(contents)
        yield _tables(contents)
    except (MemoryError, RecursionError) as error:
        what = "memory" if isinstance(error, MemoryError) else "calls inside each other"
        yield _failed(f"{name} holds a graph that needs more {what} than there is.")
    except (UnreadableError, OpError, OSError) as error:
        yield _failed(str(error).replace(file, name))
    except Exception as error:  # a file may hold anything
        yield _failed(f"{name}: {error or type(error).__name__}".replace(file, name))


def _graph(contents):
    """One line about the file, notes, and the graph where it holds one that can be drawn."""
    line = report.title(contents).removeprefix(f"{contents.path}: ")
    notes = [f"Reading stopped: {contents.broken}"] if contents.broken else []
    message = {"type": "graph", "line": line[0].upper() + line[1:], "notes": notes}
    if not contents.operation_count:
        return message
    try:
        uid, piece = contents.program.piece() if contents.program is not None else _piece(contents, notes)
    except (ValueError, TypeError, OpError) as error:
        notes.append(f"The graph can't be drawn: {error}")
        return message
    return message | {"graph": uid, "chunks": [base64.b64encode(piece).decode("ascii")]}


def _piece(contents, notes):
    found = sketch(contents.graph.nodes)
    if found is None:
        graph = imported(contents.graph.message)
        return graph.uid, protocol.packed(graph, alone=True)
    if found.shapeless:
        notes.append(without_shapes(found.shapeless))
    return found.uid, found.piece


def _tables(contents):
    """What else there is to read."""
    tables = [
        {"title": title, "rows": rows[:_MOST_ROWS], "more": max(0, len(rows) - _MOST_ROWS)}
        for title, rows in report.sections(contents)
    ]
    return {"type": "tables", "tables": tables}


def _failed(why):
    return {"type": "failed", "why": printable(why)}


def _size(file):
    return os.path.getsize(file) if os.path.isfile(file) else 0


def main():
    """Answers line after line."""
    # What a library prints is no message.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        for message in lines(**json.loads(line)):
            out.write(json.dumps(message) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
