"""The operations that grow an ensemble: a bias first, then layers of splits."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base.errors import invalid
from graphlab._src.base.signals import delayed
from graphlab._src.contrib.boosted_trees import growth
from graphlab._src.contrib.boosted_trees.stamps import STATE, scalars
from graphlab._src.ops.define import no_outputs, op, scalar
from graphlab._src.proto.gradient_trees import LearnerConfig

_HANDLE = "tree_ensemble_handle: resource"
_STAMPS = f"{_HANDLE}, stamp_token: int64, next_stamp_token: int64"


def config_of(text):
    """The LearnerConfig of an attribute."""
    try:
        return LearnerConfig.FromString(text if isinstance(text, bytes) else text.encode("latin-1"))
    except DecodeError as error:
        raise invalid("Unable to parse learner config.") from error


def _changed(slot, stamp_token, next_stamp_token):
    """A copy of an ensemble, with the next stamp."""
    ensemble = slot.get()
    ensemble.check_stamp(stamp_token, next_stamp_token)
    return ensemble.changed(next_stamp_token)


@op("CenterTreeEnsembleBias", f"{_STAMPS}, delta_updates: float32 -> continue_centering: bool", infer=scalar, **STATE)
def center_tree_ensemble_bias(
    tree_ensemble_handle,
    stamp_token,
    next_stamp_token,
    delta_updates,
    *,
    learner_config: bytes,
    centering_epsilon: float = 0.01,
):
    """Adds to the bias, the first tree; whether it changed by more than centering_epsilon, so that another step is needed."""
    del learner_config
    with delayed(), tree_ensemble_handle.lock:
        ensemble = _changed(tree_ensemble_handle, stamp_token, next_stamp_token)
        if not len(ensemble):
            ensemble.count_attempt()
            ensemble.add_tree(1.0).nodes.add().leaf.vector.value[:] = [0.0] * len(delta_updates)
        tree = ensemble.message.trees[0]
        if len(ensemble) > 1 or len(tree.nodes) != 1 or not tree.nodes[0].leaf.HasField("vector"):
            raise invalid("Unable to center bias on an already grown ensemble")
        bias = tree.nodes[0].leaf.vector.value
        if len(bias) != len(delta_updates):
            raise invalid(f"The bias has {len(bias)} logits, delta_updates has {len(delta_updates)}")
        bias[:] = np.add(bias, delta_updates, dtype=np.float32).tolist()
        goes_on = bool(np.abs(delta_updates).sum(dtype=np.float32) > np.float32(centering_epsilon))
        if not goes_on:
            ensemble.message.tree_metadata[-1].is_finalized = True
        tree_ensemble_handle.replace(ensemble)
    return np.asarray(goes_on)


@op(
    "GrowTreeEnsemble",
    f"{_STAMPS}, learning_rate: float32, dropout_seed: int64, max_tree_depth: int32, weak_learner_type: int32, "
    "partition_ids: num_handlers*int32, gains: num_handlers*float32, splits: num_handlers*string ->",
    infer=no_outputs,
    **STATE,
)
def grow_tree_ensemble(
    tree_ensemble_handle,
    stamp_token,
    next_stamp_token,
    learning_rate,
    dropout_seed,
    max_tree_depth,
    weak_learner_type,
    partition_ids,
    gains,
    splits,
    *,
    learner_config: bytes,
    center_bias: bool,
):
    """Adds a layer of the best of the splits that each feature offers; a tree is finished when max_tree_depth deep."""
    config = config_of(learner_config)
    oblivious = int(weak_learner_type) == LearnerConfig.OBLIVIOUS_DECISION_TREE
    handlers = list(zip(partition_ids, gains, splits, strict=True))
    with delayed(), tree_ensemble_handle.lock:
        ensemble = _changed(tree_ensemble_handle, stamp_token, next_stamp_token)
        rate, seed, depth = float(learning_rate), int(dropout_seed), int(max_tree_depth)
        growth.grow(ensemble, config, handlers, rate, seed, center_bias, depth, oblivious)
        tree_ensemble_handle.replace(ensemble)


@op(
    "TreeEnsembleStats",
    f"{_HANDLE}, stamp_token: int64 -> num_trees: int64, num_layers: int64, active_tree: int64, active_layer: int64, "
    "attempted_trees: int64, attempted_layers: int64",
    infer=scalars(lambda op: [()] * 6),
    **STATE,
)
def tree_ensemble_stats(tree_ensemble_handle, stamp_token):
    """The numbers of finished trees, of layers, of trees, of layers of the last tree, and of trees and layers tried."""
    ensemble = tree_ensemble_handle.get()
    ensemble.check_stamp(stamp_token)
    return tuple(np.asarray(value, np.int64) for value in ensemble.statistics())
