"""TensorList: a list of tensors as a value, which is never changed: what changes it returns another."""

import numpy as np

from graphlab._src.base import shapes


def merged(a, b):
    """The dims that two shapes agree on, where each may say less; ValueError when they contradict each other."""
    if a is None or b is None:
        return b if a is None else a
    if len(a) != len(b):
        raise ValueError(f"Incompatible ranks during merge: {len(a)} vs. {len(b)}")
    if any(None not in pair and pair[0] != pair[1] for pair in zip(a, b, strict=True)):
        raise ValueError(f"Incompatible shapes during merge: {shapes.text(a)} vs. {shapes.text(b)}")
    return tuple(y if x is None else x for x, y in zip(a, b, strict=True))


class TensorList:
    """items: arrays, None where nothing was set.  dims: of each, None where a size is not known, or None altogether.

    most: how many items there may be, -1 for any number.
    """

    def __init__(self, items, dims, dtype, most=-1):
        self.items = items
        self.dims = dims
        self.element_type = dtype
        self.most = most

    def having(self, items):
        """A list with other items."""
        return TensorList(items, self.dims, self.element_type, self.most)

    def check(self, item, words):
        """ValueError for an item of a shape that the list does not allow."""
        if not shapes.compatible(np.shape(item), self.dims):
            own = shapes.text(np.shape(item))
            raise ValueError(f"{words} Item element shape: {own} list shape: {shapes.text(self.dims)}")

    def item(self, index, dims):
        """One of the items; zeros where nothing was set."""
        item = self.items[index]
        if item is not None:
            return item
        whole = merged(dims, self.dims)
        for other in self.items:
            if other is not None and not shapes.fully_defined(whole):
                whole = merged(whole, other.shape)
        if not shapes.fully_defined(whole):
            raise ValueError(
                f"Trying to read an uninitialized tensor but element_shape is not fully defined. {shapes.text(whole)}"
            )
        return np.zeros(whole, self.element_type)

    def stacked(self, indices, dims, verb):
        """[index, …]: some of the items as one array. verb: what is done, in errors."""
        whole = merged(dims, self.dims)
        items = [self.items[index] for index in indices]
        for item in items:
            whole = whole if item is None else merged(whole, np.shape(item))
        if not shapes.fully_defined(whole):
            what = "elements of an empty list with" if not items else _UNSET[verb]
            said = "<unknown>" if whole is None else shapes.text(whole)
            raise ValueError(f"Tried to {verb} {what} non-fully-defined element_shape: {said}")
        result = np.zeros((len(items), *whole), self.element_type)
        for place, item in enumerate(items):
            result[place] = 0 if item is None else item
        return result

    def zeros_like(self):
        """The list with zeros in place of what is set."""
        zeros = lambda item: item.zeros_like() if isinstance(item, TensorList) else np.zeros_like(item)  # noqa: E731
        return self.having([None if item is None else zeros(item) for item in self.items])

    def __add__(self, other):
        """The sums of the items; what one of the two has not set counts as zeros."""
        if not shapes.compatible(self.dims, other.dims):
            raise ValueError(
                "Trying to add two lists of tensors with incompatible element shapes. One is "
                f"{shapes.text(self.dims)} and the other is {shapes.text(other.dims)}"
            )
        if len(self.items) != len(other.items):
            raise ValueError(
                "Trying to add two lists of tensors with different lengths. One is "
                f"{len(self.items)} and the other is {len(other.items)}"
            )
        pairs = zip(self.items, other.items, strict=True)
        items = [a if b is None else b if a is None else a + b for a, b in pairs]
        return TensorList(items, other.dims if self.dims is None else self.dims, self.element_type, self.most)


_UNSET = {
    "stack": "list which only contains uninitialized tensors and has a",
    "gather": "uninitialized tensors from a list with",
}


def dims_of(element_shape):
    """The shape in a tensor: -1 is a size that is not known, a scalar -1 a rank that is not."""
    if np.ndim(element_shape) == 0:
        return None
    if np.ndim(element_shape) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {np.ndim(element_shape)}")
    return tuple(None if size < 0 else int(size) for size in element_shape)
