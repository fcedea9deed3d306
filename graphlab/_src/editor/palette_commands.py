"""The commands of the palette: its catalogue, what fits a selection, the line for one entry."""

import asyncio
import functools
import itertools
import json
import time
import weakref
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from graphlab._src.editor.catalog import entries as entries_of_catalogue
from graphlab._src.editor.catalog import making
from graphlab._src.editor.fits import fits_of, program_fits
from graphlab._src.editor.likeness import likenesses_of
from graphlab._src.editor.line import line_of
from graphlab._src.editor.notebook_names import ALIASES, Names
from graphlab._src.editor.program import Place
from graphlab._src.editor.programs import PROGRAMS
from graphlab._src.editor.ranking import likely, ranked
from graphlab._src.editor.rules import nothing_collected
from graphlab._src.editor.scratch import apart
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.viz import magic
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.commands import command

_SLICE = 0.03  # seconds in which entries are tried before the kernel looks at other messages
_MOST = 32  # selected tensors
_numbers = itertools.count()
newest = weakref.WeakKeyDictionary()  # View → number of its newest request for what fits


@command("palette")
def send_palette(view, content):
    """Sends the catalogue, a little later where it is not made yet."""
    message = {"type": "palette", "view": content.get("view")}
    in_slices(making(), lambda _: view.widget.send(message | {"bytes": as_text(catalogue_bytes())}))


@functools.cache
def catalogue_bytes() -> bytes:
    """The catalogue as the page gets it: JSON, deflated."""
    entries = [one.message() for one in (*entries_of_catalogue().values(), *PROGRAMS.values())]
    return zlib.compress(json.dumps({"entries": entries}, separators=(",", ":")).encode(), 9)


@command("palette-fit")
def send_fits(view, content):
    """Sends which entries fit a selection, a little later: the kernel answers other messages meanwhile."""
    graph = view.graph
    if graph is None:
        return
    names = Names()
    things = selected_things(graph, content)
    selected = likenesses_of([thing for thing, _ in names.things_of(things)])
    programs = program_fits(Place(graph, things, names, names.module() or ALIASES[0], {}))
    message = {"type": "palette-fit", "view": content.get("view"), "request": content.get("request")}
    newest[view] = number = next(_numbers)

    def send(found):
        here = [(name, why or nothing_collected(name, graph), results) for name, why, results in found]
        view.widget.send(message | {"fits": ranked([*here, *programs], selected), "likely": likely(selected)})

    in_slices(fits_of(selected), send, lambda: newest.get(view) == number)


@command("palette-line")
def send_line(view, content):
    """Sends the line for an entry, and what it would make."""
    graph = view.graph
    if graph is None:
        return
    tensors = selected_things(graph, content)
    line = line_of(
        graph,
        tensors,
        _text(content, "entry"),
        _arguments(content),
        _text(content, "name"),
        _text(content, "scope"),
        within=content.get("within") is True,
    )
    if content.get("within") is True and line.code:
        magic.added.append(magic.body(line.code))
    message = {"type": "palette-line", "view": content.get("view"), "request": content.get("request")}
    message |= {"code": line.code, "outputs": list(line.outputs), "note": line.note, "arguments": dict(line.arguments)}
    if line.why:
        message |= {"why": line.why, "parameter": line.parameter}
    view.widget.send(message)


def selected_things(graph, content) -> list[Tensor | Operation]:
    """The tensors that a command names by (operation, output), and operations without outputs; ValueError for others."""
    try:
        pairs = json.loads(_text(content, "selection") or "[]")
    except ValueError:
        pairs = None
    if not isinstance(pairs, list) or len(pairs) > _MOST:
        raise ValueError(f"A selection is a list of at most {_MOST} tensors")
    return [_thing(graph, pair) for pair in pairs]


def _thing(graph, pair) -> Tensor | Operation:
    if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)):
        raise ValueError(f"{pair!r} is no tensor: it has an operation and an output")
    number, output = pair
    operations = graph.get_operations()
    op = operations[number] if 0 <= number < len(operations) else None
    if op is not None and not op.outputs:
        return op
    if op is None or not 0 <= output < len(op.outputs):
        raise ValueError(f"{pair!r} is no tensor of this graph")
    return op.outputs[output]


def _arguments(content) -> dict[str, str]:
    try:
        found = json.loads(_text(content, "arguments") or "{}")
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError("Arguments are texts by the names of parameters")
    return found


def _text(content, field) -> str:
    text = content.get(field) or ""
    if not isinstance(text, str):
        raise ValueError(f"{field} is a text")
    return text


def in_slices(steps: Iterator[Any], done: Callable[[Any], None], is_wanted: Callable[[], bool] = lambda: True) -> None:
    """Continues to the last step, some at a time where an event loop runs, and calls done(the last one).

    is_wanted: whether to continue.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        loop = None
    finished, last = apart(_some, steps, None if loop is None else _SLICE)
    if finished:
        done(last)
    elif loop is not None and is_wanted():
        loop.call_soon(in_slices, steps, done, is_wanted)


def _some(steps: Iterator[Any], seconds: float | None) -> tuple[bool, Any]:
    """(whether there is no more, the last step) after so many seconds."""
    until = None if seconds is None else time.monotonic() + seconds
    last = None
    for last in steps:
        if until is not None and time.monotonic() > until:
            return False, last
    return True, last
