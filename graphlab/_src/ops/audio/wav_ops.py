"""The operations that decode and encode WAV files."""

import numpy as np

from graphlab._src.ops.audio.wav import decode_wav_bytes, encode_wav_bytes
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank

_ON_HOST = {"host": True, "grad": no_gradient}


def _decoded(op):
    with_rank(op.inputs[0].dims, 0)
    channels, samples = op.attrs["desired_channels"], op.attrs["desired_samples"]
    return [(samples if samples >= 0 else None, channels if channels >= 0 else None), ()]


def _encoded(op):
    with_rank(op.inputs[0].dims, 2)
    with_rank(op.inputs[1].dims, 0)
    return ()


@op("DecodeWav", "contents: string -> audio: float32, sample_rate: int32", infer=_decoded, **_ON_HOST)
def decode_wav(contents, *, desired_channels: int = -1, desired_samples: int = -1):
    """(audio, sample_rate): the samples of a WAV file with 16 bits each, between -1 and 1: float32 [samples, channels].

    contents: the bytes of the file, a scalar.
    desired_channels: how many; those that the file lacks are as its last one.  -1 for those of the file.
    desired_samples: how many; what lacks is silence.  -1 for those of the file.
    """
    samples, rate = decode_wav_bytes(contents.item())
    own = samples.shape[1]
    if desired_channels >= 0:
        samples = samples[:, np.minimum(np.arange(desired_channels), own - 1)]
    if desired_samples >= 0:
        samples = samples[:desired_samples]
        samples = np.pad(samples, [(0, desired_samples - len(samples)), (0, 0)])
    return samples, np.asarray(rate, np.int32)


@op(
    "EncodeWav",
    "audio: float32, sample_rate: int32 -> contents: string",
    infer=_encoded,
    scalars={"sample_rate": "Input sample_rate should be a scalar tensor, got {shape} instead."},
    **_ON_HOST,
)
def encode_wav(audio, sample_rate):
    """The bytes of a WAV file with 16 bits a sample: string, scalar.

    audio: [samples, channels], between -1 and 1; what is beyond is cut off.  sample_rate: samples a second.
    """
    if audio.ndim != 2:
        raise ValueError(f"audio must be 2-dimensional, its shape is {list(audio.shape)}")
    if int(sample_rate) <= 0:
        raise ValueError(f"sample_rate must be positive, got {int(sample_rate)}")
    return np.asarray(encode_wav_bytes(audio, int(sample_rate)), object)
