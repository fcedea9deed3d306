"""Tracebacks as they are shown: the program's own calls, without those inside graphlab and JAX.

What Python and IPython print of an error that explains a mistake is folded; the error itself keeps its traceback.
GRAPHLAB_TRACEBACKS=whole in the environment shows everything; it counts at once, in a notebook by `%env`.
"""

import contextlib
import os
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

from graphlab._src.base.errors import OpError
from graphlab._src.base.package import PACKAGE

_PACKAGE = f"{PACKAGE}{os.sep}"
# Errors that explain what is wrong with a program. Others may be faults of graphlab itself, and keep all calls.
_EXPLAINED = OpError, ValueError, TypeError, NotImplementedError
_PUBLIC = re.compile(r"module 'graphlab(\.(?!_)\w+)*' has no attribute ")
_printed_before: Any = sys.excepthook


def is_whole() -> bool:
    """Whether tracebacks show everything."""
    return os.environ.get("GRAPHLAB_TRACEBACKS") == "whole"


def own_calls(trace: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback without graphlab's and JAX's calls; None when nothing is left."""
    internal = _internal()
    calls: list[types.TracebackType] = []
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(internal):
            calls.append(trace)
        trace = trace.tb_next
    for call in reversed(calls):
        # Between two lines, where an interrupt may come, the number is None, whatever type checkers believe.
        number = call.tb_lineno or call.tb_frame.f_code.co_firstlineno
        trace = types.TracebackType(trace, call.tb_frame, call.tb_lasti, number)
    return trace


def load() -> None:
    """Folds what Python prints of an error that ends the program."""
    global _printed_before
    if sys.excepthook is not _print_folded:
        _printed_before, sys.excepthook = sys.excepthook, _print_folded


def fold_in(shell: Any) -> None:
    """Folds the tracebacks that an IPython shell shows."""
    formatter = shell.InteractiveTB
    whole = formatter.structured_traceback
    if getattr(whole, "is_folded", False):
        return

    def structured_traceback(etype: Any = None, evalue: Any = None, etb: Any = None, *args: Any, **options: Any) -> Any:
        with _folded(evalue, etb) as (shown, count):
            lines = whole(etype, evalue, shown, *args, **options)
        if not count or not isinstance(lines, list):
            return lines
        return [*lines, f"({_calls(count)}: `%env GRAPHLAB_TRACEBACKS=whole`, then `%tb`, shows them)"]

    structured_traceback.is_folded = True  # pyright: ignore[reportFunctionMemberAccess]
    formatter.structured_traceback = structured_traceback


def _print_folded(kind: type[BaseException], error: BaseException, trace: types.TracebackType | None) -> None:
    with _folded(error, trace) as (shown, count):
        # The printer of Python reads the error's traceback, not the one that it is passed.
        previous = error.__traceback__
        error.__traceback__ = shown
        try:
            _printed_before(kind, error, shown)
        finally:
            error.__traceback__ = previous
    if count and sys.stderr is not None:
        print(f"({_calls(count)}: GRAPHLAB_TRACEBACKS=whole in the environment shows them)", file=sys.stderr)


def _calls(count: int) -> str:
    return f"{count} call{'s' * (count != 1)} inside graphlab left out"


def _is_explained(error: BaseException) -> bool:
    """True for errors of the explained classes, and for others whose text has a fix, or says that a name is not there."""
    if isinstance(error, _EXPLAINED):
        return True
    text = str(error) if isinstance(error, (AttributeError, ImportError, RuntimeError)) else ""
    return "\n  fix     " in text or text.startswith("graphlab has no") or _PUBLIC.match(text) is not None


@contextlib.contextmanager
def _folded(
    error: BaseException | None, trace: types.TracebackType | None
) -> Iterator[tuple[types.TracebackType | None, int]]:
    """The traceback to show, and how many calls it leaves out. Causes are folded too until the end of the block."""
    shown = None if is_whole() or error is None or not _is_explained(error) else own_calls(trace)
    count = _length(trace) - _length(shown)
    if error is None or shown is None or not count:  # nothing is the program's own: then all of it counts
        yield trace, 0
        return
    previous: list[tuple[BaseException, Any, Any, bool]] = []
    seen = {id(error)}
    last = error
    try:
        while True:
            cause = last.__cause__ or (None if last.__suppress_context__ else last.__context__)
            if cause is None or id(cause) in seen:
                break
            calls = own_calls(cause.__traceback__)
            if calls is None and cause.__traceback__ is not None:  # the error says of it what counts
                previous.append((last, last.__traceback__, last.__cause__, last.__suppress_context__))
                last.__cause__, last.__suppress_context__ = None, True
                break
            previous.append((cause, cause.__traceback__, cause.__cause__, cause.__suppress_context__))
            cause.__traceback__ = calls
            seen.add(id(cause))
            last = cause
        yield shown, count
    finally:
        for changed, before, cause, suppressed in reversed(previous):
            changed.__traceback__ = before
            changed.__cause__ = cause
            changed.__suppress_context__ = suppressed


def _internal() -> tuple[str, ...]:
    """The beginnings of the names of graphlab's files and JAX's, as far as JAX is imported."""
    jax = (getattr(sys.modules.get(name), "__file__", None) for name in ("jax", "jaxlib"))
    return (_PACKAGE, *(f"{os.path.dirname(file)}{os.sep}" for file in jax if file))


def _length(trace: types.TracebackType | None) -> int:
    count = 0
    while trace is not None:
        count, trace = count + 1, trace.tb_next
    return count
