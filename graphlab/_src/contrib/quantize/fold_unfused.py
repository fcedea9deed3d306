"""Folding of batch norms that tf.contrib.layers.batch_norm(fused=False) has put together, found by their names."""

import re
from typing import Any

from graphlab._src.contrib.quantize.common import SKIPPED_PREFIXES, consumers_of, reroute_tensor
from graphlab._src.contrib.quantize.folding import BatchNorm, channels, corrections, with_operands
from graphlab._src.ops.arithmetic import add, multiply
from graphlab._src.ops.constants import ones
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.space import batch_to_space_nd
from graphlab._src.state.variable_scope import get_variable_scope

_BATCH_NORM = re.compile(r"^(.*)BatchNorm/batchnorm")


def fold_unfused_batch_norms(graph, is_training, freeze_batch_norm_delay):
    """Folds the unfused batch norms of a graph; the activation after one, or a sum with a bypass, uses the folded one."""
    for context in _contexts(graph):
        norm = f"{context}BatchNorm/batchnorm_1/"
        scaled = [op for op in consumers_of(graph.get_operation_by_name(f"{norm}Rsqrt")) if op.type == "Mul"]
        if not graph.get_operation_by_name(f"{norm}add_1").outputs[0].consumers():
            continue
        shift, folded = _fold(graph, context, len(scaled) == 1, freeze_batch_norm_delay, is_training)
        user = _activation(graph, context)
        if user is None:
            above = context.rpartition("/")[0].rpartition("/")[0]
            user = graph.get_operation_by_name(f"{above}/AddV2" if above else "AddV2")
        if reroute_tensor(folded, shift, can_modify=[user]) != 1:
            raise ValueError(f"Unexpected inputs to op: {user.name}")


def _contexts(graph):
    """What precedes BatchNorm in the names of the batch norms."""
    found = (_BATCH_NORM.search(op.name) for op in graph.get_operations())
    return list(dict.fromkeys(one[1] for one in found if one and not one[1].startswith(SKIPPED_PREFIXES)))


def _activation(graph, context):
    for name in ("Relu6", "Relu", "Identity"):
        try:
            return graph.get_operation_by_name(context + name)
        except KeyError:
            pass
    return None


def _best(graph, suffix, context):
    """The output of the operation whose name ends so and has most folders in common with the context, or None."""
    folders = set(context.split("/"))
    counts = {
        op.name: len(folders & set(op.name.split("/"))) for op in graph.get_operations() if op.name.endswith(suffix)
    }
    counts = {name: count for name, count in counts.items() if count or not context}
    return graph.get_tensor_by_name(max(counts, key=counts.__getitem__) + ":0") if counts else None


def _parameters(graph, context, has_scaling):
    resource = get_variable_scope().use_resource
    read = "Read/ReadVariableOp" if resource else "read"

    def tensor(name):
        return _best(graph, f"BatchNorm/{name}", context)

    moving_mean: Any = tensor(f"moving_mean/{read}")
    if has_scaling:
        gamma = tensor(f"gamma/{read}" if resource else "gamma")
    else:
        gamma = ones(moving_mean.shape)
    return BatchNorm(
        gamma,
        tensor("moments/Squeeze"),
        tensor("moments/Squeeze_1"),
        tensor("batchnorm_1/add/y"),
        moving_mean,
        tensor(f"moving_variance/{read}"),
        tensor("AssignMovingAvg/decay"),
        tensor("AssignMovingAvg_1/decay"),
    )


def _fold(graph, context, has_scaling, freeze_batch_norm_delay, is_training):
    """(output of a batch norm, the folded one)."""
    norm = f"{context}BatchNorm/batchnorm_1/"
    scale = graph.get_operation_by_name(norm + ("mul_1" if has_scaling else "mul"))
    product, spaced = scale.inputs[0].op, None
    if product.type == "BatchToSpaceND":
        spaced, product = product, product.inputs[0].op
    weights, factor = product.inputs[1], scale.inputs[1]
    correction = None
    parameters = _parameters(graph, context, has_scaling)
    if is_training:
        correction, inverse, offset = corrections(parameters, freeze_batch_norm_delay, context)
    if product.type == "DepthwiseConv2dNative":
        factor = graph.get_operation_by_name(norm + ("mul" if has_scaling else "Rsqrt")).outputs[0]
        factor = reshape(factor, channels(weights), f"{context}scale_reshape")
        if correction is not None:
            correction = reshape(correction, channels(weights), f"{context}correction_reshape")
    elif product.type not in ("Conv2D", "MatMul"):
        raise ValueError(f"Cannot handle operation of type: {product.type}")
    if correction is not None:
        weights = multiply(correction, weights, f"{context}correction_mult")
    weights = multiply(weights, factor, name=f"{context}mul_fold")
    folded = with_operands(product, product.inputs[0], weights, f"{product.name}_Fold")
    if spaced is not None:
        folded = batch_to_space_nd(folded, *spaced.inputs[1:], name=f"{spaced.name}_Fold")
    if correction is not None:
        folded = multiply(inverse, folded, f"{context}post_conv_mul")
        folded = add(folded, offset, f"{context}correction_add")
    shift = graph.get_operation_by_name(f"{norm}add_1")
    return shift.outputs[0], add(folded, shift.inputs[1], name=f"{context}add_fold")
