"""The heads of tf.contrib.learn: what makes predictions, a loss and metrics of logits."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.layers.dense import linear
from graphlab._src.contrib.learn import head_losses, head_metrics
from graphlab._src.contrib.learn.keys import ModeKeys, PredictionKey, ProblemType
from graphlab._src.contrib.learn.metric_key import MetricKey
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.sparse_rows import sparse_to_indicator
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.lookup.vocabulary import index_table_from_tensor, index_to_string_table_from_tensor
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.metrics import means
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer


class Head:
    """The base of heads."""

    head_name: Any = None

    @property
    def logits_dimension(self) -> int:
        """How many logits each example has."""
        raise NotImplementedError("Calling an abstract method.")

    def create_model_fn_ops(
        self, features, mode, labels=None, train_op_fn=None, logits=None, logits_input=None, scope=None
    ) -> ModelFnOps:
        """The ModelFnOps of a model with these logits, or with a linear layer over logits_input.

        train_op_fn: a function of the loss that returns the operation of a training step.
        """
        raise NotImplementedError("Calling an abstract method.")


class SingleHead(Head):
    """A head over one tensor of logits.

    label_name: of the labels in a dict.  weight_column_name: the feature that says how much an example counts.
    enable_centered_bias: whether a bias of its own is trained toward the mean of the labels.  head_name: comes after the
    names of metrics.
    """

    _scope = ""
    _problem_type = ProblemType.CLASSIFICATION

    def __init__(self, dimension, loss_fn, label_name, weight_column_name, enable_centered_bias, head_name):
        if dimension is None or dimension < 1:
            raise ValueError(f"Invalid logits_dimension {dimension}.")
        self._dimension = dimension
        self._loss_fn = loss_fn
        self.label_name = label_name
        self.weight_column_name = weight_column_name
        self._centered = enable_centered_bias
        self.head_name = head_name

    @property
    def logits_dimension(self):
        """How many logits each example has."""
        return self._dimension

    def _key(self, key):
        return f"{key}/{self.head_name}" if self.head_name else key

    def _labels(self, labels):
        """(labels as the loss needs them, as metrics need them)."""
        labels = labels[self.label_name] if isinstance(labels, dict) else labels
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            raise ValueError("SparseTensor is not supported.")
        return labels, labels

    def _predictions(self, logits) -> dict:
        raise NotImplementedError

    def _metrics(self, predictions, labels, label_ids, weights) -> dict:
        return {}

    def _alternatives(self, predictions):
        return {self.head_name: (self._problem_type, predictions)}

    def create_model_fn_ops(
        self, features, mode, labels=None, train_op_fn=None, logits=None, logits_input=None, scope=None
    ):
        """The ModelFnOps, as Head says."""
        ModeKeys.validate(mode)
        values = [*features.values(), labels, logits, logits_input]
        values = [value for value in values if not isinstance(value, dict)]
        with variable_scope(scope, default_name=self.head_name or self._scope, values=values):
            label_ids = None
            if mode == ModeKeys.INFER:
                labels = None
            if labels is not None:
                label_ids, labels = self._labels(labels)
            logits = self._logits(logits, logits_input)
            bias = self._centered_bias() if self._centered else None
            if bias is not None:
                logits = bias_add(logits, bias)
            with name_scope(None, "predictions", [logits]):
                predictions = self._predictions(logits)
            loss = train_op = metrics = None
            if labels is not None:
                weights = self._weights(features)
                loss, average = self._loss_fn(label_ids, logits, weights)
                with name_scope(""):
                    scalar(self._key(MetricKey.LOSS), identity(average))
                if mode == ModeKeys.TRAIN:
                    train_op = self._train_op(loss, train_op_fn, bias, logits, label_ids, weights)
                with name_scope("metrics"):
                    found = {MetricKey.LOSS: means.mean(average)}
                    found.update(self._metrics(predictions, labels, label_ids, weights))
                metrics = {self._key(key): pair for key, pair in found.items()}
            return ModelFnOps(mode, predictions, loss, train_op, metrics, self._alternatives(predictions))

    def _logits(self, logits, logits_input):
        if logits is None:
            if logits_input is None:
                raise ValueError("Neither logits nor logits_input supplied.")
            return linear(logits_input, self._dimension, scope="logits")
        if logits_input is not None:
            raise ValueError("Both logits and logits_input supplied.")
        logits = convert_to_tensor(logits, name="logits")
        if logits.shape.dims is not None:
            logits.shape.dims[-1].assert_is_compatible_with(self._dimension)
        return logits

    def _weights(self, features):
        name = self.weight_column_name
        if not name:
            return None
        if name not in features:
            raise ValueError(f"Weights {name} missing from features.")
        weights = cast(features[name], dtypes.float32)
        return reshape(weights, (-1, 1)) if weights.shape.ndims == 1 else weights

    def _centered_bias(self):
        bias = Variable(zeros(shape=(self._dimension,)), trainable=True, name="centered_bias_weight")
        for i in range(self._dimension):
            scalar(self._key(f"centered_bias/bias_{i}"), bias[i])
        return bias

    def _train_op(self, loss, train_op_fn, bias, logits, labels, weights):
        if train_op_fn is None:
            raise ValueError("train_op_fn can not be None in TRAIN mode")
        step = None
        if bias is not None:
            with name_scope(None, "centered_bias_step", [labels]) as name:
                count = shape(logits)[0]
                alone = reshape(tile(bias, (count,)), (count, shape(bias)[0]))
                bias_loss = reduce_mean(self._loss_fn(labels, alone, weights), name="training_loss")
            step = AdagradOptimizer(0.1).minimize(bias_loss, var_list=(bias,), name=name)
        with name_scope(None, "train_op", [loss, labels]):
            train_op = train_op_fn(loss)
            return train_op if step is None else group(train_op, step)


class RegressionHead(SingleHead):
    """Numbers."""

    _scope = "regression_head"
    _problem_type = ProblemType.LINEAR_REGRESSION

    def __init__(self, link_fn, *arguments):
        super().__init__(*arguments)
        self._link_fn = link_fn

    def _predictions(self, logits):
        key = PredictionKey.SCORES
        scores = squeeze(logits, axis=(1,), name=key) if self._dimension == 1 else logits
        return {key: self._link_fn(scores)}


def _classification_alternatives(head, predictions, label_keys=None):
    probabilities = predictions[PredictionKey.PROBABILITIES]
    count = shape(probabilities)[0]
    if label_keys:
        classes = tile(expand_dims(label_keys, axis=0), [count, 1], name="classes_tensor")
    else:
        ids = tile(expand_dims(range_(shape(probabilities)[1]), axis=0), [count, 1])
        classes = as_string(ids, name="classes_tensor")
    exported = {PredictionKey.PROBABILITIES: probabilities, PredictionKey.CLASSES: classes}
    return {head.head_name: (head._problem_type, exported)}


def _two_class_logits(logits):
    return concat((zeros_like(logits), logits), 1)


class BinaryLogisticHead(SingleHead):
    """One of two classes."""

    _scope = "binary_logistic_head"
    _problem_type = ProblemType.LOGISTIC_REGRESSION

    def __init__(self, thresholds, *arguments):
        super().__init__(*arguments)
        self._thresholds = thresholds or (0.5,)

    def _predictions(self, logits):
        key, both = PredictionKey, _two_class_logits(logits)
        return {
            key.LOGITS: logits,
            key.LOGISTIC: sigmoid(logits, name=key.LOGISTIC),
            key.PROBABILITIES: softmax(both, name=key.PROBABILITIES),
            key.CLASSES: argmax(both, 1, name=key.CLASSES),
        }

    def _metrics(self, predictions, labels, label_ids, weights):
        key, logistic = MetricKey, predictions[PredictionKey.LOGISTIC]
        found = {
            key.ACCURACY: means.accuracy(labels, predictions[PredictionKey.CLASSES], weights),
            key.PREDICTION_MEAN: head_metrics.mean(logistic, weights),
            key.LABEL_MEAN: head_metrics.mean(labels, weights),
            key.ACCURACY_BASELINE: head_metrics.mean(labels, weights),
            key.AUC: head_metrics.auc(logistic, labels, weights),
            key.AUC_PR: head_metrics.auc(logistic, labels, weights, curve="PR"),
        }
        for threshold in self._thresholds:
            given = logistic, labels, weights, threshold
            found[key.ACCURACY_MEAN % threshold] = head_metrics.accuracy_at(*given)
            found[key.PRECISION_MEAN % threshold] = head_metrics.precision_at(*given)
            found[key.RECALL_MEAN % threshold] = head_metrics.recall_at(*given)
        return found

    def _alternatives(self, predictions):
        return _classification_alternatives(self, predictions)


class BinarySvmHead(SingleHead):
    """One of two classes, with the hinge loss."""

    _scope = "binary_svm_head"
    _problem_type = ProblemType.LOGISTIC_REGRESSION

    def _predictions(self, logits):
        classes = argmax(_two_class_logits(logits), 1, name=PredictionKey.CLASSES)
        return {PredictionKey.LOGITS: logits, PredictionKey.CLASSES: classes}

    def _metrics(self, predictions, labels, label_ids, weights):
        return {MetricKey.ACCURACY: means.accuracy(labels, predictions[PredictionKey.CLASSES], weights)}


def _checked_classes(metric_class_ids, n_classes):
    for class_id in metric_class_ids or ():
        if not 0 <= class_id < n_classes:
            raise ValueError(f"Class ID {class_id} not in [0, {n_classes}).")
    return tuple(metric_class_ids or ())


class MultiClassHead(SingleHead):
    """One of more than two classes, whose names label_keys may hold."""

    _scope = "multi_class_head"

    def __init__(self, label_keys, metric_class_ids, n_classes, *arguments):
        super().__init__(n_classes, *arguments)
        self._classes = _checked_classes(metric_class_ids, n_classes)
        if label_keys and len(label_keys) != n_classes:
            raise ValueError("Length of label_keys must equal n_classes.")
        self._label_keys = label_keys

    def _labels(self, labels):
        _, labels = super()._labels(labels)
        if not self._label_keys:
            return labels, labels
        return index_table_from_tensor(self._label_keys, name="label_id_lookup").lookup(labels), labels

    def _predictions(self, logits):
        key = PredictionKey
        classes = argmax(logits, 1, name=key.CLASSES)
        if self._label_keys:
            table = index_to_string_table_from_tensor(self._label_keys, name="class_string_lookup")
            classes = table.lookup(classes)
        probabilities = softmax(logits, name=key.PROBABILITIES)
        return {key.LOGITS: logits, key.PROBABILITIES: probabilities, key.CLASSES: classes}

    def _metrics(self, predictions, labels, label_ids, weights):
        key, classes = MetricKey, predictions[PredictionKey.CLASSES]
        found = {key.ACCURACY: means.accuracy(labels, classes, weights)}
        for class_id in () if self._label_keys else self._classes:
            probabilities, logits = predictions[PredictionKey.PROBABILITIES], predictions[PredictionKey.LOGITS]
            found[key.CLASS_PREDICTION_MEAN % class_id] = head_metrics.share_of_class(classes, weights, class_id)
            found[key.CLASS_LABEL_MEAN % class_id] = head_metrics.share_of_class(label_ids, weights, class_id)
            found[key.CLASS_PROBABILITY_MEAN % class_id] = head_metrics.mean(probabilities, weights, class_id)
            found[key.CLASS_LOGITS_MEAN % class_id] = head_metrics.mean(logits, weights, class_id)
        return found

    def _alternatives(self, predictions):
        return _classification_alternatives(self, predictions, self._label_keys)


class MultiLabelHead(SingleHead):
    """Any number of classes for each example."""

    _scope = "multi_label_head"

    def __init__(self, metric_class_ids, n_classes, *arguments):
        super().__init__(n_classes, *arguments)
        self._classes = _checked_classes(metric_class_ids, n_classes)

    def _labels(self, labels):
        labels = labels[self.label_name] if isinstance(labels, dict) else labels
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            labels = cast(sparse_to_indicator(labels, self._dimension), dtypes.int64)
        return labels, labels

    def _predictions(self, logits):
        key = PredictionKey
        return {
            key.LOGITS: logits,
            key.PROBABILITIES: sigmoid(logits, name=key.PROBABILITIES),
            key.CLASSES: cast(greater(logits, 0), dtypes.int64, name=key.CLASSES),
        }

    def _metrics(self, predictions, labels, label_ids, weights):
        key, classes = MetricKey, predictions[PredictionKey.CLASSES]
        probabilities, logits = predictions[PredictionKey.PROBABILITIES], predictions[PredictionKey.LOGITS]
        found = {
            key.ACCURACY: means.accuracy(labels, classes, weights),
            key.AUC: head_metrics.auc(probabilities, labels, weights),
            key.AUC_PR: head_metrics.auc(probabilities, labels, weights, curve="PR"),
        }
        for i in self._classes:
            found[key.CLASS_PREDICTION_MEAN % i] = head_metrics.mean(classes, weights, i)
            found[key.CLASS_LABEL_MEAN % i] = head_metrics.mean(labels, weights, i)
            found[key.CLASS_PROBABILITY_MEAN % i] = head_metrics.mean(probabilities, weights, i)
            found[key.CLASS_LOGITS_MEAN % i] = head_metrics.mean(logits, weights, i)
            found[key.CLASS_AUC % i] = head_metrics.auc(probabilities, labels, weights, i)
            found[key.CLASS_AUC_PR % i] = head_metrics.auc(probabilities, labels, weights, i, curve="PR")
        return found

    def _alternatives(self, predictions):
        return _classification_alternatives(self, predictions)


def regression_head(
    label_name=None,
    weight_column_name=None,
    label_dimension=1,
    enable_centered_bias=False,
    head_name=None,
    link_fn=None,
):
    """A head for numbers, with the mean squared error.  link_fn: what makes predictions of logits.

    label_dimension: how many numbers each example has.  The rest is as for SingleHead.
    """
    others = label_name, weight_column_name, enable_centered_bias, head_name
    return RegressionHead(link_fn or identity, label_dimension, head_losses.mean_squared_loss, *others)


def poisson_regression_head(
    label_name=None, weight_column_name=None, label_dimension=1, enable_centered_bias=False, head_name=None
):
    """A head for counts, whose logits are logarithms; the arguments are as for regression_head."""
    others = label_name, weight_column_name, enable_centered_bias, head_name
    return RegressionHead(exp, label_dimension, head_losses.poisson_loss, *others)


def multi_class_head(
    n_classes,
    label_name=None,
    weight_column_name=None,
    enable_centered_bias=False,
    head_name=None,
    thresholds=None,
    metric_class_ids=None,
    loss_fn=None,
    label_keys=None,
):
    """A head for one of n_classes.

    thresholds: where accuracy, precision and recall are measured, for two classes.  metric_class_ids: classes that are
    measured one by one, for more.  loss_fn(labels, logits, weights): another loss.  label_keys: the names of classes.
    """
    if n_classes is None or n_classes < 2:
        raise ValueError(f"n_classes must be > 1 for classification: {n_classes}.")
    others = label_name, weight_column_name, enable_centered_bias, head_name
    loss = head_losses.of_function(loss_fn) if loss_fn else None
    if n_classes > 2:
        loss = loss or head_losses.softmax_cross_entropy_loss
        return MultiClassHead(label_keys, metric_class_ids, n_classes, loss, *others)
    if metric_class_ids:
        raise ValueError("metric_class_ids invalid for n_classes==2.")
    if label_keys:
        raise ValueError("label_keys is not supported for n_classes=2.")
    return BinaryLogisticHead(thresholds, 1, loss or head_losses.log_loss_with_two_classes, *others)


def binary_svm_head(
    label_name=None, weight_column_name=None, enable_centered_bias=False, head_name=None, thresholds=None
):
    """A head for one of two classes, with the hinge loss; the arguments are as for multi_class_head."""
    return BinarySvmHead(1, head_losses.svm_loss, label_name, weight_column_name, enable_centered_bias, head_name)


def multi_label_head(
    n_classes,
    label_name=None,
    weight_column_name=None,
    enable_centered_bias=False,
    head_name=None,
    thresholds=None,
    metric_class_ids=None,
    loss_fn=None,
):
    """A head for any number of n_classes for each example; the arguments are as for multi_class_head."""
    if n_classes < 2:
        raise ValueError("n_classes must be > 1 for classification.")
    loss = head_losses.of_function(loss_fn) if loss_fn else head_losses.sigmoid_cross_entropy_loss
    others = label_name, weight_column_name, enable_centered_bias, head_name
    return MultiLabelHead(metric_class_ids, n_classes, loss, *others)


def no_op_train_fn(loss):
    """An operation that does nothing."""
    return no_op()


class LossOnlyHead(Head):
    """A head without logits, whose loss is what loss_fn() returns."""

    def __init__(self, loss_fn, head_name=None):
        self._loss_fn = loss_fn
        self.head_name = head_name or "loss_only_head"

    @property
    def logits_dimension(self):
        """0."""
        return 0

    def create_model_fn_ops(
        self, features, mode, labels=None, train_op_fn=None, logits=None, logits_input=None, scope=None
    ):
        """The ModelFnOps, as Head says."""
        ModeKeys.validate(mode)
        loss = train_op = None
        if mode != ModeKeys.INFER:
            with variable_scope(scope, default_name=self.head_name):
                loss = self._loss_fn()
                loss = add_n(loss) if isinstance(loss, list) else loss
                with name_scope(""):
                    scalar(f"{MetricKey.LOSS}/{self.head_name}", identity(loss))
                if mode == ModeKeys.TRAIN:
                    if train_op_fn is None:
                        raise ValueError("train_op_fn can not be None in TRAIN mode")
                    with name_scope(None, "train_op", [loss]):
                        train_op = train_op_fn(loss)
        return ModelFnOps(mode, {}, loss, train_op, {})


class MultiHead(Head):
    """Several heads with names, whose losses are added."""

    def __init__(self, heads, loss_weights):
        for head in heads:
            if not head.head_name:
                raise ValueError("Members of MultiHead must have names.")
        self._heads, self._weights = heads, loss_weights

    @property
    def logits_dimension(self):
        """The logits of all heads together."""
        return sum(head.logits_dimension for head in self._heads)

    def _each(self, logits):
        """The logits of each head."""
        if logits is None or isinstance(logits, dict):
            return [None if logits is None else logits.get(head.head_name) for head in self._heads]
        found, at = [], 0
        for head in self._heads:
            found.append(logits[:, at : at + head.logits_dimension])
            at += head.logits_dimension
        return found

    def create_model_fn_ops(
        self, features, mode, labels=None, train_op_fn=None, logits=None, logits_input=None, scope=None
    ):
        """The ModelFnOps, as Head says."""
        ModeKeys.validate(mode)
        given = {"labels": labels, "train_op_fn": no_op_train_fn, "logits_input": logits_input, "scope": scope}
        found = [
            head.create_model_fn_ops(features, mode, logits=its, **given)
            for head, its in zip(self._heads, self._each(logits), strict=True)
        ]
        predictions, metrics, alternatives = {}, {}, {}
        for head, ops in zip(self._heads, found, strict=True):
            predictions.update({(head.head_name, key): value for key, value in ops.predictions.items()})
            metrics.update(ops.eval_metric_ops)
            alternatives.update(ops.output_alternatives or {})
        if mode == ModeKeys.INFER:
            return ModelFnOps(mode, predictions, output_alternatives=alternatives)
        losses = [ops.loss for ops in found]
        if self._weights:
            losses = [loss * weight for loss, weight in zip(losses, self._weights, strict=True)]
        loss = add_n(losses)
        if mode == ModeKeys.EVAL:
            return ModelFnOps(mode, predictions, loss, eval_metric_ops=metrics)
        if train_op_fn is None:
            raise ValueError("train_op_fn can not be None in TRAIN mode.")
        train_op = group(train_op_fn(loss), *(ops.train_op for ops in found))
        return ModelFnOps(mode, None, loss, train_op, metrics)


def loss_only_head(loss_fn, head_name=None):
    """A head without logits, whose loss is what loss_fn() returns, one or a list."""
    return LossOnlyHead(loss_fn, head_name)


def multi_head(heads, loss_weights=None):
    """A head of several with names, whose losses are added, each times its weight."""
    if loss_weights and len(loss_weights) != len(heads):
        raise ValueError("heads and loss_weights must have same size")
    return MultiHead(heads, loss_weights)
