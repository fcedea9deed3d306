"""tensorflow.python.keras.utils.layer_utils: the weights of layers, and what changes with the layout of images."""

from typing import Any

import numpy as np

from graphlab._src.keras.engine.summary import count_params as count_params
from graphlab._src.keras.engine.summary import print_summary as print_summary
from graphlab._src.keras.layers.wrappers import is_builtin_layer as is_builtin_layer


def gather_trainable_weights(trainable: bool, sub_layers: Any, extra_variables: Any) -> list[Any]:
    """The variables that are trained: those of the layers, then the others; none where `trainable` is False."""
    if not trainable:
        return []
    own = [variable for variable in extra_variables if variable.trainable]
    return [*(weight for layer in sub_layers for weight in layer.trainable_weights), *own]


def gather_non_trainable_weights(trainable: bool, sub_layers: Any, extra_variables: Any) -> list[Any]:
    """The variables that are not trained; all where `trainable` is False."""
    fixed = [weight for layer in sub_layers for weight in layer.non_trainable_weights]
    fixed += [variable for variable in extra_variables if not variable.trainable]
    return fixed if trainable else [*gather_trainable_weights(True, sub_layers, extra_variables), *fixed]


def convert_dense_weights_data_format(
    dense: Any, previous_feature_map_shape: Any, target_data_format: str = "channels_first"
) -> None:
    """Reorders the kernel of a Dense layer behind a Flatten, for images whose channels are elsewhere from now on.

    previous_feature_map_shape: the shape of one image in the new layout.  target_data_format: the new layout.
    """
    if target_data_format not in ("channels_last", "channels_first"):
        raise ValueError(f"target_data_format is channels_last or channels_first, but got {target_data_format}")
    kernel, bias = dense.get_weights()
    if target_data_format == "channels_first":
        channels, *space = previous_feature_map_shape
        before, order = (*space, channels), (2, 0, 1, 3)
    else:
        *space, channels = previous_feature_map_shape
        before, order = (channels, *space), (1, 2, 0, 3)
    moved = np.transpose(kernel.reshape(*before, -1), order)
    dense.set_weights([moved.reshape(kernel.shape), bias])
