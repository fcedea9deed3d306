"""Folding of FusedBatchNorm: its scale goes into the weights before it, its shift into a sum."""

from graphlab._src.autodiff.registry import RegisterGradient
from graphlab._src.base import dtypes
from graphlab._src.contrib.quantize.common import reroute_tensor
from graphlab._src.contrib.quantize.folding import BatchNorm, channels, corrections, with_operands
from graphlab._src.contrib.quantize.graph_matcher import GraphMatcher, OneofPattern, OpTypePattern
from graphlab._src.graph.attrs import to_proto
from graphlab._src.ops.arithmetic import add, multiply, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.power import rsqrt
from graphlab._src.ops.shape import reshape, size
from graphlab._src.ops.space import batch_to_space_nd


def fold_fused_batch_norms(graph, is_training, freeze_batch_norm_delay):
    """Folds the fused batch norms of a graph that follow a product; what used their outputs uses the folded ones."""
    for layer, spaced, norm_op, output, norm, inputs, weights, beta in _found(graph):
        scope, slash, name = layer.name.rpartition("/")
        scope += slash
        correction = None
        with graph.as_default(), graph.name_scope(scope):
            with graph.name_scope(f"{scope}BatchNorm_Fold/"):
                scale = norm.gamma * rsqrt(norm.variance + norm_op.get_attr("epsilon"))
                bias = subtract(beta, norm.mean * scale, name="bias")
                if is_training:
                    correction, inverse, offset = corrections(norm, freeze_batch_norm_delay)
                if layer.type == "DepthwiseConv2dNative":
                    scale = reshape(scale, channels(weights), name="scale_reshape")
                    if correction is not None:
                        correction = reshape(correction, channels(weights), name="correction_reshape")
            if correction is not None:
                weights = multiply(correction, weights, name="correction_mult")
            folded = with_operands(layer, inputs, multiply(weights, scale, name="mul_fold"), f"{name}_Fold")
            if spaced is not None and layer.type == "DepthwiseConv2dNative":
                spaced = layer.outputs[0].consumers()[0]
                folded = batch_to_space_nd(folded, *spaced.inputs[1:], name=spaced.name.rpartition("/")[2] + "_Fold")
            if correction is not None:
                folded = add(multiply(inverse, folded, name="post_conv_mul"), offset, "correction_add")
            if not reroute_tensor(add(folded, bias, name="add_fold"), output):
                raise ValueError(f"Folding batch norms failed, {output.name} had no outputs.")


def _found(graph):
    """What is folded: (product, BatchToSpaceND or None, batch norm, output, BatchNorm, input, weights, beta)."""
    inputs, weights = OpTypePattern("*"), OpTypePattern("*")
    gamma, beta, mean, variance = (OpTypePattern("*") for _ in range(4))
    product = OpTypePattern("Conv2D|DepthwiseConv2dNative|MatMul", inputs=[inputs, weights])
    spaced = OpTypePattern("BatchToSpaceND", inputs=[product, "*", "*"])
    passed = OpTypePattern("Identity", inputs=[OneofPattern([spaced, product])])
    output = OneofPattern([passed, product, spaced])
    reshaped = OpTypePattern("Reshape", inputs=[output, "*"])
    norm = OpTypePattern(
        "FusedBatchNorm|FusedBatchNormV3", inputs=[OneofPattern([reshaped, output]), gamma, beta, mean, variance]
    )
    flat = OpTypePattern("Reshape", inputs=[norm, "*"])
    before, decay = OpTypePattern("*"), OpTypePattern("*")
    difference = OpTypePattern("Sub", inputs=[before, norm])
    step = GraphMatcher(OpTypePattern("Mul", inputs=[difference, decay]))
    found = {}
    for match in list(GraphMatcher(OneofPattern([flat, norm])).match_graph(graph)):
        op, norm_op = match.get_op(product), match.get_op(norm)
        result = norm_op.outputs[0]
        if op.type == "MatMul":
            if match.get_op(flat) is None:
                continue
            result = match.get_op(flat).outputs[0]
        if op in found or not result.consumers():
            continue
        steps = {}  # the number of the batch norm's output -> (moving average, its decay)
        means = match.get_tensor(mean), match.get_tensor(variance)
        if norm_op.get_attr("is_training"):
            means = _of_batch(graph, norm_op, match.get_tensor(product))
            for one in step.match_graph(graph):
                value = one.get_op(difference).inputs[1]
                if value.op is norm_op:
                    steps[value.value_index] = one.get_op(difference).inputs[0], one.get_tensor(decay)
        moving_mean, mean_decay = steps.get(1, (None, None))
        moving_variance, variance_decay = steps.get(2, (None, None))
        parameters = BatchNorm(
            match.get_tensor(gamma),
            *means,
            norm_op.get_attr("epsilon"),
            moving_mean,
            moving_variance,
            mean_decay,
            variance_decay,
        )
        tensors = (match.get_tensor(one) for one in (inputs, weights, beta))
        found[op] = (op, match.get_op(spaced), norm_op, result, parameters, *tensors)
    return list(found.values())


def _of_batch(graph, norm_op, product):
    """The mean and the variance, divided by n, of a batch; the gradient flows through these from now on."""
    norm_op.set_attr("_gradient_op_type", to_proto("string", b"FoldFusedBatchNormGrad"))
    mean, unbiased = norm_op.outputs[1:3]
    scope, slash, _ = norm_op.name.rpartition("/")
    with graph.as_default(), graph.name_scope(scope + slash):
        n = cast(size(product) / size(mean), dtypes.float32)
        return mean, multiply(unbiased, (n - 1) / n, name="Undo_Bessel_Correction")


@RegisterGradient("FoldFusedBatchNormGrad")
def _gradient(op, *grads):
    """Of a batch norm whose mean and variance alone are used."""
    x, (_, of_mean, of_variance) = op.inputs[0], grads[:3]
    n = cast(size(x) / size(op.outputs[1]), dtypes.float32)
    parts = [] if of_mean is None else [of_mean / n]
    parts += [] if of_variance is None else [2 * of_variance * (x - op.outputs[1]) / (n - 1)]
    return [sum(parts[1:], parts[0]) if parts else None, None, None, None, None]
