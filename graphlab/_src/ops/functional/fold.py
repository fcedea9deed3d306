"""foldl and foldr: the last result of a function of the previous result and the next element."""

from graphlab._src.graph import constant, convert_to_tensor, name_scope, nest
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.functional.elements import count_of, reads_cached_in_loop, unstacked


def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """a = fn(a, row) for the rows of elems from first to last; the last a.

    fn: called once, with a and a row in the form of elems; returns the next a.
    elems: a tensor, or a nested structure of tensors with the same first size.
    initializer: the first a, nested as you like; left out, it is the first row.
    parallel_iterations, back_prop, swap_memory: as in while_loop.
    """
    if not callable(fn):
        raise TypeError("fn must be callable.")
    with name_scope(name, "foldl", [elems]), reads_cached_in_loop():
        count, rows = _rows(elems)
        if initializer is None:
            a = nest.map_structure(lambda array: array.read(0), rows)
            start = constant(1)
        else:
            a = initializer
            start = constant(0)

        def compute(i, a):
            row = nest.map_structure(lambda array: array.read(i), rows)
            a = fn(a, row)
            return [i + 1, a]

        how = {"parallel_iterations": parallel_iterations, "back_prop": back_prop, "swap_memory": swap_memory}
        return while_loop(lambda i, a: i < count, compute, [start, a], maximum_iterations=count, **how)[1]


def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """a = fn(a, row) for the rows of elems from last to first; the last a. The arguments are those of foldl.

    initializer, parallel_iterations, back_prop, swap_memory: as in foldl.
    """
    if not callable(fn):
        raise TypeError("fn must be callable.")
    with name_scope(name, "foldr", [elems]), reads_cached_in_loop():
        count, rows = _rows(elems)
        if initializer is None:
            start = count - 1
            a = nest.map_structure(lambda array: array.read(start), rows)
        else:
            start = count
            a = initializer

        def compute(i, a):
            i = i - 1
            row = nest.map_structure(lambda array: array.read(i), rows)
            return [i, fn(a, row)]

        how = {"parallel_iterations": parallel_iterations, "back_prop": back_prop, "swap_memory": swap_memory}
        return while_loop(lambda i, a: i > 0, compute, [start, a], maximum_iterations=count, **how)[1]


def _rows(elems):
    """(how many rows there are, TensorArrays of them in the form of elems)."""
    flat = [convert_to_tensor(elem, name="elem") for elem in nest.flatten(elems)]
    count = count_of(flat[0])
    return count, nest.map_structure(lambda elem: unstacked(elem, count), elems)
