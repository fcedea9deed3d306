"""The operations of reference variables: one owns a buffer, others read and write it by reference."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import NotFoundError, OutOfRangeError, explain
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.temporary_variables import name_of
from graphlab._src.graph.references import owner_of
from graphlab._src.ops.define import HERE, REQUIRED, SHAPE, no_gradient, op, scalar
from graphlab._src.ops.numpy_forms import of_one_shape
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.update_ops import dims_of


@op(
    "VariableV2",
    "-> ref: Ref(dtype)",
    infer=lambda op: op.attrs["shape"],
    attrs={
        "shape": (SHAPE, REQUIRED),
        "dtype": (dtypes.DType, REQUIRED),
        "container": (str, ""),
        "shared_name": (str, ""),
    },
    holds_state=True,
    variable="reference",
    on_parameter_server=True,
)
def variable_v2():
    """A buffer that keeps its value between runs; the session's store holds it."""
    raise AssertionError("the session's store holds the value of a variable")


@op(
    "Variable",
    "-> ref: Ref(dtype)",
    infer=lambda op: op.attrs["shape"] or None,
    attrs={
        "shape": (SHAPE, REQUIRED),
        "dtype": (dtypes.DType, REQUIRED),
        "container": (str, ""),
        "shared_name": (str, ""),
    },
    holds_state=True,
    variable="reference",
    open_scalar=True,
    on_parameter_server=True,
)
def _variable_v1():
    """A buffer as old graphs have it: the shape [] says that nothing is known of the shape."""
    raise AssertionError("the session's store holds the value of a variable")


@op(
    "TemporaryVariable",
    "-> ref: Ref(dtype)",
    infer=lambda op: op.attrs["shape"],
    attrs={"shape": (SHAPE, REQUIRED), "dtype": (dtypes.DType, REQUIRED), "var_name": (str, "")},
    holds_state=True,
    variable="temporary",
)
def temporary_variable():
    """A buffer for one run, which begins with zeros; DestroyTemporaryVariable reads the value and ends it."""
    raise AssertionError("the session's store holds the value of a variable")


@op(
    "DestroyTemporaryVariable",
    "ref: Ref(T) -> value: T",
    infer=lambda op: op.inputs[0].dims,
    updates=("ref",),
    host=True,
    accepts_uninitialized=True,
    grad=no_gradient,
)
def destroy_temporary_variable(ref, *, var_name: bytes, context):
    """Ends a temporary variable and returns its last value; NotFoundError when there is none of that name."""
    owner = owner_of(context.op.inputs[0])
    if ref is None or name_of(owner) != var_name:
        raise NotFoundError(
            context.op.node_def,
            context.op,
            explain(
                f"Resource {var_name.decode()} does not exist.\n\t [[{{{{node {context.op.name}}}}}]]", at=context.op
            ),
        )
    return None, ref


def _merged(op, fix):
    """The shape that the variable and the value agree on."""
    ref, value = op.inputs[0].dims, op.inputs[1].dims
    merged = shapes.merge(ref, value)
    if merged is not False:
        return merged
    if len(ref) != len(value):
        raise ShapeError(f"Shapes must be equal rank, but are {len(ref)} and {len(value)}", fix)
    index = next(i for i, (a, b) in enumerate(zip(ref, value, strict=True)) if not shapes.compatible((a,), (b,)))
    raise ShapeError(
        f"Dimension {index} in both shapes must be equal, but are {ref[index]} and {value[index]}. "
        f"Shapes are {shapes.text(ref)} and {shapes.text(value)}.",
        fix,
    )


def _assign_shape(op):
    if not op.attrs["validate_shape"]:
        return op.inputs[1].dims
    return _merged(op, "assign a value of the variable's shape, or pass validate_shape=False")


def _update_shape(op):
    return _merged(op, "pass a value of the variable's shape")


def _check_size(ref, value):
    if ref.shape != value.shape:
        raise ValueError("Parameters and update must be the same size")


@op(
    "Assign",
    "ref: Ref(T), value: T -> output_ref: Ref(T)",
    infer=_assign_shape,
    updates=("ref",),
    accepts_uninitialized=True,
    attrs={"validate_shape": (bool, True), "use_locking": (bool, True)},
    access="set",
    changes_pinned=True,
    interpret=lambda ref, value: value,
)
def assign(ref, value):
    """Replaces the value of a variable; returns the reference, for operations that want the new value."""
    return value


_CHANGE: Any = {
    "types": {"T": dtypes.NUMERIC},
    "infer": _update_shape,
    "updates": ("ref",),
    "attrs": {"use_locking": (bool, False)},
    "changes_pinned": True,
}


@op(
    "AssignAdd",
    "ref: Ref(T), value: T -> output_ref: Ref(T)",
    **_CHANGE,
    interpret=of_one_shape(np.add),
)
def assign_add(ref, value):
    """Adds to a variable in place."""
    _check_size(ref, value)
    return ref + value


@op(
    "AssignSub",
    "ref: Ref(T), value: T -> output_ref: Ref(T)",
    **_CHANGE,
    interpret=of_one_shape(np.subtract),
)
def assign_sub(ref, value):
    """Subtracts from a variable in place."""
    _check_size(ref, value)
    return ref - value


@op(
    "IsVariableInitialized",
    "ref: Ref(dtype) -> is_initialized: bool",
    infer=scalar,
    host=True,
    accepts_uninitialized=True,
    grad=no_gradient,
    access="initialized",
)
def is_variable_initialized(ref):
    """True when the session holds a value for the variable."""
    return ref is not None


def _step(count, limit, context):
    if count >= limit:
        raise OutOfRangeError(
            context.op.node_def, context.op, f"Reached limit of {limit}\n\t [[{{{{node {context.op.name}}}}}]]"
        )
    return count + 1, count


@op(
    "CountUpTo",
    "ref: Ref(T) -> output: T",
    types={"T": dtypes.INDEX},
    infer=lambda op: with_rank(op.inputs[0].dims, 0),
    updates=("ref",),
    host=True,
    grad=no_gradient,
)
def count_up_to(ref, *, limit: int, context):
    """Adds 1 to a variable and returns its value from before; OutOfRangeError when that is the limit."""
    return _step(ref, limit, context)


@op(
    "ResourceCountUpTo",
    "resource: resource -> output: T",
    types={"T": dtypes.INDEX},
    attrs={"T": HERE},
    infer=lambda op: with_rank(dims_of(op.inputs[0]), 0),
    updates=("resource",),
    host=True,
    grad=no_gradient,
    stateful=True,
)
def resource_count_up_to(resource, *, limit: int, context):
    """Adds 1 to a variable and returns its value from before; OutOfRangeError when that is the limit."""
    return _step(resource, limit, context)
