"""tf.contrib.distributions: tf.distributions, more kinds, and functions of distributions."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.distributions.autoregressive import Autoregressive
    from graphlab._src.contrib.distributions.batch_reshape import BatchReshape
    from graphlab._src.contrib.distributions.binomial import Binomial
    from graphlab._src.contrib.distributions.cauchy import Cauchy
    from graphlab._src.contrib.distributions.chi2 import (
        Chi2,
        Chi2WithAbsDf,
    )
    from graphlab._src.contrib.distributions.conditional_distribution import ConditionalDistribution
    from graphlab._src.contrib.distributions.conditional_transformed_distribution import (
        ConditionalTransformedDistribution,
    )
    from graphlab._src.contrib.distributions.deterministic import (
        Deterministic,
        VectorDeterministic,
    )
    from graphlab._src.contrib.distributions.geometric import Geometric
    from graphlab._src.contrib.distributions.half_normal import HalfNormal
    from graphlab._src.contrib.distributions.independent import Independent
    from graphlab._src.contrib.distributions.inverse_gamma import (
        InverseGamma,
        InverseGammaWithSoftplusConcentrationRate,
    )
    from graphlab._src.contrib.distributions.kumaraswamy import Kumaraswamy
    from graphlab._src.contrib.distributions.logistic import Logistic
    from graphlab._src.contrib.distributions.mixture import Mixture
    from graphlab._src.contrib.distributions.mixture_same_family import MixtureSameFamily
    from graphlab._src.contrib.distributions.moving_stats import (
        assign_log_moving_mean_exp,
        assign_moving_mean_variance,
        moving_mean_variance,
    )
    from graphlab._src.contrib.distributions.mvn_diag import (
        MultivariateNormalDiag,
        MultivariateNormalDiagWithSoftplusScale,
    )
    from graphlab._src.contrib.distributions.mvn_diag_plus_low_rank import MultivariateNormalDiagPlusLowRank
    from graphlab._src.contrib.distributions.mvn_full_covariance import MultivariateNormalFullCovariance
    from graphlab._src.contrib.distributions.mvn_tril import MultivariateNormalTriL
    from graphlab._src.contrib.distributions.negative_binomial import NegativeBinomial
    from graphlab._src.contrib.distributions.normal_conjugate_posteriors import (
        normal_conjugates_known_scale_posterior,
        normal_conjugates_known_scale_predictive,
    )
    from graphlab._src.contrib.distributions.onehot_categorical import OneHotCategorical
    from graphlab._src.contrib.distributions.poisson import Poisson
    from graphlab._src.contrib.distributions.poisson_lognormal import (
        PoissonLogNormalQuadratureCompound,
        quadrature_scheme_lognormal_gauss_hermite,
        quadrature_scheme_lognormal_quantiles,
    )
    from graphlab._src.contrib.distributions.quadrature import (
        quadrature_scheme_softmaxnormal_gauss_hermite,
        quadrature_scheme_softmaxnormal_quantiles,
    )
    from graphlab._src.contrib.distributions.quantized_distribution import QuantizedDistribution
    from graphlab._src.contrib.distributions.relaxed_bernoulli import RelaxedBernoulli
    from graphlab._src.contrib.distributions.relaxed_onehot_categorical import (
        ExpRelaxedOneHotCategorical,
        RelaxedOneHotCategorical,
    )
    from graphlab._src.contrib.distributions.sample_stats import (
        auto_correlation,
        percentile,
    )
    from graphlab._src.contrib.distributions.seed_stream import SeedStream
    from graphlab._src.contrib.distributions.sinh_arcsinh import SinhArcsinh
    from graphlab._src.contrib.distributions.vector_diffeomixture import VectorDiffeomixture
    from graphlab._src.contrib.distributions.vector_exponential_diag import VectorExponentialDiag
    from graphlab._src.contrib.distributions.vector_laplace_diag import VectorLaplaceDiag
    from graphlab._src.contrib.distributions.vector_sinh_arcsinh_diag import VectorSinhArcsinhDiag
    from graphlab._src.contrib.distributions.wishart import (
        WishartCholesky,
        WishartFull,
    )
    from graphlab._src.contrib.learn.distribution_head import estimator_head_distribution_regression
    from graphlab._src.ops.distributions.base import (
        FULLY_REPARAMETERIZED,
        NOT_REPARAMETERIZED,
        Distribution,
        ReparameterizationType,
    )
    from graphlab._src.ops.distributions.bernoulli import Bernoulli
    from graphlab._src.ops.distributions.beta import (
        Beta,
        BetaWithSoftplusConcentration,
    )
    from graphlab._src.ops.distributions.categorical import Categorical
    from graphlab._src.ops.distributions.dirichlet import (
        Dirichlet,
        DirichletMultinomial,
    )
    from graphlab._src.ops.distributions.divergence import (
        RegisterKL,
        kl_divergence,
    )
    from graphlab._src.ops.distributions.gamma import (
        Exponential,
        ExponentialWithSoftplusRate,
        Gamma,
        GammaWithSoftplusConcentrationRate,
    )
    from graphlab._src.ops.distributions.laplace import (
        Laplace,
        LaplaceWithSoftplusScale,
    )
    from graphlab._src.ops.distributions.multinomial import Multinomial
    from graphlab._src.ops.distributions.normal import (
        Normal,
        NormalWithSoftplusScale,
    )
    from graphlab._src.ops.distributions.numerics import (
        reduce_weighted_logsumexp,
        softplus_inverse,
    )
    from graphlab._src.ops.distributions.student_t import (
        StudentT,
        StudentTWithAbsDfSoftplusScale,
    )
    from graphlab._src.ops.distributions.transformed import TransformedDistribution
    from graphlab._src.ops.distributions.triangles import (
        fill_triangular,
        fill_triangular_inverse,
        matrix_diag_transform,
        tridiag,
    )
    from graphlab._src.ops.distributions.uniform import Uniform
    from graphlab.contrib.distributions import bijectors as bijectors
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "estimator_head_distribution_regression",
    "Autoregressive",
    "BatchReshape",
    "Bernoulli",
    "Beta",
    "BetaWithSoftplusConcentration",
    "Binomial",
    "Categorical",
    "Cauchy",
    "Chi2",
    "Chi2WithAbsDf",
    "ConditionalDistribution",
    "ConditionalTransformedDistribution",
    "Deterministic",
    "Dirichlet",
    "DirichletMultinomial",
    "Distribution",
    "ExpRelaxedOneHotCategorical",
    "Exponential",
    "ExponentialWithSoftplusRate",
    "FULLY_REPARAMETERIZED",
    "Gamma",
    "GammaWithSoftplusConcentrationRate",
    "Geometric",
    "HalfNormal",
    "Independent",
    "InverseGamma",
    "InverseGammaWithSoftplusConcentrationRate",
    "Kumaraswamy",
    "Laplace",
    "LaplaceWithSoftplusScale",
    "Logistic",
    "Mixture",
    "MixtureSameFamily",
    "Multinomial",
    "MultivariateNormalDiag",
    "MultivariateNormalDiagPlusLowRank",
    "MultivariateNormalDiagWithSoftplusScale",
    "MultivariateNormalFullCovariance",
    "MultivariateNormalTriL",
    "NOT_REPARAMETERIZED",
    "NegativeBinomial",
    "Normal",
    "NormalWithSoftplusScale",
    "OneHotCategorical",
    "Poisson",
    "PoissonLogNormalQuadratureCompound",
    "QuantizedDistribution",
    "RegisterKL",
    "RelaxedBernoulli",
    "RelaxedOneHotCategorical",
    "ReparameterizationType",
    "SeedStream",
    "SinhArcsinh",
    "StudentT",
    "StudentTWithAbsDfSoftplusScale",
    "TransformedDistribution",
    "Uniform",
    "VectorDeterministic",
    "VectorDiffeomixture",
    "VectorExponentialDiag",
    "VectorLaplaceDiag",
    "VectorSinhArcsinhDiag",
    "WishartCholesky",
    "WishartFull",
    "assign_log_moving_mean_exp",
    "assign_moving_mean_variance",
    "auto_correlation",
    "bijectors",
    "fill_triangular",
    "fill_triangular_inverse",
    "kl_divergence",
    "matrix_diag_transform",
    "moving_mean_variance",
    "normal_conjugates_known_scale_posterior",
    "normal_conjugates_known_scale_predictive",
    "percentile",
    "quadrature_scheme_lognormal_gauss_hermite",
    "quadrature_scheme_lognormal_quantiles",
    "quadrature_scheme_softmaxnormal_gauss_hermite",
    "quadrature_scheme_softmaxnormal_quantiles",
    "reduce_weighted_logsumexp",
    "softplus_inverse",
    "tridiag",
]
