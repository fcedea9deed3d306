"""Objects with the line of code that put them where they are, and a stack of these."""

# pyright: reportPrivateUsage=false

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from graphlab._src.base.source import own_file


class TraceableObject:
    """An object with the file and the line where it was defined; these are None while they are not known."""

    SUCCESS: ClassVar[int] = 0
    HEURISTIC_USED: ClassVar[int] = 1
    FAILURE: ClassVar[int] = 2

    __slots__ = ("obj", "filename", "lineno")

    def __init__(self, obj: Any, filename: str | None = None, lineno: int | None = None) -> None:
        self.obj = obj
        self.filename = filename
        self.lineno = lineno

    def set_filename_and_line_from_caller(self, offset: int = 0) -> int:
        """Records the place of the call; offset 1: that of its caller, and so on.

        Returns SUCCESS, or HEURISTIC_USED where there are fewer callers, of which the outermost is taken.
        """
        frame: Any = sys._getframe(1)
        for _ in range(offset):
            if frame.f_back is None:
                break
            frame, offset = frame.f_back, offset - 1
        self.filename, self.lineno = frame.f_code.co_filename, frame.f_lineno
        return self.HEURISTIC_USED if offset else self.SUCCESS

    def copy_metadata(self) -> "TraceableObject":
        """The place, without the object."""
        return type(self)(None, self.filename, self.lineno)


class TraceableStack:
    """A stack of objects, each with the place that pushed it."""

    def __init__(self, existing_stack: list[TraceableObject] | None = None) -> None:
        self._stack = list(existing_stack or [])

    def push_obj(self, obj: Any, offset: int = 0) -> int:
        """Adds an object with the place of the call; the rest as in TraceableObject.set_filename_and_line_from_caller."""
        traceable = TraceableObject(obj)
        self._stack.append(traceable)
        return traceable.set_filename_and_line_from_caller(offset + 1)

    def pop_obj(self) -> Any:
        """Removes the newest object and returns it."""
        return self._stack.pop().obj

    def peek_top_obj(self) -> Any:
        """The newest object."""
        return self._stack[-1].obj

    def peek_objs(self) -> Iterator[Any]:
        """The objects, newest first."""
        return (traceable.obj for traceable in self.peek_traceable_objs())

    def peek_traceable_objs(self) -> Iterator[TraceableObject]:
        """The objects with their places, newest first."""
        return reversed(self._stack)

    def __len__(self) -> int:
        return len(self._stack)

    def copy(self) -> "TraceableStack":
        """A stack of the same objects."""
        return TraceableStack(self._stack)


def placed_by_program(obj: Any) -> TraceableObject:
    """The object with the line of the program, outside of graphlab and contextlib, that the call comes from."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and (
        own_file(frame.f_code.co_filename) or frame.f_code.co_filename == contextlib.__file__
    ):
        frame = frame.f_back
    return TraceableObject(obj, frame.f_code.co_filename, frame.f_lineno)


def function_text(function: Callable[..., Any]) -> str:
    """How a function is shown: name<file, line>."""
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return f"{name}<{code.co_filename}, {code.co_firstlineno}>" if code else f"{name}<unknown, -1>"
