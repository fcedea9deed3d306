"""MinimalRNNCell and CFNCell: cells whose state is a weighted sum of itself and of the inputs."""

from typing import Any

from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers import activations, initializers
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import LayerRNNCell, depth_of
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul


class _GatedCell(LayerRNNCell):
    def __init__(
        self,
        units,
        activation="tanh",
        kernel_initializer="glorot_uniform",
        bias_initializer="ones",
        name=None,
        dtype=None,
        **kwargs,
    ):
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.input_spec = InputSpec(ndim=2)
        self.units = units
        self.activation: Any = activations.get(activation)
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)

    state_size = attribute("units", "units.")
    output_size = attribute("units", "units.")


class MinimalRNNCell(_GatedCell):
    """h' = u · h + (1 - u) · z, z = activation(W x), u = sigmoid(V [z, h] + b) (Chen et al., 2018, arXiv 1806.05394).

    units: size of the state.  activation: a function, or its name.
    """

    def build(self, inputs_shape):
        """Makes kernel, the rows W before V, and bias."""
        rows = depth_of(inputs_shape) + 2 * self.units
        self.kernel = self.add_weight(name="kernel", shape=[rows, self.units], initializer=self.kernel_initializer)
        self.bias = self.add_weight(name="bias", shape=[self.units], initializer=self.bias_initializer)
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        w, v = split(value=self.kernel, num_or_size_splits=[depth_of(inputs.shape), 2 * self.units], axis=0)
        z = self.activation(matmul(inputs, w))
        u = sigmoid(bias_add(matmul(concat([z, state], 1), v), self.bias))
        output = u * state + (1 - u) * z
        return output, output


class CFNCell(_GatedCell):
    """h' = θ · activation(h) + (1 - η) · activation(W x), the chaos free network (Laurent and von Brecht, 2017).

    θ and η are sigmoids of U h + V x + b. With η where the paper has 1 - η, a bias of 1 begins with little of the inputs.
    units: size of the state.  activation: a function, or its name.
    """

    def build(self, inputs_shape):
        """Makes kernel, the columns V before W; recurrent_kernel, U; and bias."""
        kernels = self.kernel_initializer
        self.kernel = self.add_weight(
            shape=[depth_of(inputs_shape), 3 * self.units], name="kernel", initializer=kernels
        )
        self.recurrent_kernel = self.add_weight(
            shape=[self.units, 2 * self.units], name="recurrent_kernel", initializer=kernels
        )
        self.bias = self.add_weight(shape=[2 * self.units], name="bias", initializer=self.bias_initializer)
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        depth_of(inputs.shape)
        v, w = split(value=self.kernel, num_or_size_splits=[2 * self.units, self.units], axis=1)
        gates = sigmoid(bias_add(matmul(state, self.recurrent_kernel) + matmul(inputs, v), self.bias))
        theta, eta = split(value=gates, num_or_size_splits=2, axis=1)
        output = theta * self.activation(state) + (1 - eta) * self.activation(matmul(inputs, w))
        return output, output
