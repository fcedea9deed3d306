"""Seeds for what has none: from the machine's entropy."""

import random

source: random.Random = random.SystemRandom()


def fresh_seeds() -> tuple[int, int]:
    """Two 64-bit numbers, in place of the seeds (0, 0), which mean "no seed"."""
    return source.getrandbits(64), source.getrandbits(64)
