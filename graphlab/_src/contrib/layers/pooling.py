"""Pooling: the highest number or the mean of each window."""

from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.utils import collect_named_outputs, n_positive_integers
from graphlab._src.contrib.layers.weighted_layer import channels_format
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import named
from graphlab._src.layers import pooling
from graphlab._src.ops.pooling.pool import pool as pool_op

_IMAGE_FORMATS = ("NCHW", "NHWC")
_VOLUMES = ("NCDHW", "NDHWC")


def _pooled(layer_class, known, name, inputs, kernel_size, stride, padding, data_format, outputs_collections, scope):
    channels = channels_format(data_format, known)
    with name_scope(scope, name, [inputs]) as opened:
        inputs = convert_to_tensor(inputs)
        layer = layer_class(pool_size=kernel_size, strides=stride, padding=padding, data_format=channels, _scope=opened)
        return collect_named_outputs(outputs_collections, opened, layer.apply(inputs))


def _pooling(layer_class, known, name):
    """The function that pools with such layers. known: the data formats, the default last.  name: of its scope."""

    def function(
        inputs, kernel_size, stride=2, padding="VALID", data_format=known[-1], outputs_collections=None, scope=None
    ):
        rest = (inputs, kernel_size, stride, padding, data_format, outputs_collections, scope)
        return _pooled(layer_class, known, name, *rest)

    return add_arg_scope(
        named(function, name.replace("Pool2D", "_pool2d").replace("Pool3D", "_pool3d").lower(), layer_class.__doc__)
    )


max_pool2d = _pooling(pooling.MaxPooling2D, _IMAGE_FORMATS, "MaxPool2D")
max_pool3d = _pooling(pooling.MaxPooling3D, _VOLUMES, "MaxPool3D")
avg_pool2d = _pooling(pooling.AveragePooling2D, _IMAGE_FORMATS, "AvgPool2D")
avg_pool3d = _pooling(pooling.AveragePooling3D, _VOLUMES, "AvgPool3D")


@add_arg_scope
def pool(
    inputs,
    kernel_size,
    pooling_type,
    padding="VALID",
    data_format=None,
    dilation_rate=1,
    stride=1,
    outputs_collections=None,
    scope=None,
):
    """One number of each window in any number of dimensions. pooling_type: "MAX" or "AVG"."""
    with name_scope(scope, f"{pooling_type.lower()}_pool", [inputs]) as opened:
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.ndims
        if rank is None:
            raise ValueError("Rank of inputs must be known")
        if rank < 3:
            raise ValueError("Rank of inputs must be >= 3")
        outputs = pool_op(
            input=inputs,
            window_shape=n_positive_integers(rank - 2, kernel_size),
            pooling_type=pooling_type,
            padding=padding,
            data_format=data_format,
            dilation_rate=n_positive_integers(rank - 2, dilation_rate),
            strides=n_positive_integers(rank - 2, stride),
            name=opened,
        )
        return collect_named_outputs(outputs_collections, opened, outputs)
