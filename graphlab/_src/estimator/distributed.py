"""The replicas of an Estimator's model under a strategy, put together: their losses, operations and metrics."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.distribute.reduce_op import ReduceOp
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import GraphKeys, get_default_graph, nest
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.joining import concat
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.shape import shape
from graphlab._src.train.metrics.means import mean
from graphlab._src.train.sessions.scaffold import Scaffold


def trained(strategy: Any, specs: Any, features: Any, hooks: list[Any]) -> tuple[Any, list[Any]]:
    """(the EstimatorSpec of training all replicas, hooks).

    specs: an EstimatorSpec of PerReplica values.  The loss is the mean of the replicas' losses, or the sum of sums.
    """
    last = get_default_graph().last_loss_reduction
    operation = ReduceOp.SUM if last == Reduction.SUM else ReduceOp.MEAN
    spec = EstimatorSpec(
        specs.mode,
        loss=strategy.reduce(operation, specs.loss, axis=None),
        train_op=strategy.group(specs.train_op),
        training_hooks=_first(strategy, specs.training_hooks),
        training_chief_hooks=_first(strategy, specs.training_chief_hooks),
        scaffold=_scaffold(strategy, specs.scaffold),
    )
    return spec, hooks


def evaluated(strategy: Any, specs: Any, features: Any, hooks: list[Any]) -> tuple[Any, list[Any], Any, Any]:
    """(the EstimatorSpec of evaluating all replicas, hooks, what brings the metrics up to date, their values)."""
    spec = EstimatorSpec(
        specs.mode,
        loss=strategy.reduce(ReduceOp.MEAN, specs.loss, axis=None),
        evaluation_hooks=_first(strategy, specs.evaluation_hooks),
        scaffold=_scaffold(strategy, specs.scaffold),
    )

    def mean_loss(loss: Any, features: Any) -> Any:
        return mean(loss, _has_examples(features))

    loss = strategy.extended.call_for_each_replica(mean_loss, args=(specs.loss, features))
    update_op, values = updates(specs.eval_metric_ops, loss, strategy)
    return spec, hooks, update_op, values


def _has_examples(features: Any) -> Any:
    """1, or 0 for the batch without examples that a replica gets when the data has ended."""
    leaf = nest.flatten(features)[0]
    size = leaf.dense_shape[0] if isinstance(leaf, SparseTensor) else shape(leaf)[0]
    return cast(greater(size, 0), dtypes.float32)


def updates(metrics: Any, loss: Any, strategy: Any = None) -> tuple[Any, dict[str, Any]]:
    """(one operation that brings all metrics up to date, {name: value}), with the mean loss among them.

    metrics: {name: (value, update)}, PerReplica under a strategy.  loss: (value, update).
    """
    metrics = dict(metrics)
    for name in (GraphKeys.GLOBAL_STEP, "loss"):
        if name in metrics:
            raise ValueError(
                f"Metric with name `{name}` is not allowed, because Estimator already defines a default metric with the "
                "same name."
            )
    metrics["loss"] = loss
    ordered = sorted(metrics.items())
    if strategy is None:
        return group(*[update for _, (_, update) in ordered]), {name: value for name, (value, _) in ordered}
    local = strategy.experimental_local_results
    return (
        group(*[item for _, (_, update) in ordered for item in local(update)]),
        {name: local(value)[0] for name, (value, _) in ordered},
    )


def _first(strategy: Any, given: Any) -> Any:
    """The first replica's hooks."""
    return nest.map_structure(lambda item: strategy.experimental_local_results(item)[0], list(given))


def _scaffold(strategy: Any, given: Any) -> Any:
    """One Scaffold for those of all replicas."""
    found = strategy.experimental_local_results(given)
    if len(found) == 1:
        return found[0]
    parts = {name: [getattr(one, name) for one in found] for name in _GROUPED + _CONCATENATED}
    grouped = {name: _combined(parts[name], lambda items: group(*items)) for name in _GROUPED}
    reports = {name: _combined(parts[name], lambda items: concat(items, 0)) for name in _CONCATENATED}
    feeds = [one.init_feed_dict for one in found]
    feed = {key: value for one in feeds for key, value in one.items()} if all(feeds) else None
    first = found[0]._parts["user_init_fn"]
    return Scaffold(
        **grouped, **reports, init_feed_dict=feed, init_fn=first, saver=found[0].saver, summary_op=found[0].summary_op
    )


_GROUPED = ("init_op", "local_init_op")
_CONCATENATED = ("ready_op", "ready_for_local_init_op")


def _combined(items: list[Any], combine: Any) -> Any:
    return None if any(item is None for item in items) else combine(items)
