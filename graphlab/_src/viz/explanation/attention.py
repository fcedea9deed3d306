"""Dot-product attention."""

from collections.abc import Collection
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.viz.explanation.expressions import formula
from graphlab._src.viz.explanation.matching import source
from graphlab._src.viz.explanation.sentences import Sentence

_PRODUCTS = ("MatMul", "BatchMatMul", "BatchMatMulV2")
_BETWEEN = ("Add", "AddV2", "Sub", "Mul", "RealDiv")  # scales and masks
_MOST = 6  # operations between the product and its softmax


def attention(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """softmax(q·kᵀ)·v, the product scaled or with a mask added."""
    product = source(output, *_PRODUCTS)
    weights = None if product is None else source(product.inputs[0], "Softmax")
    inner = None if weights is None else _scores(weights.inputs[0])
    if product is None or weights is None or inner is None:
        return None
    steps: set[Any] = {product, weights, *inner}
    if not steps <= set(inside):
        return None
    text = formula(output, steps)
    return [f"Dot-product attention: {text}."] if text else None


def _scores(tensor: Tensor) -> list[Any] | None:
    """The operations from a product of two tensors to the input of a softmax; None where there is no such product."""
    found: list[Any] = []
    while len(found) < _MOST:
        op = source(tensor, *_PRODUCTS, *_BETWEEN)
        if op is None:
            return None
        found.append(op)
        if op.type in _PRODUCTS:
            return found
        following = [one for one in op.inputs if source(one, *_PRODUCTS, *_BETWEEN) is not None]
        if len(following) != 1:
            return None
        tensor = following[0]
    return None
