"""tf.compat.forward_compatible: whether readers of a graph from some later date must understand it."""

import contextlib
import datetime

_HORIZON = datetime.date(2019, 8, 21)  # of TensorFlow 1.15: what it wrote, readers of that day understand
_moved = []


def forward_compatible(year, month, day):
    """True when graphs may hold what was new on this day: readers older than that need not understand them."""
    horizon = _moved[-1] if _moved else _HORIZON
    return horizon > datetime.date(year, month, day)


@contextlib.contextmanager
def forward_compatibility_horizon(year, month, day):
    """Inside, forward_compatible answers as if this day were the horizon."""
    _moved.append(datetime.date(year, month, day))
    try:
        yield
    finally:
        _moved.pop()
