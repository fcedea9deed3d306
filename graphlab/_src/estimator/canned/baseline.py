"""BaselineClassifier, BaselineRegressor, BaselineEstimator: models that look at labels alone."""

from typing import Any

from graphlab._src.estimator.canned.classification_heads import class_head
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.layers.feature_column.numeric import NumericColumn
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.shape import shape
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.train.global_step import get_global_step

_LEARNING_RATE = 0.3


def _key_of(weight_column):
    if weight_column is None or isinstance(weight_column, str):
        return weight_column
    if not isinstance(weight_column, NumericColumn):
        raise TypeError(f"Weight column must be either a string or _NumericColumn. Given type: {type(weight_column)}.")
    return weight_column.key


def logits_of(features, units, weight_column):
    """[batch, units]: a bias for each example; features are only counted. weight_column: that of weights, or its key."""
    weight_key = _key_of(weight_column)
    counts = [shape(feature)[0] for key, feature in features.items() if key != weight_key]
    checks = [assert_equal(counts[0], count) for count in counts[1:]]
    with control_dependencies(checks), variable_scope("baseline"):
        bias = get_variable("bias", shape=[units], initializer=Zeros)
        return multiply(bias, ones([counts[0], units]))


def model_fn_of(head, optimizer, weight_column=None):
    """The model_fn of BaselineEstimator with these arguments. weight_column: the feature that is not counted."""

    def train_op_fn(loss):
        chosen = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
        return chosen.minimize(loss, global_step=get_global_step())

    def model_fn(features, labels, mode, config):
        logits = logits_of(features, head.logits_dimension, weight_column)
        return head.create_estimator_spec(features, mode, logits, labels, train_op_fn=train_op_fn)

    return model_fn


class BaselineClassifier(Estimator):
    """A classifier that returns each class as often as labels have it.

    n_classes: how many classes; label_vocabulary: their names, where labels are strings.  weight_column: which feature
    says how much an example counts.  optimizer: an Optimizer, a name or a function.  The rest is as for Estimator.
    """

    def __init__(
        self,
        model_dir=None,
        n_classes: int = 2,
        weight_column=None,
        label_vocabulary=None,
        optimizer: Any = "Ftrl",
        config=None,
        loss_reduction=Reduction.SUM,
    ):
        head = class_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(model_fn_of(head, optimizer, weight_column), model_dir=model_dir, config=config)


class BaselineRegressor(Estimator):
    """A model that returns the mean of the labels.

    label_dimension: how many numbers each example has. The rest is as for BaselineClassifier.
    """

    def __init__(
        self,
        model_dir=None,
        label_dimension=1,
        weight_column=None,
        optimizer: Any = "Ftrl",
        config=None,
        loss_reduction=Reduction.SUM,
    ):
        head = RegressionHead(weight_column, label_dimension, loss_reduction)
        super().__init__(model_fn_of(head, optimizer), model_dir=model_dir, config=config)


class BaselineEstimator(Estimator):
    """A bias with a head of your choice; the rest is as for BaselineClassifier."""

    def __init__(self, head, model_dir=None, optimizer: Any = "Ftrl", config=None):
        super().__init__(model_fn_of(head, optimizer), model_dir=model_dir, config=config)
