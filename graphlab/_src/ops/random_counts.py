"""Draws from the gamma and the Poisson distribution, several for each of many parameters."""

import math

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.random_streams import for_each_element
from graphlab._src.graph import constant_dims, convert_to_tensor, name_scope
from graphlab._src.ops import incomplete_gamma, random_rejection, random_rejection_in_numpy
from graphlab._src.ops.constants import ones, zeros_like
from graphlab._src.ops.define import HERE, op, raw_ops, undefined_gradient
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


def _draws(draw, state, shape, parameters, numpy):
    """[*shape, *parameters.shape] of draw(state, one parameter for each): all of the first parameter come first."""
    sizes = tuple(map(int, sizes_of(shape)))
    count = math.prod(sizes)
    each = numpy.repeat(parameters.reshape(-1).astype(np.float64), count)
    drawn = draw(state, each).reshape(parameters.size, count)
    return drawn.T.reshape(*sizes, *parameters.shape)


def _gamma_in_numpy(shape, alpha, state):
    return _draws(random_rejection_in_numpy.gamma, state, shape, alpha, np).astype(alpha.dtype)


def _poisson_in_numpy(shape, rate, state, *, dtype: dtypes.DType = dtypes.int64):
    return _draws(random_rejection_in_numpy.poisson, state, shape, rate, np).astype(dtype.as_numpy_dtype)


def add_leading_unit_dimensions(x, num_dimensions):
    """x with so many axes of size 1 before its own."""
    return reshape(x, concat([ones([num_dimensions], dtypes.int32), shape_of(x)], 0))


def _gamma_grad(op, dy):
    shape, alpha = op.inputs
    with after(dy):
        count = shape_of(shape)[0]
        alpha = add_leading_unit_dimensions(alpha, count)
        return [None, reduce_sum(dy * raw_ops.RandomGammaGrad(alpha, op.outputs[0]), axis=range_(count))]


@op(
    "RandomGamma",
    "shape: S, alpha: T -> output: T",
    types={"S": dtypes.INDEX, "T": {dtypes.float16, dtypes.float32, dtypes.float64}},
    infer=_for_each,
    attrs=_SEEDS,
    static=["shape"],
    random=for_each_element,
    grad=_gamma_grad,
    interpret=_gamma_in_numpy,
)
def _gamma(shape, alpha, *, stream):
    """Draws from gamma distributions with these shapes alpha and scale 1."""
    return _draws(random_rejection.gamma, stream, shape, alpha, jnp).astype(alpha.dtype)


@op(
    "RandomGammaGrad",
    "alpha: T, sample: T -> output: T",
    types={"T": {dtypes.float32, dtypes.float64}},
    infer=broadcast,
    grad=undefined_gradient,
)
def _gamma_derivative(alpha, sample):
    """The derivative by alpha of a draw from a gamma distribution (Figurnov et al., 2018, implicit reparameterization)."""
    return incomplete_gamma.quantile_by_a(alpha, sample)


@op(
    "RandomPoissonV2",
    "shape: S, rate: R=double -> output: dtype=int64",
    types={
        "S": dtypes.INDEX,
        "R": {dtypes.float16, dtypes.float32, dtypes.float64, *dtypes.INDEX},
        "dtype": {dtypes.float16, dtypes.float32, dtypes.float64, *dtypes.INDEX},
    },
    infer=_for_each,
    attrs={**_SEEDS, "dtype": HERE},
    static=["shape"],
    random=for_each_element,
    grad=undefined_gradient,
    interpret=_poisson_in_numpy,
)
def _poisson(shape, rate, *, stream, dtype: dtypes.DType = dtypes.int64):
    """Counts from Poisson distributions with these rates."""
    return _draws(random_rejection.poisson, stream, shape, rate, jnp).astype(dtype.as_numpy_dtype)


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
