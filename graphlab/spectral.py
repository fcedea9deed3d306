"""tf.spectral: Fourier and cosine transforms, under their older name."""

from graphlab._src.ops.signal.dct import dct, idct
from graphlab._src.ops.signal.fft import irfft, irfft2d, irfft3d, rfft, rfft2d, rfft3d
from graphlab._src.ops.signal.fft_ops import fft, fft2d, fft3d, ifft, ifft2d, ifft3d

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "irfft",
    "irfft2d",
    "irfft3d",
    "rfft",
    "rfft2d",
    "rfft3d",
]
