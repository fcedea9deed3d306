"""Optionals: values that may be missing. Branches return in them what their gradients need of the one that ran."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.compiler.control_flow.optional_value import Maybe
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.ops.define import SHAPES, no_gradient, op, scalar
from graphlab._src.ops.element_checks import check


def _held(optional) -> Any:
    return optional[()] if isinstance(optional, np.ndarray) else optional


def _from_value_grad(op, doptional):
    kind = {
        "output_types": [one.dtype.base_dtype for one in op.inputs],
        "output_shapes": [one.dims for one in op.inputs],
    }
    return list(optional_get_value(doptional, **kind))


@op(
    "OptionalFromValue",
    "components: *Toutput_types -> optional: variant",
    infer=scalar,
    host=UNLESS_KNOWN,
    lists=True,
    grad=_from_value_grad,
)
def optional_from_value(components):
    """An Optional with a value."""
    return Maybe(components)


@op("OptionalNone", "-> optional: variant", infer=scalar, host=UNLESS_KNOWN, lists=True, grad=no_gradient)
def optional_none():
    """An Optional without a value."""
    return Maybe(None)


@op(
    "OptionalHasValue",
    "optional: variant -> has_value: bool",
    infer=scalar,
    host=UNLESS_KNOWN,
    lists=True,
    grad=no_gradient,
)
def optional_has_value(optional):
    """Whether an Optional has a value."""
    return np.asarray(_held(optional).present)


@op(
    "OptionalGetValue",
    "optional: variant -> components: *output_types",
    infer=lambda op: op.attrs["output_shapes"],
    host=UNLESS_KNOWN,
    lists=True,
    grad=lambda op, *grads: optional_from_value(list(grads)),
)
def optional_get_value(optional, *, output_types: list[dtypes.DType], output_shapes: SHAPES):
    """The value of an Optional; InvalidArgumentError when it has none."""
    found = _held(optional)
    if found.alternatives is not None:
        return found.alternative(output_types, output_shapes)
    element = found.element
    if element is None:
        raise InvalidArgumentError(None, None, "The given optional does not have a value.")
    check(element, output_types, output_shapes)
    return element
