"""Multivariate normal distributions whose scale is a LinearOperator."""

from graphlab._src.contrib.distributions.scale_operators import is_diagonal_scale
from graphlab._src.contrib.distributions.vector_distribution import VectorDistribution, standard
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.normal import Normal
from graphlab._src.ops.reduction import reduce_sum


class MultivariateNormalLinearOperator(VectorDistribution):
    """Normal distributions of vectors with the covariance scale scale^T.

    loc: means [..., n], 0 when left out.  scale: a tf.linalg.LinearOperator [*batch, n, n].
    validate_args: whether scale has to be non-singular.
    """

    def __init__(
        self,
        loc=None,
        scale=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalLinearOperator",
    ):
        parameters = dict(locals())
        super().__init__(lambda kind: standard(kind, Normal), loc, scale, validate_args, name)
        self._parameters = parameters


@RegisterKL(MultivariateNormalLinearOperator, MultivariateNormalLinearOperator)
def _kl_mvn_mvn(a, b, name=None):
    """(|B^-1 A|^2 + |B^-1 (loc_b - loc_a)|^2 - n) / 2 + log(det B / det A), with Frobenius' norms."""
    with name_scope(name, "kl_mvn", values=[a.loc, b.loc, *a.scale.graph_parents, *b.scale.graph_parents]):
        if is_diagonal_scale(a.scale) and is_diagonal_scale(b.scale):
            ratio = (a.stddev() / b.stddev())[..., None]
        else:
            ratio = b.scale.solve(a.scale.to_dense())
        distance = b.scale.solve((b.mean() - a.mean())[..., None])
        squares = reduce_sum(square(ratio), axis=[-2, -1]) + reduce_sum(square(distance), axis=[-2, -1])
        n = cast(a.scale.domain_dimension_tensor(), a.dtype)
        result = b.scale.log_abs_determinant() - a.scale.log_abs_determinant() + 0.5 * (squares - n)
        result.set_shape(broadcast_static_shape(a.batch_shape, b.batch_shape))
        return result
