"""The status line while code is compiled: drawn for who waits, and gone afterwards."""

import contextlib
import io
import sys
import threading

import pytest

from graphlab._src.compiler.executables import progress


class Terminal(io.StringIO):
    """A terminal that reports when something was drawn on it."""

    def __init__(self):
        super().__init__()
        self.drawn = threading.Event()

    def isatty(self):
        return True

    def flush(self):
        self.drawn.set()


@pytest.fixture(autouse=True)
def no_notebook(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", None)
    monkeypatch.delenv("GRAPHLAB_PROGRESS", raising=False)
    monkeypatch.setattr(progress, "PATIENCE", 0)


def test_a_long_wait_is_drawn_and_erased():
    with contextlib.redirect_stderr(Terminal()) as terminal, progress.compiling(4, 16):
        assert terminal.drawn.wait(60)
    drawings = terminal.getvalue().split("\r")
    assert "segment 5 of 16" in drawings[1]
    assert drawings[-1] == "\x1b[K"


def test_a_short_wait_is_not(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 3600)
    with contextlib.redirect_stderr(Terminal()) as terminal, progress.compiling():
        pass
    assert terminal.getvalue() == ""


def test_it_can_be_switched_off(monkeypatch):
    monkeypatch.setenv("GRAPHLAB_PROGRESS", "0")
    with contextlib.redirect_stderr(Terminal()) as terminal, progress.compiling():
        assert not terminal.drawn.is_set()
    assert terminal.getvalue() == ""


def test_the_bar_fills():
    assert progress.line(3.2, 0, 1) == "compiling … 3 s"
    assert progress.line(12.6, 8, 16) == f"compiling [{'█' * 12}{'·' * 12}] segment 9 of 16 … 13 s"
