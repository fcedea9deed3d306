"""Functions of tensorflow.python.estimator that programs call, and that are written otherwise in graphlab."""

import os

from graphlab._src.estimator.canned.classification_heads import for_each
from graphlab._src.estimator.estimator import new_folder
from graphlab._src.estimator.export_outputs import ClassificationOutput
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import get_collection
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.string_numbers import as_string

DEFAULT_SERVING_KEY = "serving_default"
CLASSIFY_SERVING_KEY = "classification"
REGRESS_SERVING_KEY = "regression"
PREDICT_SERVING_KEY = "predict"
LOSS_METRIC_KEY = "loss"
AVERAGE_LOSS_METRIC_KEY = "average_loss"


def get_timestamped_export_dir(export_dir_base):
    """A folder named by the time, in seconds, that is not there yet, as bytes."""
    return new_folder(os.fspath(export_dir_base)).encode()


def get_temp_export_dir(timestamped_export_dir):
    """The folder that an export is written to before it gets its name, as bytes."""
    folder, name = os.path.split(os.fsdecode(timestamped_export_dir))
    return os.path.join(folder, f"temp-{name}").encode()


def summary_key(head_name, val):
    """A key of metrics with a head's name after it."""
    return f"{val}/{head_name}" if head_name else val


def append_update_ops(train_op):
    """The operation of a training step with all updates."""
    updates = get_collection(GraphKeys.UPDATE_OPS)
    return group(train_op, *updates) if updates else train_op


def all_class_ids(logits, n_classes):
    """The ids of the classes, for each example."""
    return for_each(logits, lambda: range_(n_classes))


def all_classes(logits, n_classes, label_vocabulary=None):
    """The names of the classes, for each example."""
    return for_each(logits, label_vocabulary or (lambda: as_string(range_(n_classes))))


def classification_output(scores, n_classes, label_vocabulary=None):
    """The ClassificationOutput of scores for all classes."""
    return ClassificationOutput(scores, all_classes(scores, n_classes, label_vocabulary))
