"""Tests of means from samples, with known rates of error (tf.contrib.distributions.python.ops.statistical_testing).

Samples between bounds determine an interval for the mean of their distribution: the inequality of Dvoretzky, Kiefer, Wolfowitz and
Massart says how far the share of samples below any number is from the distribution's, and the extreme distributions
within that have the extreme means.

samples: [n, …], independent along the first axis. low, high: bounds of the distributions, for each of the others.
false_fail_rate, false_pass_rate: how often what is right may fail and what is wrong may pass, all distributions together.
"""

from typing import Any

from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_scalar
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal, assert_less_equal
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import log, sqrt
from graphlab._src.ops.reduction import reduce_max, reduce_min, reduce_prod, reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, shape, size
from graphlab._src.ops.transpose import transpose


def _tensors(**values):
    return [convert_to_tensor(value, name=name) for name, value in values.items()]


def batch_sort_vector(x, ascending=True, name=None):
    """x in order along the last axis."""
    with name_scope(name, "_batch_sort_vector", [x]):
        x = convert_to_tensor(x, name="x")
        y, _ = top_k(-x if ascending else x, k=shape(x)[-1], sorted=True)
        y = -y if ascending else y
        y.set_shape(x.shape)
        return y


def _extreme_mean(samples, envelope, high):
    """The mean of the distribution up to `high` from which as many samples as possible came by chance too low."""
    samples = batch_sort_vector(transpose(samples, concat([range_(1, rank(samples)), [0]], 0)))
    kind = samples.dtype.base_dtype
    count = cast(shape(samples)[-1], kind)
    share = 1.0 / count
    below = share * range_(1, count + 1, dtype=kind)
    weights = clip_by_value(below - expand_dims(envelope, -1), 0.0, share)
    return reduce_sum(samples * weights, axis=-1) + envelope * high


def maximum_mean(samples, envelope, high, name=None):
    """The largest mean of a distribution up to `high` whose cumulative distribution is within envelope of the samples'."""
    with name_scope(name, "maximum_mean", [samples, envelope, high]):
        samples, envelope, high = _tensors(samples=samples, envelope=envelope, high=high)
        message = "Given sample maximum value exceeds expectations"
        check = assert_less_equal(reduce_max(samples, axis=[0]), high, message=message)
        with get_default_graph().control_dependencies([check]):
            return identity(_extreme_mean(samples, envelope, high))


def minimum_mean(samples, envelope, low, name=None):
    """The least mean of a distribution from `low` whose cumulative distribution is within envelope of the samples'."""
    with name_scope(name, "minimum_mean", [samples, envelope, low]):
        samples, envelope, low = _tensors(samples=samples, envelope=envelope, low=low)
        message = "Given sample minimum value falls below expectations"
        check = assert_greater_equal(reduce_min(samples, axis=[0]), low, message=message)
        with get_default_graph().control_dependencies([check]):
            return -_extreme_mean(-samples, envelope, -low)


def dkwm_cdf_envelope(n, error_rate, name=None):
    """How far the cumulative distribution of n samples is from the true one, but for a share error_rate of the cases."""
    with name_scope(name, "dkwm_cdf_envelope", [n, error_rate]):
        return sqrt(-log(error_rate / 2.0) / (2.0 * cast(n, error_rate.dtype)))


def check_shape_dominates(samples, parameters):
    """The samples, which a run checks to have all axes of the parameters after the first."""
    checks = []
    for parameter in parameters:
        sizes = shape(samples)[1:]
        checks.append(assert_greater_equal(size(sizes), rank(parameter)))
        checks.append(assert_equal(sizes, broadcast_dynamic_shape(sizes, shape(parameter))))
    with get_default_graph().control_dependencies(checks):
        return identity(samples)


def itemwise_error_rate(total_error_rate, param_tensors, sample_tensor=None, name=None):
    """The rate for each distribution, where all together have total_error_rate."""
    with name_scope(name, "itemwise_error_rate", [total_error_rate, param_tensors, sample_tensor]):
        sizes = convert_to_tensor([1])
        for parameter in param_tensors:
            sizes = broadcast_dynamic_shape(shape(parameter), sizes)
        if sample_tensor is not None:
            sizes = broadcast_dynamic_shape(shape(sample_tensor)[1:], sizes)
        return total_error_rate / cast(reduce_prod(sizes), total_error_rate.dtype)


def true_mean_confidence_interval_by_dkwm(samples, low, high, error_rate: Any = 1e-6, name=None):
    """(least, largest) mean that the distributions of the samples have, but for a share error_rate of the cases."""
    with name_scope(name, "true_mean_confidence_interval_by_dkwm", [samples, low, high, error_rate]):
        samples, low, high, error_rate = _tensors(samples=samples, low=low, high=high, error_rate=error_rate)
        samples = check_shape_dominates(samples, [low, high])
        assert_scalar(error_rate)
        error_rate = itemwise_error_rate(error_rate, [low, high], samples)
        envelope = dkwm_cdf_envelope(shape(samples)[0], error_rate)
        return minimum_mean(samples, envelope, low), maximum_mean(samples, envelope, high)


def assert_true_mean_in_interval_by_dkwm(
    samples, low, high, expected_low, expected_high, false_fail_rate: Any = 1e-6, name=None
):
    """The operation that fails where the mean is not from expected_low to expected_high."""
    given = [samples, low, high, expected_low, expected_high, false_fail_rate]
    with name_scope(name, "assert_true_mean_in_interval_by_dkwm", given):
        samples, low, high = _tensors(samples=samples, low=low, high=high)
        expected_low, expected_high, false_fail_rate = _tensors(
            expected_low=expected_low, expected_high=expected_high, false_fail_rate=false_fail_rate
        )
        samples = check_shape_dominates(samples, [low, high, expected_low, expected_high])
        least, largest = true_mean_confidence_interval_by_dkwm(samples, low, high, false_fail_rate)
        message = "Confidence interval does not intersect: true mean {} than expected"
        not_below = assert_greater_equal(largest, expected_low, message=message.format("smaller"))
        with get_default_graph().control_dependencies([not_below]):
            return assert_less_equal(least, expected_high, message=message.format("greater"))


def assert_true_mean_equal_by_dkwm(samples, low, high, expected, false_fail_rate: Any = 1e-6, name=None):
    """The operation that fails where the mean is not the expected one."""
    given = [samples, low, high, expected, false_fail_rate]
    with name_scope(name, "assert_true_mean_equal_by_dkwm", given):
        return assert_true_mean_in_interval_by_dkwm(samples, low, high, expected, expected, false_fail_rate)


def assert_true_mean_equal_by_dkwm_two_sample(
    samples1, low1, high1, samples2, low2, high2, false_fail_rate: Any = 1e-6, name=None
):
    """The operation that fails where the means of two distributions differ."""
    given = [samples1, low1, high1, samples2, low2, high2, false_fail_rate]
    with name_scope(name, "assert_true_mean_equal_by_dkwm_two_sample", given):
        samples1, low1, high1 = _tensors(samples1=samples1, low1=low1, high1=high1)
        samples2, low2, high2 = _tensors(samples2=samples2, low2=low2, high2=high2)
        half = convert_to_tensor(false_fail_rate, name="false_fail_rate") / 2.0
        samples1 = check_shape_dominates(samples1, [low1, high1])
        samples2 = check_shape_dominates(samples2, [low2, high2])
        with get_default_graph().control_dependencies([assert_equal(shape(samples1)[1:], shape(samples2)[1:])]):
            least, largest = true_mean_confidence_interval_by_dkwm(samples2, low2, high2, half)
            return assert_true_mean_in_interval_by_dkwm(samples1, low1, high1, least, largest, half)


def min_discrepancy_of_true_means_detectable_by_dkwm(n, low, high, false_fail_rate, false_pass_rate, name=None):
    """How far the mean must be from the expected one for assert_true_mean_equal_by_dkwm to see it in n samples."""
    given = [n, low, high, false_fail_rate, false_pass_rate]
    with name_scope(name, "min_discrepancy_of_true_means_detectable_by_dkwm", given):
        n, low, high, fail, may_pass = _tensors(
            n=n, low=low, high=high, false_fail_rate=false_fail_rate, false_pass_rate=false_pass_rate
        )
        of_samples = dkwm_cdf_envelope(n, may_pass)
        of_test = dkwm_cdf_envelope(n, itemwise_error_rate(fail, [n, low, high]))
        return (high - low) * (of_samples + of_test)


def min_discrepancy_of_true_means_detectable_by_dkwm_two_sample(
    n1, low1, high1, n2, low2, high2, false_fail_rate, false_pass_rate, name=None
):
    """The same of assert_true_mean_equal_by_dkwm_two_sample."""
    given = [n1, low1, high1, n2, low2, high2, false_fail_rate, false_pass_rate]
    with name_scope(name, "min_discrepancy_of_true_means_detectable_by_dkwm_two_sample", given):
        fail, may_pass = _tensors(false_fail_rate=false_fail_rate, false_pass_rate=false_pass_rate)
        rates = fail / 2.0, may_pass / 2.0
        first = min_discrepancy_of_true_means_detectable_by_dkwm(n1, low1, high1, *rates)
        return first + min_discrepancy_of_true_means_detectable_by_dkwm(n2, low2, high2, *rates)


def min_num_samples_for_dkwm_mean_test(
    discrepancy, low, high, false_fail_rate: Any = 1e-6, false_pass_rate: Any = 1e-6, name=None
):
    """How many samples assert_true_mean_equal_by_dkwm needs to see such a discrepancy of the means."""
    given = [low, high, false_fail_rate, false_pass_rate, discrepancy]
    with name_scope(name, "min_num_samples_for_dkwm_mean_test", given):
        discrepancy, low, high, fail, may_pass = _tensors(
            discrepancy=discrepancy,
            low=low,
            high=high,
            false_fail_rate=false_fail_rate,
            false_pass_rate=false_pass_rate,
        )
        envelope = discrepancy / (2.0 * (high - low))
        fail = itemwise_error_rate(fail, [low, high, discrepancy])
        of_test, of_samples = (-log(rate / 2.0) / (2.0 * envelope**2) for rate in (fail, may_pass))
        return maximum(of_test, of_samples)


def min_num_samples_for_dkwm_mean_two_sample_test(
    discrepancy, low1, high1, low2, high2, false_fail_rate: Any = 1e-6, false_pass_rate: Any = 1e-6, name=None
):
    """(n1, n2): the same of assert_true_mean_equal_by_dkwm_two_sample."""
    given = [low1, high1, low2, high2, false_fail_rate, false_pass_rate, discrepancy]
    with name_scope(name, "min_num_samples_for_dkwm_mean_two_sample_test", given):
        discrepancy, fail, may_pass = _tensors(
            discrepancy=discrepancy, false_fail_rate=false_fail_rate, false_pass_rate=false_pass_rate
        )
        half = discrepancy / 2.0
        rates = fail / 2.0, may_pass / 2.0
        return (
            min_num_samples_for_dkwm_mean_test(half, low1, high1, *rates),
            min_num_samples_for_dkwm_mean_test(half, low2, high2, *rates),
        )
