"""tf.contrib.learn.ops.seq2seq_ops: decoders of sequences."""

from graphlab._src.contrib.learn.model_ops import rnn_decoder, rnn_seq2seq, seq2seq_inputs, sequence_classifier

__all__ = ["rnn_decoder", "rnn_seq2seq", "seq2seq_inputs", "sequence_classifier"]
