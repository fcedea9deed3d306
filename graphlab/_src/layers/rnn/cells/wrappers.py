"""Cells around a cell: what comes out of it is added to what went in, or it is put on a device."""

from typing import Any

from graphlab._src.graph import get_default_graph, name_scope, nest
from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers.function_code import deserialized, serialized
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.stacked_cells import AbstractRNNCell
from graphlab._src.keras.layers.tracking import Tracking
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.sizes import assert_like_rnncell


class _WithCell:
    """A cell as data, with the cell inside it."""

    cell: Any

    def get_config(self):
        """The arguments that make an equal cell."""
        inner = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        inherited: Any = super()
        return {**inherited.get_config(), "cell": inner}


class WrapperBase:
    """What all cells around a cell have of the one inside."""

    cell: Any
    wrapped_cell = attribute("cell", "The cell inside.")
    state_size = attribute("cell.state_size", "That of the cell inside.")
    output_size = attribute("cell.output_size", "That of the cell inside.")

    def zero_state(self, batch_size, dtype):
        """That of the cell inside."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self.cell.zero_state(batch_size, dtype)


class CellWrapper(WrapperBase, _WithCell, RNNCell):
    """A cell that calls another; it has the other's sizes, and neither variables nor, as in TensorFlow, the other's weights."""

    def __init__(self, cell, *args, **kwargs):
        super().__init__(*args, **kwargs)
        assert_like_rnncell("cell", cell)
        self.cell = cell
        if isinstance(cell, Tracking):
            self._track_trackable(cell, name="cell")

    def __call__(self, inputs, state, scope=None):
        """(output, next state). scope: the variable scope of the inner cell's variables."""
        return self._call_wrapped_cell(inputs, state, cell_call_fn=self.cell.__call__, scope=scope)

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs) -> Any:
        raise NotImplementedError

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The cell that get_config describes, with a cell itself in the place of its description."""
        others = {name: value for name, value in config.items() if name != "cell"}
        try:
            assert_like_rnncell("cell", config["cell"])
        except TypeError:
            raise ValueError(
                "RNNCellWrapper cannot reconstruct the wrapped cell. Please overwrite the cell in the config with a RNNCell "
                "instance."
            ) from None
        return cls(config["cell"], **others)


class KerasCellWrapper(WrapperBase, _WithCell, AbstractRNNCell):
    """A Keras cell that calls another, whose sizes and variables it has."""

    def __init__(self, cell, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.cell = cell

    def build(self, inputs_shape):
        """Builds the cell inside."""
        self.cell.build(inputs_shape)
        self.built = True

    def call(self, inputs, state, **kwargs):
        """(output, next state). kwargs: what the cell inside is called with beside these."""
        return self._call_wrapped_cell(inputs, state, cell_call_fn=self.cell.call, **kwargs)

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs) -> Any:
        raise NotImplementedError

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The cell that get_config describes."""
        others = {name: value for name, value in config.items() if name != "cell"}
        return cls(layer_from(config["cell"], custom_objects), **others)


def function_as_config(name, function, module_name):
    """A function in a configuration: under its name, that name with _type, and that of its module."""
    return dict(zip((name, f"{name}_type", module_name), serialized(function), strict=True))


def with_function(config, name, argument, module_name, custom_objects):
    """The configuration with the function that `function_as_config` wrote, as an argument."""
    if name not in config:
        return config
    others = {key: v for key, v in config.items() if key not in (name, f"{name}_type", module_name)}
    known = (custom_objects or {}).get(config[name]) if isinstance(config[name], str) else None
    found = known or deserialized(config[name], config.get(f"{name}_type"), config.get(module_name), config.get("name"))
    return {**others, argument: found}


class ResidualWrapperBase(WrapperBase):
    """Adds the inputs to the outputs.

    residual_fn(inputs, outputs): what to return instead of their sum.
    """

    def __init__(self, cell, residual_fn=None, **kwargs):
        inherited: Any = super()
        inherited.__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def get_config(self):
        """The arguments that make an equal cell; of a function its byte code, or its name if graphlab has it."""
        function = self._residual_fn
        given = {} if function is None else function_as_config("residual_fn", function, _RESIDUAL_MODULE)
        inherited: Any = super()
        return {**inherited.get_config(), **given}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The cell that get_config describes."""
        inherited: Any = super()
        config = with_function(config, "residual_fn", "residual_fn", _RESIDUAL_MODULE, custom_objects)
        return inherited.from_config(config, custom_objects=custom_objects)

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs):
        outputs, state = cell_call_fn(inputs, state, **kwargs)
        return (self._residual_fn or _sum)(inputs, outputs), state


_RESIDUAL_MODULE = "residule_fn_module"  # as TensorFlow spells it in files


def _sum(inputs, outputs):
    nest.assert_same_structure(inputs, outputs)
    nest.map_structure(lambda a, b: a.shape.assert_is_compatible_with(b.shape), inputs, outputs)
    return nest.map_structure(lambda a, b: a + b, inputs, outputs)


class DeviceWrapperBase(WrapperBase):
    """Puts a cell on a device."""

    def __init__(self, cell, device, **kwargs):
        inherited: Any = super()
        inherited.__init__(cell, **kwargs)
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
        inherited: Any = super()
        return {**inherited.get_config(), "device": self._device}


class ResidualWrapper(ResidualWrapperBase, CellWrapper):
    """Adds the inputs to the outputs.

    residual_fn(inputs, outputs): what to return instead of their sum.
    """


class DeviceWrapper(DeviceWrapperBase, CellWrapper):
    """Puts a cell on a device."""
