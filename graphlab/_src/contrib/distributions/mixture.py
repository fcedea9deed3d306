"""Mixtures of distributions of several kinds."""

import numpy as np

from graphlab._src.contrib.distributions.distribution_util import pad_mixture_dimensions
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import add_n, square
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.categorical import Categorical
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.dynamic import dynamic_partition, dynamic_stitch
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, size
from graphlab._src.ops.softmax import log_softmax, softmax
from graphlab._src.ops.statistics import reduce_logsumexp


class Mixture(Distribution):
    """Distributions that draw one of several others, by the class that a Categorical draws.

    cat: a Categorical of class numbers.  components: a list of distributions, one for each class, of one dtype and shape.
    use_static_graph: whether all components are drawn from and all but one draw dropped; else only draws of the class
    are made, whose shapes only a run knows.  validate_args: whether runs check batch shapes.
    """

    def __init__(
        self,
        cat,
        components,
        validate_args=False,
        allow_nan_stats=True,
        use_static_graph=False,
        name="Mixture",
    ):
        parameters = dict(locals())
        _check_arguments(cat, components)
        kind = components[0].dtype
        event_shape, batch_shape = components[0].event_shape, cat.batch_shape
        for one in components:
            event_shape = event_shape.merge_with(one.event_shape)
            batch_shape = batch_shape.merge_with(one.batch_shape)
        if event_shape.ndims is None:
            raise ValueError(
                "Expected to know rank(event_shape) from components, but none of the components provide a static "
                "number of ndims"
            )
        with name_scope(name, values=[cat.logits]) as name:
            count = static_value(cat.event_size)
            if count is None:
                raise ValueError(
                    "Could not infer number of classes from cat and unable to compare this value to the number of "
                    "components passed in."
                )
            if int(count) != len(components):
                raise ValueError(f"cat.num_classes != len(components): {int(count)} vs. {len(components)}")
            self._assertions = _shape_checks(cat, components, validate_args)
        self._cat, self._components, self._num_components = cat, list(components), int(count)
        self._static_event_shape, self._static_batch_shape = event_shape, batch_shape
        self._use_static_graph = use_static_graph
        parents = [parent for one in (cat, *components) for parent in one._graph_parents]
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    cat = attribute("_cat", "The distribution of class numbers.")
    components = attribute("_components", "The distributions of the classes.")
    num_components = attribute("_num_components", "How many components there are.")

    def _batch_shape_tensor(self):
        return self._cat.batch_shape_tensor()

    def _batch_shape(self):
        return self._static_batch_shape

    def _event_shape_tensor(self):
        return self._components[0].event_shape_tensor()

    def _event_shape(self):
        return self._static_event_shape

    def _weights(self, logarithms=False):
        """The probability of each component: [*batch, 1 for each axis of an event]."""
        weights = (log_softmax if logarithms else softmax)(self.cat.logits)
        return unstack(weights, num=self.num_components, axis=-1)

    def _over_events(self, weight):
        for _ in self._static_event_shape.as_list():
            weight = expand_dims(weight, -1)
        return weight

    def _mean(self):
        with control_dependencies(self._assertions):
            means = [one.mean() for one in self.components]
            weights = map(self._over_events, self._weights())
            return add_n([weight * mean for weight, mean in zip(weights, means, strict=True)])

    def _stddev(self):
        """Of E[variance] + variance of E, by the law of total variance."""
        with control_dependencies(self._assertions):
            means = stack([one.mean() for one in self.components], axis=-1)
            deviations = stack([one.stddev() for one in self.components], axis=-1)
            weights = stack([self._over_events(weight) for weight in self._weights()], axis=-1) * ones_like(means)
            mean = reduce_sum(weights * means, axis=-1)
            moment = reduce_sum(weights * (square(deviations) + square(means)), axis=-1)
            return sqrt(moment - square(mean))

    def _log_prob(self, x):
        return self._log_sum(x, "log_prob")

    def _log_cdf(self, x):
        return self._log_sum(x, "log_cdf")

    def _log_sum(self, x, what):
        with control_dependencies(self._assertions):
            x = convert_to_tensor(x, name="x")
            found = [getattr(one, what)(x) for one in self.components]
            weights = self._weights(logarithms=True)
            return reduce_logsumexp(stack([a + b for a, b in zip(weights, found, strict=True)], 0), [0])

    def _sample_n(self, n, seed=None):
        with control_dependencies(self._assertions):
            if self._use_static_graph:
                return self._one_of_each(n, self.cat.sample(n, seed=seed), seed)
            n = convert_to_tensor(n, name="n")
            known = static_value(n)
            n = n if known is None else int(known)
            classes = self.cat.sample(n, seed=seed)
            return self._those_needed(n, classes, seed)

    def _one_of_each(self, n, classes, seed):
        draws = []
        for one in self.components:
            seed = gen_new_seed(seed, "mixture")
            draws.append(one.sample(n, seed=seed))
        ndims = self._static_event_shape.ndims
        draws = stack(draws, -ndims - 1)
        mask = one_hot(classes, depth=self._num_components, dtype=draws.dtype)
        mask = pad_mixture_dimensions(mask, self, self._cat, ndims)
        return reduce_sum(draws * mask, axis=-1 - ndims)

    def _those_needed(self, n, classes, seed):
        """As many draws of each component's batch as the class was drawn, of which each needs one of the batch."""
        draws_shape, draws_size = _shape_and_size(classes.shape, lambda: shape(classes), lambda _: size(classes))
        _, batch_size = _shape_and_size(self.batch_shape, self.batch_shape_tensor, reduce_prod)
        event_shape = self.event_shape
        if event_shape.is_fully_defined():
            event_shape = np.array(event_shape.as_list(), dtype=np.int32)
        else:
            event_shape = self.event_shape_tensor()
        places = reshape(range_(0, draws_size), draws_shape)
        places = dynamic_partition(places, classes, self.num_components)
        rows = reshape(tile(range_(0, batch_size), [n]), draws_shape)
        rows = dynamic_partition(rows, classes, self.num_components)  # of the batch, for each draw of a component
        found = []
        for one, where, row in zip(self.components, places, rows, strict=True):
            count = size(where)
            seed = gen_new_seed(seed, "mixture")
            draws = one.sample(count, seed=seed)
            needed = batch_size * range_(count) + row
            draws = reshape(draws, concat([[count * batch_size], event_shape], 0))
            found.append(gather(draws, needed, name="samples_class_c_gather"))
        stitched = dynamic_stitch(places, found)
        result = reshape(stitched, concat([draws_shape, self.event_shape_tensor()], 0))
        result.set_shape(classes.shape.concatenate(self.event_shape))
        return result

    def entropy_lower_bound(self, name="entropy_lower_bound"):
        """The mean entropy of the components, which the mixture's is not below (https://arxiv.org/abs/1206.4665)."""
        with self._name_scope(name, values=[self.cat.logits]), control_dependencies(self._assertions):
            entropies = [one.entropy() for one in self.components]
            return add_n([weight * entropy for weight, entropy in zip(self._weights(), entropies, strict=True)])


def _shape_and_size(known, shape_tensor, size_of):
    """The shape and the number of elements: Python's numbers where they are known, else tensors."""
    if known.is_fully_defined():
        return known.as_list(), known.num_elements()
    found = shape_tensor()
    return found, size_of(found)


def _check_arguments(cat, components):
    if not isinstance(cat, Categorical):
        raise TypeError(f"cat must be a Categorical distribution, but saw: {cat}")
    if not components:
        raise ValueError("components must be a non-empty list or tuple")
    if not isinstance(components, list | tuple):
        raise TypeError(f"components must be a list or tuple, but saw: {components}")
    if not all(isinstance(one, Distribution) for one in components):
        raise TypeError(f"all entries in components must be Distribution instances but saw: {components}")
    if not all(one.dtype == components[0].dtype for one in components):
        kinds = [(one.name, one.dtype) for one in components]
        raise TypeError(f"All components must have the same dtype, but saw dtypes: {kinds}")


def _shape_checks(cat, components, checked):
    expected = cat.batch_shape_tensor()
    expected_rank = size(expected)
    if not checked:
        return []
    shapes = [one.batch_shape_tensor() for one in components]
    ranks = [size(found) for found in shapes]
    message = "components[{}] batch shape must match cat batch shape"
    return [
        assert_equal(of_cat, one, message=message.format(i))
        for of_cat, found in ((expected_rank, ranks), (expected, shapes))
        for i, one in enumerate(found)
    ]
