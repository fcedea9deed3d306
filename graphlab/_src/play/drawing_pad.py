"""DrawingPad: a widget in which an image is drawn."""

import base64

import numpy as np
import traitlets

from graphlab._src.base.errors import explain
from graphlab._src.play.editor_widget import EditorWidget, script

_MOST = 256  # rows and columns


class DrawingPad(EditorWidget):
    """Draws an image with the pointer or the arrow keys: white on black, or in colours.

        pad = gl.DrawingPad(28, 28)

    height, width: rows and columns, at most 256 each.  channels: 1, or 3 for colours.
    maximum: the value of white; 1.0, or 255 for images of whole numbers.  label: what it is for.
    Its `value` is the array [height, width] (with 3 channels [height, width, 3]) of float32 from 0 to `maximum`; it may be
    set too.
    """

    edited = "pixels"
    _esm = script("drawing-pad.js")
    pixels = traitlets.Unicode(help="A byte for each channel of each pixel, in base64.").tag(sync=True)
    height = traitlets.Int(28).tag(sync=True)
    width = traitlets.Int(28).tag(sync=True)
    channels = traitlets.Int(1).tag(sync=True)

    def __init__(self, height=28, width=28, channels=1, maximum=1.0, value=None, label=""):
        if not (1 <= height <= _MOST and 1 <= width <= _MOST) or channels not in (1, 3):
            message = f"A DrawingPad has up to {_MOST} rows and columns, and 1 or 3 channels"
            raise ValueError(explain(f"{message}, but got {height}, {width} and {channels}"))
        self._maximum = maximum
        super().__init__(height=height, width=width, channels=channels, label=label)
        self.value = np.zeros(self._sizes, np.float32) if value is None else value

    @property
    def _sizes(self):
        return (self.height, self.width, 3) if self.channels == 3 else (self.height, self.width)

    @traitlets.validate("value")
    def _as_array(self, proposal):
        value = np.asarray(proposal["value"], np.float32)
        if value.size != np.prod(self._sizes):
            raise traitlets.TraitError(f"The value of this DrawingPad has the shape {self._sizes}, not {value.shape}")
        return value.reshape(self._sizes)

    @traitlets.observe("value")
    def _show(self, _change):
        self.pixels = base64.b64encode(self._levels().tobytes()).decode("ascii")

    @traitlets.validate("pixels")
    def _checked(self, proposal):
        if len(base64.b64decode(proposal["value"], validate=True)) != np.prod(self._sizes):
            raise traitlets.TraitError(f"These pixels are not {self._sizes}")
        return proposal["value"]

    @traitlets.observe("pixels")
    def _edit(self, change):
        drawn = np.frombuffer(base64.b64decode(change["new"]), np.uint8).reshape(self._sizes)
        if not np.array_equal(drawn, self._levels()):
            self.value = drawn.astype(np.float32) * (self._maximum / 255)

    def _levels(self):
        """The value as the page has it: a byte for each channel of each pixel."""
        return np.clip(np.round(self.value / self._maximum * 255), 0, 255).astype(np.uint8)
