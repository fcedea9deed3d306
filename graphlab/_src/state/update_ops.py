"""Operations that change variables, most of them pairs: one on references, which it returns, and one on resource handles."""

import re
from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, opdef
from graphlab._src.graph.references import owner_of, state_dims
from graphlab._src.ops.define import op


class UpdateOp:
    """Adds an operation that changes variables; whether the first input is a handle says which of the pair.

    The one on references returns a reference to the new value, the one on handles the Operation. Some have no one on references.
    """

    def __init__(self, on_references, on_handles):
        self.on_references = on_references
        self.on_handles = on_handles

    def __call__(self, variable, *inputs, name=None, **attrs) -> Any:
        on_handles = isinstance(variable, Tensor) and variable.dtype is dtypes.resource
        add = self.on_handles if on_handles or self.on_references is None else self.on_references
        return add(variable, *inputs, name=name, **attrs)


def dims_of(tensor) -> Any:
    """The static shape of the value that a reference or a handle refers to."""
    if tensor.dtype is not dtypes.resource:
        return tensor.dims
    owner = owner_of(tensor)
    return None if owner is None else state_dims(owner)


def update_op(
    op_type,
    signature,
    updates,
    *,
    on_handles=None,
    check=None,
    types,
    handle_types=None,
    attrs=None,
    handle_attrs=None,
    changes_pinned=False,
    on_references=True,
    **options,
) -> Callable[[Callable], UpdateOp]:
    """A decorator that registers a kernel as two operation types and returns the UpdateOp that adds either.

    The one on references is named op_type, the one on handles Resource<op_type>.
    signature: of the first.  on_handles: of the second, where more than Ref(T) is different.
    updates: the names of the inputs that the kernel returns new values for.
    check(op, dims): raises ShapeError when the inputs don't fit a variable of these dims.
    types, attrs: as for @op; those of the second type are the same unless given as handle_types, handle_attrs.
    changes_pinned: a capability of the first type alone.  on_references: False where TensorFlow has only the second type.
    """
    if on_handles is None:
        on_handles = re.sub(r"Ref\(\w+\)", "resource", signature.partition("->")[0]) + "->"
    names = {
        reference.name: handle.name
        for reference, handle in zip(opdef.parse(signature)[0], opdef.parse(on_handles)[0], strict=True)
    }

    def checked(op):
        if check is not None:
            check(op, dims_of(op.inputs[0]))
        return op.inputs[0].dims

    def nothing(op):
        checked(op)
        return []

    def decorate(kernel):
        references = None
        if on_references:
            references = op(
                op_type,
                signature,
                types=types,
                infer=checked,
                updates=updates,
                attrs=attrs,
                changes_pinned=changes_pinned,
                **options,
            )(kernel)
        handles = op(
            f"Resource{op_type}",
            on_handles,
            types=types if handle_types is None else handle_types,
            infer=nothing,
            updates=[names[name] for name in updates],
            attrs=attrs if handle_attrs is None else handle_attrs,
            stateful=True,
            **options,
        )(kernel)
        return UpdateOp(references, handles)

    return decorate
