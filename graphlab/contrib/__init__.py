"""tf.contrib: what programs took from there. Its modules are imported when they are first asked for."""

from graphlab import left_out

_LATER = [
    "data",
    "distributions",
    "estimator",
    "framework",
    "layers",
    "learn",
    "legacy_seq2seq",
    "lookup",
    "losses",
    "metrics",
    "opt",
    "rnn",
    "seq2seq",
    "signal",
    "slim",
    "summary",
    "tensorboard",
    "training",
    "util",
]


def __getattr__(name):
    return left_out.imported_later(__name__, name, _LATER)
