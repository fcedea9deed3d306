"""Layers without weights: dropout, flatten, one_hot_encoding, softmax, maxout and other forms of their input."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.framework.variables import model_variable
from graphlab._src.contrib.layers.utils import (
    collect_named_outputs,
    get_variable_collections,
    last_dimension,
)
from graphlab._src.contrib.layers.weighted_layer import channels_format, variable_getter
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.dropout import Dropout
from graphlab._src.layers.flatten import flatten as flatten_layer
from graphlab._src.ops.cast import to_int64
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.grids import meshgrid
from graphlab._src.ops.joining import concat
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import lin_space
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.softmax import softmax as softmax_op
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.initializers import Constant, Ones
from graphlab._src.state.scope import variable_scope


@add_arg_scope
def dropout(inputs, keep_prob=0.5, noise_shape=None, is_training=True, outputs_collections=None, scope=None, seed=None):
    """In training keeps each element with probability keep_prob, divided by it; the others become 0.

    noise_shape: of the decisions, which broadcast.  is_training: a bool or a tensor.
    inputs: a tensor.  seed: of the random numbers.  outputs_collections: where the result is added.
    """
    with variable_scope(scope, "Dropout", [inputs], custom_getter=variable_getter()) as opened:
        inputs = convert_to_tensor(inputs)
        layer = Dropout(rate=1 - keep_prob, noise_shape=noise_shape, seed=seed, name=opened.name, _scope=opened)
        outputs = layer.apply(inputs, training=is_training)
        return collect_named_outputs(outputs_collections, opened.name, outputs)


@add_arg_scope
def flatten(inputs, outputs_collections=None, scope=None):
    """[batch, …] as [batch, n], one row for each example.

    inputs: a tensor of two axes or more.  outputs_collections: where the result is added.
    """
    with name_scope(scope, "Flatten", [inputs]) as opened:
        outputs = flatten_layer(convert_to_tensor(inputs))
        return collect_named_outputs(outputs_collections, opened, outputs)


@add_arg_scope
def one_hot_encoding(labels, num_classes, on_value=1.0, off_value=0.0, outputs_collections=None, scope=None):
    """[batch, num_classes]: on_value at each label, off_value elsewhere. labels: [batch], integers."""
    with name_scope(scope, "OneHotEncoding", [labels, num_classes]) as opened:
        labels = convert_to_tensor(labels)
        if labels.dtype == dtypes.int32:
            labels = to_int64(labels)
        outputs = one_hot(labels, num_classes, on_value=on_value, off_value=off_value)
        return collect_named_outputs(outputs_collections, opened, outputs)


@add_arg_scope
def softmax(logits, scope=None):
    """Probabilities along the last axis, in tensors of any rank from 2 on."""
    with variable_scope(scope, "softmax", [logits]):
        rows = reshape(logits, [-1, last_dimension(logits.shape, min_rank=2)])
        predictions = reshape(softmax_op(rows), shape(logits))
        predictions.set_shape(logits.shape)
        return predictions


@add_arg_scope
def maxout(inputs, num_units, axis=-1, scope=None):
    """The highest of each group of channels (Goodfellow et al., 2013). num_units: how many groups there are."""
    with variable_scope(scope, "MaxOut", [inputs]):
        inputs = convert_to_tensor(inputs)
        sizes = inputs.shape.as_list()
        channels = sizes[axis]
        if channels % num_units:
            raise ValueError(f"number of features({channels}) is not a multiple of num_units({num_units})")
        sizes[axis] = num_units
        sizes.append(channels // num_units)
        sizes = [shape(inputs)[i] if size is None else size for i, size in enumerate(sizes)]
        return reduce_max(reshape(inputs, sizes), -1, keepdims=False)


@add_arg_scope
def dense_to_sparse(tensor, eos_token=0, outputs_collections=None, scope=None):
    """The elements that are not eos_token, as a SparseTensor."""
    with variable_scope(scope, "dense_to_sparse", [tensor]) as opened:
        tensor = convert_to_tensor(tensor)
        indices = where(not_equal(tensor, constant(eos_token, tensor.dtype)))
        outputs = SparseTensor(indices, gather_nd(tensor, indices), shape(tensor, out_type=dtypes.int64))
        return collect_named_outputs(outputs_collections, opened.name, outputs)


@add_arg_scope
def images_to_sequence(inputs, data_format="NHWC", outputs_collections=None, scope=None):
    """[batch, height, width, depth] as sequences of columns: [width, batch · height, depth]."""
    channels = channels_format(data_format, ("NCHW", "NHWC"))
    with name_scope(scope, "ImagesToSequence", [inputs]) as opened:
        inputs = convert_to_tensor(inputs)
        if channels == "channels_first":
            inputs = transpose(inputs, [0, 2, 3, 1])
        width, depth = inputs.shape.as_list()[2:]
        sizes = shape(inputs)
        batch, height = sizes[0], sizes[1]
        outputs = reshape(transpose(inputs, [2, 0, 1, 3]), [width, batch * height, depth])
        return collect_named_outputs(outputs_collections, opened, outputs)


@add_arg_scope
def sequence_to_images(inputs, height, output_data_format="channels_last", outputs_collections=None, scope=None):
    """[width, batch · height, depth] as images: [batch, height, width, depth]."""
    with name_scope(scope, "SequenceToImages", [inputs]) as opened:
        inputs = convert_to_tensor(inputs)
        width, count, depth = inputs.shape.as_list()
        images = reshape(inputs, [width, -1 if count is None else count // height, height, depth])
        order = [1, 3, 2, 0] if output_data_format == "channels_first" else [1, 2, 0, 3]
        return collect_named_outputs(outputs_collections, opened, transpose(images, order))


@add_arg_scope
def spatial_softmax(
    features, temperature=None, name=None, variables_collections=None, trainable=True, data_format="NHWC"
):
    """Where in an image each channel is highest, between -1 and 1: [batch, channels · 2].

    temperature: how much the highest counts; a trained variable, which begins with 1 when it is None.
    """
    with variable_scope(name, "spatial_softmax"):
        sizes = shape(features)
        first = channels_format(data_format, ("NHWC", "NCHW")) == "channels_first"
        channels = features.shape.as_list()[1 if first else 3]
        height, width = (sizes[2], sizes[3]) if first else (sizes[1], sizes[2])
        if channels is None:
            raise ValueError(
                "The num_channels dimension of the inputs to `spatial_softmax` should be defined. Found `None`."
            )
        with name_scope("spatial_softmax_op", "spatial_softmax_op", [features]):
            rows, columns = meshgrid(lin_space(-1.0, 1.0, num=height), lin_space(-1.0, 1.0, num=width), indexing="ij")
            rows, columns = reshape(rows, [height * width]), reshape(columns, [height * width])
            factor = model_variable(
                "temperature",
                shape=(),
                dtype=dtypes.float32,
                initializer=Ones() if temperature is None else Constant(temperature),
                collections=get_variable_collections(variables_collections, "temperature") if trainable else None,
                trainable=trainable,
            )
            flat = features if first else transpose(features, [0, 3, 1, 2])
            attention = softmax_op(reshape(flat, [-1, height * width]) / factor)
            places = [reduce_sum(place * attention, [1], keepdims=True) for place in (rows, columns)]
            result = reshape(concat(places, 1), [-1, channels * 2])
            result.set_shape([None, channels * 2])
            return result
