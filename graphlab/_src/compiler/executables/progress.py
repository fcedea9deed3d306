"""A status line while code is compiled, for who waits longer than a second.

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

PATIENCE = 1.0  # seconds before anything is drawn
_EVERY = 0.2  # seconds between two drawings
_TOGETHER = 0.5  # seconds; what begins sooner after another has ended is the same wait
_WIDTH = 24  # characters of the bar


class _Wait:
    begun = ended = 0.0


@contextlib.contextmanager
def compiling(position=0, count=1):
    """Draws the status line while the block lasts. position, count: the block is this one of so many."""
    screen = _screen()
    if screen is None:
        yield
        return
    now = time.monotonic()
    if now - _Wait.ended > _TOGETHER:
        _Wait.begun = now
    done = threading.Event()
    arguments = screen, done, _Wait.begun, position, count
    # A notebook's outputs go to the cell that the context names.
    thread = threading.Thread(target=contextvars.copy_context().run, args=(_watch, *arguments), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        _Wait.ended = time.monotonic()


def _watch(screen, done, begun, position, count):
    drawn = False
    wait = max(0.0, begun + PATIENCE - time.monotonic())
    while not done.wait(wait):
        screen.draw(line(time.monotonic() - begun, position, count))
        drawn, wait = True, _EVERY
    if drawn:
        screen.clear()


def line(seconds, position, count):
    """The status line's text."""
    if count < 2:
        return f"compiling … {seconds:.0f} s"
    full = _WIDTH * position // count
    return f"compiling [{'█' * full}{'·' * (_WIDTH - full)}] segment {position + 1} of {count} … {seconds:.0f} s"


def _screen():
    if os.environ.get("GRAPHLAB_PROGRESS") == "0":
        return None
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and hasattr(shell, "kernel"):
        return _Notebook(ipython)
    if sys.stderr is not None and sys.stderr.isatty():
        return _Terminal()
    return None


class _Terminal:
    def draw(self, text):
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()

    def clear(self):
        self.draw("")


class _Notebook:
    def __init__(self, ipython):
        self._display = ipython.display
        self._id = None

    def draw(self, text):
        update = self._id is not None
        self._id = self._id or uuid.uuid4().hex
        self._display.display({"text/plain": text}, raw=True, display_id=self._id, update=update)

    def clear(self):
        self.draw("")
