"""The operations of growing trees: samples are counted for the splits that their leaves consider, and leaves are split."""

import functools

import numpy as np

from graphlab._src.base.errors import UnimplementedError
from graphlab._src.base.signals import delayed
from graphlab._src.contrib.tensor_forest.growth import Growth
from graphlab._src.contrib.tensor_forest.model_ops import SAMPLE_ATTRS, SAMPLES, classes_of, samples_of, weights_of
from graphlab._src.contrib.tensor_forest.tree_resources import NAMED, holder_of, params_of, resource
from graphlab._src.ops.define import REQUIRED, no_gradient, no_outputs, op, scalar

_HOST = {"host": True, "stateful": True, "grad": no_gradient}
_PARAMS = {"params": (str, REQUIRED)}


@op("FertileStatsResourceHandleOp", "-> resource: resource", infer=scalar, attrs=NAMED, **_HOST)
def fertile_stats_resource_handle_op(*, context):
    """A handle of what the leaves of a tree have counted."""
    return holder_of(context, "FertileStatsResource")


@op(
    "CreateFertileStatsVariable",
    "stats_handle: resource, stats_config: string ->",
    infer=no_outputs,
    attrs=_PARAMS,
    **_HOST,
)
def create_fertile_stats_variable(stats_handle, stats_config, *, context):
    """Makes what leaves have counted, of a serialized message or, where that is empty, for one leaf."""
    stats_handle.make(_growth_of(context, stats_config))


def _growth_of(context, stats_config):
    growth = Growth(params_of(context))
    growth.read(stats_config.item())
    return growth


@op("FertileStatsIsInitializedOp", "stats_handle: resource -> is_initialized: bool", infer=scalar, **_HOST)
def fertile_stats_is_initialized_op(stats_handle):
    """Whether it is made."""
    return np.asarray(stats_handle.is_made)


@op("FertileStatsSerialize", "stats_handle: resource -> stats_config: string", infer=scalar, attrs=_PARAMS, **_HOST)
def fertile_stats_serialize(stats_handle):
    """What leaves have counted as a serialized message."""
    with stats_handle.lock:
        return np.asarray(stats_handle.get().message().SerializeToString(), object)


@op(
    "FertileStatsDeserialize",
    "stats_handle: resource, stats_config: string ->",
    infer=no_outputs,
    attrs=_PARAMS,
    **_HOST,
)
def fertile_stats_deserialize(stats_handle, stats_config, *, context):
    """Makes it that of a serialized message."""
    stats_handle.replace(_growth_of(context, stats_config))


@op(
    "ProcessInputV4",
    f"tree_handle: resource, stats_handle: resource, {SAMPLES}, input_labels: float, input_weights: float, "
    "leaf_ids: int32 -> finished_nodes: int32",
    infer=lambda op: (None,),
    attrs={"random_seed": (int, REQUIRED), **SAMPLE_ATTRS},
    **_HOST,
)
def process_input_v4(
    tree_handle,
    stats_handle,
    input_data,
    sparse_input_indices,
    sparse_input_values,
    sparse_input_shape,
    input_labels,
    input_weights,
    leaf_ids,
    *,
    context,
):
    """Counts samples for the splits that their leaves consider. Returns the leaves that have counted enough."""
    params = params_of(context)
    samples = samples_of(context, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape)
    if params.is_regression:
        targets = input_labels.reshape(len(input_labels), -1)
        if targets.shape[1] != params.num_outputs:
            raise ValueError(
                f"labels have {targets.shape[1]} columns, num_classes of the regression is {params.num_outputs}"
            )
    else:
        targets = classes_of(input_labels, params)
    weights = weights_of(input_weights, len(leaf_ids))
    seed = context.op.attrs["random_seed"]
    with delayed(), tree_handle.lock, stats_handle.lock:
        return stats_handle.get().process(tree_handle.get(), samples, leaf_ids, targets, weights, seed)


@op(
    "GrowTreeV4",
    "tree_handle: resource, stats_handle: resource, finished_nodes: int32 ->",
    infer=no_outputs,
    attrs=_PARAMS,
    **_HOST,
)
def grow_tree_v4(tree_handle, stats_handle, finished_nodes):
    """Splits leaves, each at the best of the splits that it considers."""
    with delayed(), tree_handle.lock, stats_handle.lock:
        stats_handle.get().grow(tree_handle.get(), finished_nodes)


@op("FinalizeTree", "tree_handle: resource, stats_handle: resource ->", infer=no_outputs, attrs=_PARAMS, **_HOST)
def finalize_tree(tree_handle, stats_handle, *, context):
    """Fails: TensorFlow 1.15 has it for graphs of before, and ends the process."""
    raise UnimplementedError(context.op.node_def, context.op, "FinalizeTreeOp is disabled for now: leave it out.")


def fertile_stats_variable(params, stats_config, name, container=None):
    """The handle of what the leaves of a tree count.

    params: ForestHParams.  stats_config: a serialized message that it begins with, or "".
    """
    text = params.serialized_params_proto
    return resource(
        name,
        "FertileStatsVariable",
        lambda scope: fertile_stats_resource_handle_op(container=container or "", shared_name=scope, name=scope),
        lambda handle: create_fertile_stats_variable(handle, stats_config, params=text),
        fertile_stats_is_initialized_op,
        functools.partial(fertile_stats_serialize, params=text),
        functools.partial(fertile_stats_deserialize, params=text),
    )
