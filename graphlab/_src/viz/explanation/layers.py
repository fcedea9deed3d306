"""The layers that operations are recognized as, each by how they are connected, never by a name."""

from collections.abc import Collection
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.viz.explanation.attention import attention
from graphlab._src.viz.explanation.choices import before_branch, is_choice, predicate_of
from graphlab._src.viz.explanation.expressions import short_name
from graphlab._src.viz.explanation.matching import either, number_text, source
from graphlab._src.viz.explanation.phrases import phrase
from graphlab._src.viz.explanation.recurrent_cells import gru, lstm
from graphlab._src.viz.explanation.sentences import Sentence
from graphlab._src.viz.explanation.weighted_layers import embedding, weighted

_BATCH_NORMS = ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")


def layer(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """What an output of these operations is the result of: a dense layer, an LSTM cell; None for what is not recognized."""
    for recognize in (lstm, gru, attention, weighted, embedding, _dropout, _batch_norm):
        found = recognize(output, inside)
        if found is not None:
            return found
    return None


def _dropout(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """x / keep_prob times a mask of what a random number is compared with."""
    chosen = source(output, "Merge")
    if chosen is not None and len(chosen.inputs) == 2 and chosen in inside and is_choice(chosen):
        passes, drops = chosen.inputs
        sentence = _dropout(drops, inside) if source(passes, "Switch") is not None else None
        condition = "" if sentence is None else predicate_of(chosen).name
        return sentence and [f"{sentence[0]}"[:-1], f", where {condition} is true; else its input passes unchanged."]
    product = source(output, "Mul")
    if product is None or product not in inside:
        return None

    def mask(tensor: Tensor) -> Any:
        cast = source(tensor, "Cast")
        compared = None if cast is None else source(cast.inputs[0], "GreaterEqual")
        return compared if compared is not None and _is_uniform(compared.inputs[0]) else None

    def scaled(tensor: Tensor) -> Any:
        op = source(tensor, "Mul", "RealDiv")
        return op if op is not None and op in inside else None

    found = either(product, scaled, mask)
    if found is None:
        return None
    rate = number_text(found[1].inputs[1]) or short_name(found[1].inputs[1])
    scales = {number_text(one) for one in found[0].inputs} - {""} if found[0].type == "Mul" else set[str]()
    factor = f", and multiplies the others by {scales.pop()}" if len(scales) == 1 else ""
    return [f"Dropout: sets each element to 0 with probability {rate}{factor}."]


def _is_uniform(tensor: Tensor) -> bool:
    """Whether a tensor is drawn between 0 and 1: RandomUniform, times 1, plus 0, as tf.random_uniform writes it."""
    op = tensor.op
    for types, number in ((("Add", "AddV2"), "0"), (("Mul",), "1")):
        if op.type in types:
            if number_text(op.inputs[1]) != number:
                return False
            op = op.inputs[0].op
    return op.type == "RandomUniform"


def _batch_norm(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """One FusedBatchNorm, or a choice between one of training and one of inference."""
    op = source(output, "Merge", *_BATCH_NORMS)
    if op is None or op not in inside:
        return None
    text = "Batch normalization: (x - mean) / sqrt(variance + epsilon) · scale + offset for each channel"
    if op.type != "Merge":
        return [f"{text}, {phrase(op)}."]
    parts = [source(one, *_BATCH_NORMS) for one in op.inputs]
    if not is_choice(op) or None in parts or [part.attrs["is_training"] for part in parts] != [False, True]:
        return None
    mean, variance = (before_branch(one) for one in parts[0].inputs[3:5])
    return [
        f"{text}. Where {predicate_of(op).name} is true, mean and variance are those of the batch itself, else the values of "
        f"{short_name(mean)} and {short_name(variance)}."
    ]
