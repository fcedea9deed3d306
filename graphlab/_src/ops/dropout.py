"""dropout: sets random elements to 0 and scales the others up."""

import numbers

from graphlab._src.base import logging
from graphlab._src.base.shapes import TensorShape, as_shape
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.ops.cast import cast
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.shape import shape


def noise_shape_of(x, noise_shape):
    if noise_shape is None:
        return shape(x)
    try:
        wanted = as_shape(noise_shape).sizes
    except (TypeError, ValueError):
        return noise_shape
    if x.dims is None or wanted is None or len(x.dims) != len(wanted):
        return noise_shape
    return TensorShape([own if size is None else size for size, own in zip(wanted, x.dims, strict=True)])


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """x with each element set to 0 with probability `rate`, and multiplied by 1 / (1 - rate) otherwise.

    x: floating point.  rate: a number or scalar in [0, 1).  keep_prob: the old way to pass 1 - rate.
    noise_shape: the shape of the random decisions, which broadcast to x.  seed: see set_random_seed.
    ValueError for a rate outside [0, 1).  (Srivastava et al., 2014.)
    """
    try:
        keep = None if keep_prob is None else 1.0 - keep_prob
    except TypeError:
        raise ValueError(f"keep_prob must be a floating point number or Tensor (got {keep_prob!r})") from None
    rate = renamed("rate", rate, "keep_prob", keep)
    if rate is None:
        raise ValueError("You must provide a rate to dropout.")
    with name_scope(name, "dropout", [x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError(
                f"x has to be a floating point tensor since it's going to be scaled. Got a {x.dtype} tensor instead."
            )
        if isinstance(rate, numbers.Real):
            if not 0 <= float(rate) < 1:
                raise ValueError(f"rate must be a scalar tensor or a float in the range [0, 1), got {float(rate):g}")
            if float(rate) > 0.5:
                logging.log_first_n(
                    logging.WARN,
                    "Large dropout rate: %g (>0.5). In TensorFlow 2.x, dropout() uses dropout rate instead of keep_prob. "
                    "Please ensure that this is intended.",
                    5,
                    rate,
                )
            if rate == 0:
                return x
        rate = convert_to_tensor(rate, x.dtype.base_dtype, name="rate")
        rate.shape.assert_has_rank(0)
        if static_value(rate) == 0:
            return x
        noise = random_uniform(noise_shape_of(x, noise_shape), seed=seed, dtype=x.dtype.base_dtype)
        scale = 1 / (1 - rate)
        mask = noise >= rate
        result = x * scale * cast(mask, x.dtype)
        result.set_shape(x.shape)
        return result
