"""Boosted trees as Estimators of tf.estimator."""

from graphlab._src.contrib.boosted_trees.estimator_batch import heads
from graphlab._src.contrib.boosted_trees.estimator_batch.model import (
    ModelBuilderOutputType,
    model_builder,
    ranking_model_builder,
)
from graphlab._src.estimator.estimator import Estimator


class _CoreTreesEstimator(Estimator):
    """The base of estimators of boosted trees; the arguments are those of tf.contrib.learn's estimators of them."""

    def _train_trees(self, builder, model_dir, config, **params):
        params = {"use_core_libs": True, "override_global_step_value": None, **params}

        def model_fn(features, labels, mode, config):
            spec = ModelBuilderOutputType.ESTIMATOR_SPEC
            return builder(features, labels, mode, params, config, output_type=spec)

        Estimator.__init__(self, model_fn=model_fn, model_dir=model_dir, config=config)


class CoreGradientBoostedDecisionTreeEstimator(_CoreTreesEstimator):
    """What a head of tf.estimator makes of logits."""

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
        label_keys=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=True,
        output_leaf_index=False,
        num_quantiles=100,
    ):
        del label_keys, feature_engineering_fn
        self._train_trees(
            model_builder,
            model_dir,
            config,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            output_leaf_index=output_leaf_index,
            num_quantiles=num_quantiles,
        )


class CoreGradientBoostedDecisionTreeRanker(_CoreTreesEstimator):
    """Logits by which examples are ranked, learned of pairs."""

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
        logits_modifier_function=None,
        center_bias=False,
        output_leaf_index=False,
        num_quantiles=100,
    ):
        del label_keys
        self._train_trees(
            ranking_model_builder,
            model_dir,
            config,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            output_leaf_index=output_leaf_index,
            num_quantiles=num_quantiles,
            ranking_model_pair_keys=ranking_model_pair_keys,
        )


class CoreGradientBoostedDecisionTreeQuantileRegressor(_CoreTreesEstimator):
    """A quantile, the only one of quantiles, of label_dimension numbers."""

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
        label_keys=None,
        feature_engineering_fn=None,
        logits_modifier_function=None,
        center_bias=True,
        output_leaf_index=False,
        num_quantiles=100,
    ):
        del label_keys, feature_engineering_fn
        head = heads.core_quantile_regression_head(
            heads.only(quantiles), label_dimension=label_dimension, weight_column=weight_column_name
        )
        self._train_trees(
            model_builder,
            model_dir,
            config,
            head=head,
            feature_columns=feature_columns,
            learner_config=learner_config,
            num_trees=num_trees,
            weight_column_name=weight_column_name,
            examples_per_layer=examples_per_layer,
            center_bias=center_bias,
            logits_modifier_function=logits_modifier_function,
            output_leaf_index=output_leaf_index,
            num_quantiles=num_quantiles,
        )
