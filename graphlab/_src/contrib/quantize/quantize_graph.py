"""Graphs that are rewritten for quantization."""

from graphlab._src.contrib.quantize.fold_fused import fold_fused_batch_norms
from graphlab._src.contrib.quantize.fold_unfused import fold_unfused_batch_norms
from graphlab._src.contrib.quantize.insertion import quantize
from graphlab._src.graph import get_default_graph


def create_training_graph(input_graph=None, quant_delay=0):
    """Rewrites a graph, the default one when left out, for training with quantized weights and activations.

    Call it when the loss is there, before an optimizer has added operations.  Batch norms are folded into weights;
    weights and activations have 8 bits, and ranges that are measured.
    quant_delay: the number of steps without quantization.
    ValueError when the graph is trained already.
    """
    _rewrite(input_graph, is_training=True, quant_delay=quant_delay)


def create_eval_graph(input_graph=None):
    """Rewrites a graph like create_training_graph, with the ranges that a checkpoint of training holds."""
    _rewrite(input_graph, is_training=False)


def experimental_create_training_graph(
    input_graph=None,
    weight_bits=8,
    activation_bits=8,
    symmetric=False,
    quant_delay=0,
    freeze_bn_delay=None,
    scope=None,
):
    """create_training_graph with other numbers of bits.

    symmetric: ranges that reach as far below zero as above.  scope: quantize only what is in that name scope.
    freeze_bn_delay: the number of steps after which batch norms use their moving averages.
    """
    _rewrite(input_graph, True, weight_bits, activation_bits, symmetric, quant_delay, freeze_bn_delay, scope)


def experimental_create_eval_graph(
    input_graph=None, weight_bits=8, activation_bits=8, symmetric=False, quant_delay=None, scope=None
):
    """create_eval_graph with other numbers of bits; see experimental_create_training_graph."""
    _rewrite(input_graph, False, weight_bits, activation_bits, symmetric, quant_delay, None, scope)


def _rewrite(
    graph,
    is_training,
    weight_bits=8,
    activation_bits=8,
    symmetric=False,
    quant_delay=None,
    freeze_bn_delay=None,
    scope=None,
):
    graph = get_default_graph() if graph is None else graph
    trained = {op.type for op in graph.get_operations() if "Apply" in op.type}
    trained = {name for name in trained if name.removeprefix("Resource").removeprefix("Sparse").startswith("Apply")}
    if trained:
        raise ValueError(f"Training op found in graph, exiting {trained}")
    with graph.as_default():
        fold_fused_batch_norms(graph, is_training, freeze_bn_delay)
        fold_unfused_batch_norms(graph, is_training, freeze_bn_delay)
        quantize(
            graph,
            is_training,
            quant_delay=quant_delay,
            weight_bits=weight_bits,
            activation_bits=activation_bits,
            symmetric=symmetric,
            scope=scope,
        )
