"""Nested elements of map_fn, scan and the folds, in TensorArrays along their first axis."""

import contextlib

from graphlab._src.base import shapes
from graphlab._src.graph import nest
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.state.scope import get_variable_scope


@contextlib.contextmanager
def reads_cached_in_loop():
    """A block in which variables that are made are read where they are used, once for each iteration."""
    scope = get_variable_scope()
    if scope.caching_device is not None:
        yield
        return
    scope.set_caching_device(lambda op: op.device)
    try:
        yield
    finally:
        scope.set_caching_device(None)


class Form:
    """The form in which a function accepts or returns its values: a nested structure, or a tensor by itself."""

    def __init__(self, structure):
        self._structure = structure
        self._nested = nest.is_nested(structure)

    def flatten(self, value):
        """The tensors, as a list."""
        return nest.flatten(value) if self._nested else [value]

    def pack(self, values):
        """Tensors put into this form."""
        return nest.pack_sequence_as(self._structure, values) if self._nested else values[0]


def count_of(tensor, static_zero=False):
    """The size of the first axis: a number when it is known, else a tensor; a known 0 counts as a number on request."""
    size = None if tensor.dims is None else tensor.dims[0]
    if size or size == 0 and static_zero:
        return size
    return shape(tensor)[0]


def unstacked(elem, count, **how):
    """A TensorArray of the rows of `elem`."""
    return TensorArray(elem.dtype, count, dynamic_size=False, infer_shape=True, **how).unstack(elem)


def with_count(results, elems):
    """The stacked results, known to have as many rows as all of elems have."""
    rows = shapes.Dimension(elems[0].shape.with_rank_at_least(1)[0].value)
    for elem in elems[1:]:
        rows.assert_is_compatible_with(elem.shape.with_rank_at_least(1)[0])
    for result in results:
        result.set_shape(shapes.TensorShape([rows]).concatenate(result.shape[1:]))
    return results
