"""The first centers of k-means: chosen from the points, or given."""

from graphlab._src.base import dtypes
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal, assert_positive
from graphlab._src.ops.comparison import equal, less
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.shape import reshape, shape, squeeze
from graphlab._src.ops.statistics import l2_normalize
from graphlab._src.state.assignment import assign
from graphlab._src.train.clustering.center_ops import (
    kmc2_chain_initialization,
    kmeans_plus_plus_initialization,
    nearest_neighbors,
)

RANDOM_INIT = "random"
KMEANS_PLUS_PLUS_INIT = "kmeans_plus_plus"
KMC2_INIT = "kmc2"


class FirstCenters:
    """Adds centers to variables, batch by batch, until there are num_clusters of them; the arguments are KMeans'."""

    def __init__(self, inputs, num_clusters, initial_clusters, cosine, seed, retries, chain_length):
        self._inputs = inputs
        self._num_clusters = num_clusters
        self._initial_clusters = initial_clusters
        self._cosine = cosine
        self._seed = seed
        self._retries = retries
        self._chain_length = chain_length

    def op(self, centers, copy, initialized):
        """The operation that adds centers to two variables, which may be the same, and sets `initialized` after the last."""
        self._centers, self._copy, self._initialized = centers, copy, initialized
        self._selected = shape(centers)[0]
        self._missing = self._num_clusters - self._selected
        self._points = add_n([shape(points)[0] for points in self._inputs])
        return cond(equal(self._missing, 0), lambda: assert_equal(initialized, True), self._add)

    def _add(self):
        with control_dependencies([assert_positive(self._missing)]):
            chains = isinstance(self._initial_clusters, str) and self._initial_clusters == KMC2_INIT
            missing = self._by_chains() if chains else self._by_batch()
            return cond(equal(missing, 0), lambda: assign(self._initialized, True), no_op)

    def _by_batch(self):
        """Adds what one batch has of new centers. Returns how many are missing then."""
        new = self._choose()
        if self._cosine:
            new = l2_normalize(new, dim=1)
        # No centers are a vector, which can't be concatenated.
        every = cond(equal(self._selected, 0), lambda: new, lambda: concat([self._centers, new], 0))
        return self._num_clusters - shape(self._store(every))[0]

    def _store(self, centers):
        stored = assign(self._centers, centers, validate_shape=False)
        if self._copy is not self._centers:
            stored = assign(self._copy, stored, validate_shape=False)
        return stored

    def _choose(self):
        given = self._initial_clusters
        if isinstance(given, str):
            if given == RANDOM_INIT:  # all points, where there are no more than centers are missing
                return cond(self._points <= self._missing, lambda: concat(self._inputs, 0), self._at_random)
            with control_dependencies([assert_greater_equal(self._points, self._missing)]):
                return self._far_apart()
        if callable(given):
            return given(self._inputs, self._missing)
        with control_dependencies([assert_equal(self._missing, shape(given)[0])]):
            return given

    def _at_random(self):
        places = random_uniform(
            reshape(self._missing, [-1]),
            minval=0,
            maxval=cast(self._points, dtypes.int64),
            seed=self._seed,
            dtype=dtypes.int64,
        )
        return embedding_lookup(self._inputs, places, partition_strategy="div")

    def _far_apart(self):
        points = self._inputs[0]
        if self._cosine:
            points = l2_normalize(points, dim=1)
        missing = cast(self._missing, dtypes.int64)
        return kmeans_plus_plus_initialization(points, missing, self._seed, self._retries)

    def _by_chains(self):
        """Adds a center of each part of the batch that is chain_length points long. Returns how many are missing then."""
        points = self._inputs[0]
        parts = cast(shape(points)[0] / self._chain_length, dtype=dtypes.int32)
        number = maximum(minimum(self._missing, parts), 1)

        def first():
            return self._center(points[0])

        def body(i, _):
            def after_others():
                begin = i * self._chain_length
                part = points[begin : begin + self._chain_length]
                _, distances = nearest_neighbors(part, self._centers, 1)
                place = kmc2_chain_initialization(squeeze(distances), self._seed)
                return concat([self._centers, self._center(part[place])], 0)

            stored = self._store(cond(equal(self._selected, 0), first, after_others))
            return i + 1, self._num_clusters - shape(stored)[0]

        _, missing = while_loop(lambda i, _: less(i, number), body, [0, 0])
        return missing

    def _center(self, point):
        center = reshape(point, [1, -1])
        return l2_normalize(center, dim=1) if self._cosine else center
