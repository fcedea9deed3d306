"""tensorflow.python.distribute.shared_variable_creator: variables that are made on the first device and used on all."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from graphlab._src.state.variable import Variable


def canonical_name(name: str | None) -> str:
    """The name of a variable without the numbers that make names unique."""
    return Variable.__name__ if name is None else re.sub(r"_\d+(?=/|$)", "", name)


def make_fn(shared_variable_store: dict[str, list[Any]], device_id: int) -> Callable[..., Any]:
    """A variable creator: the first device's puts what it makes into the store, those of the others take it from there.

    Variables of one name, but for numbers, are found in the order in which they were made.
    """
    assert isinstance(device_id, int)
    used: Counter[str] = Counter()

    def create(next_creator: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        made = next_creator(*args, **kwargs)
        shared_variable_store.setdefault(canonical_name(kwargs.get("name")), []).append(made)
        return made

    def reuse(next_creator: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        del next_creator, args
        name = canonical_name(kwargs.get("name"))
        made = shared_variable_store.get(name, [])
        if used[name] >= len(made):
            raise RuntimeError(
                f"Tried to create variable {kwargs.get('name')} with mismatching name on device {device_id}"
            )
        used[name] += 1
        return made[used[name] - 1]

    return reuse if device_id else create
