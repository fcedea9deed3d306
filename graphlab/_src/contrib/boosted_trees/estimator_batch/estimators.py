"""Boosted trees as Estimators of tf.contrib.learn."""

from typing import Any

from graphlab._src.contrib.boosted_trees.estimator_batch import heads
from graphlab._src.contrib.boosted_trees.estimator_batch.model import model_builder, ranking_model_builder
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.heads import regression_head


class _TreesEstimator(Estimator):
    """The base of estimators of boosted trees.

    learner_config: a LearnerConfig.  examples_per_layer: after how many examples a layer is added, or a function of its number.
    num_trees: when training ends.  feature_columns: what makes columns of features; without any, features are the columns.
    weight_column_name: the feature that says how much an example counts.
    logits_modifier_function(logits, features, mode) -> logits.  center_bias: whether a bias is learned before the first tree.
    use_core_libs: whether feature columns, and the head, are tf.estimator's.  output_leaf_index: whether predictions say leaves.
    override_global_step_value: what the global step is after training.  num_quantiles: about how many buckets a feature has.
    """

    def _train_trees(self, model_fn, model_dir, config, feature_engineering_fn, **params: Any):
        Estimator.__init__(
            self,
            model_fn=model_fn,
            params=params,
            model_dir=model_dir,
            config=config,
            feature_engineering_fn=feature_engineering_fn,
        )


class GradientBoostedDecisionTreeClassifier(_TreesEstimator):
    """One of n_classes, whose names label_keys may hold; the rest is as for _TreesEstimator."""

    def __init__(
        self,
        learner_config,
        examples_per_layer,
        n_classes=2,
        num_trees=None,
        feature_columns=None,
        weight_column_name=None,
        model_dir=None,
        config=None,
        label_keys=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=True,
        use_core_libs=False,
        output_leaf_index=False,
        override_global_step_value=None,
        num_quantiles=100,
    ):
        if learner_config.num_classes == 0:
            learner_config.num_classes = n_classes
        elif learner_config.num_classes != n_classes:
            raise ValueError(f"n_classes ({learner_config.num_classes}) doesn't match learner_config ({n_classes}).")
        head = heads.class_head(n_classes, weight_column_name, label_keys)
        self._train_trees(
            model_builder,
            model_dir,
            config,
            feature_engineering_fn,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            use_core_libs=use_core_libs,
            output_leaf_index=output_leaf_index,
            override_global_step_value=override_global_step_value,
            num_quantiles=num_quantiles,
        )


class GradientBoostedDecisionTreeRegressor(_TreesEstimator):
    """label_dimension numbers, which label_name finds in a dict of labels; the rest is as for _TreesEstimator."""

    def __init__(
        self,
        learner_config,
        examples_per_layer,
        label_dimension=1,
        num_trees=None,
        feature_columns=None,
        label_name=None,
        weight_column_name=None,
        model_dir=None,
        config=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=True,
        use_core_libs=False,
        output_leaf_index=False,
        override_global_step_value=None,
        num_quantiles=100,
    ):
        learner_config.num_classes = max(2, label_dimension)
        head = regression_head(
            label_name=label_name,
            label_dimension=label_dimension,
            weight_column_name=weight_column_name,
            enable_centered_bias=False,
        )
        del output_leaf_index  # it has no effect here, as in TensorFlow
        self._train_trees(
            model_builder,
            model_dir,
            config,
            feature_engineering_fn,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            use_core_libs=use_core_libs,
            output_leaf_index=False,
            override_global_step_value=override_global_step_value,
            num_quantiles=num_quantiles,
        )


class GradientBoostedDecisionTreeEstimator(_TreesEstimator):
    """What a head makes of logits; the rest is as for _TreesEstimator."""

    def __init__(
        self,
        learner_config,
        examples_per_layer,
        head,
        num_trees=None,
        feature_columns=None,
        weight_column_name=None,
        model_dir=None,
        config=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=True,
        use_core_libs=False,
        output_leaf_index=False,
        override_global_step_value=None,
        num_quantiles=100,
    ):
        del output_leaf_index  # it has no effect here, as in TensorFlow
        self._train_trees(
            model_builder,
            model_dir,
            config,
            feature_engineering_fn,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            use_core_libs=use_core_libs,
            output_leaf_index=False,
            override_global_step_value=override_global_step_value,
            num_quantiles=num_quantiles,
        )


class GradientBoostedDecisionTreeRanker(_TreesEstimator):
    """Logits by which examples are ranked, learned of pairs; the rest is as for _TreesEstimator.

    ranking_model_pair_keys: the letters by which the names of the features of both examples of a pair begin.
    """

    def __init__(
        self,
        learner_config,
        examples_per_layer,
        head,
        ranking_model_pair_keys,
        num_trees=None,
        feature_columns=None,
        weight_column_name=None,
        model_dir=None,
        config=None,
        label_keys=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=False,
        use_core_libs=False,
        output_leaf_index=False,
        override_global_step_value=None,
        num_quantiles=100,
    ):
        del label_keys
        self._train_trees(
            ranking_model_builder,
            model_dir,
            config,
            feature_engineering_fn,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            use_core_libs=use_core_libs,
            output_leaf_index=output_leaf_index,
            override_global_step_value=override_global_step_value,
            num_quantiles=num_quantiles,
            ranking_model_pair_keys=ranking_model_pair_keys,
        )


class GradientBoostedDecisionTreeQuantileRegressor(_TreesEstimator):
    """A quantile, the only one of quantiles, of label_dimension numbers; the rest is as for _TreesEstimator."""

    def __init__(
        self,
        learner_config,
        examples_per_layer,
        quantiles,
        label_dimension=1,
        num_trees=None,
        feature_columns=None,
        weight_column_name=None,
        model_dir=None,
        config=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=True,
        use_core_libs=False,
        output_leaf_index=False,
        override_global_step_value=None,
        num_quantiles=100,
    ):
        head = heads.quantile_head(heads.only(quantiles), label_dimension)
        learner_config.num_classes = max(2, label_dimension)
        del output_leaf_index  # it has no effect here, as in TensorFlow
        self._train_trees(
            model_builder,
            model_dir,
            config,
            feature_engineering_fn,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            use_core_libs=use_core_libs,
            output_leaf_index=False,
            override_global_step_value=override_global_step_value,
            num_quantiles=num_quantiles,
        )
