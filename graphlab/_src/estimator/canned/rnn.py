"""RNNEstimator and RNNClassifier: a recurrent network over the columns of sequences, with a head."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance_v2
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.heads.classification import BinaryClassHead, MultiClassHead
from graphlab._src.estimator.heads.sequential import SequentialHead, SequentialHeadWrapper
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import name_scope
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.feature_layers import DenseFeatures, SequenceFeatures
from graphlab._src.keras.layers import activations
from graphlab._src.keras.layers.catalog import deserialize
from graphlab._src.keras.layers.dense import Dense
from graphlab._src.keras.layers.recurrent import RNN
from graphlab._src.keras.layers.recurrent_cells import GRUCell, LSTMCell, SimpleRNNCell
from graphlab._src.keras.layers.recurrent_layers import SimpleRNN
from graphlab._src.keras.layers.version_2 import GRU, LSTM
from graphlab._src.layers.feature_column.column import deserialize_feature_columns, serialize_feature_columns
from graphlab._src.layers.feature_column.sequence_layer import concatenate_context_input
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.summary.histogram import histogram
from graphlab._src.train.global_step import get_or_create_global_step

_LEARNING_RATE = 0.05
_CLIP_NORM = 5.0
_CELL_TYPE_TO_LAYER_MAPPING = {"lstm": LSTM, "gru": GRU, "simple_rnn": SimpleRNN}
_CELLS = {"lstm": LSTMCell, "gru": GRUCell, "simple_rnn": SimpleRNNCell}
USE_DEFAULT: Any = object()


def _cell(units, cell_type):
    make = _CELLS.get(cell_type, cell_type)
    if not callable(make):
        raise ValueError(
            "`cell_type` should be a class producing a RNN cell, or a string specifying the cell type. Supported strings "
            f"are: {['simple_rnn', 'lstm', 'gru']}."
        )
    cell = make(units=units)
    if not hasattr(cell, "call") or not hasattr(cell, "state_size"):
        raise ValueError("RNN cell should have a `call` and `state_size` method.")
    return cell


class RNNModel(Model):
    """The logits [batch, units] of a recurrent layer over sequences, or [batch, steps, units].

    rnn_layer: a recurrent layer of Keras.  sequence_feature_columns: its input.  context_feature_columns: dense columns
    that each step gets, too.  activation: of the logits.  return_sequences: whether all steps have logits.
    A call accepts {key: tensor or SparseTensor}.
    """

    def __init__(
        self,
        rnn_layer,
        units,
        sequence_feature_columns,
        context_feature_columns=None,
        activation=None,
        return_sequences=False,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if not isinstance(units, int):
            raise ValueError(f"units must be an int.  Given type: {type(units)}")
        self._return_sequences = return_sequences
        self._sequence_feature_columns = sequence_feature_columns
        self._context_feature_columns = context_feature_columns
        self.sequence_features_layer = SequenceFeatures(sequence_feature_columns)
        self.dense_features_layer: Any = None
        if context_feature_columns:
            self.dense_features_layer = DenseFeatures(context_feature_columns)
        self.rnn_layer = rnn_layer
        self.logits_layer = Dense(units=units, activation=activation, name="logits")

    def call(self, inputs, training=None):
        """The logits."""
        if not isinstance(inputs, dict):
            raise ValueError(f"inputs should be a dictionary of `Tensor`s. Given type: {type(inputs)}")
        with name_scope("sequence_input_layer"):
            sequence, length = self.sequence_features_layer(inputs)
            histogram("sequence_length", length)
            if self._context_feature_columns:
                sequence = concatenate_context_input(self.dense_features_layer(inputs), sequence_input=sequence)
        mask = sequence_mask(length)
        logits = self.logits_layer(self.rnn_layer(sequence, mask=mask, training=training))
        if self._return_sequences:
            logits._keras_mask = mask
        return logits

    def get_config(self):
        """What from_config makes an equal model of."""
        context = self._context_feature_columns
        return {
            "name": self.name,
            "rnn_layer": {"class_name": type(self.rnn_layer).__name__, "config": self.rnn_layer.get_config()},
            "units": self.logits_layer.units,
            "return_sequences": self._return_sequences,
            "activation": activations.serialize(self.logits_layer.activation),
            "sequence_feature_columns": serialize_feature_columns(self._sequence_feature_columns),
            "context_feature_columns": serialize_feature_columns(context) if context else None,
        }

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The model of a configuration.  custom_objects: {name: class or function} of the program's own."""
        config = dict(config)
        layer = deserialize(config.pop("rnn_layer"), custom_objects=custom_objects)
        sequence = deserialize_feature_columns(config.pop("sequence_feature_columns"), custom_objects)
        context = config.pop("context_feature_columns", None)
        return cls(
            rnn_layer=layer,
            sequence_feature_columns=sequence,
            context_feature_columns=deserialize_feature_columns(context, custom_objects) if context else None,
            activation=activations.deserialize(config.pop("activation", None), custom_objects=custom_objects),
            **config,
        )


def _check_cell(rnn_cell_fn, units, cell_type):
    if rnn_cell_fn and (units or cell_type != USE_DEFAULT):
        raise ValueError("units and cell_type must not be specified when using rnn_cell_fn")


def _make_rnn_layer(rnn_cell_fn, units, cell_type, return_sequences):
    """The recurrent layer of an estimator's arguments; ValueError where they don't go together."""
    _check_cell(rnn_cell_fn, units, cell_type)
    if isinstance(cell_type, str) and cell_type in _CELL_TYPE_TO_LAYER_MAPPING and isinstance(units, int):
        return _CELL_TYPE_TO_LAYER_MAPPING[cell_type](units=units, return_sequences=return_sequences)
    if rnn_cell_fn:
        cell = rnn_cell_fn()
    else:
        cells = [_cell(size, "simple_rnn" if cell_type == USE_DEFAULT else cell_type) for size in units]
        cell = cells[0] if len(cells) == 1 else cells
    return RNN(cell=cell, return_sequences=return_sequences)


def _optimizer(given):
    """The optimizer of a training, which counts its steps in the global step."""
    if isinstance(given, str):
        found = get_optimizer_instance_v2(given, learning_rate=_LEARNING_RATE)
        found.clipnorm = _CLIP_NORM
    else:
        found = get_optimizer_instance_v2(given)
    found.iterations = get_or_create_global_step()
    return found


class RNNEstimator(Estimator):
    """A recurrent network over sequences, with any head.

    head: a Head; with return_sequences a SequentialHead.  sequence_feature_columns, context_feature_columns: as for
    RNNModel.  units: how many each layer has, a list.  cell_type: "simple_rnn", "lstm", "gru" or a class of cells.
    rnn_cell_fn: returns a cell of Keras, in place of both.  return_sequences: whether each step has an output.
    optimizer: a tf.keras.optimizers.Optimizer, the name of one, or a function that returns one.
    """

    def __init__(
        self,
        head,
        sequence_feature_columns,
        context_feature_columns=None,
        units=None,
        cell_type=USE_DEFAULT,
        rnn_cell_fn=None,
        return_sequences=False,
        model_dir=None,
        optimizer="Adagrad",
        config=None,
    ):
        if return_sequences and not isinstance(head, SequentialHead):
            raise ValueError("Provided head must be a `_SequentialHead` object when `return_sequences` is set to True.")
        _check_cell(rnn_cell_fn, units, cell_type)

        def model_fn(features, labels, mode, config):
            model: Any = RNNModel(
                _make_rnn_layer(rnn_cell_fn, units, cell_type, return_sequences),
                head.logits_dimension,
                sequence_feature_columns,
                context_feature_columns,
                return_sequences=return_sequences,
                name="rnn_model",
            )
            trains = mode == ModeKeys.TRAIN
            trained_by = _optimizer(optimizer) if trains else None
            logits = model(features, trains)
            if return_sequences and head.input_sequence_mask_key not in features:
                features[head.input_sequence_mask_key] = logits._keras_mask
            return head.create_estimator_spec(
                features=features,
                mode=mode,
                labels=labels,
                optimizer=trained_by,
                logits=logits,
                update_ops=model.updates,
                trainable_variables=model.trainable_variables,
            )

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)


class RNNClassifier(RNNEstimator):
    """A recurrent network that says of which class a sequence is, or each of its steps, by the softmax cross entropy.

    n_classes, weight_column, label_vocabulary, loss_reduction: as for BinaryClassHead and MultiClassHead.
    sequence_mask: the key of a mask of steps among the features; made of the lengths where there is none.
    The other parameters are those of RNNEstimator.
    """

    def __init__(
        self,
        sequence_feature_columns,
        context_feature_columns=None,
        units=None,
        cell_type=USE_DEFAULT,
        rnn_cell_fn=None,
        return_sequences=False,
        model_dir=None,
        n_classes=2,
        weight_column=None,
        label_vocabulary=None,
        optimizer="Adagrad",
        loss_reduction="sum_over_batch_size",
        sequence_mask="sequence_mask",
        config=None,
    ):
        arguments = {
            "weight_column": weight_column,
            "label_vocabulary": label_vocabulary,
            "loss_reduction": loss_reduction,
        }
        head: Any = BinaryClassHead(**arguments) if n_classes == 2 else MultiClassHead(n_classes, **arguments)
        if return_sequences:
            logging.info(
                "Converting head to sequential head with `SequentialHeadWrapper` to allow sequential predictions."
            )
            head = SequentialHeadWrapper(head, sequence_length_mask=sequence_mask, feature_columns=weight_column)
        super().__init__(
            head=head,
            sequence_feature_columns=sequence_feature_columns,
            context_feature_columns=context_feature_columns,
            units=units,
            cell_type=cell_type,
            rnn_cell_fn=rnn_cell_fn,
            return_sequences=return_sequences,
            model_dir=model_dir,
            optimizer=optimizer,
            config=config,
        )
