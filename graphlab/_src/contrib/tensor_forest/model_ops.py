"""The operations of decision trees: finding the leaves of samples, counting classes there, and predictions."""

import functools

import numpy as np

from graphlab._src.base.errors import text_of
from graphlab._src.base.signals import delayed
from graphlab._src.contrib.tensor_forest.samples import Samples
from graphlab._src.contrib.tensor_forest.tree_resources import NAMED, holder_of, params_of, resource
from graphlab._src.contrib.tensor_forest.trees import Tree
from graphlab._src.ops.define import REQUIRED, no_gradient, no_outputs, op, scalar, undefined_gradient

_HOST = {"host": True, "stateful": True, "grad": no_gradient}
_PARAMS = {"params": (str, REQUIRED)}
SAMPLES = "input_data: float, sparse_input_indices: int64, sparse_input_values: float, sparse_input_shape: int64"
SAMPLE_ATTRS = {"input_spec": (str, REQUIRED), **_PARAMS}


def samples_of(context, input_data, indices, values, shape):
    """The Samples of an operation; ValueError for dense features that are no matrix."""
    if input_data.ndim == 1 and input_data.size:
        raise ValueError("input_data should be two-dimensional")
    return Samples(input_data, indices, values, shape, text_of(context.op.attrs["input_spec"]))


def classes_of(labels, params):
    """Labels as classes; ValueError for one that is out of range."""
    classes = labels.reshape(len(labels), -1)[:, 0].astype(np.int64)
    if len(classes) and (classes.min() < 0 or classes.max() >= params.num_outputs):
        bad = classes[(classes < 0) | (classes >= params.num_outputs)][0]
        raise ValueError(f"label {bad} is out of range: num_classes is {params.num_outputs}")
    return classes


def weights_of(weights, count):
    """The weights of samples, 1 where there are none."""
    return weights.reshape(-1).astype(np.float32) if weights.size else np.ones(count, np.float32)


def _leaf_shape(op):
    dims = op.inputs[1].dims
    if dims is not None and len(dims) < 2:  # sparse samples alone
        return (None,)
    return (None if dims is None else dims[0],)


@op("DecisionTreeResourceHandleOp", "-> resource: resource", infer=scalar, attrs=NAMED, **_HOST)
def decision_tree_resource_handle_op(*, context):
    """A handle of a decision tree."""
    return holder_of(context, "DecisionTreeResource")


@op("CreateTreeVariable", "tree_handle: resource, tree_config: string ->", infer=no_outputs, attrs=_PARAMS, **_HOST)
def create_tree_variable(tree_handle, tree_config, *, context):
    """Makes a tree, of a serialized model or, where that is empty, of one leaf; one that is there stays."""
    tree_handle.make(_tree_of(context, tree_config))


def _tree_of(context, tree_config):
    tree = Tree(params_of(context))
    tree.read(tree_config.item())
    return tree


@op("TreeIsInitializedOp", "tree_handle: resource -> is_initialized: bool", infer=scalar, **_HOST)
def tree_is_initialized_op(tree_handle):
    """Whether a tree is made."""
    return np.asarray(tree_handle.is_made)


@op("TreeSerialize", "tree_handle: resource -> tree_config: string", infer=scalar, **_HOST)
def tree_serialize(tree_handle):
    """A tree as a serialized model."""
    with tree_handle.lock:
        return np.asarray(tree_handle.get().message().SerializeToString(), object)


@op("TreeDeserialize", "tree_handle: resource, tree_config: string ->", infer=no_outputs, attrs=_PARAMS, **_HOST)
def tree_deserialize(tree_handle, tree_config, *, context):
    """Makes a tree that of a serialized model."""
    tree_handle.replace(_tree_of(context, tree_config))


@op("TreeSize", "tree_handle: resource -> tree_size: int32", infer=scalar, **_HOST)
def tree_size(tree_handle):
    """The number of nodes of a tree."""
    return np.int32(tree_handle.get().size)


@op(
    "FeatureUsageCounts",
    "tree_handle: resource -> feature_counts: int32",
    infer=lambda op: (None,),
    attrs=_PARAMS,
    **_HOST,
)
def feature_usage_counts(tree_handle, *, context):
    """How many nodes of a tree test each feature: int32[features]."""
    with tree_handle.lock:
        return tree_handle.get().usage(params_of(context).num_features)


@op(
    "TraverseTreeV4",
    f"tree_handle: resource, {SAMPLES} -> leaf_ids: int32",
    infer=_leaf_shape,
    attrs=SAMPLE_ATTRS,
    **{**_HOST, "grad": undefined_gradient},
)
def traverse_tree_v4(
    tree_handle, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape, *, context
):
    """The leaf of each sample: int32[n]."""
    samples = samples_of(context, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape)
    with tree_handle.lock:
        return tree_handle.get().leaves_of(samples)


@op(
    "TreePredictionsV4",
    f"tree_handle: resource, {SAMPLES} -> predictions: float, tree_paths: string",
    infer=lambda op: [(*_leaf_shape(op), None), (None,)],
    attrs=SAMPLE_ATTRS,
    **_HOST,
)
def tree_predictions_v4(
    tree_handle, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape, *, context
):
    """(predictions [n, outputs], serialized TreePaths [n], or none where `params` does not request them)."""
    samples = samples_of(context, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape)
    with tree_handle.lock:
        tree = tree_handle.get()
        paths = tree.paths(samples) if params_of(context).inference_tree_paths else np.empty(0, object)
        return tree.predictions(tree.leaves_of(samples)), paths


@op(
    "UpdateModelV4",
    "tree_handle: resource, leaf_ids: int32, input_labels: float, input_weights: float ->",
    infer=no_outputs,
    attrs=_PARAMS,
    **{**_HOST, "grad": undefined_gradient},
)
def update_model_v4(tree_handle, leaf_ids, input_labels, input_weights, *, context):
    """Adds samples to the classes of their leaves; the leaves of a regression change when they are split only."""
    params = params_of(context)
    if not params.is_regression:
        classes, weights = classes_of(input_labels, params), weights_of(input_weights, len(leaf_ids))
        with delayed(), tree_handle.lock:
            tree_handle.get().add(leaf_ids, classes, weights)


def tree_variable(params, tree_config, stats_handle, name, container=None):
    """The handle of a new tree.

    params: ForestHParams.  tree_config: a serialized model that it begins with, or "".  stats_handle: of its growth.
    """
    del stats_handle
    text = params.serialized_params_proto
    return resource(
        name,
        "TreeVariable",
        lambda scope: decision_tree_resource_handle_op(container=container or "", shared_name=scope, name=scope),
        lambda handle: create_tree_variable(handle, tree_config, params=text),
        tree_is_initialized_op,
        tree_serialize,
        functools.partial(tree_deserialize, params=text),
    )
