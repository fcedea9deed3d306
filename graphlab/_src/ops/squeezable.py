"""remove_squeezable_dimensions: labels and predictions with one rank."""

from typing import Any

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.shape import rank, squeeze


def may_end_in_one(tensor):
    """True unless it is known that the last axis has another size than 1, or that there is none."""
    dims = tensor.dims
    return dims is None or bool(dims) and dims[-1] in (1, None)


def without_last(tensor, condition) -> Any:
    """The tensor without its last axis where a run finds the condition true."""
    return cond(condition, lambda: squeeze(tensor, [-1]), lambda: tensor)


def remove_squeezable_dimensions(labels, predictions, expected_rank_diff=0, name=None):
    """(labels, predictions), one of them without its last axis where the ranks differ by one from what is expected.

    expected_rank_diff: how many axes predictions have more than labels, 1 where they hold a number for each class.
    """
    with name_scope(name, "remove_squeezable_dimensions", [labels, predictions]):
        predictions = convert_to_tensor(predictions)
        labels = convert_to_tensor(labels)
        if labels.dims is not None and predictions.dims is not None:
            difference = len(predictions.dims) - len(labels.dims) - expected_rank_diff
            if difference == 1:
                predictions = squeeze(predictions, [-1])
            elif difference == -1:
                labels = squeeze(labels, [-1])
            return labels, predictions
        difference = rank(predictions) - rank(labels)
        squeeze_predictions, squeeze_labels = may_end_in_one(predictions), may_end_in_one(labels)
        if squeeze_predictions:
            predictions = without_last(predictions, equal(expected_rank_diff + 1, difference))
        if squeeze_labels:
            labels = without_last(labels, equal(expected_rank_diff - 1, difference))
        return labels, predictions
