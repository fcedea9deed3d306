"""Linear functions of vectors of independent Student's t draws."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.distributions.bijectors.affine import Affine
from graphlab._src.contrib.distributions.scale_operators import shapes_from_loc_and_scale
from graphlab._src.graph import constant, name_scope
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.distributions.static_values import pick_vector
from graphlab._src.ops.distributions.student_t import StudentT
from graphlab._src.ops.distributions.transformed import TransformedDistribution


class _VectorStudentT(TransformedDistribution):
    """Distributions of loc + scale x, where the elements of x are Student's t draws with df degrees of freedom.

    The other arguments are the bijector Affine's.
    """

    def __init__(
        self,
        df,
        loc=None,
        scale_identity_multiplier=None,
        scale_diag=None,
        scale_tril=None,
        scale_perturb_factor=None,
        scale_perturb_diag=None,
        validate_args=False,
        allow_nan_stats=True,
        name="VectorStudentT",
    ):
        parameters = dict(locals())
        with name_scope(name) as name, name_scope("init", values=[df, loc]):
            affine = Affine(
                shift=loc,
                scale_identity_multiplier=scale_identity_multiplier,
                scale_diag=scale_diag,
                scale_tril=scale_tril,
                scale_perturb_factor=scale_perturb_factor,
                scale_perturb_diag=scale_perturb_diag,
                validate_args=validate_args,
            )
            kind = affine.dtype
            distribution = StudentT(df=df, loc=zeros([], dtype=kind), scale=ones([], dtype=kind))
            batch_shape, event_shape = shapes_from_loc_and_scale(affine.shift, affine.scale)
            batch_shape = pick_vector(distribution.is_scalar_batch(), batch_shape, constant([], dtype=dtypes.int32))
            super().__init__(
                distribution,
                affine,
                batch_shape=batch_shape,
                event_shape=event_shape,
                validate_args=validate_args,
                name=name,
            )
        self._parameters = parameters

    @property
    def df(self):
        """The degrees of freedom."""
        return self.distribution.df

    @property
    def loc(self):
        """What is added, or None."""
        return self.bijector.shift

    @property
    def scale(self):
        """The LinearOperator."""
        return self.bijector.scale
