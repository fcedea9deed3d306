"""Decoders with attention to the outputs of all steps of an encoder (Vinyals et al., 2014)."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.legacy_seq2seq.decoders import feeding_back
from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.convolution.conv2d import conv2d
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


def attention_decoder(
    decoder_inputs,
    initial_state,
    attention_states,
    cell,
    output_size=None,
    num_heads=1,
    loop_function=None,
    dtype=None,
    scope=None,
    initial_state_attention=False,
):
    """(list of outputs, last state) of a cell that looks at attention_states, [batch, length, size], at each step.

    decoder_inputs: a list of [batch, size].  output_size: that of the cell when left out.
    num_heads: how often it looks.  loop_function(last output, step): returns the inputs but for the first.
    initial_state_attention: it looks before the first step too, and not after it.
    """
    if not decoder_inputs:
        raise ValueError("Must provide at least 1 input to attention decoder.")
    if num_heads < 1:
        raise ValueError("With less than 1 heads, use a non-attention decoder.")
    if attention_states.shape.dims[2].value is None:
        raise ValueError(f"Shape[2] of attention_states must be known: {attention_states.shape}")
    with variable_scope(scope or "attention_decoder", dtype=dtype) as opened:
        dtype = opened.dtype
        batch_size = shape(decoder_inputs[0])[0]
        look = _Attention(attention_states, num_heads, dtype)
        state, outputs, previous = initial_state, [], None
        form = stack([batch_size, look.size])
        seen = [zeros(form, dtype=dtype) for _ in range(num_heads)]
        for tensor in seen:
            tensor.set_shape([None, look.size])
        if initial_state_attention:
            seen = look(initial_state)
        for i, tensor in enumerate(decoder_inputs):
            if i > 0:
                get_variable_scope().reuse_variables()
            if loop_function is not None and previous is not None:
                with variable_scope("loop_function", reuse=True):
                    tensor = loop_function(previous, i)
            size = tensor.shape.with_rank(2)[1]
            if size.value is None:
                raise ValueError(f"Could not infer input size from input: {tensor.name}")
            joined = [cast(part, dtype) for part in [tensor, *seen]]
            output, state = cell(Linear(joined, size, True)(joined), state)
            if i == 0 and initial_state_attention:
                with variable_scope(get_variable_scope(), reuse=True):
                    seen = look(state)
            else:
                seen = look(state)
            with variable_scope("AttnOutputProjection"):
                joined = [cast(output, dtype), *seen]
                output = Linear(joined, output_size or cell.output_size, True)(joined)
            if loop_function is not None:
                previous = output
            outputs.append(output)
    return outputs, state


class _Attention:
    """What is seen of the states for a query: for each head a mean of the states, weighted by how well they fit."""

    def __init__(self, states, heads, dtype):
        self._dtype = dtype
        self._length = states.shape.dims[1].value
        if self._length is None:
            self._length = shape(states)[1]
        self.size = states.shape.dims[2].value
        self._hidden = reshape(states, [-1, self._length, 1, self.size])
        self._features, self._v = [], []
        for head in range(heads):
            kernel = get_variable(f"AttnW_{head}", [1, 1, self.size, self.size], dtype=dtype)
            self._features.append(conv2d(self._hidden, kernel, [1, 1, 1, 1], "SAME"))
            self._v.append(get_variable(f"AttnV_{head}", [self.size], dtype=dtype))

    def __call__(self, query):
        """[batch, size] for each head. query: a state."""
        if nest.is_nested(query):
            query = concat(nest.flatten(query), 1)
        seen = []
        for head, (features, v) in enumerate(zip(self._features, self._v, strict=True)):
            with variable_scope(f"Attention_{head}"):
                y = Linear(query, self.size, True)(query)
                y = cast(reshape(y, [-1, 1, 1, self.size]), self._dtype)
                fits = reduce_sum(v * tanh(features + y), [2, 3])
                weights = cast(softmax(cast(fits, dtype=dtypes.float32)), self._dtype)
                mean = reduce_sum(reshape(weights, [-1, self._length, 1, 1]) * self._hidden, [1, 2])
                seen.append(reshape(mean, [-1, self.size]))
        return seen


def embedding_attention_decoder(
    decoder_inputs,
    initial_state,
    attention_states,
    cell,
    num_symbols,
    embedding_size,
    num_heads=1,
    output_size=None,
    output_projection=None,
    feed_previous=False,
    update_embedding_for_previous=True,
    dtype=None,
    scope=None,
    initial_state_attention=False,
):
    """attention_decoder of symbols: decoder_inputs is a list of int [batch], which are looked up in an embedding.

    The other arguments are those of attention_decoder and embedding_rnn_decoder.
    """
    if output_projection is not None:
        biases = convert_to_tensor(output_projection[1], dtype=dtype)
        biases.shape.assert_is_compatible_with([num_symbols])
    with variable_scope(scope or "embedding_attention_decoder", dtype=dtype):
        embedding = get_variable("embedding", [num_symbols, embedding_size])
        again = feeding_back(embedding, output_projection, update_embedding_for_previous) if feed_previous else None
        return attention_decoder(
            [embedding_lookup(embedding, symbols) for symbols in decoder_inputs],
            initial_state,
            attention_states,
            cell,
            output_size=cell.output_size if output_size is None else output_size,
            num_heads=num_heads,
            loop_function=again,
            initial_state_attention=initial_state_attention,
        )
