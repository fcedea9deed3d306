"""Which selected tensor is for which parameter of an entry: the orders that make sense, the most likely first."""

import itertools
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.likeness import Likeness

# Parameters of what is known beforehand, which a program feeds.
_TARGETS = "labels onehot_labels multi_class_labels y_true targets true_classes segment_ids indices ids".split()
_MOST = 3  # tensors of which all orders are tried


class MismatchError(ValueError):
    """The number of selected tensors is not what an entry needs; the message is the reason."""


def matches(entry: Entry, selected: Sequence[Likeness], arguments: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """{parameter: index of the selected tensor, or a list of indices}, each way that may be tried; MismatchError where none is.

    arguments: the parameters that have a value already.
    """
    if any(one.kind == "operation" for one in selected):
        raise MismatchError("It needs tensors: an operation without outputs has no value")
    tensors = [one for one in entry.tensors if one.name not in arguments]
    count = len(selected)
    lists = [one for one in tensors if one.is_list]
    if lists:
        if count < len(tensors):
            raise MismatchError(too_few(entry))
        plain = [one.name for one in tensors if not one.is_list]
        yield dict(zip(plain, range(len(plain)), strict=True)) | {lists[0].name: list(range(len(plain), count))}
        return
    optional = [
        one for one in entry.parameters if one.kind == "tensor" and not one.is_tensor and one.name not in arguments
    ]
    if count > len(tensors) + len(optional):
        raise MismatchError(_too_many(len(tensors)))
    names = [one.name for one in (*tensors, *optional)]
    for order in _orders(names[:count], count, selected):
        yield dict(zip(names, order, strict=False))


def _orders(names: Sequence[str], count: int, selected: Sequence[Likeness]) -> list[tuple[int, ...]]:
    orders = list(itertools.permutations(range(count))) if count <= _MOST else [tuple(range(count))]
    target = next((i for i, name in enumerate(names) if name in _TARGETS), None)
    if target is not None:  # whole numbers are labels rather than logits, and what is fed rather than what is learned
        likely = [(not one.dtype.is_integer, one.trains) for one in selected]
        orders.sort(key=lambda order: likely[order[target]])
    return orders


def _too_many(most: int) -> str:
    if most == 0:
        return "It needs no tensor: select none"
    return "It needs one tensor: select that one only" if most == 1 else f"It needs {_word(most)} tensors at most"


def too_few(entry: Entry) -> str:
    """Why a selection is too small for an entry."""
    names = [one.name for one in entry.tensors]
    listed = ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else "".join(names)
    return f"It needs {_word(len(names))} tensors: {listed}" if len(names) > 1 else f"It needs a tensor: {listed}"


def _word(number: int) -> str:
    return ("no", "one", "two", "three", "four", "five")[number] if number < 6 else str(number)
