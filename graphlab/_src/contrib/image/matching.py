"""Rows and columns of a distance matrix matched greedily, as detectors match boxes with objects."""

import numpy as np

from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank


def _matches(op):
    dims = with_rank(op.inputs[0].dims, 2)
    return [(dims[0],), (dims[1],)]


@op(
    "BipartiteMatch",
    "distance_mat: float32, num_valid_rows: float32 -> row_to_col_match_indices: int32, col_to_row_match_indices: int32",
    infer=_matches,
    host=True,
    stateful=True,
    grad=no_gradient,
)
def bipartite_match(distance_mat, num_valid_rows, *, top_k: int = -1):
    """For each row of distances [rows, columns] the column that it is matched with, and the reverse; -1 without one.

    The nearest pair is matched first, then the nearest of what remains; of equal distances any.  num_valid_rows: only the first ones are matched;
    all when it is negative.  top_k: the most matches; all when it is not positive.
    """
    rows, columns = distance_mat.shape
    valid = rows if num_valid_rows < 0 else int(num_valid_rows)
    if valid > rows:
        raise ValueError(f"There should be at least {valid} rows in distance_mat, but only got {rows} rows.")
    left = min(valid, columns) if top_k <= 0 else min(valid, columns, top_k)
    by_row, by_column = np.full(rows, -1, np.int32), np.full(columns, -1, np.int32)
    for place in np.argsort(distance_mat[:valid], axis=None, kind="stable"):
        if not left:
            break
        row, column = divmod(int(place), columns)
        if by_row[row] < 0 and by_column[column] < 0:
            by_row[row], by_column[column] = column, row
            left -= 1
    return by_row, by_column
