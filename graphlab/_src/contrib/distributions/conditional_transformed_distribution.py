"""A conditional bijector of the draws of a conditional distribution."""

from graphlab._src.contrib.distributions.conditional_distribution import ConditionalDistribution
from graphlab._src.ops.distributions.transformed import TransformedDistribution


class ConditionalTransformedDistribution(ConditionalDistribution, TransformedDistribution):
    """A TransformedDistribution whose methods have two more arguments.

    bijector_kwargs: {keyword: value} of the bijector.  distribution_kwargs: those of the distribution.
    """

    def _kwargs(self, kwargs):
        unknown = set(kwargs) - {"bijector_kwargs", "distribution_kwargs"}
        if unknown:
            raise TypeError(f"unexpected keyword arguments {sorted(unknown)}; pass them in distribution_kwargs")
        return kwargs.get("bijector_kwargs") or {}, kwargs.get("distribution_kwargs") or {}
