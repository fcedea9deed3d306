"""SequentialHead and SequentialHeadWrapper: heads over the steps of sequences, of which a mask says how long they are."""

from collections.abc import Iterable

from graphlab._src.base import dtypes
from graphlab._src.estimator.heads.base import Head
from graphlab._src.estimator.heads.multi import MultiHead
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.identity import identity
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.sparse_dense import sparse_reorder


class SequentialHead(Head):
    """A head whose logits are [batch, steps, …], and that reads a mask of the steps from the features."""

    @property
    def input_sequence_mask_key(self) -> str:
        """The key of the mask, bool [batch, steps], in the features."""
        raise NotImplementedError("Calling an abstract method.")


class SequentialHeadWrapper(SequentialHead):
    """A head for each step of sequences, without those that the mask leaves out.

    static_head: the head of a step.  sequence_length_mask: the key of the mask in the features.
    feature_columns: the keys of features [batch, steps, …] that the head reads, too, as those of weights.
    Raises TypeError for keys that are no strings, ValueError for a MultiHead.
    """

    def __init__(self, static_head, sequence_length_mask="sequence_length_mask", feature_columns=None):
        if not isinstance(sequence_length_mask, str):
            raise TypeError(f"`sequence_mask` column must be a string. Given type: {type(sequence_length_mask)}.")
        columns = feature_columns or []
        if not isinstance(columns, Iterable):
            raise TypeError(
                f"`feature_columns` must be either a string or an iterable of strings got {type(columns)} instead."
            )
        self._feature_columns = [columns] if isinstance(columns, str) else columns
        for column in self._feature_columns:
            if not isinstance(column, str):
                raise TypeError(f"Column must a string. Given type: {type(column)}.")
        if isinstance(static_head, MultiHead):
            raise ValueError("`MultiHead` is not supported with `SequentialHeadWrapper`.")
        self._sequence_length_mask = sequence_length_mask
        self._static_head = static_head

    @property
    def input_sequence_mask_key(self):
        """The key of the mask, bool [batch, steps], in the features."""
        return self._sequence_length_mask

    @property
    def static_head(self):
        """The head of a step."""
        return self._static_head

    @property
    def logits_dimension(self):
        """How many logits each step has."""
        return self._static_head.logits_dimension

    @property
    def loss_reduction(self):
        """How the losses of all steps become one."""
        return self._static_head.loss_reduction

    @property
    def name(self):
        """The name, or None."""
        return f"{self._static_head.name}_sequential" if self._static_head.name else None

    def _flatten(self, labels, logits, features):
        """(labels, logits, {key: feature}) of the steps that the mask leaves, one after the other."""
        key = self.input_sequence_mask_key
        if key not in features:
            raise ValueError(
                f"The provided sequence_length_mask key `{key}` should be included in the features dictionary, but was "
                f"not found. Found keys: {list(features)}."
            )
        mask = features[key]
        if mask.shape.ndims != 2:
            raise ValueError(f"Mask is expected to have two dimensions, got {mask.shape.ndims} instead.")
        with name_scope("flatten"):
            length = reduce_sum(cast(mask, dtypes.int32))
            flat_logits = _flat(logits, mask, length)
            flat_labels = _flat(labels, mask, length)
            flat_features = {}
            for column in self._feature_columns:
                if column not in features:
                    raise ValueError(f"`{column}` column expected in features dictionary.")
                flat_features[column] = _flat(features[column], mask, length)
        return flat_labels, flat_logits, flat_features

    def loss(self, labels, logits, features=None, mode=None, regularization_losses=None):
        """The loss of the steps that the mask leaves, regularization added."""
        labels, logits, features = self._flatten(labels, logits, features)
        return self._static_head.loss(
            logits=logits,
            labels=labels,
            features=features,
            mode=mode,
            regularization_losses=regularization_losses,
        )

    def predictions(self, logits, keys=None):
        """{PredictionKeys: tensor [batch, steps, …]}, of these keys or all."""
        return self._static_head.predictions(logits, keys=keys)

    def metrics(self, regularization_losses=None):
        """{MetricKeys: tf.keras.metrics.Metric}, without a batch yet."""
        return self._static_head.metrics(regularization_losses)

    def update_metrics(self, eval_metrics, features, logits, labels, mode=None, regularization_losses=None):
        """The metrics, after update_state with the steps that the mask leaves."""
        labels, logits, features = self._flatten(labels, logits, features)
        return self._static_head.update_metrics(
            eval_metrics=eval_metrics,
            features=features,
            logits=logits,
            labels=labels,
            regularization_losses=regularization_losses,
        )

    def create_estimator_spec(
        self,
        features,
        mode,
        logits,
        labels=None,
        optimizer=None,
        trainable_variables=None,
        train_op_fn=None,
        update_ops=None,
        regularization_losses=None,
    ):
        """The EstimatorSpec of a model with these logits, as Head says; the mask is among the predictions."""
        if mode == ModeKeys.PREDICT:
            spec = self._static_head.create_estimator_spec(features=features, mode=mode, logits=logits)
            key = self.input_sequence_mask_key
            return spec._replace(predictions={**spec.predictions, key: features[key]})
        labels, logits, features = self._flatten(labels, logits, features)
        return self._static_head.create_estimator_spec(
            features=features,
            mode=mode,
            logits=logits,
            trainable_variables=trainable_variables,
            labels=labels,
            optimizer=optimizer,
            train_op_fn=train_op_fn,
            regularization_losses=regularization_losses,
            update_ops=update_ops,
        )


def _flat(tensor, mask, length):
    """[steps, …] of a tensor [batch, steps, …]; a SparseTensor has the steps that it names."""
    sizes = tensor.shape
    if sizes.ndims < 2:
        raise ValueError(f"Input tensor expected to have at least 2 dimensions, got {sizes.ndims} instead.")
    if isinstance(tensor, SparseTensor):
        flat = sparse_reorder(tensor).values
        if sizes.ndims > 2:
            flat = reshape(tensor.values, concat([[-1], sizes[2:]], axis=0))
    elif isinstance(tensor, Tensor):
        flat = boolean_mask(tensor, mask)
    else:
        raise ValueError(f"`tensor` expected to be a `Tensor` or  `SparseTensor` got `{tensor}` instead.")
    if sizes.ndims == 2:
        flat = expand_dims(flat, -1)
    expected = concat([[length], [1] if sizes.ndims == 2 else sizes[2:]], axis=0)
    checks = [assert_equal(shape(flat), expected, message="Tensor shape is incompatible with provided mask.")]
    with control_dependencies(checks):
        return identity(flat)
