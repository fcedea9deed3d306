"""Programs fetch the values that TensorFlow 1.15 fetched, from graphs built here and from TensorFlow's own."""

import numpy as np
import pytest

import graphlab as tf
from tests import golden

pytestmark = pytest.mark.slow

# About ten units in the last place of a float32: XLA and Eigen approximate exp, tan or lgamma differently.
RTOL = 1e-5
ATOL = 2e-6


@pytest.fixture(params=[name for name in golden.NAMES if golden.program(name).RUNS])
def name(request):
    return request.param


def build(name):
    golden.program(name).build(tf)


def load(name):
    tf.import_graph_def(golden.graph_def(name), name="")


@pytest.mark.parametrize(
    "make",
    [pytest.param(build, marks=pytest.mark.tier("compiled")), pytest.param(load, marks=pytest.mark.tier("numpy"))],
)
def test_runs_fetch_tensorflows_values(make, name):
    expected = golden.values(name)
    config = tf.ConfigProto(allow_soft_placement=True)
    with tf.Graph().as_default() as graph, tf.Session(graph=graph, config=config) as session:
        make(name)
        for number, (names, feeds) in enumerate(golden.program(name).RUNS):
            for fetch, value in zip(names, session.run(names, feeds), strict=True):
                check(f"{number}/{fetch}", value, expected)


def check(key, value, expected):
    if key not in expected:
        assert value is None, f"{key} is an operation"
        return
    golden_value = expected[key]
    if golden_value.dtype.kind == "S":
        assert np.array_equal(np.asarray(value, "S"), golden_value), key
        return
    assert np.asarray(value).dtype == golden_value.dtype, key
    assert np.shape(value) == golden_value.shape, key
    np.testing.assert_allclose(value, golden_value, RTOL, ATOL, err_msg=key)
