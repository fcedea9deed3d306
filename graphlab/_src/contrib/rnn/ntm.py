"""NTMCell: a neural Turing machine, a recurrent controller with heads that read and write a memory."""

import math
from collections import namedtuple
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers import initializers
from graphlab._src.layers.rnn.cells.rnn_cell import LayerRNNCell, depth_of
from graphlab._src.layers.rnn.sizes import assert_like_rnncell
from graphlab._src.ops.activation import sigmoid, softplus
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like, zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import concat, split, stack
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp, sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, shape, squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.transpose import reverse
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer, truncated_normal_initializer

NTMControllerState = namedtuple("NTMControllerState", ("controller_state", "read_vector_list", "w_list", "M", "time"))


class NTMCell(LayerRNNCell):
    """A neural Turing machine (Graves et al., 2014, arXiv 1410.5401), as by Collier and Beel (2018, arXiv 1807.08518).

    controller: an RNNCell.  memory_size, memory_vector_dim: the memory has memory_size rows of memory_vector_dim numbers.
    read_head_num, write_head_num: how many heads there are.  shift_range: by how many rows a head moves at most.
    output_dim: size of the output; that of the inputs when left out.  clip_value: largest size of the heads' parameters
    and of the output.
    """

    def __init__(
        self,
        controller,
        memory_size,
        memory_vector_dim,
        read_head_num,
        write_head_num,
        shift_range=1,
        output_dim=None,
        clip_value=20,
        dtype=dtypes.float32,
        name=None,
    ):
        super().__init__(dtype=dtype, name=name)
        assert_like_rnncell("NTM RNN controller cell", controller)
        self.controller = controller
        self.memory_size = memory_size
        self.memory_vector_dim = memory_vector_dim
        self.read_head_num = read_head_num
        self.write_head_num = write_head_num
        self.clip_value = clip_value
        self.output_dim = output_dim
        self.shift_range = shift_range
        self.num_heads = read_head_num + write_head_num
        # A head's parameters are k, β, g, s and γ; one that writes has two vectors more.
        self.num_parameters_per_head = memory_vector_dim + 2 * shift_range + 4
        self.total_parameter_num = (
            self.num_parameters_per_head * self.num_heads + 2 * memory_vector_dim * write_head_num
        )

    @property
    def state_size(self):
        """Sizes, without the batch, in an NTMControllerState."""
        return NTMControllerState(
            controller_state=self.controller.state_size,
            read_vector_list=[self.memory_vector_dim] * self.read_head_num,
            w_list=[self.memory_size] * self.num_heads,
            M=TensorShape([self.memory_size * self.memory_vector_dim]),
            time=TensorShape([]),
        )

    output_size = attribute("output_dim", "output_dim.")

    def build(self, inputs_shape):
        """Makes the kernels and biases of parameters and output, and what heads and memory begin with."""
        if self.output_dim is None:
            self.output_dim = depth_of(inputs_shape)
        controlled = self.controller.output_size
        self._params_kernel, self._params_bias = self._linear("parameters", controlled, self.total_parameter_num)
        read = controlled + self.memory_vector_dim * self.read_head_num
        self._output_kernel, self._output_bias = self._linear("output", read, self.output_dim)
        self._init_read_vectors = self._starts("read_vector", self.read_head_num, self.memory_vector_dim)
        self._init_address_weights = self._starts("address_weights", self.num_heads, self.memory_size)
        self._M = self.add_variable(
            "memory",
            shape=[self.memory_size, self.memory_vector_dim],
            initializer=constant_initializer(1e-6, dtype=self._kind),
        )
        self.built = True

    @property
    def _kind(self) -> Any:
        return self.dtype

    def _linear(self, name, rows, columns):
        near_zero = truncated_normal_initializer(stddev=1.0 / math.sqrt(rows), dtype=dtypes.float32)
        zeros = constant_initializer(0.0, dtype=self._kind)
        return (
            self.add_variable(f"{name}_kernel", shape=[rows, columns], initializer=near_zero),
            self.add_variable(f"{name}_bias", shape=[columns], initializer=zeros),
        )

    def _starts(self, name, count, size):
        return [
            self.add_variable(f"initial_{name}_{i}", shape=[1, size], initializer=initializers.get("glorot_uniform"))
            for i in range(count)
        ]

    def call(self, x, prev_state):
        """(output, next state). x: [batch, size]."""
        batch = x.shape.as_list()[0] or shape(x)[0]
        first = equal(prev_state.time, 0)

        def at_first(starts, others):
            """What the variables say in the first step, and the last step's values in others."""
            values = cond(first, lambda: [tile(start(), [batch, 1]) for start in starts], lambda: list(others))
            return values if isinstance(values, list) else [values]

        read = at_first([lambda v=v: tanh(v) for v in self._init_read_vectors], prev_state.read_vector_list)
        controlled, controller_state = self.controller(concat([x, *read], axis=1), prev_state.controller_state)
        parameters: Any = self._clipped(controlled, self._params_kernel, self._params_bias)
        of_heads = self.num_parameters_per_head * self.num_heads
        heads = split(parameters[:, :of_heads], self.num_heads, axis=1)
        vectors = split(parameters[:, of_heads:], 2 * self.write_head_num, axis=1) if self.write_head_num else []
        addresses = at_first([lambda v=v: softmax(v) for v in self._init_address_weights], prev_state.w_list)
        memory = cond(first, lambda: tile(expand_dims(self._M, 0), [batch, 1, 1]), lambda: prev_state.M)
        w_list = [self._address(head, memory, last) for head, last in zip(heads, addresses, strict=True)]
        read = [reduce_sum(expand_dims(w, 2) * memory, axis=1) for w in w_list[: self.read_head_num]]
        written = memory
        for i, w in enumerate(w_list[self.read_head_num :]):
            column = expand_dims(w, 2)
            erased, added = expand_dims(sigmoid(vectors[2 * i]), 1), expand_dims(tanh(vectors[2 * i + 1]), 1)
            written = written * (ones_like(written) - matmul(column, erased)) + matmul(column, added)
        output = self._clipped(concat([controlled, *read], axis=1), self._output_kernel, self._output_bias)
        state = NTMControllerState(controller_state, read, w_list, written, prev_state.time + 1)
        return output, state

    def _clipped(self, value, kernel, bias):
        return clip_by_value(bias_add(matmul(value, kernel), bias), -self.clip_value, self.clip_value)

    def _address(self, head, memory, last):
        """Weights [batch, memory_size] of a head's rows, from its parameters: equations 5 to 9 of the paper."""
        dim, moves = self.memory_vector_dim, 2 * self.shift_range + 1
        k, beta, g = tanh(head[:, :dim]), softplus(head[:, dim]), sigmoid(head[:, dim + 1])
        s, gamma = softmax(head[:, dim + 2 : dim + 2 + moves]), softplus(head[:, -1]) + 1
        lengths = sqrt(reduce_sum(square(memory), axis=2, keepdims=True))
        lengths *= expand_dims(sqrt(reduce_sum(square(k), axis=1, keepdims=True)), 1)
        similar = squeeze(matmul(memory, expand_dims(k, 2)) / (lengths + 1e-8), axis=2)
        amplified = exp(expand_dims(beta, 1) * similar)
        by_content = amplified / reduce_sum(amplified, axis=1, keepdims=True)
        g = expand_dims(g, 1)
        sharp = self._moved(g * by_content + (1 - g) * last, s) ** expand_dims(gamma, 1)
        return sharp / reduce_sum(sharp, axis=1, keepdims=True)

    def _moved(self, w, s):
        """The circular convolution of w with s: how much each row gets of those up to shift_range away."""
        size, reach = self.memory_size, self.shift_range
        rest = zeros([s.shape.as_list()[0] or shape(s)[0], size - (2 * reach + 1)])
        backward = reverse(concat([s[:, : reach + 1], rest, s[:, -reach:]], axis=1), axis=[1])
        twice = concat([backward, backward], axis=1)
        matrix = stack([twice[:, size - i - 1 : 2 * size - i - 1] for i in range(size)], axis=1)
        return reduce_sum(expand_dims(w, 1) * matrix, axis=2)

    def zero_state(self, batch_size, dtype):
        """The state to begin with, at time 0, in which the variables replace memory and weights."""
        return NTMControllerState(
            controller_state=self.controller.zero_state(batch_size, dtype),
            read_vector_list=[zeros([batch_size, self.memory_vector_dim]) for _ in range(self.read_head_num)],
            w_list=[zeros([batch_size, self.memory_size]) for _ in range(self.num_heads)],
            M=zeros([batch_size, self.memory_size, self.memory_vector_dim]),
            time=0,
        )
