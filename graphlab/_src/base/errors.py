"""The errors that a run can end in: TensorFlow's family, one class per status code.

OpError
├── CancelledError            1      ├── FailedPreconditionError   9
├── UnknownError              2      ├── AbortedError             10
├── InvalidArgumentError      3      ├── OutOfRangeError          11
├── DeadlineExceededError     4      ├── UnimplementedError       12
├── NotFoundError             5      ├── InternalError            13
├── AlreadyExistsError        6      ├── UnavailableError         14
├── PermissionDeniedError     7      ├── DataLossError            15
├── ResourceExhaustedError    8      └── UnauthenticatedError     16
"""

import re
import warnings
from typing import Any

from graphlab._src.base.fixes import Explanation

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16


def explain(message: str, at: Any = None, created: Any = None, fix: str | None = None) -> str:
    """The message, then where it happened, where the reader wrote it, and what to do about it.

    at: an Operation or Tensor, or text that describes it.  created: a Source; taken from `at` when left out.
    fix: text, or a Fix, which also says how to edit the line.
    """
    lines = [message]
    if at is not None:
        lines.append(f"  at      {at if isinstance(at, str) else at.describe()}")
        created = created or getattr(at, "source", None)
    if created:
        lines.append(f"  created {created}")
    if fix:
        lines.append(f"  fix     {fix}")
    return Explanation("\n".join(lines), fix)


# Characters that move a cursor, set colours or reverse the direction of writing: C0 but for tab and newline, C1, and Unicode's own.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with its control characters written out, \\x1b for an escape: a file's words must not steer a terminal."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def text_of(data: bytes) -> str:
    """What bytes of a graph say; those that are no UTF-8 written out, so that different bytes stay different texts."""
    return data.decode(errors="backslashreplace")


class InaccessibleTensorError(ValueError):
    """A tensor that is used, or fetched, outside of the function, the branch or the loop that it is defined in."""


class OpError(Exception):
    """What a run raises; knows the operation that failed, when one did.

    node_def: the NodeDef of the operation, or None.  op: the Operation, or None.
    message: what went wrong.  error_code: one of the codes above.
    """

    __module__ = "graphlab.errors"  # the name that tracebacks print and pickles hold

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int) -> None:
        super().__init__()
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code

    def __reduce__(self) -> tuple[Any, ...]:
        # The operation holds its whole graph, which does not travel between processes.
        if type(self) is OpError:
            return OpError, (self._node_def, None, self._message, self._error_code)
        return type(self), (self._node_def, None, self._message)

    @property
    def message(self) -> str:
        """What went wrong."""
        return self._message

    @property
    def op(self) -> Any:
        """The Operation that failed, if one is known."""
        return self._op

    @property
    def node_def(self) -> Any:
        """The NodeDef of the operation that failed, if one is known."""
        return self._node_def

    @property
    def error_code(self) -> int:
        """The integer status code."""
        return self._error_code

    def __str__(self) -> str:
        if self._op is None or "\n  at      " in self._message:
            return self._message
        return explain(self._message, at=self._op)


_CODE_TO_CLASS: dict[int, Any] = {}


def _error_class(name: str, code: int, doc: str) -> Any:
    def __init__(self: Any, node_def: Any, op: Any, message: str) -> None:  # noqa: N807
        OpError.__init__(self, node_def, op, message, code)

    cls = type(name, (OpError,), {"__init__": __init__, "__doc__": doc, "__module__": OpError.__module__})
    _CODE_TO_CLASS[code] = cls
    return cls


CancelledError = _error_class("CancelledError", CANCELLED, "The run was cancelled, for example by closing its session.")
UnknownError = _error_class("UnknownError", UNKNOWN, "Something failed that has no code of its own.")
InvalidArgumentError = _error_class("InvalidArgumentError", INVALID_ARGUMENT, "An operation got a value it can't take.")
DeadlineExceededError = _error_class("DeadlineExceededError", DEADLINE_EXCEEDED, "The run lasted longer than allowed.")
NotFoundError = _error_class("NotFoundError", NOT_FOUND, "A file, a key or an operation kernel is not there.")
AlreadyExistsError = _error_class("AlreadyExistsError", ALREADY_EXISTS, "What was to be created is there already.")
PermissionDeniedError = _error_class("PermissionDeniedError", PERMISSION_DENIED, "The caller may not do this.")
ResourceExhaustedError = _error_class("ResourceExhaustedError", RESOURCE_EXHAUSTED, "Memory or space ran out.")
FailedPreconditionError = _error_class(
    "FailedPreconditionError", FAILED_PRECONDITION, "State is missing, most often: a variable was not initialized."
)
AbortedError = _error_class("AbortedError", ABORTED, "The operation was given up, often because of concurrent work.")
OutOfRangeError = _error_class("OutOfRangeError", OUT_OF_RANGE, "A queue, reader or iterator has come to its end.")
UnimplementedError = _error_class("UnimplementedError", UNIMPLEMENTED, "There is no kernel for this operation.")
InternalError = _error_class("InternalError", INTERNAL, "An invariant of the runtime was broken.")
UnavailableError = _error_class("UnavailableError", UNAVAILABLE, "The runtime can't be reached now.")
DataLossError = _error_class("DataLossError", DATA_LOSS, "Data is corrupt and can't be recovered.")
UnauthenticatedError = _error_class("UnauthenticatedError", UNAUTHENTICATED, "The caller's identity is not valid.")


def invalid(message: str) -> OpError:
    """An InvalidArgumentError without an operation; what runs a kernel adds it."""
    return InvalidArgumentError(None, None, message)


def exception_type_from_error_code(error_code: int) -> Any:
    """The class for a status code; KeyError for a code that there is not."""
    return _CODE_TO_CLASS[error_code]


def error_code_from_exception_type(cls: type) -> Any:
    """The status code of an error class; for another class a warning, and an UnknownError in place of a number."""
    for code, known in _CODE_TO_CLASS.items():
        if known is cls:
            return code
    warnings.warn("Unknown class exception", stacklevel=2)
    return UnknownError(None, None, "Unknown class exception")
