"""GradientBoostedDecisionTreeModel: predictions of an ensemble of trees, and the training that makes it grow."""

import collections
from typing import Any

from graphlab._src.autodiff.gradients import gradients as gradients_of
from graphlab._src.base import dtypes, logging
from graphlab._src.cluster.device_setter import replica_device_setter
from graphlab._src.contrib.boosted_trees import batch_ops, model_ops, prediction_ops, training_ops
from graphlab._src.contrib.boosted_trees.categorical_split_handler import EqualitySplitHandler
from graphlab._src.contrib.boosted_trees.gbdt_config import fill_defaults, shapes_of
from graphlab._src.contrib.boosted_trees.gbdt_features import extract_features
from graphlab._src.contrib.boosted_trees.gbdt_gradients import statistics_of, weights_of
from graphlab._src.contrib.boosted_trees.gbdt_growth import EnsembleGrower, GBDTTrainingState
from graphlab._src.contrib.boosted_trees.ordinal_split_handler import DenseSplitHandler, SparseSplitHandler
from graphlab._src.contrib.boosted_trees.stats_accumulator import StatsAccumulator
from graphlab._src.contrib.learn.keys import ModeKeys
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal, less
from graphlab._src.ops.constants import fill, ones, zeros
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import stack, unstack
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.stateless_random import stateless_uniform
from graphlab._src.proto.gradient_trees import LearnerConfig
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar

ENSEMBLE_STAMP = "ensemble_stamp"
PREDICTIONS = "predictions"
PARTITION_IDS = "partition_ids"
NUM_LAYERS_ATTEMPTED = "num_layers"
NUM_TREES_ATTEMPTED = "num_trees"
NUM_USED_HANDLERS = "num_used_handlers"
USED_HANDLERS_MASK = "used_handlers_mask"
LEAF_INDEX = "leaf_index"
_MODES = ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.INFER


def _counter(name):
    return Variable(zeros([], dtypes.int64), trainable=False, name=name)


class GradientBoostedDecisionTreeModel:
    """A model.

    is_chief: whether this process makes the ensemble grow.  num_ps_replicas: how many parameter servers there are.
    center_bias: whether a bias is learned before the first tree.
    examples_per_layer: after how many examples a layer is added, or a function of the layer's number.
    learner_config: a LearnerConfig, whose gaps are filled.  features: {name: tensor}.  logits_dimension: of each example.
    loss_reduction: Reduction.SUM, or SUM_OVER_NONZERO_WEIGHTS for a mean.  feature_columns: what makes columns of features;
    with use_core_columns they are tf.feature_column's.  output_leaf_index: whether predictions say leaves, in the modes
    output_leaf_index_modes, by default INFER.  num_quantiles: about how many buckets a feature has.
    """

    def __init__(
        self,
        is_chief,
        num_ps_replicas,
        ensemble_handle,
        center_bias,
        examples_per_layer,
        learner_config,
        features,
        logits_dimension,
        loss_reduction=Reduction.SUM_OVER_NONZERO_WEIGHTS,
        feature_columns=None,
        use_core_columns=False,
        output_leaf_index=False,
        output_leaf_index_modes=None,
        num_quantiles=100,
    ):
        if ensemble_handle is None:
            raise ValueError("ensemble_handle must be specified.")
        if learner_config is None:
            raise ValueError("learner_config must be specified.")
        if loss_reduction not in (Reduction.SUM, Reduction.SUM_OVER_NONZERO_WEIGHTS):
            raise ValueError(f"Invalid loss reduction is provided: {loss_reduction}.")
        modes = [ModeKeys.INFER] if output_leaf_index_modes is None else output_leaf_index_modes
        if any(mode not in _MODES for mode in modes):
            raise ValueError("output_leaf_index_modes should only contain ModeKeys.")
        fill_defaults(learner_config, logits_dimension)
        self._gradient_shape, self._hessian_shape = shapes_of(learner_config, logits_dimension)
        if center_bias and self._gradient_shape.ndims:
            raise ValueError("Center bias should be False for multiclass.")
        self._is_chief, self._num_ps_replicas, self._ensemble_handle = is_chief, num_ps_replicas, ensemble_handle
        self._center_bias, self._learner_config, self._logits_dimension = center_bias, learner_config, logits_dimension
        self._sums_loss, self._num_quantiles = loss_reduction == Reduction.SUM, num_quantiles
        self._leaf_modes = tuple(modes) if output_leaf_index else ()
        self._grower = EnsembleGrower(ensemble_handle, learner_config, center_bias, examples_per_layer)
        self._names, self._dense, *sparse = extract_features(features, feature_columns, use_core_columns)
        self._floats, self._ids = sparse[:3], sparse[3:]
        if learner_config.weak_learner_type == LearnerConfig.OBLIVIOUS_DECISION_TREE and self._floats[0]:
            raise ValueError("Oblivious trees don't handle sparse float features yet.")
        logging.info("Active Feature Columns: %s", self._names)
        logging.info("Learner config: %s", learner_config)

    @property
    def _is_per_class(self):
        return self._learner_config.multi_class_strategy == LearnerConfig.TREE_PER_CLASS

    def predict(self, mode):
        """{name: tensor} of predictions, and of what train needs of the ensemble.  mode: a ModeKeys."""
        with device(self._ensemble_handle.device):
            stamp = model_ops.tree_ensemble_stamp_token(self._ensemble_handle)
            statistics = training_ops.tree_ensemble_stats(self._ensemble_handle, stamp)
            used = model_ops.tree_ensemble_used_handlers(
                self._ensemble_handle, stamp, num_all_handlers=len(self._names)
            )
            trains = mode == ModeKeys.TRAIN
            options = {
                "learner_config": self._learner_config.SerializeToString(),
                "apply_dropout": trains,
                "apply_averaging": not trains,
                "use_locking": True,
                "center_bias": self._center_bias,
                "reduce_dim": self._is_per_class and self._learner_config.num_classes == 2,
            }
            seed = statistics.attempted_trees if trains else constant(-1, dtypes.int64)
            features = (self._dense, *self._floats, *self._ids)
            with control_dependencies(list(statistics)):
                says_leaves = mode in self._leaf_modes
                predict = prediction_ops.gradient_trees_prediction
                if says_leaves:
                    predict = prediction_ops.gradient_trees_prediction_verbose
                logits, _, *leaves = predict(self._ensemble_handle, seed, *features, **options)
                partition_ids = prediction_ops.gradient_trees_partition_examples(
                    self._ensemble_handle, *features, use_locking=True
                )
        found = {
            ENSEMBLE_STAMP: stamp,
            PREDICTIONS: logits,
            PARTITION_IDS: partition_ids,
            NUM_LAYERS_ATTEMPTED: statistics.attempted_layers,
            NUM_TREES_ATTEMPTED: statistics.attempted_trees,
            NUM_USED_HANDLERS: used.num_used_handlers,
            USED_HANDLERS_MASK: used.used_handlers_mask,
        }
        return {**found, LEAF_INDEX: leaves[0]} if leaves else found

    def _class_id(self, predictions_dict):
        """The class that the tree is for, -1 for all."""
        if self._is_per_class and self._logits_dimension != 1:
            return cast(predictions_dict[NUM_TREES_ATTEMPTED] % self._logits_dimension, dtypes.int32)
        return constant(-1, dtypes.int32)

    def update_stats(self, loss, predictions_dict, gradients=None, hessians=None):
        """(operations that add a batch, an operation that drops the ensemble, the GBDTTrainingState).

        loss: a mean, or a sum where loss_reduction says so.  predictions_dict: of predict.
        gradients, hessians: of predictions; left out: they are derived of the loss.
        """
        predictions, stamp = predictions_dict[PREDICTIONS], predictions_dict[ENSEMBLE_STAMP]
        if gradients is None:
            (gradients,) = gradients_of(loss, predictions, name="Gradients")
        strategy, class_id = self._learner_config.multi_class_strategy, self._class_id(predictions_dict)
        gradients_of_tree, hessians_of_tree, hessians = statistics_of(
            strategy, self._logits_dimension, class_id, gradients, hessians, predictions
        )
        worker_device = [*self._dense, *self._floats[0], *self._ids[0]][0].device
        ps_device = replica_device_setter(self._num_ps_replicas, worker_device=worker_device) or worker_device
        with device(ps_device):
            handlers = self._handlers(strategy)
            state = self._training_state(handlers)
        scalar("layer_stats/num_examples", state.num_layer_examples)
        scalar("layer_stats/num_steps", state.num_layer_steps)
        scalar("ensemble_stats/active_tree", state.active_tree)
        scalar("ensemble_stats/active_layer", state.active_layer)

        def add_to_bias():
            count = self._logits_dimension
            ids = range_(count), zeros([count, 2], dtypes.int64)
            sums = reduce_sum(gradients, 0), reduce_sum(hessians, 0)
            return group(state.bias_stats_accumulator.add(stamp, *ids, *sums), name="update_bias_stats")

        updates = [cond(state.continue_centering, add_to_bias, no_op)] if self._center_bias else []
        reads = collections.OrderedDict((handler, handler.scheduled_reads()) for handler in handlers)
        results = batch_ops.run_handler_scheduled_ops(reads, stamp, worker_device)
        active = unstack(self._active_handlers(len(handlers), predictions_dict), num=len(handlers), axis=0)
        empty = [zeros([0, *shape.as_list()]) for shape in (self._gradient_shape, self._hessian_shape)]
        scheduled = collections.OrderedDict()
        for handler, is_active in zip(handlers, active, strict=True):
            update, scheduled[handler] = handler.update_stats(
                stamp,
                predictions_dict[PARTITION_IDS],
                gradients_of_tree,
                hessians_of_tree,
                *empty,
                weights_of(hessians_of_tree),
                is_active,
                results[handler],
            )
            updates.append(update)
        for found in batch_ops.run_handler_scheduled_ops(scheduled, stamp, worker_device).values():
            updates += found
        return updates, self._grower.reset(state) if self._is_chief else no_op(), state

    def _handlers(self, strategy):
        config = self._learner_config
        common: dict[str, Any] = {
            "l1_regularization": constant(config.regularization.l1, dtypes.float32),
            "l2_regularization": constant(config.regularization.l2, dtypes.float32),
            "tree_complexity_regularization": constant(config.regularization.tree_complexity, dtypes.float32),
            "min_node_weight": constant(config.constraints.min_node_weight, dtypes.float32),
            "multiclass_strategy": constant(strategy),
            "gradient_shape": self._gradient_shape,
            "hessian_shape": self._hessian_shape,
            "init_stamp_token": constant(0, dtypes.int64),
            "loss_uses_sum_reduction": constant(self._sums_loss),
        }
        buckets = {"epsilon": 1.0 / self._num_quantiles, "num_quantiles": self._num_quantiles}
        learner = {"weak_learner_type": constant(config.weak_learner_type)}
        floats, ids = (
            [SparseTensor(*parts) for parts in zip(*columns, strict=True)] for columns in (self._floats, self._ids)
        )
        kinds: Any = (
            (DenseSplitHandler, "dense_float_column", self._dense, {**buckets, **learner}),
            (SparseSplitHandler, "sparse_float_column", floats, buckets),
            (EqualitySplitHandler, "sparse_int_column", ids, learner),
        )
        found, names = [], iter(self._names)
        for kind, argument, columns, options in kinds:
            for i, column in enumerate(columns):
                place = {"feature_column_group_id": constant(i), "name": next(names), argument: column}
                found.append(kind(**place, **common, **options))
        return found

    def _training_state(self, handlers):
        scalars = shapes_of(self._learner_config, 1)
        shapes = self._gradient_shape, self._hessian_shape
        return GBDTTrainingState(
            num_layer_examples=_counter("num_layer_examples"),
            num_layer_steps=_counter("num_layer_steps"),
            num_layers=_counter("num_layers"),
            active_tree=_counter("active_tree"),
            active_layer=_counter("active_layer"),
            continue_centering=Variable(self._center_bias, name="continue_centering", trainable=False),
            bias_stats_accumulator=StatsAccumulator(0, *shapes, name="BiasAccumulator"),
            steps_accumulator=StatsAccumulator(0, *scalars, name="StepsAccumulator"),
            handlers=handlers,
        )

    def _active_handlers(self, count, predictions_dict):
        """Which features count in this layer and in the next: bool[features, 2]."""
        config = self._learner_config
        kind = config.WhichOneof("feature_fraction")
        if kind == "feature_fraction_per_level":
            seed = predictions_dict[NUM_LAYERS_ATTEMPTED]
            draws = [stateless_uniform([count], [step, 1]) for step in (seed, seed + 1)]
            active = less(stack(draws, axis=1), config.feature_fraction_per_level)
        elif kind == "feature_fraction_per_tree":
            draws = stateless_uniform([count], [predictions_dict[NUM_TREES_ATTEMPTED], 2])
            active = stack([less(draws, config.feature_fraction_per_tree), fill([count], True)], axis=1)
        else:
            active = ones([count, 2], dtypes.bool)
        most = config.constraints.max_number_of_unique_feature_columns
        if not most:
            return active
        used = predictions_dict[USED_HANDLERS_MASK]
        return cond(
            greater_equal(predictions_dict[NUM_USED_HANDLERS], most),
            lambda: logical_and(stack([used, used], axis=1), active),
            lambda: active,
        )

    def increment_step_counter_and_maybe_update_ensemble(self, predictions_dict, training_state):
        """An operation that counts a batch and, when there are enough examples, makes the ensemble grow."""
        return self._grower.count_and_grow(
            training_state,
            predictions_dict[PREDICTIONS],
            predictions_dict[ENSEMBLE_STAMP],
            predictions_dict[NUM_TREES_ATTEMPTED],
            self._class_id(predictions_dict),
            self._is_chief,
        )

    def make_update_ensemble_fn(self, ensemble_stamp, training_state, dropout_seed, class_id):
        """A function that returns an operation that makes the ensemble grow."""
        return lambda: self._grower.grow(training_state, ensemble_stamp, dropout_seed, class_id)

    def get_number_of_trees_tensor(self):
        """(finished trees, trees that were tried), as variables."""
        return self._grower.finalized_trees, self._grower.attempted_trees

    def get_max_tree_depth(self):
        """How deep a tree grows, as a variable."""
        return self._grower.max_tree_depth

    def train(self, loss, predictions_dict, labels, gradients=None, hessians=None):
        """An operation that adds a batch and, when there are enough examples, makes the ensemble grow.

        labels: have no effect, as in TensorFlow.  The rest is as for update_stats.
        """
        del labels
        updates, _, state = self.update_stats(loss, predictions_dict, gradients, hessians)
        with control_dependencies(updates):
            return self.increment_step_counter_and_maybe_update_ensemble(predictions_dict, state)
