"""Switch, Merge, Enter, Exit and NextIteration of tensors, references, IndexedSlices and SparseTensors."""

from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, Tensor, apply_op, convert_to_tensor, name_scope, nest
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import identity
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape


def to_tensor_or_composite(value, as_ref=False, name=None):
    """value itself when it has several tensors, else a Tensor; as_ref: of a variable its reference."""
    return value if nest.is_composite(value) else convert_to_tensor(value, name=name, as_ref=as_ref)


def _is_ref(value):
    return isinstance(value, Tensor) and value.dtype.is_ref_dtype


def _of_each(function, data, *args, **kwargs):
    return nest.map_structure(lambda part: function(part, *args, **kwargs), data, expand_composites=True)


def identity_of(data, name=None):
    """The same value under a name of its own; a reference stays one."""
    data = to_tensor_or_composite(data, as_ref=True)
    if isinstance(data, Tensor):
        return apply_op("RefIdentity", data, name=name) if _is_ref(data) else identity(data, name=name)
    return _of_each(identity_of, data)


def next_iteration(data, name=None):
    """data, for the next iteration of the loop."""
    data = to_tensor_or_composite(data, as_ref=True)
    if isinstance(data, Tensor):
        return apply_op("RefNextIteration" if _is_ref(data) else "NextIteration", data, name=name)
    return _of_each(next_iteration, data)


def enter(data, frame_name, is_constant=False, parallel_iterations=10, use_input_shape=True, name=None):
    """data, brought into the loop of that name.

    is_constant: it is the same in every iteration.  use_input_shape: it keeps the shape that it has outside.
    """
    how = {"frame_name": frame_name, "is_constant": is_constant, "parallel_iterations": parallel_iterations}
    data = to_tensor_or_composite(data, as_ref=True)
    if not isinstance(data, Tensor):
        return _of_each(enter, data, frame_name, is_constant, parallel_iterations, use_input_shape)
    result = apply_op("RefEnter" if _is_ref(data) else "Enter", data, name=name, **how)
    if use_input_shape:
        result.set_shape(data.shape)
    return result


def exit_(data, name=None):
    """data, brought out of the loop."""
    data = to_tensor_or_composite(data, as_ref=True)
    if isinstance(data, Tensor):
        return apply_op("RefExit" if _is_ref(data) else "Exit", data, name=name)
    return _of_each(exit_, data)


def switch(data, pred, name=None):
    """(data if pred is false, data if it is true): only one of the two comes."""
    with name_scope(name, "Switch", [data, pred]) as scope:
        data = to_tensor_or_composite(data, as_ref=True, name="data")
        pred = convert_to_tensor(pred, name="pred")
        if isinstance(data, Tensor):
            return apply_op("Switch", data, pred, name=scope)
        pairs = [apply_op("Switch", part, pred) for part in nest.flatten(data, expand_composites=True)]
        return tuple([nest.pack_sequence_as(data, side, expand_composites=True) for side in zip(*pairs, strict=True)])


def switch_beside(data, pred, name="Switch"):
    """A Switch on the device of `data`, whatever the device scopes say; a reference stays one."""
    data = to_tensor_or_composite(data, as_ref=_is_ref(data), name="data")
    with data.graph.colocate_with(data, ignore_existing=True):
        if _is_ref(data):
            return apply_op("RefSwitch", data, pred, name=name)
        return switch(data, pred, name)


def merge(inputs, name=None):
    """(the one of inputs that comes, its position).

    inputs: tensors, or IndexedSlices, or a mix: then all become IndexedSlices.
    """
    if any(item is None for item in inputs):
        raise ValueError(f"At least one of the merge inputs is None: {inputs}")
    with name_scope(name, "Merge", inputs) as scope:
        inputs = [to_tensor_or_composite(item, as_ref=True) for item in inputs]
        if all(isinstance(item, Tensor) for item in inputs):
            op_type = "RefMerge" if all(map(_is_ref, inputs)) else "Merge"
            return apply_op(op_type, inputs, name=scope)
        if all(isinstance(item, (IndexedSlices, Tensor)) for item in inputs):
            inputs = as_indexed_slices_list(inputs)
        for item in inputs[1:]:
            nest.assert_same_structure(inputs[0], item, expand_composites=True)
        columns = zip(*[nest.flatten(item, expand_composites=True) for item in inputs], strict=True)
        merged = [apply_op("Merge", list(column)) for column in columns]
        values = nest.pack_sequence_as(inputs[0], [value for value, _ in merged], expand_composites=True)
        return values, merged[0][1]


def as_indexed_slices(value):
    """value as IndexedSlices: of a tensor all rows."""
    if isinstance(value, IndexedSlices):
        return value
    dims = shape(value, optimize=False)
    return IndexedSlices(value, range_(0, dims[0]), dims)


def as_indexed_slices_list(values):
    """Each of values as IndexedSlices, with indices of one type."""
    slices = [as_indexed_slices(value) for value in values]
    short = [item.indices.dtype is dtypes.int32 for item in slices]
    if not any(short) or all(short):
        return slices
    return [
        IndexedSlices(item.values, cast(item.indices, dtypes.int64), item.dense_shape) if is_short else item
        for item, is_short in zip(slices, short, strict=True)
    ]
