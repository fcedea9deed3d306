"""RNNCell: the base of recurrent cells, layers that map an input and a state to an output and the next state."""

from collections import namedtuple
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, nest, static_value
from graphlab._src.keras.layers import activations
from graphlab._src.layers.base_layer import Layer
from graphlab._src.layers.rnn.sizes import zero_state_tensors
from graphlab._src.ops.shape import shape
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initialization import trainable_variables
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class RNNCell(Layer):
    """A layer that maps (input, state) to (output, next state).

    Subclasses say `state_size` and `output_size`, a number or shape or a nested structure of them, and compute in
    call(inputs, state). Variables that `call` makes with get_variable are the cell's.
    """

    def __init__(self, trainable=True, name=None, dtype=None, **kwargs):
        super().__init__(trainable=trainable, name=name, dtype=dtype, **kwargs)
        self._is_tf_rnn_cell = True
        self._opened_scope: Any = None

    def __call__(self, inputs, state, scope=None):
        """(output, next state). scope: the variable scope of the cell's variables."""
        if scope is not None:
            with variable_scope(scope, custom_getter=self._rnn_get_variable) as opened:
                return super().__call__(inputs, state, scope=opened)
        if self._opened_scope is None:
            self._opened_scope = variable_scope(get_variable_scope(), custom_getter=self._rnn_get_variable)
        with self._opened_scope:
            return super().__call__(inputs, state)

    def _rnn_get_variable(self, getter, *args, **kwargs):
        """Makes a variable that was requested in `call` one of the cell's."""
        variable = getter(*args, **kwargs)
        parts = list(variable) if isinstance(variable, PartitionedVariable) else [variable]
        trained = any(parts[0] is other for other in trainable_variables())
        weights = self._trainable_weights if trained else self._non_trainable_weights
        if not any(variable is other for other in weights):
            weights.append(variable)
        return variable

    @property
    def state_size(self) -> Any:
        """The size of the state, without the batch: a number or shape, or a nested structure of them."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        """The size of the output, without the batch."""
        raise NotImplementedError("Abstract method")

    def build(self, _):
        """Cells that make their variables in `call` have nothing to build."""

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """The state to begin with, zeros; batch size and dtype are those of `inputs` where these are given."""
        if inputs is not None:
            inputs = convert_to_tensor(inputs, name="inputs")
            size = inputs.shape.with_rank_at_least(1).as_list()[0]
            if batch_size is not None:
                given = static_value(batch_size) if isinstance(batch_size, Tensor) else batch_size
                if size != given:
                    raise ValueError(
                        "batch size from input tensor is different from the input param. Input tensor batch: "
                        f"{size}, batch_size: {batch_size}"
                    )
            if dtype is not None and inputs.dtype != dtype:
                raise ValueError(
                    "dtype from input tensor is different from the input param. Input tensor dtype: "
                    f"{inputs.dtype}, dtype: {dtype}"
                )
            batch_size = size or shape(inputs)[0]
            dtype = inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError(
                "batch_size and dtype cannot be None while constructing initial state: "
                f"batch_size={batch_size}, dtype={dtype}"
            )
        return self.zero_state(batch_size, dtype)

    def zero_state(self, batch_size, dtype):
        """Zeros [batch, size…] for each size of state_size."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return zero_state_tensors(self.state_size, batch_size, dtype)


class LayerRNNCell(RNNCell):
    """A cell that makes its variables in `build`, in a scope named after the cell."""

    def __call__(self, inputs, state, scope=None, *args, **kwargs):
        """(output, next state). scope: the variable scope of the cell's variables."""
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)


class LSTMStateTuple(namedtuple("LSTMStateTuple", ("c", "h"))):
    """The state of an LSTM: what the cell holds, c, and its output, h."""

    __slots__ = ()

    @property
    def dtype(self):
        """The type of both; TypeError when they differ."""
        if self.c.dtype != self.h.dtype:
            raise TypeError(f"Inconsistent internal state: {self.c.dtype} vs {self.h.dtype}")
        return self.c.dtype


class NumUnitsCell:
    """The sizes of a cell whose state and output have num_units numbers for each example."""

    _num_units: Any

    @property
    def state_size(self) -> Any:
        """num_units."""
        return self._num_units

    @property
    def output_size(self) -> Any:
        """num_units."""
        return self._num_units


class NumUnitsLSTM(NumUnitsCell):
    """The sizes of an LSTM whose c and h have num_units numbers for each example."""

    @property
    def state_size(self) -> Any:
        """LSTMStateTuple(num_units, num_units)."""
        return LSTMStateTuple(self._num_units, self._num_units)


def depth_of(inputs_shape):
    """The last size of the inputs; ValueError when it is not known."""
    depth = as_shape(inputs_shape).as_list()[-1]
    if depth is None:
        raise ValueError(f"Expected inputs.shape[-1] to be known, saw shape: {inputs_shape}")
    return depth


def activation_of(activation) -> Any:
    """The function that a name or function represents; tanh where nothing is said."""
    return activations.get(activation) if activation else tanh


def zeros_of(dtype: Any):
    """An initializer of zeros; dtype: None where it is not known yet."""
    return zeros_initializer(dtype=dtype or dtypes.float32)


def check_types(*values):
    """ValueError for inputs or states that are not floating point."""
    for value in nest.flatten(values):
        check_type(value.dtype)


def check_type(dtype):
    """ValueError for a type that is known and not floating point."""
    if dtype is not None:
        dtype = dtypes.as_dtype(dtype)
        if not (dtype.is_floating or dtype.is_complex):
            raise ValueError(f"RNN cell only supports floating point inputs, but saw dtype: {dtype}")
