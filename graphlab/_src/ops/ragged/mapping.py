"""Functions of the elements and of the rows of ragged tensors: map_flat_values and map_fn."""

from typing import Any, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, get_default_graph, name_scope, nest
from graphlab._src.graph.ragged_tensor import is_ragged
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.ragged.construction import rows_of
from graphlab._src.ops.ragged.partitions import assert_splits_match
from graphlab._src.ops.ragged.tensor import (
    MISMATCH,
    RaggedTensor,
    RaggedTensorType,
    convert_to_tensor_or_ragged_tensor,
    splits_dtype,
)
from graphlab._src.ops.shape import expand_dims
from graphlab._src.ops.tensor_array import TensorArray


def map_flat_values(op, *args, **kwargs):
    """op of the elements of ragged tensors, with the rows of these.

    op: a function of tensors; gets the flat values of each ragged tensor in args and kwargs, also in lists and dicts.
    Returns a RaggedTensor with the result as flat values, what op returns when nothing is ragged. ValueError or
    InvalidArgumentError when the ragged tensors have different rows.

        tf.ragged.map_flat_values(tf.math.square, tf.ragged.constant([[1, 2], [3]]))  # [[1, 4], [9]]
    """
    nested = []
    values, keywords = _flattened(args, nested), _flattened(kwargs, nested)
    if not nested:
        return op(*args, **kwargs)
    if len({splits[0].dtype for splits in nested}) > 1:
        raise ValueError(f"Input RaggedTensors have {MISMATCH}")
    with get_default_graph().control_dependencies(assert_splits_match(nested)):
        return RaggedTensor.from_nested_row_splits(op(*values, **keywords), nested[0], validate=False)


def _flattened(value, nested_splits_lists):
    """The value with the flat values of ragged tensors in their place, whose row splits are added to nested_splits_lists."""
    if is_ragged(value):
        value = convert_to_tensor_or_ragged_tensor(value)
        nested_splits_lists.append(value.nested_row_splits)
        return value.flat_values
    if isinstance(value, (list, tuple)):
        items = [_flattened(item, nested_splits_lists) for item in value]
        return items if isinstance(value, list) else tuple(items)
    if isinstance(value, dict):
        return {key: _flattened(item, nested_splits_lists) for key, item in value.items()}
    return value


class _Rows(NamedTuple):
    """The parts of a ragged result: elements, the lengths of inner rows, and how many rows each call returned."""

    flat_values: Any
    nested_row_lengths: tuple
    outer_row_length: Any


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
    """The results of fn for each row of elems, stacked, where both may be ragged.

    elems: a tensor, a ragged tensor, or a nested structure of these with the same number of rows.
    dtype: the types of what fn returns, in its form: a DType for a tensor, for a ragged result the RaggedTensorType of
    all results stacked; left out when they are as elems'. The other arguments are those of tf.map_fn.
    ValueError when a result is not as its RaggedTensorType says.
    """
    if not callable(fn):
        raise TypeError("fn must be callable.")
    if hasattr(elems, "dense_shape") and hasattr(elems, "indices"):
        raise TypeError(
            "To perform a map on the values of a sparse tensor use either  SparseTensor(input.indices, fn(input.values), "
            "input.dense_shape) or  SparseTensor(input.indices, map_fn(fn, input.values), input.dense_shape)"
        )
    splits_dtype(*nest.flatten(elems))
    with name_scope(name, "map", nest.flatten(elems, expand_composites=True)):
        flat = [convert_to_tensor_or_ragged_tensor(elem, name="elem") for elem in nest.flatten(elems)]
        dtype = dtype or nest.pack_sequence_as(elems, [elem.dtype for elem in flat])
        declared = nest.flatten(dtype)
        if flat[0].shape.ndims == 0:
            alone = "elems must be a 1+ dimensional Tensor, not a scalar"
            raise ValueError(
                alone if len(flat) == 1 else "elements in elems must be 1+ dimensional Tensors, not scalars"
            )
        count = cast(rows_of(flat[0]), dtypes.int32)
        forms = [_form(kind) for kind in declared]
        arrays = [TensorArray(kind, count, dynamic_size=False, infer_shape=infer_shape) for kind in nest.flatten(forms)]

        def compute(i, arrays):
            results = nest.flatten(fn(nest.pack_sequence_as(elems, [elem[i] for elem in flat])))
            parts = [_parts(result, kind) for result, kind in zip(results, declared, strict=True)]
            return i + 1, [array.write(i, part) for array, part in zip(arrays, nest.flatten(parts), strict=True)]

        _, arrays = while_loop(
            lambda i, _: i < count,
            compute,
            (constant(0), arrays),
            parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        found = _packed(forms, iter(arrays))
        return nest.pack_sequence_as(dtype, [_stacked(item) for item in found])


def _packed(forms, arrays):
    for form in forms:
        if isinstance(form, _Rows):
            yield _Rows(next(arrays), tuple([next(arrays) for _ in form.nested_row_lengths]), next(arrays))
        else:
            yield next(arrays)


def _form(kind):
    if not isinstance(kind, RaggedTensorType):
        return kind
    return _Rows(kind.dtype, (kind.row_splits_dtype,) * (kind.ragged_rank - 1), kind.row_splits_dtype)


def _parts(result, declared):
    """What is written to the TensorArrays of a result."""
    if not isinstance(declared, RaggedTensorType):
        return result
    rank = getattr(result, "ragged_rank", 0) + 1
    if declared.ragged_rank != rank:
        raise ValueError(f"The declared ragged rank ({declared.ragged_rank}) mismatches the result ({rank})")
    if declared.dtype != result.dtype:
        raise ValueError(f"The declared dtype ({declared.dtype}) mismatches the result ({result.dtype})")
    if not isinstance(result, RaggedTensor):
        return _Rows(result, (), expand_dims(rows_of(result, declared.row_splits_dtype), axis=0))
    if declared.row_splits_dtype != result.row_splits.dtype:
        raise ValueError(
            f"The declared row_splits dtype ({declared.row_splits_dtype}) mismatches the result "
            f"({result.row_splits.dtype}).  Use RaggedTensor.with_row_splits_dtype to convert it."
        )
    lengths = tuple([splits[1:] - splits[:-1] for splits in result.nested_row_splits])
    return _Rows(result.flat_values, lengths, expand_dims(result.nrows(), axis=0))


def _stacked(array):
    if not isinstance(array, _Rows):
        return array.stack()
    values = array.flat_values.concat()
    lengths = [part.concat() for part in (*array.nested_row_lengths, array.outer_row_length)]
    for part in [*reversed(lengths[:-1]), lengths[-1]]:
        values = RaggedTensor.from_row_lengths(values, part, validate=False)
    return values
