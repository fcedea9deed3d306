"""WAV files with 16 bits a sample: encoding samples between -1 and 1, and decoding."""

import struct

import numpy as np

_FULL = 32768  # the sample that represents 1
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


def decode_wav_bytes(contents):
    """(float32 samples [frames, channels], frames a second); ValueError for what is no such file."""
    if contents[:4] != b"RIFF" or contents[8:12] != b"WAVE":
        raise ValueError(f"Header mismatch: Expected RIFF but found {contents[:4].decode('latin1')}")
    layout, start = None, 12
    while start + 8 <= len(contents):
        kind, (size,) = contents[start : start + 4], struct.unpack_from("<I", contents, start + 4)
        body = contents[start + 8 : start + 8 + size]
        start += 8 + size
        if kind == b"fmt ":
            if size not in (16, 18):
                raise ValueError(f"Bad format chunk size for WAV: Expected 16 or 18, but got {size}")
            _check_whole(body, size)
            layout = struct.unpack_from("<HHIIHH", body)
            if layout[0] != _PCM:
                raise ValueError(f"Bad audio format for WAV: Expected 1 (PCM), but got {layout[0]}")
            if layout[5] != 16:
                raise ValueError(f"Can only read 16-bit WAV files, but received {layout[5]}")
        elif kind == b"data":
            if layout is None:
                raise ValueError("Data chunk found before format chunk in WAV")
            _check_whole(body, size)
            channels = max(layout[1], 1)
            whole = size // (2 * channels) * channels
            samples = np.frombuffer(body, "<i2", whole).reshape(-1, channels)
            return samples.astype(np.float32) / np.float32(_FULL), layout[2]
    raise ValueError("No data chunk found in WAV")


def _check_whole(body, size):
    if len(body) < size:
        raise ValueError(f"Data too short when trying to read WAV: {size} bytes said, {len(body)} there")
