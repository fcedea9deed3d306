"""The names of a checkpoint's files."""

import glob

_PREVIOUS = ".previous"


def index_path(prefix):
    """The file that says where each tensor is."""
    return f"{prefix}.index"


def data_path(prefix, shard, num_shards):
    """The file that holds the bytes of one part of the tensors."""
    return f"{prefix}.data-{shard:05d}-of-{num_shards:05d}"


def previous_path(path):
    """Where a data file goes while it is replaced."""
    return path + _PREVIOUS


def data_paths(prefix):
    """The data files that are there."""
    return sorted(glob.glob(glob.escape(prefix) + ".data-?????-of-?????"))
