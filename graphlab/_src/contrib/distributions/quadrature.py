"""Quadratures of the logistic-normal distribution: points and probabilities that approximate it in a mixture."""

import math

import numpy as np

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.normal_functions import ndtri
from graphlab._src.ops.distributions.static_values import pad
from graphlab._src.ops.shape import shape
from graphlab._src.ops.softmax import softmax


def quadrature_scheme_softmaxnormal_gauss_hermite(
    normal_loc, normal_scale, quadrature_size, validate_args=False, name=None
):
    """(points [*batch, 2, size], their probabilities [size]): Gauss and Hermite's of a normal number, after a softmax.

    normal_loc, normal_scale: float tensors [*batch, 1].  NotImplementedError for more than one number.
    """
    with name_scope(name, "quadrature_scheme_softmaxnormal_gauss_hermite", [normal_loc, normal_scale]):
        loc, scale = _parameters(normal_loc, normal_scale, validate_args)
        points, weights = np.polynomial.hermite.hermgauss(deg=quadrature_size)
        kind = loc.dtype.as_numpy_dtype
        probs = convert_to_tensor((weights / weights.sum()).astype(kind), name="probs", dtype=loc.dtype)
        logits = loc[..., None] + math.sqrt(2.0) * scale[..., None] * points.astype(kind)
        return softmax(-pad(logits, axis=-2, front=True), axis=-2), probs


def quadrature_scheme_softmaxnormal_quantiles(
    normal_loc, normal_scale, quadrature_size, validate_args=False, name=None
):
    """(points [*batch, 2, size], their probabilities [size]): the middles between quantiles of a normal number, after a softmax.

    normal_loc, normal_scale: float tensors [*batch, 1].  NotImplementedError for more than one number.
    """
    with name_scope(name, "softmax_normal_grid_and_probs", [normal_loc, normal_scale]):
        loc, scale = _parameters(normal_loc, normal_scale, validate_args)
        edges = (np.arange(1, quadrature_size + 2) / (quadrature_size + 2)).astype(loc.dtype.as_numpy_dtype)
        logits = loc[..., None] + scale[..., None] * ndtri(edges)
        quantiles = softmax(pad(logits, axis=-2, back=True), axis=-2)
        grid = (quantiles[..., :-1] + quantiles[..., 1:]) / 2.0
        return grid, fill([quadrature_size], convert_to_tensor(1.0 / quadrature_size, dtype=loc.dtype))


def _parameters(loc, scale, validate_args):
    loc = convert_to_tensor(loc, name="normal_loc")
    scale = convert_to_tensor(scale, dtype=loc.dtype.base_dtype, name="normal_scale")
    checks, message = [], "Mixing params must be a (batch of) vector; normal_scale.rank is not at least one."
    if scale.shape.ndims == 0:
        raise ValueError(message)
    if scale.shape.ndims is None and validate_args:
        checks.append(assert_rank_at_least(scale, 1, message=message))
    size = scale.shape.as_list()[-1] if scale.shape.ndims is not None else None
    message = f"Currently only bimixtures are supported; normal_scale.shape[-1]={size} is not 1."
    if size not in (None, 1):
        raise NotImplementedError(message)
    if size is None and validate_args:
        checks.append(assert_equal(shape(scale)[-1], 1, message=message))
    return loc, checked(scale, *checks)
