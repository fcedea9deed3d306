"""RNNEstimator and RNNClassifier of tf.contrib.estimator: the cells of tf.nn.rnn_cell over the columns of sequences."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.estimator.canned.classification_heads import class_head
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.extenders import clip_gradients_by_norm
from graphlab._src.estimator.heads.sequential import SequentialHead
from graphlab._src.graph import name_scope
from graphlab._src.layers.dense import dense
from graphlab._src.layers.feature_column.models import input_layer
from graphlab._src.layers.feature_column.sequence_layer import concatenate_context_input, sequence_input_layer
from graphlab._src.layers.rnn.cells.basic import BasicRNNCell
from graphlab._src.layers.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab._src.layers.rnn.cells.gru import GRUCell
from graphlab._src.layers.rnn.cells.multi import MultiRNNCell
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.dynamic_rnn import dynamic_rnn
from graphlab._src.ops.cast import cast
from graphlab._src.ops.gather import gather
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.initializers import glorot_uniform_initializer
from graphlab._src.state.partitioners import min_max_variable_partitioner
from graphlab._src.state.scope import variable_scope
from graphlab._src.summary.histogram import histogram
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.optimizers.optimizer import Optimizer

_LEARNING_RATE = 0.05
_CLIP_NORM = 5.0
_CELLS = {"basic_rnn": BasicRNNCell, "lstm": BasicLSTMCell, "gru": GRUCell}
USE_DEFAULT: Any = object()


def _cell(num_units, cell_type):
    kind = _CELLS.get(cell_type, cell_type) if isinstance(cell_type, str) else cell_type
    if not isinstance(kind, type) or not issubclass(kind, RNNCell):
        raise ValueError(f"Supported cell types are {list(_CELLS)}; got {cell_type}")
    make: Any = kind
    return make(num_units=num_units)


def _cell_function(rnn_cell_fn, num_units, cell_type):
    """The function of a mode that returns a cell; ValueError for arguments that say it twice."""
    if rnn_cell_fn:
        if num_units or cell_type != USE_DEFAULT:
            raise ValueError("num_units and cell_type must not be specified when using rnn_cell_fn")
        return rnn_cell_fn
    cell_type = "basic_rnn" if cell_type == USE_DEFAULT else cell_type

    def make(mode):
        cells = [_cell(size, cell_type) for size in num_units]
        return cells[0] if len(cells) == 1 else MultiRNNCell(cells)

    return make


def _last(activations, lengths):
    """[batch, units] of [batch, steps, units]: the last step of each sequence."""
    with name_scope("select_last_activations", values=[activations, lengths]):
        sizes = shape(activations)
        batch, steps, units = sizes[0], sizes[1], sizes[2]
        first = cast(range_(batch) * steps, dtypes.int64)
        found = gather(reshape(activations, [batch * steps, units]), first + lengths - 1)
        found.set_shape([activations.shape[0], activations.shape[2]])
        return found


def _logits(features, mode, units, rnn_cell_fn, sequence_columns, context_columns, partitioner, return_sequences):
    """(logits [batch, units] or [batch, steps, units], mask [batch, steps])."""
    if not isinstance(units, int):
        raise ValueError(f"output_units must be an int.  Given type: {type(units)}")
    with variable_scope("sequence_input_layer", values=tuple(features.values()), partitioner=partitioner):
        sequence, lengths = sequence_input_layer(features=features, feature_columns=sequence_columns)
        histogram("sequence_length", lengths)
        if context_columns:
            context = input_layer(features=features, feature_columns=context_columns)
            sequence = concatenate_context_input(context, sequence)
    outputs, _ = dynamic_rnn(
        cell=rnn_cell_fn(mode), inputs=sequence, sequence_length=lengths, dtype=dtypes.float32, time_major=False
    )
    if not return_sequences:
        outputs = _last(outputs, lengths)
    with variable_scope("logits", values=(outputs,)):
        logits = dense(outputs, units=units, activation=None, kernel_initializer=glorot_uniform_initializer())
    return logits, sequence_mask(lengths)


def _model_function(
    head,
    rnn_cell_fn,
    sequence_feature_columns,
    context_feature_columns,
    return_sequences,
    optimizer,
    input_layer_partitioner,
):
    """The model function of a recurrent network with a head."""
    columns = tuple(sequence_feature_columns or ()), tuple(context_feature_columns or ())

    def model_fn(features, labels, mode, config):
        if not isinstance(features, dict):
            raise ValueError(f"features should be a dictionary of `Tensor`s. Given type: {type(features)}")
        trained_by = optimizer
        if not isinstance(optimizer, Optimizer):
            trained_by = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
            trained_by = clip_gradients_by_norm(trained_by, _CLIP_NORM)
        count = config.num_ps_replicas if config else 0
        with variable_scope(
            "rnn", values=tuple(features.values()), partitioner=min_max_variable_partitioner(max_partitions=count)
        ):
            partitioner = input_layer_partitioner or min_max_variable_partitioner(
                max_partitions=count, min_slice_size=64 << 20
            )
            logits, mask = _logits(
                features, mode, head.logits_dimension, rnn_cell_fn, *columns, partitioner, return_sequences
            )
            if return_sequences and head.input_sequence_mask_key not in features:
                features[head.input_sequence_mask_key] = mask
            return head.create_estimator_spec(
                features=features,
                mode=mode,
                labels=labels,
                train_op_fn=lambda loss: trained_by.minimize(loss, global_step=get_global_step()),
                logits=logits,
            )

    return model_fn


class RNNClassifier(Estimator):
    """A recurrent network that says of which class a sequence is, by the cross entropy of its last output.

    sequence_feature_columns: sequence_numeric_column, or embeddings or indicators of sequence_categorical_columns.
    context_feature_columns: dense columns that each step gets, too.
    num_units: how many each layer has, a list.  cell_type: "basic_rnn", "lstm", "gru" or a class of cells.
    rnn_cell_fn(mode): returns a cell of tf.nn.rnn_cell, in place of both.
    n_classes, weight_column, label_vocabulary, loss_reduction: as for DNNClassifier.
    optimizer: an Optimizer; or the name of one or a function that returns one, whose gradients are clipped.
    input_layer_partitioner: cuts the embeddings.
    """

    def __init__(
        self,
        sequence_feature_columns,
        context_feature_columns=None,
        num_units=None,
        cell_type=USE_DEFAULT,
        rnn_cell_fn=None,
        model_dir=None,
        n_classes=2,
        weight_column=None,
        label_vocabulary=None,
        optimizer="Adagrad",
        loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
        input_layer_partitioner=None,
        config=None,
    ):
        model_fn = _model_function(
            class_head(n_classes, weight_column, label_vocabulary, loss_reduction),
            _cell_function(rnn_cell_fn, num_units, cell_type),
            sequence_feature_columns,
            context_feature_columns,
            False,
            optimizer,
            input_layer_partitioner,
        )
        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)


class RNNEstimator(Estimator):
    """A recurrent network over sequences, with any head.

    head: of the last output; with return_sequences a SequentialHead, of the outputs of all steps.
    The other parameters are those of RNNClassifier.
    """

    def __init__(
        self,
        head,
        sequence_feature_columns,
        context_feature_columns=None,
        num_units=None,
        cell_type=USE_DEFAULT,
        rnn_cell_fn=None,
        return_sequences=False,
        model_dir=None,
        optimizer="Adagrad",
        input_layer_partitioner=None,
        config=None,
    ):
        cell_function = _cell_function(rnn_cell_fn, num_units, cell_type)
        if return_sequences and not isinstance(head, SequentialHead):
            raise ValueError("Provided head must be a `_SequentialHead` object when `return_sequences` is set to True.")
        model_fn = _model_function(
            head,
            cell_function,
            sequence_feature_columns,
            context_feature_columns,
            return_sequences,
            optimizer,
            input_layer_partitioner,
        )
        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)
