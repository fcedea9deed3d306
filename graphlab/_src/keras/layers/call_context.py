"""The context of nested layer calls: what an outer call passes to the inner ones."""

import contextlib
import threading

from graphlab._src.base import dtypes


class Calls(threading.local):
    """The layers whose `call` runs in this thread, outermost first, each with its inputs and `training` argument."""

    def __init__(self):
        super().__init__()
        self._open = []
        self.compute_dtype: str | None = None  # what AutoCastVariables are read as: that of the innermost call

    @property
    def nested(self):
        """Whether a layer's `call` runs."""
        return bool(self._open)

    @property
    def layer(self):
        """The layer of the innermost call, or None."""
        return self._open[-1][0] if self._open else None

    @property
    def frozen(self):
        """Whether a layer whose `call` runs is not trained."""
        return any(not layer.trainable for layer, _, _ in self._open)

    @property
    def inputs(self):
        """The inputs of the innermost call; none outside of any."""
        return self._open[-1][1] if self._open else []

    @property
    def training(self):
        """The `training` argument of the innermost call, or None."""
        return self._open[-1][2] if self._open else None

    @contextlib.contextmanager
    def entered(self, layer, inputs, training):
        """Inside, `layer` is being called."""
        self._open.append((layer, inputs, training))
        try:
            yield
        finally:
            self._open.pop()

    @contextlib.contextmanager
    def computing(self, dtype):
        """Inside, AutoCastVariables are read as a floating type; as what they are for another one, or None."""
        before = self.compute_dtype
        self.compute_dtype = dtype if dtype and dtypes.as_dtype(dtype).is_floating else None
        try:
            yield
        finally:
            self.compute_dtype = before


calls = Calls()
