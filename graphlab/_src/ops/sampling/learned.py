"""Classes that are drawn as often as they were among the true classes of the runs before."""

import itertools
import threading

import numpy as np

from graphlab._src.compiler import random_streams
from graphlab._src.ops import random_in_numpy
from graphlab._src.ops.sampling.streams import BLOCKS

_TOGETHER = 64  # blocks whose words are made at a time


class Learned:
    """What a sampler has seen so far: every class once before it began.

    seed, seed2: of the operation; two zeros mean no seed.
    """

    def __init__(self, count, seed, seed2):
        self._counts = np.ones(count, np.int64)
        if not seed and not seed2:
            seed, seed2 = np.random.SeedSequence().generate_state(2, np.uint64).tolist()
        self._state = random_streams.first(seed, seed2)
        self._lock = threading.Lock()

    def draw(self, count, unique, true_classes):
        """(classes, the number of draws, how likely each class was); the true classes count from the next draw on."""
        with self._lock:
            borders = np.cumsum(self._counts)
            shares = (self._counts / borders[-1]).astype(np.float32)
            words = _words(self._state)
            chosen, seen, tries = [], set(), 0
            while len(chosen) < count:
                drawn = int(np.searchsorted(borders, _below(int(borders[-1]), words), side="right"))
                tries += 1
                if not unique or drawn not in seen:
                    seen.add(drawn)
                    chosen.append(drawn)
            after = self._counts + np.bincount(true_classes.reshape(-1), minlength=len(self._counts))
            self._counts, self._state = after, random_streams.set_forward(self._state, BLOCKS * count)
        return np.asarray(chosen, np.int64), tries, shares


def _words(state):
    for begin in itertools.count(0, _TOGETHER):
        blocks = random_in_numpy.blocks_at(state, np.arange(begin, begin + _TOGETHER, dtype=np.uint64))
        yield from np.stack(blocks, axis=1).reshape(-1).tolist()


def _below(count, words):
    """A whole number below `count`, all equally likely, from words of 32 bits."""
    if count & count - 1 == 0:
        return next(words) & count - 1
    least = 0xFFFFFFFF % count + 1
    return next(word for word in words if word >= least) % count
