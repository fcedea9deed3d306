"""tf.contrib.framework.py_func: a Python function of structures, as an operation."""

from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import nest
from graphlab._src.graph.nest_prefix import assert_shallow_structure, map_structure_up_to
from graphlab._src.ops import py_func as operations


def py_func(func, args=(), kwargs=None, output_types=None, output_shapes=None, stateful=True, name=None):
    """What func(*args, **kwargs) returns when the graph runs, in the structure of output_types.

    func: receives arrays where args and kwargs, a list and a dict of structures, have tensors.
    output_types: a structure of DTypes.  output_shapes: one of shapes, where they are known. Each may be a function of
    args and kwargs that returns it.  stateful: may return another result for the same arrays.
    """
    kwargs = {} if kwargs is None else kwargs
    if not isinstance(args, list | tuple):
        raise TypeError(f"args must be list and not {type(args)}. args: {args}")
    if not isinstance(kwargs, dict):
        raise TypeError(f"kwargs must be dict and not {type(kwargs)}. args: {kwargs}")
    types = output_types(*args, **kwargs) if callable(output_types) else output_types
    shapes = output_shapes(*args, **kwargs) if callable(output_shapes) else output_shapes
    structure = (args, kwargs)

    def called(*arrays):
        given, named = nest.pack_sequence_as(structure, arrays)
        result = func(*given, **named)
        assert_shallow_structure(types, result)
        return nest.flatten(result)

    values = operations.py_func(called, nest.flatten(structure), nest.flatten(types), stateful=stateful, name=name)
    if shapes is not None:
        for value, dims in zip(values, nest.flatten(map_structure_up_to(types, as_shape, shapes)), strict=False):
            value.set_shape(dims)
    return nest.pack_sequence_as(types, values)
