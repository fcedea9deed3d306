"""tf.saved_model.load_v2: a SavedModel as objects with the variables and functions of those that were saved."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.graph import GraphKeys, Tensor, constant
from graphlab._src.graph.scopes import add_to_collection, init_scope
from graphlab._src.graph.scopes import device as device_scope
from graphlab._src.graph.tensor_proto import decode
from graphlab._src.io.saved_model import (
    constants,
    load_v1,
    revived_types,
    structures,  # noqa: F401  # registers lists and dicts
)
from graphlab._src.io.saved_model.assets import inside
from graphlab._src.io.saved_model.function_deserialization import (
    RestoredFunction,
    load_function_def_library,
    recreate_function,
    setup_bare_concrete_function,
)
from graphlab._src.io.saved_model.message import parse
from graphlab._src.io.saved_model.nested_structure_coder import NotEncodableError, StructureCoder
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.state.lookup.ops import lookup_table_import
from graphlab._src.state.resource_ops import assign_variable_op
from graphlab._src.state.resource_variable import HandledVariable, UninitializedVariable
from graphlab._src.state.trackable_resources import CapturableResource, TrackableAsset, TrackableResource
from graphlab._src.train.saving.checkpoint_utils import load_checkpoint
from graphlab._src.train.tracking.object_graph import KEY, TABLE, VARIABLE_VALUE
from graphlab._src.train.tracking.trackable import AutoTrackable


def load(export_dir: Any, tags: Any = None) -> Any:
    """The object that was saved as a SavedModel, with its attributes, functions and `signatures`.

    restored = tf.saved_model.load_v2("folder")
    y = restored.signatures["serving_default"](x)["y"]

    The initializers of its variables restore them: run tf.global_variables_initializer() and tf.tables_initializer().
    A SavedModel of TensorFlow 1 is an object with `signatures`, `variables`, `graph` and `prune(feeds, fetches)`.
    tags: those of the graph; may be left out where there is one graph.
    Raises OSError where there is no SavedModel, ValueError where no graph has these tags.
    """
    return load_internal(export_dir, tags)


def load_internal(export_dir: Any, tags: Any = None, loader_cls: Any = None) -> Any:
    """load. loader_cls: in place of Loader."""
    folder = os.fsdecode(export_dir)
    wanted = None if tags is None else {tags} if isinstance(tags, str) else set(tags)
    message = parse(folder)
    graphs = message.meta_graphs
    if len(graphs) != 1 or not graphs[0].HasField("object_graph_def"):
        with init_scope():
            return load_v1.load(folder, message, wanted)
    has = set(graphs[0].meta_info_def.tags)
    if wanted is not None and wanted != has:
        raise ValueError(
            f"The SavedModel at {folder} has one MetaGraph with tags {sorted(has)}, but got an incompatible argument "
            f"tags={sorted(wanted)} to tf.saved_model.load. You may omit it, pass 'None', or pass matching tags."
        )
    with init_scope():
        root = (loader_cls or Loader)(graphs[0].object_graph_def, message, folder).get(0)
    root.tensorflow_version = graphs[0].meta_info_def.tensorflow_version
    root.tensorflow_git_version = graphs[0].meta_info_def.tensorflow_git_version
    return root


class Loader:
    """Makes the objects of a SavedModel, connects them, and has their initializers restore them.

    object_graph_proto: its SavedObjectGraph.  saved_model_proto: all of it.  export_dir: its folder.
    """

    def __init__(self, object_graph_proto: Any, saved_model_proto: Any, export_dir: str) -> None:
        self._proto = object_graph_proto
        self._meta_graph = saved_model_proto.meta_graphs[0]
        self._export_dir = export_dir
        self._constants = {node.name: node for node in self._meta_graph.graph_def.node if "value" in node.attr}
        self._concrete_functions = load_function_def_library(self._meta_graph.graph_def.library)
        self._nodes: list[Any] = []
        self._load_all()
        self._set_signatures()
        self._bind_captures()
        self._restore_checkpoint()
        for node in self._nodes:
            if isinstance(node, CapturableResource) and not isinstance(node, RestoredResource):
                add_to_collection(GraphKeys.TABLE_INITIALIZERS, node._initialize())
            elif isinstance(node, RestoredResource) and node.is_whole:
                add_to_collection(GraphKeys.TABLE_INITIALIZERS, node.initializer)

    def get(self, node_id: int) -> Any:
        """The object with a number; 0 is the root."""
        return self._nodes[node_id]

    # The objects

    def _load_all(self) -> None:
        slots = {
            slot.slot_variable_node_id: (number, slot)
            for number, proto in enumerate(self._proto.nodes)
            for slot in proto.slot_variables
        }
        nodes: dict[int, Any] = {}
        setters: dict[int, Callable[[Any, str, Any], Any]] = {}
        for number, proto in enumerate(self._proto.nodes):
            if number not in slots:
                nodes[number], setters[number] = self._recreate(proto)
        for number, (owner, slot) in slots.items():
            nodes[number], setters[number] = self._slot(number, nodes, owner, slot)
        self._nodes = [nodes[number] for number in range(len(self._proto.nodes))]
        for number, proto in enumerate(self._proto.nodes):
            obj = nodes[number]
            for child in proto.children:
                setters[number](obj, child.local_name, nodes[child.node_id])
                if child.local_name == "__call__" and not callable(obj):
                    setattr(type(obj), "__call__", _call_attribute)  # noqa: B010  (of a class of its own)

    def _slot(self, number: int, nodes: dict[int, Any], owner: int, slot: Any) -> tuple[Any, Any]:
        if hasattr(nodes[owner], "add_slot"):
            return nodes[owner].add_slot(nodes[slot.original_variable_node_id], slot.slot_name), setattr
        return self._recreate_variable(self._proto.nodes[number].variable), setattr

    def _recreate(self, proto: Any) -> tuple[Any, Callable[[Any, str, Any], Any]]:
        kind = proto.WhichOneof("kind")
        if kind == "user_object":
            return self._recreate_user_object(proto.user_object)
        makers: Mapping[str, Callable[[Any], Any]] = {
            "asset": self._recreate_asset,
            "function": lambda message: recreate_function(message, self._concrete_functions),
            "bare_concrete_function": lambda message: setup_bare_concrete_function(message, self._concrete_functions),
            "variable": self._recreate_variable,
            "constant": self._recreate_constant,
            "resource": lambda message: RestoredResource(message.device),
        }
        if kind not in makers:
            raise ValueError(
                explain(
                    f"Unknown SavedObject type: {kind!r}",
                    fix="save the model with the function that captures this without it: a newer TensorFlow has written it",
                )
            )
        return makers[kind](getattr(proto, kind)), setattr

    def _recreate_user_object(self, proto: Any) -> tuple[Any, Callable[[Any, str, Any], Any]]:
        found = revived_types.deserialize(proto)
        if found is not None:
            return found

        class _UserObject(AutoTrackable):
            """An object of a SavedModel. Its class is its own, so that it may be callable."""

        return _UserObject(), setattr

    def _recreate_asset(self, proto: Any) -> TrackableAsset:
        name = self._meta_graph.asset_file_def[proto.asset_file_def_index].filename
        return TrackableAsset(inside(self._export_dir, name))

    def _recreate_variable(self, proto: Any) -> UninitializedVariable:
        return UninitializedVariable(
            name=proto.name or None,
            shape=proto.shape,
            dtype=proto.dtype,
            trainable=proto.trainable,
            synchronization=proto.synchronization,
            aggregation=proto.aggregation,
        )

    def _recreate_constant(self, proto: Any) -> Tensor:
        value = self._constants[proto.operation].attr["value"].tensor
        dtype = dtypes.as_dtype(value.dtype)
        with device_scope("CPU" if dtype is dtypes.string else None):
            return constant(decode(value), dtype=dtype)

    # The functions

    def _set_signatures(self) -> None:
        coder = StructureCoder()
        for name, proto in self._proto.concrete_functions.items():
            body = self._concrete_functions[name].graph
            try:
                body.structured_outputs = coder.decode_proto(proto.output_signature)
                body.structured_input_signature = coder.decode_proto(proto.canonicalized_input_signature)
            except (ValueError, NotEncodableError):
                body.structured_input_signature = None  # no call fits

    def _bind_captures(self) -> None:
        for name, proto in sorted(self._proto.concrete_functions.items(), key=lambda one: self._order(one[1])):
            concrete = self._concrete_functions[name]
            bound = [self._tensor(number) for number in proto.bound_inputs]
            inner = concrete.inputs[len(concrete.inputs) - len(bound) :]
            concrete.bind(bound, inner, [self._nodes[i] for i in proto.bound_inputs if self._is_variable(i)])

    def _order(self, proto: Any) -> bool:
        """Functions that make resources need no captures that others make, and come first."""
        return any(isinstance(self._nodes[number], CapturableResource) for number in proto.bound_inputs)

    def _is_variable(self, number: int) -> bool:
        return isinstance(self._nodes[number], HandledVariable)

    def _tensor(self, number: int) -> Tensor:
        node = self._nodes[number]
        if isinstance(node, HandledVariable):
            return node.handle
        if isinstance(node, TrackableAsset):
            return node.asset_path
        if isinstance(node, CapturableResource):
            return node.resource_handle
        if isinstance(node, Tensor):
            return node
        raise ValueError(f"Can't convert node {type(node)} to tensor")

    # The values

    def _restore_checkpoint(self) -> None:
        """Has the initializer of each variable restore it, from the key that the checkpoint's graph of objects has for it."""
        path = os.path.join(self._export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
        waiting = {id(node): node for node in self._nodes if isinstance(node, HandledVariable)}
        if not waiting and not os.path.exists(f"{path}.index"):
            return
        reader = load_checkpoint(path)
        saved = TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY)))
        with device_scope("CPU"):
            prefix = constant(path)
        for number, node in self._matched(saved).items():
            for attribute in saved.nodes[number].attributes:
                if attribute.name == VARIABLE_VALUE and isinstance(node, HandledVariable):
                    waiting.pop(id(node), None)
                    node._initializer_op = _restored_variable(node, prefix, attribute.checkpoint_key)
                elif attribute.name == TABLE and isinstance(node, RestoredResource):
                    node.restored_from(reader, prefix, attribute.checkpoint_key)
        if waiting:
            raise AssertionError(
                f"Some objects of the SavedModel at {self._export_dir} have no value in its checkpoint: "
                f"{[one.name for one in waiting.values()]}"
            )

    def _matched(self, saved: Any) -> dict[int, Any]:
        """{number in the checkpoint: object}, by the names that lead to both from the roots."""
        numbers, waiting = {0: 0}, [0]
        while waiting:
            number = waiting.pop(0)
            proto = self._proto.nodes[numbers[number]]
            below: dict[str, int] = {}
            for child in proto.children:  # the objects come before the functions, which may have their names
                below.setdefault(child.local_name, child.node_id)
            pairs = [(child.node_id, below.get(child.local_name)) for child in saved.nodes[number].children]
            for inner, found in pairs:
                if found is not None and inner not in numbers:
                    numbers[inner] = found
                    waiting.append(inner)
        back = {found: number for number, found in numbers.items()}
        for number, found in list(numbers.items()):
            slots = {
                (one.original_variable_node_id, one.slot_name): one.slot_variable_node_id
                for one in self._proto.nodes[found].slot_variables
            }
            for one in saved.nodes[number].slot_variables:
                original = numbers.get(one.original_variable_node_id)
                inner = slots.get((original, one.slot_name)) if original is not None else None
                if inner is not None and inner not in back:
                    numbers[one.slot_variable_node_id] = inner
        return {number: self._nodes[found] for number, found in numbers.items()}


def _restored_variable(variable: HandledVariable, prefix: Tensor, key: str) -> Any:
    with device_scope("CPU"):
        value = raw_ops.RestoreV2(prefix, [key], [""], dtypes=[variable.dtype])
        value = value[0] if isinstance(value, (list, tuple)) else value
    value.set_shape(variable.shape)
    return assign_variable_op(variable.handle, value)


class RestoredResource(TrackableResource):
    """A resource of a SavedModel, such as a table: functions of the SavedModel make it and fill it."""

    _create_resource: Any
    _initialize: Any

    def __init__(self, device: str = "") -> None:
        super().__init__(device)
        self._self_restore: list[Any] = []

    def __setattr__(self, name: str, value: Any) -> None:
        if not isinstance(value, (RestoredFunction, ConcreteFunction)) and name not in _OWN:
            self._maybe_initialize_trackable()[name] = value
        object.__setattr__(self, name, value)

    @property
    def is_whole(self) -> bool:
        """Whether the SavedModel says how it is made and filled."""
        return isinstance(vars(self).get("_initialize"), RestoredFunction)

    @property
    def resource_handle(self) -> Tensor:
        """The handle, which a copy of what its function does makes in the graph."""
        if self._resource_handle is None:
            if not isinstance(vars(self).get("_create_resource"), RestoredFunction):
                raise ValueError("The SavedModel has no function that makes this resource, which another function uses")
            (concrete,) = self._create_resource.concrete_functions
            with device_scope(self._resource_device):
                outputs, _ = concrete._function.build(concrete.captured_inputs)
            self._resource_handle = outputs[0]
        return self._resource_handle

    @property
    def initializer(self) -> Any:
        """The operation that fills it, and restores what the checkpoint has of it."""
        filled = self._initialize()
        return group(filled, *self._self_restore) if self._self_restore else filled.op

    def restored_from(self, reader: Any, prefix: Tensor, key: str) -> None:
        """Adds what restores a table from a checkpoint."""
        names = [f"{key}-keys", f"{key}-values"]
        types = [reader.get_variable_to_dtype_map()[name] for name in names]
        with device_scope("CPU"):
            keys, values = raw_ops.RestoreV2(prefix, names, ["", ""], dtypes=types)
        self._self_restore.append(lookup_table_import(self.resource_handle, keys, values))

    def _list_functions_for_serialization(self, serialization_cache: Any) -> dict[str, Any]:
        names = "_create_resource", "_initialize", "_destroy_resource"
        return {name: vars(self)[name] for name in names if name in vars(self)}


_OWN = ("_resource_handle", "_resource_device", "_resource_deleter", "_self_restore", "_self_tracked_by_name")


def _call_attribute(instance: Any, *args: Any, **kwargs: Any) -> Any:
    return instance.__call__(*args, **kwargs)
