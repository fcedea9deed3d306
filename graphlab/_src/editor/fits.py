"""Which entries of the catalogue fit a selection of tensors, and why the others do not.

The truth is the rule of shapes and types of what is called: each entry is built in a scratch graph.
"""

import collections
import functools
from collections.abc import Iterator, Sequence
from typing import Any

from graphlab._src.editor.attempts import attempt
from graphlab._src.editor.catalog import Entry, entries
from graphlab._src.editor.constructors import constructors
from graphlab._src.editor.expressions import Reader
from graphlab._src.editor.likeness import Likeness
from graphlab._src.editor.program import NotHere, Place
from graphlab._src.editor.programs import PROGRAMS
from graphlab._src.editor.public_names import MODULE, public
from graphlab._src.editor.reasons import reason
from graphlab._src.editor.results import describe
from graphlab._src.editor.scratch import Scratch

_REMEMBERED = 32  # selections
_known: collections.OrderedDict[tuple[Likeness, ...], list["Fit"]] = collections.OrderedDict()

Fit = tuple[str, str, list[str]]  # (id, "" or why it does not fit, what it would make)


def fits_of(selected: Sequence[Likeness]) -> Iterator[list[Fit]]:
    """The Fits of a selection: an empty list for each entry that has been tried, then the list of all."""
    key = tuple(selected)
    if key in _known:
        _known.move_to_end(key)
        yield _known[key]
        return
    scratch = Scratch()
    found: list[Fit] = []
    for entry in entries().values():
        found.append(_fit(scratch, entry, key))
        yield []
    _known[key] = found
    while len(_known) > _REMEMBERED:
        _known.popitem(last=False)
    yield found


def _fit(scratch: Scratch, entry: Entry, selected: tuple[Likeness, ...]) -> Fit:
    name = f"{entry.word}_{scratch.graph.version}" if entry.form == "layer" or entry.needs_name else None
    try:
        return entry.id, "", describe(attempt(entry, selected, {}, read_plain, lambda: scratch, name).result)
    except Exception as error:
        return entry.id, reason(error, selected), []


def program_fits(place: Place) -> list[Fit]:
    """The Fits of the programs: what they need of a notebook changes from cell to cell."""
    found: list[Fit] = []
    for program in PROGRAMS.values():
        try:
            program.lines(place)
            found.append((program.id, "", program.results(place)))
        except NotHere as error:
            found.append((program.id, str(error), []))
    return found


def read_plain(_scratch: Scratch, text: str) -> Any:
    """The value of a text that names nothing of a notebook."""
    return _plain().read(text)


@functools.cache
def _plain() -> Reader:
    return Reader({}, {MODULE: public("")}, constructors())
