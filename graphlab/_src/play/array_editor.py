"""ArrayEditor: a widget in which each element of a small array is edited."""

import math
from typing import Any

import numpy as np
import traitlets

from graphlab._src.base.errors import explain
from graphlab._src.play.editor_widget import EditorWidget, script

MOST = 400  # elements
_KINDS = {"f": "number", "i": "whole", "u": "whole", "b": "flag", "O": "text", "S": "text", "U": "text"}


class ArrayEditor(EditorWidget):
    """Edits a small array in a grid; with `min` and `max` each element has a slider.

        gl.ArrayEditor([3, 4])
        gl.ArrayEditor(4, min=-1.0, max=1.0, labels=["position", "velocity", "angle", "rotation"])

    shape: its sizes, or one number; at most 400 elements.  value: the array that it begins with; zeros when left out.
    dtype: of NumPy's, or a tf.DType.  min, max, step: of numbers.  labels: of the elements along the last axis.
    label: what it is for.
    Its `value` is the array, which may be set too.
    Raises ValueError for what can't be edited so.
    """

    edited = "cells"
    _is_edited = False
    _esm = script("array-editor.js")
    cells = traitlets.List().tag(sync=True)
    shape = traitlets.List(traitlets.Int()).tag(sync=True)
    kind = traitlets.Unicode("number").tag(sync=True)
    min = traitlets.Float(None, allow_none=True).tag(sync=True)
    max = traitlets.Float(None, allow_none=True).tag(sync=True)
    step = traitlets.Float(None, allow_none=True).tag(sync=True)
    labels = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, shape, value=None, dtype: Any = "float32", min=None, max=None, step=None, labels=(), label=""):  # noqa: A002
        shape = [int(size) for size in np.atleast_1d(np.asarray(shape, np.int64))]
        count = math.prod(shape)
        if count > MOST or any(size < 0 for size in shape):
            fix = "pass ipywidgets.fixed(array) to feed it as it is, or gl.DrawingPad for an image"
            raise ValueError(explain(f"An ArrayEditor has at most {MOST} elements, but {shape} are {count:,}", fix=fix))
        self._dtype = np.dtype(getattr(dtype, "as_numpy_dtype", dtype))
        kind = _KINDS.get(self._dtype.kind)
        if kind is None:
            raise ValueError(explain(f"An ArrayEditor edits numbers, bools and texts, but not {self._dtype}"))
        if (min is None) != (max is None) or (min is not None and min >= max):
            raise ValueError(explain(f"A range has a min and a larger max, but got {min} and {max}"))
        if value is None:
            low = 0 if min is None else np.clip(0, min, max)
            value = np.full(shape, "" if kind == "text" else low)
        super().__init__(
            shape=shape, kind=kind, min=min, max=max, step=step, labels=[str(one) for one in labels], label=label
        )
        self.value = value

    @traitlets.validate("value")
    def _as_array(self, proposal):
        value = np.asarray(proposal["value"], self._dtype)
        if list(value.shape) != self.shape:
            raise traitlets.TraitError(f"The value of this ArrayEditor has the shape {self.shape}, not {value.shape}")
        return value

    @traitlets.observe("value")
    def _show(self, _change):
        if not self._is_edited:
            self.cells = [_plain(item) for item in self.value.ravel().tolist()]

    @traitlets.validate("cells")
    def _checked(self, proposal):
        cells = proposal["value"]
        if len(cells) != math.prod(self.shape):
            raise traitlets.TraitError(f"{len(cells)} cells are not {self.shape}")
        return cells

    @traitlets.observe("cells")
    def _edit(self, _change):
        items = [math.nan if item is None else item for item in self.cells]
        value = np.array(items, self._dtype).reshape(self.shape)
        if value.tobytes() == self.value.tobytes():
            return
        self._is_edited = True  # the cells stay as the page has them: they may have more digits, and be newer there
        try:
            self.value = value
        finally:
            self._is_edited = False


def _plain(item):
    """An element as JSON can hold it; None is no number."""
    if isinstance(item, bytes):
        return item.decode(errors="replace")
    return None if isinstance(item, float) and not math.isfinite(item) else item
