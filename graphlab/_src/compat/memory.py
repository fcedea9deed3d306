"""tensorflow.python.util.memory: letting go of an OrderedDict without Python's garbage collector."""

from collections import OrderedDict
from typing import Any


def dismantle_ordered_dict(ordered_dict: OrderedDict[Any, Any]) -> None:
    """Nothing is to do: only the OrderedDict of Python 2, written in Python, has a cycle of references to break."""
