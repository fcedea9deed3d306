"""Cells and trainings: which cell may run while a training goes on, and which waits for its end.

A cell that the reader sends after the training is on the screen runs meanwhile. One that was sent before, as "Run All" sends
all cells at once, waits: so a notebook that is run from the top has the trained model in the next cell. The page's first request
about a training says when it was on the screen; both times are the page's own. A front end that names no cell in its requests
(nbconvert, nbclient, papermill) shows nothing while it runs a notebook: there gl.train itself returns when it is over.
"""

import ast
import weakref
from typing import Any

from IPython.core.error import InputRejected
from IPython.core.getipython import get_ipython

_running: Any = weakref.WeakSet()  # trainings that cells may have to wait for
_seen: Any = weakref.WeakKeyDictionary()  # Training -> when its first request was sent, by the page's clock


def shows_while_running() -> bool:
    """True where a front end shows outputs of a cell that another one follows: it names the cell in its request."""
    kernel: Any = getattr(get_ipython(), "kernel", None)
    parent = kernel.get_parent("shell") if kernel is not None else {}
    return bool(_names(parent))


def _names(request: Any) -> Any:
    metadata = request.get("metadata") or {}
    return metadata.get("cellId") or metadata.get("colab") or metadata.get("cell_id")


def follow(training: Any) -> None:
    """Lets cells that were sent before the training was on the screen wait for its end."""
    _running.add(training)
    shell: Any = get_ipython()
    if shell is not None and not any(isinstance(one, _Wait) for one in shell.ast_transformers):
        shell.ast_transformers.append(_Wait())


def seen(training: Any) -> None:
    """Notes that a page shows a training: what it sends from now on may run meanwhile."""
    _seen.setdefault(training, _sent())


def _sent() -> Any:
    """When the request that is handled now was sent, by the clock of who sent it; None where it does not say."""
    kernel: Any = getattr(get_ipython(), "kernel", None)
    parent = kernel.get_parent("shell") if kernel is not None else {}
    return (parent.get("header") or {}).get("date")


class _Wait(ast.NodeTransformer):
    """What IPython calls with the code of each cell before it runs."""

    def visit(self, node: ast.AST) -> ast.AST:
        sent = _sent()
        for training in list(_running):
            if training.loop.is_over and training.error is None:
                _running.discard(training)
            elif _must_wait(training, sent):
                _wait(training)
        return node


def _must_wait(training: Any, sent: Any) -> bool:
    on_screen = _seen.get(training)
    return sent is not None and (on_screen is None or sent < on_screen)


def _wait(training: Any) -> None:
    """Returns when the training is over; InputRejected, so that the cell does not run, when it failed or is interrupted."""
    training.is_awaited = True
    try:
        training.loop.wait_until(lambda: training.loop.is_over)
    except KeyboardInterrupt:
        training.loop.pause()
        training.loop.wait_until(lambda: training.loop.state != "playing")
        raise InputRejected(
            f"This cell was to run after the training, which is paused now, after step {training.loop.step:,}."
        ) from None
    finally:
        training.is_awaited = False
    if training.error is not None:
        _running.discard(training)
        message = f"This cell was to run after the training, which failed: {training.why}"
        raise InputRejected(message)
