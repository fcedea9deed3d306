"""audio: sounds, as TensorBoard plays them for each step."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.audio.wav import encode_wav_bytes
from graphlab._src.ops.define import no_gradient, op, scalar
from graphlab._src.proto import Summary
from graphlab._src.summary.message import message, numbered, tag_of
from graphlab._src.summary.scopes import collect, skipped, summary_scope

_ON_HOST = {"infer": scalar, "host": True, "grad": no_gradient}


@op(
    "AudioSummaryV2",
    "tag: string, tensor: float32, sample_rate: float32 -> summary: string",
    **_ON_HOST,
    minimums={"max_outputs": 1},
)
def _audio_summary_v2(tag, tensor, sample_rate, *, max_outputs: int = 3):
    """A Summary message with the first sounds of a batch, as WAV."""
    if np.ndim(sample_rate):
        raise ValueError(f"sample_rate must be a scalar, its shape is {list(sample_rate.shape)}")
    return message(sounds(tag_of(tag, "AudioSummaryV2"), tensor, float(sample_rate), max_outputs))


@op("AudioSummary", "tag: string, tensor: float32 -> summary: string", **_ON_HOST, minimums={"max_outputs": 1})
def _audio_summary(tag, tensor, *, sample_rate: float, max_outputs: int = 3):
    """A Summary message with the first sounds of a batch, as WAV."""
    return message(sounds(tag_of(tag, "AudioSummary"), tensor, sample_rate, max_outputs))


def sounds(tag, batch, rate, most):
    """The values of a Summary that hold the first sounds of a batch. rate: in hertz."""
    if batch.ndim not in (2, 3):
        raise ValueError(f"Tensor must be 3-D or 2-D, got: {list(batch.shape)}")
    if rate <= 0:
        raise ValueError(f"sample_rate must be > 0, got {rate:g}")
    batch = batch if batch.ndim == 3 else batch[:, :, None]
    _, frames, channels = batch.shape
    values = []
    for i, sound in enumerate(batch[:most]):
        audio = Summary.Audio(
            sample_rate=rate,
            num_channels=channels,
            length_frames=frames,
            encoded_audio_string=encode_wav_bytes(sound, int(rate)),
            content_type="audio/wav",
        )
        values.append(Summary.Value(tag=numbered(tag, "audio", most, i), audio=audio))
    return values


def audio(name, tensor, sample_rate, max_outputs=3, collections=None, family=None):
    """A Summary message with sounds: string, scalar.

    name: of the operation; with the scopes around it, of the tags, which end in /audio or /audio/0, /audio/1, …
    tensor: [batch, frames, channels] or [batch, frames], float32 between -1 and 1.  sample_rate: in hertz.
    max_outputs: how many sounds of the batch at most.
    collections: the graph collections to add it to; SUMMARIES when left out.
    family: a word before the tags, which groups them in TensorBoard.
    """
    if max_outputs < 1:
        raise ValueError(f"Attr 'max_outputs' of 'AudioSummaryV2' Op passed {max_outputs} less than minimum 1.")
    elsewhere = skipped()
    if elsewhere is not None:
        return elsewhere
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        sample_rate = convert_to_tensor(sample_rate, dtypes.float32, name="sample_rate")
        summary = _audio_summary_v2(tag, tensor, sample_rate, max_outputs=max_outputs, name=scope)
        return collect(summary, collections)
