"""tf.contrib.staging: elements that wait in the session between one run and another."""

from graphlab._src.state.staging import StagingArea

__all__ = ["StagingArea"]
