"""SimpleRNN, LSTM and GRU: recurrent layers with a cell of their own."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.arguments import forwarded
from graphlab._src.keras.layers import regularizers
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.recurrent import RNN
from graphlab._src.keras.layers.recurrent_cells import GRUCell, LSTMCell, SimpleRNNCell


class WithCell(RNN):
    """A recurrent layer that makes its cell, and has its settings.

    make_cell: the class of the cell.  arguments: the cell's and the layer's, by name.  of_cell: more of the cell's.
    """

    def __init__(self, make_cell, arguments, **of_cell):
        accepted = {name: arguments.pop(name) for name in _OF_CELL & arguments.keys()}
        activity_regularizer = arguments.pop("activity_regularizer")
        super().__init__(make_cell(**accepted, **of_cell, dtype=arguments.get("dtype")), **arguments)
        self.activity_regularizer = regularizers.get(activity_regularizer)
        self.input_spec = [InputSpec(ndim=3)]

    def __getattr__(self, name):
        cell = self.__dict__.get("cell")
        if cell is not None and name in _OF_CELL:
            return getattr(cell, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def call(self, inputs, mask=None, training=None, initial_state=None):
        """The outputs."""
        self.cell.reset_dropout_mask()
        self.cell.reset_recurrent_dropout_mask()
        return super().call(inputs, mask=mask, training=training, initial_state=initial_state)

    def get_config(self):
        """The arguments that make an equal layer."""
        config = super().get_config()
        del config["cell"]
        for name, value in self.cell.settings().items():
            if name == "kernel_constraint":
                config["activity_regularizer"] = regularizers.serialize(self.activity_regularizer)
            config[name] = value
        return config

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The layer that get_config describes."""
        return cls(**{**config, "implementation": 1} if config.get("implementation") == 0 else config)


_OF_CELL = {
    "filters",
    "kernel_size",
    "strides",
    "padding",
    "data_format",
    "dilation_rate",
    "units",
    "activation",
    "recurrent_activation",
    "use_bias",
    *(
        f"{what}_{role}"
        for what in ("kernel", "recurrent", "bias")
        for role in ("initializer", "regularizer", "constraint")
    ),
    "unit_forget_bias",
    "dropout",
    "recurrent_dropout",
    "implementation",
    "reset_after",
}


def _without_0(implementation):
    if implementation == 0:
        logging.warning(
            "`implementation=0` has been deprecated, and now defaults to `implementation=1`.Please update your layer call."
        )
    return implementation or 1


class SimpleRNN(WithCell):
    """A recurrent layer whose output is its next state: activation(inputs · kernel + state · recurrent_kernel + bias).

    units: the size of output and state.  dropout, recurrent_dropout: the part of inputs and state left out in training.
    return_sequences, return_state, go_backwards, stateful, unroll: as RNN expects them.
    """

    def __init__(
        self,
        units,
        activation: Any = "tanh",
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        unroll=False,
        **kwargs,
    ):
        if "implementation" in kwargs:
            kwargs.pop("implementation")
            logging.warning(
                "The `implementation` argument in `SimpleRNN` has been deprecated. Please remove it from your layer call."
            )
        super().__init__(SimpleRNNCell, forwarded(locals()))


class LSTM(WithCell):
    """Long short-term memory over sequences (Hochreiter and Schmidhuber, 1997).

    units: the size of output and states.  unit_forget_bias: whether the bias of the gate for what stays begins at 1.
    dropout, recurrent_dropout: the part of inputs and state left out in training.
    implementation: 1 has a matrix product for each gate, 2 one for all.
    return_sequences, return_state, go_backwards, stateful, unroll: as RNN expects them.
    """

    def __init__(
        self,
        units,
        activation: Any = "tanh",
        recurrent_activation: Any = "hard_sigmoid",
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias=True,
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        implementation=1,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        unroll=False,
        **kwargs,
    ):
        implementation = _without_0(implementation)
        super().__init__(LSTMCell, forwarded(locals()))


class GRU(WithCell):
    """Gated recurrent units over sequences (Cho et al., 2014).

    units: the size of output and state.  reset_after: whether the reset gate comes after the matrix product, as in cuDNN.
    dropout, recurrent_dropout: the part of inputs and state left out in training.
    implementation: 1 has a matrix product for each gate, 2 one for all.
    return_sequences, return_state, go_backwards, stateful, unroll: as RNN expects them.
    """

    def __init__(
        self,
        units,
        activation: Any = "tanh",
        recurrent_activation: Any = "hard_sigmoid",
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        implementation=1,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        unroll=False,
        reset_after=False,
        **kwargs,
    ):
        implementation = _without_0(implementation)
        super().__init__(GRUCell, forwarded(locals()))
