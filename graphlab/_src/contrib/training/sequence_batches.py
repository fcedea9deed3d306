"""batch_sequences_with_states: sequences of any length in batches of segments, which queue runners fill."""

import numbers
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import CancelledError, OutOfRangeError
from graphlab._src.contrib.training import sparse_segments
from graphlab._src.contrib.training.sequence_checks import whole_segments
from graphlab._src.contrib.training.state_saver import SequenceQueueingStateSaver
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.joining import concat
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.shape import shape
from graphlab._src.ops.string_join import string_join
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner


def batch_sequences_with_states(
    input_key,
    input_sequences,
    input_context,
    input_length,
    initial_states,
    num_unroll,
    batch_size,
    num_threads=3,
    capacity=1000,
    allow_small_batch=True,
    pad=True,
    make_keys_unique=False,
    make_keys_unique_seed=None,
    name=None,
):
    """A NextQueuedSequenceBatch of segments of num_unroll steps, with states that pass from one to the next.

    input_key: string scalar, unique to the example; make_keys_unique adds a random number, from make_keys_unique_seed.
    input_sequences: a dict of tensors [length, …], sparse ones too; with `pad` zeros fill up the last segment, without
    it the length must be a multiple of num_unroll.  input_length: int32 scalar, or None for the sequences'.
    input_context: a dict of tensors; what is sparse is taken out of it.  initial_states: a dict of tensors.
    num_threads: that read examples.  capacity: how many of these are held.  allow_small_batch: at the input's end.
    """
    values = [*input_sequences.values(), *input_context.values(), *initial_states.values()]
    with name_scope(name, "batch_sequences_with_states", values):
        if pad:
            length, input_sequences = padded(input_sequences, num_unroll)
            input_length = length if input_length is None else input_length
        else:
            input_sequences = {name: _checked(name, value, num_unroll) for name, value in input_sequences.items()}
        sparse_segments.move_from_context(input_context, input_sequences, num_unroll)
        sequences, stores = sparse_segments.store(input_sequences)
        if make_keys_unique:
            number = random_uniform((), 0, 100000000, dtypes.int32, seed=make_keys_unique_seed)
            input_key = string_join([input_key, as_string(number)])
        reader = SequenceQueueingStateSaver(
            batch_size,
            num_unroll,
            input_length,
            input_key,
            sequences,
            input_context,
            initial_states,
            capacity,
            allow_small_batch,
        )
        ready = cast(reader.barrier.ready_size(), dtypes.float32)
        scalar(f"queue/{reader.barrier.name}/ready_segment_batches_", ready)
        ended = (OutOfRangeError, CancelledError)
        add_queue_runner(QueueRunner(reader, [reader.prefetch_op] * num_threads, queue_closed_exception_types=ended))
        batch = reader.next_batch
        sparse_segments.restore(batch.sequences, stores, batch_size, num_unroll)
        sparse_segments.move_to_context(batch.context, batch.sequences)
        return batch


def _checked(name, value, num_unroll):
    """The sequence, checked to be whole segments."""
    if sparse_segments.is_sparse(value):
        length = value.dense_shape[0]
        label = f"SparseTensor {name} first dimension"
        parts = (value.indices, value.values, value.dense_shape)
        return SparseTensor(*[whole_segments(part, length, num_unroll, label) for part in parts])
    try:
        value = convert_to_tensor(value)
    except TypeError:
        raise TypeError(
            f"Unsupported input_sequences expected Tensor or SparseTensor values, got: {type(value)} for key {name}"
        ) from None
    return whole_segments(value, shape(value)[0], num_unroll, f"Tensor {name} first dimension")


def padded(sequences, num_unroll) -> tuple[Any, dict]:
    """(length, sequences with zeros or empty text after them, up to whole segments)."""
    if not isinstance(num_unroll, numbers.Integral):
        raise ValueError(f"Unsupported num_unroll expected int, got: {num_unroll}")
    if not isinstance(sequences, dict):
        raise TypeError(f"Unsupported sequences expected dict, got: {sequences}")
    for name in sequences:
        if not isinstance(name, str):
            raise TypeError(f"Unsupported sequences key expected string, got: {name}")
    if not sequences:
        return 0, {}
    values = {
        name: value if sparse_segments.is_sparse(value) else convert_to_tensor(value)
        for name, value in sorted(sequences.items())
    }
    length = _length(list(values.values()))
    steps = constant(num_unroll)
    padded_length = length + ((steps - (length % steps)) % steps)
    return length, {name: _pad(value, padded_length) for name, value in values.items()}


def _length(values):
    lengths = [shape(value)[0] for value in values if not sparse_segments.is_sparse(value)]
    if not lengths:
        return reduce_max(cast([value.dense_shape[0] for value in values], dtypes.int32))
    message = "All sequence lengths must match, but received lengths: "
    same = [assert_(equal(one, lengths[0]), [string_join([message, as_string(lengths)])]) for one in lengths]
    return with_dependencies(same, lengths[0])


def _pad(value, length):
    if sparse_segments.is_sparse(value):
        dense_shape = concat([[cast(length, dtypes.int64)], value.dense_shape[1:]], 0)
        return SparseTensor(value.indices, value.values, dense_shape)
    sizes = concat(([length - shape(value)[0]], shape(value)[1:]), 0)
    nothing = constant("" if value.dtype == dtypes.string else 0, dtype=value.dtype)
    return concat([value, fill(sizes, nothing)], 0)
