"""Cells with a projection or an embedding before or after another cell."""

import math
from typing import Any

from graphlab._src.graph import get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.layers.rnn.sizes import assert_like_rnncell
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.shape import reshape
from graphlab._src.state.initializers import random_uniform_initializer
from graphlab._src.state.scope import get_variable
from graphlab._src.state.variable_scope import get_variable_scope


def _uniform(low: Any, high: Any):
    return random_uniform_initializer(low, high)


class _Around(RNNCell):
    """A cell with variables of its own around another."""

    def __init__(self, cell, reuse):
        super().__init__(_reuse=reuse)
        assert_like_rnncell("cell", cell)
        self._cell = cell
        self._linear = None

    state_size = attribute("_cell.state_size", "That of the cell inside.")
    output_size = attribute("_cell.output_size", "That of the cell inside.")

    def zero_state(self, batch_size, dtype):
        """That of the cell inside."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self._cell.zero_state(batch_size, dtype)

    def _projected(self, tensor, size, activation):
        if self._linear is None:
            self._linear = Linear(tensor, size, True)
        projected = self._linear(tensor)
        return activation(projected) if activation else projected


class EmbeddingWrapper(_Around):
    """Looks the inputs, numbers of symbols, up in a matrix [embedding_classes, embedding_size] first.

    initializer: of the matrix; the variable scope's when left out, or uniform within ±sqrt(3).
    """

    def __init__(self, cell, embedding_classes, embedding_size, initializer=None, reuse=None):
        super().__init__(cell, reuse)
        if embedding_classes <= 0 or embedding_size <= 0:
            raise ValueError(
                f"Both embedding_classes and embedding_size must be > 0: {embedding_classes}, {embedding_size}."
            )
        self._embedding_classes = embedding_classes
        self._embedding_size = embedding_size
        self._initializer = initializer

    def call(self, inputs, state):
        """(output, next state)."""
        with get_default_graph().device("/cpu:0"):
            width = math.sqrt(3)
            initializer = self._initializer or get_variable_scope().initializer
            embedding = get_variable(
                "embedding",
                [self._embedding_classes, self._embedding_size],
                initializer=initializer or _uniform(-width, width),
                dtype=(state[0] if isinstance(state, tuple) else state).dtype,
            )
            return self._cell(embedding_lookup(embedding, reshape(inputs, [-1])), state)


class InputProjectionWrapper(_Around):
    """Projects the inputs to num_proj columns first.  activation: of what was projected.  input_size: not used."""

    def __init__(self, cell, num_proj, activation=None, input_size=None, reuse=None):
        super().__init__(cell, reuse)
        self._num_proj = num_proj
        self._activation = activation

    def call(self, inputs, state):
        """(output, next state)."""
        return self._cell(self._projected(inputs, self._num_proj, self._activation), state)


class OutputProjectionWrapper(_Around):
    """Projects the outputs to output_size columns.  activation: of what was projected.

    In dynamic_rnn it is faster to project all outputs after the loop.
    """

    def __init__(self, cell, output_size, activation=None, reuse=None):
        super().__init__(cell, reuse)
        if output_size < 1:
            raise ValueError(f"Parameter output_size must be > 0: {output_size}.")
        self._output_size = output_size
        self._activation = activation

    @property
    def output_size(self):
        """output_size."""
        return self._output_size

    def call(self, inputs, state):
        """(output, next state)."""
        output, state = self._cell(inputs, state)
        return self._projected(output, self._output_size, self._activation), state
