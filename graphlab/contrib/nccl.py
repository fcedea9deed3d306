"""tf.contrib.nccl: reductions over tensors on several devices, one result for each."""

from graphlab._src.contrib.nccl import (
    all_max,
    all_min,
    all_prod,
    all_sum,
    broadcast,
    reduce_sum,
)

__all__ = [
    "all_max",
    "all_min",
    "all_prod",
    "all_sum",
    "broadcast",
    "reduce_sum",
]
