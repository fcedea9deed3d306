"""tf.config.optimizer: what rewrites a graph before it runs. XLA does that here, always."""

from graphlab._src.proto import OptimizerOptions
from graphlab._src.session import config_defaults

__all__ = ["get_experimental_options", "get_jit", "set_experimental_options", "set_jit"]

_options = {}


def get_jit():
    """True: every run is compiled by XLA, unless set_jit(False) was said, which changes nothing."""
    return config_defaults.config.graph_options.optimizer_options.global_jit_level != OptimizerOptions.OFF


def set_jit(enabled):
    """Accepted: XLA compiles every run. A session warns of False, which has no effect."""
    level = OptimizerOptions.ON_1 if enabled else OptimizerOptions.OFF
    config_defaults.config.graph_options.optimizer_options.global_jit_level = level


def get_experimental_options():
    """What set_experimental_options was given."""
    return dict(_options)


def set_experimental_options(options):
    """Accepted and remembered, without effect: XLA optimizes a compiled program as a whole."""
    _options.update(options)
