"""tf.contrib.hooks: hooks of training."""

from graphlab._src.train.hooks.profiler import ProfilerHook

__all__ = ["ProfilerHook"]
