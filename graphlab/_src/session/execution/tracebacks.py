"""Shortened tracebacks: of a run that failed, or was interrupted, they show the program's own calls, not graphlab's.

An interrupt may come forty calls deep in JAX; IPython needs seconds to show all of that.
"""

import os
import types
from pathlib import Path
from typing import TypeVar

import jax
import jaxlib

from graphlab._src.base.errors import OpError
from graphlab._src.base.package import PACKAGE

# GRAPHLAB_TRACEBACKS=whole shows everything, for those who work on graphlab itself.
_WHOLE = os.environ.get("GRAPHLAB_TRACEBACKS") == "whole"
_PACKAGES = PACKAGE, Path(jax.__file__).parent, Path(jaxlib.__file__).parent
E = TypeVar("E", bound=BaseException)
_INTERNAL = tuple(f"{package}{os.sep}" for package in _PACKAGES)


def shortened(error: E) -> E:
    """The error, without graphlab's and JAX's calls in its traceback, and without causes that are nothing else.

    Errors other than an OpError and an interrupt are mistakes in graphlab, or in arguments: they keep all.
    """
    if _WHOLE or not isinstance(error, (OpError, KeyboardInterrupt)):
        return error
    if error.__cause__ is None and error.__context__ is None:
        error.__suppress_context__ = True  # nor is what it was made of, which handling it is about to note
    error.__traceback__ = _own_calls(error.__traceback__)
    last: BaseException = error
    seen = {id(error)}
    while True:
        cause = last.__cause__ or (None if last.__suppress_context__ else last.__context__)
        if cause is None or id(cause) in seen:
            break
        calls = _own_calls(cause.__traceback__)
        if calls is None:  # of what it says the error says the part that counts
            last.__cause__, last.__suppress_context__ = None, True
            break
        cause.__traceback__ = calls
        seen.add(id(cause))
        last = cause
    return error


def _own_calls(trace: types.TracebackType | None) -> types.TracebackType | None:
    calls: list[types.TracebackType] = []
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(_INTERNAL):
            calls.append(trace)
        trace = trace.tb_next
    for call in reversed(calls):
        # Between two lines, where an interrupt may come, the number is None, whatever type checkers believe.
        number = call.tb_lineno or call.tb_frame.f_code.co_firstlineno
        trace = types.TracebackType(trace, call.tb_frame, call.tb_lasti, number)
    return trace
