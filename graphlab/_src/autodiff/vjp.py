"""The gradient of an operation that has no rule: the vector-Jacobian product of its kernel, as an operation of ours."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dims
from graphlab._src.graph import Operation, Tensor, opdef
from graphlab._src.graph.apply import apply_op
from graphlab._src.graph.constant import group_inputs
from graphlab._src.graph.opdef import GradientRule, OpDef
from graphlab._src.ops.define import no_gradient
from graphlab._src.ops.seed import counted_as

_DIFFERENTIABLE = dtypes.FLOATING | {dtypes.complex64, dtypes.complex128}


def vjp_rule(definition: OpDef) -> GradientRule:
    """The gradient rule of an operation type, made from its kernel; no_gradient where that has none."""
    if definition.host or definition.updates or definition.random or definition.holds_state:
        return no_gradient

    def rule(op: Operation, *grads: Any) -> list[Any]:
        wanted = [_flows(tensor) for tensor in op.inputs]
        given = [grad for grad, tensor in zip(grads, op.outputs, strict=True) if _flows(tensor)]
        if not any(wanted) or not given:
            return [None] * len(wanted)
        values = group_inputs(definition, op, list(op.inputs))
        attrs = {name: op.attrs[name] for name in definition.attrs}
        types = [tensor.dtype.base_dtype for tensor in op.inputs if _flows(tensor)]
        product = _vjp_definition(definition)
        with counted_as(definition.gradient_operations or 1):
            results = iter(
                apply_op(product.name, *values, given, **{str(product.outputs[0].type_attr): types}, **attrs)
            )
        return [next(results) if want else None for want in wanted]

    return rule


def _flows(tensor: Tensor) -> bool:
    return tensor.dtype.base_dtype in _DIFFERENTIABLE


def _vjp_definition(definition: OpDef) -> OpDef:
    """The operation type that computes the product, registered when it is first wanted."""
    name = f"{definition.name}Vjp"
    known = opdef.lookup(name)
    if known is not None:
        return known
    order = name.count("Vjp")  # that of a product has gradients of its own beside those of the product
    grads, given, results = (label if order == 1 else f"{label}{order}" for label in ("grads", "Tgrads", "Tresults"))

    def infer(op: Operation) -> list[Dims]:
        return [tensor.dims for tensor in op.inputs[: -len(op.attrs[given])] if _flows(tensor)]

    return opdef.register(
        dataclasses.replace(
            definition,
            name=name,
            inputs=(*definition.inputs, opdef.Arg(grads, type_attr=given, type_list=True)),
            outputs=(opdef.Arg("input_grads", type_attr=results, type_list=True),),
            attrs={
                **definition.attrs,
                given: opdef.Attr(given, "list(type)"),
                results: opdef.Attr(results, "list(type)"),
            },
            infer=infer,
            kernel=functools.partial(_product, definition),
            fold=None,
            gradient=None,
            gradient_operations=None,
            checks=None,
            doc=f"The vector-Jacobian product of {definition.name}: from gradients of its outputs to those of its inputs.",
        )
    )


def _product(definition: OpDef, *values: Any, **attrs: Any) -> list[Any]:
    """values: the inputs of the operation as arguments of its kernel, then the list of gradients of its outputs."""
    *inputs, grads = values
    kernel: Any = definition.kernel
    leaves, structure = jax.tree_util.tree_flatten(inputs)
    moving = [
        i
        for i, leaf in enumerate(leaves)
        if jnp.issubdtype(leaf.dtype, jnp.inexact) and not isinstance(leaf, np.ndarray)
    ]

    def forward(*points: Any) -> list[Any]:
        full = list(leaves)
        for i, point in zip(moving, points, strict=True):
            full[i] = point
        result = kernel(*jax.tree_util.tree_unflatten(structure, full), **attrs)
        outputs = [item for item in jax.tree_util.tree_leaves(result) if jnp.issubdtype(item.dtype, jnp.inexact)]
        return [output.astype(grad.dtype) for output, grad in zip(outputs, grads, strict=True)]

    _, product = jax.vjp(forward, *[leaves[i] for i in moving])
    # TensorFlow's gradient of a complex tensor points uphill; JAX's is its conjugate.
    cotangents = product([_conjugate(grad) for grad in grads])
    found = dict(zip(moving, [_conjugate(cotangent) for cotangent in cotangents], strict=True))
    return [
        found.get(i, np.zeros(leaf.shape, leaf.dtype))
        for i, leaf in enumerate(leaves)
        if jnp.issubdtype(leaf.dtype, jnp.inexact)
    ]


def _conjugate(value: Any) -> Any:
    return jnp.conj(value) if jnp.iscomplexobj(value) else value
