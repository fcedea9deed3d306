"""tf.config.optimizer: what rewrites a graph before it runs. XLA does that here, always."""

from collections.abc import Mapping
from typing import Any

from graphlab._src.proto import OptimizerOptions, RewriterConfig
from graphlab._src.session import config_defaults

__all__ = ["get_experimental_options", "get_jit", "set_experimental_options", "set_jit"]

_SWITCHES = ("disable_model_pruning", "disable_meta_optimizer")  # fields of a RewriterConfig that are true or false


def get_jit() -> bool:
    """True: every run is compiled by XLA, unless set_jit(False) was said, which changes nothing."""
    return config_defaults.config.graph_options.optimizer_options.global_jit_level != OptimizerOptions.OFF


def set_jit(enabled: bool) -> None:
    """Accepted: XLA compiles every run. A session warns of False, which has no effect."""
    level = OptimizerOptions.ON_1 if enabled else OptimizerOptions.OFF
    config_defaults.config.graph_options.optimizer_options.global_jit_level = level


def get_experimental_options() -> dict[str, Any]:
    """What set_experimental_options was given; whether it disables a part or all of the optimizer is always there."""
    rewrites = config_defaults.config.graph_options.rewrite_options
    options: dict[str, Any] = {name: getattr(rewrites, name) for name in _SWITCHES}
    for field, value in rewrites.ListFields():
        options[field.name] = value == RewriterConfig.ON if _is_toggle(field) else value
    return options


def set_experimental_options(options: Mapping[str, Any]) -> None:
    """Fields of the RewriterConfig of sessions that are given no ConfigProto; XLA optimizes a compiled program as a whole.

    options: {name of a field, such as constant_folding: True, False, or a number for min_graph_nodes}. Other names are
    ignored, and so is None, as in TensorFlow.
    """
    rewrites = config_defaults.config.graph_options.rewrite_options
    fields = RewriterConfig.DESCRIPTOR.fields_by_name
    for name, value in options.items():
        if name in fields and value is not None:
            on = RewriterConfig.ON if value else RewriterConfig.OFF
            setattr(rewrites, name, on if _is_toggle(fields[name]) else value)


def _is_toggle(field: Any) -> bool:
    """True for a field that is on, off or left to the optimizer."""
    return field.enum_type is not None and field.enum_type.name == "Toggle"
