"""tensorflow.python.util.tf_stack: the frames of the call stack."""

import linecache
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

TB_FILENAME, TB_LINENO, TB_FUNCNAME, TB_CODEDICT = range(4)


class StackFrame(NamedTuple):
    """One frame; `globals` are those of its module, func_start_lineno the line on which its function begins."""

    filename: str
    lineno: int
    name: str
    globals: Any
    func_start_lineno: int


def _frame_of(frame: Any) -> StackFrame:
    code = frame.f_code
    return StackFrame(code.co_filename, frame.f_lineno, code.co_name, frame.f_globals, code.co_firstlineno)


def extract_stack(limit: int = -1) -> list[StackFrame]:
    """The frames of the caller and of those around it, outermost first. limit: how many of the innermost, -1 for all."""
    frames: list[StackFrame] = []
    frame = sys._getframe(1)
    while frame is not None and len(frames) != limit:
        frames.append(_frame_of(frame))
        frame = frame.f_back
    return frames[::-1]


def extract_stack_file_and_line(max_length: int = 1000) -> list[tuple[str, int]]:
    """(file, line) of the caller and of those around it, innermost first."""
    return [frame[:2] for frame in reversed(extract_stack(max_length + 1)[:-1])]


def convert_stack(stack: Iterable[StackFrame], include_func_start_lineno: bool = False) -> tuple[Any, ...]:
    """(file, line, function, text) of each frame, as the module traceback has it; with the function's first line."""
    found: list[Any] = []
    for frame in stack:
        linecache.checkcache(frame.filename)
        text = linecache.getline(frame.filename, frame.lineno, frame.globals).strip() or None
        start = (frame.func_start_lineno,) if include_func_start_lineno else ()
        found.append((frame.filename, frame.lineno, frame.name, text, *start))
    return tuple(found)
