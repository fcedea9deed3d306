"""CuDNNLSTM, CuDNNGRU: LSTM and GRU with the gates and the weights that cuDNN has."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.keras.layers.recurrent_cells import GRUCell, LSTMCell
from graphlab._src.keras.layers.recurrent_layers import WithCell
from graphlab._src.ops.constants import ones
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import transpose


def _from_cudnn(kernel, gates):
    """A kernel as it is multiplied with: cuDNN stores the matrix of each gate transposed."""
    rows, columns = kernel.shape.as_list()
    parts = [transpose(reshape(part, [columns // gates, rows])) for part in split(kernel, gates, axis=1)]
    return concat(parts, axis=1)


class _LSTMCell(LSTMCell):
    """An LSTMCell with a bias for the inputs and one for the states, one after the other."""

    def _bias(self, width):
        own = self.bias_initializer

        def forgetting_little(shape, dtype: Any = None, partition_info=None):
            units = self.units
            return concat(
                [own((units * 5,), dtype=dtype), ones((units,), dtype), own((units * 2,), dtype=dtype)], axis=0
            )

        return self._weight("bias", "bias", (2 * width,), forgetting_little if self.unit_forget_bias else None)

    def _biases(self):
        first, second = split(self.bias, 2)
        return first + second

    def _kernels(self):
        return _from_cudnn(self.kernel, 4), _from_cudnn(self.recurrent_kernel, 4)


class _GRUCell(GRUCell):
    """A GRUCell with a bias for the inputs and one for the states, one after the other."""

    def _bias(self, width):
        return self._weight("bias", "bias", (2 * width,))

    def _biases(self):
        return reshape(self.bias, [2, 3 * self.units])

    def _kernels(self):
        return _from_cudnn(self.kernel, 3), _from_cudnn(self.recurrent_kernel, 3)


class _CuDNN(WithCell):
    """A recurrent layer as cuDNN has it; it computes on any device, and accepts no masks."""

    def __init__(self, make_cell, arguments, **of_cell):
        super().__init__(make_cell, arguments, **of_cell)
        self.supports_masking = False

    def call(self, inputs, mask=None, training=None, initial_state=None):
        """The outputs; ValueError with a mask."""
        if (mask[0] if isinstance(mask, list) else mask) is not None:
            raise ValueError("Masking is not supported for CuDNN RNNs.")
        return super().call(inputs, None, training, initial_state)

    def get_config(self):
        """The arguments that make an equal layer."""
        config = super().get_config()
        for name in ("unroll", "activation", "recurrent_activation", "use_bias", "dropout", "recurrent_dropout"):
            del config[name]
        for name in ("implementation", "reset_after"):
            config.pop(name, None)
        return config


class CuDNNGRU(_CuDNN):
    """GRU as cuDNN has it: the reset gate after the matrix product, two biases, sigmoid gates."""

    def __init__(
        self,
        units,
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
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        **kwargs,
    ):
        super().__init__(
            _GRUCell, forwarded(locals()), recurrent_activation="sigmoid", implementation=2, reset_after=True
        )


class CuDNNLSTM(_CuDNN):
    """LSTM as cuDNN has it: two biases, sigmoid gates."""

    def __init__(
        self,
        units,
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
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        **kwargs,
    ):
        super().__init__(_LSTMCell, forwarded(locals()), recurrent_activation="sigmoid", implementation=2)
