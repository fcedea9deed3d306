"""scan: all results of a function of the previous result and the next element, stacked."""

from graphlab._src.graph import convert_to_tensor, name_scope, nest
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.functional.elements import Form, count_of, reads_cached_in_loop, with_count
from graphlab._src.ops.tensor_array import TensorArray


def scan(
    fn,
    elems,
    initializer=None,
    parallel_iterations=10,
    back_prop=True,
    swap_memory=False,
    infer_shape=True,
    reverse=False,
    name=None,
):
    """a = fn(a, row) for one row of elems after the other; the stack of all these a.

    fn: called once, with a in the form of initializer and a row in that of elems; returns the next a.
    elems: a tensor, or a nested structure of tensors with the same first size.
    initializer: the first a; left out, it is the first row.
    reverse: from the last row to the first.  infer_shape: all a have one shape.
    parallel_iterations, back_prop, swap_memory: as in while_loop.
    Raises TypeError and ValueError when fn's result is not nested as a is.
    """
    if not callable(fn):
        raise TypeError("fn must be callable.")
    given = Form(elems)
    result = given if initializer is None else Form(initializer)
    flat = given.flatten(elems)
    with name_scope(name, "scan", flat), reads_cached_in_loop():
        flat = [convert_to_tensor(elem, name="elem") for elem in flat]
        count = count_of(flat[0], static_zero=True)
        rows = [
            TensorArray(elem.dtype, count, dynamic_size=False, element_shape=elem.shape[1:], infer_shape=True)
            for elem in flat
        ]
        rows = [array.unstack(elem) for array, elem in zip(rows, flat, strict=True)]
        if initializer is None:
            first = [array.read(count - 1 if reverse else 0) for array in rows]
            done = 1
        else:
            first = [convert_to_tensor(value) for value in result.flatten(initializer)]
            done = 0
        results = [
            TensorArray(
                value.dtype,
                count,
                element_shape=value.shape if infer_shape else None,
                dynamic_size=False,
                infer_shape=infer_shape,
            )
            for value in first
        ]
        if initializer is None:
            place = count - 1 if reverse else 0
            results = [array.write(place, value) for array, value in zip(results, first, strict=True)]

        def compute(i, a, arrays):
            row = given.pack([array.read(i) for array in rows])
            value = fn(result.pack(a), row)
            nest.assert_same_structure(elems if initializer is None else initializer, value)
            values = result.flatten(value)
            arrays = [array.write(i, one) for array, one in zip(arrays, values, strict=True)]
            return (i - 1 if reverse else i + 1), values, arrays

        _, _, results = while_loop(
            (lambda i, _a, _arrays: i >= 0) if reverse else (lambda i, _a, _arrays: i < count),
            compute,
            (count - 1 - done if reverse else done, first, results),
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        return result.pack(with_count([array.stack() for array in results], flat))
