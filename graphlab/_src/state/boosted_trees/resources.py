"""TreeEnsemble and QuantileAccumulator: the objects by which programs use an ensemble and its quantiles."""

from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import add_to_collection, control_dependencies
from graphlab._src.ops.identity import identity
from graphlab._src.state.boosted_trees import ensemble_ops, quantile_ops
from graphlab._src.state.resources import register_resource
from graphlab._src.state.saveable import SaveableObject, SaveSpec


class QuantileAccumulatorSaveable(SaveableObject):
    """The boundaries of the buckets.

    resource_handle: of the streams.  create_op: makes them.  num_streams: how many there are.
    """

    def __init__(self, resource_handle, create_op, num_streams, name):
        self._resource_handle = resource_handle
        self._create_op = create_op
        boundaries = quantile_ops.boosted_trees_quantile_stream_resource_get_bucket_boundaries(
            resource_handle, num_streams
        )
        specs = [SaveSpec(tensor, "", f"{name}_bucket_boundaries_{i}") for i, tensor in enumerate(boundaries)]
        super().__init__(resource_handle, specs, name)

    def restore(self, restored_tensors, restored_shapes):
        """An operation that makes the streams and sets their boundaries."""
        del restored_shapes
        with control_dependencies([self._create_op]):
            return quantile_ops.boosted_trees_quantile_stream_resource_deserialize(
                self._resource_handle, restored_tensors
            )


class QuantileAccumulator:
    """Finds the boundaries of buckets of features from several batches of values.

    epsilon: the error of a quantile that is allowed.  num_streams: how many features there are.
    num_quantiles: about how many buckets are made.  max_elements: has no effect, as in TensorFlow.
    """

    def __init__(self, epsilon, num_streams, num_quantiles, name=None, max_elements=None):
        del max_elements
        self._eps = epsilon
        self._num_streams = num_streams
        self._num_quantiles = num_quantiles
        with name_scope(name, "QuantileAccumulator") as name:
            self._name = name
            self._resource_handle = quantile_ops.boosted_trees_quantile_stream_resource_handle_op(
                shared_name=name, name=name
            )
            self._init_op = quantile_ops.boosted_trees_create_quantile_stream_resource(
                self._resource_handle, epsilon, num_streams
            )
            is_initialized = self.is_initialized()
        register_resource(self._resource_handle, self._init_op, is_initialized)
        self._saveable = QuantileAccumulatorSaveable(
            self._resource_handle, self._init_op, num_streams, self._resource_handle.name
        )
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self._saveable)

    resource_handle = attribute("_resource_handle", "The handle of the streams.")
    initializer = attribute("_init_op", "An operation that makes the streams.")
    saveable = attribute("_saveable", "What a Saver saves: the boundaries.")

    def is_initialized(self):
        """Whether the streams are made, as a bool tensor."""
        return quantile_ops.is_boosted_trees_quantile_stream_resource_initialized(self._resource_handle)

    def _gather_saveables_for_checkpoint(self):
        return {"quantile_accumulator": self._saveable}

    def add_summaries(self, float_columns, example_weights):
        """An operation that adds a batch: a vector for each feature, and the weights of the examples."""
        summaries = quantile_ops.boosted_trees_make_quantile_summaries(float_columns, example_weights, self._eps)
        return quantile_ops.boosted_trees_quantile_stream_resource_add_summaries(self._resource_handle, summaries)

    def flush(self):
        """An operation that makes the boundaries of what was added; then all begins anew."""
        return quantile_ops.boosted_trees_quantile_stream_resource_flush(self._resource_handle, self._num_quantiles)

    def get_bucket_boundaries(self):
        """The boundaries of each feature: float32 vectors, which are empty before flush."""
        return quantile_ops.boosted_trees_quantile_stream_resource_get_bucket_boundaries(
            self._resource_handle, self._num_streams
        )


class _TreeEnsembleSaveable(SaveableObject):
    def __init__(self, resource_handle, create_op, name):
        stamp, serialized = ensemble_ops.boosted_trees_serialize_ensemble(resource_handle)
        specs = [SaveSpec(stamp, "", f"{name}_stamp"), SaveSpec(serialized, "", f"{name}_serialized")]
        super().__init__(resource_handle, specs, name)
        self._resource_handle = resource_handle
        self._create_op = create_op

    def restore(self, restored_tensors, restored_shapes):
        del restored_shapes
        with control_dependencies([self._create_op]):
            return ensemble_ops.boosted_trees_deserialize_ensemble(self._resource_handle, *restored_tensors)


class TreeEnsemble:
    """An ensemble of trees, which runs grow and Savers save.

    stamp_token: the stamp that it begins with.  is_local: each worker has its own, which no Saver saves.
    serialized_proto: a TreeEnsemble message to begin with.
    """

    def __init__(self, name, stamp_token=0, is_local=False, serialized_proto=""):
        self._is_local = is_local
        with name_scope(name, "TreeEnsemble") as name:
            self._name = name
            self._resource_handle = ensemble_ops.boosted_trees_ensemble_resource_handle_op(shared_name=name, name=name)
            self._init_op = ensemble_ops.boosted_trees_create_ensemble(
                self._resource_handle, stamp_token, serialized_proto
            )
            is_initialized = self.is_initialized()
            if not is_local:
                self._saveable = _TreeEnsembleSaveable(self._resource_handle, self._init_op, self._resource_handle.name)
                add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self._saveable)
            register_resource(self._resource_handle, self._init_op, is_initialized, is_shared=not is_local)

    resource_handle = attribute("_resource_handle", "The handle of the ensemble.")
    initializer = attribute("_init_op", "An operation that makes the ensemble.")

    def is_initialized(self):
        """Whether the ensemble is made, as a bool tensor."""
        return ensemble_ops.is_boosted_trees_ensemble_initialized(self._resource_handle)

    def _gather_saveables_for_checkpoint(self):
        return {} if self._is_local else {"tree_ensemble": self._saveable}

    def get_stamp_token(self):
        """The stamp: int64, scalar."""
        return ensemble_ops.boosted_trees_get_ensemble_states(self._resource_handle)[0]

    def get_states(self):
        """The stamp, the numbers of trees, finished trees and layers that were tried, and the nodes [2] of the last layer."""
        names = ("stamp_token", "num_trees", "num_finalized_trees", "num_attempted_layers", "last_layer_nodes_range")
        states = ensemble_ops.boosted_trees_get_ensemble_states(self._resource_handle)
        return tuple(identity(state, name=name) for state, name in zip(states, names, strict=True))

    def serialize(self):
        """(stamp, TreeEnsemble message), as tensors."""
        return ensemble_ops.boosted_trees_serialize_ensemble(self._resource_handle)

    def deserialize(self, stamp_token, serialized_proto):
        """An operation that replaces the ensemble by a serialized one."""
        return ensemble_ops.boosted_trees_deserialize_ensemble(self._resource_handle, stamp_token, serialized_proto)
