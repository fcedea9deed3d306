"""Special functions, by SciPy, which JAX needs too; and Fourier transforms."""

import importlib
from typing import Any

import numpy as np

from graphlab._src.base.signals import delayed
from graphlab._src.compiler.interpreter.primitives.table import Array, Compute, Params, Rule, Types, is_short, rule


def _by_scipy(name: str) -> Rule:
    def make(params: Params, inputs: Types, outputs: Types) -> Compute:
        with delayed():  # an interrupt must not leave SciPy half imported
            function: Any = getattr(importlib.import_module("scipy.special"), name)
        dtype = np.dtype(outputs[0].dtype)
        wide = np.dtype(np.float32) if is_short(dtype) else dtype
        return lambda *values: function(*[value.astype(wide, copy=False) for value in values]).astype(dtype, copy=False)

    return make


for _primitive, _name in (
    ("erf", "erf"),
    ("erfc", "erfc"),
    ("erf_inv", "erfinv"),
    ("bessel_i0e", "i0e"),
    ("bessel_i1e", "i1e"),
):
    rule(_primitive)(_by_scipy(_name))


@rule("lgamma")
def _lgamma(params: Params, inputs: Types, outputs: Types) -> Compute:
    function = _by_scipy("gammaln")(params, inputs, outputs)
    return lambda x: np.where(np.isneginf(x), np.asarray(np.inf, x.dtype), function(x))


_TRANSFORMS: tuple[Any, ...] = np.fft.fftn, np.fft.ifftn, np.fft.rfftn, np.fft.irfftn  # by the number of JAX's FftType


@rule("fft")
def _fft(params: Params, inputs: Types, outputs: Types) -> Compute:
    transform, lengths = _TRANSFORMS[int(params["fft_type"])], tuple(params["fft_lengths"])
    axes, dtype = tuple(range(-len(lengths), 0)), np.dtype(outputs[0].dtype)

    def compute(x: Array) -> Array:
        return np.asarray(transform(x, lengths, axes)).astype(dtype, copy=False)

    return compute
