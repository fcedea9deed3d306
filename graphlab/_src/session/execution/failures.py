"""Errors of JAX, XLA and NumPy in a run, as TensorFlow's errors."""

import math
import re
from typing import Any

import jax
import numpy as np

from graphlab._src.base import errors
from graphlab._src.base.errors import OpError, ResourceExhaustedError, explain
from graphlab._src.compiler.executables import headroom
from graphlab._src.compiler.kernel_calls import failed_for_memory
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Given, Part

RAW = (jax.errors.JaxRuntimeError, MemoryError)  # what is not an OpError, and not a mistake in the program either
_STATUS = re.compile(r"([A-Z][A-Z_]+):")  # how XLA's messages begin
_BYTES = re.compile(r"allocat\w* (\d+) bytes")
_FIX = "run it on fewer examples at once, or on a machine with more memory; every variable is as it was before the run"
# How XLA, JAX and Python say it where the class of the error does not: with the status INTERNAL from a thread of XLA's, as
# a ValueError from JAX's short way to compiled code, as a RuntimeError where a thread finds no stack. A kernel of XLA's on
# CPUs says no more than that it failed.
_NO_MEMORY = ("RESOURCE_EXHAUSTED", "Out of memory", "YNNPACK operation failed", "can't start new thread")
_SAYS_LESS = (ValueError, RuntimeError)  # classes of these errors, which other errors have, too


def op_error(error: BaseException, part: Part = None, given: Given | None = None) -> BaseException:
    """Returns the OpError for an error of compiled code or NumPy; any other error itself.

    part: the LoweredSegment that ran.  given: the (donated, retained, static) that it ran on.
    """
    message = str(error)
    if isinstance(error, MemoryError):
        return _exhausted(message or "Out of memory", part, given)
    if isinstance(error, OpError):
        return error
    from_jax = isinstance(error, jax.errors.JaxRuntimeError)
    if (from_jax or type(error) in _SAYS_LESS) and any(said in message for said in _NO_MEMORY):
        return _exhausted(message, part, given)
    if not from_jax:
        return error
    match = _STATUS.match(message)
    code = getattr(errors, match[1], None) if match else None
    at = None if part is None else _named(part)
    return errors.exception_type_from_error_code(code or errors.UNKNOWN)(None, None, explain(message, at=at))


def _named(part: Part) -> str:
    op = None if part is None else next(iter(getattr(part, "segment", part).operations), None)
    return "the session's call" if op is None else f"the segment that begins with '{op.name}'"


def _exhausted(message: str, part: Part, given: Given | None) -> OpError:
    found = _BYTES.search(message)
    largest = _tensor_of(int(found[1]) if found else None, part, given)
    if largest is None:
        shown = f"OOM: there is not enough memory to run {_named(part)}: {message}"
        return ResourceExhaustedError(None, None, explain(shown, fix=_FIX))
    tensor, form = largest
    return failed_for_memory(tensor.op, form.shape, message, _FIX)


def _tensor_of(size: int | None, part: Part, given: Given | None) -> tuple[Tensor, Any] | None:
    """(the tensor of a segment that has so many bytes, else the largest, its form); None where that is not known."""
    if not isinstance(part, LoweredSegment) or given is None:
        return None
    try:
        headroom.expect(headroom.TRACING)  # JAX ends the process where it finds none
        forms = part.forms(*given)
    except Exception:  # it is the first error that counts, whatever fails in describing it
        return None
    sizes = {tensor: math.prod(form.shape) * np.dtype(form.dtype).itemsize for tensor, form in forms.items()}
    fitting = [tensor for tensor, bytes_ in sizes.items() if bytes_ == size]
    tensor = fitting[0] if fitting else max(sizes, key=lambda tensor: sizes[tensor], default=None)
    return None if tensor is None else (tensor, forms[tensor])
