"""tf.contrib.learn's canned estimators: LinearClassifier, DNNRegressor, DNNLinearCombinedClassifier and their like."""

from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.heads import multi_class_head, regression_head
from graphlab._src.contrib.learn.keys import PredictionKey
from graphlab._src.contrib.learn.metric_spec import MetricSpec
from graphlab._src.contrib.learn.models import combined_model_fn, dnn_model_fn, linear_model_fn
from graphlab._src.contrib.linear_optimizer.optimizer import SDCAOptimizer, sdca_model_fn
from graphlab._src.ops.activation import relu
from graphlab._src.state.partitioners import min_max_variable_partitioner
from graphlab._src.train.sdca.hook import UpdateWeightsHook


class _Canned(Estimator):
    """An estimator with a model of its own, and what of its predictions predict returns."""

    _default: str

    def _predict_one(self, key, x, input_fn, batch_size, as_iterable):
        found = super().predict(x, input_fn, batch_size, outputs=[key], as_iterable=as_iterable)
        return (one[key] for one in found) if as_iterable else found[key]

    def predict(self, x=None, input_fn=None, batch_size=None, outputs=None, as_iterable=True, iterate_batches=False):
        """Yields classes or scores; dicts of what `outputs` names.  Without as_iterable an array of all."""
        if not outputs:
            return self._predict_one(self._default, x, input_fn, batch_size, as_iterable)
        return super().predict(x, input_fn, batch_size, outputs, as_iterable, iterate_batches)


class Classifier(_Canned):
    """An estimator that predicts classes."""

    _default = PredictionKey.CLASSES

    def predict_classes(self, x=None, input_fn=None, batch_size=None, as_iterable=True):
        """Yields the likeliest class of each example; without as_iterable an array of all."""
        return self._predict_one(PredictionKey.CLASSES, x, input_fn, batch_size, as_iterable)

    def predict_proba(self, x=None, input_fn=None, batch_size=None, as_iterable=True):
        """Yields the probabilities of the classes; without as_iterable an array of all."""
        return self._predict_one(PredictionKey.PROBABILITIES, x, input_fn, batch_size, as_iterable)


class _Regressor(_Canned):
    _default = PredictionKey.SCORES

    def predict_scores(self, x=None, input_fn=None, batch_size=None, as_iterable=True):
        """Yields the number, or numbers, of each example; without as_iterable an array of all."""
        return self._predict_one(PredictionKey.SCORES, x, input_fn, batch_size, as_iterable)


class _ScoresRegressor(_Regressor):
    """A regressor whose metrics without a key measure the scores."""

    def evaluate(
        self,
        x=None,
        y=None,
        input_fn=None,
        feed_fn=None,
        batch_size=None,
        steps=None,
        metrics=None,
        name=None,
        checkpoint_path=None,
        hooks=None,
        log_progress=True,
    ):
        """{metric: value}, as Estimator's; a metric function is given the scores."""
        if isinstance(metrics, dict):
            metrics = {
                key if isinstance(metric, MetricSpec) or isinstance(key, tuple) else (key, PredictionKey.SCORES): metric
                for key, metric in metrics.items()
            }
        return super().evaluate(
            x, y, input_fn, feed_fn, batch_size, steps, metrics, name, checkpoint_path, hooks, log_progress
        )


def _with_sdca(params, optimizer, weight_column_name, joint_weights, enable_centered_bias):
    """(the model function, its params) of a linear model, which has its own for an SDCAOptimizer."""
    if not isinstance(optimizer, SDCAOptimizer):
        return linear_model_fn, params
    if enable_centered_bias:
        raise ValueError("enable_centered_bias is not supported with SDCA")
    if joint_weights:
        raise AssertionError("_joint_weight is incompatible with the SDCAOptimizer")
    if params["head"].logits_dimension != 1:
        raise AssertionError("SDCA only applies to binary classification, and to one number for each example.")
    return sdca_model_fn, {
        "head": params["head"],
        "feature_columns": params["feature_columns"],
        "optimizer": optimizer,
        "weight_column_name": weight_column_name,
        "update_weights_hook": UpdateWeightsHook(),
    }


def _checked(feature_columns):
    if not feature_columns:
        raise AssertionError("feature_columns can't be empty.")
    return feature_columns


class LinearClassifier(Classifier):
    """A classifier that weighs what columns make of features.

    feature_columns: those of tf.contrib.layers, or of tf.feature_column.  n_classes: how many classes; label_keys: their
    names, where labels are strings.  weight_column_name: which feature says how much an example counts.  optimizer: an
    Optimizer, a name or a function.  gradient_clip_norm: the most that the gradients' norm may be.
    enable_centered_bias: whether a bias is trained toward the mean of the labels.  The rest is as for Estimator.
    """

    def __init__(
        self,
        feature_columns,
        model_dir=None,
        n_classes=2,
        weight_column_name=None,
        optimizer=None,
        gradient_clip_norm=None,
        enable_centered_bias=False,
        _joint_weight=False,
        config=None,
        feature_engineering_fn=None,
        label_keys=None,
    ):
        params = {
            "head": multi_class_head(
                n_classes,
                weight_column_name=weight_column_name,
                enable_centered_bias=enable_centered_bias,
                label_keys=label_keys,
            ),
            "feature_columns": _checked(feature_columns),
            "optimizer": optimizer,
            "gradient_clip_norm": gradient_clip_norm,
            "joint_weights": _joint_weight,
        }
        model_fn, params = _with_sdca(params, optimizer, weight_column_name, _joint_weight, enable_centered_bias)
        super().__init__(model_fn, model_dir, config, params, feature_engineering_fn)


class LinearRegressor(_Regressor):
    """A model of numbers that weighs what columns make of features.

    label_dimension: how many numbers each example has.  The rest is as for LinearClassifier.
    """

    def __init__(
        self,
        feature_columns,
        model_dir=None,
        weight_column_name=None,
        optimizer=None,
        gradient_clip_norm=None,
        enable_centered_bias=False,
        label_dimension=1,
        _joint_weights=False,
        config=None,
        feature_engineering_fn=None,
    ):
        params = {
            "head": regression_head(
                weight_column_name=weight_column_name,
                label_dimension=label_dimension,
                enable_centered_bias=enable_centered_bias,
            ),
            "feature_columns": _checked(feature_columns),
            "optimizer": optimizer,
            "gradient_clip_norm": gradient_clip_norm,
            "joint_weights": _joint_weights,
        }
        model_fn, params = _with_sdca(params, optimizer, weight_column_name, _joint_weights, enable_centered_bias)
        super().__init__(model_fn, model_dir, config, params, feature_engineering_fn)


class LinearEstimator(Estimator):
    """A weighted sum with a head of your choice; the rest is as for LinearClassifier."""

    def __init__(
        self,
        feature_columns,
        head,
        model_dir=None,
        weight_column_name=None,
        optimizer=None,
        gradient_clip_norm=None,
        _joint_weights=False,
        config=None,
        feature_engineering_fn=None,
    ):
        if isinstance(optimizer, SDCAOptimizer):
            raise ValueError("LinearEstimator does not support SDCA optimizer.")
        params = {
            "head": head,
            "feature_columns": _checked(feature_columns),
            "optimizer": optimizer,
            "gradient_clip_norm": gradient_clip_norm,
            "joint_weights": _joint_weights,
        }
        super().__init__(linear_model_fn, model_dir, config, params, feature_engineering_fn)


class DNNEstimator(Estimator):
    """A model with hidden layers and a head of your choice.

    hidden_units: how many units each layer has.  feature_columns: dense ones.  activation_fn: a function, or "relu",
    "tanh" or "sigmoid".  dropout: how likely a unit is left out.  embedding_lr_multipliers: {embedding column: factor of
    its gradients}.  optimizer, gradient_clip_norm: as for LinearClassifier.  The rest is as for Estimator.
    """

    def __init__(
        self,
        head,
        hidden_units,
        feature_columns,
        model_dir=None,
        optimizer=None,
        activation_fn=relu,
        dropout=None,
        gradient_clip_norm=None,
        config=None,
        feature_engineering_fn=None,
        embedding_lr_multipliers=None,
        input_layer_min_slice_size=None,
    ):
        params = {
            "head": head,
            "hidden_units": hidden_units,
            "feature_columns": feature_columns,
            "optimizer": optimizer,
            "activation_fn": activation_fn,
            "dropout": dropout,
            "gradient_clip_norm": gradient_clip_norm,
            "embedding_lr_multipliers": embedding_lr_multipliers,
            "input_layer_min_slice_size": input_layer_min_slice_size,
        }
        super().__init__(dnn_model_fn, model_dir, config, params, feature_engineering_fn)


class DNNClassifier(DNNEstimator, Classifier):
    """A classifier with hidden layers; the arguments are as for DNNEstimator and LinearClassifier."""

    def __init__(
        self,
        hidden_units,
        feature_columns,
        model_dir=None,
        n_classes=2,
        weight_column_name=None,
        optimizer=None,
        activation_fn=relu,
        dropout=None,
        gradient_clip_norm=None,
        enable_centered_bias=False,
        config=None,
        feature_engineering_fn=None,
        embedding_lr_multipliers=None,
        input_layer_min_slice_size=None,
        label_keys=None,
    ):
        head = multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        super().__init__(
            head,
            hidden_units,
            tuple(feature_columns or ()),
            model_dir,
            optimizer,
            activation_fn,
            dropout,
            gradient_clip_norm,
            config,
            feature_engineering_fn,
            embedding_lr_multipliers,
            input_layer_min_slice_size,
        )


class DNNRegressor(DNNEstimator, _ScoresRegressor):
    """A model of numbers with hidden layers; the arguments are as for DNNEstimator and LinearRegressor."""

    def __init__(
        self,
        hidden_units,
        feature_columns,
        model_dir=None,
        weight_column_name=None,
        optimizer=None,
        activation_fn=relu,
        dropout=None,
        gradient_clip_norm=None,
        enable_centered_bias=False,
        config=None,
        feature_engineering_fn=None,
        label_dimension=1,
        embedding_lr_multipliers=None,
        input_layer_min_slice_size=None,
    ):
        head = regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        super().__init__(
            head,
            hidden_units,
            tuple(feature_columns or ()),
            model_dir,
            optimizer,
            activation_fn,
            dropout,
            gradient_clip_norm,
            config,
            feature_engineering_fn,
            embedding_lr_multipliers,
            input_layer_min_slice_size,
        )


class DNNLinearCombinedEstimator(Estimator):
    """A weighted sum and hidden layers, added, with a head of your choice.

    linear_feature_columns, linear_optimizer: of the sum.  dnn_feature_columns, dnn_optimizer, dnn_hidden_units,
    dnn_activation_fn, dnn_dropout: of the layers.  fix_global_step_increment_bug: without it a training step adds 2 to the
    global step when there are both.  The rest is as for DNNEstimator.
    """

    def __init__(
        self,
        head,
        model_dir=None,
        linear_feature_columns=None,
        linear_optimizer=None,
        _joint_linear_weights=False,
        dnn_feature_columns=None,
        dnn_optimizer=None,
        dnn_hidden_units=None,
        dnn_activation_fn=None,
        dnn_dropout=None,
        gradient_clip_norm=None,
        config=None,
        feature_engineering_fn=None,
        embedding_lr_multipliers=None,
        fix_global_step_increment_bug=False,
        input_layer_partitioner=None,
    ):
        linear_feature_columns = tuple(linear_feature_columns or ())
        dnn_feature_columns = tuple(dnn_feature_columns or ())
        if not linear_feature_columns + dnn_feature_columns:
            raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
        params = {
            "head": head,
            "linear_feature_columns": linear_feature_columns,
            "linear_optimizer": linear_optimizer,
            "joint_linear_weights": _joint_linear_weights,
            "dnn_feature_columns": dnn_feature_columns,
            "dnn_optimizer": dnn_optimizer,
            "dnn_hidden_units": dnn_hidden_units,
            "dnn_activation_fn": dnn_activation_fn,
            "dnn_dropout": dnn_dropout,
            "gradient_clip_norm": gradient_clip_norm,
            "embedding_lr_multipliers": embedding_lr_multipliers,
            "fix_global_step_increment_bug": fix_global_step_increment_bug,
            "input_layer_partitioner": input_layer_partitioner,
        }
        super().__init__(combined_model_fn, model_dir, config, params, feature_engineering_fn)


def _partitioner(min_slice_size, config):
    if min_slice_size is None:
        return None
    count = config.num_ps_replicas if config else 0
    return min_max_variable_partitioner(max_partitions=count, min_slice_size=min_slice_size)


class DNNLinearCombinedClassifier(DNNLinearCombinedEstimator, Classifier):
    """A classifier of both; the arguments are as for DNNLinearCombinedEstimator and LinearClassifier."""

    def __init__(
        self,
        model_dir=None,
        n_classes=2,
        weight_column_name=None,
        linear_feature_columns=None,
        linear_optimizer=None,
        _joint_linear_weights=False,
        dnn_feature_columns=None,
        dnn_optimizer=None,
        dnn_hidden_units=None,
        dnn_activation_fn=relu,
        dnn_dropout=None,
        gradient_clip_norm=None,
        enable_centered_bias=False,
        config=None,
        feature_engineering_fn=None,
        embedding_lr_multipliers=None,
        input_layer_min_slice_size=None,
        label_keys=None,
        fix_global_step_increment_bug=False,
    ):
        head = multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        super().__init__(
            head,
            model_dir,
            linear_feature_columns,
            linear_optimizer,
            _joint_linear_weights,
            dnn_feature_columns,
            dnn_optimizer,
            dnn_hidden_units,
            dnn_activation_fn,
            dnn_dropout,
            gradient_clip_norm,
            config,
            feature_engineering_fn,
            embedding_lr_multipliers,
            fix_global_step_increment_bug,
            _partitioner(input_layer_min_slice_size, config),
        )


class DNNLinearCombinedRegressor(DNNLinearCombinedEstimator, _ScoresRegressor):
    """A model of numbers of both; the arguments are as for DNNLinearCombinedEstimator and LinearRegressor."""

    def __init__(
        self,
        model_dir=None,
        weight_column_name=None,
        linear_feature_columns=None,
        linear_optimizer=None,
        _joint_linear_weights=False,
        dnn_feature_columns=None,
        dnn_optimizer=None,
        dnn_hidden_units=None,
        dnn_activation_fn=relu,
        dnn_dropout=None,
        gradient_clip_norm=None,
        enable_centered_bias=False,
        label_dimension=1,
        config=None,
        feature_engineering_fn=None,
        embedding_lr_multipliers=None,
        input_layer_min_slice_size=None,
        fix_global_step_increment_bug=False,
    ):
        head = regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        super().__init__(
            head,
            model_dir,
            linear_feature_columns,
            linear_optimizer,
            _joint_linear_weights,
            dnn_feature_columns,
            dnn_optimizer,
            dnn_hidden_units,
            dnn_activation_fn,
            dnn_dropout,
            gradient_clip_norm,
            config,
            feature_engineering_fn,
            embedding_lr_multipliers,
            fix_global_step_increment_bug,
            _partitioner(input_layer_min_slice_size, config),
        )
