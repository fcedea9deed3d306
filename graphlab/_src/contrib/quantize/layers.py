"""The layers of a graph: products with weights, what is added to them, and the activation after it."""

import collections
import itertools

from graphlab._src.contrib.quantize.graph_matcher import GraphMatcher, OneofPattern, OpTypePattern

_PRODUCTS = "Conv2D|MatMul|DepthwiseConv2dNative"
_SUM = "Add|AddV2"

# op: the product.  weights: a tensor.  biased: the sum with a bias.  bypass: a sum with another layer's output.
# late_bypass: the same behind the activation.
Layer = collections.namedtuple("Layer", "op weights activation bypass late_bypass biased")


class _Patterns:
    def __init__(self):
        variable = OpTypePattern("Variable|VariableV2")
        part = OpTypePattern("Identity", inputs=[variable])
        parts = OpTypePattern("ConcatV2", inputs=[part, "*", "*"])
        self.read = OpTypePattern("Identity", inputs=[OneofPattern([part, parts, variable])])
        self.read_resource = OpTypePattern("ReadVariableOp")
        self.folded = OpTypePattern("Mul")
        weights = OneofPattern([self.read, self.read_resource, self.folded])
        self.product = OpTypePattern(_PRODUCTS, inputs=["*", weights], ordered_inputs=False)
        spaced = OpTypePattern("BatchToSpaceND", inputs=[self.product, "*", "*"])
        output = OneofPattern([spaced, self.product])
        self.separable = OpTypePattern(_PRODUCTS, inputs=[output, "*"], ordered_inputs=False)
        corrected = OpTypePattern("Mul", inputs=["*", output], ordered_inputs=False)
        corrected = OpTypePattern(_SUM, inputs=[corrected, "*"], ordered_inputs=False)
        self.folded_bias = OpTypePattern(_SUM, inputs=[corrected, "*"], ordered_inputs=False)
        normalized = OpTypePattern("Identity", inputs=[self.folded_bias])
        self.bias = OpTypePattern(f"{_SUM}|BiasAdd", inputs=[output, "*"], ordered_inputs=False)
        biased = [self.bias, self.folded_bias, normalized]
        self.bypass = OpTypePattern(_SUM, inputs=[OneofPattern(biased), "*"], ordered_inputs=False)
        self.activation = OpTypePattern(
            "Relu|Relu6|Identity", inputs=[OneofPattern([*biased, self.bypass, self.product])]
        )
        self.late_bypass = OpTypePattern(_SUM, inputs=["*", self.activation], ordered_inputs=False)

    def weights_in(self, match, folded=True):
        tensors = [match.get_tensor(self.read), match.get_tensor(self.read_resource)]
        tensors += [match.get_tensor(self.folded)] if folded else []
        return next((one for one in tensors if one is not None), None)

    def biased_in(self, match):
        found = match.get_op(self.bias)
        return match.get_op(self.folded_bias) if found is None else found


def find_layers(graph):
    """The Layers of a graph, each once: first those with a late bypass, then those with an activation, then the others."""
    patterns = _Patterns()
    found = {}
    for layer in itertools.chain(
        _with_late_bypass(graph, patterns),
        _with_activation(graph, patterns),
        _with_bias_alone(graph, patterns),
        _separable(graph, patterns),
    ):
        found.setdefault(layer.op, layer)
    return list(found.values())


def _with_late_bypass(graph, p):
    for match in GraphMatcher(p.late_bypass).match_graph(graph):
        yield Layer(
            match.get_op(p.product),
            p.weights_in(match),
            match.get_op(p.activation),
            match.get_op(p.bypass),
            match.get_op(p.late_bypass),
            p.biased_in(match),
        )


def _with_activation(graph, p):
    for match in GraphMatcher(p.activation).match_graph(graph):
        activation = match.get_op(p.activation)
        if not _feeds_batch_norm_alone(activation):
            yield Layer(
                match.get_op(p.product),
                p.weights_in(match),
                activation,
                match.get_op(p.bypass),
                None,
                p.biased_in(match),
            )


def _with_bias_alone(graph, p):
    for match in GraphMatcher(OneofPattern([p.bias, p.folded_bias])).match_graph(graph):
        yield Layer(match.get_op(p.product), p.weights_in(match), p.biased_in(match), None, None, None)


def _separable(graph, p):
    for match in GraphMatcher(p.separable).match_graph(graph):
        op = match.get_op(p.product)
        yield Layer(op, p.weights_in(match, folded=False), op, None, None, None)


def _feeds_batch_norm_alone(op):
    consumers = op.outputs[0].consumers()
    return op.type == "Identity" and len(consumers) == 1 and consumers[0].type in ("FusedBatchNorm", "FusedBatchNormV3")
