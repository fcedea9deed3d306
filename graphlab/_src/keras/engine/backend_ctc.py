"""Connectionist temporal classification by Keras' names: losses and readings of batches, [batch, steps, classes]."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.keras.layers.backend_config import epsilon
from graphlab._src.ops.cast import cast
from graphlab._src.ops.ctc.decoders import ctc_beam_search_decoder, ctc_greedy_decoder
from graphlab._src.ops.ctc.loss import ctc_loss
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.power import log
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, shape, squeeze
from graphlab._src.ops.sparse_dense import sparse_to_dense
from graphlab._src.ops.transpose import transpose


def ctc_label_dense_to_sparse(labels, label_lengths):
    """Labels, [batch, longest], as a SparseTensor of as many as there are.

    A mask selects them at a time; TensorFlow's operations, which seeds count, are a loop over the batch.
    """
    labels, label_lengths = convert_to_tensor(labels), convert_to_tensor(label_lengths)
    with counted_as(182 if label_lengths.dims and label_lengths.dims[0] is not None else 183):
        places = where(sequence_mask(label_lengths, shape(labels)[1]))
        return SparseTensor(cast(places, dtypes.int64), gather_nd(labels, places), cast(shape(labels), dtypes.int64))


def ctc_batch_cost(y_true, y_pred, input_length, label_length):
    """The loss of each example, [batch, 1]. input_length, label_length: [batch, 1]."""
    lengths, steps = (cast(squeeze(n, [-1]), dtypes.int32) for n in (label_length, input_length))
    labels = ctc_label_dense_to_sparse(cast(y_true, dtypes.int32), lengths)
    inputs = log(transpose(y_pred, [1, 0, 2]) + epsilon())
    return expand_dims(ctc_loss(labels, inputs, steps), 1)


def ctc_decode(y_pred, input_length, greedy=True, beam_width=100, top_paths=1):
    """([labels, -1 where there are none], log probabilities) of the best path, or of the top_paths best ones."""
    inputs, steps = log(transpose(y_pred, [1, 0, 2]) + epsilon()), cast(input_length, dtypes.int32)
    if greedy:
        decoded, found = ctc_greedy_decoder(inputs, steps)
    else:
        decoded, found = ctc_beam_search_decoder(inputs, steps, beam_width=beam_width, top_paths=top_paths)
    dense = [sparse_to_dense(t.indices, t.dense_shape, t.values, default_value=-1) for t in decoded]
    return dense, found
