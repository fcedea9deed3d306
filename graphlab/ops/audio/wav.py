"""WAV files with 16 bits a sample: their bytes from samples between -1 and 1, and back."""

import struct

import numpy as np

_FULL = 32768  # the sample that stands for 1
_PCM = 1


def encode_wav_bytes(samples, sample_rate):
    """samples: [frames, channels], beyond -1 and 1 cut off.  sample_rate: frames a second."""
    frames, channels = samples.shape
    if not samples.size:
        raise ValueError(f"audio is null: it has {frames} frames of {channels} channels")
    scaled = samples * np.float32(_FULL)
    rounded = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    data = np.clip(rounded, -_FULL, _FULL - 1).astype("<i2").tobytes()
    layout = struct.pack("<HHIIHH", _PCM, channels, sample_rate, sample_rate * channels * 2, channels * 2, 16)
    head = b"WAVEfmt " + struct.pack("<I", len(layout)) + layout + b"data" + struct.pack("<I", len(data))
    return b"RIFF" + struct.pack("<I", len(head) + len(data)) + head + data
