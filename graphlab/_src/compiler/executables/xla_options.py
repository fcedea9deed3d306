"""XLA's options for every compile, since it computes wrongly otherwise."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Mapping
from typing import Any

import jax

from graphlab._src.compiler.executables import headroom

# XLA of jaxlib 0.10.2 passes matmul(x, ones) and the sum after it to YNNPACK as one operation: NaN, or any number.
# It also leaves out the rounding between operations on bfloat16 that it makes one, which TensorFlow's kernels do.
_ALWAYS: dict[str, dict[str, Any]] = {
    "cpu": {"xla_cpu_experimental_ynn_fusion_type": "", "xla_allow_excess_precision": False}
}


def options_for(platform: str, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """{option: value} for a JAX platform, with those that were chosen besides."""
    return {**_ALWAYS.get(platform, {}), **(chosen or {})}


def compile_with(lowered: jax.stages.Lowered, options: dict[str, Any]) -> jax.stages.Compiled:
    """The code that XLA makes; an XLA that no longer has one of the options above does without them."""
    headroom.require(headroom.COMPILING + headroom.threads(), "compile")
    try:
        return lowered.compile(options)
    except jax.errors.JaxRuntimeError as error:
        if "No such compile option" not in str(error):
            raise
        dropped = {name for always in _ALWAYS.values() for name in always}
        return lowered.compile({name: value for name, value in options.items() if name not in dropped})
