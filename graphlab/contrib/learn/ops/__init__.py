"""tf.contrib.learn.ops: embeddings, losses and decoders."""

from graphlab._src.contrib.learn.model_ops import (
    categorical_variable,
    embedding_lookup,
    mean_squared_error_regressor,
    rnn_decoder,
    rnn_seq2seq,
    seq2seq_inputs,
    sequence_classifier,
    softmax_classifier,
)
from graphlab.contrib.learn.ops import embeddings_ops, losses_ops, seq2seq_ops

__all__ = [
    "categorical_variable",
    "embedding_lookup",
    "embeddings_ops",
    "losses_ops",
    "mean_squared_error_regressor",
    "rnn_decoder",
    "rnn_seq2seq",
    "seq2seq_inputs",
    "seq2seq_ops",
    "sequence_classifier",
    "softmax_classifier",
]
