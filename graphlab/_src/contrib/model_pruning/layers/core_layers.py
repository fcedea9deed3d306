"""MaskedConv2D and MaskedFullyConnected, and the collections of what is masked."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.windows import convert_data_format
from graphlab._src.layers.conv import Conv2D
from graphlab._src.layers.dense import Dense
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.convolution.convolution import convolution
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.products import tensordot
from graphlab._src.state.initializers import Ones, Zeros

MASK_COLLECTION = "masks"
THRESHOLD_COLLECTION = "thresholds"
MASKED_WEIGHT_COLLECTION = "masked_weights"
WEIGHT_COLLECTION = "kernel"
MASKED_WEIGHT_NAME = "weights/masked_weight"  # tf.contrib.quantize finds weights by this name


def add_mask(layer, shape):
    """Makes a layer's variable "mask"; it begins with ones."""
    return layer.add_variable(name="mask", shape=shape, initializer=Ones(), trainable=False, dtype=layer.dtype)


def add_threshold(layer):
    """Makes a layer's variable "threshold", below which weights are masked; it begins with 0."""
    return layer.add_variable(name="threshold", shape=[], initializer=Zeros(), trainable=False, dtype=layer.dtype)


def masked(mask, threshold, weights):
    """mask · weights. All four are collected for Pruning, unless this mask already is."""
    masked_weights = multiply(mask, weights, MASKED_WEIGHT_NAME)
    graph = get_default_graph()
    if not any(mask is known for known in graph.get_collection(MASK_COLLECTION)):
        graph.add_to_collection(THRESHOLD_COLLECTION, threshold)
        graph.add_to_collection(MASK_COLLECTION, mask)
        graph.add_to_collection(MASKED_WEIGHT_COLLECTION, masked_weights)
        graph.add_to_collection(WEIGHT_COLLECTION, weights)
    return masked_weights


class MaskedConv2D(Conv2D):
    """Images convolved with filters that a mask multiplies.

    The arguments are those of tf.layers.Conv2D, without constraints.
    """

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = (1, 1),
        padding="valid",
        data_format="channels_last",
        dilation_rate: Any = (1, 1),
        activation=None,
        use_bias=True,
        kernel_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))

    def build(self, input_shape):
        """Makes mask, kernel, threshold and bias; ValueError when the number of channels is not known."""
        shape = (*self.kernel_size, self._channels(input_shape), self.filters)
        self.mask = add_mask(self, shape)
        self.kernel = self._make_kernel("kernel", shape)
        self.threshold = add_threshold(self)
        self.masked_kernel = masked(self.mask, self.threshold, self.kernel)
        self._make_bias()
        self.built = True

    def call(self, inputs):
        """The inputs, convolved with mask · kernel."""
        outputs = convolution(
            inputs,
            self.masked_kernel,
            dilation_rate=self.dilation_rate,
            strides=self.strides,
            padding=self._op_padding(),
            data_format=convert_data_format(self.data_format, 4),
        )
        return self._activated(self._with_bias(outputs))


class MaskedFullyConnected(Dense):
    """activation(inputs · (mask · kernel) + bias).

    The arguments are those of tf.layers.Dense, without constraints.
    """

    def __init__(
        self,
        units,
        activation=None,
        use_bias=True,
        kernel_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))

    def build(self, input_shape):
        """Makes kernel, mask, threshold and bias; ValueError when the inputs' last size is not known."""
        size = TensorShape(input_shape).as_list()[-1]
        if size is None:
            raise ValueError("The last dimension of the inputs to `Dense` should be defined. Found `None`.")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.kernel = self.add_variable(
            "kernel",
            shape=[size, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            dtype=self.dtype,
            trainable=True,
        )
        self.mask = add_mask(self, [size, self.units])
        self.threshold = add_threshold(self)
        self.masked_kernel = masked(self.mask, self.threshold, self.kernel)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_variable(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                dtype=self.dtype,
                trainable=True,
            )
        self.built = True

    def call(self, inputs):
        """activation(inputs · (mask · kernel) + bias)."""
        inputs = convert_to_tensor(inputs, dtype=self.dtype)
        sizes = inputs.shape.as_list()
        if len(sizes) > 2:
            outputs = tensordot(inputs, self.masked_kernel, [[len(sizes) - 1], [0]])
            outputs.set_shape([*sizes[:-1], self.units])
        else:
            outputs = matmul(inputs, self.masked_kernel)
        if self.bias is not None:
            outputs = bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)
