"""tf.contrib.learn.graph_actions: runs of a graph in a session of its own."""

from graphlab._src.contrib.learn.runs import infer, run_feeds, run_feeds_iter, run_n
from graphlab._src.train.saving.checkpoint_utils import load_variable

__all__ = ["infer", "load_variable", "run_feeds", "run_feeds_iter", "run_n"]
