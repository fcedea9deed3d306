"""Fake quantization of weights and activations: where it goes, and putting it there."""

import collections
import logging

from graphlab._src.contrib.quantize.common import consumers_of, quantization_step, reroute_tensor
from graphlab._src.contrib.quantize.layers import find_layers
from graphlab._src.contrib.quantize.quant_ops import LastValueQuantize, MovingAvgQuantize
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.control_flow.cond import cond

_FAKE = ("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxVarsPerChannel")
_SUMS = ("Add", "AddV2", "Mul")
_RELUS = ("Relu", "Relu6")
_PASSING = ("Reshape", "Identity", "BatchToSpaceND", "SpaceToBatchND", "MaxPool", "Max")
_log = logging.getLogger("graphlab")

Settings = collections.namedtuple(
    "Settings", "is_training weight_bits activation_bits symmetric ema_decay quant_delay collection scope"
)


def quantize(
    graph,
    is_training,
    weight_bits=8,
    activation_bits=8,
    symmetric=False,
    ema_decay=0.999,
    quant_delay=None,
    vars_collection=GraphKeys.GLOBAL_VARIABLES,
    scope=None,
):
    """Puts fake quantization after the weights and the activations of all layers of a graph.

    weight_bits, activation_bits: of the numbers.  ema_decay: of the ranges of activations.
    quant_delay: the number of steps without quantization.  scope: only in the layers whose names begin with it.
    """
    scope = scope if not scope or scope.endswith("/") else scope + "/"
    settings = Settings(
        is_training, weight_bits, activation_bits, symmetric, ema_decay, quant_delay, vars_collection, scope
    )
    quantized = set()
    for layer in find_layers(graph):
        _quantize_layer(layer, settings, quantized)
    plain = settings._replace(symmetric=False)
    for op in graph.get_operations():
        if _is_sum_of_quantized(op, quantized):
            _insert(f"{op.name}/activation_{op.type}_quant", op, consumers_of(op), plain, within="producer")


def _quantize_layer(layer, settings, quantized):
    context = _parent(layer.op.name)
    if layer.weights is not None:
        weights = layer.weights.op
        _insert(_join(context, "weights_quant"), weights, consumers_of(weights), settings, True, within="consumer")
    outer = _parent(context) if layer.bypass is not None else context
    if layer.activation is not None:
        _insert(
            _join(outer, "act_quant"),
            layer.activation,
            consumers_of(layer.activation),
            settings,
            init_min=0.0,
            within="producer",
        )
        quantized.add(layer.activation)
    if layer.bypass is not None:
        _insert(_join(context, "conv_quant"), layer.biased, consumers_of(layer.biased), settings, within="both")
        quantized.add(layer.biased)
        if not _followed_by(layer.bypass, (*_RELUS, "Identity")):
            _insert(_join(outer, "add_quant"), layer.bypass, consumers_of(layer.bypass), settings, within="both")
            quantized.add(layer.bypass)
    late = layer.late_bypass
    if late is not None and not _followed_by(late, _RELUS):
        name = _join(_parent(late.name), "post_activation_bypass_quant")
        _insert(name, late, consumers_of(late), settings, within="producer")
        quantized.add(late)


def _parent(name):
    return name.rpartition("/")[0]


def _join(context, name):
    return f"{context}/{name}" if context else name


def _followed_by(op, types):
    return any(one.type in types for one in consumers_of(op))


def _is_sum_of_quantized(op, quantized):
    """True for a sum or product, not followed by a relu alone, of something that was quantized."""
    if op in quantized or op.type not in _SUMS:
        return False
    consumers = op.outputs[0].consumers()
    if len(consumers) == 1 and consumers[0].type in _RELUS:
        return False
    for tensor in op.inputs:
        source = tensor.op
        while source.type in _PASSING:
            source = source.inputs[0].op
        if source.type == "FakeQuantWithMinMaxVars" or source.name.find("delayed_quant/Merge") > 0:
            return True
        if source.type in _SUMS and any(_is_sum_of_quantized(one.op, quantized) for one in source.inputs):
            return True
    return False


def _is_faked(tensor):
    """True where a fake quantization follows, beyond reshapes."""
    waiting = list(tensor.consumers())
    while waiting:
        op = waiting.pop()
        if op.type in _FAKE:
            return True
        if op.type in ("Reshape", "Identity"):
            waiting += [one for output in op.outputs for one in output.consumers()]
    return False


def _insert(name, producer, consumers, settings, of_weights=False, init_min=-6.0, within="both"):
    """Puts fake quantization of the producer's output before its consumers.

    within: which of producer and consumers have to be in the scope of the settings.
    """
    scope = settings.scope
    if scope:
        checked = [producer] if within != "consumer" else []
        checked += consumers if within != "producer" else []
        if not all(op.name.startswith(scope) for op in checked):
            _log.info("%s is not quantized: it is not in the scope %s", producer.name, scope)
            return
    open_scope = get_default_graph().get_name_scope()
    name = name.removeprefix(open_scope + "/") if open_scope else name
    inputs = producer.outputs[0]
    if _is_faked(inputs):
        return
    common = {
        "init_min": init_min,
        "init_max": 6.0,
        "is_training": settings.is_training,
        "num_bits": settings.weight_bits if of_weights else settings.activation_bits,
        "symmetric": settings.symmetric,
        "vars_collection": settings.collection,
        "name_prefix": name,
    }
    if of_weights:
        quantized = LastValueQuantize(inputs, narrow_range=True, **common)
    else:
        quantized = MovingAvgQuantize(inputs, ema_decay=settings.ema_decay, **common)
    if settings.quant_delay and settings.quant_delay > 0:
        begun = greater_equal(quantization_step(), settings.quant_delay, name=f"{name}/activate_quant")
        now = quantized
        quantized = cond(begun, lambda: now, lambda: inputs, name=f"{name}/delayed_quant")
    if consumers and reroute_tensor(quantized, inputs, can_modify=consumers) < len(consumers):
        raise ValueError(f"No inputs quantized for ops: [{', '.join(op.name for op in consumers)}]")
