"""What a GPU computes and stores. Tests over the devices that there are cover the CPU alone where there is no GPU."""

import jax
import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import placement
from graphlab._src.compiler.executables import xla_options
from graphlab._src.ops.quotient import in_double

ACCELERATORS = [f"/gpu:{i}" for i, device in enumerate(jax.devices()) if device.platform == "gpu"]
DEVICES = ["/cpu:0", *ACCELERATORS]
SEED = np.random.default_rng(0)
MATRIX, OTHER = (SEED.standard_normal(shape).astype(np.float32) for shape in ((96, 160), (160, 64)))
IMAGES, FILTERS = (SEED.standard_normal(shape).astype(np.float32) for shape in ((2, 9, 9, 24), (3, 3, 24, 16)))

PRODUCTS = {
    "matmul": lambda dtype: tf.matmul(tf.constant(MATRIX, dtype), tf.constant(OTHER, dtype)),
    "einsum": lambda dtype: tf.einsum("ij,jk->ki", tf.constant(MATRIX, dtype), tf.constant(OTHER, dtype)),
    "conv2d": lambda dtype: tf.nn.conv2d(tf.constant(IMAGES, dtype), tf.constant(FILTERS, dtype), 1, "SAME"),
    "conv2d, its gradients": lambda dtype: _gradients(tf.constant(IMAGES, dtype), tf.constant(FILTERS, dtype)),
    "matrix_solve_ls": lambda dtype: tf.matrix_solve_ls(
        tf.constant(OTHER, dtype), tf.constant(OTHER[:, :3].copy(), dtype)
    ),
    "matrix_solve_ls, slow": lambda dtype: tf.matrix_solve_ls(
        tf.constant(OTHER, dtype), tf.constant(MATRIX[0, :, None].copy(), dtype), fast=False
    ),
    "svd": lambda dtype: tf.svd(tf.constant(OTHER, dtype), compute_uv=False),
}


def _gradients(images, filters):
    found = tf.gradients(tf.nn.conv2d(images, filters, 2, "VALID") ** 2, [images, filters])
    return tf.concat([tf.reshape(one, [-1]) for one in found], 0)


@pytest.fixture
def no_tensor_float_32():
    yield
    tf.config.experimental.enable_tensor_float_32_execution(False)


def run_on(device, build):
    """What build() makes, computed by compiled code on a device."""
    with tf.Graph().as_default(), tf.device(device):
        fetched = build()
        with tf.Session() as session:
            return session.run(fetched)


@pytest.mark.tier("compiled")
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_have_all_digits_of_float32(name, device):
    make = PRODUCTS[name]
    found, exact = run_on(device, lambda: make(tf.float32)), run_on("/cpu:0", lambda: make(tf.float64))
    assert np.linalg.norm(found - exact) <= 5e-6 * np.linalg.norm(exact)


@pytest.mark.tier("compiled")
def test_tensor_float_32_is_used_where_it_is_allowed(no_tensor_float_32):
    requested = []
    for allowed in (False, True):
        tf.config.experimental.enable_tensor_float_32_execution(allowed)
        assert tf.config.experimental.tensor_float_32_execution_enabled() is allowed
        with tf.Graph().as_default(), tf.Session() as session:
            x = tf.placeholder(tf.float32, [8, 8])
            images = tf.reshape(x, [1, 8, 8, 1])
            fetched = [
                tf.matmul(x, x),
                tf.nn.conv2d(images, tf.ones([3, 3, 1, 2]), 1, "SAME"),
                tf.sparse_matmul(x, x, a_is_sparse=True),
                tf.matrix_solve_ls(x, x),
            ]
            session.run(fetched, {x: np.eye(8, dtype=np.float32)})
            (part,) = session.plan(fetched, [x]).compiled
            lines = [
                line for line in part.hlo("stablehlo").splitlines() if "dot_general" in line or "convolution(" in line
            ]
            requested.append([line.count("HIGHEST") for line in lines])
    full, short = requested
    assert len(full) >= 4 and full == [2] * len(full)
    assert short == [0] * len(full)


@pytest.mark.tier("compiled")
@pytest.mark.parametrize("device", DEVICES)
def test_code_without_inputs_runs_on_its_device(device):
    with tf.Graph().as_default(), tf.device(device), tf.Session() as session:
        inverse = tf.matrix_inverse(tf.constant(np.diag([2.0, 4.0])))
        session.run(inverse)
        (part,) = session.plan(inverse).compiled
        assert all(array.devices() == {part.device.jax} for array in part.call([], [], []))


@pytest.mark.tier("compiled")
@pytest.mark.parametrize("device", DEVICES)
def test_a_step_stores_the_same_whatever_is_fetched(device):
    found = []
    for several in (0, 1, 20):
        with tf.Graph().as_default(), tf.device(device), tf.Session() as session:
            v = tf.Variable(np.ones(40_000, np.float32))
            total = tf.assign_add(v, tf.ones_like(v))
            fetched = [total + float(i) for i in range(several)]
            session.run(v.initializer)
            for step in range(3):
                for i, value in enumerate(session.run([*fetched, total.op])[:-1]):
                    assert np.all(value == 2.0 + step + i)
            found.append(session.run(v))
    assert np.all(np.array(found) == 4.0)


@pytest.mark.tier("compiled")
def test_a_step_for_which_an_accelerator_has_no_memory_changes_no_variable():
    for device in ACCELERATORS:
        with tf.Graph().as_default(), tf.device(device), tf.Session() as session:
            v, rows = tf.Variable(np.ones(1 << 16, np.float32)), tf.placeholder(tf.int32, [])
            sort = tf.sort(tf.random_uniform([rows, 1000]) + v[0], axis=0)
            step = tf.assign_add(v, tf.ones_like(v) + sort[0, 0]).op
            session.run(v.initializer)
            session.run(step, {rows: 10})
            before = session.run(v)
            with pytest.raises(tf.errors.ResourceExhaustedError):
                session.run(step, {rows: 60_000_000})
            np.testing.assert_array_equal(session.run(v), before)
            session.run(step, {rows: 10})


def test_an_accelerator_that_is_not_there_is_refused(monkeypatch):
    class Gpu:
        platform = "gpu"

    cpu, gpu = jax.devices("cpu"), Gpu()
    monkeypatch.setattr(placement.jax, "devices", lambda kind=None: cpu if kind == "cpu" else [gpu])
    assert [device.jax for device in placement.Devices(visible=[0])] == [cpu[0], gpu]
    with pytest.raises(tf.errors.InvalidArgumentError, match="invalid GPU id '3' but visible device count is 1"):
        placement.Devices(visible=[3])


def test_deterministic_operations_are_requested_of_xla_for_gpus(monkeypatch):
    found = []
    monkeypatch.setenv("TF_DETERMINISTIC_OPS", "1")
    for backend in ("cpu", "gpu"):
        monkeypatch.setattr("graphlab._src.session.config.jax.default_backend", lambda backend=backend: backend)
        with tf.Session() as session:
            found.append(session.plan(tf.constant(1.0) + 1.0).compiled[0].device.compiler_options)
    assert xla_options.DETERMINISTIC not in found[0] and found[1][xla_options.DETERMINISTIC] is True


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_quotients_by_way_of_double_precision_are_exact(dtype):
    numbers = np.arange(1, 200, dtype=dtype)
    with jax.enable_x64(True):
        for divisor in (3, 41, 0.1):
            expected = (numbers / dtype(divisor)).astype(dtype)
            np.testing.assert_array_equal(
                in_double(jax.numpy.asarray(numbers), jax.numpy.full_like(numbers, divisor)), expected
            )


@pytest.mark.tier("compiled")
@pytest.mark.parametrize("device", DEVICES)
def test_whole_quotients_are_those_of_exact_division(device):
    numbers = np.arange(1, 100, dtype=np.float32)
    for divisor in (np.float32(41), np.float32(0.1)):
        multiples = numbers * divisor
        with tf.Graph().as_default(), tf.device(device), tf.Session() as session:
            found = session.run(tf.constant(multiples) // divisor)
        np.testing.assert_array_equal(found, np.floor(multiples / divisor))
