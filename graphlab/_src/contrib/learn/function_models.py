"""tf.contrib.learn.models: models that are functions of features x and labels y, which return (predictions, loss)."""

import functools

from graphlab._src.base import dtypes
from graphlab._src.contrib.learn.model_ops import mean_squared_error_regressor, softmax_classifier
from graphlab._src.graph import get_default_graph
from graphlab._src.layers.rnn.cells.attention_cell import AttentionCellWrapper
from graphlab._src.layers.rnn.cells.basic import BasicRNNCell
from graphlab._src.layers.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab._src.layers.rnn.cells.gru import GRUCell
from graphlab._src.layers.rnn.cells.multi import MultiRNNCell
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.static_rnn import static_rnn
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.transpose import reverse_sequence
from graphlab._src.state.initializers import random_normal_initializer
from graphlab._src.state.scope import get_variable, get_variable_scope, variable_scope
from graphlab._src.summary.histogram import histogram

_CELLS = {
    "rnn": BasicRNNCell,
    "gru": GRUCell,
    "lstm": functools.partial(BasicLSTMCell, state_is_tuple=False),
}


def _weights_and_bias(x, y, count, mean, stddev):
    """Variables [features, count] and [count], with summaries of them and of x and y."""
    scope = get_variable_scope().name
    histogram(f"{scope}.x", x)
    histogram(f"{scope}.y", y)
    dtype = x.dtype.base_dtype

    def make(name, sizes):
        initializer = None if mean is None else random_normal_initializer(mean, stddev, dtype=dtype)
        return get_variable(name, sizes, initializer=initializer, dtype=dtype)

    weights, bias = make("weights", [x.shape[1], count]), make("bias", [count])
    histogram(f"{scope}.weights", weights)
    histogram(f"{scope}.bias", bias)
    return weights, bias


def linear_regression(x, y, init_mean=None, init_stddev=1.0):
    """(predictions, loss) of numbers y, [batch] or [batch, numbers]. init_mean, init_stddev: of normal initial weights."""
    with variable_scope("linear_regression"):
        count = 1 if y.shape.ndims == 1 else y.shape[1]
        return mean_squared_error_regressor(x, y, *_weights_and_bias(x, y, count, init_mean, init_stddev))


def linear_regression_zero_init(x, y):
    """linear_regression whose weights begin at 0."""
    return linear_regression(x, y, init_mean=0.0, init_stddev=0.0)


def logistic_regression(x, y, class_weight=None, init_mean=None, init_stddev=1.0):
    """(probabilities, loss) of classes y, one-hot [batch, classes].

    class_weight: what the logits are multiplied by; the graph's tensor "class_weight:0" when left out, where there is one.
    """
    with variable_scope("logistic_regression"):
        weights, bias = _weights_and_bias(x, y, y.shape[-1], init_mean, init_stddev)
        if class_weight is None:
            try:
                class_weight = get_default_graph().get_tensor_by_name("class_weight:0")
            except KeyError:
                class_weight = None
        return softmax_classifier(x, y, weights, bias, class_weight=class_weight)


def logistic_regression_zero_init(x, y):
    """logistic_regression whose weights begin at 0."""
    return logistic_regression(x, y, init_mean=0.0, init_stddev=0.0)


def _reversed(steps, lengths):
    if lengths is None:
        return list(reversed(steps))
    for step in steps:
        step.set_shape(step.shape.with_rank(2))
    return unstack(reverse_sequence(stack(steps), lengths, 0, 1))


def bidirectional_rnn(
    cell_fw,
    cell_bw,
    inputs,
    initial_state_fw=None,
    initial_state_bw=None,
    dtype=None,
    sequence_length=None,
    scope=None,
):
    """(outputs, state) of a cell for each direction, side by side. inputs: a list of steps.

    Raises TypeError for what are no cells or no list, ValueError for an empty one.
    """
    for name, cell in (("cell_fw", cell_fw), ("cell_bw", cell_bw)):
        if not isinstance(cell, RNNCell):
            raise TypeError(f"{name} must be an instance of RNNCell")
    if not isinstance(inputs, list):
        raise TypeError("inputs must be a list")
    if not inputs:
        raise ValueError("inputs must not be empty")
    name = scope or "BiRNN"
    with variable_scope(f"{name}_FW"):
        forward, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length)
    with variable_scope(f"{name}_BW"):
        backward, state_bw = static_rnn(
            cell_bw, _reversed(inputs, sequence_length), initial_state_bw, dtype, sequence_length
        )
    backward = _reversed(backward, sequence_length)
    outputs = [concat(pair, 1) for pair in zip(forward, backward, strict=True)]
    return outputs, concat([state_fw, state_bw], 1)


def get_rnn_model(
    rnn_size,
    cell_type,
    num_layers,
    input_op_fn,
    bidirectional,
    target_predictor_fn,
    sequence_length,
    initial_state,
    attn_length,
    attn_size,
    attn_vec_size,
):
    """A function of (x, y): target_predictor_fn(last state, y) of layers of cells over the steps of input_op_fn(x).

    cell_type: "rnn", "gru" or "lstm".  attn_length, attn_size, attn_vec_size: as for AttentionCellWrapper; None: without.
    """

    def rnn_estimator(x, y):
        steps = input_op_fn(x)
        if cell_type not in _CELLS:
            raise ValueError(f"cell_type {cell_type} is not supported. ")

        def cell():
            one = _CELLS[cell_type](rnn_size)
            if attn_length is None:
                return one
            return AttentionCellWrapper(one, attn_length, attn_size, attn_vec_size, state_is_tuple=False)

        def layers():
            return MultiRNNCell([cell() for _ in range(num_layers)], state_is_tuple=False)

        given = {"dtype": dtypes.float32, "sequence_length": sequence_length}
        if bidirectional:
            states = {"initial_state_fw": initial_state, "initial_state_bw": initial_state}
            _, encoding = bidirectional_rnn(layers(), layers(), steps, **states, **given)
        else:
            _, encoding = static_rnn(layers(), steps, initial_state=initial_state, **given)
        return target_predictor_fn(encoding, y)

    return rnn_estimator
