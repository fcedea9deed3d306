"""KMeans: the graph that clusters points, whole sets or batches of them at a time."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.ops.arithmetic import add_n, square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones, ones_like, zeros, zeros_like
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity, placeholder_with_default
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import reciprocal
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.seed import get_seed
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import rank, reshape, shape, size, squeeze
from graphlab._src.ops.statistics import l2_normalize
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import assign, assign_sub, scatter_add
from graphlab._src.state.variable import Variable
from graphlab._src.train.clustering.center_ops import nearest_neighbors
from graphlab._src.train.clustering.first_centers import KMC2_INIT, KMEANS_PLUS_PLUS_INIT, RANDOM_INIT, FirstCenters

SQUARED_EUCLIDEAN_DISTANCE = "squared_euclidean"
COSINE_DISTANCE = "cosine"
CLUSTERS_VAR_NAME = "clusters"


def _on(tensor):
    return colocate_with(tensor, ignore_existing=True)


def check_choices(initial_clusters, distance_metric, methods):
    """ValueError for a way to choose the first centers that is not among the methods, or an unknown distance."""
    if isinstance(initial_clusters, str) and initial_clusters not in methods:
        raise ValueError(f"Unsupported initialization algorithm '{initial_clusters}', known: {', '.join(methods)}")
    if distance_metric not in (SQUARED_EUCLIDEAN_DISTANCE, COSINE_DISTANCE):
        known = f"{SQUARED_EUCLIDEAN_DISTANCE}, {COSINE_DISTANCE}"
        raise ValueError(f"Unsupported distance metric '{distance_metric}', known: {known}")


class KMeans:
    """k-means clustering of points; training_graph() builds it.

    inputs: float32 [n, d], or a list of such.  num_clusters: a number or a tensor; where initial_clusters is a tensor or
    an array, it says their number.
    initial_clusters: "random", "kmeans_plus_plus", "kmc2", the centers themselves, or a function of the list of inputs
    and the number of centers that are missing, which returns some.
    distance_metric: "squared_euclidean" or "cosine".
    use_mini_batch: whether centers follow each batch (Sculley, 2010); otherwise each step sees all points.
    mini_batch_steps_per_iteration: after how many batches points are assigned to the centers as these have become.
    random_seed, kmeans_plus_plus_num_retries, kmc2_chain_length: of the choice of the first centers.
    ValueError for an unknown way to choose centers, or an unknown distance.
    """

    def __init__(
        self,
        inputs,
        num_clusters,
        initial_clusters: Any = RANDOM_INIT,
        distance_metric=SQUARED_EUCLIDEAN_DISTANCE,
        use_mini_batch=False,
        mini_batch_steps_per_iteration=1,
        random_seed=0,
        kmeans_plus_plus_num_retries=2,
        kmc2_chain_length=200,
    ):
        check_choices(initial_clusters, distance_metric, (RANDOM_INIT, KMEANS_PLUS_PLUS_INIT, KMC2_INIT))
        self._inputs = inputs if isinstance(inputs, list) else [inputs]
        self._num_clusters = num_clusters
        self._initial_clusters = initial_clusters
        self._cosine = distance_metric == COSINE_DISTANCE
        self._use_mini_batch = use_mini_batch
        self._steps = int(mini_batch_steps_per_iteration)
        self._seed = self._seed_of(random_seed)
        self._retries = kmeans_plus_plus_num_retries
        self._chain_length = kmc2_chain_length

    def _seed_of(self, random_seed):
        return get_seed(random_seed)[0]

    def _nothing(self):
        """What the variables of centers hold at first: its shape says nothing."""
        return placeholder_with_default([], shape=None)

    @property
    def _in_rounds(self):
        """Whether points are assigned to a copy of the centers, which follows them after some batches."""
        return self._use_mini_batch and self._steps > 1

    @property
    def _keeps_normalized(self):
        """Whether the centers that are stored are unit vectors."""
        return self._cosine and (not self._use_mini_batch or self._steps > 1)

    def training_graph(self):
        """(all_scores, cluster_idx, scores, cluster_centers_initialized, init_op, training_op).

        all_scores: a tensor [n, clusters] for each input, distances to all centers.  cluster_idx, scores: [n] for each
        input, which center is nearest, and its distance.  cluster_centers_initialized: a variable, whether there
        are all centers: run init_op until it is True, then training_op, any number of times.
        """
        chosen = self._initial_clusters
        if isinstance(chosen, str) or callable(chosen):
            num_clusters = convert_to_tensor(self._num_clusters)
        else:
            chosen = convert_to_tensor(chosen)
            num_clusters = shape(chosen)[0]
        self._create_variables(num_clusters)
        init_op = FirstCenters(
            self._inputs, num_clusters, chosen, self._cosine, self._seed, self._retries, self._chain_length
        ).op(self._centers, self._moving, self._initialized)
        inputs, centers = self._inputs, self._centers
        if self._cosine:
            inputs = [self._normalized(points) for points in inputs]
            if not self._keeps_normalized:
                centers = l2_normalize(centers, dim=1)
        all_scores, scores, places = self._infer(inputs, centers)
        if self._use_mini_batch:
            with control_dependencies([self._sync()]):
                training_op = self._train_on_batch(inputs, places)
        else:
            training_op = self._train_on_all(inputs, num_clusters, places)
        return all_scores, places, scores, self._initialized, init_op, training_op

    @staticmethod
    def _normalized(points):
        with _on(points):
            return l2_normalize(points, dim=1)

    def _create_variables(self, num_clusters):
        no_variable: Any = None
        nothing = self._nothing()
        self._centers = Variable(nothing, name=CLUSTERS_VAR_NAME, validate_shape=False)
        self._initialized = Variable(False, dtype=dtypes.bool, name="initialized")
        self._moving, self._steps_left, self._counts = self._centers, no_variable, no_variable
        if self._in_rounds:
            self._moving = Variable(nothing, name="clusters_updated", validate_shape=False)
            self._steps_left = Variable(self._steps, dtype=dtypes.int64, name="update_in_steps")
            self._counts = Variable(zeros([num_clusters], dtype=dtypes.int64))
        elif self._use_mini_batch:
            self._counts = Variable(ones([num_clusters], dtype=dtypes.int64))

    def _infer(self, inputs, centers):
        distances = self._cosine_distance if self._cosine else self._euclidean_distance
        all_scores = [distances(points, centers) for points in inputs]
        if self._cosine and not self._keeps_normalized:
            with _on(centers):
                centers = l2_normalize(centers, dim=1)
        results = []
        for points, scores in zip(inputs, all_scores, strict=True):
            with _on(points):
                places, nearest = nearest_neighbors(points, centers, 1)
                if self._cosine:  # 1 - u·v is half of |u - v|² for unit vectors
                    nearest *= 0.5
                results.append((scores, squeeze(nearest, [-1]), squeeze(places, [-1])))
        return zip(*results, strict=True)

    @staticmethod
    def _euclidean_distance(points, centers):
        with _on(points):
            of_points = reduce_sum(square(points), 1, keepdims=True)
            products = 2 * matmul(points, centers, transpose_b=True)
            return of_points - products + transpose(reduce_sum(square(centers), 1, keepdims=True))

    @staticmethod
    def _cosine_distance(points, centers):
        with _on(points):
            return 1 - matmul(points, centers, transpose_b=True)

    def _sync(self):
        """Between rounds the centers become those that followed the batches, and counting begins anew."""
        if not self._in_rounds:
            return no_op()
        with _on(self._steps_left):
            return cond(self._steps_left <= 0, self._next_round, lambda: assign_sub(self._steps_left, 1))

    def _next_round(self):
        with control_dependencies([assign(self._steps_left, self._steps - 1)]):
            with _on(self._moving):
                centers = l2_normalize(self._moving, dim=1) if self._cosine else self._moving
            with _on(self._centers), control_dependencies([assign(self._centers, centers)]):
                with colocate_with(None, ignore_existing=True):
                    with control_dependencies([assign(self._counts, zeros_like(self._counts))]):
                        return identity(self._steps_left)

    def _train_on_batch(self, inputs, all_places):
        """A center x of n points that gets k new ones becomes x + (their sum - k x) / (n + k)."""
        updates = []
        for points, places in zip(inputs, all_places, strict=True):
            with _on(points):
                which, places = unique(reshape(places, [-1]))
                number = size(which)
                with _on(self._counts):
                    before = gather(self._counts, which)
                with _on(self._moving):
                    old = gather(self._moving, which)
                new = unsorted_segment_sum(ones_like(places, dtype=dtypes.int64), places, number)
                change = unsorted_segment_sum(points, places, number)
                column = concat([reshape(number, [1]), ones(reshape(rank(points) - 1, [1]), dtype=dtypes.int32)], 0)
                change -= cast(reshape(new, column), points.dtype) * old
                rate = reciprocal(cast(before + new, points.dtype))
                change *= reshape(rate, column)
            updates += [scatter_add(self._counts, which, new), scatter_add(self._moving, which, change)]
        return group(*updates)

    def _train_on_all(self, inputs, num_clusters, all_places):
        """Each center becomes the mean of its points."""
        sums, counts = [], []
        epsilon = constant(1e-6, dtype=inputs[0].dtype)
        for points, places in zip(inputs, all_places, strict=True):
            with _on(points):
                sums.append(unsorted_segment_sum(points, places, num_clusters))
                each = reshape(ones(reshape(shape(points)[0], [-1])), [-1, 1])
                counts.append(unsorted_segment_sum(each, places, num_clusters))
        with _on(self._centers):
            means = add_n(sums) / (cast(add_n(counts), sums[0].dtype) + epsilon)
            if self._keeps_normalized:
                means = l2_normalize(means, dim=1)
        return assign(self._centers, means)
