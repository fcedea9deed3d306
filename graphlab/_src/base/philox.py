"""Philox: TensorFlow's counter-based generator, for random numbers drawn one by one on the host.

Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011); the variant with four 32-bit words and
ten rounds. The same seeds produce TensorFlow's numbers.
"""

_WORD = 0xFFFFFFFF
_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_WEYL = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10


class Philox:
    """A stream of 32-bit numbers: calling it returns the next.

    seed, seed2: 64-bit integers; only their lower 64 bits count.
    """

    def __init__(self, seed, seed2):
        self._key = seed & _WORD, seed >> 32 & _WORD
        self._stream = seed2 & _WORD, seed2 >> 32 & _WORD
        self._blocks = 0
        self._rest = []

    @classmethod
    def of_state(cls, words):
        """The stream of an operation, from the six words of its state on (compiler/random_streams.py)."""
        key, place, stream = (int(words[i]) | int(words[i + 1]) << 32 for i in (0, 2, 4))
        made = cls(key, stream)
        made.drawn = 4 * place
        return made

    @property
    def drawn(self):
        """How many numbers were drawn."""
        return 4 * self._blocks - len(self._rest)

    @drawn.setter
    def drawn(self, count):
        self._blocks, taken = divmod(count, 4)
        self._rest = self._block()[: 4 - taken] if taken else []

    def __call__(self):
        if not self._rest:
            self._rest = self._block()
        return self._rest.pop()

    def share(self):
        """A number from 0 up to 1, of 23 bits."""
        return (self() & 0x7FFFFF) / (1 << 23)

    def below(self, count):
        """A whole number below count, at least 1, all equally likely: the lowest of all words are drawn again."""
        if not count & count - 1:
            return self() & count - 1
        least = _WORD % count + 1
        while (drawn := self()) < least:
            pass
        return drawn % count

    def _block(self):
        """The next four numbers, last first."""
        a, b, (c, d) = self._blocks & _WORD, self._blocks >> 32 & _WORD, self._stream
        key, key2 = self._key
        self._blocks += 1
        for _ in range(_ROUNDS):
            left, right = _MULTIPLIERS[0] * a, _MULTIPLIERS[1] * c
            a, b, c, d = right >> 32 ^ b ^ key, right & _WORD, left >> 32 ^ d ^ key2, left & _WORD
            key, key2 = key + _WEYL[0] & _WORD, key2 + _WEYL[1] & _WORD
        return [d, c, b, a]
