"""The public function that makes operations of a type, where that has another name than the type: "MatMul" is tf.matmul."""

# Of types whose function does more than make that one operation, such as a gradient, there is no entry.
_CALLS = """
Abs abs; Add add; AddN add_n; AddV2 add; All reduce_all; Any reduce_any; ArgMax argmax; ArgMin argmin; Assert Assert;
Assign assign; AssignAdd assign_add; AssignSub assign_sub; AvgPool nn.avg_pool; BatchMatMul matmul; BatchMatMulV2 matmul;
BiasAdd nn.bias_add; Cast cast; Ceil ceil; Concat concat; ConcatV2 concat; Const constant; Conv2D nn.conv2d;
Conv3D nn.conv3d; DepthwiseConv2dNative nn.depthwise_conv2d; Elu nn.elu; Equal equal; Erf math.erf; Exp exp;
ExpandDims expand_dims; Fill fill; Floor floor; FloorDiv floordiv; FusedBatchNorm nn.fused_batch_norm;
FusedBatchNormV2 nn.fused_batch_norm; FusedBatchNormV3 nn.fused_batch_norm; Gather gather; GatherNd gather_nd;
GatherV2 gather; Greater greater; GreaterEqual greater_equal; Identity identity; IdentityN identity_n;
InTopKV2 nn.in_top_k; L2Loss nn.l2_loss; LRN nn.local_response_normalization; LeakyRelu nn.leaky_relu; Less less;
LessEqual less_equal; Log log; Log1p math.log1p; LogSoftmax nn.log_softmax; LogicalAnd logical_and; LogicalNot logical_not;
LogicalOr logical_or; MatMul matmul; Max reduce_max; MaxPool nn.max_pool; Maximum maximum; Mean reduce_mean; Min reduce_min;
Minimum minimum; Mul multiply; Neg negative; NoOp no_op; NotEqual not_equal; OneHot one_hot; OnesLike ones_like; Pack stack;
Pad pad; PadV2 pad; Placeholder placeholder; PlaceholderWithDefault placeholder_with_default; Pow pow; Prod reduce_prod;
RandomShuffle random_shuffle; Range range; Rank rank; RealDiv divide; Reciprocal math.reciprocal; Relu nn.relu; Relu6 nn.relu6;
Reshape reshape; ResizeBilinear image.resize_bilinear; ResizeNearestNeighbor image.resize_nearest_neighbor;
ReverseV2 reverse; Round round; Rsqrt rsqrt; Select where; SelectV2 where; Selu nn.selu; Shape shape; Sigmoid sigmoid; Sign sign;
Size size; Slice slice; Softmax nn.softmax; Softplus nn.softplus; Softsign nn.softsign;
SparseSoftmaxCrossEntropyWithLogits nn.sparse_softmax_cross_entropy_with_logits; Split split; SplitV split; Sqrt sqrt;
Square square; SquaredDifference squared_difference; Squeeze squeeze; StopGradient stop_gradient; StridedSlice strided_slice;
Sub subtract; Sum reduce_sum; Tanh tanh; Tile tile; TopKV2 nn.top_k; Transpose transpose; Unpack unstack; ZerosLike zeros_like
"""
_WORDS = _CALLS.replace(";", " ").split()
_BY_TYPE: dict[str, str] = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))


def call_of(op_type: str) -> str | None:
    """`tf.matmul` for "MatMul"; None for a type that has no public function of its own."""
    found = _BY_TYPE.get(op_type)
    return None if found is None else f"tf.{found}"


def types() -> list[str]:
    """The types that have an entry."""
    return list(_BY_TYPE)
