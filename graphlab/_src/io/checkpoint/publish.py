"""Putting a checkpoint that was written in full into its place, so that whatever happens the last complete one can be read.

The data files are renamed before the index, which makes them a checkpoint. While one that is there is replaced its data
also goes under `….previous`: the index, old or new, fits one of the two, and the reader finds
which by the checksums.
"""

import contextlib
import os

from graphlab._src.io.checkpoint.bundle_reader import BundleReader
from graphlab._src.io.checkpoint.paths import data_paths, index_path, previous_path
from graphlab._src.io.paths import file_errors


def publish(prefix, data, index):
    """Makes files the checkpoint `prefix`.

    data: {path: temporary path}.  index: the temporary path of the index.  What they hold is on the disk.
    """
    with file_errors(prefix):
        replaced = _keep_previous(prefix) if os.path.exists(index_path(prefix)) else []
        for path, temporary in data.items():
            os.replace(temporary, path)
        os.replace(index, index_path(prefix))
        _sync_folder(os.path.dirname(prefix) or ".")
        for path in replaced:
            if path not in data:
                os.unlink(path)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(previous_path(path))


def _keep_previous(prefix):
    """Links the existing data under a second name; returns the paths."""
    paths = data_paths(prefix)
    left = [path for path in paths if os.path.exists(previous_path(path))]
    if left and BundleReader(prefix).is_sound(left):  # by a save that was killed when all was done but to clear up
        for path in left:
            os.unlink(previous_path(path))
    for path in paths:
        # What such a save left behind otherwise is the data of the index.
        with contextlib.suppress(FileExistsError, PermissionError):  # a file system without hard links
            os.link(path, previous_path(path))
    return paths


def _sync_folder(path):
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
