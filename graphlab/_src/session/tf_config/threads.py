"""tf.config.threading: how many threads sessions use that are given no ConfigProto. 0 lets the machine decide."""

from graphlab._src.session import config_defaults

__all__ = [
    "get_inter_op_parallelism_threads",
    "get_intra_op_parallelism_threads",
    "set_inter_op_parallelism_threads",
    "set_intra_op_parallelism_threads",
]


def get_inter_op_parallelism_threads() -> int:
    """How many operations may run at the same time."""
    return config_defaults.config.inter_op_parallelism_threads


def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Says how many operations may run at the same time."""
    config_defaults.config.inter_op_parallelism_threads = num_threads


def get_intra_op_parallelism_threads() -> int:
    """How many threads one operation may use."""
    return config_defaults.config.intra_op_parallelism_threads


def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Says how many threads one operation may use; it counts for the first session of a process."""
    config_defaults.config.intra_op_parallelism_threads = num_threads
