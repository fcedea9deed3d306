"""A status line while code is compiled, or NumPy runs what is not compiled yet, for who waits longer than a second.

It is drawn on a terminal's stderr, or in a notebook as an output that is emptied afterwards; nowhere else, and not at all
with GRAPHLAB_PROGRESS=0.
"""

import contextlib
import contextvars
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Generator
from typing import Any

PATIENCE = 1.0  # seconds before anything is drawn
_EVERY = 0.2  # seconds between two drawings
_TOGETHER = 0.5  # seconds; what begins sooner after another has ended is the same wait
_WIDTH = 24  # characters of the bar


class _Wait:
    begun = ended = 0.0


_hidden = contextvars.ContextVar("hidden", default=False)


@contextlib.contextmanager
def hidden() -> Generator[None]:
    """A block in which nothing is drawn: a view of its own shows how its runs get on."""
    token = _hidden.set(True)
    try:
        yield
    finally:
        _hidden.reset(token)


@contextlib.contextmanager
def compiling(position: int = 0, count: int = 1) -> Generator[None]:
    """Draws the status line while the block lasts. position, count: the block is this one of so many."""
    with _drawn(lambda seconds: line(seconds, position, count)):
        yield


@contextlib.contextmanager
def behind(count: Callable[[], int]) -> Generator[None]:
    """The same while NumPy runs something. count(): how many segments are compiled meanwhile, or wait for that."""
    with _drawn(lambda seconds: line_behind(seconds, count())):
        yield


@contextlib.contextmanager
def _drawn(text: Callable[[float], str]) -> Generator[None]:
    """Draws text(seconds) while the block lasts."""
    screen = _screen()
    if screen is None:
        yield
        return
    now = time.monotonic()
    if now - _Wait.ended > _TOGETHER:
        _Wait.begun = now
    done = threading.Event()
    arguments = screen, done, _Wait.begun, text
    # A notebook's outputs go to the cell that the context names.
    thread = threading.Thread(target=contextvars.copy_context().run, args=(_watch, *arguments), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        _Wait.ended = time.monotonic()


def _watch(screen: "_Terminal | _Notebook", done: threading.Event, begun: float, text: Callable[[float], str]) -> None:
    drawn = False
    wait = max(0.0, begun + PATIENCE - time.monotonic())
    while not done.wait(wait):
        screen.draw(text(time.monotonic() - begun))
        drawn, wait = True, _EVERY
    if drawn:
        screen.clear()


def line(seconds: float, position: int, count: int) -> str:
    """The status line's text."""
    if count < 2:
        return f"compiling … {seconds:.0f} s"
    full = _WIDTH * position // count
    return f"compiling [{'█' * full}{'·' * (_WIDTH - full)}] segment {position + 1} of {count} … {seconds:.0f} s"


def line_behind(seconds: float, count: int) -> str:
    """The text while NumPy runs something."""
    segments = f"{count} segment{'s' * (count != 1)}"
    return f"NumPy runs it … {seconds:.0f} s" + (f", compiling behind: {segments}" if count else "")


def _screen() -> "_Terminal | _Notebook | None":
    if _hidden.get() or os.environ.get("GRAPHLAB_PROGRESS") == "0":
        return None
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and hasattr(shell, "kernel"):
        return _Notebook(ipython)
    if sys.stderr is not None and sys.stderr.isatty():
        return _Terminal()
    return None


class _Terminal:
    def draw(self, text: str) -> None:
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        self.draw("")


class _Notebook:
    def __init__(self, ipython: Any) -> None:
        self._display = ipython.display
        self._id: str | None = None

    def draw(self, text: str) -> None:
        update = self._id is not None
        self._id = self._id or uuid.uuid4().hex
        self._display.display({"text/plain": text}, raw=True, display_id=self._id, update=update)

    def clear(self) -> None:
        self.draw("")
