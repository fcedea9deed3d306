"""NumPy, in place of compiled code, computes what compiled code computes."""

import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import graphlab as tf
from graphlab._src.compiler.interpreter.jaxpr import PreparedJaxpr
from graphlab._src.compiler.interpreter.kernels import _Traced, kernel_of
from graphlab._src.compiler.interpreter.primitives.table import UnknownPrimitiveError
from graphlab._src.compiler.random_streams import WORDS, random_input
from graphlab._src.graph.constant import group_inputs, kernel_attrs
from graphlab._src.ops.convolution import kernels as convolution_kernels
from tests.test_op_contract import DEFINITIONS, ON_DEVICE, build

pytestmark = pytest.mark.tier("compiled")

COMPILED_ONLY = {
    *("Betainc", "Digamma", "Igamma", "IgammaGradA", "Igammac", "Polygamma", "RandomGammaGrad", "Zeta"),
    *("ExtractGlimpse", "ParameterizedTruncatedNormal", "PopulationCount", "SampleDistortedBoundingBoxV2"),
    "TridiagonalSolve",
}
SAMPLED = [name for name in ON_DEVICE if not DEFINITIONS[name].on_state and not DEFINITIONS[name].structural]
STATE = np.arange(WORDS, dtype=np.uint32)


def same(found, expected):
    """Asserts that both have one type and shape, and values that differ by rounding at most."""
    expected = np.asarray(expected)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    if expected.dtype.kind in "iub":
        np.testing.assert_array_equal(found, expected)
    else:
        wide = np.complex128 if expected.dtype.kind == "c" else np.float64
        np.testing.assert_allclose(found.astype(wide), expected.astype(wide), rtol=2e-5, atol=1e-6)


def compiled(name, built):
    """(a function of the inputs that vary, those inputs): the kernel of a sample as a segment compiles it."""
    definition, op = DEFINITIONS[name], built.op
    kernel: Any = definition.kernel
    static = definition.static_positions(op)

    def call(moving):
        rest = iter(moving)
        values = [value if i in static else next(rest) for i, value in enumerate(built.values)]
        extra = random_input(definition, STATE)
        return kernel(*group_inputs(definition, op, values), **kernel_attrs(op, definition), **extra)

    return call, [value for i, value in enumerate(built.values) if i not in static]


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(SAMPLED), 50))
def test_every_sample_gives_what_it_gives_compiled(start):
    names = SAMPLED[start : start + 50]
    with tf.Graph().as_default():
        built = {name: build(name) for name in names}
    found = {}
    for name, one in built.items():
        values = [*one.values, STATE] if DEFINITIONS[name].random else one.values
        try:
            with np.errstate(all="ignore"):
                found[name] = kernel_of(one.op)(values)
        except UnknownPrimitiveError:
            assert name in COMPILED_ONLY
    assert not COMPILED_ONLY & set(found)
    calls = {name: compiled(name, built[name]) for name in found}
    together = jax.jit(lambda values: {name: calls[name][0](values[name]) for name in found})
    with jax.enable_x64(True):
        expected = together({name: values for name, (_, values) in calls.items()})
    for name, values in found.items():
        for value, other in zip(values, jax.tree.leaves(expected[name]), strict=True):
            same(np.asarray(value), np.asarray(other).astype(value.dtype))


def agree(function, *arguments):
    """Asserts that a function of arrays returns the same either way."""
    with jax.enable_x64(True):
        prepared = PreparedJaxpr(jax.make_jaxpr(function)(*arguments)).at({})
        expected = jax.tree.leaves(jax.jit(function)(*arguments))
    with np.errstate(all="ignore"):
        found = prepared([np.asarray(argument) for argument in arguments])
    for one, other in zip(found, expected, strict=True):
        same(np.asarray(one), other)


FLOATS = np.array(
    [np.nan, np.inf, -np.inf, -0.0, 0.0, 1e30, -1e30, 2.5, -2.5, 3.5, 300.0, -300.0, 2147483648.0], np.float32
)


def test_numbers_are_converted_as_they_are_compiled():
    types = "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 bool".split()
    agree(lambda x: [lax.convert_element_type(x, name) for name in types], FLOATS)
    agree(lambda x: [lax.convert_element_type(x, name) for name in ("int32", "int64")], FLOATS.astype(np.float64))
    agree(lambda x: [x.astype(np.int8), x.astype(np.uint8), x.astype(np.float32)], np.array([-300, 70000, 5], np.int32))


def test_what_is_not_a_number_is_treated_identically():
    def compute(x, y):
        compared = [x < y, x == y, x != y, jnp.maximum(x, y), jnp.minimum(x, y), jnp.sign(x)]
        ordered = [lax.sort(x), jnp.argmax(x), jnp.argmin(y), lax.top_k(x, 4), jnp.argsort(x)]
        return [*compared, *ordered, jnp.max(x), jnp.sum(y), jnp.round(x), lax.rem(x, y), jnp.power(x, y)]

    agree(compute, FLOATS, FLOATS[::-1].copy())


def test_special_functions_agree_at_their_ends():
    ends = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, -1.0, -2.0, 1e30, -1e30, 0.5, 30.0], np.float32)
    functions = [lax.erf, lax.erfc, lax.erf_inv, lax.lgamma, lax.bessel_i0e, lax.bessel_i1e]
    agree(lambda x: [function(x) for function in functions], ends)
    agree(lambda x: [function(x) for function in functions[:3]], ends[:8].astype(np.float16))


def test_whole_numbers_divide_and_shift_identically():
    x = np.array([7, -7, -(2**31), 5, 2**31 - 1, 0], np.int32)
    y = np.array([2, 2, -1, 0, 3, 0], np.int32)
    by = np.array([0, 31, 32, 40, 3, 1], np.int32)

    def compute(x, y, by):
        shifted = [shift(x, by) for shift in (lax.shift_left, lax.shift_right_logical, lax.shift_right_arithmetic)]
        return [lax.div(x, y), lax.rem(x, y), *shifted, jnp.sum(x), x * x, lax.integer_pow(x, 5)]

    agree(compute, x, y, by)


@pytest.mark.parametrize("mode", ["clip", "fill", "promise_in_bounds"])
def test_rows_out_of_bounds_are_treated_identically(mode):
    rows = np.arange(12, dtype=np.float32).reshape(4, 3)
    numbers = np.array([0, 3, 1, 1] if mode == "promise_in_bounds" else [0, 7, -9, 3], np.int32)
    updates = np.ones((4, 3), np.float32)

    def compute(rows, numbers, updates):
        places = rows.at[numbers]
        changed = [places.add(updates, mode=mode), places.max(updates, mode=mode), places.mul(updates, mode=mode)]
        taken = places.get(mode=mode, wrap_negative_indices=False)
        windows = [jnp.take_along_axis(rows, numbers[:, None] % 3, 1), rows[1:3, numbers % 3]]
        return [*changed, taken, *windows, lax.dynamic_slice(rows, (numbers[1], numbers[2]), (2, 2))]

    agree(compute, rows, numbers, updates)


@pytest.mark.parametrize(
    "options",
    [
        {"window_strides": (2, 1), "padding": "SAME"},
        {"window_strides": (1, 1), "padding": ((2, -1), (0, 3)), "rhs_dilation": (2, 1)},
        {"window_strides": (1, 2), "padding": ((0, 0), (1, 0)), "lhs_dilation": (3, 2)},
        {"window_strides": (1, 1), "padding": "VALID", "feature_group_count": 2},
        {"window_strides": (1, 1), "padding": "SAME", "batch_group_count": 2},
    ],
)
def test_convolutions_agree(options):
    random = np.random.RandomState(0)
    images = random.rand(2, 6, 7, 4).astype(np.float32)
    filters = random.rand(3, 2, 4 // options.get("feature_group_count", 1), 6).astype(np.float32)
    agree(
        lambda x, y: lax.conv_general_dilated(x, y, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options),
        images,
        filters,
    )


def test_products_and_sums_agree():
    random = np.random.RandomState(0)
    x, y = random.rand(2, 3, 4).astype(np.float32), random.rand(4, 2, 5).astype(np.float32)

    def compute(x, y):
        short = x.astype(jnp.bfloat16)
        beyond = jnp.sum(jnp.stack([x, x, -x]).astype(jnp.float16) * 60000, (0, 1))  # on the way, not in the end
        sums = [beyond, jnp.sum(short, 1), jnp.cumsum(x, 2), jnp.sum(x[:0], 0), jnp.max(x, (0, 2)), jnp.all(x > 0, 1)]
        padded = lax.pad(x, np.float32(7), [(1, 2, 1), (-1, 1, 0), (0, -2, 2)])
        return [jnp.einsum("abc,cad->adb", x, y), short[0] @ short[1].T, *sums, padded, x[0, ::-1], x.T]

    agree(compute, x, y)


def test_systems_of_equations_and_decompositions_agree():
    def compute(x):
        turned = jnp.swapaxes(x, 0, 2)  # whose numbers NumPy leaves where they are
        found = [jnp.linalg.cholesky(x), jnp.linalg.inv(x), *jnp.linalg.slogdet(x)]
        found += [jnp.linalg.cholesky(turned), *lax.linalg.lu(turned)]
        found += [*lax.linalg.lu(x[..., :2, :]), *lax.linalg.lu(x[..., :2]), jnp.linalg.inv(x[:, :0, :0])]
        for transposed, unit in itertools.product([False, True], repeat=2):
            options = {"lower": not transposed, "transpose_a": transposed, "unit_diagonal": unit}
            found.append(lax.linalg.triangular_solve(x, turned, left_side=True, conjugate_a=unit, **options))
            found.append(lax.linalg.triangular_solve(x, x[..., :2, :], conjugate_a=not unit, **options))
        return found

    regular = np.random.RandomState(0).randn(3, 3) + np.eye(3)
    singular, undefined = np.ones((3, 3)), np.full((3, 3), np.nan)
    matrices = np.stack([regular, regular @ regular.T, singular])
    agree(compute, matrices)
    agree(compute, np.stack([undefined, -np.eye(3), regular]))
    agree(compute, matrices.astype("F") * (1 + 1j))


def test_eigenvalues_and_orthogonal_decompositions_agree():
    def compute(x):
        turned = jnp.swapaxes(x, -1, -2)
        found = [*jnp.linalg.eigh(x[..., :3])]
        for matrix, full in itertools.product([x, turned, x[:0], x[..., :0], turned[..., :0]], [False, True]):
            found += lax.linalg.qr(matrix, full_matrices=full)
            found += lax.linalg.svd(matrix, full_matrices=full)
        return [
            *found,
            lax.linalg.svd(x, compute_uv=False),
            *jnp.linalg.eigh(x[:0, :, :3]),
            *jnp.linalg.eigh(x[:, :0, :0]),
        ]

    matrices = np.random.RandomState(0).randn(2, 3, 4)
    agree(compute, matrices)
    agree(compute, (matrices + 1j * matrices[::-1]).astype("F"))
    agree(
        lambda x: [*lax.linalg.qr(x), *jnp.linalg.eigh(x), *lax.linalg.svd(x)], np.random.RandomState(1).randn(60, 60)
    )
    agree(lax.linalg.svd, np.full((2, 2), np.nan))


@pytest.mark.parametrize(
    "compute", [lax.linalg.svd, jnp.linalg.eigh, lambda x: lax.linalg.triangular_solve(x, x, left_side=True)]
)
def test_what_would_halt_all_threads_is_left_to_compiled_code(compute):
    """SciPy's functions hold Python's lock: of a large matrix for seconds."""
    large = np.eye(900)
    with pytest.raises(UnknownPrimitiveError, match="900 multiplications without a pause"):
        PreparedJaxpr(jax.make_jaxpr(compute)(large)).at({})([large])


def test_loops_and_branches_agree():
    def compute(n, x):
        iterations = lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 2), (0, x))
        total, rows = lax.scan(lambda total, row: (total + row, total * row), jnp.zeros(3), x, reverse=True)
        branch = lax.switch(n, [lambda x: x, lambda x: x + 1, lambda x: -x], x)
        return [*iterations, total, rows, branch]

    agree(compute, np.int32(2), np.arange(6, dtype=np.float32).reshape(2, 3))


@pytest.mark.parametrize("options", [{}, {"adjoint_a": True}, {"adjoint_b": True}])
def test_sparse_products_agree(options):
    places = np.array([[2, 0], [0, 1], [2, 0], [1, 3]])
    values = np.array([1 + 2j, 3, 5, -1j], np.complex64)
    dense = np.random.RandomState(0).rand(4, 4).astype(np.complex64) + 1j
    with tf.Graph().as_default(), tf.Session() as sess:
        product = tf.sparse_tensor_dense_matmul(tf.SparseTensor(places, values, [4, 4]), dense, **options)
        (found,) = kernel_of(product.op)([places, values, np.array([4, 4]), dense])
        same(found, sess.run(product))
        matrix = np.zeros((4, 4), np.complex64)
        np.add.at(matrix, tuple(places.T), values)
        matrix = matrix.conj().T if options.get("adjoint_a") else matrix
        same(found, matrix @ (dense.conj().T if options.get("adjoint_b") else dense))


def test_numbers_beyond_and_sizes_of_zero_agree():
    rows, numbers = np.arange(6, dtype=np.float32).reshape(3, 2) - 2, np.array([0, 2, -1, 1], np.int32)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, n = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.int32, [None])
        ops = [
            (tf.unsorted_segment_sum(tf.gather(x, tf.abs(n) % 3), n, 4), [rows[[0, 2, 1, 1]], numbers, np.int32(4)]),
            (tf.nn.softmax(x[:0]), [rows[:0]]),
            (tf.reduce_sum(x[:0], 0), [rows[:0], np.int32(0)]),
            (n // [2, 1, -2, 3], [numbers, np.array([2, 1, -2, 3], np.int32)]),
            (tf.nn.relu(x), [rows]),
        ]
        expected = sess.run([tensor for tensor, _ in ops], {x: rows, n: numbers})
    for (tensor, values), other in zip(ops, expected, strict=True):
        with np.errstate(all="ignore"):
            same(np.asarray(kernel_of(tensor.op)(values)[0]), other)


@pytest.mark.tier("numpy")
def test_long_sums_of_short_floats_are_rounded_once():
    x = tf.placeholder(tf.float16, [None])
    with tf.Session() as sess:  # one by one 1 + 1 + … stays at 2048
        assert sess.run([tf.reduce_sum(x), tf.reduce_mean(x)], {x: np.ones(5000, np.float16)}) == [5000, 1]


def test_a_kernel_is_traced_few_times_for_a_size_that_grows(monkeypatch):
    """Text begins with some words, and then comes word by word: no symbol represents a size of 1."""
    traced = []
    trace = _Traced._trace
    monkeypatch.setattr(_Traced, "_trace", lambda self, *given: traced.append(given[0]) or trace(self, *given))
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32, [None, 1]), tf.placeholder(tf.float32, [None])
        kernel = kernel_of(tf.squared_difference(x, y).op)
    for queries, keys in ((3, 3), *[(1, 3 + count) for count in range(1, 30)], (2, 50)):
        values = [np.random.rand(queries, 1).astype("f"), np.random.rand(keys).astype("f")]
        np.testing.assert_array_equal(kernel(values)[0], (values[0] - values[1]) ** 2)
    assert len(traced) <= 4


def windows():
    """[(images, filters, attributes)] of convolutions: sizes, strides, dilations and padding of all kinds."""
    random = np.random.default_rng(0)
    found = []
    while len(found) < 25:
        batch, height, width, channels, made = (int(n) for n in random.integers(1, 7, 5))
        high, wide = (int(n) for n in random.integers(1, 4, 2))
        strides, dilations = ([1, *random.integers(1, 4, 2).tolist(), 1] for _ in range(2))
        if max(strides) > 1:
            dilations = [1, 1, 1, 1]
        padding = ("SAME", "VALID", [[0, 0], [1, 2], [0, 1], [0, 0]])[len(found) % 3]
        reach = (high - 1) * dilations[1] + 1, (wide - 1) * dilations[2] + 1
        if padding == "VALID" and (reach[0] > height or reach[1] > width):
            continue
        found.append(((batch, height, width, channels), (high, wide, channels, made), strides, padding, dilations))
    return found


@pytest.mark.parametrize("together", [1 << 22, 16])
def test_convolutions_and_their_gradients_agree_for_windows_of_all_kinds(monkeypatch, together):
    """NumPy computes few images, or few rows of one, at once."""
    monkeypatch.setattr(convolution_kernels, "_TOGETHER", together)
    random = np.random.default_rng(1)
    for images, filters, strides, padding, dilations in windows():
        with tf.Graph().as_default():
            x, f = (random.standard_normal(dims).astype("f") for dims in (images, filters))
            given = tf.placeholder(tf.float32, images), tf.placeholder(tf.float32, filters)
            made = tf.nn.conv2d(*given, strides, padding, dilations=dilations)
            dy = random.standard_normal(made.shape.as_list()).astype("f")
            back = tf.gradients(made, given, tf.placeholder(tf.float32, made.shape))
            calls = [
                (made.op, [x, f]),
                (back[0].op, [np.array(images, np.int32), f, dy]),
                (back[1].op, [x, np.array(filters, np.int32), dy]),
            ]
            for op, values in calls:
                kernel = kernel_of(op)
                assert kernel.quick is not None
                found = kernel.quick(*values)
                kernel.quick = None
                np.testing.assert_allclose(found, kernel(values)[0], rtol=1e-4, atol=1e-4, err_msg=str(op.node_def))


def test_a_shape_that_cannot_be_computed_is_an_error_of_its_operation():
    x = tf.placeholder(tf.float32, [None])
    sizes = tf.slice(tf.constant([1, 2, 3, 4]), [0], tf.shape(x)) + tf.constant([1, 2])
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"Incompatible shapes(.|\n)*add"):
        session.run(tf.zeros(sizes), {x: [1.0, 2.0, 3.0]})


def test_values_that_an_operation_compares_are_no_sizes():
    """Sets whose members differ from call to call: a name in place of a member would equal no other."""
    with tf.Graph().as_default():
        kernel = kernel_of(tf.sets.set_intersection([[3], [3]], [[3], [2]]).indices.op)
    for members in ([[3], [2]], [[3], [3]], [[2], [3]]):
        indices = kernel([np.array([[3], [3]]), np.array(members)])[0]
        assert indices.tolist() == [[row, 0] for row in (0, 1) if members[row] == [3]]
