"""Weights of LSTM and GRU for cuDNN's layers, and the other way round."""

import numpy as np


def converted(layer, weights):
    """The weights of a file in the layout of a layer: those of CuDNNLSTM for LSTM, and so on, also in wrappers."""
    kind = type(layer).__name__
    if kind == "Bidirectional":
        half = len(weights) // 2
        return converted(layer.forward_layer, weights[:half]) + converted(layer.backward_layer, weights[half:])
    if kind == "TimeDistributed":
        return converted(layer.layer, weights)
    if len(weights) != 3 or kind not in ("LSTM", "CuDNNLSTM", "GRU", "CuDNNGRU"):
        return weights
    units, bias = weights[1].shape[0], weights[2]
    gates = 4 if kind.endswith("LSTM") else 3
    is_cudnn = bias.shape == (2 * gates * units,)
    if is_cudnn == kind.startswith("CuDNN"):
        return weights
    if gates == 4:
        bias = sum(np.split(bias, 2)) if is_cudnn else np.tile(0.5 * bias, 2)
    elif (is_cudnn and not layer.reset_after) or (not is_cudnn and bias.ndim == 1):
        names = ("CuDNNGRU", "GRU(reset_after=False)")
        raise ValueError("{} is not compatible with {}".format(*(names if is_cudnn else names[::-1])))
    else:
        bias = bias.reshape((2, -1) if is_cudnn else -1)
    order = "F" if is_cudnn else "C"
    kernel = np.hstack([part.T.reshape(part.shape, order=order) for part in np.hsplit(weights[0], gates)])
    inner = np.hstack([part.T for part in np.hsplit(weights[1], gates)])
    return [kernel, inner, bias]
