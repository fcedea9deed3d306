"""Cells around a cell: what comes out of it is added to what went in, or it is put on a device."""

from graphlab._src.graph import get_default_graph, name_scope, nest
from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers.tracking import Tracking
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.sizes import assert_like_rnncell


class CellWrapper(RNNCell):
    """A cell that calls another; it has the other's sizes, and neither variables nor, as in TensorFlow, the other's weights."""

    def __init__(self, cell, *args, **kwargs):
        super().__init__(*args, **kwargs)
        assert_like_rnncell("cell", cell)
        self.cell = cell
        if isinstance(cell, Tracking):
            self._track_trackable(cell, name="cell")

    wrapped_cell = attribute("cell", "The cell inside.")
    state_size = attribute("cell.state_size", "That of the cell inside.")
    output_size = attribute("cell.output_size", "That of the cell inside.")

    def zero_state(self, batch_size, dtype):
        """That of the cell inside."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self.cell.zero_state(batch_size, dtype)

    def __call__(self, inputs, state, scope=None):
        """(output, next state). scope: the variable scope of the inner cell's variables."""
        return self._call_wrapped_cell(inputs, state, cell_call_fn=self.cell.__call__, scope=scope)

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs):
        raise NotImplementedError

    def get_config(self):
        """The arguments that make an equal cell."""
        inner = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), "cell": inner}


class ResidualWrapper(CellWrapper):
    """Adds the inputs to the outputs.

    residual_fn(inputs, outputs): what to return instead of their sum.
    """

    def __init__(self, cell, residual_fn=None, **kwargs):
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def get_config(self):
        """The arguments that make an equal cell, with the function itself."""
        given = {} if self._residual_fn is None else {"residual_fn": self._residual_fn}
        return {**super().get_config(), **given}

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs):
        outputs, state = cell_call_fn(inputs, state, **kwargs)
        return (self._residual_fn or _sum)(inputs, outputs), state


def _sum(inputs, outputs):
    nest.assert_same_structure(inputs, outputs)
    nest.map_structure(lambda a, b: a.shape.assert_is_compatible_with(b.shape), inputs, outputs)
    return nest.map_structure(lambda a, b: a + b, inputs, outputs)


class DeviceWrapper(CellWrapper):
    """Puts a cell on a device."""

    def __init__(self, cell, device, **kwargs):
        super().__init__(cell, **kwargs)
        self._device = device

    def zero_state(self, batch_size, dtype):
        """That of the cell inside, made on the device."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            with get_default_graph().device(self._device):
                return self.cell.zero_state(batch_size, dtype)

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs):
        with get_default_graph().device(self._device):
            return cell_call_fn(inputs, state, **kwargs)

    def get_config(self):
        """The arguments that make an equal cell."""
        return {**super().get_config(), "device": self._device}
