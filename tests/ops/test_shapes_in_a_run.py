"""Shapes that only a run shows not to fit are refused in TensorFlow's words."""

import numpy as np
import pytest

import graphlab as tf

OPERATIONS = [
    (lambda x, y: x + y, (2,), (3,), "Incompatible shapes: [2] vs. [3]"),
    (lambda x, y: tf.maximum(x, y), (2, 3), (2, 4), "Incompatible shapes: [2,3] vs. [2,4]"),
    (lambda x, y: x < y, (2,), (3,), "Incompatible shapes: [2] vs. [3]"),
    (tf.matmul, (2, 3), (2, 3), "In[0] mismatch In[1] shape: 3 vs. 2: [2,3] [2,3]"),
    (tf.matmul, (3,), (3, 2), "In[0] ndims must be >= 2: 1"),
    (lambda x, y: tf.concat([x, y], 0), (2, 2), (2, 3), "Dimensions of inputs should match: shape[0] = [2,2] vs. "),
    (lambda x, y: tf.concat([x, y], 0), (2, 2), (2,), "Ranks of all input tensors should match: shape[0] = [2,2] vs. "),
]


@pytest.mark.parametrize(("operation", "a", "b", "message"), OPERATIONS)
def test_shapes_that_do_not_fit(operation, a, b, message):
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        result = operation(x, y)
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(result, {x: np.ones(a), y: np.ones(b)})
    assert message in raised.value.message
    assert raised.value.op is result.op


def test_matrices_whose_sizes_are_known_late():
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.placeholder(tf.float32, [None, None]), tf.placeholder(tf.float32, [None, None])
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(tf.matmul(x, y), {x: np.ones((2, 3)), y: np.ones((2, 3))})
    assert "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3]" in raised.value.message


@pytest.mark.parametrize(
    ("operation", "axis", "message"),
    [
        (tf.expand_dims, 4, "Tried to expand dim index 4 for tensor with 2 dimensions"),
        (tf.expand_dims, [0, 1], "'dim' must be a tensor with a single value"),
        (tf.reverse, [2], "'axis'[0] = 2 is out of valid range"),
        (tf.reverse, [0, -2], "axis 0 specified more than once"),
        (lambda x, axis: tf.gather(x, 0, axis=axis), 2, "Expected axis in the range [-2, 2), but got 2"),
    ],
)
def test_axes_that_a_tensor_does_not_have(operation, axis, message):
    with tf.Graph().as_default(), tf.Session() as session:
        x, chosen = tf.placeholder(tf.float32), tf.placeholder(tf.int32)
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(operation(x, chosen), {x: np.ones((2, 3)), chosen: axis})
    assert message in raised.value.message


@pytest.mark.parametrize(
    ("operation", "value", "message"),
    [
        (tf.matrix_diag, 1.0, "diagonal must be at least 1-dim, received shape: []"),
        (tf.matrix_diag_part, [1.0], "input must be at least 2-dim, received shape: [1]"),
        (lambda x: tf.matrix_set_diag([[x]], x), 1.0, "diagonal must be at least 1-dim"),
        (tf.diag_part, [[1.0, 2.0]], "Invalid shape [1,2]: dimensions 0 and 1 do not match."),
        (
            lambda x: tf.raw_ops.MirrorPadGrad(input=x, paddings=[[2, 1]], mode="REFLECT"),
            [1.0, 2.0, 3.0, 4.0],
            "paddings must be less than the output dimension size: 2, 1 not less than 1",
        ),
        (
            lambda x: tf.split(x, [1, 1], tf.constant([0, 1])[: tf.size(x)]),
            [1.0, 2.0],
            "split_dim_tensor must have exactly one element",
        ),
        (tf.nn.softmax, 1.0, "logits must have >= 1 dimension, got []"),
        (lambda x: tf.gather_nd(x, [0]), 1.0, "params must be at least a vector"),
        (
            lambda x: tf.slice(x, [0], [1]),
            [[1.0]],
            "begin and size arguments to be 1-D tensors of size 2, but got shapes [1]",
        ),
        (lambda x: tf.nn.in_top_k(x, [0], 1), [1.0], "predictions must be 2-dimensional"),
        (lambda x: tf.invert_permutation(tf.to_int32(x)), [[0.0]], "invert_permutation expects a 1D vector."),
        (tf.cholesky, [[1.0, 2.0]], "Input matrix must be square."),
        (lambda x: tf.matrix_solve(x, x), [[1.0, 2.0]], "First input (lhs) must be a square matrix."),
        (lambda x: tf.space_to_depth(x, 2), [1.0], "Input rank should be 4 instead of 1"),
        (lambda x: tf.batch_to_space_nd(x, [2], [[0, 0]]), 1.0, "input rank should be >= 2 instead of 0"),
        (lambda x: tf.where([True], x, x), 1.0, "'then' must be at least a vector, but saw shape: []"),
        (
            lambda x: tf.unsorted_segment_sum(x, [0], -tf.size(x)),
            [1.0],
            "Input num_segments == -1 must not be negative.",
        ),
        (
            lambda x: tf.segment_sum([1.0, 2.0, 3.0], tf.to_int32(x)),
            [1.0, 2.0, 0.0],
            "Segment id 1 out of range [0, 1), possibly because",
        ),
        (
            lambda x: tf.sparse_segment_sum([1.0, 2.0], [0, 1], tf.to_int32(x), num_segments=2),
            [[0.0, 1.0]],
            "should be a vector",
        ),
        (
            lambda x: tf.sparse_segment_sum([1.0, 2.0], [0], tf.to_int32(x)),
            [0.0, 1.0],
            "and indices should have same size.",
        ),
        (lambda x: tf.random_uniform(tf.to_int32(x)), 1.0, "shape must be a vector of {int32,int64}, got shape []"),
        (lambda x: tf.concat([x, x], tf.to_int32(x)), 0.0, "Expected concatenating dimensions in the range"),
    ],
)
def test_ranks_that_an_operation_does_not_take(operation, value, message):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32)
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(operation(x), {x: value})
    assert message in raised.value.message


def test_sizes_are_checked_in_each_run():
    with tf.Graph().as_default(), tf.Session() as session:
        x, lengths = tf.placeholder(tf.float32), tf.placeholder(tf.int32)
        turned, inside = tf.reverse_sequence(x, lengths, 1), tf.matrix_band_part(x, 5, 5)
        cropped = tf.batch_to_space_nd(x, [2], [[3, 2]])
        session.run(turned, {x: np.ones((1, 2)), lengths: [1]})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"len\(seq_lens\) != input.dims\(0\), \(1 vs. 4\)"):
            session.run(turned, {x: np.ones((4, 2)), lengths: [1]})
        for count in (6, 7, 8):
            assert session.run(inside, {x: np.ones((count, count))}).shape == (count, count)
            assert session.run(cropped, {x: np.ones((2, count))}).shape == (1, 2 * count - 5)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"less or equal to number of rows \(3\) got: 5"):
            session.run(inside, {x: np.ones((3, 3))})
        with pytest.raises(tf.errors.InvalidArgumentError, match="cropped_shape"):
            session.run(cropped, {x: np.ones((2, 2))})


def fed(value, dtype=tf.float32):
    """A placeholder of unknown rank that has this value where none is fed."""
    return tf.placeholder_with_default(tf.constant(value, dtype), None)


def whole(value):
    return fed(value, tf.int32)


# What TensorFlow 1.15 says of arguments that a run has.
ARGUMENTS = [
    (lambda: tf.argmax(fed([1, 2]), whole(3)), "Expected dimension in the range [-1, 1), but got 3"),
    (lambda: tf.argmin(fed([1, 2]), whole([0])), "dim must be a scalar, but received tensor of shape: [1]"),
    (lambda: tf.argmax(fed(np.zeros([0, 2])), 0), "Reduction axis 0 is empty in shape [0,2]"),
    (lambda: tf.argmax(fed([1], tf.complex64)), "No OpKernel was registered to support Op 'ArgMax'"),
    (lambda: tf.cumsum(fed([1, 2]), whole(3)), "ScanOp: Expected scan axis in the range [-1, 1), but got 3"),
    (lambda: tf.cumprod(fed([1, 2]), whole([0])), "ScanOp: axis must be a scalar, not [1]"),
    (lambda: tf.pad(fed([1, 2]), whole([[2, 0]]), "REFLECT"), "paddings must be less than the dimension size: 2, 0"),
    (lambda: tf.pad(fed([1, 2]), [[3, 0]], "SYMMETRIC"), "paddings must be no greater than the dimension size: 3, 0"),
    (lambda: tf.pad(fed([1, 2]), whole([[-1, 0]])), "Paddings must be non-negative: -1 0"),
    (lambda: tf.pad(fed([1, 2]), whole([1, 0])), "paddings must be a matrix with 2 columns: [2]"),
    (lambda: tf.pad(fed([1]), whole([[0, 0], [0, 0]])), "The first dimension of paddings must be the rank of inputs"),
    (lambda: tf.concat([fed([1]), fed([2])], whole(1)), "Expected concatenating dimensions in the range [-1, 1)"),
    (lambda: tf.split(fed([1, 2, 3]), 2, whole(0)), "Number of ways to split should evenly divide the split dimension"),
    (lambda: tf.split(fed([1, 2]), 2, whole(1)), "-input rank(-1) <= split_dim < input rank (1), but got 1"),
    (lambda: tf.split(fed([1, 2]), [4, -1], 0), "Determined shape must either match input shape along split_dim"),
    (lambda: tf.stack([fed([1]), fed([1, 2])]), "Shapes of all inputs must match: values[0].shape = [1]"),
    (lambda: tf.unstack(fed([1, 2]), 3), "Input shape axis 0 must equal 3, got shape [2]"),
    (lambda: tf.slice(fed([1, 2]), [-1], [1]), "Expected begin[0] in [0, 2], but got -1"),
    (lambda: tf.roll(fed([1, 2]), 1, whole(2)), "axis 2 is out of range"),
    (lambda: tf.roll(fed([1, 2]), whole([1, 2]), whole([0])), "shift and axis must have the same size"),
    (lambda: tf.transpose(fed([[1, 2]]), whole([0, 0])), "1 is missing from {0,0}."),
    (lambda: tf.transpose(fed([[1, 2]]), whole([-1, 0])), "-1 is out of range [0 .. 2)"),
    (lambda: tf.reverse(fed([1, 2]), whole(0)), "'dims' must be 1-dimension, not 0"),
    (lambda: tf.squeeze(fed(5), [0]), "Tried to squeeze dim index 0 for tensor with 0 dimensions."),
    (lambda: tf.reshape(fed([1, 2]), whole([-1, -1])), "Only one input size may be -1, not both 0 and 1"),
    (lambda: tf.reshape(fed([1, 2]), whole([-2])), "Size 0 must be non-negative, not -2"),
    (lambda: tf.fill(whole([-1]), 5), "Dimension -1 must be >= 0"),
    (lambda: tf.fill([2], fed([5])), "value must be a scalar, got shape [1]"),
    (lambda: tf.broadcast_to(fed([1, 2]), whole([3])), "Incompatible shapes: [2] vs. [3]"),
    (lambda: tf.tile(fed([1, 2]), whole([1, 1])), "Expected multiples argument to be a vector of length 1"),
    (lambda: tf.one_hot([1], whole(-3)), "depth must be non-negative, got: -3"),
    (lambda: tf.linspace(0.0, fed([1.0]), 3), "stop must be a scalar, not shape [1]"),
    (lambda: tf.bitcast(fed([1, 2, 3]), tf.float64), "Cannot bitcast from"),
    (lambda: tf.add_n([fed([1]), fed([1, 2])]), "must have the same size and shape.  Input 0: [1] != input 1: [2]"),
    (lambda: tf.nn.bias_add(fed([[1, 2]]), fed([1])), "Must provide as many biases as the last dimension"),
    (lambda: tf.where(fed([[1]]) > 0, fed([1, 2]), fed([1, 2])), "must have the same size and shape.  Input 0: [1,1]"),
    (lambda: tf.reverse_sequence(fed([[1, 2]]), whole([1, 2]), 1), "len(seq_lens) != input.dims(0), (2 vs. 1)"),
    (lambda: tf.nn.in_top_k(fed([[1, 2]]), whole([0, 1]), 1), "must match length of targets 2"),
    (lambda: tf.matrix_band_part(fed([[1]]), whole(5), 0), "num_lower must be negative or less or equal to number of"),
    (lambda: tf.diag(fed(5)), "Input must be at least rank 1, got 0"),
    (lambda: tf.space_to_depth(fed(np.ones([1, 3, 3, 1])), 2), "should be divisible by block_size: 2"),
    (lambda: tf.batch_to_space_nd(fed(np.ones([4, 1, 1, 1])), [2, 2], [[0, 3], [0, 0]]), "cropped_shape[0]=-1 must be"),
    (lambda: tf.scatter_nd(whole([[0]]), fed([1]), whole([0])), "Indices and updates specified for empty output"),
    (lambda: tf.scatter_nd(whole([[0]]), fed([1, 2]), [3]), "Must have updates.shape = indices.shape[:batch_dim] +"),
    (lambda: tf.multinomial(fed(np.zeros([1, 0])), 2), "num_classes should be positive, got 0"),
    (lambda: tf.random_uniform([2], whole(5), 1, tf.int32), "Need minval < maxval, got 5 >= 1"),
    (lambda: tf.nn.max_pool(fed(np.ones([1, 2, 2, 1])), [1, 4, 4, 1], [1] * 4, "VALID"), "size would be negative: -1"),
    (lambda: tf.sparse_to_dense(whole(1), whole(4), 7), "output_shape should be a vector, got shape []"),
    (lambda: tf.sparse_to_dense(whole([1]), [4], 7, whole([1, 2])), "default_value should be a scalar."),
    (
        lambda: tf.sparse_to_dense(whole([[[1]]]), whole([4]), 7),
        "should be a scalar, vector, or matrix, got shape [1,1,1]",
    ),
    (
        lambda: tf.raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=fed([[1, 2], [3, 4]]), labels=whole([0])).loss,
        "must have the same first dimension, got logits shape [2,2] and labels shape [1]",
    ),
    (
        lambda: tf.dynamic_stitch([whole([0, 1])], [fed([1, 2, 3])]),
        "data[0].shape = [3] does not start with indices[0]",
    ),
    (lambda: tf.broadcast_dynamic_shape(whole([2]), whole([3])), "Incompatible shapes: [2] vs. [3]"),
    (lambda: tf.nn.top_k(fed([1, 2]), whole([1])), "k must be scalar, got shape [1]"),
    (lambda: tf.contrib.nn.nth_element(fed([1, 2]), whole([1])), "N must be scalar, got shape [1]"),
    (
        lambda: tf.matmul(fed(np.ones([2, 1, 1])), fed(np.ones([3, 1, 1]))),
        "must have compatible batch dimensions: [2,1,1]",
    ),
    (lambda: tf.raw_ops.BatchMatMul(x=fed([[1]]), y=fed([[[1]]])), "has different ndims: [1,1] vs. [1,1,1]"),
    (lambda: tf.raw_ops.MatMul(a=fed([1]), b=fed([[1]])), "In[0] is not a matrix. Instead it has shape [1]"),
    (lambda: tf.sparse_matmul(fed([[1, 2]]), fed([[1, 2]])), "Matrix size incompatible: a: [1,2], b: [1,2]"),
    (lambda: tf.matrix_solve(fed(np.ones([2, 1, 1])), fed([[1]])), "All input tensors must have the same rank."),
    (lambda: tf.self_adjoint_eig(fed([[1, 2]])), "Input matrix must be square."),
    (lambda: tf.linalg.slogdet(fed([[1, 2]])), "Input matrix must be square."),
    (
        lambda: tf.image.crop_and_resize(np.ones([1, 2, 2, 1]), fed([[0, 0, 1]]), [0], [1, 1]),
        "boxes must have 4 columns",
    ),
    (
        lambda: tf.image.crop_and_resize(np.ones([1, 2, 2, 1]), fed([[0, 0, 1, 1]]), whole([0, 0]), [1, 1]),
        "box_index has incompatible shape",
    ),
    (
        lambda: tf.nn.depthwise_conv2d(fed(np.ones([1, 1, 1, 2])), fed(np.ones([1, 1, 3, 1])), [1] * 4, "SAME"),
        "input and filter must have the same depth: 2 vs 3",
    ),
    (
        lambda: tf.nn.fused_batch_norm(fed(np.ones([1, 1, 1, 1])), fed([[1]]), [1.0])[0],
        "scale must be 1-dimensional[1,1]",
    ),
]


def sparse(values=(1.0,), dims=(2, 2), places=((0, 0),)):
    """A sparse tensor of which only a run has the rank and the sizes."""
    return tf.SparseTensor(fed(places, tf.int64), fed(values), fed(dims, tf.int64))


ARGUMENTS += [
    (lambda: tf.sparse_add(sparse(), sparse(dims=(3, 2))).values, "do not match: got 2 and 3 for dimension 0"),
    (lambda: tf.sparse_add(sparse(), sparse(dims=(3,), places=((0,),))).values, "got shapes: 2 2 and 3"),
    (
        lambda: tf.sparse_maximum(sparse((1, 2)), sparse()).values,
        "Expected 1 and 1 non-empty input values, got 2 and 1",
    ),
    (lambda: tf.sparse_add(sparse(), fed(np.ones([3, 2]))), "is supported): sparse side 2 vs dense side 3"),
    (lambda: tf.sparse_add(sparse(), fed([1, 2])), "Two operands have different ranks; received: 2 and 1"),
    (lambda: tf.sparse_tensor_dense_matmul(sparse(), fed([1, 2])), "Tensor 'b' is not a matrix"),
    (lambda: tf.sparse_reshape(sparse(), fed([-1, -1], tf.int64)).indices, "may be -1, not both 0 and 1"),
    (lambda: tf.sparse_reshape(sparse(), fed([-1, 3], tf.int64)).indices, "input_shape=[2,2] output_shape=[1,3]"),
    (lambda: tf.sparse_concat(4, [sparse(), sparse()]).indices, "Concat dimension must be in range [-2, 2), got 4"),
    (lambda: tf.sparse_split(sp_input=sparse(), num_split=2, axis=4)[0].indices, "between 0 and rank (2), got 4"),
    (lambda: tf.sparse_reduce_sum(sparse(), 5), "Invalid reduction dimension 5, for input with 2 dimensions."),
    (lambda: tf.sparse_slice(sparse(), [0, 0, 0], [1, 1]).indices, "start to be a vector of length 2 but got length 3"),
    (lambda: tf.serialize_many_sparse(sparse(dims=(2,), places=((0,),))), "should be > 1, but saw rank: 1"),
    (
        lambda: tf.deserialize_many_sparse(fed([["a", "b", "c"]], tf.string), tf.float32).values,
        "parse serialized proto",
    ),
    (lambda: tf.edit_distance(sparse(), sparse(dims=(3,), places=((0,),))), "but truth_shape rank is: 1"),
    (
        lambda: tf.raw_ops.ComputeAccidentalHits(
            true_classes=[[1]], sampled_candidates=fed([[1]], tf.int64), num_true=1
        ),
        "sampled_candidates must be a vector",
    ),
    (
        lambda: tf.raw_ops.CompareAndBitpack(input=np.ones(8), threshold=fed([0], tf.float64)),
        "must be a scalar, but saw",
    ),
    (lambda: tf.betainc(fed([1, 1]), fed([1, 1, 1]), 0.5), "Shapes of a and b are inconsistent: [2] vs. [3]"),
    (lambda: tf.nn.ctc_greedy_decoder(fed([[1]]), whole([1]))[1], "inputs is not a 3-Tensor"),
    (lambda: tf.TensorArray(tf.float32, 2).unstack(fed([1, 2, 3])).stack(), "must be < array size (2 vs. 2)"),
    (lambda: tf.TensorArray(tf.float32, 2).scatter(whole([0, 5]), fed([1, 2])).stack(), "array size (5 vs. 2)"),
    (
        lambda: tf.fake_quant_with_min_max_vars_per_channel(fed([[1]]), fed([0, 0]), fed([1, 1])),
        "min has incorrect size, expected 1 was 2",
    ),
    (lambda: tf.string_split(fed("a b", tf.string)).values, "input must be a vector, got shape: []"),
    (lambda: tf.strings.substr(fed(["a", "b"], tf.string), [0, 0, 0], [1, 1, 1]), "Incompatible shapes: [2] vs. [3]"),
    (lambda: tf.random.stateless_uniform([2], whole([1, 2, 3])), "seed must have shape [2], not [3]"),
    (
        lambda: tf.raw_ops.ParameterizedTruncatedNormal(
            shape=[2], means=[0.0], stdevs=[1.0], minvals=fed([2]), maxvals=[1.0]
        ),
        "Invalid parameters",
    ),
]


@pytest.mark.parametrize(("build", "message"), ARGUMENTS, ids=[message[:40] for _, message in ARGUMENTS])
def test_arguments_that_only_a_run_has(build, message):
    with tf.Graph().as_default(), tf.Session() as session:
        result = build()
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(result)
    assert message in raised.value.message


@pytest.mark.parametrize(
    ("build", "kind", "message"),
    [
        (lambda: tf.cross(fed([1, 2]), fed([1, 2])), "FailedPreconditionError", "only defined for 3-element vectors"),
        (lambda: tf.image.rgb_to_hsv(fed([1, 2])), "FailedPreconditionError", "input only has 2 channels."),
        (
            lambda: tf.nn.ctc_greedy_decoder(fed(np.ones([3, 1, 3])), whole([2, 2]))[1],
            "FailedPreconditionError",
            "len(sequence_length) != batch_size.  len(sequence_length):  2 batch_size: 1",
        ),
        (
            lambda: tf.nn.dilation2d(np.ones([1, 3, 3, 1]), np.ones([1, 1, 1]), [1] * 4, [2, 1, 1, 1], "SAME"),
            "UnimplementedError",
            "Rate is only supported across spatial dimensions.",
        ),
        (
            lambda: tf.Variable([1, 2, 3])[0:2].assign([1]),
            "UnimplementedError",
            "sliced l-value shape [2] does not match r-value shape [1]",
        ),
    ],
)
def test_other_classes_of_errors(build, kind, message):
    with tf.Graph().as_default(), tf.Session() as session:
        result = build()
        session.run(tf.global_variables_initializer())
        with pytest.raises(getattr(tf.errors, kind)) as raised:
            session.run(result)
    assert message in raised.value.message


def test_a_window_may_be_one_larger_than_what_only_a_run_knows():
    with tf.Graph().as_default(), tf.Session() as session:
        images = tf.placeholder(tf.float32, [None] * 4)
        result = tf.nn.avg_pool(images, [1, 3, 3, 1], [1, 2, 2, 1], "VALID")
        assert session.run(result, {images: np.ones([1, 2, 2, 1])}).shape == (1, 0, 0, 1)


def test_a_scalar_that_only_a_run_knows_is_reversed_along_no_axis():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32)
        assert session.run(tf.reverse(x, [0]), {x: 3.0}) == 3
        with pytest.raises(ValueError, match="is out of valid range"):
            tf.reverse(tf.constant(3.0), [0])


def test_the_length_of_a_fourier_transform_is_known_in_the_run():
    with tf.Graph().as_default(), tf.Session() as session:
        length = tf.placeholder(tf.int32)
        assert session.run(tf.spectral.rfft(tf.ones([4]), length), {length: [8]}).shape == (5,)
