"""tf.keras.preprocessing.sequence: sequences of one length, pairs of words, windows of time series."""

import json
import random
from typing import Any

import numpy as np

from graphlab._src.keras.engine.sequence import Sequence


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value: Any = 0.0):
    """Sequences as an array [sequences, maxlen, …], filled up with `value` or cut.

    maxlen: the longest one's length when left out.  padding, truncating: "pre" at the beginning, "post" at the end.
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    for sequence in sequences:
        if not hasattr(sequence, "__len__"):
            raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {sequence}")
    if padding not in ("pre", "post"):
        raise ValueError(f'Padding type "{padding}" not understood')
    if truncating not in ("pre", "post"):
        raise ValueError(f'Truncating type "{truncating}" not understood')
    if isinstance(value, str) and np.dtype(dtype).kind not in "OU":
        raise ValueError(
            f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\n"
            "You should set `dtype=object` for variable length strings."
        )
    maxlen = max((len(s) for s in sequences), default=0) if maxlen is None else maxlen
    inner = next((np.asarray(s).shape[1:] for s in sequences if len(s)), ())
    padded = np.full((len(sequences), maxlen, *inner), value, dtype=dtype)
    for number, sequence in enumerate(sequences):
        steps = np.asarray(sequence[-maxlen:] if truncating == "pre" else sequence[:maxlen], dtype=dtype)
        if len(sequence) and steps.shape[1:] != inner:
            raise ValueError(
                f"Shape of sample {steps.shape[1:]} of sequence at position {number} is different from expected shape {inner}"
            )
        if len(steps):
            place = slice(-len(steps), None) if padding == "pre" else slice(0, len(steps))
            padded[number, place] = steps
    return padded


def make_sampling_table(size, sampling_factor=1e-5):
    """The probability of sampling the word of each rank, for words in Zipf's distribution; for skipgrams."""
    gamma = 0.577
    rank = np.arange(size)
    rank[0] = 1
    frequency = sampling_factor * (rank * (np.log(rank) + gamma) + 0.5 - 1.0 / (12.0 * rank))
    return np.minimum(1.0, frequency / np.sqrt(frequency))


def skipgrams(
    sequence,
    vocabulary_size,
    window_size=4,
    negative_samples: float = 1.0,
    shuffle=True,
    categorical=False,
    sampling_table=None,
    seed=None,
):
    """(pairs of words, labels): 1 for words at most window_size apart, 0 for negative_samples times as many drawn pairs.

    sequence: numbers of words; 0 is none.  categorical: labels [0, 1] and [1, 0].
    """
    pairs, yes, no = [], [0, 1] if categorical else 1, [1, 0] if categorical else 0
    for place, word in enumerate(sequence):
        if not word or (sampling_table is not None and sampling_table[word] < random.random()):
            continue
        for other in range(max(0, place - window_size), min(len(sequence), place + window_size + 1)):
            if other != place and sequence[other]:
                pairs.append([word, sequence[other]])
    labels: list[Any] = [yes] * len(pairs)
    if negative_samples > 0:
        count = int(len(labels) * negative_samples)
        words = [pair[0] for pair in pairs]
        random.shuffle(words)
        pairs += [[words[i % len(words)], random.randint(1, vocabulary_size - 1)] for i in range(count)]
        labels += [no] * count
    if shuffle:
        seed = random.randint(0, 10**7) if seed is None else seed
        for items in (pairs, labels):
            random.seed(seed)
            random.shuffle(items)
    return pairs, labels


class TimeseriesGenerator(Sequence):
    """Windows of a time series, batch by batch: (the steps before, the target).

    length: of a window, in steps.  sampling_rate: between the steps of a window.  stride: between windows.
    start_index, end_index: the part of the data.  reverse: the last step first.
    """

    def __init__(
        self,
        data,
        targets,
        length,
        sampling_rate=1,
        stride=1,
        start_index=0,
        end_index=None,
        shuffle=False,
        reverse=False,
        batch_size=128,
    ):
        if len(data) != len(targets):
            raise ValueError(
                f"Data and targets have to be of same length. Data length is {len(data)} while target length is "
                f"{len(targets)}"
            )
        self.data, self.targets = data, targets
        self.length, self.sampling_rate, self.stride = length, sampling_rate, stride
        self.start_index = start_index + length
        self.end_index = len(data) - 1 if end_index is None else end_index
        self.shuffle, self.reverse, self.batch_size = shuffle, reverse, batch_size
        if self.start_index > self.end_index:
            raise ValueError(
                f"`start_index+length={self.start_index} > end_index={self.end_index}` is disallowed, as no part of the "
                "sequence would be left to be used as current step."
            )

    def __len__(self):
        each = self.batch_size * self.stride
        return (self.end_index - self.start_index + each) // each

    def __getitem__(self, index):
        if self.shuffle:
            rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
        else:
            first = self.start_index + self.batch_size * self.stride * index
            rows = np.arange(first, min(first + self.batch_size * self.stride, self.end_index + 1), self.stride)
        samples = np.array([self.data[row - self.length : row : self.sampling_rate] for row in rows])
        targets = np.array([self.targets[row] for row in rows])
        return (samples[:, ::-1, ...] if self.reverse else samples), targets

    def get_config(self):
        """What it was made with; data and targets as JSON."""
        names = "length sampling_rate stride start_index end_index shuffle reverse batch_size".split()
        return {
            "data": _as_json(self.data, "Data"),
            "targets": _as_json(self.targets, "Targets"),
            **{name: getattr(self, name) for name in names},
        }

    def to_json(self, **kwargs):
        """What it was made with, as JSON."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def _as_json(values, what):
    try:
        return json.dumps(values.tolist() if isinstance(values, np.ndarray) else values)
    except TypeError:
        raise TypeError(f"{what} not JSON Serializable:", values) from None
