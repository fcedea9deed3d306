"""How an ensemble grows in a training: from one batch that is all data, or from several that are added up."""

from typing import NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import stack, unstack
from graphlab._src.ops.reduction import reduce_mean, reduce_min
from graphlab._src.ops.shape import expand_dims
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_center_bias, boosted_trees_update_ensemble
from graphlab._src.state.boosted_trees.pruning import PruningMode
from graphlab._src.state.boosted_trees.split_ops import boosted_trees_calculate_best_gains_per_feature
from graphlab._src.state.conditional_accumulator import ConditionalAccumulator


class TreeHParams(NamedTuple):
    """How trees grow; the names are those of the estimators' arguments."""

    n_trees: int
    max_depth: int
    learning_rate: float
    l1: float
    l2: float
    tree_complexity: float
    min_node_weight: float
    center_bias: bool
    pruning_mode: str
    quantile_sketch_epsilon: float

    @property
    def max_splits(self):
        """How many splits a tree may have."""
        return (1 << self.max_depth) - 1


class EnsembleGrower:
    """The base of what grows an ensemble: a TreeEnsemble, with a QuantileAccumulator or None.

    groups: the BucketGroups of the features.  Raises ValueError where pruning and tree_complexity do not go together.
    """

    def __init__(self, ensemble, quantiles, hparams, groups):
        self._ensemble = ensemble
        self._quantiles = quantiles
        self._hparams = hparams
        self._groups = groups
        self._pruning = PruningMode.from_str(hparams.pruning_mode)
        if hparams.tree_complexity > 0:
            if self._pruning == PruningMode.NO_PRUNING:
                raise ValueError("Tree complexity have no effect unless pruning mode is chosen.")
        elif self._pruning != PruningMode.NO_PRUNING:
            raise ValueError("For pruning, tree_complexity must be positive.")

    def accumulate_quantiles(self, features, weights, is_ready):
        """Adds a batch of float features; when there are enough, makes boundaries, and the variable is_ready True."""
        raise NotImplementedError

    def center_bias(self, is_needed, gradients, hessians):
        """A step of centering the bias by gradients and Hessians [batch, 1]; after the last the variable is_needed is False."""
        raise NotImplementedError

    def grow_tree(self, summaries, nodes):
        """Adds a layer when there is enough data.

        summaries: for each group those of its features, [splits, buckets, 2].  nodes: the first and last node to split.
        """
        raise NotImplementedError

    def chief_init_op(self):
        """What the chief runs before the training."""
        return no_op()

    def _center(self, is_needed, gradients, hessians):
        go_on = boosted_trees_center_bias(
            self._ensemble.resource_handle, gradients, hessians, self._hparams.l1, self._hparams.l2
        )
        return is_needed.assign(go_on).op

    def _add_layer(self, summaries, nodes):
        hparams = self._hparams
        penalties = hparams.l1, hparams.l2, hparams.tree_complexity, hparams.min_node_weight
        found = [
            boosted_trees_calculate_best_gains_per_feature(nodes, of_group, *penalties, max_splits=hparams.max_splits)
            for of_group in summaries
        ]
        columns = [[tensor for one in columns for tensor in one] for columns in zip(*found, strict=True)]
        return boosted_trees_update_ensemble(
            self._ensemble.resource_handle,
            [feature for one in self._groups for feature in one.features],
            *columns,
            max_depth=hparams.max_depth,
            learning_rate=hparams.learning_rate,
            pruning_mode=self._pruning,
        )


class InMemoryGrower(EnsembleGrower):
    """Grows a layer in each step: every batch is all data."""

    def accumulate_quantiles(self, features, weights, is_ready):
        """Makes boundaries of the batch."""
        with control_dependencies([self._quantiles.add_summaries(features, weights)]):
            flushed = self._quantiles.flush()
        with control_dependencies([flushed]):
            return is_ready.assign(True).op

    def center_bias(self, is_needed, gradients, hessians):
        """A step with the means of the batch."""
        means = [expand_dims(reduce_mean(tensor, 0), 0) for tensor in (gradients, hessians)]
        return self._center(is_needed, *means)

    def grow_tree(self, summaries, nodes):
        """Adds a layer."""
        return self._add_layer(summaries, nodes)


class AccumulatorGrower(EnsembleGrower):
    """Grows a layer when the sums of enough batches have come together, from all workers.

    stamp: that of the ensemble; sums from before its last change do not count.  batches: how many are enough.
    """

    def __init__(self, ensemble, quantiles, hparams, stamp, batches, is_chief, groups):
        super().__init__(ensemble, quantiles, hparams, groups)
        self._stamp = stamp
        self._batches = batches
        self._is_chief = is_chief
        self._sums = [
            _accumulator(
                [len(one.features), hparams.max_splits, one.buckets, 2], f"numeric_stats_summary_accumulator_{i}"
            )
            for i, one in enumerate(groups)
        ]
        self._bias = _accumulator([2, 1], "bias_accumulator") if hparams.center_bias else None
        self._init_ops = [one.set_global_step(stamp) for one in (*self._sums, self._bias) if one is not None]

    def chief_init_op(self):
        """Drops what came before the ensemble's last change."""
        return group(*self._init_ops)

    def _is_enough(self, *accumulators):
        counts = [one.num_accumulated() for one in accumulators]
        return greater_equal(reduce_min(stack(counts)), self._batches)

    def accumulate_quantiles(self, features, weights, is_ready):
        """Adds a batch; the chief makes boundaries when there are enough."""
        counter = _accumulator([], "quantile_summary_accum")
        added = group(
            self._quantiles.add_summaries(features, weights),
            counter.set_global_step(self._stamp),
            counter.apply_grad(constant(0.0), self._stamp),
        )
        if not self._is_chief:
            return added

        def flush():
            return group(self._quantiles.flush(), counter.take_grad(1), is_ready.assign(True).op)

        with control_dependencies([added]):
            return cond(self._is_enough(counter), flush, no_op, name="wait_until_quaniles_accumulated")

    def center_bias(self, is_needed, gradients, hessians):
        """Adds the means of a batch; the chief makes a step when there are enough."""
        sums = self._bias
        if sums is None:
            raise RuntimeError("center_bias called but bias centering is disabled.")
        means = reduce_mean(stack([gradients, hessians], axis=0), axis=1)
        with control_dependencies([sums.apply_grad(means, self._stamp)]):
            if not self._is_chief:
                return no_op()
            name = "wait_until_n_batches_for_bias_accumulated"
            return cond(self._is_enough(sums), lambda: self._center_by(sums, is_needed), no_op, name=name)

    def _center_by(self, sums, is_needed):
        means = [expand_dims(mean, 0) for mean in unstack(sums.take_grad(1), axis=0)]
        with control_dependencies([self._center(is_needed, *means)]):
            # From then on the sums for trees are of this change.
            return cond(
                is_needed.read_value(),
                no_op,
                lambda: group(*[one.set_global_step(self._stamp + 1) for one in self._sums]),
            )

    def grow_tree(self, summaries, nodes):
        """Adds the sums of a batch; the chief adds a layer when there are enough."""
        pairs = zip(self._sums, summaries, strict=True)
        added = [one.apply_grad(stack(of_group, axis=0), self._stamp) for one, of_group in pairs]

        def grow():
            return self._add_layer([unstack(one.take_grad(1), axis=0) for one in self._sums], nodes)

        with control_dependencies(added):
            if not self._is_chief:
                return no_op()
            return cond(self._is_enough(*self._sums), grow, no_op, name="wait_until_n_batches_accumulated")


def _accumulator(shape, shared_name):
    return ConditionalAccumulator(dtype=dtypes.float32, shape=shape, shared_name=shared_name)
