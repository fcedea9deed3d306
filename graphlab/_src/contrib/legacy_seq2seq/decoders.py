"""Decoders: a cell that is fed a list of inputs, or its own previous output."""

from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.bias import xw_plus_b
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


def feeding_back(embedding, output_projection=None, update_embedding=True):
    """A loop_function: the embedding of the symbol that the last output says is most likely."""

    def loop_function(output, _):
        if output_projection is not None:
            output = xw_plus_b(output, output_projection[0], output_projection[1])
        symbols = embedding_lookup(embedding, argmax(output, 1))
        return symbols if update_embedding else stop_gradient(symbols)

    return loop_function


def check_projection(output_projection, symbols, dtype):
    """ValueError unless the projection is (weights [size, symbols], biases [symbols])."""
    weights = convert_to_tensor(output_projection[0], dtype=dtype)
    weights.shape.assert_is_compatible_with([None, symbols])
    biases = convert_to_tensor(output_projection[1], dtype=dtype)
    biases.shape.assert_is_compatible_with([symbols])


def rnn_decoder(decoder_inputs, initial_state, cell, loop_function=None, scope=None):
    """(list of outputs, last state) of a cell that consumes the inputs in order.

    decoder_inputs: a list of [batch, size].  loop_function(last output, step): returns the inputs but for the first.
    """
    with variable_scope(scope or "rnn_decoder"):
        state, outputs, previous = initial_state, [], None
        for i, tensor in enumerate(decoder_inputs):
            if loop_function is not None and previous is not None:
                with variable_scope("loop_function", reuse=True):
                    tensor = loop_function(previous, i)
            if i > 0:
                get_variable_scope().reuse_variables()
            output, state = cell(tensor, state)
            outputs.append(output)
            if loop_function is not None:
                previous = output
    return outputs, state


def embedding_rnn_decoder(
    decoder_inputs,
    initial_state,
    cell,
    num_symbols,
    embedding_size,
    output_projection=None,
    feed_previous=False,
    update_embedding_for_previous=True,
    scope=None,
):
    """rnn_decoder of symbols: decoder_inputs is a list of int [batch], which are looked up in an embedding.

    output_projection: (weights, biases) that make logits of outputs, for feed_previous.
    feed_previous: only the first input counts, then the most likely symbol of the last output.
    update_embedding_for_previous: a gradient flows back to the embedding from there.
    """
    with variable_scope(scope or "embedding_rnn_decoder") as opened:
        if output_projection is not None:
            check_projection(output_projection, num_symbols, opened.dtype)
        embedding = get_variable("embedding", [num_symbols, embedding_size])
        again = feeding_back(embedding, output_projection, update_embedding_for_previous) if feed_previous else None
        # One after the other, each where the decoder is by then: that decides their names.
        inputs = (embedding_lookup(embedding, symbols) for symbols in decoder_inputs)
        return rnn_decoder(inputs, initial_state, cell, loop_function=again)


def either_way(feed_previous, decoder, steps, state_like):
    """decoder(feed_previous) -> (outputs, state), for a bool; a tensor makes a cond of both ways.

    state_like(): a state nested as the decoder's is.
    """
    if isinstance(feed_previous, bool):
        return decoder(feed_previous)

    def branch(value):
        with variable_scope(get_variable_scope(), reuse=None if value else True):
            outputs, state = decoder(value)
            return outputs + nest.flatten(state)

    found = cond(feed_previous, lambda: branch(True), lambda: branch(False))
    like = state_like()
    state = nest.pack_sequence_as(like, found[steps:]) if nest.is_nested(like) else found[steps]
    return found[:steps], state
