"""tf.contrib.seq2seq: losses, attention and decoders of sequences."""

from graphlab.seq2seq.loss import sequence_loss

__all__ = [
    "sequence_loss",
]
