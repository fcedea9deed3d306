"""tf.contrib.signal: frames, windows and spectrograms, where tf.signal has them now."""

from graphlab._src.ops.signal.frames import frame, overlap_and_add
from graphlab._src.ops.signal.frames import frame as frames
from graphlab._src.ops.signal.mel import linear_to_mel_weight_matrix, mfccs_from_log_mel_spectrograms
from graphlab._src.ops.signal.stft import inverse_stft, inverse_stft_window_fn, stft
from graphlab._src.ops.signal.windows import hamming_window, hann_window

__all__ = [
    "frame",
    "frames",
    "hamming_window",
    "hann_window",
    "inverse_stft",
    "inverse_stft_window_fn",
    "linear_to_mel_weight_matrix",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "stft",
]
