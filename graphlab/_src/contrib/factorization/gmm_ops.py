"""Gaussian mixtures: GmmAlgorithm, an iteration of expectation maximization as a graph, and gmm()."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, constant
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.arithmetic import add_n, square, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow import group, no_op, with_dependencies
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.diagonal import diag, diag_part, matrix_diag_part
from graphlab._src.ops.division import div
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.linalg import cholesky, matrix_triangular_solve
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze
from graphlab._src.ops.statistics import reduce_logsumexp
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import assign
from graphlab._src.state.variable import Variable

MEPS = np.finfo(float).eps
FULL_COVARIANCE = "full"
DIAG_COVARIANCE = "diag"


def _covariance(x, diagonal):
    count = cast(shape(x)[0], dtypes.float32)
    x -= reduce_mean(x, 0, keepdims=True)
    if diagonal:
        return reduce_sum(square(x), 0, keepdims=True) / (count - 1)
    return matmul(x, x, transpose_a=True) / (count - 1)


def _random_rows(data, number, seed):
    count = add_n([shape(shard)[0] for shard in data])
    with control_dependencies([assert_less_equal(number, count)]):
        limit = cast(count, dtypes.int64)
        places = random_uniform([number], minval=0, maxval=limit, seed=seed, dtype=dtypes.int64)
    places %= cast(count, dtypes.int64)
    return embedding_lookup(data, places, partition_strategy="div")


class GmmAlgorithm:
    """A mixture of Gaussians over points, trained by expectation maximization.

    data: a list of float32 [n, d].  num_classes: how many Gaussians.
    initial_means: [num_classes, d]; points at random when left out.
    params: what training changes: "w" weights, "m" means, "c" covariances.
    covariance_type: "full" or "diag"; an Exception for others.  random_seed: of the first means.
    """

    CLUSTERS_WEIGHT = "alphas"
    CLUSTERS_VARIABLE = "clusters"
    CLUSTERS_COVS_VARIABLE = "clusters_covs"

    def __init__(
        self, data, num_classes, initial_means=None, params="wmc", covariance_type=FULL_COVARIANCE, random_seed=0
    ):
        if covariance_type not in (DIAG_COVARIANCE, FULL_COVARIANCE):
            raise Exception(f"programmer error: Invalid covariance type: {covariance_type}, known: full, diag")
        self._params, self._num_classes, self._seed = params, num_classes, random_seed
        self._full = covariance_type == FULL_COVARIANCE
        self._dimensions = shape(data[0])[1]
        self._min_var = diag(ones(stack([self._dimensions]))) * 1e-3  # keeps covariances invertible
        self._create_variables()
        self._init_ops = self._initialize(data, initial_means)
        self._define_graph(data)

    def _create_variables(self):
        nothing = constant([])
        self._means: Any = Variable(nothing, name=self.CLUSTERS_VARIABLE, validate_shape=False)
        self._covs: Any = Variable(nothing, name=self.CLUSTERS_COVS_VARIABLE, validate_shape=False)
        even = tile([1.0 / self._num_classes], [self._num_classes])
        self._alpha: Any = Variable(even, name=self.CLUSTERS_WEIGHT, validate_shape=False)
        self._initialized = Variable(False, dtype=dtypes.bool, name="initialized")

    def _initialize(self, data, initial_means):
        if initial_means is None:
            initial_means = _random_rows(data, self._num_classes, self._seed)
        means = expand_dims(initial_means, 1)
        covariance = _covariance(data[0], not self._full) + self._min_var
        if self._full:
            covs = tile(expand_dims(covariance, 0), [self._num_classes, 1, 1])
        else:
            covs = tile(expand_dims(diag_part(covariance), 0), [self._num_classes, 1])
        with colocate_with(self._initialized):
            initialized = with_dependencies([means, covs], identity(self._initialized))
        return [self._first(self._means, means, initialized), self._first(self._covs, covs, initialized)]

    def _first(self, variable, value, initialized):
        """What sets a variable, unless all are set."""
        with colocate_with(variable):
            first = assign(variable, value, validate_shape=False)
            first = with_dependencies([first], assign(self._initialized, True))
            chosen: Any = cond(initialized, no_op, lambda: first)
            return chosen.op

    def init_ops(self):
        """What sets means and covariances, the first time that it is run."""
        return group(*self._init_ops)

    def training_ops(self):
        """What runs an iteration."""
        return group(*self._train_ops)

    def is_initialized(self):
        """A variable: whether init_ops() has run."""
        return self._initialized

    def alphas(self):
        """The variable of the weights, [num_classes]."""
        return self._alpha

    def clusters(self):
        """The variable of the means, [num_classes, 1, d]."""
        return self._means

    def covariances(self):
        """The variable of the covariances: [num_classes, d, d], or their diagonals, [num_classes, d]."""
        return self._covs

    def assignments(self):
        """A list: the likeliest Gaussian of each point, [n]."""
        return [argmax(w, 1) for w in self._w]

    def scores(self):
        """The log-likelihood of each point, [n, 1]."""
        return self._scores

    def log_likelihood_op(self):
        """The logarithm of the sum of the likelihoods of all points."""
        return self._log_likelihood_op

    def _define_graph(self, data):
        self._w, priors, counts, sums, squares = [], [], [], [], []
        for points in data:
            count = shape(points)[0]
            points = expand_dims(points, 0)
            probs = (self._full_probs if self._full else self._diagonal_probs)(points) + log(self._alpha)
            prior = reduce_logsumexp(probs, axis=1, keepdims=True)
            priors.append(prior)
            w = reshape(exp(expand_dims(probs, 0) - prior), stack([count, self._num_classes]))
            self._w.append(w)
            counts.append(reduce_sum(w, 0, keepdims=True))
            sums.append(expand_dims(matmul(w, squeeze(points, [0]), transpose_a=True), 1))
            x = concat([points for _ in range(self._num_classes)], 0)
            turned = transpose(x, perm=[0, 2, 1])
            weighted = [expand_dims(turned[k, :, :] * w[:, k], 0) for k in range(self._num_classes)]
            squares.append(matmul(concat(weighted, 0), x))
        self._maximize(counts, sums, squares, len(data))
        self._log_likelihood_op = reduce_logsumexp([reduce_logsumexp(prior) for prior in priors])
        each = [prior + log(w) for prior, w in zip(priors, self._w, strict=True)]
        self._scores = squeeze(reduce_logsumexp(each, axis=2, keepdims=True), axis=0)

    def _full_probs(self, points):
        difference = points - self._means
        root = cholesky(self._covs + self._min_var)
        log_determinants = 2.0 * reduce_sum(log(matrix_diag_part(root)), 1)
        solved = square(matrix_triangular_solve(root, transpose(difference, perm=[0, 2, 1]), lower=True))
        distances = transpose(reduce_sum(solved, 1))
        return -0.5 * (distances + cast(self._dimensions, dtypes.float32) * log(2 * np.pi) + log_determinants)

    def _diagonal_probs(self, points):
        log_determinants = reduce_sum(log(self._covs + 1e-3), 1, keepdims=True)
        differences = squared_difference(points, self._means)
        distances = matmul(differences, expand_dims(1.0 / (self._covs + 1e-3), 2))
        distances = transpose(squeeze(distances, [2]))
        constant_term = cast(self._dimensions, dtypes.float32) * log(2.0 * np.pi)
        return -0.5 * (constant_term + transpose(log_determinants) + distances)

    def _maximize(self, counts, sums, squares, num_shards):
        with control_dependencies(self._w):
            points_in_k = squeeze(add_n(counts), axis=[0])
            if "w" in self._params:
                part = points_in_k / num_shards
                number = cast(reduce_sum(part), dtypes.float32)
                train_alpha = self._alpha.assign(part / (number + MEPS))
            else:
                train_alpha = no_op()
            self._train_ops: list[Any] = [train_alpha]
            points_in_k = reshape(points_in_k, [self._num_classes, 1, 1])
            if "m" in self._params:
                train_means = self._means.assign(div(add_n(sums), points_in_k + MEPS))
            else:
                train_means = no_op()
            with control_dependencies([train_means]):
                moments = add_n(squares) / (points_in_k + MEPS)
                covs = concat([self._covariance(moments, k) for k in range(self._num_classes)], 0)
                if "c" in self._params:
                    with control_dependencies([train_means, covs]):
                        self._train_ops.append(assign(self._covs, covs, validate_shape=False))

    def _covariance(self, moments, k):
        mean = self._means.value()[k, :, :]
        product = matmul(mean, mean, transpose_a=True)
        covariance = moments[k, :, :] - product + self._min_var
        return expand_dims(covariance if self._full else diag_part(covariance), 0)


def gmm(inp, initial_clusters, num_clusters, random_seed, covariance_type=FULL_COVARIANCE, params="wmc"):
    """(loss, scores, [assignments], training_op, init_op, is_initialized) of a GmmAlgorithm.

    inp: points [n, d], or a list of such.  initial_clusters: "random", or means [num_clusters, d].
    """
    means = initial_clusters
    if isinstance(initial_clusters, str) and initial_clusters == "random":
        means = None
    elif not isinstance(initial_clusters, Tensor):
        means = constant(initial_clusters, dtype=dtypes.float32)
    inp = inp if isinstance(inp, list) else [inp]
    tool = GmmAlgorithm(inp, num_clusters, means, params, covariance_type, random_seed)
    assignments, scores, loss = tool.assignments(), tool.scores(), tool.log_likelihood_op()
    return loss, scores, [assignments], tool.training_ops(), tool.init_ops(), tool.is_initialized()
