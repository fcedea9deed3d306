"""What a session keeps for each tree of a forest, under a name, and how a Saver keeps it in checkpoints."""

from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.scopes import add_to_collection, control_dependencies
from graphlab._src.proto.forests import TensorForestParams
from graphlab._src.state.resource_holder import find_holder
from graphlab._src.state.resources import register_resource
from graphlab._src.state.saveable import SaveableObject, SaveSpec

NAMED = {"container": (str, ""), "shared_name": (str, "")}


def holder_of(context, kind):
    """The ResourceHolder that a handle's operation names."""

    def absent(name):
        return (
            f"Resource localhost/{name}/{kind} does not exist. Run initialize_resources(shared_resources()) of "
            "tensorflow.python.ops.resources first."
        )

    return find_holder(context, kind, absent)


def params_of(context):
    """The TensorForestParams of an operation."""
    text = context.op.attrs["params"]
    return TensorForestParams.FromString(text if isinstance(text, bytes) else text.encode("latin-1"))


class _Saveable(SaveableObject):
    """The serialized message of a resource."""

    def __init__(self, handle, text, create, read):
        super().__init__(handle, [SaveSpec(text, "", handle.name)], handle.name)
        self._create, self._read = create, read

    def restore(self, restored_tensors, restored_shapes):
        del restored_shapes
        with control_dependencies([self._create]):
            return self._read(self.op, restored_tensors[0])


def resource(name, default_name, handle_op, create, is_initialized, write, read):
    """The handle of a resource that shared_resources() lists and a Saver saves.

    handle_op, create, is_initialized, write, read: functions that add its operations: of a name, or of the handle.
    """
    with name_scope(name, default_name) as scope:
        handle = handle_op(scope)
        create_op, initialized = create(handle), is_initialized(handle)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, _Saveable(handle, write(handle), create_op, read))
        register_resource(handle, create_op, initialized)
        return handle
