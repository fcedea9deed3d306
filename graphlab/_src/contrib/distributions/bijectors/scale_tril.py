"""The bijector from vectors to lower triangular matrices with a positive diagonal."""

from graphlab._src.contrib.distributions.bijectors.affine_scalar import AffineScalar
from graphlab._src.contrib.distributions.bijectors.chain import Chain
from graphlab._src.contrib.distributions.bijectors.fill_triangular import FillTriangular
from graphlab._src.contrib.distributions.bijectors.softplus import Softplus
from graphlab._src.contrib.distributions.bijectors.transform_diagonal import TransformDiagonal


class ScaleTriL(Chain):
    """Vectors [..., n (n + 1) / 2] as lower triangular matrices [..., n, n] with a positive diagonal.

    diag_bijector: applied to the diagonal; Softplus when left out.  diag_shift: added to it afterwards, None for nothing.
    """

    def __init__(self, diag_bijector=None, diag_shift=1e-5, validate_args=False, name="scale_tril"):
        if diag_bijector is None:
            diag_bijector = Softplus(validate_args=validate_args)
        if diag_shift is not None:
            diag_bijector = Chain([AffineScalar(shift=diag_shift), diag_bijector])
        super().__init__(
            [TransformDiagonal(diag_bijector=diag_bijector), FillTriangular()], validate_args=validate_args, name=name
        )
