"""The bar of a training that runs where nothing is drawn: tqdm's, or a line of text where tqdm is missing."""

import importlib
import sys
import time
from typing import Any

_EVERY = 0.1  # seconds
_PLAIN_EVERY = 2.0  # seconds between two lines of text


class Progress:
    """Follows a training until it is over. numbers(): {name: its last number}."""

    def __init__(self, loop: Any, numbers: Any) -> None:
        self._loop = loop
        self._numbers = numbers
        self._bar = _bar(loop.steps)
        self._written = time.monotonic()

    def follow(self) -> None:
        """Returns when the training is over, or is paused."""
        try:
            while not self._loop.wait_until(lambda: self._loop.state != "playing", _EVERY):
                self._show()
            self._show(last=True)
        finally:
            if self._bar is not None:
                self._bar.close()

    def _show(self, last: bool = False) -> None:
        if self._bar is not None:
            numbers = {name: f"{number:.4g}" for name, number in self._numbers().items()}
            self._bar.set_postfix(numbers, refresh=False)
            self._bar.update(self._loop.step - self._bar.n)
        elif last or time.monotonic() - self._written > _PLAIN_EVERY:
            self._written = time.monotonic()
            of = "" if self._loop.steps is None else f" of {self._loop.steps:,}"
            numbers = "".join(f", {name} {number:.4g}" for name, number in self._numbers().items())
            print(f"step {self._loop.step:,}{of}{numbers}", file=sys.stderr)


def _bar(steps: int | None) -> Any:
    try:
        return importlib.import_module("tqdm").tqdm(total=steps, unit="step")
    except ModuleNotFoundError:
        return None
