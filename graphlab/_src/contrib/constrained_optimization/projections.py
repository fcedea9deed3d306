"""Projections of vectors and matrices of weights, and the eigenvector of a stochastic matrix."""

from graphlab._src.graph import constant
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.products import norm
from graphlab._src.ops.reduction import reduce_any, reduce_max, reduce_sum
from graphlab._src.ops.shape import expand_dims


def _size(value, name, rank, words):
    """The size of the axes of `value`. ValueError for other ranks, types and shapes."""
    if not value.dtype.is_floating:
        raise ValueError("multipliers must have a floating-point dtype")
    dims = value.get_shape()
    if dims.ndims is None:
        raise ValueError(f"{name} must have known shape")
    if dims.ndims != rank:
        raise ValueError(f"{name} must be {words} dimensional (instead is {dims.ndims}-dimensional)")
    sizes = dims.as_list()
    if None in sizes:
        raise ValueError(f"{name} must have fully-known shape")
    if len(set(sizes)) > 1:
        raise ValueError(f"{name} must be square (instead has shape ({sizes[0]},{sizes[1]}))")
    return sizes[0]


def _positive_part(value, size, shift):
    """value, moved by shift(value, which elements are active) while elements become negative, which are 0 from then on."""

    def step(iteration, value, active, _):
        value = value + shift(value, active) * active
        positive = cast(value > 0, value.dtype)
        return iteration + 1, value * positive, positive, active

    def goes_on(iteration, _, active, before):
        return logical_and(iteration < size, reduce_any(not_equal(active, before)))

    ones = ones_like(value)
    first = step(constant(0), value, ones, ones)
    return while_loop(goes_on, step, first, name="euclidean_projection")[1]


def _project_multipliers_wrt_euclidean_norm(multipliers, radius):
    """The nearest vector without negative elements whose sum is at most radius."""

    def shift(value, active):
        return minimum(0.0, (radius - reduce_sum(value)) / maximum(1.0, reduce_sum(active)))

    return _positive_part(multipliers, _size(multipliers, "multipliers", 1, "one"), shift)


def _project_stochastic_matrix_wrt_euclidean_norm(matrix):
    """The nearest square matrix without negative elements whose columns have the sum 1."""

    def shift(value, active):
        missing = 1.0 - reduce_sum(value, axis=0, keepdims=True)
        return missing / maximum(1.0, reduce_sum(active, axis=0, keepdims=True))

    return _positive_part(matrix, _size(matrix, "matrix", 2, "two"), shift)


def _project_log_stochastic_matrix_wrt_kl_divergence(log_matrix):
    """The logarithms of exp(log_matrix) with columns divided by their sums."""
    log_matrix = log_matrix - reduce_max(log_matrix, axis=0, keepdims=True)
    return log_matrix - log(reduce_sum(exp(log_matrix), axis=0, keepdims=True))


def _maximal_eigenvector_power_method(matrix, epsilon=1e-6, maximum_iterations=100):
    """The right eigenvector of the largest eigenvalue.

    epsilon: it ends when a step changes it by no more than that.  maximum_iterations: or after so many steps.
    """
    if not matrix.dtype.is_floating:
        raise ValueError("multipliers must have a floating-point dtype")
    if epsilon <= 0.0:
        raise ValueError("epsilon must be strictly positive")
    if maximum_iterations <= 0:
        raise ValueError("maximum_iterations must be strictly positive")

    def step(iteration, vector, _):
        product = matmul(matrix, expand_dims(vector, 1))[:, 0]
        return iteration + 1, product / norm(product), vector

    def goes_on(iteration, vector, before):
        return logical_and(iteration < maximum_iterations, norm(vector - before) > epsilon)

    ones = ones_like(matrix[:, 0])
    start = ones / norm(ones)
    return while_loop(goes_on, step, step(constant(0), start, start), name="power_method")[1]
