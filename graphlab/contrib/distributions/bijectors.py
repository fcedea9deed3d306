"""tf.contrib.distributions.bijectors: invertible functions that know their Jacobians."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.distributions.bijectors.absolute_value import AbsoluteValue
    from graphlab._src.contrib.distributions.bijectors.affine import Affine
    from graphlab._src.contrib.distributions.bijectors.affine_linear_operator import AffineLinearOperator
    from graphlab._src.contrib.distributions.bijectors.affine_scalar import AffineScalar
    from graphlab._src.contrib.distributions.bijectors.batch_normalization import BatchNormalization
    from graphlab._src.contrib.distributions.bijectors.chain import Chain
    from graphlab._src.contrib.distributions.bijectors.cholesky_outer_product import CholeskyOuterProduct
    from graphlab._src.contrib.distributions.bijectors.conditional_bijector import ConditionalBijector
    from graphlab._src.contrib.distributions.bijectors.exp import Exp
    from graphlab._src.contrib.distributions.bijectors.fill_triangular import FillTriangular
    from graphlab._src.contrib.distributions.bijectors.gumbel import Gumbel
    from graphlab._src.contrib.distributions.bijectors.inline import Inline
    from graphlab._src.contrib.distributions.bijectors.invert import Invert
    from graphlab._src.contrib.distributions.bijectors.kumaraswamy import Kumaraswamy
    from graphlab._src.contrib.distributions.bijectors.masked_autoregressive import (
        MaskedAutoregressiveFlow,
        masked_autoregressive_default_template,
        masked_dense,
    )
    from graphlab._src.contrib.distributions.bijectors.matrix_inverse_tril import MatrixInverseTriL
    from graphlab._src.contrib.distributions.bijectors.ordered import Ordered
    from graphlab._src.contrib.distributions.bijectors.permute import Permute
    from graphlab._src.contrib.distributions.bijectors.power_transform import PowerTransform
    from graphlab._src.contrib.distributions.bijectors.real_nvp import (
        RealNVP,
        real_nvp_default_template,
    )
    from graphlab._src.contrib.distributions.bijectors.reshape import Reshape
    from graphlab._src.contrib.distributions.bijectors.scale_tril import ScaleTriL
    from graphlab._src.contrib.distributions.bijectors.sigmoid import Sigmoid
    from graphlab._src.contrib.distributions.bijectors.sinh_arcsinh import SinhArcsinh
    from graphlab._src.contrib.distributions.bijectors.softmax_centered import SoftmaxCentered
    from graphlab._src.contrib.distributions.bijectors.softplus import Softplus
    from graphlab._src.contrib.distributions.bijectors.softsign import Softsign
    from graphlab._src.contrib.distributions.bijectors.square import Square
    from graphlab._src.contrib.distributions.bijectors.transform_diagonal import TransformDiagonal
    from graphlab._src.ops.distributions.bijector import (
        Bijector,
        Identity,
    )
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "AbsoluteValue",
    "Affine",
    "AffineLinearOperator",
    "AffineScalar",
    "BatchNormalization",
    "Bijector",
    "Chain",
    "CholeskyOuterProduct",
    "ConditionalBijector",
    "Exp",
    "FillTriangular",
    "Gumbel",
    "Identity",
    "Inline",
    "Invert",
    "Kumaraswamy",
    "MaskedAutoregressiveFlow",
    "MatrixInverseTriL",
    "Ordered",
    "Permute",
    "PowerTransform",
    "RealNVP",
    "Reshape",
    "ScaleTriL",
    "Sigmoid",
    "SinhArcsinh",
    "SoftmaxCentered",
    "Softplus",
    "Softsign",
    "Square",
    "TransformDiagonal",
    "masked_autoregressive_default_template",
    "masked_dense",
    "real_nvp_default_template",
]
