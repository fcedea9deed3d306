"""Elements repeated, placed and distinguished, and functions of them, against NumPy, SciPy and what TensorFlow 1.15 printed."""

import time

import numpy as np
import pytest
import scipy.special

import graphlab as tf


def run(tensors, feeds=None):
    with tf.Session() as session:
        return session.run(tensors, feeds)


@pytest.mark.slow
def test_repeat_is_numpys():
    x = np.arange(6).reshape(2, 3)
    fed = tf.placeholder(tf.int64, [None, None])
    for repeats, axis in [(2, None), (2, 0), (2, -1), ([1, 0, 2], 1), ([2, 1], 0)]:
        expected = np.repeat(x, repeats, axis)
        tensor = tf.repeat(x, repeats, axis)
        assert tensor.shape.is_compatible_with(expected.shape)
        assert np.array_equal(run(tensor), expected)
        if axis != -1:
            assert np.array_equal(run(tf.repeat(fed, repeats, axis), {fed: x}), expected)
    assert run(tf.repeat(3, 4)).tolist() == [3, 3, 3, 3]
    assert run(tf.repeat(tf.placeholder_with_default(tf.constant(3), None), [2], 0)).tolist() == [3, 3]
    with pytest.raises(TypeError, match="axis must be an int"):
        tf.repeat(x, 2, axis="rows")
    with pytest.raises(ValueError, match="out of bounds: expected -2<=axis<2"):
        tf.repeat(x, 2, axis=2)


def test_unravel_index_is_numpys():
    expected = np.unravel_index([22, 41, 37], (7, 6))
    assert np.array_equal(run(tf.unravel_index([22, 41, 37], (7, 6))), expected)
    assert tf.unravel_index(5, [2, 3]).shape == [2]


def test_fingerprints_are_tensorflows():
    rows, texts, both = run(
        [tf.fingerprint([[1, 2], [3, 4]]), tf.fingerprint(["a", "bc"]), tf.fingerprint([["a"], ["bc"]])]
    )
    assert rows.tolist() == [[76, 18, 253, 133, 168, 204, 240, 10], [254, 162, 60, 240, 103, 244, 53, 255]]
    assert texts.tolist() == [[227, 117, 223, 182, 101, 66, 69, 179], [119, 129, 82, 223, 68, 160, 90, 83]]
    assert both.shape == (2, 8)


def test_special_functions_are_scipys():
    x = np.asarray([-2.5, 0.0, 0.3, 4.0])
    math = tf.math
    found = run([math.bessel_i0(x), math.bessel_i0e(x), math.bessel_i1(x), math.bessel_i1e(x)])
    for values, function in zip(
        found, [scipy.special.i0, scipy.special.i0e, scipy.special.i1, scipy.special.i1e], strict=True
    ):
        np.testing.assert_allclose(values, function(x), rtol=1e-6)
    np.testing.assert_allclose(
        run(tf.lbeta([[1.0, 2.0], [3.0, 0.5]])), scipy.special.betaln([1, 3], [2, 0.5]), rtol=1e-4
    )
    assert run(tf.lbeta(np.zeros((1, 0), np.float32))).tolist() == [-np.inf]
    assert (
        run(math.nextafter([1.0, 2.0], [2.0, 0.0])).tolist()
        == np.nextafter(np.asarray([1, 2], np.float32), np.asarray([2, 0], np.float32)).tolist()
    )
    gradient = run(tf.gradients(math.bessel_i1e(y := tf.constant(x)), y)[0])
    step = 1e-6
    np.testing.assert_allclose(
        gradient, (scipy.special.i1e(x + step) - scipy.special.i1e(x - step)) / (2 * step), atol=1e-6
    )


def test_running_logsumexp():
    x = np.asarray([1.0, 200.0, 3.0], np.float32)
    np.testing.assert_allclose(run(tf.math.cumulative_logsumexp(x)), np.logaddexp.accumulate(x), rtol=1e-6)
    lowest = float(np.finfo(np.float32).min)
    found = run(tf.math.cumulative_logsumexp(x, exclusive=True, reverse=True))
    np.testing.assert_allclose(found, np.asarray([np.logaddexp(200, 3), 3, lowest], np.float32), rtol=1e-6)


def test_text_in_other_encodings():
    transcode = tf.strings.unicode_transcode
    assert run(transcode([b"h\xe9"], "ISO-8859-1", "UTF-8")).tolist() == ["hé".encode()]
    assert run(transcode([b"a\xffb"], "UTF-8", "UTF-16-BE")).tolist() == [b"\x00a\xff\xfd\x00b"]
    assert run(transcode([b"a\xff\x01b"], "UTF-8", "UTF-8", errors="ignore")).tolist() == [b"a\x01b"]
    cleaned = transcode([b"a\x01\nb"], "UTF-8", "UTF-8", replacement_char=63, replace_control_characters=True)
    assert run(cleaned).tolist() == [b"a??b"]
    for begin in (b"", b"\xfe\xff"):  # without a mark the high byte is first
        assert run(transcode(begin + b"\x00a\x20\xac", "UTF-16", "UTF-8")) == "a€".encode()
    assert run(transcode(b"\xff\xfea\x00", "UTF-16", "UTF-8")) == b"a"
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid formatting on input string"):
        run(transcode([b"a\xff"], "UTF-8", "UTF-8", errors="strict"))
    with pytest.raises(ValueError, match='passed string \'XX\' not in: "UTF-8", "UTF-16-BE", "UTF-32-BE"'):
        transcode([b"a"], "UTF-8", "XX")


def test_scripts_of_characters():
    characters = "aé1あ漢ж"  # Latin, Latin, Common, Hiragana, Han, Cyrillic
    found = tf.strings.unicode_script([*map(ord, characters), 0x30000, -1, 0x110000])
    assert run(found).tolist() == [25, 25, 0, 20, 17, 8, 103, -1, -1]
    ragged = tf.strings.unicode_script(tf.ragged.constant([[97], [0x6F22, 49]]))
    with tf.Session() as session:
        assert session.run(ragged).to_list() == [[25], [17, 0]]


def test_the_time_is_that_of_the_run():
    now = tf.timestamp()
    with tf.Session() as session:
        before = time.time()
        first, second = session.run(now), session.run(now)
    assert before <= first <= second <= time.time()


def test_a_segment_without_rows_has_the_last_finite_value_as_its_extreme():
    with tf.Graph().as_default(), tf.Session() as session:
        for dtype in (tf.float16, tf.float32, tf.bfloat16, tf.int32):
            rows = tf.ones([2], dtype)
            extremes = tf.unsorted_segment_min(rows, [0, -1], 2), tf.unsorted_segment_max(rows, [0, -1], 2)
            smallest, largest = session.run(extremes)
            np.testing.assert_array_equal(smallest, np.array([1, dtype.max], smallest.dtype))
            np.testing.assert_array_equal(largest, np.array([1, dtype.min], largest.dtype))


def test_embeddings_in_runs_need_no_known_shape():
    with tf.Graph().as_default(), tf.Session() as session:
        parts, ids = [tf.placeholder(tf.float32) for _ in range(2)], tf.placeholder(tf.int32)
        rows = tf.nn.embedding_lookup(parts, ids, partition_strategy="div", max_norm=2.0)
        feed = {parts[0]: [[0.0], [1.0]], parts[1]: [[2.0], [3.0]], ids: [[2, 0], [3, 1]]}
        assert session.run(rows, feed).ravel().tolist() == [2, 0, 2, 1]


def test_what_is_no_number_is_unlike_any_other():
    values, places = run(tf.unique([np.nan, 1.0, np.nan, 1.0]))
    assert np.array_equal(values, [np.nan, 1, np.nan], equal_nan=True) and places.tolist() == [0, 1, 2, 1]
    assert run(tf.unique_with_counts([np.nan, np.nan])[2]).tolist() == [1, 1]


@pytest.mark.slow
def test_special_functions_where_they_are_not_defined():
    a, x = tf.constant([0.0, 0.0, 1.0, 2.0, 0.0, -1.0]), tf.constant([2.0, -1.0, -1.0, 0.0, 0.0, 1.0])
    nan = np.nan
    assert np.array_equal(run(tf.igammac(a, x)), [nan, nan, nan, 1, nan, nan], equal_nan=True)
    assert np.array_equal(run(tf.igamma(a, x)), [nan, nan, nan, 0, 0, nan], equal_nan=True)
    assert np.array_equal(run(tf.polygamma([0.5, 2.0], [0.4, 0.0])), [nan, -np.inf], equal_nan=True)
    small = run([tf.igammac([2.4784109e-4], [0.9723153]), tf.betainc([900.0], [0.5], [0.99])])  # of scipy, in double
    np.testing.assert_allclose(small, [[5.698220e-05], [2.111963e-05]], rtol=1e-6)
    assert run(tf.zeta([3.0, 2.0], [0.0, -1.0])).tolist() == [np.inf, np.inf]
    assert run(tf.digamma([0.0, -2.0])).tolist() == [np.inf, np.inf]
    assert run(tf.polygamma([0.0, 0.0], [0.0, -1.0])).tolist() == [np.inf, np.inf]
    assert np.isnan(run(tf.zeta([0.0, 0.5], [0.0, -1.0]))).all()


@pytest.mark.parametrize(
    ("dims", "target", "found"), [((0, 3), (-1, 0), (3, 0)), ((0,), (-1, 0), (1, 0)), ((2, 0), (0, -1), (0, 2))]
)
def test_reshape_next_to_a_size_of_0(dims, target, found):
    """-1 is what the other sizes leave of those that are not 0, as in TensorFlow."""
    fed = tf.placeholder_with_default(np.asarray(target, np.int32), [2])
    assert run(tf.reshape(tf.zeros(dims), target)).shape == run(tf.reshape(tf.zeros(dims), fed)).shape == found


def test_functions_of_nothing():
    assert run(tf.searchsorted(tf.zeros([2, 0]), tf.zeros([2, 3]))).tolist() == [[0, 0, 0]] * 2
    assert run(tf.repeat(tf.placeholder_with_default(np.zeros([0, 7], np.int8), [0, 7]), 2, 1)).shape == (0, 14)
    assert tf.unstack(tf.zeros([7, 0]), axis=1) == []
    with pytest.raises(IndexError, match="out of range"):
        tf.tensordot(tf.zeros([2, 2]), tf.zeros([2, 1]), [[2, 1], [0, 1]])


def test_the_extreme_of_one_number_is_that_number():
    for extreme, others in ((tf.reduce_max, -np.inf), (tf.reduce_min, np.inf)):
        assert np.isnan(run(extreme(tf.constant([[np.nan]]), 1))).all()
        assert run(extreme(tf.constant([np.nan, np.nan]))) == others  # as TensorFlow 1.15 has it


def test_a_segment_of_one_row_is_that_row():
    found = run(tf.segment_max([np.nan, np.nan, 1.0, np.nan, np.nan], [0, 1, 1, 2, 2]))
    assert np.array_equal(found, [np.nan, 1, -np.inf], equal_nan=True)


def test_a_norm_along_axes_of_size_1_keeps_the_sign():
    x = tf.constant([[-3.0], [4.0]])
    assert run(tf.math.reduce_euclidean_norm(x, 1)).tolist() == [-3, 4]
    assert run(tf.math.reduce_euclidean_norm(x, 0)).tolist() == [5]


def test_nothing_is_read_as_other_types():
    assert run(tf.bitcast(tf.zeros([0], tf.complex64), tf.int64)).shape == (0,)
    assert run(tf.bitcast(tf.zeros([0, 2], tf.int32), tf.int64)).shape == (0,)
    assert tf.zeros(tf.bitcast(tf.constant([2, 3], tf.uint32), tf.int32)).shape == (2, 3)


def test_bools_scattered_to_one_place_are_true_where_one_is():
    assert run(tf.scatter_nd([[1], [1], [2]], [True, False, False], [3])).tolist() == [False, True, False]


def test_bfloat16_and_float32_matrices_are_multiplied():
    short, wide = tf.constant([[1.0], [2.0]], tf.bfloat16), tf.constant([[1.0], [2.0]])
    product = tf.matmul(short, wide, transpose_a=True)
    assert product.dtype == tf.float32 and product.op.type == "SparseMatMul"
    assert run([product, *tf.gradients(product, wide)])[1].tolist() == [[1], [2]]


def test_what_is_known_of_sizes_beside_0():
    nothing, some = tf.placeholder(tf.float32, [0]), tf.placeholder(tf.float32, [None])
    assert (nothing + some).shape.as_list() == [None]  # 0, or it is refused: TensorFlow says nothing
    assert tf.tile(some, [0]).shape.as_list() == [0]
    assert tf.tile(tf.placeholder(tf.float32), [0, 2]).shape.as_list() == [0, None]
    assert tf.where(nothing > 0, some, some).shape.as_list() == [None]


@pytest.mark.parametrize("partitions", [0, -1])
def test_attributes_have_a_least_number(partitions):
    with pytest.raises(
        ValueError, match="Attr 'num_partitions' of 'DynamicPartition' Op passed .* less than minimum 1"
    ):
        tf.dynamic_partition([1, 2], [0, 1], partitions)


def test_a_product_of_float16_numbers_is_rounded_at_each_step():
    x = tf.placeholder(tf.float16)
    product, along = tf.reduce_prod(x), tf.reduce_prod(x, 0, keepdims=True)
    found = run([product, along], {x: [[300, 1], [300, 2], [1e-3, 3]]})
    assert found[0] == np.inf and found[1].tolist() == [[np.inf, 6]]


def test_searching_among_nan_and_what_is_not_sorted_probes_as_tensorflow_does():
    rows = [[1.0, np.nan, 2.0, 3.0, 0.0]]
    values = [[np.nan, 1.0, 2.0, 0.0, -np.inf, np.inf]]
    first, last = run([tf.searchsorted(rows, values), tf.searchsorted(rows, values, "right")])
    assert first.tolist() == [[0, 0, 1, 0, 0, 5]]
    assert last.tolist() == [[5, 2, 5, 2, 2, 5]]


def test_values_for_another_number_of_rows_are_refused_by_the_run():
    places = tf.searchsorted([[-1.0, 0.0, 2.0]], tf.ones([4, 1]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Leading dim_size of both tensors must match"):
        run(places)


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_running_sums_of_logarithms_begin_with_the_lowest_number(tier):
    """TensorFlow's kernel has NaN as the sum so far, and the difference of two infinities for NaN."""
    lowest = float(np.finfo(np.float32).min)
    x = [[1, np.nan, 2, 3], [-np.inf, np.nan, 1, 1], [1, np.inf, -np.inf, np.inf]]
    x = tf.placeholder_with_default(np.array(x, np.float32), [3, 4])
    total = tf.math.cumulative_logsumexp
    found, before, back = run([total(x, 1), total(x, 1, exclusive=True), total(x, 1, reverse=True)])
    two = np.log(2)
    np.testing.assert_allclose(found[0], [1, 1 + two, 2.5514448, 3.4938116], rtol=1e-6)
    np.testing.assert_allclose(found[1], [lowest, lowest, 1, 1 + two], rtol=1e-6)
    np.testing.assert_allclose(found[2], [1, np.inf, np.inf, np.nan])
    np.testing.assert_allclose(before[:, 1:], found[:, :-1])
    assert before[:, 0].tolist() == [lowest] * 3
    np.testing.assert_allclose(back[2], [np.nan, np.nan, np.inf, np.inf])


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_complex_functions_of_large_and_infinite_parts(tier):
    inf = np.inf
    z = tf.placeholder_with_default(
        np.array([-3446.5 - 3.8e-5j, -935.8 + 1.2j, complex(-inf, inf), complex(inf, inf), 9474 - 3e-4j], "F"), [5]
    )
    cut = np.array([complex(-2, -0.0), complex(-2, 0), complex(inf, -0.0), complex(-inf, np.nan), complex(1, inf)], "F")
    cut = tf.placeholder_with_default(cut, [5])
    logistic, root, inverse = run([tf.sigmoid(z), tf.sqrt(cut), tf.rsqrt(cut[2:])])
    assert logistic.tolist() == [0, 0, 0, 1, 1]
    np.testing.assert_allclose(root.real, [0, 0, inf, np.nan, inf])
    np.testing.assert_allclose(root.imag, [-np.sqrt(2), np.sqrt(2), 0, inf, inf], rtol=1e-6)
    assert inverse[[0, 2]].tolist() == [0, 0]


def test_sizes_that_are_gathered_by_rows_are_known():
    sizes = tf.batch_gather([[2, 3], [4, 5]], [[1], [0]])
    assert tf.zeros(tf.reshape(sizes, [-1])).shape.as_list() == [3, 4]
    assert run(tf.gather(tf.constant(np.arange(24).reshape(2, 3, 4)), [[1], [0]], axis=2, batch_dims=1)).tolist() == [
        [[1], [5], [9]],
        [[12], [16], [20]],
    ]


def test_a_gather_behind_its_batches_has_the_gradient_of_what_it_gathers():
    x, places = tf.constant(np.arange(24.0).reshape(2, 3, 4)), [[1, 3], [0, 0]]
    (gradient,) = run(tf.gradients(tf.square(tf.gather(x, places, axis=2, batch_dims=1)), x))
    wanted = np.zeros([2, 3, 4])
    wanted[0, :, [1, 3]], wanted[1, :, 0] = 2 * np.array([[1, 5, 9], [3, 7, 11]]), 4 * np.array([12, 16, 20])
    np.testing.assert_allclose(gradient, wanted)


def test_special_functions_at_the_ends_of_their_ranges():
    inf, nan = np.inf, np.nan
    beta, zeta, gradient = run(
        [
            tf.betainc([0.5, 0.0, inf, nan, inf, 1.0], [0.5, 1.0, 1.0, 1.0, 1.0, 0.0], [0.5, 0.0, 0.0, 1.0, 0.5, 1.0]),
            tf.zeta([inf, 3e38, inf, nan, nan], [1.0, 1.0, 0.5, 0.0, 1.0]),
            tf.raw_ops.IgammaGradA(a=[0.5, -1.0, nan, -1.0], x=[0.0, 0.0, 0.0, 1.0]),
        ]
    )
    np.testing.assert_allclose(beta, [0.5, nan, 0, 1, nan, nan], rtol=1e-6)
    np.testing.assert_array_equal(zeta, [1, 1, inf, inf, nan])
    np.testing.assert_array_equal(gradient, [0, 0, 0, nan])


def test_incomplete_gamma_functions_of_large_parameters_end():
    """Their series has sqrt(a) terms at least, and never ends where a + 1 is a. The values are SciPy's."""
    a, x = tf.constant([2e4, 1e8, 1e15, 1e30], tf.float64), tf.constant([20100.0, 1e8 - 2e4, 1e15, 1e30], tf.float64)
    below, above = [0.760616705561418, 0.022744732581594, 0.5, 0.5], [0.239383294438582, 0.977255267418406, 0.5, 0.5]
    derivative, step = tf.raw_ops.IgammaGradA(a=a, x=x), tf.raw_ops.RandomGammaGrad(alpha=a, sample=x)
    found = run([tf.igamma(a, x), tf.igammac(a, x), derivative, step, tf.raw_ops.IgammaGradA(a=1.0, x=np.inf)])
    np.testing.assert_allclose(found[:2], [below, above], rtol=1e-7)
    np.testing.assert_allclose(found[2], [-2.19331e-3, -5.398197e-6, -1.261566e-8, -3.989423e-16], rtol=1e-5)
    np.testing.assert_allclose(found[3], [1.0025042, 0.9999, 1, 1], rtol=1e-6)
    assert found[4] == 0


def test_a_draw_far_from_a_large_parameter_has_a_derivative():
    """The values of the first are TensorFlow's; its series of the others does not end."""
    sample = np.array([1.0, 6e4, 1.4e5, 1e9])
    far = [1.1513046e-4, 0.7662400, 1.1776550, 9.2112675]
    np.testing.assert_allclose(run(tf.raw_ops.RandomGammaGrad(alpha=1e5, sample=sample.astype("f"))), far, rtol=1e-5)
    ends = run(tf.raw_ops.RandomGammaGrad(alpha=np.array([1e8, 1e30]), sample=np.array([1e-290, 1e300])))
    np.testing.assert_allclose(ends, [6.861704e-296, 621.6980], rtol=1e-4)


def test_zeta_and_polygamma_below_0():
    """The values are SciPy's."""
    found = run([tf.polygamma(tf.constant([1.0, 2.0], tf.float64), [-7.25, -7.75]), tf.zeta(3.0, [-1.25, -1e-9])])
    np.testing.assert_allclose(found[0], [19.6103545392932690, -124.039745588226382], rtol=1e-13)
    np.testing.assert_allclose(found[1], [-61.86068339, -1e27], rtol=1e-6)
    assert run(tf.zeta([1e30, np.inf, 5000.0, 3.5], [1.0, -0.5, 0.001, -0.5])).tolist()[:3] == [1, np.inf, np.inf]
    assert np.isnan(run(tf.zeta(3.5, -0.5)))
    assert run(tf.polygamma([1e30], [1.0])).tolist() == [np.inf]


def test_coordinates_in_rows_of_a_batch():
    x = np.arange(24.0).reshape(2, 3, 4)
    fed, places = tf.placeholder(tf.float64), tf.placeholder(tf.int32)
    one, two = tf.gather_nd(fed, places, batch_dims=1), tf.gather_nd(fed, places, batch_dims=2)
    assert tf.gather_nd(x, [[[0, 3], [1, 2]], [[2, 1], [0, 0]]], batch_dims=1).shape.as_list() == [2, 2]
    assert run(one, {fed: x, places: [[[0, 3], [1, 2]], [[2, 1], [0, 0]]]}).tolist() == [[3, 6], [21, 12]]
    assert run(two, {fed: x, places: [[[0], [1], [0]], [[2], [0], [3]]]}).tolist() == [[0, 5, 8], [14, 16, 23]]
    gradient = run(tf.gradients(one, fed)[0], {fed: x, places: [[[0, 3], [0, 3]], [[2, 1], [0, 0]]]})
    assert gradient.sum() == 4 and gradient[0, 0, 3] == 2
    for rows in ([[[0]]], [[[0]], [[1]], [[1]]]):
        with pytest.raises(tf.errors.InvalidArgumentError):
            run(one, {fed: x, places: rows})
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(one, {fed: x[:1], places: [[[0]], [[1]]]})
    with pytest.raises(ValueError, match=r"batch_dims = 2 must be less than rank\(indices\) = 2"):
        tf.gather_nd(x, [[0], [2]], batch_dims=2)


def test_a_slice_replaced_and_parts_added():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    updated = tf.raw_ops.TensorStridedSliceUpdate(input=x, begin=[0], end=[1], strides=[1], value=[[5.0, 6.0]])
    added = tf.raw_ops.ScatterNdNonAliasingAdd(input=x, indices=[[1], [1]], updates=[[1.0, 1.0], [2.0, 2.0]])
    assert [value.tolist() for value in run([updated, added])] == [[[5, 6], [3, 4]], [[1, 2], [6, 7]]]
    with pytest.raises(tf.errors.UnimplementedError, match=r"l-value shape \[1,2\] does not match r-value shape \[2\]"):
        run(tf.raw_ops.TensorStridedSliceUpdate(input=x, begin=[0], end=[1], strides=[1], value=[5.0, 6.0]))


def test_different_parts_along_an_axis():
    x = [[1, 0, 0], [1, 0, 0], [2, 0, 0]]
    rows, places, counts = tf.raw_ops.UniqueWithCountsV2(x=x, axis=[0])
    assert rows.shape.as_list() == [None, 3]
    assert [part.tolist() for part in run([rows, places, counts])] == [[[1, 0, 0], [2, 0, 0]], [0, 0, 1], [2, 1]]
    columns, places = run(tf.raw_ops.UniqueV2(x=x, axis=[-1]))
    assert (columns.tolist(), places.tolist()) == ([[1, 0], [1, 0], [2, 0]], [0, 1, 1])
    words, places = run(tf.raw_ops.UniqueV2(x=["b", "a", "b"], axis=np.zeros(0, np.int64)))
    assert (words.tolist(), places.tolist()) == ([b"b", b"a"], [0, 1, 0])
    for axis, message in (([2], r"between \[0, 2\)"), ([], "expects a 1D vector"), ([0, 1], "larger than 1 elements")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            run(tf.raw_ops.UniqueV2(x=x, axis=np.asarray(axis, np.int64)))


def test_one_hot_counts_more_classes_than_a_byte():
    classes = tf.placeholder_with_default(tf.constant([0, 255], tf.uint8), [2])
    assert np.nonzero(run(tf.one_hot(classes, 300)))[1].tolist() == [0, 255]


def test_sizes_of_a_pad_are_known_along_the_axes_whose_paddings_are():
    count = tf.placeholder(tf.int32, [])
    assert tf.pad(tf.zeros([4, 4]), [[1, 2], [0, count]]).shape.as_list() == [7, None]
    assert tf.pad(tf.placeholder(tf.float32, [None, 20]), [[0, count], [0, 0]]).shape.as_list() == [None, 20]
    assert run(tf.pad(tf.constant(7), np.zeros([0, 2], np.int32))) == 7
    x = tf.ones([2])
    assert run(tf.gradients(tf.pad(x, tf.constant([[1, 0]], tf.int64)), x)[0]).tolist() == [1, 1]


def test_sizes_that_cannot_be_joined():
    offsets = tf.raw_ops.ConcatOffset(concat_dim=-1, shape=[[2, 3], [2, 7]])
    assert [part.tolist() for part in run(offsets)] == [[0, 0], [0, 3]]
    for axis, sizes, message in (
        (4, [[2, 3], [2, 7]], "Concat dim is out of range: 4 vs. 2"),
        (1, [[2, 3], [2, 7, 1]], "input 1 should contain 2 elements, but got 3"),
        (1, [[2, 3], [3, 7]], r"All dimensions except 1 must match. Input 1 has shape \[3 7\]"),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            run(tf.raw_ops.ConcatOffset(concat_dim=axis, shape=sizes))
    axis = tf.placeholder(tf.int32)
    with pytest.raises(ValueError, match="Can't concatenate scalars"):
        tf.concat([tf.constant(1), tf.constant(2)], axis)
    with pytest.raises(ValueError, match="Shape must be rank 1 but is rank 2"):
        tf.concat([tf.zeros([2]), tf.zeros([2, 2])], axis)


def test_the_axis_of_one_hot_counts_around_until_a_run_looks_at_it():
    for axis, dims in {1: [3, 2], 2: [2, 3], 3: [3, 2]}.items():
        assert tf.one_hot(tf.zeros([3], tf.int32), 2, axis=axis).shape.as_list() == dims
    with pytest.raises(ValueError, match="axis must be >= -1"):
        tf.one_hot(tf.placeholder(tf.int32), 2, axis=-2)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"between \[0, 2\).  But received: 2"):
        run(tf.one_hot(tf.zeros([3], tf.int32), 2, axis=2))


def test_nothing_is_looked_up_where_nothing_lies_before_the_axis():
    assert run(tf.gather(tf.zeros([4, 0, 3]), [-1, 2], axis=2)).shape == (4, 0, 2)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[0\] = -1 is not in \[0, 4\)"):
        run(tf.gather(tf.zeros([4, 0, 3]), [-1, 2], axis=0))


@pytest.mark.parametrize("dtype", [tf.int8, tf.uint8])
def test_the_mean_of_more_small_integers_than_their_type_counts(dtype):
    x = tf.placeholder(dtype, [None])
    assert run(tf.reduce_mean(x), {x: [2] * 300}) == 2  # TensorFlow's: sum and count wrap around
    assert run(tf.reduce_mean(x), {x: [2] * 256}) == 0  # where the count is 0 TensorFlow's process ends


def test_segments_of_no_strings_are_empty():
    joined = tf.strings.unsorted_segment_join(tf.constant([], tf.string, [0, 2]), np.zeros([0], np.int32), 3)
    assert run(joined).tolist() == [[b"", b""]] * 3


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_extremes_of_every_whole_number(tier):
    with tf.Graph().as_default(), tf.Session() as session:
        for dtype in (tf.uint64, tf.uint32, tf.int64):
            rows = np.array([[dtype.max, 3], [dtype.min, dtype.max]], dtype.as_numpy_dtype)
            fed = tf.placeholder(dtype, [2, 2])
            least, most = session.run([tf.reduce_min(fed, 1), tf.reduce_max(fed)], {fed: rows})
            assert (least.tolist(), most) == ([3, dtype.min], dtype.max)


def test_the_alpha_of_a_leaky_relu_may_be_trained():
    with tf.Graph().as_default(), tf.Session() as session:
        alpha = tf.constant([0.25, 0.5])
        y = tf.nn.leaky_relu([[-4.0, 2.0], [3.0, -6.0]], alpha=alpha, name="prelu")
        assert y.op.name == "prelu"
        values, gradient = session.run([y, tf.gradients(y, alpha)[0]])
        np.testing.assert_array_equal(values, [[-1.0, 2.0], [3.0, -3.0]])
        np.testing.assert_array_equal(gradient, [-4.0, -6.0])


@pytest.mark.parametrize(
    ("batch_dims", "indices", "expected"),
    [
        (1, [[[0, 1], [2, 3]], [[1, 1], [0, 0]]], [[1, 11], [17, 12]]),
        (2, [[[0], [1], [3]], [[1], [1], [2]]], [[0, 5, 11], [13, 17, 22]]),
    ],
)
def test_gather_nd_takes_coordinates_within_batches(batch_dims, indices, expected):
    with tf.Graph().as_default(), tf.Session() as session:
        params = tf.constant(np.arange(24.0).reshape(2, 3, 4))
        parts = tf.gather_nd(params, indices, batch_dims=batch_dims)
        fed = tf.placeholder(tf.int64)
        of_any_rank = tf.gather_nd(params, fed, batch_dims=batch_dims)
        assert parts.shape.as_list() == list(np.shape(expected)) and of_any_rank.shape.ndims is None
        found = session.run([parts, of_any_rank, tf.reduce_sum(tf.gradients(parts, params)[0])], {fed: indices})
        assert [one.tolist() for one in found] == [expected, expected, np.size(expected)]
        with pytest.raises(ValueError, match="must be less than rank"):
            tf.gather_nd(params, indices, batch_dims=3)
