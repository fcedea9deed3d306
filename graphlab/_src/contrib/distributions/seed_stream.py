"""Seeds that one seed decides."""

import hashlib

from graphlab._src.graph.attributes import attribute


class SeedStream:
    """A function that returns another seed at each call, decided by a seed and a word; None for None.

    seed: an int, None, or a SeedStream, whose seed it has.  salt: a word, different for each user of the seed.
    """

    def __init__(self, seed, salt):
        self._seed = seed.original_seed if isinstance(seed, SeedStream) else seed
        self._salt = salt
        self._counter = 0

    def __call__(self):
        self._counter += 1
        if self._seed is None:
            return None
        text = str((self._seed, self._counter, self._salt)).encode()
        return int(hashlib.sha512(text).hexdigest(), 16)

    original_seed = attribute("_seed", "The seed that decides the others.")
    salt = attribute("_salt", "The word.")
