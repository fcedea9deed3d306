"""Batches of the rows of pandas tables."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.estimator.feeding import enqueue_data


def pandas_input_fn(
    x,
    y=None,
    batch_size=128,
    num_epochs: int | None = 1,
    shuffle=None,
    queue_capacity=1000,
    num_threads=1,
    target_column="target",
):
    """A function that returns ({column: tensor}, labels) of a batch of rows; only the columns without y.

    x: a DataFrame.  y: a Series or DataFrame with the same index, or None.  num_epochs: how often all rows come; None:
    without end.  shuffle: True or False, which has to be said.  target_column: a name that x does not have.
    batch_size: rows in a batch.  queue_capacity: rows that wait.  num_threads: how many fill the queue.
    """
    if not isinstance(shuffle, bool):
        raise ValueError(
            "shuffle must be provided and explicitly set as boolean (it is recommended to set it as True for training); "
            f"got {shuffle}"
        )
    if not isinstance(target_column, str):
        raise TypeError("target_column must be a string type")
    if y is not None:
        if target_column in x:
            raise ValueError(
                f"Cannot use name {target_column} for target column: DataFrame already has a column with that name: "
                f"{x.columns}"
            )
        if not np.array_equal(x.index, y.index):
            raise ValueError(f"Index for x and y are mismatched.\nIndex for x: {x.index}\nIndex for y: {y.index}\n")
    if queue_capacity is None:
        queue_capacity = 4 * len(x) if shuffle else len(x)
    tables = [x] if y is None else [x, y if hasattr(y, "columns") else y.to_frame(target_column)]
    columns = [(table, name) for table in tables for name in table.columns]

    def input_fn():
        arrays = [table[name].to_numpy() for table, name in columns]
        index = x.index.to_numpy()
        queue = enqueue_data(
            lambda numbers: [index[numbers], *(array[numbers] for array in arrays)],
            len(x),
            [(_kind(array), ()) for array in (index, *arrays)],
            queue_capacity,
            shuffle,
            num_threads,
            batch_size,
            num_epochs,
            min_after_dequeue=max(queue_capacity / 4, 1),
        )
        _, *batch = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        count = len(x.columns)
        features = dict(zip(x.columns, batch[:count], strict=True))
        if y is None:
            return features
        labels = dict(zip(tables[1].columns, batch[count:], strict=True))
        return features, labels if hasattr(y, "columns") else labels[target_column]

    return input_fn


def _kind(array):
    return dtypes.string if array.dtype.kind in "OUST" else dtypes.as_dtype(array.dtype)
