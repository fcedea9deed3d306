"""tensorflow.python.framework.errors_impl: the exception of a status."""

import warnings
from typing import Any

from graphlab._src.base import errors

CODE_TO_EXCEPTION_CLASS: dict[int, Any] = {
    code: errors.exception_type_from_error_code(code) for code in range(errors.CANCELLED, errors.UNAUTHENTICATED + 1)
}


def make_specific_exception(node_def: Any, op: Any, message: Any, error_code: int) -> errors.OpError:
    """The exception of a status code; for a code that there is not a warning, and an UnknownError with it."""
    known = CODE_TO_EXCEPTION_CLASS.get(error_code)
    if known is not None:
        return known(node_def, op, message)
    warnings.warn(f"Unknown error code: {error_code}", stacklevel=2)
    error = errors.UnknownError(node_def, op, message)
    error._error_code = error_code
    return error
