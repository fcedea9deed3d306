"""The names of a checkpoint's files."""

import glob
import os
import re

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


def checkpoints_like(prefix, only_similar=False, most=5):
    """The checkpoints beside one that is not there: those whose names begin like its, or else all; latest steps first."""
    folder, name = os.path.split(prefix)
    found = [path.removesuffix(".index") for path in glob.glob(os.path.join(glob.escape(folder), "*.index"))]
    stem = re.sub(r"-\d+$", "", name)
    similar = [path for path in found if os.path.basename(path).startswith(stem)] if stem else []
    return sorted(similar or ([] if only_similar else found), key=_step, reverse=True)[:most]


def _step(path):
    step = re.search(r"-(\d+)$", path)
    return int(step[1]) if step else -1, path
