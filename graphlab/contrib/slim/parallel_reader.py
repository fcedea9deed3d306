"""Several readers that fill one queue."""

from graphlab._src.contrib.slim.data.parallel_reader import (
    ParallelReader,
    get_data_files,
    parallel_read,
    single_pass_read,
)

__all__ = ["ParallelReader", "get_data_files", "parallel_read", "single_pass_read"]
