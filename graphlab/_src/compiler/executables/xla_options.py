"""XLA's options for every compile, since it computes wrongly otherwise."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Mapping
from typing import Any

import jax

from graphlab._src.compiler.executables import headroom

# XLA of jaxlib 0.10.2 passes matmul(x, ones) and the sum after it to YNNPACK as one operation: NaN, or any number.
# It also leaves out the rounding between operations on bfloat16 that it makes one, which TensorFlow's kernels do; so it
# does on GPUs.
_ALWAYS: dict[str, dict[str, Any]] = {
    "cpu": {"xla_cpu_experimental_ynn_fusion_type": "", "xla_allow_excess_precision": False},
    "gpu": {"xla_allow_excess_precision": False},
}

# A GPU's graph of kernels is made anew where it is called with other buffers than the time before. A step that writes the
# new values of variables beside the old ones has other buffers each time: an MLP's lasted 1.03 ms, and 0.69 without graphs.
_STEPS: dict[str, dict[str, Any]] = {"gpu": {"xla_gpu_enable_command_buffer": ""}}

# What leaves to the code what XLA would compute while it compiles.
_UNFOLDED: dict[str, Any] = {"xla_disable_hlo_passes": "constant_folding"}

# What makes XLA choose, for GPUs, algorithms of which every run returns the same bits: sums of scattered elements are added
# in a fixed order.
DETERMINISTIC = "xla_gpu_deterministic_ops"


def options_for(platform: str, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """{option: value} for a JAX platform, with those that were chosen besides."""
    return {**_ALWAYS.get(platform, {}), **(chosen or {})}


def options_for_steps(platform: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options for code without loops that stores new values of variables, from those for other code."""
    return {**chosen, **_STEPS.get(platform, {})}


def options_without_folding(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options for code that computes much from constants, from those for other code."""
    return {**chosen, **_UNFOLDED}


def compile_with(lowered: jax.stages.Lowered, options: dict[str, Any]) -> jax.stages.Compiled:
    """The code that XLA makes; an XLA that no longer has one of the options above does without them."""
    headroom.require(headroom.COMPILING + headroom.threads(), "compile")
    try:
        return lowered.compile(options)
    except jax.errors.JaxRuntimeError as error:
        if "No such compile option" not in str(error):
            raise
        dropped = {name for always in (*_ALWAYS.values(), *_STEPS.values(), _UNFOLDED) for name in always}
        return lowered.compile({name: value for name, value in options.items() if name not in dropped})
