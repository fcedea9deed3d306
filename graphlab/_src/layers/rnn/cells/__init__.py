"""Cells: what one time step of a recurrent network computes."""

from graphlab._src.ops import (
    lstm_block,  # its operation is known without tf.contrib: a graph that is loaded may hold it
)

__all__ = ["lstm_block"]
