"""Recurrent cells: LSTM and GRU."""

from collections.abc import Collection
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.constant import constant_value
from graphlab._src.viz.explanation.expressions import formula, short_name
from graphlab._src.viz.explanation.matching import either, number_text, source
from graphlab._src.viz.explanation.sentences import Sentence

_SUMS = ("Add", "AddV2", "BiasAdd")


def lstm(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """h = σ(o) ⊙ tanh(c), c = σ(f) ⊙ c' + σ(i) ⊙ tanh(j), where i, j, f and o are parts of one product."""
    product = source(output, "Mul")
    if product is None or product not in inside:
        return None
    found = either(product, lambda one: source(one, "Tanh"), _gate)
    if found is None:
        return None
    squashed, out_gate = found
    total = source(squashed.inputs[0], "Add", "AddV2")
    if total is None:
        return None
    parts = either(
        total,
        lambda one: _gated(one, lambda other: source(other, "Tanh")),
        lambda one: _gated(one, lambda other: other),
    )
    if parts is None:
        return None
    (candidate, in_gate), (_, forget_gate) = parts
    gates = [_part(one.inputs[0]) for one in (out_gate, in_gate, forget_gate, candidate)]
    splits = [part for part in gates if part is not None]
    if len(splits) != 4 or len({split[0] for split in splits}) != 1 or len({split[1] for split in splits}) != 4:
        return None
    units = output.dims[-1] if output.dims else None
    size = f" of {units} units" if units is not None else ""
    bias = splits[2][2]  # what is added to the forget gate
    forget = f"σ(f + {bias})" if bias else "σ(f)"
    return [
        f"LSTM cell{size}: the new state is c' = {forget} ⊙ c + σ(i) ⊙ tanh(j), the output h' = σ(o) ⊙ tanh(c'); "
        f"the gates i, f, o and the candidate j are parts of {_parts_of(splits[0][0], inside)}."
    ]


def _gate(tensor: Tensor) -> Any:
    return source(tensor, "Sigmoid")


def _gated(tensor: Tensor, other: Any) -> tuple[Any, Any] | None:
    """(what is gated, its Sigmoid) of an element-wise product."""
    op = source(tensor, "Mul")
    return None if op is None else either(op, other, _gate)


def _part(tensor: Tensor) -> tuple[Any, int, str] | None:
    """(Split, which of its parts, what is added) of a part of a Split, or a part plus a number."""
    added = ""
    op = tensor.op
    if op.type in _SUMS and constant_value(op.inputs[1]) is not None:
        added = number_text(op.inputs[1])
        tensor = op.inputs[0]
    return (tensor.op, tensor.value_index, added) if tensor.op.type in ("Split", "SplitV") else None


def _parts_of(split: Any, inside: Collection[Operation]) -> str:
    whole = split.inputs[1] if split.type == "Split" else split.inputs[0]
    return formula(whole, inside) or short_name(whole)


def gru(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """h' = u ⊙ h + (1 - u) ⊙ c."""
    total = source(output, "Add", "AddV2")
    if total is None or total not in inside:
        return None
    products = [source(one, "Mul") for one in total.inputs]
    if None in products:
        return None
    for old, new in (products, products[::-1]):
        found = either(new, lambda one: source(one, "Sub"), lambda one: source(one, "Tanh"))
        if found is None or number_text(found[0].inputs[0]) != "1":
            continue
        update = found[0].inputs[1]
        if update.op.type != "Split" or source(update.op.inputs[1], "Sigmoid") is None or update not in old.inputs:
            continue
        others = [tensor for tensor in update.op.outputs if tensor is not update]
        if len(others) != 1 or not any(user.type == "Mul" for user in others[0].consumers()):
            continue
        units = output.dims[-1] if output.dims else None
        size = f" of {units} units" if units is not None else ""
        return [
            f"GRU cell{size}: the new state is h' = u ⊙ h + (1 - u) ⊙ c; the update gate u and the reset gate r are the "
            f"parts of {_parts_of(update.op, inside)}, and the candidate is c = {formula(found[1].outputs[0], inside)}."
        ]
    return None
