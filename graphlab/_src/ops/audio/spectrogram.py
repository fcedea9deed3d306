"""AudioSpectrogram and Mfcc: what recognizers of words begin with, one operation each."""

import math

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank

_LEAST = 1e-12  # a band's energy, of which the logarithm is computed


def _spectrogram_dims(op):
    samples, channels = with_rank(op.inputs[0].dims, 2)
    window, stride = op.attrs["window_size"], op.attrs["stride"]
    if window < 2 or stride < 1:
        raise ShapeError(f"window_size must be at least 2 and stride at least 1, not {window} and {stride}")
    frames = None if samples is None else max(0, 1 + (samples - window) // stride)
    return (channels, frames, 1 + _length(window) // 2)


def _length(window):
    """The length of the Fourier transform: the next power of 2."""
    return 1 << (window - 1).bit_length()


@op(
    "AudioSpectrogram",
    "input: float32 -> spectrogram: float32",
    infer=_spectrogram_dims,
    ranks={"input": (2, "input must be 2-dimensional{shape}")},
    grad=no_gradient,
)
def audio_spectrogram(input, *, window_size: int, stride: int, magnitude_squared: bool = False):
    """How much of each frequency there is in windows of a sound: [channels, windows, frequencies].

    input: [samples, channels].  magnitude_squared: the squares of the magnitudes.
    """
    count = max(0, 1 + (input.shape[0] - window_size) // stride)
    places = np.arange(count)[:, None] * stride + np.arange(window_size)
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_size) / window_size)
    frames = jnp.swapaxes(input, 0, 1)[:, places].astype(np.float64) * hann
    found = jnp.fft.rfft(frames, n=_length(window_size))
    power = found.real**2 + found.imag**2
    return (power if magnitude_squared else jnp.sqrt(power)).astype(np.float32)


def _mel(frequency):
    return 1127.0 * np.log1p(frequency / 700.0)


def _bands(bins, rate, low, high, count):
    """[frequencies, bands]: how much of each frequency counts in each band of the mel scale."""
    width = 0.5 * rate / (bins - 1)
    first, last = int(1.5 + low / width), int(high / width)
    edges = _mel(low) + (_mel(high) - _mel(low)) / (count + 1) * np.arange(1, count + 2)
    weights = np.zeros((bins, count))
    for place in range(first, min(last, bins - 1) + 1):
        mel = _mel(place * width)
        band = int(np.searchsorted(edges[:count], mel)) - 1
        below = _mel(low) if band < 0 else edges[band]
        share = (edges[band + 1] - mel) / (edges[band + 1] - below)
        if band >= 0:
            weights[place, band] = share
        if band + 1 < count:
            weights[place, band + 1] = 1 - share
    return weights


def _mfcc_dims(op):
    channels, windows, _ = with_rank(op.inputs[0].dims, 3)
    with_rank(op.inputs[1].dims, 0)
    return (channels, windows, op.attrs["dct_coefficient_count"])


@op(
    "Mfcc",
    "spectrogram: float32, sample_rate: int32 -> output: float32",
    infer=_mfcc_dims,
    ranks={"spectrogram": (3, "spectrogram must be 3-dimensional{shape}")},
    static=["sample_rate"],
    scalars={"sample_rate": "Input sample_rate should be a scalar tensor, got {shape} instead."},
    grad=no_gradient,
)
def mfcc(
    spectrogram,
    sample_rate,
    *,
    upper_frequency_limit: float = 4000.0,
    lower_frequency_limit: float = 20.0,
    filterbank_channel_count: int = 40,
    dct_coefficient_count: int = 13,
):
    """Mel frequency cepstral coefficients of squared magnitudes: [channels, windows, dct_coefficient_count].

    spectrogram: [channels, windows, frequencies].  sample_rate: of the sound, in each second.
    """
    bands = _bands(
        spectrogram.shape[-1], int(sample_rate), lower_frequency_limit, upper_frequency_limit, filterbank_channel_count
    )
    energies = jnp.sqrt(spectrogram.astype(np.float64)) @ bands
    logarithms = jnp.log(jnp.maximum(energies, _LEAST))
    count = filterbank_channel_count
    angles = np.pi / count * np.arange(dct_coefficient_count)[:, None] * (np.arange(count) + 0.5)
    cosines = math.sqrt(2.0 / count) * np.cos(angles)
    return (logarithms @ cosines.T).astype(dtypes.float32.as_numpy_dtype)
