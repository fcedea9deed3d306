"""tf.keras.preprocessing.sequence: sequences of one length, pairs of words, windows of time series."""

from graphlab._src.keras.preprocessing.sequence import (
    TimeseriesGenerator,
    make_sampling_table,
    pad_sequences,
    skipgrams,
)

__all__ = [
    "TimeseriesGenerator",
    "make_sampling_table",
    "pad_sequences",
    "skipgrams",
]
