"""Batches of the rows of NumPy arrays."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.estimator.feeding import enqueue_data


def numpy_input_fn(
    x, y=None, batch_size=128, num_epochs: int | None = 1, shuffle=None, queue_capacity=1000, num_threads=1
):
    """A function that returns (features, labels), tensors of a batch of rows; only features without y.

    x: an array or {name: array}.  y: the same, or None.  num_epochs: how often all rows come; None: without end.
    shuffle: True or False, which has to be said.  queue_capacity: rows that wait.
    Raises ValueError when arrays have other lengths or names come twice, TypeError when x is none of these.
    batch_size: rows in a batch.  num_threads: how many fill the queue.
    """
    if not isinstance(shuffle, bool):
        raise ValueError(
            "shuffle must be provided and explicitly set as boolean (it is recommended to set it as True for training); "
            f"got {shuffle}"
        )

    def input_fn():
        features = _features(x)
        labels = _labels(y, features)
        arrays = [*features.values(), *labels.values()]
        if len({array.shape[0] for array in arrays}) != 1:
            raise ValueError(
                "Length of tensors in x and y is mismatched. All elements in x and y must have the same length.\n"
                f"Shapes in x: { {key: array.shape for key, array in features.items()} }\n"
                f"Shapes in y: { {key: array.shape for key, array in labels.items()} }\n"
            )
        queue = enqueue_data(
            lambda numbers: [numbers, *(array[numbers] for array in arrays)],
            len(arrays[0]),
            [(dtypes.int64, ()), *((dtypes.as_dtype(array.dtype), array.shape[1:]) for array in arrays)],
            queue_capacity,
            shuffle,
            num_threads,
            batch_size,
            num_epochs,
        )
        _, *batch = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        given = dict(zip(features, batch, strict=False))
        found = given if isinstance(x, dict) else batch[0]
        if y is None:
            return found
        last = batch[len(features) :]
        return found, dict(zip(labels, last, strict=True)) if isinstance(y, dict) else last[0]

    return input_fn


def _features(x):
    """{name: array}, sorted by name."""
    if isinstance(x, dict):
        if not x:
            raise ValueError("x cannot be an empty dict")
        return dict(sorted(x.items()))
    if isinstance(x, np.ndarray):
        if x.size == 0:
            raise ValueError("x cannot be an empty array")
        return {"x": x}
    raise TypeError(f"x must be a dict or array; got {type(x).__name__}")


def _labels(y, features):
    """{name: array}, sorted by name; names that features have are refused."""
    if y is None:
        return {}
    if not isinstance(y, dict):
        return {"__target_key__": y}
    if not y:
        raise ValueError("y cannot be empty dict, use None instead.")
    both = features.keys() & y.keys()
    if both:
        raise ValueError(f"{len(both)} duplicate keys are found in both x and y: {both}")
    return dict(sorted(y.items()))
