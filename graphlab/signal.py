"""tf.signal: Fourier and cosine transforms, windows, frames, spectrograms."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.signal.dct import dct, idct
    from graphlab._src.ops.signal.fft import fftshift, ifftshift, irfft, irfft2d, irfft3d, rfft, rfft2d, rfft3d
    from graphlab._src.ops.signal.fft_ops import fft, fft2d, fft3d, ifft, ifft2d, ifft3d
    from graphlab._src.ops.signal.frames import frame, overlap_and_add
    from graphlab._src.ops.signal.mel import linear_to_mel_weight_matrix, mfccs_from_log_mel_spectrograms
    from graphlab._src.ops.signal.stft import inverse_stft, inverse_stft_window_fn, stft
    from graphlab._src.ops.signal.windows import hamming_window, hann_window
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "fftshift",
    "frame",
    "hamming_window",
    "hann_window",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftshift",
    "inverse_stft",
    "inverse_stft_window_fn",
    "irfft",
    "irfft2d",
    "irfft3d",
    "linear_to_mel_weight_matrix",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "rfft",
    "rfft2d",
    "rfft3d",
    "stft",
]
