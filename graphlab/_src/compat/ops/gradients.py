"""What programs take of TensorFlow's custom_gradient and default_gradient modules beside their public functions."""

from typing import Any

from graphlab._src.autodiff.custom_gradient import read_between
from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import GraphKeys, Tensor, get_default_graph, nest
from graphlab._src.graph.references import declared_owner, state_dims, state_dtype
from graphlab._src.ops import constants
from graphlab._src.ops.identity import identity
from graphlab._src.state.resource_ops import var_handle_op
from graphlab._src.state.variable_ops import variable_v2

VAR_OP_TYPES: list[str] = [operation.op_type for operation in (variable_v2, var_handle_op)]  # pyright: ignore[reportFunctionMemberAccess]


def get_variable_by_name(var_name: str) -> Any:
    """The global variable whose operation has that name; None where it is not trained. ValueError when there is none."""
    found = get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, f"{var_name}:0")
    if not found:
        raise ValueError(f"Unsuccessful at finding variable {var_name}.")
    trained = [variable for variable in found if variable.trainable]
    if len(trained) > 1:
        raise ValueError(
            f"Unsuccessful at finding trainable variable {var_name}. Number of candidates: {len(trained)}. Candidates: "
            f"{trained}"
        )
    return trained[0] if trained else None


def get_dependent_variables(input_ops: Any, output_ops: Any) -> list[Any]:
    """The trained variables that gradients of output_ops, tensors, reach other than through input_ops, which are others."""
    return read_between(nest.flatten(input_ops), nest.flatten(nest.map_structure(identity, output_ops)))


def get_zeros_dtype(t: Tensor) -> DType:
    """The type of the gradient of a tensor; of a resource handle, that of the variable's value."""
    return shape_and_dtype(t)[1]


def shape_and_dtype(t: Tensor) -> tuple[TensorShape, DType]:
    """(shape, type) of the gradient of a tensor; of a resource handle, those of the variable's value."""
    if t.dtype != dtypes.resource:
        return t.shape, t.dtype
    owner = declared_owner(t)
    return (
        (TensorShape(None), dtypes.float32) if owner is None else (TensorShape(state_dims(owner)), state_dtype(owner))
    )


def zeros_like(t: Tensor) -> Tensor:
    """Zeros like a tensor; for a resource handle, like the variable's value."""
    return constants.zeros(*shape_and_dtype(t)) if t.dtype == dtypes.resource else constants.zeros_like(t)
