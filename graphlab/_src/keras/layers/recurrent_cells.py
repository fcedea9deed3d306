"""Cells of recurrent layers: one step of SimpleRNN, LSTM and GRU."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers import activations, constraints, initializers, regularizers
from graphlab._src.keras.layers.kernel_and_bias import KernelAndBias
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.recurrent_dropout import DropoutRNNCellMixin
from graphlab._src.keras.layers.recurrent_states import zero_states_for
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.constants import ones
from graphlab._src.ops.joining import concat, split, unstack
from graphlab._src.ops.matmul import matmul

_ROLES = {"initializer": initializers, "regularizer": regularizers, "constraint": constraints}


class Cell(DropoutRNNCellMixin, KernelAndBias, Layer):
    """A step of a recurrent layer: call(inputs, states) returns (output, new states).

    units: the size of output and states.  dropout, recurrent_dropout: the part of inputs and states left out in training.
    """

    _gates = 1
    recurrent_initializer: Any
    recurrent_regularizer: Any
    recurrent_constraint: Any
    _settings = ()  # the names in get_config that other cells don't have

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
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        **kwargs,
    ):
        arguments = locals()
        super().__init__(**kwargs)
        self.units = units
        self._set_kernel_and_bias(arguments)
        self._set_roles(arguments, "recurrent")
        self.dropout = min(1.0, max(0.0, dropout))
        self.recurrent_dropout = min(1.0, max(0.0, recurrent_dropout))
        self.state_size: Any = units
        self.output_size: Any = units

    def build(self, input_shape):
        """Makes kernel, recurrent_kernel and bias."""
        width = self.units * self._gates
        size = TensorShape(input_shape).as_list()[-1]
        self.kernel: Any = self._weight("kernel", "kernel", (size, width))
        self.recurrent_kernel: Any = self._weight("recurrent_kernel", "recurrent", (self.units, width))
        self.bias: Any = self._bias(width) if self.use_bias else None
        self.built = True

    def _bias(self, width):
        return self._weight("bias", "bias", (width,))

    def _biases(self):
        """The bias as `call` expects it."""
        return self.bias

    def _kernels(self):
        """kernel and recurrent_kernel as `call` expects them, where it has one matrix for all gates."""
        return self.kernel, self.recurrent_kernel

    def _weight(self, name, what, shape, initializer=None):
        return self.add_weight(
            shape=shape,
            name=name,
            initializer=initializer or getattr(self, what + "_initializer"),
            regularizer=getattr(self, what + "_regularizer"),
            constraint=getattr(self, what + "_constraint"),
        )

    # The tensor `count` times, each with elements of its own left out, the same ones in each step.

    def _inputs(self, inputs, training, count=1):
        return _masked(inputs, self.get_dropout_mask_for_cell(inputs, training, max(self._gates, count)), count)

    def _states(self, state, training, count=1):
        return _masked(state, self.get_recurrent_dropout_mask_for_cell(state, training, max(self._gates, count)), count)

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """Zeros, for each example."""
        return zero_states_for(self, inputs, batch_size, dtype)

    def settings(self):
        """The arguments that make an equal cell, but for those that every layer has."""
        first = ("units", "activation", *(n for n in self._settings if n == "recurrent_activation"), "use_bias")
        names = [*first, *_names("initializer")]
        names += [n for n in self._settings if n == "unit_forget_bias"]
        names += [*_names("regularizer"), *_names("constraint"), "dropout", "recurrent_dropout"]
        names += [n for n in self._settings if n not in names]
        return {name: _plain(name, getattr(self, name)) for name in names}

    def get_config(self):
        """The arguments that make an equal cell."""
        return {**super().get_config(), **self.settings()}


def _masked(tensor, masks: Any, count):
    if masks is None:
        return [tensor] * count
    return [tensor * mask for mask in (masks[:count] if isinstance(masks, list) else [masks])]


def _names(role):
    return [f"{what}_{role}" for what in ("kernel", "recurrent", "bias")]


def _plain(name, value):
    if name.endswith("activation"):
        return activations.serialize(value)
    module = _ROLES.get(name.rpartition("_")[2])
    return module.serialize(value) if module else value


class SimpleRNNCell(Cell):
    """output = activation(inputs · kernel + state · recurrent_kernel + bias), which is the new state.

    units: the size of output and state.  use_bias: False leaves the bias out.
    *_initializer, *_regularizer, *_constraint: of kernel_…, recurrent_… (that of the states) and bias_….
    dropout, recurrent_dropout: the part of inputs and states left out in training.
    """

    def call(self, inputs, states, training=None):
        """(output, [state])."""
        found = matmul(self._inputs(inputs, training)[0], self.kernel)
        if self.bias is not None:
            found = bias_add(found, self.bias)
        found = found + matmul(self._states(states[0], training)[0], self.recurrent_kernel)
        output = found if self.activation is None else self.activation(found)
        return output, [output]


class LSTMCell(Cell):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997): gates for what comes in, stays and goes out.

    unit_forget_bias: whether the bias of the gate for what stays begins at 1.
    implementation: 1 has a matrix product for each gate, 2 one for all.
    """

    _gates = 4
    _settings = ("recurrent_activation", "unit_forget_bias", "implementation")

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
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        implementation=1,
        **kwargs,
    ):
        super().__init__(**forwarded(locals(), *self._settings))
        self.recurrent_activation: Any = activations.get(recurrent_activation)
        self.unit_forget_bias = unit_forget_bias
        self.implementation = implementation
        self.state_size = [units, units]

    def _bias(self, width):
        own = self.bias_initializer

        def forgetting_little(shape, dtype: Any = None, partition_info=None):
            units = self.units
            parts = [own((units,), dtype=dtype), ones((units,), dtype), own((units * 2,), dtype=dtype)]
            return concat(parts, axis=-1)

        return self._weight("bias", "bias", (width,), forgetting_little if self.unit_forget_bias else None)

    def call(self, inputs, states, training=None):
        """(output, [output, what is remembered])."""
        before, memory = states
        if self.implementation == 1:
            kernels = split(self.kernel, 4, axis=1)
            taken = [matmul(x, kernel) for x, kernel in zip(self._inputs(inputs, training, 4), kernels, strict=True)]
            if self.bias is not None:
                taken = [bias_add(x, bias) for x, bias in zip(taken, split(self.bias, 4, axis=0), strict=True)]
            width, kernel = self.units, self.recurrent_kernel
            states = list(enumerate(zip(taken, self._states(before, training, 4), strict=True)))
            gates = (x + matmul(h, kernel[:, number * width : (number + 1) * width]) for number, (x, h) in states)
        else:
            kernel, inner = self._kernels()
            found = matmul(self._inputs(inputs, training)[0], kernel)
            found = found + matmul(self._states(before, training)[0], inner)
            gates = split(found if self.bias is None else bias_add(found, self._biases()), 4, axis=1)
        memory, opened = self._gated(gates, memory)
        output = opened * self.activation(memory)
        return output, [output, memory]

    def _gated(self, gates, memory):
        """(the new memory, how much of it is shown). gates: an iterable, whose items come when they are used."""
        gates = iter(gates)
        taken, remembered = self.recurrent_activation(next(gates)), self.recurrent_activation(next(gates))
        memory = remembered * memory + taken * self.activation(next(gates))
        return memory, self.recurrent_activation(next(gates))


class PeepholeLSTMCell(LSTMCell):
    """An LSTMCell whose gates also see the memory (Gers, Schraudolph and Schmidhuber, 2002)."""

    def build(self, input_shape):
        """Makes kernel, recurrent_kernel, bias, and a weight for each gate and unit."""
        super().build(input_shape)
        self._peepholes = [
            self.add_weight(
                shape=(self.units,), name=f"{gate}_gate_peephole_weights", initializer=self.kernel_initializer
            )
            for gate in ("input", "forget", "output")
        ]

    def _gated(self, gates, memory):
        i, f, c, o = gates
        see_in, see_forget, see_out = self._peepholes
        remembered = self.recurrent_activation(f + see_forget * memory) * memory
        new = remembered + self.recurrent_activation(i + see_in * memory) * self.activation(c)
        return new, self.recurrent_activation(o + see_out * new)


class GRUCell(Cell):
    """Gated recurrent units (Cho et al., 2014).

    implementation: 1 has a matrix product for each gate, 2 one for all.
    reset_after: whether the reset gate comes after the matrix product, as in cuDNN, with two biases.
    """

    _gates = 3
    _settings = ("recurrent_activation", "implementation", "reset_after")

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
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        implementation=1,
        reset_after=False,
        **kwargs,
    ):
        super().__init__(**forwarded(locals(), *self._settings))
        self.recurrent_activation: Any = activations.get(recurrent_activation)
        self.implementation = implementation
        self.reset_after = reset_after

    def _bias(self, width):
        return self._weight("bias", "bias", (2, width) if self.reset_after else (width,))

    def call(self, inputs, states, training=None):
        """(output, [output])."""
        width, before, several = self.units, states[0], self.implementation == 1
        bias, inner_bias = self._biases(), None
        if bias is not None and self.reset_after:
            bias, inner_bias = unstack(bias)
        if several:
            parts = [slice(number * width, (number + 1) * width) for number in range(3)]
            taken = zip(self._inputs(inputs, training, 3), parts, strict=True)
            x = [matmul(item, self.kernel[:, part]) for item, part in taken]
            if bias is not None:
                x = [bias_add(item, bias[part]) for item, part in zip(x, parts, strict=True)]
        else:
            found = matmul(self._inputs(inputs, training)[0], self._kernels()[0])
            x = _cut(found if bias is None else bias_add(found, bias), width)
        states = self._states(before, training, 3) if several else self._states(before, training) * 3
        kernel = self._kernels()[1]
        if several:
            inner = [matmul(states[i], kernel[:, i * width : (i + 1) * width]) for i in range(2)]
            if self.reset_after:
                inner.append(matmul(states[2], kernel[:, 2 * width :]))
            if inner_bias is not None:
                inner = [bias_add(item, inner_bias[i * width : (i + 1) * width]) for i, item in enumerate(inner)]
        elif self.reset_after:
            found = matmul(states[0], kernel)
            inner = _cut(found if inner_bias is None else bias_add(found, inner_bias), width)
        else:
            inner = _cut(matmul(states[0], kernel[:, : 2 * width]), width)
        z = self.recurrent_activation(x[0] + inner[0])
        r = self.recurrent_activation(x[1] + inner[1])
        reset = r * inner[2] if self.reset_after else matmul(r * states[2], kernel[:, 2 * width :])
        output = z * before + (1 - z) * self.activation(x[2] + reset)
        return output, [output]


def _cut(tensor, width):
    """Its columns in parts of a width."""
    return [tensor[:, at : at + width] for at in range(0, tensor.shape.as_list()[1], width)]
