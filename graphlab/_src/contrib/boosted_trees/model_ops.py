"""The operations of tree ensembles: making, saving and restoring them."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.ensemble import Ensemble
from graphlab._src.contrib.boosted_trees.stamps import NAMED, STATE, holder_of, scalars
from graphlab._src.ops.define import no_outputs, op, scalar

_HANDLE = "tree_ensemble_handle: resource"
_CONFIG = "stamp_token: int64, tree_ensemble_config: string"


@op(
    "DecisionTreeEnsembleResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs=NAMED,
    on_parameter_server=True,
    **STATE,
)
def decision_tree_ensemble_resource_handle_op(*, context):
    """A handle of an ensemble of trees."""
    return holder_of(context, "DecisionTreeEnsembleResource")


@op("TreeEnsembleIsInitializedOp", f"{_HANDLE} -> is_initialized: bool", infer=scalar, **STATE)
def tree_ensemble_is_initialized_op(tree_ensemble_handle):
    """Whether an ensemble is made."""
    return np.asarray(tree_ensemble_handle.is_made)


@op("CreateTreeEnsembleVariable", f"{_HANDLE}, {_CONFIG} ->", infer=scalars(no_outputs), **STATE)
def create_tree_ensemble_variable(tree_ensemble_handle, stamp_token, tree_ensemble_config):
    """Makes an ensemble of a serialized one; one that is there stays."""
    tree_ensemble_handle.make(Ensemble(stamp_token, tree_ensemble_config[()]))


@op("TreeEnsembleDeserialize", f"{_HANDLE}, {_CONFIG} ->", infer=scalars(no_outputs), **STATE)
def tree_ensemble_deserialize(tree_ensemble_handle, stamp_token, tree_ensemble_config):
    """Replaces an ensemble by a serialized one."""
    tree_ensemble_handle.replace(Ensemble(stamp_token, tree_ensemble_config[()]))


@op("TreeEnsembleSerialize", f"{_HANDLE} -> {_CONFIG}", infer=scalars(lambda op: [(), ()]), **STATE)
def tree_ensemble_serialize(tree_ensemble_handle):
    """The stamp of an ensemble, and its DecisionTreeEnsembleConfig."""
    ensemble = tree_ensemble_handle.get()
    return np.asarray(ensemble.stamp, np.int64), np.asarray(ensemble.message.SerializeToString(), object)


@op("TreeEnsembleStampToken", f"{_HANDLE} -> stamp_token: int64", infer=scalars(scalar), **STATE)
def tree_ensemble_stamp_token(tree_ensemble_handle):
    """The stamp of an ensemble."""
    return np.asarray(tree_ensemble_handle.get().stamp, np.int64)


@op(
    "TreeEnsembleUsedHandlers",
    f"{_HANDLE}, stamp_token: int64 -> num_used_handlers: int64, used_handlers_mask: bool",
    infer=scalars(lambda op: [(), (op.attrs["num_all_handlers"],)]),
    **STATE,
)
def tree_ensemble_used_handlers(tree_ensemble_handle, stamp_token, *, num_all_handlers: int):
    """How many features the trees use, where the learner limits their number, and which: bool[num_all_handlers]."""
    ensemble = tree_ensemble_handle.get()
    ensemble.check_stamp(stamp_token)
    used = list(ensemble.message.growing_metadata.used_handler_ids)
    if any(not 0 <= handler < num_all_handlers for handler in used):
        raise invalid(f"The ensemble uses the features {used}, but num_all_handlers is {num_all_handlers}")
    mask = np.zeros(num_all_handlers, bool)
    mask[used] = True
    return np.asarray(len(used), np.int64), mask
