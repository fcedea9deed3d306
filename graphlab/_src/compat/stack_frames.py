"""tensorflow.python.util.tf_stack: the frames of the call stack."""

import inspect
import linecache
import sys
import threading
from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, Self

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


class StackTraceTransform:
    """A block in which the frames of this thread's stack are others. `parent`: the one of its kind around it, or None."""

    _local: ClassVar[threading.local]  # each kind has its own; its `entered` are the blocks that are open
    parent: Any

    def __enter__(self) -> Self:
        self.reset()
        entered = _entered(self._local)
        self.parent = entered[-1] if entered else None
        entered.append(self)
        return self

    def __exit__(self, unused_type: Any, unused_value: Any, unused_traceback: Any) -> None:
        _entered(self._local).pop()

    def reset(self) -> None:
        """Forgets what was computed in the block before."""


def _entered(local: threading.local) -> list[Any]:
    return vars(local).setdefault("entered", [])


class StackTraceMapper(StackTraceTransform):
    """A block in which lines of code count as others: get_effective_source_map says which."""

    _local = threading.local()
    _effective_source_map: Any = None

    def reset(self) -> None:
        self._effective_source_map = None

    def get_effective_source_map(self) -> dict[tuple[str, int], tuple[str, int, str]]:
        """{(file, line): (file, line, function) in its place}, with those of the blocks around this one."""
        raise NotImplementedError("subclasses need to override this")


class StackTraceFilter(StackTraceTransform):
    """A block in which frames of some files are left out: get_filtered_filenames says of which."""

    _local = threading.local()
    _filtered_filenames: Any = None

    def reset(self) -> None:
        self._filtered_filenames = None

    def get_filtered_filenames(self) -> frozenset[str]:
        """The files, with those of the blocks around this one."""
        raise NotImplementedError("subclasses need to override this")


class CurrentModuleFilter(StackTraceFilter):
    """A block in which the frames of the file that makes it are left out."""

    def __init__(self) -> None:
        self._filename = inspect.getsourcefile(sys._getframe(1))

    def get_filtered_filenames(self) -> frozenset[str]:
        if self._filtered_filenames is None:
            around = self.parent.get_filtered_filenames() if self.parent is not None else frozenset[str]()
            self._filtered_filenames = around | {self._filename}
        return self._filtered_filenames


def extract_stack(limit: int = -1) -> list[StackFrame]:
    """The frames of the caller and of those around it, outermost first. limit: how many of the innermost, -1 for all.

    In a block of a StackTraceFilter without those of its files, but for the caller itself; in one of a StackTraceMapper
    with lines in place of others.
    """
    mappers, filters = _entered(StackTraceMapper._local), _entered(StackTraceFilter._local)
    mapped = mappers[-1].get_effective_source_map() if mappers else {}
    filtered = filters[-1].get_filtered_filenames() if filters else ()
    frames: list[StackFrame] = []
    frame = sys._getframe(1)
    while frame is not None and len(frames) != limit:
        found = _frame_of(frame)
        place = mapped.get((found.filename, found.lineno))
        if place is not None:
            found = found._replace(filename=place[0], lineno=place[1], name=place[2])
        if not frames or found.filename not in filtered:
            frames.append(found)
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
