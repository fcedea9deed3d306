"""What is in a checkpoint, and waiting for the next one."""

import logging
import os
import time

from graphlab._src.io import file_system
from graphlab._src.io.checkpoint.reader import CheckpointReader
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint

_log = logging.getLogger("graphlab")


def checkpoint_path(ckpt_dir_or_file):
    """The checkpoint itself, or the latest of a folder; None when that has none."""
    path = os.fsdecode(ckpt_dir_or_file)
    return latest_checkpoint(path) if file_system.isdir(path) else path


def load_checkpoint(ckpt_dir_or_file):
    """The CheckpointReader of a checkpoint, or of the latest in a folder. Raises ValueError when that has none."""
    path = checkpoint_path(ckpt_dir_or_file)
    if path is None:
        raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {ckpt_dir_or_file}")
    return CheckpointReader(path)


def load_variable(ckpt_dir_or_file, name):
    """The value of a variable in a checkpoint, an array."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file):
    """[(name, shape)] of what a checkpoint holds, in order."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


def wait_for_new_checkpoint(checkpoint_dir, last_checkpoint=None, seconds_to_sleep=1, timeout=None):
    """The latest checkpoint of a folder as soon as it is not last_checkpoint; None after `timeout` seconds."""
    _log.info("Waiting for new checkpoint at %s", checkpoint_dir)
    stop = None if timeout is None else time.time() + timeout
    while True:
        path = latest_checkpoint(checkpoint_dir)
        if path is not None and path != last_checkpoint:
            _log.info("Found new checkpoint at %s", path)
            return path
        if stop is not None and time.time() + seconds_to_sleep > stop:
            return None
        time.sleep(seconds_to_sleep)


def checkpoints_iterator(checkpoint_dir, min_interval_secs=0, timeout=None, timeout_fn=None):
    """Yields the latest checkpoint of a folder, again and again as new ones appear; some may be left out.

    min_interval_secs: the least time between two of them.  timeout: how long to wait for one; None: for ever.
    timeout_fn: called when that is over, returns whether to end; it ends when left out.
    """
    path = None
    while True:
        found = wait_for_new_checkpoint(checkpoint_dir, path, timeout=timeout)
        if found is None:
            if not timeout_fn:
                _log.info("Timed-out waiting for a checkpoint.")
                return
            if timeout_fn():
                return
            continue
        start, path = time.time(), found
        yield path
        left = start + min_interval_secs - time.time()
        if left > 0:
            time.sleep(left)
