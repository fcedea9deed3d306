"""Shortened tracebacks: of a run that failed, or was interrupted, they show the program's own calls, not graphlab's.

An interrupt may come forty calls deep in JAX; IPython needs seconds to show all of that.
"""

from typing import TypeVar

from graphlab._src.base.errors import OpError
from graphlab._src.base.tracebacks import is_whole, own_calls

E = TypeVar("E", bound=BaseException)


def shortened(error: E) -> E:
    """The error, without graphlab's and JAX's calls in its traceback, and without causes that are nothing else.

    Errors other than an OpError and an interrupt are mistakes in graphlab, or in arguments: they keep all.
    """
    if is_whole() or not isinstance(error, (OpError, KeyboardInterrupt)):
        return error
    if error.__cause__ is None and error.__context__ is None:
        error.__suppress_context__ = True  # nor is what it was made of, which handling it is about to note
    error.__traceback__ = own_calls(error.__traceback__)
    last: BaseException = error
    seen = {id(error)}
    while True:
        cause = last.__cause__ or (None if last.__suppress_context__ else last.__context__)
        if cause is None or id(cause) in seen:
            break
        calls = own_calls(cause.__traceback__)
        if calls is None:  # of what it says the error says the part that counts
            last.__cause__, last.__suppress_context__ = None, True
            break
        cause.__traceback__ = calls
        seen.add(id(cause))
        last = cause
    return error
