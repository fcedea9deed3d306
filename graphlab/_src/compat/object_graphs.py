"""tensorflow.python.training.tracking: variables of trackable objects, and views of the objects below a root."""

from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import as_shape
from graphlab._src.graph.scopes import init_scope
from graphlab._src.state.saveable import SaveableObject
from graphlab._src.state.trackable import TrackableReference
from graphlab._src.state.variable import Variable
from graphlab._src.state.variable_store import default_initializer
from graphlab._src.train.saving.saveable import saveables_for
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.tracking.checkpoint import ObjectWriter, get_session
from graphlab._src.train.tracking.object_graph import ObjectGraph, name_of
from graphlab._src.train.tracking.restoring import LoadStatus, RestoreOps
from graphlab._src.train.tracking.restoring import restored as status_of
from graphlab._src.train.tracking.trackable import children_of


def add_variable(
    trackable: Any,
    name: str,
    shape: Any = None,
    dtype: Any = dtypes.float32,
    initializer: Any = None,
    trainable: bool = True,
) -> Variable:
    """A resource variable that a trackable object tracks under its name; variable scopes leave it alone."""
    return trackable._add_variable_with_custom_getter(
        name=name, shape=shape, dtype=dtype, initializer=initializer, getter=new_variable, trainable=trainable
    )


def new_variable(name: str, shape: Any, dtype: Any, initializer: Any = None, **options: Any) -> Variable:
    """A new resource variable. initializer: a value, an Initializer or its class; get_variable's default when left out."""
    dtype = dtypes.as_dtype(dtype).base_dtype
    with init_scope():
        if initializer is not None and not callable(initializer):
            if shape is not None:
                raise ValueError("If initializer is a constant, do not specify shape.")
            return Variable(initializer, name=name, dtype=dtype, use_resource=True, **options)
        function: Callable[..., Any] = default_initializer(name, dtype) if initializer is None else initializer
        function = function(dtype=dtype) if isinstance(function, type) else function
        sizes = as_shape(shape).as_list()
        return Variable(lambda: function(sizes, dtype=dtype), name=name, dtype=dtype, use_resource=True, **options)


def gather_initializers(root_trackable: Any) -> list[Any]:
    """The initializers of the variables below an object."""
    objects = ObjectGraphView(root_trackable).list_objects()
    return [one.initializer for one in objects if getattr(one, "initializer", None) is not None]


def streaming_restore(status: LoadStatus, session: Any = None) -> None:
    """Restores what a status of `restore` found, and initializes the other variables."""
    status.initialize_or_restore(session)


def frozen_saver(root_trackable: Any) -> Saver:
    """A Saver of the variables that are below an object now, under the names that a Checkpoint saves them under."""
    return Saver([one for one in ObjectGraphView(root_trackable).saveables() if isinstance(one, SaveableObject)])


class ObjectGraphView:
    """The objects below a root, as a Checkpoint finds them."""

    def __init__(self, root: Any, saveables_cache: Any = None) -> None:
        self.root = root
        self.saveables_cache = saveables_cache

    def list_dependencies(self, obj: Any) -> list[TrackableReference]:
        """What is tracked directly below an object."""
        return [TrackableReference(*one) for one in children_of(obj).items()]

    def list_objects(self) -> list[Any]:
        """The objects, with slot variables of optimizers."""
        return [node.object for node in ObjectGraph(self.root).nodes]

    def objects_ids_and_slot_variables(self) -> tuple[list[Any], dict[Any, int], list[Any]]:
        """(the objects, {object: its number}, the message's slot variables of each optimizer by its number)."""
        graph = ObjectGraph(self.root)
        objects = [node.object for node in graph.nodes]
        slots = {number: list(node.slot_variables) for number, node in enumerate(graph.message().nodes)}
        return (
            objects,
            {id(one): number for number, one in enumerate(objects)},
            [one for one in slots.items() if one[1]],
        )

    def saveables(self) -> list[SaveableObject]:
        """The SaveableObjects of the variables, with the names that a Checkpoint saves them under."""
        found: list[SaveableObject] = []
        for node, key in ObjectGraph(self.root).variables():
            for saveable in saveables_for(node.object, key):
                saveable.full_name = name_of(node.object)
                found.append(saveable)
        return found

    def serialize_object_graph(self) -> tuple[list[SaveableObject], Any, dict[Any, Any]]:
        """(the SaveableObjects, the TrackableObjectGraph, what to feed when they are saved)."""
        return self.saveables(), ObjectGraph(self.root).message(), {}


class TrackableSaver:
    """Saves and restores the objects that an ObjectGraphView finds."""

    def __init__(self, graph_view: ObjectGraphView) -> None:
        self._graph_view = graph_view
        self._writer = ObjectWriter(graph_view.root)
        self._restore_ops = RestoreOps()

    def save(self, file_prefix: str, checkpoint_number: Any = None, session: Any = None) -> str:
        """Writes a checkpoint, and returns its name: the prefix, with the number where there is one."""
        path = file_prefix if checkpoint_number is None else f"{file_prefix}-{checkpoint_number}"
        return self._writer.write(path, session or get_session())

    def restore(self, save_path: str | None) -> LoadStatus:
        """What restores a checkpoint when it is run, as Checkpoint.restore returns it."""
        return status_of(self._graph_view.root, save_path, self._restore_ops, get_session)


def saver_with_op_caching(obj: Any) -> TrackableSaver:
    """A TrackableSaver of an object."""
    return TrackableSaver(ObjectGraphView(obj))
