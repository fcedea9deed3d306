"""A network and boosted trees as one Estimator, of tf.contrib.learn and of tf.estimator."""

from typing import Any

from graphlab._src.contrib.boosted_trees.estimator_batch.dnn_tree_model import combined_model
from graphlab._src.contrib.boosted_trees.estimator_batch.model import ModelBuilderOutputType
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.heads import multi_class_head, regression_head
from graphlab._src.estimator.estimator import Estimator as CoreEstimator
from graphlab._src.ops.activation import relu


def _model_fn(**arguments: Any):
    """The model function of tf.contrib.learn or tf.estimator with these arguments of combined_model."""

    def model_fn(features, labels, mode, config):
        return combined_model(features=features, labels=labels, mode=mode, config=config, **arguments)

    return model_fn


class DNNBoostedTreeCombinedEstimator(Estimator):
    """A network whose logits trees correct, with a head.

    dnn_hidden_units: of each layer.  dnn_feature_columns, tree_feature_columns: what makes columns of features.
    tree_learner_config: a LearnerConfig.  num_trees: when training ends.  tree_examples_per_layer: after how many examples a
    layer of a tree is added.  dnn_optimizer, dnn_activation_fn, dnn_dropout, dnn_input_layer_partitioner: of the network.
    dnn_input_layer_to_tree: whether trees split the input of the network, too.  dnn_steps_to_train: how long the network is
    trained, before the trees are.  predict_with_tree_only: whether predictions are those of the trees alone.
    tree_center_bias: whether a bias is learned first.  dnn_to_tree_distillation_param: (weight, loss function or None) by which
    trees learn the logits of the network.  use_core_versions: whether feature columns are tf.estimator's.
    override_global_step_value: what the global step is after training.
    """

    def __init__(
        self,
        dnn_hidden_units,
        dnn_feature_columns,
        tree_learner_config,
        num_trees,
        tree_examples_per_layer,
        head,
        model_dir=None,
        config=None,
        feature_engineering_fn=None,
        dnn_optimizer="Adagrad",
        dnn_activation_fn=relu,
        dnn_dropout=None,
        dnn_input_layer_partitioner=None,
        dnn_input_layer_to_tree=True,
        dnn_steps_to_train=10000,
        predict_with_tree_only=False,
        tree_feature_columns=None,
        tree_center_bias=False,
        dnn_to_tree_distillation_param=None,
        use_core_versions=False,
        override_global_step_value=None,
    ):
        model_fn = _model_fn(
            head=head,
            dnn_hidden_units=dnn_hidden_units,
            dnn_feature_columns=dnn_feature_columns,
            tree_learner_config=tree_learner_config,
            num_trees=num_trees,
            tree_examples_per_layer=tree_examples_per_layer,
            dnn_optimizer=dnn_optimizer,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            dnn_input_layer_partitioner=dnn_input_layer_partitioner,
            dnn_input_layer_to_tree=dnn_input_layer_to_tree,
            dnn_steps_to_train=dnn_steps_to_train,
            predict_with_tree_only=predict_with_tree_only,
            tree_feature_columns=tree_feature_columns,
            tree_center_bias=tree_center_bias,
            dnn_to_tree_distillation_param=dnn_to_tree_distillation_param,
            use_core_versions=use_core_versions,
            override_global_step_value=override_global_step_value,
        )
        super().__init__(
            model_fn=model_fn, model_dir=model_dir, config=config, feature_engineering_fn=feature_engineering_fn
        )


class DNNBoostedTreeCombinedClassifier(DNNBoostedTreeCombinedEstimator):
    """One of n_classes, whose names label_keys may hold; the rest is as for DNNBoostedTreeCombinedEstimator."""

    def __init__(
        self,
        dnn_hidden_units,
        dnn_feature_columns,
        tree_learner_config,
        num_trees,
        tree_examples_per_layer,
        n_classes=2,
        weight_column_name=None,
        model_dir=None,
        config=None,
        label_name=None,
        label_keys=None,
        feature_engineering_fn=None,
        dnn_optimizer="Adagrad",
        dnn_activation_fn=relu,
        dnn_dropout=None,
        dnn_input_layer_partitioner=None,
        dnn_input_layer_to_tree=True,
        dnn_steps_to_train=10000,
        predict_with_tree_only=False,
        tree_feature_columns=None,
        tree_center_bias=False,
        dnn_to_tree_distillation_param=None,
        use_core_versions=False,
        override_global_step_value=None,
    ):
        head = multi_class_head(
            n_classes=n_classes,
            label_name=label_name,
            label_keys=label_keys,
            weight_column_name=weight_column_name,
            enable_centered_bias=False,
        )
        super().__init__(
            head=head,
            dnn_hidden_units=dnn_hidden_units,
            dnn_feature_columns=dnn_feature_columns,
            tree_learner_config=tree_learner_config,
            num_trees=num_trees,
            tree_examples_per_layer=tree_examples_per_layer,
            dnn_optimizer=dnn_optimizer,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            dnn_input_layer_partitioner=dnn_input_layer_partitioner,
            dnn_input_layer_to_tree=dnn_input_layer_to_tree,
            dnn_steps_to_train=dnn_steps_to_train,
            predict_with_tree_only=predict_with_tree_only,
            tree_feature_columns=tree_feature_columns,
            tree_center_bias=tree_center_bias,
            dnn_to_tree_distillation_param=dnn_to_tree_distillation_param,
            model_dir=model_dir,
            config=config,
            feature_engineering_fn=feature_engineering_fn,
            use_core_versions=use_core_versions,
            override_global_step_value=override_global_step_value,
        )


class DNNBoostedTreeCombinedRegressor(DNNBoostedTreeCombinedEstimator):
    """label_dimension numbers; the rest is as for DNNBoostedTreeCombinedEstimator."""

    def __init__(
        self,
        dnn_hidden_units,
        dnn_feature_columns,
        tree_learner_config,
        num_trees,
        tree_examples_per_layer,
        weight_column_name=None,
        model_dir=None,
        config=None,
        label_name=None,
        label_dimension=1,
        feature_engineering_fn=None,
        dnn_optimizer="Adagrad",
        dnn_activation_fn=relu,
        dnn_dropout=None,
        dnn_input_layer_partitioner=None,
        dnn_input_layer_to_tree=True,
        dnn_steps_to_train=10000,
        predict_with_tree_only=False,
        tree_feature_columns=None,
        tree_center_bias=False,
        dnn_to_tree_distillation_param=None,
        use_core_versions=False,
        override_global_step_value=None,
    ):
        head = regression_head(
            label_name=label_name,
            label_dimension=label_dimension,
            weight_column_name=weight_column_name,
            enable_centered_bias=False,
        )
        tree_learner_config.num_classes = max(2, label_dimension)
        super().__init__(
            head=head,
            dnn_hidden_units=dnn_hidden_units,
            dnn_feature_columns=dnn_feature_columns,
            tree_learner_config=tree_learner_config,
            num_trees=num_trees,
            tree_examples_per_layer=tree_examples_per_layer,
            dnn_optimizer=dnn_optimizer,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            dnn_input_layer_partitioner=dnn_input_layer_partitioner,
            dnn_input_layer_to_tree=dnn_input_layer_to_tree,
            dnn_steps_to_train=dnn_steps_to_train,
            predict_with_tree_only=predict_with_tree_only,
            tree_feature_columns=tree_feature_columns,
            tree_center_bias=tree_center_bias,
            dnn_to_tree_distillation_param=dnn_to_tree_distillation_param,
            model_dir=model_dir,
            config=config,
            feature_engineering_fn=feature_engineering_fn,
            use_core_versions=use_core_versions,
            override_global_step_value=override_global_step_value,
        )


class CoreDNNBoostedTreeCombinedEstimator(CoreEstimator):
    """The same as an Estimator of tf.estimator, with a head of tf.estimator."""

    def __init__(
        self,
        dnn_hidden_units,
        dnn_feature_columns,
        tree_learner_config,
        num_trees,
        tree_examples_per_layer,
        head,
        model_dir=None,
        config=None,
        dnn_optimizer="Adagrad",
        dnn_activation_fn=relu,
        dnn_dropout=None,
        dnn_input_layer_partitioner=None,
        dnn_input_layer_to_tree=True,
        dnn_steps_to_train=10000,
        predict_with_tree_only=False,
        tree_feature_columns=None,
        tree_center_bias=False,
        dnn_to_tree_distillation_param=None,
    ):
        model_fn = _model_fn(
            head=head,
            dnn_hidden_units=dnn_hidden_units,
            dnn_feature_columns=dnn_feature_columns,
            tree_learner_config=tree_learner_config,
            num_trees=num_trees,
            tree_examples_per_layer=tree_examples_per_layer,
            dnn_optimizer=dnn_optimizer,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            dnn_input_layer_partitioner=dnn_input_layer_partitioner,
            dnn_input_layer_to_tree=dnn_input_layer_to_tree,
            dnn_steps_to_train=dnn_steps_to_train,
            predict_with_tree_only=predict_with_tree_only,
            tree_feature_columns=tree_feature_columns,
            tree_center_bias=tree_center_bias,
            dnn_to_tree_distillation_param=dnn_to_tree_distillation_param,
            use_core_versions=True,
            output_type=ModelBuilderOutputType.ESTIMATOR_SPEC,
        )
        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)
