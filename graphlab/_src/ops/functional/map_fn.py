"""map_fn: a function of each element along the first axis."""

from graphlab._src.graph import constant, convert_to_tensor, name_scope, nest
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.functional.elements import Form, count_of, reads_cached_in_loop, with_count
from graphlab._src.ops.tensor_array import TensorArray


def map_fn(
    fn,
    elems,
    dtype=None,
    parallel_iterations=None,
    back_prop=True,
    swap_memory=False,
    infer_shape=True,
    name=None,
):
    """The results of fn for each row of elems, stacked along a new first axis.

    fn: called once, with a row in the form of elems; returns a tensor, or a structure of them.
    elems: a tensor, or a nested structure of tensors with the same first size.
    dtype: the types of what fn returns, in its form; left out when those are as elems'.
    infer_shape: all results have one shape.  parallel_iterations, back_prop, swap_memory: as in while_loop.
    Raises TypeError and ValueError when fn's result is not nested as dtype says.

        tf.map_fn(lambda x: x * x, tf.range(4))  # [0, 1, 4, 9]
    """
    if not callable(fn):
        raise TypeError("fn must be callable.")
    if hasattr(elems, "dense_shape") and hasattr(elems, "indices"):
        raise TypeError(
            "To perform a map on the values of a sparse tensor use either  SparseTensor(input.indices, fn(input.values), "
            "input.dense_shape) or  SparseTensor(input.indices, map_fn(fn, input.values), input.dense_shape)"
        )
    given = Form(elems)
    result = given if dtype is None else Form(dtype)
    flat = given.flatten(elems)
    with name_scope(name, "map", flat), reads_cached_in_loop():
        flat = [convert_to_tensor(elem, name="elem") for elem in flat]
        dtype = dtype or given.pack([elem.dtype for elem in flat])
        types = result.flatten(dtype)
        if flat[0].shape.ndims == 0:
            few = len(flat) == 1
            raise ValueError(
                "elems must be a 1+ dimensional Tensor, not a scalar"
                if few
                else "elements in elems must be 1+ dimensional Tensors, not scalars"
            )
        count = count_of(flat[0])
        # All arrays are made before any is filled, so that their operations are numbered as TensorFlow numbers them.
        rows = [TensorArray(elem.dtype, count, dynamic_size=False, infer_shape=True) for elem in flat]
        rows = [array.unstack(elem) for array, elem in zip(rows, flat, strict=True)]
        start = constant(0)
        results = [TensorArray(one, count, dynamic_size=False, infer_shape=infer_shape) for one in types]

        def compute(i, arrays):
            value = fn(given.pack([array.read(i) for array in rows]))
            nest.assert_same_structure(dtype or elems, value)
            values = result.flatten(value)
            arrays = [array.write(i, one) for array, one in zip(arrays, values, strict=True)]
            return i + 1, arrays

        _, results = while_loop(
            lambda i, _: i < count,
            compute,
            (start, results),
            parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        return result.pack(with_count([array.stack() for array in results], flat))
