"""tf.contrib.opt.sign_decay: decays for PowerSignOptimizer and AddSignOptimizer."""

from graphlab._src.contrib.opt.sign_decay import get_cosine_decay_fn, get_linear_decay_fn, get_restart_decay_fn

__all__ = ["get_cosine_decay_fn", "get_linear_decay_fn", "get_restart_decay_fn"]
