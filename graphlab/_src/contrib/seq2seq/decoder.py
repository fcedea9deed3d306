"""dynamic_decode: a decoder in a loop, until every sequence is finished."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, nest, static_value
from graphlab._src.layers.rnn.dynamic_rnn import swap_batch_and_time
from graphlab._src.layers.rnn.sizes import zero_state_tensors
from graphlab._src.layers.rnn.step import cache_reads
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.logical import logical_not, logical_or
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.state.scope import variable_scope


class Decoder:
    """The base of decoders: a step maps inputs and a state to outputs, the next state and next inputs."""

    @property
    def batch_size(self):
        """How many sequences."""
        raise NotImplementedError

    @property
    def output_size(self):
        """The shapes of the outputs, without the batch, nested as they are."""
        raise NotImplementedError

    @property
    def output_dtype(self):
        """Their types."""
        raise NotImplementedError

    def initialize(self, name=None):
        """(finished [batch], first inputs, first state)."""
        raise NotImplementedError

    def step(self, time, inputs, state, name=None):
        """(outputs, next state, next inputs, finished [batch])."""
        raise NotImplementedError

    def finalize(self, outputs, final_state, sequence_lengths):
        """(outputs, state) to return in place of those of the loop."""
        raise NotImplementedError

    @property
    def tracks_own_finished(self):
        """True when a sequence that was finished may go on."""
        return False


def dynamic_decode(
    decoder,
    output_time_major=False,
    impute_finished=False,
    maximum_iterations=None,
    parallel_iterations=32,
    swap_memory=False,
    scope=None,
    **kwargs,
):
    """(outputs of all steps, last state, lengths of the sequences [batch]).

    output_time_major: outputs are [time, batch, …] in place of [batch, time, …].
    impute_finished: where a sequence is finished outputs are zero and the state stays.
    maximum_iterations: the most steps.  parallel_iterations, swap_memory: recorded in the graph.
    """
    if not isinstance(decoder, Decoder):
        raise TypeError(f"Expected decoder to be type Decoder, but saw: {type(decoder)}")
    with variable_scope(scope, "decoder") as opened:
        cache_reads(opened)
        if maximum_iterations is not None:
            maximum_iterations = convert_to_tensor(maximum_iterations, dtype=dtypes.int32, name="maximum_iterations")
            if maximum_iterations.shape.ndims != 0:
                raise ValueError("maximum_iterations must be a scalar")
        finished, inputs, state = decoder.initialize()
        nothing = nest.map_structure(
            lambda size, dtype: zero_state_tensors(size, decoder.batch_size, dtype),
            decoder.output_size,
            decoder.output_dtype,
        )
        if maximum_iterations is not None:
            finished = logical_or(finished, 0 >= maximum_iterations)
        lengths = zeros_like(finished, dtype=dtypes.int32)
        time = constant(0, dtype=dtypes.int32)
        arrays = nest.map_structure(
            lambda size, dtype: TensorArray(
                dtype, size=0, dynamic_size=True, element_shape=_element_shape(decoder.batch_size, size)
            ),
            decoder.output_size,
            decoder.output_dtype,
        )

        def body(time, arrays, state, inputs, finished, lengths):
            outputs, next_state, next_inputs, over = decoder.step(time, inputs, state)
            if not decoder.tracks_own_finished:
                over = logical_or(over, finished)
            next_lengths = where(logical_not(finished), fill(shape(lengths), time + 1), lengths)
            nest.assert_same_structure(state, next_state)
            nest.assert_same_structure(arrays, outputs)
            nest.assert_same_structure(inputs, next_inputs)
            if impute_finished:
                outputs = nest.map_structure(lambda out, zero: where(finished, zero, out), outputs, nothing)
                next_state = nest.map_structure(
                    lambda new, old: _unless_finished(finished, new, old), next_state, state
                )
            arrays = nest.map_structure(lambda array, output: array.write(time, output), arrays, outputs)
            return time + 1, arrays, next_state, next_inputs, over, next_lengths

        _, arrays, state, _, _, lengths = while_loop(
            lambda time, arrays, state, inputs, finished, lengths: logical_not(reduce_all(finished)),
            body,
            (time, arrays, state, inputs, finished, lengths),
            parallel_iterations=parallel_iterations,
            maximum_iterations=maximum_iterations,
            swap_memory=swap_memory,
        )
        outputs = nest.map_structure(lambda array: array.stack(), arrays)
        try:
            outputs, state = decoder.finalize(outputs, state, lengths)
        except NotImplementedError:
            pass
        return outputs if output_time_major else nest.map_structure(swap_batch_and_time, outputs), state, lengths


def _unless_finished(finished, new, old):
    """`old` where a sequence is finished; TensorArrays and single numbers just go on."""
    if isinstance(old, TensorArray):
        return new
    new.set_shape(old.shape)
    return new if new.shape.ndims == 0 else where(finished, old, new)


def _element_shape(batch_size, size):
    if not isinstance(size, TensorShape) or size.ndims == 0:
        return None
    batch = static_value(convert_to_tensor(batch_size, name="batch_size"))
    return TensorShape([None if batch is None else int(batch)]).concatenate(size)
