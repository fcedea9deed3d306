"""Source: where the caller's code created an operation, as notebook cell and line or file and line."""

import linecache
import os
import sys
from collections.abc import Iterable, Sequence
from types import CodeType

from graphlab._src.base.package import PACKAGE

_PACKAGE = f"{PACKAGE}{os.sep}"
# A notebook's stack ends in these; what lies beyond them is not the caller's code.
_RUNNERS = ("/IPython/core/", "/ipykernel/", "/_pytest/", "/pluggy/", "/nbclient/", "/asyncio/")
_MAX_FRAMES = 12

_is_own: dict[
    str, bool
] = {}  # file name -> whether it is graphlab's; a dict look-up instead of a string test per frame

# Frames as (code, instruction offset), innermost first, and the number of the notebook cell that wrote the innermost.
Frames = tuple[tuple[tuple[CodeType, int], ...], int | None]


def own_file(filename: str) -> bool:
    """Whether a file is graphlab's."""
    known = _is_own.get(filename)
    return _own(filename) if known is None else known


def _own(filename: str) -> bool:
    known = _is_own[filename] = filename.startswith(_PACKAGE)
    return known


def capture() -> Frames:
    """The frames of the caller's code that lead here, innermost first, as (code, instruction offset) pairs.

    Cheap enough for every operation (about 1 µs): line numbers are computed when Source is made.
    """
    frame = sys._getframe(1)
    frames = []
    while frame is not None:
        code = frame.f_code
        filename = code.co_filename
        own = _is_own.get(filename)
        if not (_own(filename) if own is None else own):
            frames.append((code, frame.f_lasti))
            if len(frames) == _MAX_FRAMES or code.co_name == "<module>":
                break
        frame = frame.f_back
    return tuple(frames), _cell_number(frames)


def without_folders(frames: Iterable[tuple[CodeType, int]], without: Sequence[str]) -> Frames:
    """The same of a stack that was saved: frames as capture returns them; without: folders that are not the caller's."""
    found = []
    for code, lasti in frames:
        filename = code.co_filename
        if filename.startswith((_PACKAGE, *without)):
            continue
        found.append((code, lasti))
        if len(found) == _MAX_FRAMES or code.co_name == "<module>":
            break
    return tuple(found), _cell_number(found)


def _cell_number(frames: Sequence[tuple[CodeType, int]]) -> int | None:
    """The number of the notebook cell that the innermost frame was written in, or None outside a notebook."""
    module = sys.modules.get("IPython")
    # A module of that name that a program made itself, or that another thread is importing, has no such function.
    shell = getattr(module, "get_ipython", lambda: None)()
    if shell is None or not frames:
        return None
    # Lines are counted in the cell that holds them, which for a function may be an earlier cell than the running one.
    return getattr(shell.compile, "_filename_map", {}).get(frames[0][0].co_filename)


def _line_of(code: CodeType, lasti: int) -> int:
    line = code.co_firstlineno
    for start, end, number in code.co_lines():
        if start <= lasti < end and number is not None:
            return number
    return line


def is_cell(filename: str) -> bool:
    """True for the name that a notebook's cell has as a file."""
    return "/ipykernel_" in filename or "\\ipykernel_" in filename or filename.startswith("<ipython-input-")


class Source:
    """Where an operation was created; prints as "cell [7], line 3" or "train.py:20"."""

    __slots__ = ("frames", "_count", "_first_lines")

    def __init__(self, frames: Sequence[tuple[CodeType, int]], count: int | None) -> None:
        own = [
            (code, lasti)
            for code, lasti in frames
            if not any(runner in code.co_filename.replace("\\", "/") for runner in _RUNNERS)
        ]
        self.frames = [(code.co_filename, _line_of(code, lasti), code.co_name) for code, lasti in own]
        self._first_lines = [code.co_firstlineno for code, _ in own]
        self._count = count

    @property
    def file(self) -> str | None:
        """The file of the innermost line, as Python names it; None when there is none."""
        return self.frames[0][0] if self.frames else None

    @property
    def line(self) -> int | None:
        """The line number in that file or cell."""
        return self.frames[0][1] if self.frames else None

    @property
    def cell(self) -> int | None:
        """The execution count of the notebook cell, or None when the line is in a file."""
        return self._count if self.frames and is_cell(self.frames[0][0]) else None

    @property
    def traceback(self) -> list[tuple[str, int, str, str]]:
        """(file, line, function, text) of each of the caller's frames, outermost first."""
        return [(file, line, name, linecache.getline(file, line).strip()) for file, line, name in reversed(self.frames)]

    @property
    def traceback_with_start_lines(self) -> list[tuple[str, int, str, str, int]]:
        """The same, with the line on which each function begins as a fifth item."""
        return [(*frame, start) for frame, start in zip(self.traceback, reversed(self._first_lines), strict=True)]

    def __bool__(self) -> bool:
        return bool(self.frames)

    def __str__(self) -> str:
        if not self.frames:
            return "unknown"
        if self.cell is not None:
            return f"cell [{self.cell}], line {self.line}"
        return f"{os.path.basename(self.frames[0][0])}:{self.line}"

    def __repr__(self) -> str:
        return f"<Source {self}>"
