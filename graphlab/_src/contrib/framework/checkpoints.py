"""Reading checkpoints, by the names of arguments that tf.contrib.framework has for it."""

from graphlab._src.train.saving import checkpoint_utils, initialize


def load_checkpoint(filepattern):
    """The CheckpointReader of a checkpoint, or of the latest in a folder. Raises ValueError when that has none."""
    return checkpoint_utils.load_checkpoint(filepattern)


def load_variable(checkpoint_dir, name):
    """The value of a variable in a checkpoint, or in the latest of a folder: an array."""
    return checkpoint_utils.load_variable(checkpoint_dir, name)


def list_variables(checkpoint_dir):
    """[(name, shape)] of what a checkpoint, or the latest of a folder, holds, in order."""
    return checkpoint_utils.list_variables(checkpoint_dir)


def init_from_checkpoint(checkpoint_dir, assignment_map):
    """Lets the initializers of variables read a checkpoint, as tf.train.init_from_checkpoint does."""
    return initialize.init_from_checkpoint(checkpoint_dir, assignment_map)
