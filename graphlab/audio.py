"""tf.audio: WAV files in and out."""

from graphlab._src.ops.audio.wav_ops import decode_wav, encode_wav

__all__ = ["decode_wav", "encode_wav"]
