"""tf.config.optimizer: what rewrites a graph before it runs. XLA does that here, always."""

from collections.abc import Mapping
from typing import Any

from graphlab._src.proto import OptimizerOptions
from graphlab._src.session import config_defaults

__all__ = ["get_experimental_options", "get_jit", "set_experimental_options", "set_jit"]

_options: dict[str, Any] = {"disable_model_pruning": False, "disable_meta_optimizer": False}


def get_jit() -> bool:
    """True: every run is compiled by XLA, unless set_jit(False) was said, which changes nothing."""
    return config_defaults.config.graph_options.optimizer_options.global_jit_level != OptimizerOptions.OFF


def set_jit(enabled: bool) -> None:
    """Accepted: XLA compiles every run. A session warns of False, which has no effect."""
    level = OptimizerOptions.ON_1 if enabled else OptimizerOptions.OFF
    config_defaults.config.graph_options.optimizer_options.global_jit_level = level


def get_experimental_options() -> dict[str, Any]:
    """What set_experimental_options was given; whether it disables a part or all of the optimizer is always there."""
    return dict(_options)


def set_experimental_options(options: Mapping[str, Any]) -> None:
    """Accepted and remembered, without effect: XLA optimizes a compiled program as a whole."""
    _options.update(options)
