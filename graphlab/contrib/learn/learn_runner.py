"""tf.contrib.learn.learn_runner: makes an Experiment and calls one of its methods."""

from graphlab._src.contrib.learn.learn_runner import run, tune

__all__ = ["run", "tune"]
