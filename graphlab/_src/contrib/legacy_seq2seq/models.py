"""Models: an encoder whose last state is where a decoder begins."""

import copy

from graphlab._src.base import dtypes
from graphlab._src.contrib.legacy_seq2seq.attention import embedding_attention_decoder
from graphlab._src.contrib.legacy_seq2seq.decoders import (
    check_projection,
    either_way,
    embedding_rnn_decoder,
    feeding_back,
    rnn_decoder,
)
from graphlab._src.layers.rnn.cells.projections import EmbeddingWrapper, OutputProjectionWrapper
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.static_rnn import static_rnn
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


def basic_rnn_seq2seq(encoder_inputs, decoder_inputs, cell, dtype=dtypes.float32, scope=None):
    """(outputs, state): a copy of the cell reads, the cell itself writes.  Inputs: lists of [batch, size]."""
    with variable_scope(scope or "basic_rnn_seq2seq"):
        _, state = static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


def tied_rnn_seq2seq(encoder_inputs, decoder_inputs, cell, loop_function=None, dtype=dtypes.float32, scope=None):
    """(outputs, state): one cell, with the same variables, reads and writes."""
    with variable_scope("combined_tied_rnn_seq2seq"):
        scope = scope or "tied_rnn_seq2seq"
        _, state = static_rnn(cell, encoder_inputs, dtype=dtype, scope=scope)
        get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function=loop_function, scope=scope)


def embedding_rnn_seq2seq(
    encoder_inputs,
    decoder_inputs,
    cell,
    num_encoder_symbols,
    num_decoder_symbols,
    embedding_size,
    output_projection=None,
    feed_previous=False,
    dtype=None,
    scope=None,
):
    """(outputs, state) of a model of symbols; inputs are lists of int [batch].

    output_projection: (weights, biases); left out, the outputs are projected to logits.
    feed_previous: a bool, or a bool tensor: the decoder goes on with what it returned before.
    """
    with variable_scope(scope or "embedding_rnn_seq2seq") as opened:
        if dtype is not None:
            opened.set_dtype(dtype)
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        _, encoded = static_rnn(encoder, encoder_inputs, dtype=opened.dtype)
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)

        def decode(feed_previous, update=True):
            return embedding_rnn_decoder(
                decoder_inputs,
                encoded,
                cell,
                num_decoder_symbols,
                embedding_size,
                output_projection=output_projection,
                feed_previous=feed_previous,
                update_embedding_for_previous=update,
            )

        decoder = _without_update(feed_previous, decode)
        return either_way(feed_previous, decoder, len(decoder_inputs), lambda: encoded)


def _without_update(feed_previous, decode):
    """Where both ways are built no gradient flows back to the embedding of what was fed back."""
    return decode if isinstance(feed_previous, bool) else lambda value: decode(value, False)


def embedding_tied_rnn_seq2seq(
    encoder_inputs,
    decoder_inputs,
    cell,
    num_symbols,
    embedding_size,
    num_decoder_symbols=None,
    output_projection=None,
    feed_previous=False,
    dtype=None,
    scope=None,
):
    """(outputs, state) of a model of symbols in which reader and writer share cell and embedding."""
    with variable_scope(scope or "embedding_tied_rnn_seq2seq", dtype=dtype) as opened:
        dtype = opened.dtype
        if output_projection is not None:
            check_projection(output_projection, num_symbols, dtype)
        embedding = get_variable("embedding", [num_symbols, embedding_size], dtype=dtype)
        read = [embedding_lookup(embedding, symbols) for symbols in encoder_inputs]
        written = [embedding_lookup(embedding, symbols) for symbols in decoder_inputs]
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols or num_symbols)

        def decode(feed_previous, update=True):
            again = feeding_back(embedding, output_projection, update) if feed_previous else None
            return tied_rnn_seq2seq(read, written, cell, loop_function=again, dtype=dtype)

        def state_like():
            batch = encoder_inputs[0].shape[0]
            for symbols in encoder_inputs[1:]:
                batch = batch.merge_with(symbols.shape[0])
            return cell.zero_state(batch.value or shape(encoder_inputs[0])[0], dtype)

        decoder = _without_update(feed_previous, decode)
        return either_way(feed_previous, decoder, len(decoder_inputs), state_like)


def embedding_attention_seq2seq(
    encoder_inputs,
    decoder_inputs,
    cell,
    num_encoder_symbols,
    num_decoder_symbols,
    embedding_size,
    num_heads=1,
    output_projection=None,
    feed_previous=False,
    dtype=None,
    scope=None,
    initial_state_attention=False,
):
    """(outputs, state) of a model of symbols whose decoder looks at all of the encoder's outputs.

    num_heads: how often it looks at each step.  initial_state_attention: it looks before the first step too.
    The other arguments are those of embedding_rnn_seq2seq.
    """
    with variable_scope(scope or "embedding_attention_seq2seq", dtype=dtype) as opened:
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        outputs, encoded = static_rnn(encoder, encoder_inputs, dtype=opened.dtype)
        top = [reshape(output, [-1, 1, cell.output_size]) for output in outputs]
        attention_states = concat(top, 1)
        output_size = None
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)
            output_size = num_decoder_symbols

        def decode(feed_previous, update=True):
            return embedding_attention_decoder(
                decoder_inputs,
                encoded,
                attention_states,
                cell,
                num_decoder_symbols,
                embedding_size,
                num_heads=num_heads,
                output_size=output_size,
                output_projection=output_projection,
                feed_previous=feed_previous,
                update_embedding_for_previous=update,
                initial_state_attention=initial_state_attention,
            )

        decoder = _without_update(feed_previous, decode)
        return either_way(feed_previous, decoder, len(decoder_inputs), lambda: encoded)


def one2many_rnn_seq2seq(
    encoder_inputs,
    decoder_inputs_dict,
    enc_cell,
    dec_cells_dict,
    num_encoder_symbols,
    num_decoder_symbols_dict,
    embedding_size,
    feed_previous=False,
    dtype=None,
    scope=None,
):
    """({name: outputs}, {name: state}): one encoder, and a decoder for each name of the dicts."""
    if not isinstance(enc_cell, RNNCell):
        raise TypeError(f"enc_cell is not an RNNCell: {type(enc_cell)}")
    if set(dec_cells_dict) != set(decoder_inputs_dict):
        raise ValueError("keys of dec_cells_dict != keys of decodre_inputs_dict")
    for cell in dec_cells_dict.values():
        if not isinstance(cell, RNNCell):
            raise TypeError(f"dec_cell is not an RNNCell: {type(cell)}")
    outputs, states = {}, {}
    with variable_scope(scope or "one2many_rnn_seq2seq", dtype=dtype) as opened:
        encoder = EmbeddingWrapper(enc_cell, num_encoder_symbols, embedding_size)
        _, encoded = static_rnn(encoder, encoder_inputs, dtype=opened.dtype)
        for name, inputs in decoder_inputs_dict.items():
            symbols = num_decoder_symbols_dict[name]
            with variable_scope(f"one2many_decoder_{name}"):
                cell = OutputProjectionWrapper(dec_cells_dict[name], symbols)

                def decode(feed_previous, inputs=inputs, cell=cell, symbols=symbols):
                    return embedding_rnn_decoder(
                        inputs, encoded, cell, symbols, embedding_size, feed_previous=feed_previous
                    )

                outputs[name], states[name] = either_way(feed_previous, decode, len(inputs), lambda: encoded)
    return outputs, states
