"""ctc_unique_labels: the distinct labels of each row."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.ctc.repeated import size_at
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.padding import pad


def ctc_unique_labels(labels, name=None):
    """(the distinct labels of each row, padded with 0; the index of each label among them), as ctc_loss_v2 expects.

    labels: int [batch, length]; the results have that shape.
    """
    with name_scope(name, "ctc_unique_labels", [labels]):
        labels = convert_to_tensor(labels, name="labels")

        def of_row(row):
            values, places = unique(row)
            padded = pad(values, [[0, size_at(places, 0) - size_at(values, 0)]])
            return [cast(padded, dtypes.int64), places]

        return map_fn(of_row, labels, dtype=[dtypes.int64, dtypes.int32])
