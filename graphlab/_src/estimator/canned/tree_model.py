"""The model of boosted trees: what a head makes of the logits of an ensemble, which the training grows layer by layer."""

import functools
from typing import Any

from graphlab._src.autodiff.gradients import gradients as gradients_of
from graphlab._src.estimator.canned import tree_features
from graphlab._src.estimator.canned.tree_caches import TableCache, VariableCache, beginning
from graphlab._src.estimator.canned.tree_growers import AccumulatorGrower, InMemoryGrower
from graphlab._src.estimator.canned.tree_hooks import GrowerInitializationHook, StopAtAttemptsHook
from graphlab._src.estimator.canned.tree_inputs import SCOPE, Inputs
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import constant, name_scope
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.layers.feature_column.numeric import numeric_column
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.shape import shape, squeeze
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_training_predict
from graphlab._src.state.boosted_trees.resources import TreeEnsemble
from graphlab._src.state.boosted_trees.split_ops import boosted_trees_make_stats_summary
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_or_create_global_step


def tree_model(
    features,
    labels,
    mode,
    head,
    columns,
    hparams,
    batches,
    config,
    gradients_fn=None,
    weight_column=None,
    in_memory=False,
    example_ids=None,
    name=SCOPE,
):
    """The EstimatorSpec of boosted trees.

    columns: sorted.  batches: after how many a layer is added.  gradients_fn(logits, labels) -> (gradients, Hessians), or
    they are those of the head's loss.  weight_column: of the quantiles.  in_memory: every batch is all data.
    example_ids: of the batch; the logits of each example are then cached between steps.  name: of the name scope.
    """
    with name_scope(name) as scope:
        step = get_or_create_global_step()
        inputs = Inputs(features, columns, hparams.quantile_sketch_epsilon, scope)
        if mode != ModeKeys.TRAIN:
            return head.create_estimator_spec(
                features=features, mode=mode, labels=labels, train_op_fn=no_op, logits=inputs.logits(head)
            )
        if in_memory:
            _check_in_memory(batches, config)
        is_ready = _flag(not inputs.floats, "are_boundaries_ready")
        count = shape(labels)[0]
        cache = _cache(count, head.logits_dimension, in_memory, example_ids)
        trees, nodes, before = cache.lookup() if cache else beginning(count, head.logits_dimension)
        ensemble, reload = _local_ensemble(inputs.ensemble, scope, config)
        with control_dependencies([reload]):
            stamp, grown, finished, attempted, last_layer = ensemble.get_states()
            more, trees, nodes = boosted_trees_training_predict(
                ensemble.resource_handle, trees, nodes, inputs.buckets, head.logits_dimension
            )
        logits = before + more
        arguments = inputs.ensemble, inputs.quantiles, hparams
        if in_memory:
            grower = InMemoryGrower(*arguments, inputs.groups)
        else:
            grower = AccumulatorGrower(*arguments, stamp, batches, config.is_chief, inputs.groups)
        scalar("ensemble/num_trees", grown)
        scalar("ensemble/num_finalized_trees", finished)
        scalar("ensemble/num_attempted_layers", attempted)
        is_bias_needed = _flag(hparams.center_bias, "center_bias_needed")
        weights = _weights(features, weight_column)

        def update_quantiles():
            with name_scope("UpdateQuantile"):
                numbers = tree_features.transformed(features, inputs.floats)
                return grower.accumulate_quantiles(numbers, weights, is_ready)

        def grow(gradients, hessians):
            done = []
            if cache:  # not before the bias is centered, which changes the logits of all
                is_centering = is_bias_needed.read_value()
                done.append(cond(is_centering, no_op, functools.partial(cache.insert, trees, nodes, logits)))
            sums = [_summaries(one, inputs.buckets, nodes, gradients, hessians, hparams) for one in inputs.groups]
            if hparams.center_bias:
                updated = cond(
                    is_bias_needed.read_value(),
                    lambda: grower.center_bias(is_bias_needed, gradients, hessians),
                    lambda: grower.grow_tree(sums, last_layer),
                )
            else:
                updated = grower.grow_tree(sums, last_layer)
            with control_dependencies([updated]):
                done += [updated, step.assign_add(1)]
            return group(*done, name="grow_op")

        def train_op_fn(loss):
            derivatives = (gradients_fn or _derivatives(loss))(logits, labels)
            if not inputs.floats:
                return grow(*derivatives)
            return cond(is_ready.read_value(), lambda: grow(*derivatives), update_quantiles)

        spec = head.create_estimator_spec(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )
        stop = StopAtAttemptsHook(finished, attempted, hparams.n_trees, hparams.max_depth)
        return spec._replace(
            training_hooks=(*spec.training_hooks, stop),
            training_chief_hooks=(GrowerInitializationHook(grower.chief_init_op()), *spec.training_chief_hooks),
        )


def _cache(count, dimension, in_memory, example_ids):
    if in_memory:
        return VariableCache(count, dimension)
    return None if example_ids is None else TableCache(example_ids)


def _check_in_memory(batches, config):
    if batches != 1:
        raise AssertionError(
            "When train_in_memory is enabled, input_fn should return the entire dataset as a single batch, and "
            "n_batches_per_layer should be set as 1."
        )
    if not config.is_chief or config.num_worker_replicas > 1 or config.num_ps_replicas > 0:
        raise ValueError("train_in_memory is supported only for non-distributed training.")


def _flag(value, name) -> Any:
    return Variable(bool(value), trainable=False, name=name, use_resource=True)


def _local_ensemble(ensemble, scope, config):
    """(the ensemble that a worker reads, what brings it up to date): a copy of its own where there are several workers."""
    if config.num_worker_replicas <= 1:
        return ensemble, no_op()
    with device(no_op().device):
        local = TreeEnsemble(name=f"{scope.rstrip('/')}_local", is_local=True)
    return local, local.deserialize(*ensemble.serialize())


def _weights(features, column):
    if column is None:
        return constant(1.0, shape=[1])
    if isinstance(column, str):
        column = numeric_column(key=column, shape=(1,))
    return tree_features.transformed(features, [column])[0]


def _derivatives(loss):
    """A function of logits and labels that returns the gradients and Hessians of a loss."""

    def derivatives(logits, labels):
        del labels
        gradients = gradients_of(loss, logits, name="Gradients")[0]
        return gradients, gradients_of(gradients, logits, name="Hessians")[0]

    return derivatives


def _summaries(group_of_features, buckets, nodes, gradients, hessians, hparams):
    """[splits, buckets, 2] for each feature of a BucketGroup."""
    sizes = {"max_splits": hparams.max_splits, "num_buckets": group_of_features.buckets}
    return [
        squeeze(boosted_trees_make_stats_summary(nodes, gradients, hessians, [buckets[feature]], **sizes), axis=0)
        for feature in group_of_features.features
    ]
