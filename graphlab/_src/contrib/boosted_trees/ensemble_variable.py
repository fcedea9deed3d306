"""TreeEnsembleVariable: the ensemble of a model, as what sessions initialize and Savers save."""

from graphlab._src.contrib.boosted_trees.model_ops import (
    create_tree_ensemble_variable,
    decision_tree_ensemble_resource_handle_op,
    tree_ensemble_deserialize,
    tree_ensemble_is_initialized_op,
    tree_ensemble_serialize,
)
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import add_to_collection, control_dependencies
from graphlab._src.state.resources import register_resource
from graphlab._src.state.saveable import SaveableObject, SaveSpec


class TreeEnsembleVariableSavable(SaveableObject):
    """The stamp and the trees of an ensemble.  create_op: makes it."""

    def __init__(self, tree_ensemble_handle, create_op, name):
        stamp_token, config = tree_ensemble_serialize(tree_ensemble_handle)
        specs = [SaveSpec(stamp_token, "", name + "_stamp"), SaveSpec(config, "", name + "_config")]
        super().__init__(tree_ensemble_handle, specs, name)
        self._tree_ensemble_handle, self._create_op = tree_ensemble_handle, create_op

    def restore(self, restored_tensors, restored_shapes):
        """An operation that makes the ensemble and replaces its trees."""
        del restored_shapes
        with control_dependencies([self._create_op]):
            return tree_ensemble_deserialize(self._tree_ensemble_handle, *restored_tensors)


class TreeEnsembleVariable:
    """An ensemble.

    stamp_token, tree_ensemble_config: what it begins with; the config is a serialized DecisionTreeEnsembleConfig.
    """

    def __init__(self, stamp_token, tree_ensemble_config, name, container=None):
        self._resource_handle = decision_tree_ensemble_resource_handle_op(
            container=container or "", shared_name=name, name=name
        )
        self._init_op = create_tree_ensemble_variable(self._resource_handle, stamp_token, tree_ensemble_config)

    resource_handle = attribute("_resource_handle", "The handle of the ensemble.")
    initializer = attribute("_init_op", "An operation that makes the ensemble.")

    def is_initialized(self):
        """Whether the ensemble is made, as a bool tensor."""
        return tree_ensemble_is_initialized_op(self._resource_handle)


def tree_ensemble_variable(stamp_token, tree_ensemble_config, name, container=None):
    """The handle of a new TreeEnsembleVariable, which shared_resources() lists and a Saver saves."""
    with name_scope(name, "TreeEnsembleVariable") as scope:
        variable = TreeEnsembleVariable(stamp_token, tree_ensemble_config, scope, container)
        handle, create_op = variable.resource_handle, variable.initializer
        is_initialized = variable.is_initialized()
        saveable = TreeEnsembleVariableSavable(handle, create_op, handle.name)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, saveable)
        register_resource(handle, create_op, is_initialized)
        return handle
