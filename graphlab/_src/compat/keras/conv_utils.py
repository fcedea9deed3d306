"""tensorflow.python.keras.utils.conv_utils: which places of the input a place of a convolution's output sees."""

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphlab._src.keras.layers.windows import conv_output_length


def convert_kernel(kernel: Any) -> np.ndarray:
    """A convolution's filters as Theano has them, and back: rotated by 180 degrees."""
    kernel = np.asarray(kernel)
    if not 3 <= kernel.ndim <= 5:
        raise ValueError("Invalid kernel shape:", kernel.shape)
    return np.flip(kernel, tuple(range(kernel.ndim - 2))).copy()


def conv_output_shape(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> tuple[int, ...]:
    """The size of a convolution's output along each axis of space; 0 where the input's is."""
    sizes: Any = zip(input_shape, kernel_shape, strides, strict=True)
    length: Any = conv_output_length
    return tuple(size and length(size, window, padding, stride) for size, window, stride in sizes)


def conv_connected_inputs(
    input_shape: Any, kernel_shape: Any, output_position: Any, strides: Any, padding: str
) -> list[range]:
    """The places of the input that a place of the output sees, along each axis of space."""
    ranges = []
    for size, window, place, stride in zip(input_shape, kernel_shape, output_position, strides, strict=True):
        start = place * stride - (0 if padding == "valid" else window // 2)
        ranges.append(range(max(0, start), min(size, start + window)))
    return ranges


def _each_axis(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> tuple[Any, Any]:
    """(kernel_shape, strides) with a number for each axis; raises an error for those of other lengths."""
    if padding not in ("same", "valid"):
        raise NotImplementedError(f'Padding type {padding} not supported. Only "valid" and "same" are implemented.')
    rank = len(input_shape)
    kernel_shape = (kernel_shape,) * rank if isinstance(kernel_shape, int) else kernel_shape
    strides = (strides,) * rank if isinstance(strides, int) else strides
    if len(kernel_shape) != rank or len(strides) != rank:
        raise ValueError(
            "Number of strides, input and kernel dimensions must all match. "
            f"Received: {len(strides)}, {rank}, {len(kernel_shape)}."
        )
    return kernel_shape, strides


def conv_kernel_mask(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> np.ndarray:
    """True at [*place of the input, *place of the output] where the output's place sees the input's."""
    kernel_shape, strides = _each_axis(input_shape, kernel_shape, strides, padding)
    output_shape = conv_output_shape(input_shape, kernel_shape, strides, padding)
    rank = len(input_shape)
    seen = []
    for axis, (size, places) in enumerate(zip(input_shape, output_shape, strict=True)):
        along = np.zeros((size, places), bool)
        for place in range(places):
            one = slice(axis, axis + 1)
            [inputs] = conv_connected_inputs(input_shape[one], kernel_shape[one], (place,), strides[one], padding)
            along[inputs.start : inputs.stop, place] = True
        shape = [1] * (2 * rank)
        shape[axis], shape[rank + axis] = size, places
        seen.append(along.reshape(shape))
    whole = np.ones((*input_shape, *output_shape), bool)
    return functools.reduce(np.logical_and, seen, whole)


def conv_kernel_idxs(
    input_shape: Any,
    kernel_shape: Any,
    strides: Any,
    padding: str,
    filters_in: int,
    filters_out: int,
    data_format: str,
) -> Iterator[tuple[Any, Any]]:
    """(place of the output, place of the input) of each pair that a weight connects, both as numbers in a flat image."""
    kernel_shape, strides = _each_axis(input_shape, kernel_shape, strides, padding)
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(
            f'Data format {data_format} not recognized. `data_format` must be "channels_first" or "channels_last".'
        )
    output_shape = conv_output_shape(input_shape, kernel_shape, strides, padding)
    first = data_format == "channels_first"

    def flat(place: Any, channel: int, shape: Any, channels: int) -> Any:
        indices, sizes = ((channel, *place), (channels, *shape)) if first else ((*place, channel), (*shape, channels))
        return np.ravel_multi_index(indices, sizes)

    for place in itertools.product(*map(range, output_shape)):
        for seen in itertools.product(*conv_connected_inputs(input_shape, kernel_shape, place, strides, padding)):
            for channel, own in itertools.product(range(filters_in), range(filters_out)):
                yield flat(place, own, output_shape, filters_out), flat(seen, channel, input_shape, filters_in)


def get_locallyconnected_mask(
    input_shape: Any, kernel_shape: Any, strides: Any, padding: str, data_format: str
) -> np.ndarray:
    """conv_kernel_mask as numbers, with an axis of size 1 for the channels of input and output each."""
    mask = conv_kernel_mask(input_shape, kernel_shape, strides, padding)
    rank = mask.ndim // 2
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f"Unrecognized data_format: {data_format}")
    places = (0, rank + 1) if data_format == "channels_first" else (rank, 2 * rank + 1)
    return np.expand_dims(mask, places)
