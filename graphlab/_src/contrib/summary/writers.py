"""Where tf.contrib.summary writes: an older name of create_file_writer, and the folder for evaluations."""

import os

from graphlab._src.base import logging
from graphlab._src.summary.graph_writers import create_file_writer


def create_summary_file_writer(*args, **kwargs):
    """An older name of create_file_writer."""
    logging.warning("Deprecation Warning: create_summary_file_writer was renamed to create_file_writer")
    return create_file_writer(*args, **kwargs)


def eval_dir(model_dir, name=None):
    """The folder in model_dir for the summaries of an evaluation."""
    return os.path.join(model_dir, f"eval_{name}" if name else "eval")
