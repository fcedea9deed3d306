"""Cross entropies of probabilities; where those were made of logits by a softmax or sigmoid, of the logits."""

from typing import Any

from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.references import is_identity
from graphlab._src.keras.layers.backend_config import epsilon
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
    sparse_softmax_cross_entropy_with_logits,
)
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import transpose


def _source(output, function):
    """The logits that such an operation, by what adds it to the graph, made the probabilities of, or None."""
    while is_identity(output.op):
        output = output.op.inputs[0]
    return output.op.inputs[0] if output.op.type == function.op_type else None


def _clipped(output) -> Any:
    least = constant(epsilon(), output.dtype.base_dtype)
    return clip_by_value(output, least, 1.0 - least)


def categorical_crossentropy(target, output: Any, from_logits=False, axis=-1):
    """-Σ target·log(output) along an axis. target: probabilities.  from_logits: whether output is before the softmax."""
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    if not from_logits:
        logits = _source(output, raw_ops.Softmax)
        if logits is None:
            output = output / reduce_sum(output, axis, keepdims=True)
            return -reduce_sum(target * log(_clipped(output)), axis)
        output = logits
    return softmax_cross_entropy_with_logits_v2(labels=target, logits=output, axis=axis)


def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1):
    """-log(output[target]). target: the numbers of classes.  from_logits: whether output is before the softmax."""
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    if not from_logits:
        logits = _source(output, raw_ops.Softmax)
        output = log(_clipped(output)) if logits is None else logits
    rank = output.shape.ndims
    if rank is not None:
        axis %= rank
        if axis != rank - 1:
            output = transpose(output, [*range(axis), *range(axis + 1, rank), axis])
    elif axis != -1:
        raise ValueError(
            f"Cannot compute sparse categorical crossentropy with `axis={axis}` on an output tensor with unknown rank"
        )
    target = cast(target, "int64")
    sizes = shape(output)
    if rank is None or target.shape.ndims in (None, rank - 1):
        return sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
    found = sparse_softmax_cross_entropy_with_logits(
        labels=reshape(target, [-1]), logits=reshape(output, [-1, sizes[-1]])
    )
    return reshape(found, sizes[:-1]) if rank >= 3 else found


def binary_crossentropy(target, output: Any, from_logits=False):
    """-target·log(output) - (1 - target)·log(1 - output). from_logits: whether output is before the sigmoid."""
    target, output = convert_to_tensor(target), convert_to_tensor(output)
    if not from_logits:
        logits = _source(output, raw_ops.Sigmoid)
        if logits is None:
            output = _clipped(output)
            found = target * log(output + epsilon())
            found += (1 - target) * log(1 - output + epsilon())
            return -found
        output = logits
    return sigmoid_cross_entropy_with_logits(labels=target, logits=output)
