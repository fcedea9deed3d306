"""Which entries of the catalogue fit a selection of tensors, best first, and why the others do not.

The truth is the rule of shapes and types of what is called: each entry is built in a scratch graph.
"""

import collections
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphlab._src.editor import matching
from graphlab._src.editor.building import build, reason
from graphlab._src.editor.catalog import Entry, entries, public
from graphlab._src.editor.constructors import constructors
from graphlab._src.editor.expressions import Reader
from graphlab._src.editor.ranking import rank
from graphlab._src.editor.results import describe
from graphlab._src.editor.scratch import Likeness, Scratch

_REMEMBERED = 32  # selections
_known: collections.OrderedDict[tuple[Likeness, ...], list["Fit"]] = collections.OrderedDict()

Fit = tuple[str, str, list[str]]  # (id, "" or why it does not fit, what it would make)


def fits_of(selected: Sequence[Likeness]) -> Iterator[list[Fit]]:
    """The Fits of a selection: an empty list for each entry that has been tried, then the list of all, best first."""
    key = tuple(selected)
    if key in _known:
        _known.move_to_end(key)
        yield _known[key]
        return
    scratch = Scratch()
    found: list[Fit] = []
    for entry in entries().values():
        found.append(scratch.build(_fit, scratch, entry, key))
        yield []
    order = rank(key)
    found.sort(key=lambda fit: (bool(fit[1]), order(fit[0])))
    _known[key] = found
    while len(_known) > _REMEMBERED:
        _known.popitem(last=False)
    yield found


def match_of(entry: Entry, selected: Sequence[Likeness], given: Mapping[str, Any]) -> dict[str, Any]:
    """Which selected tensor is for which parameter: the first order that works, or else the first; given: the other arguments."""
    first: dict[str, Any] | None = None
    for match in matching.matches(entry, selected):
        first = match if first is None else first
        scratch = Scratch()
        try:
            scratch.build(_build, scratch, entry, selected, match, given)
        except Exception:
            continue
        return match
    if first is None:
        raise matching.MismatchError(matching.too_few(entry))
    return first


def _fit(scratch: Scratch, entry: Entry, selected: tuple[Likeness, ...]) -> Fit:
    try:
        return entry.id, "", describe(tried(scratch, entry, selected)[1])
    except Exception as error:
        return entry.id, reason(error), []


def tried(scratch: Scratch, entry: Entry, selected: Sequence[Likeness]) -> tuple[dict[str, Any], Any]:
    """(which tensor is for which parameter, what was made) with suggested values for the rest; raises why it can't be."""
    failure: Exception | None = None
    for match in matching.matches(entry, selected):
        if matching.missing(entry, match) is not None:
            raise matching.MismatchError(matching.too_few(entry))
        try:
            return match, _build(scratch, entry, selected, match, suggested(entry))
        except Exception as error:
            failure = failure or error
    raise failure or matching.MismatchError(matching.too_few(entry))


def _build(
    scratch: Scratch, entry: Entry, selected: Sequence[Likeness], match: Mapping[str, Any], others: Mapping[str, Any]
) -> Any:
    stand_ins = [scratch.stand_in(one, key=i) for i, one in enumerate(selected)]
    given = {
        name: [stand_ins[i] for i in which] if isinstance(which, list) else stand_ins[which]
        for name, which in match.items()
    }
    given |= {name: value for name, value in others.items() if name not in given}
    return build(entry, given, f"{entry.word}_{scratch.graph.version}" if entry.form == "layer" else None)


def suggested(entry: Entry) -> dict[str, Any]:
    """{parameter: the value that is suggested for it} of what a call needs."""
    reader = Reader({}, {"tf": public("")}, constructors())
    return {one.name: reader.read(one.suggestion) for one in entry.parameters if one.suggestion is not None}
