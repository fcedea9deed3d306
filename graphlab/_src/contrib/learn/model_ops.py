"""tf.contrib.learn.ops: embeddings, losses and decoders, for models that are functions of features and labels."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.layers.rnn.static_rnn import static_rnn
from graphlab._src.ops.arithmetic import add_n, multiply
from graphlab._src.ops.bias import xw_plus_b
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.cross_entropy import softmax_cross_entropy_with_logits
from graphlab._src.ops.embedding import embedding_lookup as core_embedding_lookup
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.losses.classification import softmax_cross_entropy
from graphlab._src.ops.losses.regression import mean_squared_error
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.shape import reshape, shape, squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.state.scope import get_variable, get_variable_scope, variable_scope


def embedding_lookup(params, ids, name="embedding_lookup"):
    """The rows [*ids.shape, n] of a matrix params that ids, of any shape, name."""
    with name_scope(name, "embedding_lookup", [params, ids]):
        params, ids = convert_to_tensor(params), convert_to_tensor(ids)
        sizes = shape(ids)
        flat = reshape(ids, reduce_prod(sizes, keepdims=True))
        found = reshape(core_embedding_lookup(params, flat), concat([sizes, [-1]], 0))
        found.set_shape(ids.shape.concatenate(params.shape[1:]))
        return found


def categorical_variable(tensor_in, n_classes, embedding_size, name):
    """The rows of a new embedding [n_classes, embedding_size] that tensor_in names."""
    with variable_scope(name):
        embeddings = get_variable(f"{name}_embeddings", [n_classes, embedding_size])
        return embedding_lookup(embeddings, tensor_in)


def mean_squared_error_regressor(tensor_in, labels, weights, biases, name=None):
    """(predictions, loss) of tensor_in · weights + biases."""
    with name_scope(name, "mean_squared_error_regressor", [tensor_in, labels]):
        predictions = xw_plus_b(tensor_in, weights, biases)
        if labels.shape.ndims == 1 and predictions.shape.ndims == 2:
            predictions = squeeze(predictions, axis=[1])
        return predictions, mean_squared_error(labels, predictions)


def softmax_classifier(tensor_in, labels, weights, biases, class_weight=None, name=None):
    """(probabilities, loss) of logits tensor_in · weights + biases. class_weight: what the logits are multiplied by."""
    with name_scope(name, "softmax_classifier", [tensor_in, labels]):
        logits = xw_plus_b(tensor_in, weights, biases)
        if class_weight is not None:
            logits = multiply(logits, class_weight)
        return softmax(logits), softmax_cross_entropy(labels, logits)


def sequence_classifier(decoding, labels, sampling_decoding=None, name=None):
    """(probabilities [batch, steps, classes], loss) of the logits of each step.

    labels: the probabilities of each step.  sampling_decoding: other logits, which the probabilities are of.
    """
    with name_scope(name, "sequence_classifier", [decoding, labels]):
        predictions, losses = [], []
        for i, logits in enumerate(decoding):
            loss = softmax_cross_entropy_with_logits(labels=labels[i], logits=logits, name=f"sequence_loss/xent_raw{i}")
            losses.append(loss)
            predictions.append(softmax(sampling_decoding[i] if sampling_decoding else logits))
        loss = reduce_sum(add_n(losses, name="sequence_loss/xent"), name="sequence_loss")
        return stack(predictions, axis=1), loss


def seq2seq_inputs(x, y, input_length, output_length, sentinel=None, name=None):
    """(the steps of x, those of y after a sentinel, those of y before it). x, y: [batch, steps, numbers].

    sentinel: zeros when left out.
    """
    with name_scope(name, "seq2seq_inputs", [x, y]):
        of_x, of_y = unstack(x, axis=1), unstack(y, axis=1)
        if sentinel is None:
            sentinel = zeros(stack([shape(x)[0], of_y[0].shape[1]]))
            sentinel.set_shape(of_y[0].shape)
        return of_x, [sentinel, *of_y], [*of_y, sentinel]


def rnn_decoder(decoder_inputs, initial_state, cell, scope=None):
    """(outputs, states, outputs with its own outputs as inputs, their states) of a cell, each a list of steps."""
    with variable_scope(scope or "dnn_decoder"):
        states, sampled_states = [initial_state], [initial_state]
        outputs, sampled = [], []
        with name_scope("training", values=[decoder_inputs, initial_state]):
            for i, one in enumerate(decoder_inputs):
                if i > 0:
                    get_variable_scope().reuse_variables()
                output, state = cell(one, states[-1])
                outputs.append(output)
                states.append(state)
        with name_scope("sampling", values=[initial_state]):
            for i in range(len(decoder_inputs)):
                output, state = cell(sampled[-1], sampled_states[-1]) if i else (outputs[0], states[0])
                sampled.append(output)
                sampled_states.append(state)
    return outputs, states, sampled, sampled_states


def rnn_seq2seq(encoder_inputs, decoder_inputs, encoder_cell, decoder_cell=None, dtype=dtypes.float32, scope=None):
    """rnn_decoder that begins with the last state of an encoder."""
    with variable_scope(scope or "rnn_seq2seq"):
        _, state = static_rnn(encoder_cell, encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, decoder_cell or encoder_cell)
