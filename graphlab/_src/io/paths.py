"""File names, which may be text, bytes or file:// URLs, and TensorFlow's errors for system errors."""

import contextlib
import errno
import os
import re

from graphlab._src.base import errors
from graphlab._src.base.errors import explain

_TABLE = {  # TensorFlow's
    errors.CancelledError: "ECANCELED",
    errors.InvalidArgumentError: "EINVAL ENAMETOOLONG E2BIG EDESTADDRREQ EDOM EFAULT EILSEQ ENOTSOCK ENOTTY ESPIPE",
    errors.DeadlineExceededError: "ETIMEDOUT ETIME",
    errors.NotFoundError: "ENODEV ENOENT ENXIO ESRCH",
    errors.AlreadyExistsError: "EEXIST EADDRNOTAVAIL EALREADY",
    errors.PermissionDeniedError: "EPERM EACCES EROFS",
    errors.FailedPreconditionError: "ENOTEMPTY EISDIR ENOTDIR EADDRINUSE EBADF EBUSY ECHILD EISCONN ENOTBLK ENOTCONN EPIPE "
    "ESHUTDOWN ETXTBSY",
    errors.ResourceExhaustedError: "ENOSPC EDQUOT EMFILE EMLINK ENFILE ENOBUFS ENODATA ENOMEM ENOSR EUSERS",
    errors.OutOfRangeError: "EFBIG EOVERFLOW ERANGE",
    errors.UnimplementedError: "ENOSYS ENOTSUP EOPNOTSUPP EXDEV EPROTONOSUPPORT",
    errors.UnavailableError: "EAGAIN ECONNREFUSED ECONNABORTED ECONNRESET EINTR EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET "
    "ENETUNREACH ENOLCK ENOLINK",
    errors.AbortedError: "EDEADLK ESTALE",
}
_CLASSES = {
    getattr(errno, name): kind for kind, names in _TABLE.items() for name in names.split() if hasattr(errno, name)
}
_SCHEME = re.compile(r"([a-zA-Z][0-9a-zA-Z.]*)://")


@contextlib.contextmanager
def file_errors(path, op=None):
    """Converts a system error about a file to TensorFlow's error: "name; No such file or directory".

    op: the Operation that wanted the file, for the message.
    """
    try:
        yield
    except OSError as error:
        kind = _CLASSES.get(error.errno or 0, errors.UnknownError)
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise failure(kind, op, f"{os.fsdecode(path)}; {reason}") from error


def failure(kind, op, message):
    """An error of that class; its message names the operation, when there is one."""
    if op is None:
        return kind(None, None, message)
    return kind(op.node_def, op, f"{message}\n\t [[{{{{node {op.name}}}}}]]")


def local_path(path, op=None):
    """The name of a file on this machine, as text.

    path: text, bytes or path-like; file:// in front is dropped.  op: the Operation that wants the file.
    Raises UnimplementedError for the name of a file elsewhere (gs://…), TypeError for what is no name.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"Expected binary or unicode string, got {path!r}")
    name = os.fsdecode(path)
    scheme = _SCHEME.match(name)
    if not scheme:
        return name
    if scheme[1] != "file":
        message = explain(
            f"File system scheme '{scheme[1]}' not implemented (file: '{name}')",
            fix="copy it to this machine, or mount it, and pass the path there",
        )
        raise failure(errors.UnimplementedError, op, message)
    return name[scheme.end() :]
