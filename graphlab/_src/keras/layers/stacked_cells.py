"""Cells one above the other, and the base of cells of one's own."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.recurrence import accepts
from graphlab._src.keras.layers.recurrent_states import output_size_of, sizes_of, zero_states_for


class AbstractRNNCell(Layer):
    """The base of cells of one's own: they define call(inputs, states), state_size and output_size."""

    def call(self, inputs, states):
        """(output, new states)."""
        raise NotImplementedError("Abstract method")

    @property
    def state_size(self):
        """The size of the state, or a list of sizes."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self):
        """The size of the output."""
        raise NotImplementedError("Abstract method")

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """Zeros, for each example."""
        return zero_states_for(self, inputs, batch_size, dtype)


class StackedRNNCells(Layer):
    """Cells one above the other, as one cell. Its states are those of all cells, the first cell's first."""

    def __init__(self, cells, **kwargs):
        for cell in cells:
            if not hasattr(cell, "call"):
                raise ValueError("All cells must have a `call` method. received cells:", cells)
            if not hasattr(cell, "state_size"):
                raise ValueError("All cells must have a `state_size` attribute. received cells:", cells)
        self._reversed = kwargs.pop("reverse_state_order", False)
        if self._reversed:
            logging.warning("reverse_state_order=True in StackedRNNCells will soon be deprecated.")
        super().__init__(**kwargs)
        self.cells: Any = cells

    @property
    def _in_order_of_states(self):
        return self.cells[::-1] if self._reversed else self.cells

    @property
    def state_size(self):
        """The sizes of all cells' states, cell by cell."""
        return tuple(cell.state_size for cell in self._in_order_of_states)

    @property
    def output_size(self):
        """The size of the last cell's output."""
        return output_size_of(self.cells[-1])

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """What each cell begins with."""

        def initial(cell):
            if hasattr(cell, "get_initial_state"):
                return cell.get_initial_state(inputs=inputs, batch_size=batch_size, dtype=dtype)
            return zero_states_for(cell, inputs, batch_size, dtype)

        return tuple(initial(cell) for cell in self._in_order_of_states)

    def build(self, input_shape):
        """Builds the cells."""
        shape = TensorShape(input_shape[0] if isinstance(input_shape, list) else input_shape)
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                cell.build(shape)
                cell.built = True
            shape = TensorShape([shape.as_list()[0], *sizes_of(output_size_of(cell))])
        self.built = True

    def call(self, inputs, states, constants=None, **kwargs):
        """(the last cell's output, all new states)."""
        sizes = tuple(cell.state_size for cell in self.cells)
        new = []
        for cell, own in zip(self.cells, nest.pack_sequence_as(sizes, nest.flatten(states)), strict=True):
            own = own if isinstance(own, (list, tuple)) else [own]
            if len(own) == 1 and getattr(cell, "_is_tf_rnn_cell", None) is not None:
                own = own[0]
            keywords = {**kwargs, "constants": constants} if accepts(cell.call, "constants") else dict(kwargs)
            if not accepts(cell.call, "training"):
                keywords.pop("training", None)
            inputs, own = cell.call(inputs, own, **keywords)
            new.append(own)
        return inputs, nest.pack_sequence_as(sizes, nest.flatten(new))

    def get_config(self):
        """The arguments that make an equal cell."""
        cells = [{"class_name": type(cell).__name__, "config": cell.get_config()} for cell in self.cells]
        return {**super().get_config(), "cells": cells}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The cell that get_config describes."""
        config = dict(config)
        cells = [layer_from(cell, custom_objects) for cell in config.pop("cells")]
        return cls(cells, **config)
