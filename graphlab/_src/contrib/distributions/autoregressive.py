"""Distributions whose elements depend on those before them."""

import numpy as np

from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.distributions.base import Distribution
from graphlab._src.ops.distributions.parameters import gen_new_seed


class Autoregressive(Distribution):
    """A distribution of vectors, each element of which depends on those before it.

    distribution_fn: a sample to the distribution of the next one, in which element i depends on elements before i alone.
    sample0: the sample that is begun with; distribution_fn has no argument then when left out.
    num_steps: how often samples are drawn anew; the size of an event when left out.  ValueError where that is not known.
    """

    def __init__(
        self,
        distribution_fn,
        sample0=None,
        num_steps=None,
        validate_args=False,
        allow_nan_stats=True,
        name="Autoregressive",
    ):
        parameters = dict(locals())
        with name_scope(name) as name:
            self._distribution_fn = distribution_fn
            self._sample0 = sample0
            self._distribution0 = distribution_fn() if sample0 is None else distribution_fn(sample0)
            if num_steps is None:
                num_steps = self._distribution0.event_shape.num_elements()
                if num_steps is None:
                    raise ValueError("distribution_fn must generate a distribution with fully known `event_shape`.")
            if num_steps < 1:
                raise ValueError(f"num_steps ({num_steps}) must be at least 1.")
            self._num_steps = num_steps
        super().__init__(
            self._distribution0.dtype,
            self._distribution0.reparameterization_type,
            validate_args,
            allow_nan_stats,
            parameters,
            self._distribution0._graph_parents,
            name,
        )

    distribution_fn = attribute("_distribution_fn", "A sample to the distribution of the next one.")
    sample0 = attribute("_sample0", "The sample that is begun with, or None.")
    num_steps = attribute("_num_steps", "How often samples are drawn anew.")
    distribution0 = attribute("_distribution0", "The distribution that is begun with.")

    def _batch_shape(self):
        return self.distribution0.batch_shape

    def _batch_shape_tensor(self):
        return self.distribution0.batch_shape_tensor()

    def _event_shape(self):
        return self.distribution0.event_shape

    def _event_shape_tensor(self):
        return self.distribution0.event_shape_tensor()

    def _sample_n(self, n, seed=None):
        if seed is None:
            seed = gen_new_seed(seed=np.random.randint(2**32 - 1), salt="autoregressive")
        samples = self.distribution0.sample(n, seed=seed)
        for _ in range(self._num_steps):  # one seed for all, so that elements that are settled stay
            samples = self.distribution_fn(samples).sample(seed=seed)
        return samples

    def _log_prob(self, value):
        return self.distribution_fn(value).log_prob(value)

    def _prob(self, value):
        return self.distribution_fn(value).prob(value)
