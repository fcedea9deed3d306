"""collapse_repeated: merges equal labels that follow each other."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.gather import scatter_nd
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape


def size_at(tensor, axis):
    """The size of a tensor along an axis: a number where it is known."""
    known = tensor.shape.as_list()[axis] if tensor.shape.ndims is not None else None
    return known or shape(tensor)[axis]


def collapse_repeated(labels, seq_length, name=None):
    """(labels without those that repeat the one before, their number in each row).

    labels: [batch, length].  seq_length: int [batch], how many count.  The result is as wide as its longest row.
    """
    with name_scope(name, "collapse_repeated_labels", [labels, seq_length]):
        labels = convert_to_tensor(labels, name="labels")
        seq_length = convert_to_tensor(seq_length, name="seq_length")
        first = ones_like(labels[:, :1], dtypes.bool)
        valid = concat([first, not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
        valid = logical_and(valid, sequence_mask(seq_length, maxlen=size_at(labels, 1)))
        counts = reduce_sum(cast(valid, dtypes.int32), axis=1)
        widest = reduce_max(counts)
        taken = reshape(sequence_mask(counts, maxlen=widest), [-1])
        places = boolean_mask(range_(size_at(taken, 0)), taken)
        values = boolean_mask(reshape(labels, [-1]), reshape(valid, [-1]))
        flat = scatter_nd(expand_dims(places, axis=1), values, shape(taken))
        return reshape(flat, [size_at(labels, 0), widest]), cast(counts, seq_length.dtype)
