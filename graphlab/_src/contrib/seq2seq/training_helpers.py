"""Helpers for training: the inputs are there, and come one after the other whatever the decoder chooses."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.seq2seq.helpers import HelperOfIds, drawn
from graphlab._src.graph import convert_to_tensor, name_scope, nest
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.rnn.dynamic_rnn import swap_batch_and_time
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.gather import gather_nd, scatter_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_not, logical_or
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_all, reduce_any
from graphlab._src.ops.seed import counted_as, omit_operations
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape, size
from graphlab._src.ops.tensor_array import TensorArray


class TrainingHelper(HelperOfIds):
    """The inputs one after the other; what is chosen is the most likely symbol.

    inputs: [batch, time, size…], or [time, batch, size…] with time_major; or a nested structure of such.
    sequence_length: int [batch].
    """

    def __init__(self, inputs, sequence_length, time_major=False, name=None):
        with name_scope(name, "TrainingHelper", [inputs, sequence_length]):
            inputs = nest.map_structure(lambda item: convert_to_tensor(item, name="inputs"), inputs)
            self._inputs = inputs
            if not time_major:
                inputs = nest.map_structure(swap_batch_and_time, inputs)
            self._rows = nest.map_structure(_unstacked, inputs)
            self._sequence_length = convert_to_tensor(sequence_length, name="sequence_length")
            if self._sequence_length.shape.ndims != 1:
                raise ValueError(
                    f"Expected sequence_length to be a vector, but received shape: {self._sequence_length.shape}"
                )
            self._zero_inputs = nest.map_structure(lambda item: zeros_like(item[0, :]), inputs)
            self._batch_size = size(sequence_length)

    inputs = attribute("_inputs", "The inputs as they were given.")
    sequence_length = attribute("_sequence_length", "The lengths of the sequences.")
    batch_size = attribute("_batch_size", "How many lengths there are.")

    def _inputs_at(self, time, finished):
        return cond(
            reduce_all(finished),
            lambda: self._zero_inputs,
            lambda: nest.map_structure(lambda rows: rows.read(time), self._rows),
        )

    def initialize(self, name=None):
        """(which sequences are empty, first inputs)."""
        with name_scope(name, "TrainingHelperInitialize"):
            finished = equal(0, self._sequence_length)
            return finished, self._inputs_at(0, finished)

    def sample(self, time, outputs, state=None, name=None):
        """The most likely symbols, int32 [batch]."""
        with name_scope(name, "TrainingHelperSample", [time, outputs]):
            return cast(argmax(outputs, axis=-1), dtypes.int32)

    def next_inputs(self, time, outputs, state, sample_ids=None, name=None):
        """(which sequences are over, next inputs, state)."""
        with name_scope(name, "TrainingHelperNextInputs", [time, outputs, state]):
            following = time + 1
            finished = following >= self._sequence_length
            return finished, self._inputs_at(following, finished), state


def _unstacked(inputs):
    array = TensorArray(inputs.dtype, size=shape(inputs)[0], element_shape=inputs.shape[1:])
    return array.unstack(inputs)


def _probability(value):
    value = convert_to_tensor(value, name="sampling_probability")
    if value.shape.ndims not in (0, 1):
        raise ValueError(f"sampling_probability must be either a scalar or a vector. saw shape: {value.shape}")
    return value


class ScheduledEmbeddingTrainingHelper(TrainingHelper):
    """TrainingHelper that now and then feeds back a symbol which it drew (Bengio et al., 2015).

    embedding: a matrix, or a function of symbols.  sampling_probability: how likely it does, a number or [batch].
    seed, scheduling_seed: of the symbols that are drawn, and of when.
    """

    def __init__(
        self,
        inputs,
        sequence_length,
        embedding,
        sampling_probability,
        time_major=False,
        seed=None,
        scheduling_seed=None,
        name=None,
    ):
        with name_scope(name, "ScheduledEmbeddingSamplingWrapper", [embedding, sampling_probability]):
            self._embedding_fn = embedding if callable(embedding) else lambda ids: embedding_lookup(embedding, ids)
            self._sampling_probability = _probability(sampling_probability)
            self._seed = seed
            self._scheduling_seed = scheduling_seed
            super().__init__(inputs, sequence_length, time_major=time_major, name=name)

    def sample(self, time, outputs, state=None, name=None):
        """Symbols that were drawn, -1 where the next input is the one that was given."""
        with name_scope(name, "ScheduledEmbeddingTrainingHelperSample", [time, outputs]):
            with counted_as(18):
                sizes = convert_to_tensor([self.batch_size])
            chosen = random_uniform(sizes, seed=self._scheduling_seed) < self._sampling_probability
            omit_operations(8)
            return where(chosen, drawn(outputs, self._seed), fill([self.batch_size], -1))

    def next_inputs(self, time, outputs, state, sample_ids=None, name=None):
        """(which sequences are over, next inputs, state)."""
        sample_ids = convert_to_tensor(sample_ids)
        with name_scope(name, "ScheduledEmbeddingTrainingHelperNextInputs", [time, outputs, state]):
            finished, given, state = super().next_inputs(time, outputs, state)
            omit_operations(18)  # TensorFlow embeds in a cond, and only the symbols that were drawn
            own = self._embedding_fn(where(sample_ids > -1, sample_ids, zeros_like(sample_ids)))
            return finished, where(sample_ids > -1, own, given), state


class ScheduledOutputTrainingHelper(TrainingHelper):
    """TrainingHelper that now and then feeds back an output in place of the next input (Bengio et al., 2015).

    sampling_probability: how likely it does.  seed: of when.  next_inputs_fn(outputs): what is fed back, the outputs
    when left out.  auxiliary_inputs: what is joined to inputs and outputs, along the last axis.
    """

    def __init__(
        self,
        inputs,
        sequence_length,
        sampling_probability,
        time_major=False,
        seed=None,
        next_inputs_fn=None,
        auxiliary_inputs=None,
        name=None,
    ):
        with name_scope(name, "ScheduledOutputTrainingHelper", [inputs, auxiliary_inputs, sampling_probability]):
            self._sampling_probability = _probability(sampling_probability)
            self._seed = seed
            self._next_inputs_fn = next_inputs_fn
            self._auxiliary = None
            if auxiliary_inputs is not None:
                inputs = convert_to_tensor(inputs, name="inputs")
                auxiliary_inputs = convert_to_tensor(auxiliary_inputs, name="auxiliary_inputs")
                inputs = concat([inputs, auxiliary_inputs], -1)
                self._auxiliary = _unstacked(auxiliary_inputs if time_major else swap_batch_and_time(auxiliary_inputs))
            super().__init__(inputs, sequence_length, time_major=time_major, name=name)

    def sample(self, time, outputs, state=None, name=None):
        """1 where the output is fed back, else 0, int32 [batch]."""
        with name_scope(name, "ScheduledOutputTrainingHelperSample", [time, outputs, state]):
            probability = self._sampling_probability
            with counted_as(18):
                sizes = concat([[self.batch_size], shape(probability)], 0)
            chosen = cast(random_uniform(sizes, seed=self._seed, dtype=probability.dtype) < probability, dtypes.int32)
            omit_operations(8)
            return chosen

    def next_inputs(self, time, outputs, state, sample_ids=None, name=None):
        """(which sequences are over, next inputs, state)."""
        with name_scope(name, "ScheduledOutputTrainingHelperNextInputs", [time, outputs, state, sample_ids]):
            finished, given, state = super().next_inputs(time, outputs, state, sample_ids, name=name)
            chosen = cast(sample_ids, dtypes.bool)
            keep = logical_or(reduce_all(finished), logical_not(reduce_any(chosen)))
            return finished, cond(keep, lambda: given, lambda: self._fed_back(time, outputs, chosen, given)), state

    def _fed_back(self, time, outputs, chosen, given):
        if self._next_inputs_fn is None:
            return where(chosen, self._with_auxiliary(time, outputs), given)
        rows, others = cast(where(chosen), dtypes.int32), cast(where(logical_not(chosen)), dtypes.int32)
        own = self._with_auxiliary(time, self._next_inputs_fn(gather_nd(outputs, rows)), rows)
        size_ = shape(given)
        return scatter_nd(rows, own, size_) + scatter_nd(others, gather_nd(given, others), size_)

    def _with_auxiliary(self, time, outputs, rows=None):
        if self._auxiliary is None:
            return outputs
        beside = self._auxiliary.read(time + 1)
        return concat([outputs, beside if rows is None else gather_nd(beside, rows)], -1)
