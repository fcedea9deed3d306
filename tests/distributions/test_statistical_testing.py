"""Tests of means from samples: expected values are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.contrib.distributions import statistical_testing as st


@pytest.fixture
def run():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session.run


def test_means_are_tested_with_known_rates(run):
    samples = np.linspace(0, 1, 5000, dtype=np.float32)
    least, largest = run(st.true_mean_confidence_interval_by_dkwm(samples, 0.0, 1.0, error_rate=1e-6))
    np.testing.assert_allclose([least, largest], [0.4626, 0.5374], atol=1e-4)
    run(st.assert_true_mean_equal_by_dkwm(samples, 0.0, 1.0, 0.51))
    with pytest.raises(tf.errors.InvalidArgumentError, match="true mean smaller than expected"):
        run(st.assert_true_mean_equal_by_dkwm(samples, 0.0, 1.0, 0.6))
    with pytest.raises(tf.errors.InvalidArgumentError, match="true mean greater than expected"):
        run(st.assert_true_mean_equal_by_dkwm_two_sample(samples, 0.0, 1.0, samples * 2 - 1, -1.0, 1.0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="maximum value exceeds expectations"):
        run(st.maximum_mean(samples, 0.02, 0.9))


def test_means_of_several_distributions(run):
    columns = np.stack([np.linspace(0, 1, 2000), np.linspace(0, 0.5, 2000)], 1).astype(np.float32)
    run(st.assert_true_mean_equal_by_dkwm(columns, 0.0, 1.0, [0.5, 0.25]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="true mean smaller than expected"):
        run(st.assert_true_mean_equal_by_dkwm(columns, 0.0, 1.0, [0.5, 0.5]))


def test_what_a_number_of_samples_shows(run):
    seen = st.min_discrepancy_of_true_means_detectable_by_dkwm(5000, 0.0, 1.0, 1e-6, 1e-6)
    needed = st.min_num_samples_for_dkwm_mean_test(seen, 0.0, 1.0, 1e-6, 1e-6)
    of_two = st.min_discrepancy_of_true_means_detectable_by_dkwm_two_sample(5000, 0.0, 1.0, 3000, -1.0, 1.0, 1e-6, 1e-6)
    np.testing.assert_allclose(run([seen, needed, of_two]), [0.0761805, 5000, 0.2793199], rtol=1e-4)
