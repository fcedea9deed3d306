"""What all applications have in common: their inputs, their ends, their weights."""

import os
from typing import Any

from graphlab._src.base import logging
from graphlab._src.graph.attributes import named
from graphlab._src.keras.engine.input_layer import source_inputs
from graphlab._src.keras.engine.local_files import local_path
from graphlab._src.keras.layers import catalog as layers
from graphlab._src.keras.layers.backend_config import image_data_format
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.keras.models import Model

_HOME = "https://github.com/keras-team/keras-applications/releases/download/resnet/"


def channel_axis():
    """The axis of the channels."""
    return 1 if image_data_format() == "channels_first" else 3


def images(include_top, weights, input_tensor: Any, input_shape, classes, size=224, smallest=32, fixed=False) -> Any:
    """The input. size: of images where none is said.  smallest: what they must have at least.

    fixed: whether the network needs to know the size without its top too.
    """
    if weights not in ("imagenet", None) and not os.path.exists(weights):
        raise ValueError(
            "The `weights` argument should be either `None` (random initialization), `imagenet` (pre-training on ImageNet), "
            "or the path to the weights file to be loaded."
        )
    if weights == "imagenet" and include_top and classes != 1000:
        raise ValueError('If using `weights` as `"imagenet"` with `include_top` as true, `classes` should be 1000')
    shape = _shape(input_shape, size, smallest, include_top or fixed, weights)
    if input_tensor is None:
        return layers.Input(shape=shape)
    return input_tensor if has_history(input_tensor) else layers.Input(tensor=input_tensor, shape=shape)


def _shape(given, size, smallest, include_top, weights):
    first = image_data_format() == "channels_first"
    channels = 3
    if given and len(given) == 3 and weights != "imagenet":
        channels = given[0 if first else -1]
        if channels not in (1, 3):
            logging.warning(
                "This model usually expects 1 or 3 input channels. However, it was passed an input_shape with %s input "
                "channels.",
                channels,
            )
    default = (channels, size, size) if first else (size, size, channels)
    if weights == "imagenet" and include_top:
        if given is not None and tuple(given) != default:
            raise ValueError(
                "When setting `include_top=True` and loading `imagenet` weights, `input_shape` should be "
                + f"{default}."
            )
        return default
    if not given:
        return default if include_top else ((3, None, None) if first else (None, None, 3))
    if len(given) != 3:
        raise ValueError("`input_shape` must be a tuple of three integers.")
    if given[0 if first else -1] != 3 and weights == "imagenet":
        raise ValueError(f"The input must have 3 channels; got `input_shape={given}`")
    if any(n is not None and n < smallest for n in (given[1:] if first else given[:2])):
        raise ValueError(f"Input size must be at least {smallest}x{smallest}; got `input_shape={given}`")
    if include_top and None in given:
        raise ValueError(
            f"If `include_top` is True, you should specify a static `input_shape`. Got `input_shape={given}`"
        )
    return tuple(given)


def ended(x, include_top, pooling, classes, name, named=True):
    """The end of a network: probabilities of the classes, or what `pooling` makes of the last images.

    name: of the layer of the probabilities.  named: whether the layer of `pooling` has a fixed name.
    """
    if include_top:
        return layers.Dense(classes, activation="softmax", name=name)(layers.GlobalAveragePooling2D(name="avg_pool")(x))
    return pooled(x, pooling, named)


def pooled(x, pooling, named=False):
    """The mean ("avg") or the highest number ("max") of each channel; the images themselves for None."""
    if pooling == "avg":
        return layers.GlobalAveragePooling2D(name="avg_pool" if named else None)(x)
    if pooling == "max":
        return layers.GlobalMaxPooling2D(name="max_pool" if named else None)(x)
    return x


def finished(name, images, x, input_tensor, weights, include_top, file=None, origin=None):
    """The model, with its weights.

    file: the name of the file with ImageNet's weights, without the part after the model's.  origin: the address of a file that is
    named otherwise, or that comes from another place.
    """
    inputs = images if input_tensor is None else source_inputs(input_tensor)
    model = Model(inputs, x, name=name)
    if weights == "imagenet":
        end = "" if include_top else "_notop"
        origin = origin or f"{_HOME}{file or name}_weights_tf_dim_ordering_tf_kernels{end}.h5"
        model.load_weights(local_path(origin.rpartition("/")[2], cache_subdir="models", origin=origin))
    elif weights is not None:
        model.load_weights(weights)
    return model


def model_function(name, content, build):
    """The function `name` that makes a model. build: of the function's arguments from include_top to classes."""

    def function(
        include_top=True,
        weights: str | None = "imagenet",
        input_tensor=None,
        input_shape=None,
        pooling=None,
        classes=1000,
        **kwargs,
    ):
        return build(include_top, weights, input_tensor, input_shape, pooling, classes)

    doc = f"""{content}. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return named(function, name, doc)
