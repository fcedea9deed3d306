"""Linear functions of vectors of independent exponential draws."""

from graphlab._src.contrib.distributions.vector_distribution import VectorDistribution
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.distributions.gamma import Exponential
from graphlab._src.ops.identity import identity


class VectorExponentialLinearOperator(VectorDistribution):
    """Distributions of loc + scale x, where the elements of x are exponential draws with the rate 1.

    loc: [..., n], 0 when left out.  scale: a tf.linalg.LinearOperator [*batch, n, n].
    """

    def __init__(
        self,
        loc=None,
        scale=None,
        validate_args=False,
        allow_nan_stats=True,
        name="VectorExponentialLinearOperator",
    ):
        parameters = dict(locals())

        def elements(kind):
            return Exponential(rate=ones([], dtype=kind), allow_nan_stats=allow_nan_stats)

        super().__init__(elements, loc, scale, validate_args, name)
        self._parameters = parameters

    def _mean(self):
        return self._function(ones(self._whole_shape(), self.dtype))

    def _mode(self):
        return self._function(zeros(self._whole_shape(), self.dtype))

    def _function(self, x):
        y = self.scale.matvec(x)
        return y if self.loc is None else identity(self.loc) + y
