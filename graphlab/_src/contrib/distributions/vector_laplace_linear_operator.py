"""Linear functions of vectors of independent Laplace draws."""

from graphlab._src.contrib.distributions.vector_distribution import VectorDistribution, standard
from graphlab._src.ops.distributions.laplace import Laplace


class VectorLaplaceLinearOperator(VectorDistribution):
    """Distributions of loc + scale x, where the elements of x are standard Laplace draws; the covariance is 2 scale scale^T.

    loc: means [..., n], 0 when left out.  scale: a tf.linalg.LinearOperator [*batch, n, n].
    """

    _factor = 2.0

    def __init__(
        self,
        loc=None,
        scale=None,
        validate_args=False,
        allow_nan_stats=True,
        name="VectorLaplaceLinearOperator",
    ):
        parameters = dict(locals())
        super().__init__(lambda kind: standard(kind, Laplace), loc, scale, validate_args, name)
        self._parameters = parameters
