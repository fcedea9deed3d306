"""Convolutions, pooling and their kin where TensorFlow on a CPU has no answer to compare with, and what they refuse."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf

RANDOM = np.random.RandomState(4)


def numbers(*sizes, dtype: type = np.float32):
    return RANDOM.normal(size=sizes).astype(dtype)


def run(fetches, feeds=None):
    with tf.Session() as session:
        return session.run(fetches, feeds)


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def turned(images):
    """Channels in front of the space instead of behind it, or the other way in a tensor."""
    return np.moveaxis(images, -1, 1)


def test_channels_may_come_second():
    x, filters, by_channel = numbers(2, 6, 5, 3), numbers(3, 2, 3, 4), numbers(2, 2, 3, 2)
    moves = ([1, 2, 1, 1], [1, 1, 2, 1])
    last = [
        tf.nn.conv2d(x, filters, moves[0], "SAME"),
        tf.nn.max_pool(x, [1, 2, 3, 1], moves[0], "SAME"),
        tf.nn.avg_pool(x, [1, 2, 3, 1], moves[0], "VALID"),
        tf.nn.depthwise_conv2d(x, by_channel, [1, 1, 1, 1], "SAME"),
        tf.nn.fused_batch_norm(x, np.ones(3, np.float32), np.zeros(3, np.float32))[0],
        tf.space_to_depth(x[:, :, :4], 2),
    ]
    form: dict[str, Any] = {"data_format": "NCHW"}
    second = turned(x)
    first = [
        tf.nn.conv2d(second, filters, moves[1], "SAME", **form),
        tf.nn.max_pool(second, [1, 1, 2, 3], moves[1], "SAME", **form),
        tf.nn.avg_pool(second, [1, 1, 2, 3], moves[1], "VALID", **form),
        tf.nn.depthwise_conv2d(second, by_channel, [1, 1, 1, 1], "SAME", **form),
        tf.nn.fused_batch_norm(second, np.ones(3, np.float32), np.zeros(3, np.float32), **form)[0],
        tf.space_to_depth(second[:, :, :, :4], 2, **form),
    ]
    for expected, found in zip(*run([last, first]), strict=True):
        np.testing.assert_allclose(found, turned(expected), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", [np.float16, np.float64, tf.bfloat16.as_numpy_dtype])
def test_every_float_type_keeps_its_own(dtype):
    x, filters = tf.constant(numbers(1, 4, 4, 2).astype(dtype)), numbers(2, 2, 2, 2).astype(dtype)
    results = [
        tf.nn.conv2d(x, filters, 1, "SAME"),
        tf.nn.max_pool(x, 2, 2, "SAME"),
        tf.nn.avg_pool(x, 2, 2, "SAME"),
        tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "SAME"),
    ]
    assert all(value.dtype == dtype for value in run(results))


def test_whole_numbers_are_pooled_exactly():
    x = np.arange(16, dtype=np.int64).reshape(1, 4, 4, 1) * -(2**40)
    assert run(tf.nn.max_pool(x, 2, 2, "VALID")).ravel().tolist() == [-(2**40) * i for i in (0, 2, 8, 10)]


def test_an_empty_batch_gives_an_empty_result_and_no_gradient():
    x, filters = tf.zeros([0, 4, 4, 2]), tf.ones([2, 2, 2, 3])
    y = tf.nn.max_pool(tf.nn.conv2d(x, filters, 1, "SAME"), 2, 2, "SAME")
    result, gradient = run([y, tf.gradients(tf.reduce_sum(y), filters)[0]])
    assert result.shape == (0, 2, 2, 3)
    np.testing.assert_array_equal(gradient, np.zeros([2, 2, 2, 3]))


def test_the_size_of_the_images_may_come_with_the_run():
    x = tf.placeholder(tf.float32, [None, None, None, 2])
    filters = tf.constant(numbers(3, 3, 2, 2))
    y = tf.nn.avg_pool(tf.nn.conv2d(x, filters, [1, 2, 2, 1], "SAME"), 2, 1, "SAME")
    back = tf.nn.conv2d_transpose(y, filters, tf.shape(x), [1, 2, 2, 1])
    gradient = tf.gradients(tf.reduce_sum(back), x)[0]
    for size in (4, 7):
        results = run([y, back, gradient], {x: numbers(1, size, size + 1, 2)})
        assert [value.shape[1] for value in results] == [(size + 1) // 2, size, size]


def test_the_first_of_equals_is_the_highest_and_what_is_no_number_does_not_count():
    x = tf.constant([[1.0, np.nan, 3.0, 3.0], [1.0, 0.0, 3.0, 3.0]])
    x = tf.reshape(x, [1, 2, 4, 1])
    y = tf.nn.max_pool(x, 2, 2, "VALID")
    highest, gradient = run([y, tf.gradients(y, x)[0]])
    assert highest.ravel().tolist() == [1, 3]
    assert gradient.ravel().tolist() == [1, 0, 1, 0, 0, 0, 0, 0]


def test_a_large_window_has_the_gradients_of_a_small_one():
    x = tf.constant(numbers(1, 9, 9, 2))
    large = tf.nn.max_pool(x, 5, 2, "SAME")
    by_threes = tf.nn.max_pool(
        tf.nn.max_pool(tf.pad(x, [[0, 0], [2, 2], [2, 2], [0, 0]], constant_values=-9), [1, 5, 1, 1], 1, "VALID"),
        [1, 1, 5, 1],
        1,
        "VALID",
    )[:, ::2, ::2]
    results = [value for y in (large, by_threes) for value in (y, tf.gradients(tf.sin(y), x)[0])]
    a, da, b, db = run(results)
    np.testing.assert_allclose(a, b)
    np.testing.assert_allclose(da, db, atol=1e-6)


def numeric_gradient(loss, x, value, delta=1e-2):
    """The numeric gradient of a loss with respect to one input, at a value."""
    found = np.zeros_like(value)
    with tf.Session() as session:
        for index in np.ndindex(*value.shape):
            sides = []
            for step in (delta, -delta):
                moved = value.copy()
                moved[index] += step
                sides.append(session.run(loss, {x: moved}))
            found[index] = (sides[0] - sides[1]) / (2 * delta)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("training", "data_format"), [(True, "NHWC"), (True, "NCHW"), (False, "NCHW")])
def test_batch_normalization_has_a_gradient_of_its_gradient(training, data_format):
    value, scale_value = numbers(2, 2, 2, 2), numbers(2) + 2
    x, scale = tf.placeholder(tf.float32, [2, 2, 2, 2]), tf.placeholder_with_default(scale_value, [2])
    given = {} if training else {"mean": [0.1, -0.2], "variance": [1.5, 0.7]}
    y = tf.nn.fused_batch_norm(
        x, scale, [0.1, 0.2], is_training=training, epsilon=0.5, data_format=data_format, **given
    )[0]
    first = tf.gradients(tf.reduce_sum(tf.sin(y * 1.7)), [x, scale])
    loss = tf.reduce_sum(tf.sin(first[0])) + tf.reduce_sum(tf.sin(first[1]))
    dx, d_scale = tf.gradients(loss, [x, scale])
    found = run([dx, d_scale], {x: value})
    np.testing.assert_allclose(found[0], numeric_gradient(loss, x, value), rtol=0.03, atol=0.03)
    with tf.Session() as session:
        feeds = {x: value}
        moved = [session.run(loss, {**feeds, scale: scale_value + step}) for step in ([0.01, 0], [-0.01, 0])]
    np.testing.assert_allclose(found[1][0], (moved[0] - moved[1]) / 0.02, rtol=0.03, atol=0.03)


def test_half_precision_is_normalized_in_single():
    x = numbers(4, 8, 8, 2).astype(np.float16) + np.float16(100)
    y, mean, _ = run(tf.nn.fused_batch_norm(x, [1.0, 1.0], [0.0, 0.0]))
    assert (y.dtype, mean.dtype) == (np.float16, np.float32)
    np.testing.assert_allclose(y.astype(np.float32).std(axis=(0, 1, 2)), 1, rtol=1e-2)


def test_fractional_pooling_gives_the_windows_that_it_drew():
    x = tf.constant(np.arange(36, dtype=np.float32).reshape(1, 6, 6, 1) * 7 % 11)
    drawn = tf.nn.fractional_max_pool(
        x, [1.0, 1.44, 1.73, 1.0], overlapping=True, pseudo_random=True, deterministic=True, seed=1
    )
    y, rows, columns = run(drawn)
    assert (y.shape, rows[0], rows[-1], len(columns)) == ((1, 4, 3, 1), 0, 6, 4)
    assert set(np.diff(rows)) <= {1, 2}
    assert y[0, 0, 0, 0] == run(x)[0, : rows[1] + 1, : columns[1] + 1].max()
    # TensorFlow's windows, and the gradients that it returned for them.
    windows = (np.array([0, 2, 3, 4, 6]), np.array([0, 2, 4, 6]))
    highest = np.array([[10, 10, 9], [10, 10, 9], [10, 9, 9], [10, 9, 9]], np.float32)[None, :, :, None]
    gradient = run(tf.raw_ops.FractionalMaxPoolGrad(x, highest, 2 * highest, *windows, overlapping=True))
    assert np.transpose(np.nonzero(gradient[0, :, :, 0])).tolist() == [[0, 3], [2, 2], [2, 5], [4, 1], [4, 4]]
    assert gradient[gradient > 0].tolist() == [20, 60, 36, 40, 72]
    # TensorFlow finds the highest in the input, whatever the output says.
    other = run(tf.raw_ops.FractionalMaxPoolGrad(x, highest + 1, 2 * highest, *windows, overlapping=True))
    assert (other == gradient).all()


def test_a_filter_larger_than_the_images_by_one_has_gradients_of_zeros():
    x, w = (
        tf.placeholder_with_default(np.ones(sizes, np.float32), [None] * 4) for sizes in ([1, 2, 2, 1], [3, 1, 1, 2])
    )
    y = tf.nn.conv2d(x, w, [1, 1, 1, 1], "VALID")
    found = run([y, *tf.gradients(y, [x, w])])
    assert [part.shape for part in found] == [(1, 0, 2, 2), (1, 2, 2, 1), (3, 1, 1, 2)]
    assert not any(part.any() for part in found)


def test_fractional_pooling_counts_windows_with_the_rounding_of_float32():
    pooled = tf.nn.fractional_avg_pool(tf.ones([1, 6, 6, 1]), [1.0, 1.2, 1.2, 1.0])[0]
    assert pooled.shape == run(pooled).shape == (1, 5, 5, 1)
    seeded = tf.raw_ops.FractionalMaxPool(value=tf.ones([1, 6, 6, 1]), pooling_ratio=[1.0, 1.2, 1.2, 1.0], seed=1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="should be 0 if deterministic is false"):
        run(seeded.output)


def test_fractional_pooling_refuses_windows_that_are_not_there():
    image = tf.ones([1, 2, 3, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="higher than input dimension size for dimension 1"):
        run(tf.nn.fractional_max_pool(image, [1.0, 2.5, 1.0, 1.0])[0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="pooling_ratio cannot be smaller than 1"):
        run(tf.nn.fractional_avg_pool(image, [1.0, 1.0, -1.0, 1.0])[0])
    for rows, message in (([-1, 1], "must not be negative"), ([0, 3], "beyond the input"), ([0], "one more")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            run(tf.raw_ops.FractionalAvgPoolGrad([1, 2, 3, 1], tf.ones([1, 1, 1, 1]), rows, [0, 3]))


def test_a_window_is_described_by_numbers_of_32_bits():
    with pytest.raises(ValueError, match="Attr ksize has value 9223372036854775807 out of range for an int32"):
        tf.nn.avg_pool(tf.ones([1, 1, 1, 1]), [1, 2**63 - 1, 1, 1], [1, 1, 1, 1], "SAME")


@pytest.mark.slow
def test_a_range_whose_ends_are_exchanged():
    x = tf.constant([-3.0, 0.5, 3.0])
    np.testing.assert_allclose(run(tf.fake_quant_with_min_max_vars(x, 2.0, -2.0, 4)), [1.8666668] * 3)
    there_and_back = tf.raw_ops.QuantizeAndDequantizeV2(input=x, input_min=2.0, input_max=-2.0, range_given=True)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid range: input_min 2 > input_max -2"):
        run(there_and_back)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expected sorted boundaries"):
        run(tf.raw_ops.Bucketize(input=x, boundaries=[2.0, 1.0]))


def test_quantized_numbers_are_integers_and_come_back():
    x = np.linspace(-2.5, 2.5, 11, dtype=np.float32)
    for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
        quantized, low, high = tf.quantization.quantize(x, -2.0, 1.5, tf.qint8, mode=mode)
        back = tf.quantization.dequantize(quantized, low, high, mode=mode)
        integers, numbers, high = run([quantized, back, high])
        assert (integers.dtype, quantized.dtype) == (np.int8, tf.qint8)
        np.testing.assert_allclose(numbers, np.clip(x, -2, high), atol=0.016)


def test_a_narrow_range_without_signs_begins_at_0():
    x = tf.constant([-0.25, 0.13487245, 0.4])
    rounded = tf.quantization.quantize_and_dequantize(x, -1.0, 0.5, signed_input=False, num_bits=2, narrow_range=True)
    np.testing.assert_allclose(run(rounded), [-0.8 / 3, 0.4 / 3, 0.4], rtol=1e-6)
    given = tf.quantization.quantize_and_dequantize(
        x, -1.0, 0.5, signed_input=False, num_bits=2, narrow_range=True, range_given=True
    )
    np.testing.assert_allclose(run(given), [0, 0.5 / 3, 1 / 3], rtol=1e-6)


def test_a_cast_to_a_quantized_type_gives_its_integers():
    found = run([tf.cast([1, 200, -3], tf.qint8), tf.cast(tf.cast([1.7, -2.5], tf.qint32), tf.int32)])
    assert [value.tolist() for value in found] == [[1, -56, -3], [1, -2]]  # as TensorFlow


def test_quantized_numbers_between_two_integers_go_away_from_zero():
    quantized = tf.quantization.quantize([1.0, 3.0], 0.0, 6.0, tf.quint8, mode="MIN_FIRST")[0]  # 42.5 and 127.5
    assert run(tf.bitcast(quantized, tf.uint8)).tolist() == [43, 128]


REFUSED = [
    (
        lambda x: tf.nn.conv2d(x, tf.zeros([3, 3, 4, 2]), 1, "SAME"),
        r"Depth of input \(3\) is not a multiple of input dep",
    ),
    (
        lambda x: tf.nn.conv2d(x, tf.zeros([6, 3, 3, 2]), 1, "VALID"),
        "Negative dimension size caused by subtracting 6 from",
    ),
    (lambda x: tf.nn.conv2d(x[0], tf.zeros([3, 3, 3, 2]), 1, "SAME"), "Shape must be rank 4 but is rank 3"),
    (lambda x: tf.nn.conv2d(x, tf.zeros([3, 3, 3, 2]), [1, 0, 1, 1], "SAME"), "Stride must be > 0, but got 0"),
    (
        lambda x: tf.nn.conv2d(x, tf.zeros([3, 3, 3, 2]), [1, 1, 1], "SAME"),
        "strides should be of length 1, 2 or 4 but w",
    ),
    (
        lambda x: tf.nn.conv2d(x, tf.zeros([3, 3, 3, 2]), 1, "EXPLICIT"),
        '"EXPLICIT" is not a valid value for the padding',
    ),
    (
        lambda x: tf.nn.conv2d(x, tf.zeros([3, 3, 3, 2]), 1, [[1, 0]] * 4),
        "Nonzero explicit padding in the batch or dept",
    ),
    (lambda x: tf.nn.max_pool(x, [1, 0, 1, 1], 1, "SAME"), "ksize cannot be zero"),
    (lambda x: tf.nn.depthwise_conv2d(x, tf.zeros([3, 3, 4, 2]), [1] * 4, "SAME"), "must be equal, but are 3 and 4"),
    (lambda x: tf.nn.fused_batch_norm(x, tf.zeros([4]), tf.zeros([3])), "Dimensions must be equal, but are 3 and 4"),
    (
        lambda x: tf.nn.fused_batch_norm(x, [1.0], [1.0], mean=[1.0]),
        "Both 'mean' and 'variance' must be None if is_train",
    ),
    (lambda x: tf.nn.pool(x, [2, 2], "MAX", "SAME", dilation_rate=[2, 2]), "not implemented for dilation_rate > 1"),
    (
        lambda x: tf.nn.convolution(x, tf.zeros([1, 1, 3, 1]), "SAME", [2, 2], [2, 2]),
        "strides > 1 not supported in conj",
    ),
    (lambda x: tf.space_to_depth(x, 2), "Dimension size must be evenly divisible by 2 but is 5"),
]


@pytest.mark.parametrize(("build", "message"), REFUSED)
def test_what_does_not_fit_is_refused_while_the_graph_is_built(build, message):
    with pytest.raises(ValueError, match=message):
        build(tf.placeholder(tf.float32, [1, 5, 5, 3]))


def test_fake_quantization_keeps_zero_and_follows_limits_in_the_wrong_order():
    # TensorFlow 1.15's numbers
    x = tf.constant([-2.37, 1.897, 0.0, np.nan, 9.0])
    assert run(tf.fake_quant_with_min_max_args(x, -1.5, 2.5, 4))[2] == 0
    assert not run(tf.fake_quant_with_min_max_vars(x[:3], -1.5, -3.12)).any()
    limits = tf.constant(-1.5), tf.constant(2.5)
    gradients = run(tf.gradients(tf.fake_quant_with_min_max_vars(x, *limits), [x, *limits]))
    assert [gradient.tolist() for gradient in gradients] == [[0, 1, 1, 0, 0], 1, 1]


def test_a_number_of_bits_that_there_is_not_is_refused_by_the_run():
    quantized = tf.fake_quant_with_min_max_args(tf.constant([1.0]), num_bits=1)
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="num_bits must be between 2 and 16"):
        sess.run(quantized)


UNSUPPORTED = [
    ([1, 2, 2, 2], [1, 1, 1, 2], "exactly one of pooling across depth"),
    ([1, 1, 1, 2], [1, 1, 1, 1], "depth window to equal the depth stride"),
    ([1, 1, 1, 3], [1, 1, 1, 3], "evenly divide"),
    ([1, 1, 1, 1], [2, 1, 1, 1], "Pooling is not yet supported on the batch"),
]


@pytest.mark.parametrize(("ksize", "strides", "message"), UNSUPPORTED)
def test_windows_over_the_channels_group_them_and_none_goes_over_the_batch(ksize, strides, message):
    with pytest.raises(tf.errors.UnimplementedError, match=message):
        run(tf.nn.max_pool(tf.ones([2, 2, 2, 4]), ksize, strides, "SAME"))


def test_groups_of_channels_are_pooled():
    x = tf.reshape(tf.range(8.0), [1, 1, 2, 4])
    assert run(tf.nn.max_pool(x, [1, 1, 1, 2], [1, 1, 1, 2], "SAME")).ravel().tolist() == [1, 3, 5, 7]


def test_what_only_a_run_shows_not_to_fit():
    x = tf.placeholder(tf.float32)
    y = tf.nn.conv2d(x, tf.ones([3, 3, 2, 4]), 1, "SAME")
    for dims, message in (([1, 5, 5, 3], "evenly divisible by filter depth: 3 vs 2"), ([5, 5, 2], "must be 4-dimens")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            run(y, {x: np.ones(dims, np.float32)})


def test_a_transposed_convolution_to_a_size_that_it_never_comes_from():
    y = tf.nn.conv2d_transpose(tf.ones([1, 3, 3, 1]), tf.ones([3, 3, 1, 1]), [1, 9, 9, 1], [1, 2, 2, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Size of out_backprop doesn't match computed"):
        run(y)


def test_images_of_an_empty_batch_have_no_windows():
    x = tf.zeros([0, 3, 5, 2])
    for y in (
        tf.nn.max_pool(x, [1, 2, 2, 1], [1, 1, 1, 1], "VALID"),
        tf.nn.avg_pool(x, [1, 2, 2, 1], [1, 1, 1, 1], "VALID"),
        tf.nn.dilation2d(x, tf.zeros([2, 2, 2]), [1, 1, 1, 1], [1, 1, 1, 1], "VALID"),
    ):
        assert y.shape.as_list() == [0, 2, 4, 2]
        assert run(y).shape == (0, 2, 4, 2)


def test_what_is_no_number_counts_in_windows_as_tensorflow_counts_it():
    lowest = np.finfo(np.float32).min
    x = tf.constant([[[[np.nan], [2.0]], [[-np.inf], [np.nan]]]], tf.float32)
    ones = [1, 1, 1, 1]
    dilated = tf.nn.dilation2d(x, tf.zeros([1, 2, 1]), ones, ones, "VALID")
    assert run(dilated).ravel().tolist() == [2, lowest]
    highs, places = run(tf.nn.max_pool_with_argmax(x, [1, 1, 2, 1], ones, "SAME"))
    assert np.array_equal(highs.ravel(), [np.nan, 2, -np.inf, np.nan], equal_nan=True)
    assert places.ravel().tolist() == [0, 1, 2, 3]


def test_fake_quantization_of_a_range_that_is_none_or_of_nan():
    """As TensorFlow's kernels compute it: the least and then the largest is taken, and NaN lies in no range."""
    x = tf.constant([-2.37, 1.89, np.nan])
    turned = tf.fake_quant_with_min_max_vars(x, 2.0, 1.0)
    ranges = [(1.0, 2.0), (-np.inf, 1.0), (0.0, 0.0)]
    gradients = [
        tf.raw_ops.FakeQuantWithMinMaxVarsGradient(gradients=[1.0, 2.0, 4.0], inputs=x, min=low, max=high)[0]
        for low, high in ranges
    ]
    with tf.Session() as session:
        turned, gradients = session.run([turned, gradients])
    np.testing.assert_array_equal(turned, [1, 1, np.nan])
    assert [one.tolist() for one in gradients] == [[0, 0, 0], [0, 0, 0], [1, 2, 4]]


@pytest.mark.parametrize(
    ("size", "filters", "stride", "rate", "padding"),
    [
        ([2, 7, 5, 3], [3, 3, 3, 1], 1, 1, "SAME"),
        ([2, 8, 9, 3], [3, 2, 3, 2], 2, 1, "SAME"),
        ([1, 9, 9, 2], [3, 3, 2, 3], 1, 2, "VALID"),
        ([2, 10, 10, 4], [4, 4, 4, 2], 3, 1, "VALID"),
        ([1, 3, 3, 2], [5, 5, 2, 1], 1, 1, "SAME"),
        ([1, 9, 9, 1], [9, 9, 1, 1], 1, 1, "SAME"),
    ],
)
def test_a_depthwise_convolution_is_one_whose_filters_see_one_channel(size, filters, stride, rate, padding):
    x, by_channel = tf.constant(numbers(*size)), tf.constant(numbers(*filters))
    places = tf.constant(np.eye(filters[2], dtype=np.float32))
    everywhere = tf.reshape(by_channel[:, :, :, None] * places[:, :, None], [*filters[:3], -1])
    found = tf.nn.depthwise_conv2d(x, by_channel, [1, stride, stride, 1], padding, [rate, rate])
    same = tf.nn.conv2d(x, everywhere, [1, stride, stride, 1], padding, dilations=[1, rate, rate, 1])
    results = [[y, *tf.gradients(y * y, [x, by_channel])] for y in (found, same)]
    for value, expected in zip(*run(results), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-4, atol=1e-4)
