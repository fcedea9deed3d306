"""Functions that TensorFlow's modules of tf.contrib keep to themselves, and their unit tests call, by TensorFlow's arguments."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.integrate import runge_kutta
from graphlab._src.contrib.layers.columns.base import Tensors
from graphlab._src.contrib.seq2seq import beam_step
from graphlab._src.contrib.training import sampling, sparse_segments
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import log
from graphlab._src.ops.rounding import ceil


def beam_search_step(
    time,
    logits,
    next_cell_state,
    beam_state,
    batch_size,
    beam_width,
    end_token,
    length_penalty_weight,
    coverage_penalty_weight,
):
    """(BeamSearchDecoderOutput, next BeamSearchDecoderState). time: is not looked at."""
    weights = length_penalty_weight, coverage_penalty_weight
    return beam_step.beam_search_step(logits, next_cell_state, beam_state, batch_size, beam_width, end_token, *weights)


class Transformer:
    """The tensors of columns of tf.contrib.layers: {feature or column: tensor}, to which transform adds what it makes."""

    def __init__(self, columns_to_tensors):
        self._tensors = Tensors(columns_to_tensors)

    def transform(self, feature_column):
        """The tensor of a column, which is made once."""
        return self._tensors.get(feature_column)


def next_array_size(required_size, growth_factor=1.5):
    """The least power of growth_factor that is no smaller, rounded up."""
    exponent = ceil(log(cast(required_size, dtypes.float32)) / log(cast(growth_factor, dtypes.float32)))
    return cast(ceil(growth_factor**exponent), dtypes.int32)


def interp_evaluate(coefficients, t0, t1, t):
    """The polynomial of a step at a time, which a run checks to be between t0 and t1."""
    t0, t1, t = (convert_to_tensor(value) for value in (t0, t1, t))
    inside = assert_(logical_and(t0 <= t, t <= t1), ["invalid interpolation, fails `t0 <= t <= t1`:", t0, t, t1])
    with get_default_graph().control_dependencies([inside]):
        return runge_kutta.evaluated([convert_to_tensor(value) for value in coefficients], t0, t1, t)


def verify_input(tensor_list, labels, probs_list):
    """(tensors, labels, probabilities of classes) that a run checks to fit each other."""
    probabilities = sampling.distributions_of(*probs_list)
    examples, labels = sampling.checked_examples(tensor_list, labels, probabilities[0].shape.num_elements())
    return examples, labels, probabilities


def deconstruct_sparse_tensor_seq(input_sequence, shared_name=None):
    """(sequences with the numbers of stored rows for sparse tensors, their names, the operations that stored them)."""
    sequences, stores = sparse_segments.store(input_sequence, shared_name)
    return (sequences, list(stores), list(stores.values())) if stores else (input_sequence, None, [])


def reconstruct_sparse_tensor_seq(sequence, sparse_tensor_keys, tensor_op_list, batch_size, num_unroll):
    """Replaces the numbers of rows in a batch of segments by sparse tensors."""
    stores = dict(zip(sparse_tensor_keys or (), tensor_op_list, strict=True))
    sparse_segments.restore(sequence, stores, batch_size, num_unroll)


def strict_1d_cumsum(tensor, len_tensor):
    """The sums of the first elements of a vector with so many."""
    with name_scope("strict_1d_cumsum", values=[tensor]):
        return cumsum(tensor)[:len_tensor] if len_tensor else constant([])
