"""Constants: the values that are known before a run begins, in view of what is fed."""

import functools
from collections.abc import Collection
from typing import Any

from graphlab._src.graph.constant import constant_dims, constant_value, folds
from graphlab._src.graph.tensor import Tensor


class Constants:
    """Values of constants, and of what follows from them and from static shapes, for runs with these feeds.

    What is fed is not known beforehand, a constant either, nor what follows from it. Where a fed constant has decided
    static shapes (`tf.zeros(c)` with `c` fed) those count for nothing: the run computes with what is fed.
    """

    def __init__(self, feeds: Collection[Tensor]) -> None:
        self._feeds = feeds
        self._known: dict[Tensor, Any] = dict.fromkeys(feeds)
        self._of_open_shape: dict[Tensor, bool] = {}

    def value(self, tensor: Tensor) -> Any:
        """The tensor's value as a NumPy array, or None when only the run knows it."""
        return constant_value(tensor, self._known, self.has_open_shape if self.overruled else None)

    @functools.cached_property
    def overruled(self) -> frozenset[Tensor]:
        """The fed tensors that may have decided static shapes when the graph was built."""
        return frozenset(tensor for tensor in self._feeds if _is_known(tensor) and _may_decide_shapes(tensor))

    def has_open_shape(self, tensor: Tensor) -> bool:
        """True when the static shape may not be that of the run, because a fed constant has a part in it."""
        if not self.overruled:
            return False
        found = self._of_open_shape
        waiting = [tensor]
        while waiting:
            item = waiting[-1]
            if item not in found:
                found[item] = item in self.overruled  # for the while, so that a loop comes to an end
                waiting.extend(t for t in item.op.inputs if t not in found)
            else:
                waiting.pop()
                found[item] = found[item] or any(found.get(t) for t in item.op.inputs) and item not in self._feeds
        return found[tensor]


def _is_known(tensor: Tensor) -> bool:
    if constant_value(tensor) is not None:
        return True
    if tensor.dims is None or len(tensor.dims) != 1 or not tensor.dtype.is_integer:
        return False
    dims = constant_dims(tensor)
    return dims is not None and any(size is not None for size in dims)


def _may_decide_shapes(tensor: Tensor) -> bool:
    """Whether a static shape may follow from the value: what follows from it is a whole number, or has to be static."""
    known: dict[Tensor, Any] = {}
    waiting, found = [tensor], {tensor}
    while waiting:
        item = waiting.pop()
        dtype = item.dtype.base_dtype
        if not (dtype.is_floating or dtype.is_complex):
            return True
        for op in item.consumers():
            if op.definition is not None and any(op.inputs[i] is item for i in op.definition.shape_positions(op)):
                return True
            if folds(op):
                new = [out for out in op.outputs if out not in found and constant_value(out, known) is not None]
                found.update(new)
                waiting.extend(new)
    return False
