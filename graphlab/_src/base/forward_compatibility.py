"""tf.compat.forward_compatible: whether readers of a graph from some later date must understand it."""

import contextlib
import datetime
import os
from collections.abc import Generator

_FORWARD_COMPATIBILITY_HORIZON = datetime.date(2019, 8, 21)  # TensorFlow 1.15's: readers of that day understand it
_DELTA = "TF_FORWARD_COMPATIBILITY_DELTA_DAYS"  # in the environment: days that move the horizon
_FORWARD_COMPATIBILITY_DATE_NUMBER = 0  # the horizon as it is now


def _date_to_date_number(year: int, month: int, day: int) -> int:
    """A number that is the larger, the later the day is."""
    return year << 9 | month << 5 | day


def _update_forward_compatibility_date_number(date_to_override: datetime.date | None = None) -> None:
    """Sets the horizon to a day, or to TensorFlow's moved as the environment says."""
    global _FORWARD_COMPATIBILITY_DATE_NUMBER
    days = datetime.timedelta(days=int(os.environ.get(_DELTA) or 0))
    date = date_to_override or _FORWARD_COMPATIBILITY_HORIZON + days
    _FORWARD_COMPATIBILITY_DATE_NUMBER = _date_to_date_number(date.year, date.month, date.day)


_update_forward_compatibility_date_number()


def forward_compatible(year: int, month: int, day: int) -> bool:
    """True when graphs may hold what was new on this day: readers older than that need not understand them."""
    return _date_to_date_number(year, month, day) < _FORWARD_COMPATIBILITY_DATE_NUMBER


@contextlib.contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Generator[None]:
    """Inside, forward_compatible answers as if this day were the horizon."""
    _update_forward_compatibility_date_number(datetime.date(year, month, day))
    try:
        yield
    finally:
        _update_forward_compatibility_date_number()
