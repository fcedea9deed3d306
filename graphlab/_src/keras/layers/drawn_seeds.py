"""Seeds of Keras' random numbers: NumPy's global generator draws those that a program leaves out."""

import numpy as np

_SEEDS = 10_000_000


def seed_or_drawn(seed: int | None = None, count: int = _SEEDS) -> int:
    """The seed itself, or else a number below `count`: np.random.seed makes it, and so the draws, the same in every run."""
    return np.random.randint(count) if seed is None else seed
