"""SequenceQueueingStateSaver: segments of sequences in batches, with states that pass from one segment to the next."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.training.segment_batch import NextQueuedSequenceBatch
from graphlab._src.contrib.training.sequence_checks import (
    checked,
    converted,
    whole_segments,
    with_rank_checked,
    with_sizes_checked,
)
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal
from graphlab._src.ops.comparison import less_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.division import div
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.string_join import string_join
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.barrier import Barrier
from graphlab._src.state.queue import FIFOQueue

_PLACES = ("length", "total_length", "next_key", "sequence", "sequence_count")


class SequenceQueueingStateSaver:
    """Cuts sequences into segments of num_unroll steps and batches these; each has the states that the one before saved.

    batch_size: int or int32 scalar.  input_length: int32 scalar, the length before padding.  input_key: a string, unique.
    input_sequences: a dict of tensors [padded length, …]; that length is a multiple of num_unroll.
    input_context: a dict of tensors that go with each segment.  initial_states: a dict of tensors, at least one.
    capacity: how many examples are held, without limit when left out.  allow_small_batch: at the input's end.
    """

    def __init__(
        self,
        batch_size,
        num_unroll,
        input_length,
        input_key,
        input_sequences,
        input_context,
        initial_states,
        capacity=None,
        allow_small_batch=False,
        name=None,
    ):
        graph = get_default_graph()
        if capacity is not None and isinstance(batch_size, Tensor):
            enough = assert_greater_equal(
                cast(capacity, dtypes.int64),
                cast(batch_size, dtypes.int64),
                message="capacity needs to be >= batch_size.",
            )
            with graph.control_dependencies([enough]):
                input_key = identity(input_key)
        elif capacity is not None and capacity < batch_size:
            raise ValueError(f"capacity {capacity} needs to be >= batch_size {batch_size}")
        # The barrier has no limit, since one example may have any number of segments: this queue holds an element for
        # each example, and filling waits while it is full.
        self._capacity_queue = FIFOQueue(-1 if capacity is None else capacity, [dtypes.int32], [[]])
        self._batch_size = batch_size
        self._num_unroll = num_unroll
        self._allow_small_batch = allow_small_batch
        self._prefetch_op: Any = None
        self._next_batch: Any = None
        with graph.colocate_with(self._capacity_queue.queue_ref.op):
            _check_states(initial_states)
            values = [input_length, input_key, *input_sequences.values(), *input_context.values()]
            with name_scope(name, "InputQueueingStateSaver", values) as scope:
                self._name = scope
                self._set_inputs(input_length, input_key, input_sequences, input_context, initial_states)
                self._make_barrier()

    name = attribute("_name", "The scope of the operations, with a slash at its end.")
    barrier = attribute("_barrier", "The Barrier that holds the segments.")
    batch_size = attribute("_batch_size", "The number of segments in a batch.")
    num_unroll = attribute("_num_unroll", "The number of steps of a segment.")

    def _set_inputs(self, length, key, sequences, context, states):
        length = convert_to_tensor(length, name="length")
        key = convert_to_tensor(key, name="key")
        if isinstance(sequences, dict) and not sequences:
            raise ValueError("must have at least one sequence tensor")
        sequences, context = converted(sequences, "sequence"), converted(context, "context")
        states = converted(states, "state")
        for what, values, first in (("state", states, 0), ("context", context, 0), ("sequence", sequences, 1)):
            for name, value in values.items():
                if not value.shape[first:].is_fully_defined():
                    where = "(ignoring first dimension)" if first else ""
                    raise ValueError(f"Shape for {what} {name} is not fully defined {where}: {value.shape}")
        length, key = with_rank_checked(length, 0), with_rank_checked(key, 0)
        for what, value, dtype in (("length", length, dtypes.int32), ("key", key, dtypes.string)):
            if value.dtype != dtype:
                raise TypeError(f"{what} dtype must be {dtype.name}, but received: {value.dtype}")
        padded = identity(shape(next(iter(sequences.values())))[0], name="padded_length")
        padded = whole_segments(padded, padded, self._num_unroll, f"Tensor {padded.name}")
        self._sequences = {
            name: with_sizes_checked(value, [padded], f"sorted_sequences_{name}") for name, value in sequences.items()
        }
        message = ["Input length should be <= than length from sequences:", length, " vs. ", padded]
        self._length = checked(length, [(less_equal(length, padded), message)], None)
        self._key, self._padded_length, self._context, self._states = key, padded, context, states

    def _make_barrier(self):
        groups = {"sequence": self._sequences, "context": self._context, "state": self._states}
        names = [(kind, name) for kind, values in groups.items() for name in values]
        self._places = {name: place for place, name in enumerate([*_PLACES, *names])}
        values = [groups[kind][name] for kind, name in names]
        string, int32 = dtypes.string, dtypes.int32
        shapes: list[Any] = [(), (), (), (), ()]
        for (kind, _), value in zip(names, values, strict=True):
            dims = value.shape.as_list()
            shapes.append([self._num_unroll, *dims[1:]] if kind == "sequence" else dims)
        self._barrier = Barrier([int32, int32, string, int32, int32, *[value.dtype for value in values]], shapes)

    @property
    def prefetch_op(self):
        """The operation that adds one example's segments; for a QueueRunner. The first access makes it."""
        if self._prefetch_op is None:
            with name_scope(None), name_scope(self._name, values=[self._barrier.barrier_ref]):
                self._prefetch_op = self._prefetch()
        return self._prefetch_op

    @property
    def next_batch(self):
        """The NextQueuedSequenceBatch, which waits until there are batch_size segments. The first access makes it."""
        if self._next_batch is None:
            assert self.prefetch_op is not None
            with name_scope(None), name_scope(self._name, values=[self._barrier.barrier_ref]):
                self._next_batch = NextQueuedSequenceBatch(self)
        return self._next_batch

    def close(self, cancel_pending_enqueues=False, name=None):
        """The operation that lets no new examples in; with cancel_pending_enqueues, incomplete ones are dropped."""
        with name_scope(name, "SQSSClose", [self._prefetch_op]) as name:
            barrier = self._barrier.close(cancel_pending_enqueues, "BarrierClose")
            return group(barrier, self._capacity_queue.close(cancel_pending_enqueues, "FIFOClose"), name=name)

    def insert(self, place, keys, values, name):
        """The operation that adds one part of the segments of these keys to the barrier."""
        return self._barrier.insert_many(self._places[place], keys, values, name=name)

    def _prefetch(self):
        steps, segments = self._num_unroll, div(self._padded_length, self._num_unroll)
        each = ones(expand_dims(segments, 0), dtypes.int32)
        number = range_(segments)
        length = minimum(steps, maximum(0, self._length - steps * number))
        of = [as_string(number, width=5, fill="0"), "_of_", as_string(segments, width=5, fill="0"), ":", self._key]
        keys = string_join(of, name="StringJoinCurrentKeys")
        stop = expand_dims(string_join(["STOP:", self._key], name="StringJoinStop"), 0)
        parts: dict[Any, Any] = {
            "sequence": ("Sequence", number),
            "sequence_count": ("SequenceCount", segments * each),
            "next_key": ("NextKey", concat([slice_(keys, [1], [-1]), stop], 0, name="concat_next_keys")),
            "length": ("Length", length),
            "total_length": ("TotalLength", self._length * each),
        }
        for name, value in self._context.items():
            sizes = concat([expand_dims(segments, 0), [1] * len(value.shape)], 0, name=f"concat_context_{name}")
            copies = tile(expand_dims(value, 0), sizes, name=f"tile_context_{name}")
            copies = with_sizes_checked(copies, [segments, *value.shape.as_list()], f"expanded_context_{name}")
            parts["context", name] = (f"Context_{name}", copies)
        for name, value in self._sequences.items():
            rest = value.shape.as_list()[1:]
            sizes = [expand_dims(segments, 0), expand_dims(steps, 0), rest]
            cut = reshape(value, concat(sizes, 0, name=f"concat_sequences_{name}"), name=f"reshape_sequences_{name}")
            cut = with_sizes_checked(cut, [segments, steps, *rest], f"reshaped_sequences_{name}")
            parts["sequence", name] = (f"Sequences_{name}", cut)
        inserts = [self.insert(place, keys, value, f"BarrierInsert{name}") for place, (name, value) in parts.items()]
        one_more = self._capacity_queue.enqueue((1,))
        # All segments in one insertion come first, so that they have the same insertion index.
        with get_default_graph().control_dependencies([inserts[0], one_more]):
            first = [
                self.insert(("state", name), stack([keys[0]]), stack([value]), f"BarrierInitialInsertState_{name}")
                for name, value in self._states.items()
            ]
        return group(one_more, *inserts, *first, name="StateSaverPrefetchGroup")

    def take(self):
        """(insertion indices, keys, values by their place) of the next batch."""
        found = self._barrier.take_many(self._batch_size, self._allow_small_batch, name="BarrierTakeMany")
        indices, keys, values = found
        return indices, keys, {place: values[number] for place, number in self._places.items()}

    def finish(self, count):
        """The operation after which so many more examples can come in."""
        return self._capacity_queue.dequeue_many(count)

    def beside_queue(self):
        """The context in which operations are placed where the queue is."""
        return get_default_graph().colocate_with(self._capacity_queue.queue_ref.op)


def _check_states(states):
    if not isinstance(states, dict):
        raise TypeError("initial_states must be a dictionary")
    if not states:
        raise ValueError(
            "initial_states may not be empty: at least one state variable is required to properly enqueue split "
            "sequences to run in separate iterations"
        )
    for name in states:
        if not isinstance(name, str):
            raise TypeError(f"state name must be a string: {name}")
        if ":" in name:
            raise ValueError(f"state name may not have a colon: '{name}'")
