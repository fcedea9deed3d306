"""bias_add, with a variable "BiasAdd/biases"."""

from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.utils import collect_named_outputs
from graphlab._src.contrib.layers.weighted_layer import parameter
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.bias import bias_add as bias_add_op
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import variable_scope


@add_arg_scope
def bias_add(
    inputs,
    activation_fn=None,
    initializer=Zeros(),  # noqa: B008
    regularizer=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    data_format="NHWC",
    scope=None,
):
    """The inputs with a trained number added to each channel."""
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    with variable_scope(scope, "BiasAdd", [inputs], reuse=reuse) as opened:
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.ndims
        if rank is None:
            raise ValueError("Dims of shape must be known but is None")
        if rank != 4 and data_format == "NCHW":
            raise ValueError("Data format NCHW only supports 4D Tensor")
        channels = inputs.shape.as_list()[1 if data_format == "NCHW" else -1]
        if channels is None:
            raise ValueError("`C` dimension must be known but is None")
        dtype = inputs.dtype.base_dtype
        biases = parameter("biases", [channels], dtype, initializer, variables_collections, trainable, regularizer)
        outputs = bias_add_op(inputs, biases, data_format=data_format)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return collect_named_outputs(outputs_collections, opened.name, outputs)
