"""map_defun: a function of the graph's library, called with each row of tensors."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, OpError
from graphlab._src.base.shapes import TensorShape, as_shape, of
from graphlab._src.data.iterator_ops import located
from graphlab._src.data.runtime import OUTPUTS, Run, asking_for, handles_among
from graphlab._src.graph import Operation, Tensor, convert_to_tensor
from graphlab._src.ops.define import FUNCTION, REQUIRED, op, undefined_gradient


def _rows(op: Operation) -> list[Any]:
    """The shapes of the results: a row for each of the arguments' rows."""
    count = TensorShape([None])
    for i, tensor in enumerate(op.inputs[: len(op.attrs["Targuments"])]):
        shape = tensor.shape
        if shape.ndims == 0:
            raise ValueError(f"Arguments must have rank at least 1. Input {i} has rank of 0.")
        if shape.ndims is not None:
            if not count.is_compatible_with(shape[:1]):
                raise ValueError("Arguments must have the same dimension 0.")
            count = count.merge_with(shape[:1])
    return [of(count.concatenate(as_shape(dims))) for dims in op.attrs["output_shapes"]]


@op(
    "MapDefun",
    "arguments: *Targuments, captured_inputs: *Tcaptured -> output: *output_types",
    infer=_rows,
    attrs={
        "Tcaptured": (list[dtypes.DType], []),
        "output_shapes": OUTPUTS["output_shapes"],
        "f": (FUNCTION, REQUIRED),
        "max_intra_op_parallelism": (int, 1),
    },
    host=True,
    grad=undefined_gradient,
    minimums={"Targuments": 1},
)
def _map_defun(arguments: list[Any], captured_inputs: list[Any], *, context: Any) -> list[Any]:
    """What a function returns for each row of the arguments, stacked. The captured values are the same for all rows."""
    op = context.op
    count = None
    for i, value in enumerate(arguments):
        if not value.ndim:
            raise InvalidArgumentError(None, None, f"All inputs must have rank at least 1. Input {i} has a rank of 0.")
        if count is not None and len(value) != count:
            text = f"Input {i} has leading dimension {len(value)}, while all previous inputs have leading dimension {count}"
            raise InvalidArgumentError(None, None, f"All inputs must have the same dimension 0. {text}")
        count = len(value)
    run = Run(context)
    try:
        with asking_for(context):
            handles = handles_among(op, ("arguments", "captured_inputs"), (arguments, captured_inputs))
            call = run.bind(op, "f", captured_inputs, handles["captured_inputs"])
            results = [call([np.asarray(value[i]) for value in arguments]) for i in range(count or 0)]
    except OpError as error:
        raise located(error, op) from error
    finally:
        run.end()
    return _stacked(results, op)


def _stacked(results: list[Any], op: Operation) -> list[Any]:
    shapes, types = op.attrs["output_shapes"], op.attrs["output_types"]
    if not results:
        return [_no_rows(as_shape(dims), kind) for dims, kind in zip(shapes, types, strict=True)]
    if len(results[0]) != len(types):
        raise InvalidArgumentError(None, None, f"The function returns {len(results[0])} tensors, not {len(types)}")
    stacked = []
    for values, dims, kind in zip(zip(*results, strict=True), shapes, types, strict=True):
        expected = as_shape(dims)
        for value in values:
            found = dtypes.as_dtype(value.dtype)
            if found != kind:
                raise InvalidArgumentError(
                    None, None, f"The function returns {found.name} where {kind.name} was expected"
                )
            if not expected.is_compatible_with(value.shape):
                text = f"Mismatch in function retval shape, {list(value.shape)}, and expected output shape, {expected}."
                raise InvalidArgumentError(None, None, text)
            expected = as_shape(value.shape)  # all rows have the first one's
        stacked.append(np.stack(values))
    return stacked


def _no_rows(shape: TensorShape, kind: dtypes.DType) -> Any:
    if not shape.is_fully_defined():
        text = f"There are no rows to call the function with, and the shape of its result is not known: {shape}"
        raise InvalidArgumentError(None, None, text)
    dims: Any = (0, *shape.as_list())
    return np.zeros(dims, object if kind is dtypes.string else kind.as_numpy_dtype)


def map_defun(
    fn: Any, elems: list[Any], output_dtypes: list[Any], output_shapes: list[Any], max_intra_op_parallelism: int = 1
) -> list[Tensor]:
    """The results of a function for each row of `elems`, stacked: a list of tensors. No gradients flow through it.

    fn: made by tf.function or defun with an input_signature: of a row of each.  elems: tensors with as many rows.
    output_dtypes, output_shapes: of what it returns.  max_intra_op_parallelism: an attribute of the operation.
    Raises ValueError where an argument is no list, InvalidArgumentError in a run where fn returns other shapes or types.
    """
    for name, value, what in (
        ("elems", elems, "tensors"),
        ("output_dtypes", output_dtypes, "`tf.DType` objects"),
        ("output_shapes", output_shapes, "`tf.TensorShape` objects"),
    ):
        if not isinstance(value, list):
            raise ValueError(f"`{name}` must be a list of {what}.")
    function = fn.get_concrete_function()
    return list(
        _map_defun(
            [convert_to_tensor(tensor) for tensor in elems],
            function.captured_inputs,
            output_types=output_dtypes,
            output_shapes=[of(as_shape(shape)) for shape in output_shapes],
            f=function,
            max_intra_op_parallelism=max_intra_op_parallelism,
        )
    )
