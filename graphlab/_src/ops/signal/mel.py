"""The mel scale, and mel-frequency cepstral coefficients."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.cast import cast
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.joining import split
from graphlab._src.ops.padding import pad
from graphlab._src.ops.power import exp, log, rsqrt
from graphlab._src.ops.sequence import lin_space
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.signal.dct import dct
from graphlab._src.ops.signal.frames import frame

MEL_BREAK_FREQUENCY_HERTZ = 700.0
MEL_HIGH_FREQUENCY_Q = 1127.0


def hertz_to_mel(frequencies_hertz, name=None):
    """Frequencies on the mel scale."""
    with name_scope(name, "hertz_to_mel", [frequencies_hertz]):
        return MEL_HIGH_FREQUENCY_Q * log(1.0 + (convert_to_tensor(frequencies_hertz) / MEL_BREAK_FREQUENCY_HERTZ))


def mel_to_hertz(mel_values, name=None):
    """The frequencies, in hertz, of values on the mel scale."""
    with name_scope(name, "mel_to_hertz", [mel_values]):
        return MEL_BREAK_FREQUENCY_HERTZ * (exp(convert_to_tensor(mel_values) / MEL_HIGH_FREQUENCY_Q) - 1.0)


def _check(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype):
    if num_mel_bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {num_mel_bins}")
    if sample_rate <= 0.0:
        raise ValueError(f"sample_rate must be positive. Got: {sample_rate}")
    if lower_edge_hertz < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower_edge_hertz}")
    if lower_edge_hertz >= upper_edge_hertz:
        raise ValueError(f"lower_edge_hertz {lower_edge_hertz:.1f} >= upper_edge_hertz {upper_edge_hertz:.1f}")
    if upper_edge_hertz > sample_rate / 2:
        raise ValueError(
            "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got: "
            f"{upper_edge_hertz} for sample_rate: {sample_rate}"
        )
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype}")


def linear_to_mel_weight_matrix(
    num_mel_bins=20,
    num_spectrogram_bins=129,
    sample_rate=8000,
    lower_edge_hertz=125.0,
    upper_edge_hertz=3800.0,
    dtype=dtypes.float32,
    name=None,
):
    """[num_spectrogram_bins, num_mel_bins] weights: triangles at equal distances on the mel scale.

    num_spectrogram_bins: fft_length / 2 + 1 of the spectrogram that is multiplied by them.
    sample_rate: samples a second.  lower_edge_hertz, upper_edge_hertz: where the first triangle begins, the last ends.
    dtype: a floating point one, of the result.
    """
    with name_scope(name, "linear_to_mel_weight_matrix") as scope:
        dtype = dtypes.as_dtype(dtype)
        if isinstance(sample_rate, Tensor):
            sample_rate = static_value(sample_rate)
            if sample_rate is None:
                raise ValueError(
                    "`sample_rate` was a non-constant Tensor. Must be a Python float or a constant Tensor."
                )
        _check(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype)
        sample_rate = convert_to_tensor(sample_rate, dtype, name="sample_rate")
        lower_edge = convert_to_tensor(lower_edge_hertz, dtype, name="lower_edge_hertz")
        upper_edge = convert_to_tensor(upper_edge_hertz, dtype, name="upper_edge_hertz")
        zero = convert_to_tensor(0.0, dtype)
        # The frequency 0 has no place on the mel scale; its row is zeros.
        frequencies = lin_space(zero, sample_rate / 2.0, num_spectrogram_bins)[1:]
        bins = expand_dims(hertz_to_mel(frequencies), 1)
        edges = lin_space(hertz_to_mel(lower_edge), hertz_to_mel(upper_edge), num_mel_bins + 2)
        triangles = frame(edges, frame_length=3, frame_step=1)
        low, middle, high = (reshape(part, [1, num_mel_bins]) for part in split(triangles, 3, axis=1))
        rising = (bins - low) / (middle - low)
        falling = (high - bins) / (high - middle)
        return pad(maximum(zero, minimum(rising, falling)), [[1, 0], [0, 0]], name=scope)


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms, name=None):
    """The coefficients of speech: the cosine transform of mel spectrograms on a logarithmic scale, as HTK scales it.

    log_mel_spectrograms: float32, [..., num_mel_bins].
    """
    with name_scope(name, "mfccs_from_log_mel_spectrograms", [log_mel_spectrograms]):
        spectrograms = convert_to_tensor(log_mel_spectrograms, dtypes.float32)
        dims = spectrograms.dims
        bins = dims[-1] if dims else None
        if bins == 0:
            raise ValueError(f"num_mel_bins must be positive. Got: {spectrograms}")
        if bins is None:
            bins = shape(spectrograms)[-1]
        return dct(spectrograms, type=2) * rsqrt(cast(bins, dtypes.float32) * 2.0)
