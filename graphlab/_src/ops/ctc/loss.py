"""ctc_loss: the negative log of the probability of a sequence of labels under a longer sequence of logits."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.ctc.alignments import losses_and_gradients
from graphlab._src.ops.define import op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.identity import prevent_gradient
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.ops.shape import expand_dims
from graphlab._src.ops.transpose import transpose

TYPES = {"T": {dtypes.float32, dtypes.float64}}
_NO_SECOND = (
    "Currently there is no way to take the second  derivative of ctc_loss due to the fused implementation's interaction "
    " with tf.gradients()"
)


def _loss_shape(op):
    inputs = with_rank(op.inputs[0].dims, 3)
    with_rank(op.inputs[1].dims, 2)
    with_rank(op.inputs[2].dims, 1)
    lengths = with_rank(op.inputs[3].dims, 1)
    batch = merge_size(inputs[1], lengths[0], "pass one sequence length for each example")
    return [(batch,), (inputs[0], batch, inputs[2])]


def _loss_grad(op, dloss, _):
    gradient = prevent_gradient(op.outputs[1], message=_NO_SECOND)
    return [expand_dims(dloss, -1) * gradient, None, None, None]


def _without_null(row, i, classes):
    """The labels of an example up to the first null label, which only others may follow."""
    null = row >= classes - 1
    labels = row[~null]
    if not null[len(labels) :].all():
        raise ValueError(
            f"Saw a non-null label (index >= num_classes - 1) following a null label, batch: {i} "
            f"num_classes: {classes} labels: {','.join(map(str, row))}"
        )
    if (labels < 0).any():
        listed = ",".join(map(str, labels))
        raise ValueError(f"All labels must be nonnegative integers, batch: {i} labels: {listed}")
    return labels


@op(
    "CTCLoss",
    "inputs: T=float, labels_indices: int64, labels_values: int32, sequence_length: int32 -> loss: T, gradient: T",
    types=TYPES,
    infer=_loss_shape,
    ranks={
        "labels_indices": (2, "labels_indices is not a matrix"),
        "labels_values": (1, "labels_values is not a vector"),
        "sequence_length": (1, "sequence_length is not a vector"),
    },
    host=True,
    grad=_loss_grad,
)
def _ctc_loss(
    inputs,
    labels_indices,
    labels_values,
    sequence_length,
    *,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
):
    """-log p(labels | softmax(inputs)) for each example, and its gradient in inputs (Graves et al., 2006).

    inputs: [time, batch, classes], the last class is the blank.  labels: the indices [count, 2] and values of a sparse
    matrix [batch, labels].  sequence_length: [batch].
    Raises InvalidArgumentError where a sequence is too short for its labels, unless ignored: loss and gradient are 0.
    """
    if inputs.ndim != 3:
        raise ValueError("inputs is not a 3-Tensor")
    steps, batch, classes = inputs.shape
    if not batch:
        raise ValueError("batch_size must not be 0")
    if len(sequence_length) != batch:
        raise ValueError(
            f"len(sequence_length) != batch_size.  len(sequence_length):  {len(sequence_length)} batch_size: {batch}"
        )
    if (sequence_length > steps).any():
        raise ValueError(f"sequence_length({np.flatnonzero(sequence_length > steps)[0]}) <= {steps}")
    if (labels_indices[:, :1] >= batch).any():
        raise ValueError("labels batch index must be smaller than the batch size")
    labels = []
    for i in range(batch):
        row = labels_values[labels_indices[:, 0] == i]
        if preprocess_collapse_repeated and len(row):
            row = row[np.r_[True, row[1:] != row[:-1]]]
        if not len(row):
            raise ValueError(f"Labels length is zero in batch {i}")
        labels.append(_without_null(row, i, classes))
    lengths = sequence_length.copy()
    for i, row in enumerate(labels):
        if len(row) > lengths[i]:
            if not ignore_longer_outputs_than_inputs:
                raise ValueError(
                    f"Not enough time for target transition sequence (required: {len(row)}, available: {lengths[i]})"
                    f"{i}You can turn this error into a warning by using the flag ignore_longer_outputs_than_inputs"
                )
            lengths[i], labels[i] = 0, row[:0]
    log_y = log_softmax(inputs.astype(np.float64))
    loss, gradient = losses_and_gradients(log_y, labels, lengths, ctc_merge_repeated)
    return loss.astype(inputs.dtype), gradient.astype(inputs.dtype)


def log_softmax(logits):
    """The log of the softmax along the last axis, in NumPy."""
    shifted = logits - logits.max(axis=-1, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def ctc_loss(
    labels,
    inputs=None,
    sequence_length=None,
    preprocess_collapse_repeated=False,
    ctc_merge_repeated=True,
    ignore_longer_outputs_than_inputs=False,
    time_major=True,
    logits=None,
):
    """-log p(labels | softmax(inputs)) for each example, [batch] (Graves et al., 2006).

    labels: an int32 SparseTensor [batch, labels].  inputs: logits [time, batch, classes], the last class is the blank;
    [batch, time, classes] without time_major.  sequence_length: int32 [batch].
    preprocess_collapse_repeated: labels that repeat the one before are left out.
    ctc_merge_repeated: False: a label that comes in two steps one after the other counts as two.
    ignore_longer_outputs_than_inputs: loss and gradient are 0 where a sequence is shorter than its labels; an error else.
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError("Expected labels (first argument) to be a SparseTensor")
    inputs = renamed("logits", logits, "inputs", inputs)
    if not time_major:
        inputs = transpose(inputs, [1, 0, 2])
    loss, _ = _ctc_loss(
        inputs,
        labels.indices,
        labels.values,
        sequence_length,
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )
    return loss
