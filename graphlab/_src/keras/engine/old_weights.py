"""Weights of files that other versions of Keras, with other backends, or cuDNN's layers wrote, in the layout of a layer."""

from typing import Any

import numpy as np

from graphlab._src.keras.engine.cudnn_weights import converted

_CONVOLUTIONS = ("Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "ConvLSTM2D")


def preprocess_weights_for_loading(layer: Any, weights: Any, original_keras_version=None, original_backend=None) -> Any:
    """The weights of a file in the layout of a layer, also of those in wrappers and models.

    original_keras_version: that of the file; "1" for one that does not say it.  original_backend: that of the file; filters of
    "theano" are rotated.
    """

    def inner(one, own):
        return preprocess_weights_for_loading(one, own, original_keras_version, original_backend)

    kind = type(layer).__name__
    weights = list(weights)
    if kind == "Bidirectional":
        half = len(weights) // 2
        return inner(layer.forward_layer, weights[:half]) + inner(layer.backward_layer, weights[half:])
    if kind == "TimeDistributed":
        return inner(layer.layer, weights)
    if kind in ("Model", "Sequential"):
        return _of_model(layer, weights, inner)
    if original_keras_version == "1":
        weights = _of_keras_1(layer, kind, weights)
    if kind in _CONVOLUTIONS and weights:
        kernels = 2 if kind == "ConvLSTM2D" else 1
        if original_backend == "theano":
            weights[:kernels] = [np.flip(kernel, tuple(range(kernel.ndim - 2))) for kernel in weights[:kernels]]
        first = layer.weights[0].shape.as_list() if layer.weights else None
        if first is not None and weights[0].ndim == 4 and list(weights[0].shape) != first:
            weights[:kernels] = [np.transpose(kernel, (3, 2, 0, 1)) for kernel in weights[:kernels]]
    return converted(layer, weights)


def _of_model(model, weights, inner):
    """The weights of a model's layers: in a file those that are trained come first."""
    count = len(model.trainable_weights)
    trained, fixed = weights[:count], weights[count:]
    new_trained, new_fixed = [], []
    for layer in model.layers:
        own, others = len(layer.trainable_weights), len(layer.non_trainable_weights)
        if own + others:
            found = inner(layer, trained[:own] + fixed[:others])
            new_trained += found[:own]
            new_fixed += found[own:]
            trained, fixed = trained[own:], fixed[others:]
    return new_trained + new_fixed


def _of_keras_1(layer, kind, weights):
    """The weights of a file of Keras 1: other orders of axes, and a matrix for each gate."""
    first = getattr(layer, "data_format", None) == "channels_first"
    if kind == "Conv1D" and weights[0].ndim == 4:  # images of width 1
        if weights[0].shape[:2] != (layer.kernel_size[0], 1) or weights[0].shape[3] != layer.filters:
            weights[0] = np.transpose(weights[0], (2, 3, 1, 0))
        weights[0] = weights[0][:, 0]
    if kind == "Conv2D" and first:
        weights[0] = np.transpose(weights[0], (2, 3, 1, 0))
    if kind == "Conv3D" and first:
        weights[0] = np.transpose(weights[0], (2, 3, 4, 1, 0))
    if kind == "Conv2DTranspose":
        weights[0] = np.transpose(weights[0], (2, 3, 0, 1) if first else (0, 1, 3, 2))
    if kind == "GRU" and len(weights) == 9:
        weights = [np.concatenate(weights[part::3], axis=-1) for part in range(3)]
    if kind in ("LSTM", "ConvLSTM2D") and len(weights) == 12:  # i, c, f, o there; i, f, c, o here
        weights = [np.concatenate([weights[part + gate] for gate in (0, 6, 3, 9)], axis=-1) for part in range(3)]
        if kind == "ConvLSTM2D" and first:
            weights[:2] = [np.transpose(kernel, (2, 3, 1, 0)) for kernel in weights[:2]]
    return weights
