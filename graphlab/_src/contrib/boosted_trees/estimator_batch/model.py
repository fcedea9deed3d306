"""The model functions of boosted trees: of examples, and of pairs of examples that are ranked."""

from typing import Any

from graphlab._src.contrib.boosted_trees.ensemble_variable import tree_ensemble_variable
from graphlab._src.contrib.boosted_trees.estimator_batch.estimator_utils import estimator_spec_to_model_fn_ops
from graphlab._src.contrib.boosted_trees.estimator_batch.trainer_hooks import StopAfterNTrees
from graphlab._src.contrib.boosted_trees.gbdt_batch import (
    LEAF_INDEX,
    PREDICTIONS,
    GradientBoostedDecisionTreeModel,
)
from graphlab._src.contrib.learn.keys import ModeKeys
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.graph.scopes import colocate_with, control_dependencies, device
from graphlab._src.state.assignment import assign_add
from graphlab._src.train.global_step import get_global_step


class ModelBuilderOutputType:
    """What a model function returns: the model of tf.contrib.learn, or that of tf.estimator."""

    MODEL_FN_OPS = 0
    ESTIMATOR_SPEC = 1


def step_op(update, step):
    """An operation that counts a step of training, after an update."""
    with control_dependencies([update]), colocate_with(step):
        return assign_add(step, 1).op


class _Builder:
    """Makes models of one call; the arguments are those of model_builder."""

    def __init__(self, features, labels, mode, params, config, output_type):
        if features is None:
            raise ValueError("At least one feature must be specified.")
        if config is None:
            raise ValueError("Missing estimator RunConfig.")
        self._params, self._config, self._output_type = params, config, output_type
        self._features = {features.name: features} if isinstance(features, Tensor) else features
        self._labels, self._mode = labels, mode
        self.training_features: Any = dict(self._features)
        self.training_features.pop(params["weight_column_name"], None)
        self._step = get_global_step()
        with device(self._step.device):
            self._ensemble = tree_ensemble_variable(0, "", name="ensemble_model")

    def trees(self, features, **options):
        """The model of trees of some features."""
        params = self._params
        return GradientBoostedDecisionTreeModel(
            is_chief=self._config.is_chief,
            num_ps_replicas=self._config.num_ps_replicas,
            ensemble_handle=self._ensemble,
            center_bias=params["center_bias"],
            examples_per_layer=params["examples_per_layer"],
            learner_config=params["learner_config"],
            feature_columns=params["feature_columns"],
            logits_dimension=params["head"].logits_dimension,
            features=features,
            use_core_columns=params["use_core_libs"],
            output_leaf_index=params["output_leaf_index"],
            **options,
        )

    def logits(self, logits):
        """Logits as the head gets them."""
        modify = self._params["logits_modifier_function"]
        return modify(logits, self._features, self._mode) if modify else logits

    def model(self, trees, found, logits):
        """The model of the head.  found: what the trees predict, to train with."""
        params, head = self._params, self._params["head"]

        def train_op_fn(loss):
            return step_op(trees.train(loss, found, self._labels), self._step)

        hooks = []
        if params["num_trees"]:
            count = params["num_trees"] + bool(params["center_bias"])
            finalized, attempted = trees.get_number_of_trees_tensor()
            at_end = params.get("override_global_step_value")
            hooks.append(StopAfterNTrees(count, attempted, finalized, at_end))
        given = {"features": self._features, "mode": self._mode, "labels": self._labels, "logits": logits}
        given["train_op_fn"] = train_op_fn
        is_core = callable(getattr(head, "create_estimator_spec", None))
        if self._output_type == ModelBuilderOutputType.ESTIMATOR_SPEC:
            spec = head.create_estimator_spec(**given)
            _add_leaves(spec, found)
            return spec._replace(training_hooks=[*hooks, *spec.training_hooks])
        if params["use_core_libs"] and is_core:
            ops = estimator_spec_to_model_fn_ops(head.create_estimator_spec(**given))
        else:
            ops = head.create_model_fn_ops(**given)
        _add_leaves(ops, found)
        ops.training_hooks.extend(hooks)
        return ops


def _add_leaves(model, found):
    if LEAF_INDEX in found:
        model.predictions[LEAF_INDEX] = found[LEAF_INDEX]


def model_builder(features, labels, mode, params, config, output_type=ModelBuilderOutputType.MODEL_FN_OPS):
    """The model of boosted trees.

    params: {"head", "learner_config", "feature_columns", "examples_per_layer", "weight_column_name", "center_bias", "num_trees",
    "use_core_libs", "logits_modifier_function", "output_leaf_index", "num_quantiles"}, and "override_global_step_value".
    config: a RunConfig.  ValueError without features or config.
    """
    builder = _Builder(features, labels, mode, params, config, output_type)
    trees = builder.trees(builder.training_features, num_quantiles=params["num_quantiles"])
    with name_scope("gbdt", "gbdt_optimizer"):
        found = trees.predict(mode)
        logits = builder.logits(found[PREDICTIONS])
    return builder.model(trees, found, logits)


def ranking_model_builder(features, labels, mode, params, config, output_type=ModelBuilderOutputType.MODEL_FN_OPS):
    """The model of boosted trees that ranks: it learns the difference of the logits of two examples.

    params: those of model_builder, and "ranking_model_pair_keys": the letters by which the names of features begin.
    """
    builder = _Builder(features, labels, mode, params, config, output_type)
    if mode == ModeKeys.INFER:
        trees = builder.trees(builder.training_features, num_quantiles=params["num_quantiles"])
        with name_scope("gbdt", "gbdt_optimizer"):
            found = trees.predict(mode)
            logits = builder.logits(found[PREDICTIONS])
        return builder.model(trees, found, logits)
    left, right = _pairs(builder.training_features, params["ranking_model_pair_keys"])
    trees = builder.trees(left, num_quantiles=params["num_quantiles"])
    with name_scope("gbdt", "gbdt_optimizer"):
        others = builder.trees(right)
        found, other = trees.predict(mode), others.predict(mode)
        logits = builder.logits(found[PREDICTIONS] - other[PREDICTIONS])
        found[PREDICTIONS] = logits
    return builder.model(trees, found, logits)


def _pairs(features, keys):
    """The features of the left and of the right example, without the letter by which their names begin."""
    if len(keys) != 2:
        raise ValueError("You must provide keys for ranking.")
    if None in keys:
        raise ValueError("Both pair keys should be provided for ranking.")
    sides: tuple[dict, dict] = {}, {}
    for name, tensor in features.items():
        if not name.startswith((f"{keys[0]}.", f"{keys[1]}.")):
            raise ValueError(f"The feature {name!r} begins with neither of {keys[0]!r}. and {keys[1]!r}.")
        sides[not name.startswith(f"{keys[0]}.")][name[2:]] = tensor
    if not all(sides):
        raise ValueError("Features for ranking must be specified.")
    return sides
