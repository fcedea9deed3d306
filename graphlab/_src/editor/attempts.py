"""Tries an entry of the catalogue on a selection: which tensor is for which parameter, and what comes of it."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphlab._src.editor import matching
from graphlab._src.editor.building import build
from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.expressions import RefusedError
from graphlab._src.editor.likeness import Likeness
from graphlab._src.editor.rules import check, check_size
from graphlab._src.editor.scratch import Scratch
from graphlab._src.editor.suggestions import suggestion

Read = Callable[[Scratch, str], Any]  # the value of a source text


class ArgumentError(ValueError):
    """An argument that can't be taken; parameter: whose it is."""

    def __init__(self, message: str, parameter: str = ""):
        super().__init__(message)
        self.parameter = parameter


@dataclasses.dataclass
class Attempt:
    """What has come of a call.

    match: {parameter: index of the selected tensor, or a list of these}.  texts: {parameter: source text} of the others.
    result: what the call has returned.  variables: those that it has made.
    """

    match: dict[str, Any]
    texts: dict[str, str]
    result: Any = None
    variables: Sequence[Any] = ()
    scratch: Scratch | None = None


def attempt(
    entry: Entry,
    selected: Sequence[Likeness],
    arguments: Mapping[str, str],
    read: Read,
    make_scratch: Callable[[], Scratch],
    name: str | None = None,
    called: Sequence[str] = (),
) -> Attempt:
    """The first Attempt that works; raises what the first one raised where none does.

    arguments: {parameter: source text}.  make_scratch: where each order of the tensors is tried.
    called: the names of the selected tensors.
    """
    check(entry, selected)
    failure: Exception | None = None
    for match in matching.matches(entry, selected, arguments):
        texts = _texts(entry, selected, match, arguments)
        scratch = make_scratch()
        try:
            return scratch.build(_made, entry, selected, match, texts, read, scratch, name, called)
        except ArgumentError:
            raise
        except Exception as error:
            failure = failure or error
    assert failure is not None
    raise failure


def _texts(
    entry: Entry, selected: Sequence[Likeness], match: Mapping[str, Any], arguments: Mapping[str, str]
) -> dict[str, str]:
    """The source texts of all arguments but the selected tensors; MismatchError where a call needs more."""
    texts = dict(arguments)
    for one in (*entry.tensors, *entry.parameters):
        if one.default is None and one.name not in texts and one.name not in match:
            text = suggestion(entry, one, selected)
            if text is None and one.is_tensor:
                raise matching.MismatchError(matching.too_few(entry))
            if text is None:
                raise ArgumentError(f"{entry.call} needs {one.name}", one.name)
            texts[one.name] = text
    return texts


def _made(
    entry: Entry, selected: Sequence[Likeness], match: dict[str, Any], texts: dict[str, str], read: Read,
    scratch: Scratch, name: str | None, called: Sequence[str],
) -> Attempt:  # fmt: skip
    given: dict[str, Any] = {}
    for parameter, text in texts.items():
        try:
            given[parameter] = read(scratch, text)
            if (one := entry.parameter(parameter)) is not None:
                check_size(entry, one, given[parameter])
        except (RefusedError, matching.MismatchError) as error:
            raise ArgumentError(str(error), parameter) from None
    names = called or ["tensor"] * len(selected)
    substitutes = [scratch.substitute(one, names[i], None if called else i) for i, one in enumerate(selected)]
    for parameter, which in match.items():
        given[parameter] = [substitutes[i] for i in which] if isinstance(which, list) else substitutes[which]
    before = len(scratch.graph.get_collection("variables"))
    result = build(entry, given, name)
    variables = [] if entry.form == "optimizer" else scratch.graph.get_collection("variables")[before:]
    return Attempt(match, texts, result, variables, scratch)
