"""Classes from the words of a Philox stream: equally likely, the rarer the higher, or as weights say.

A drawing function is draw(stream, begin, count) -> (classes, int64; the word after them), from word number begin on.
"""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops import philox, random_numbers

BLOCKS = 512  # that a sampler reserves for each class it draws
_SPARE = 64  # words for numbers that are drawn again


def reserved(shape, attrs):
    """How many blocks a run of a sampler reserves."""
    return BLOCKS * shape[0]


def uniform(count_of_classes):
    """Draws classes that are all equally likely."""

    def draw(stream, begin, count):
        low, high = philox.words_from(stream, begin, 2 * count).reshape(count, 2).T.astype(np.uint64)
        # The 2^64 % count_of_classes lowest numbers would be drawn again; there are too few to ever come.
        return ((low | high << np.uint64(32)) % np.uint64(count_of_classes)).astype(np.int64), begin + 2 * count

    return draw


def log_uniform(count_of_classes):
    """Draws classes that are the rarer the higher their number."""
    scale = float(np.log1p(count_of_classes))

    def draw(stream, begin, count):
        numbers = random_numbers.doubles(*philox.words_from(stream, begin, 2 * count).reshape(count, 2).T)
        drawn = jnp.exp(numbers * scale).astype(np.int64) - 1
        return drawn % count_of_classes, begin + 2 * count  # rounding may have gone beyond

    return draw


def weighted(weights):
    """Draws classes as often as weights say, by Walker's aliases (1977): a class or, as often as it says, another one."""
    shares, aliases = alias_table(weights)
    classes = np.uint32(len(weights))
    # Numbers below it are drawn again, so that all classes are equally likely; none where these are a power of two.
    least = np.uint32(0 if len(weights) & len(weights) - 1 == 0 else 0xFFFFFFFF % len(weights) + 1)

    def draw(stream, begin, count):
        words = philox.words_from(stream, begin, 2 * count + _SPARE)
        places = jnp.arange(len(words), dtype=np.int32)
        usable = jnp.where(words >= least, places, len(words) - 1)
        usable = jax.lax.cummin(usable, reverse=True)  # the next that is not drawn again

        def one(first, _):
            chosen = usable[first + 1]
            return chosen + 1, (first, chosen)

        end, (firsts, seconds) = jax.lax.scan(one, jnp.int32(0), length=count)
        found = (words[seconds] % classes).astype(np.int32)
        itself = random_numbers.floats(words[firsts], dtypes.float32) < jnp.asarray(shares)[found]
        return jnp.where(itself, found, jnp.asarray(aliases)[found]).astype(np.int64), begin + end.astype(np.uint32)

    return draw


def alias_table(weights):
    """(how often a class is drawn itself, float32; which one else), for each class, in TensorFlow's order of pairs."""
    weights = np.asarray(weights, np.float32)
    shares = ((weights * np.float32(len(weights))).astype(np.float64) / weights.sum(dtype=np.float64)).tolist()
    aliases = list(range(len(shares)))
    low, high = [], []
    for number, share in enumerate(shares):
        (low if share < 1 else high).append(number)
    while high and low:
        less, more = low.pop(), high.pop()
        aliases[less] = more
        shares[more] -= 1 - shares[less]
        (low if shares[more] < 1 else high).append(more)
    for number in high + low:  # what rounding has left
        shares[number] = 1
    return np.asarray(shares, np.float32), np.asarray(aliases, np.int32)
