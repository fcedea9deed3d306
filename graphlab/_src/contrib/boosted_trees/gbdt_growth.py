"""EnsembleGrower: counts the examples of a layer, and lets the ensemble grow by what the handlers of features found."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.contrib.boosted_trees import model_ops, training_ops
from graphlab._src.contrib.boosted_trees.gbdt_config import learning_rate_of
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater, greater_equal
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape
from graphlab._src.state.variable import Variable

GBDTTrainingState = collections.namedtuple(
    "GBDTTrainingState",
    [
        "num_layer_examples",
        "num_layer_steps",
        "num_layers",
        "active_tree",
        "active_layer",
        "continue_centering",
        "bias_stats_accumulator",
        "steps_accumulator",
        "handlers",
    ],
)


class EnsembleGrower:
    """Lets an ensemble grow; the arguments are those of GradientBoostedDecisionTreeModel."""

    def __init__(self, ensemble_handle, learner_config, center_bias, examples_per_layer):
        self._handle, self._config, self._center_bias = ensemble_handle, learner_config, center_bias
        self._examples_per_layer = examples_per_layer
        # TensorFlow's is trainable, too: a checkpoint says how deep trees grow.
        self.max_tree_depth = Variable(learner_config.constraints.max_tree_depth)
        self.attempted_trees = Variable(zeros([], dtypes.int64), trainable=False, name="attempted_trees")
        self.finalized_trees = Variable(zeros([], dtypes.int64), trainable=False, name="finalized_trees")

    def reset(self, state):
        """An operation that drops the ensemble and what was added, and changes the stamp."""
        stamp, _ = model_ops.tree_ensemble_serialize(self._handle)
        following = stamp + 1
        resets = [handler.reset(stamp, following) for handler in state.handlers]
        if self._center_bias:
            resets += state.bias_stats_accumulator.flush(stamp, following)
        resets += state.steps_accumulator.flush(stamp, following)
        resets += [variable.assign(0).op for variable in (self.finalized_trees, self.attempted_trees)]
        resets.append(model_ops.tree_ensemble_deserialize(self._handle, following, "", name="reset_gbdt"))
        return group(resets)

    def count_and_grow(self, state, predictions, stamp, dropout_seed, class_id, is_chief):
        """An operation that counts a batch and, in the chief and when there are enough examples, grows.

        predictions: [n, logits].  stamp, dropout_seed: of the ensemble, as it was when it predicted.
        """
        size = cast(shape(predictions)[0], dtypes.float32)
        add = state.steps_accumulator.add(stamp, [0], [[0, 0]], [size], [1.0])
        updates = [add]
        if is_chief:
            with control_dependencies([add]):
                *_, examples, steps = state.steps_accumulator.saveable.serialize()
                examples, steps = cast(examples[0], dtypes.int64), cast(steps[0], dtypes.int64)
                updates += [state.num_layer_examples.assign(examples), state.num_layer_steps.assign(steps)]
                enough = self._examples_per_layer
                if callable(enough):
                    enough = enough(state.active_layer)
                is_due = greater_equal(examples, cast(enough, dtypes.int64))
                updates.append(cond(is_due, lambda: self.grow(state, stamp, dropout_seed, class_id), no_op))
        return group(*updates)

    def grow(self, state, stamp, dropout_seed, class_id):
        """An operation that adds a layer, or steps toward the bias, and flushes what was added."""
        following = stamp + 1
        *_, gradients, hessians = state.bias_stats_accumulator.flush(stamp, following)
        found = [handler.make_splits(stamp, following, class_id) for handler in state.handlers]
        ready, partition_ids, gains, splits = zip(*found, strict=True)
        all_ready = reduce_all(stack(ready, axis=0, name="stack_handler_readiness"))

        def center():
            change = where(greater(hessians, 0), -gradients / hessians, zeros_like(gradients))
            goes_on = training_ops.center_tree_ensemble_bias(
                self._handle, stamp, following, change, learner_config=self._config.SerializeToString()
            )
            return group(state.continue_centering.assign(goes_on))

        def grown(rate, *candidates):
            return training_ops.grow_tree_ensemble(
                self._handle,
                stamp,
                following,
                rate,
                dropout_seed,
                self.max_tree_depth,
                self._config.weak_learner_type,
                *(list(part) for part in candidates),
                learner_config=self._config.SerializeToString(),
                center_bias=self._center_bias,
            )

        def add_layer():
            rate = learning_rate_of(self._config)
            return cond(all_ready, lambda: grown(rate, partition_ids, gains, splits), lambda: grown(0.0, [], [], []))

        change = cond(state.continue_centering, center, add_layer) if self._center_bias else add_layer()
        with control_dependencies([change]):
            statistics = training_ops.tree_ensemble_stats(self._handle, following)
            updates = [
                self.finalized_trees.assign(statistics.num_trees),
                self.attempted_trees.assign(statistics.attempted_trees),
                state.num_layers.assign(statistics.num_layers),
                state.active_tree.assign(statistics.active_tree),
                state.active_layer.assign(statistics.active_layer),
            ]
        flushed = state.steps_accumulator.flush(stamp, following)
        return group(all_ready, change, *updates, *flushed, name="update_ensemble")
