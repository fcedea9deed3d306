"""Draws from the gamma and the Poisson distribution, several for each of many parameters."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant_dims, convert_to_tensor, name_scope
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.define import op, raw_ops, undefined_gradient
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import after
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rules import broadcast, sizes_of
from graphlab._src.ops.seed import seed_attrs
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.shape import shape as shape_of

_SEEDS = {"seed": (int, 0), "seed2": (int, 0)}


def _for_each(op):
    """The shape of the draws, then that of the parameters."""
    draws, parameters = constant_dims(op.inputs[0]), op.inputs[1].dims
    return None if draws is None or parameters is None else (*draws, *parameters)


def _gamma_grad(op, dy):
    shape, alpha = op.inputs
    with after(dy):
        count = shape_of(shape)[0]
        ones = ones_like(reshape(range_(count), [-1]))
        alpha = reshape(alpha, concat([ones, shape_of(alpha)], 0))
        return [None, reduce_sum(dy * raw_ops.RandomGammaGrad(alpha, op.outputs[0]), axis=range_(count))]


@op(
    "RandomGamma",
    "shape: S, alpha: T -> output: T",
    types={"S": dtypes.INDEX, "T": {dtypes.float16, dtypes.float32, dtypes.float64}},
    infer=_for_each,
    attrs=_SEEDS,
    static=["shape"],
    random=True,
    grad=_gamma_grad,
)
def _gamma(shape, alpha, *, key):
    """Draws from gamma distributions with these shapes alpha and scale 1."""
    wide = jnp.promote_types(alpha.dtype, np.float32)
    draws = jax.random.gamma(key, alpha.astype(wide), (*sizes_of(shape), *alpha.shape), wide)
    return draws.astype(alpha.dtype)


@op(
    "RandomGammaGrad",
    "alpha: T, sample: T -> output: T",
    types={"T": {dtypes.float32, dtypes.float64}},
    infer=broadcast,
    grad=undefined_gradient,
)
def _gamma_derivative(alpha, sample):
    """The derivative by alpha of a draw from a gamma distribution (Figurnov et al., 2018, implicit reparameterization)."""
    return jax.lax.random_gamma_grad(*jnp.broadcast_arrays(alpha, sample))  # pyright: ignore[reportCallIssue]


@op(
    "RandomPoissonV2",
    "shape: S, rate: R=double -> output: dtype=int64",
    types={
        "S": dtypes.INDEX,
        "R": {dtypes.float16, dtypes.float32, dtypes.float64, *dtypes.INDEX},
        "dtype": {dtypes.float16, dtypes.float32, dtypes.float64, *dtypes.INDEX},
    },
    infer=_for_each,
    attrs=_SEEDS,
    static=["shape"],
    random=True,
    grad=undefined_gradient,
)
def _poisson(shape, rate, *, key, dtype: dtypes.DType = dtypes.int64):
    """Counts from Poisson distributions with these rates."""
    wide = rate.astype(jnp.promote_types(rate.dtype, np.float32))
    draws = jax.random.poisson(key, wide, (*sizes_of(shape), *rate.shape), np.int32)
    return draws.astype(dtype.as_numpy_dtype)


def random_gamma(shape, alpha, beta=None, dtype=dtypes.float32, seed=None, name=None):
    """Draws from gamma distributions: [*shape, *(alpha + beta).shape].

    alpha: shapes.  beta: inverse scales, 1 when left out; they broadcast.  The draws have a gradient in both.
    dtype: a floating point one, of the result.  seed: see set_random_seed.
    """
    with name_scope(name, "random_gamma", [shape, alpha, beta]):
        shape = convert_to_tensor(shape, dtypes.int32, name="shape")
        alpha = convert_to_tensor(alpha, dtype, name="alpha")
        beta = convert_to_tensor(1 if beta is None else beta, dtype, name="beta")
        each = alpha + zeros_like(beta)
        least = np.finfo(alpha.dtype.as_numpy_dtype).tiny
        return maximum(least, _gamma(shape, each, **seed_attrs(seed)) / beta)


def random_poisson(lam, shape, dtype=dtypes.float32, seed=None, name=None):
    """Counts from Poisson distributions: [*shape, *lam.shape].

    lam: rates.  dtype: of the counts; float16, float32, float64, int32 or int64.
    seed: see set_random_seed.
    """
    with name_scope(name, "random_poisson", [lam, shape]):
        shape = convert_to_tensor(shape, dtypes.int32, name="shape")
        return _poisson(shape, lam, dtype=dtypes.as_dtype(dtype), **seed_attrs(seed))
