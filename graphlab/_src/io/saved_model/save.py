"""tf.saved_model.save: objects with their variables, functions, tables and assets as a SavedModel."""

import copy
import os
from collections.abc import Iterable, Mapping
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.def_function import Function, function
from graphlab._src.graph import Graph, Tensor, constant, get_default_graph, static_value
from graphlab._src.graph.func_graph import FuncGraph, state_shapes
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.scopes import device as device_scope
from graphlab._src.io import file_system
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.export_meta_graph import op_definitions, strip_graph_default_valued_attrs
from graphlab._src.io.saved_model import assets, constants, revived_types, signature_serialization
from graphlab._src.io.saved_model.function_serialization import (
    serialize_bare_concrete_function,
    serialize_concrete_function,
    serialize_function,
)
from graphlab._src.io.saved_model.nested_structure_coder import StructureCoder
from graphlab._src.io.saved_model.object_view import AugmentedGraphView, CapturedConstant, SaveableView, identifier_of
from graphlab._src.io.saved_model.signature_constants import PREDICT_METHOD_NAME
from graphlab._src.io.saved_model.signature_def_utils import build_signature_def
from graphlab._src.io.saved_model.tag_constants import SERVING
from graphlab._src.io.saved_model.utils import build_tensor_info
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import AssetFileDef, SignatureDef, TensorInfo, VersionDef
from graphlab._src.proto.checkpoints import SavedModel
from graphlab._src.proto.saved_objects import SavedObjectGraph, SavedUserObject
from graphlab._src.state.lookup.mutable import MutableTable
from graphlab._src.state.resource_variable import ResourceVariable, UninitializedVariable
from graphlab._src.state.trackable import is_trackable
from graphlab._src.state.trackable_resources import CapturableResource, TrackableAsset
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.tracking.checkpoint import ObjectWriter, get_session

_VERSION = "1.15.0"  # of TensorFlow, whose format it is


def save(obj: Any, export_dir: Any, signatures: Any = None) -> None:
    """Writes an object with what is tracked below it as a SavedModel, which tf.saved_model.load_v2 makes objects of again.

    obj: a tf.Module, a tf.train.Checkpoint, a Keras model or another trackable object. Its variables must have values in the
    default session, or in that of Keras where none is open.  export_dir: the folder.
    signatures: a function that tf.function made with an input_signature, what get_concrete_function() returns, or a dict of
    these by name. When left out, it is the model's own signature, or the only function of `obj` that can be one.
    Raises ValueError for functions that capture what is not tracked below `obj`.
    """
    if get_default_graph().building_function:
        raise AssertionError(
            "tf.saved_model.save is not supported inside a traced @tf.function. Move the call to the outer eagerly-executed "
            "context."
        )
    if isinstance(obj, (list, tuple)) or not is_trackable(obj):
        raise ValueError(f"Expected a Trackable object for export, got {obj}.")
    view = AugmentedGraphView(obj)
    if signatures is None:
        signatures = signature_serialization.find_function_to_export(view.list_functions(obj))
    concrete = signature_serialization.canonicalize_signatures(signatures)
    signature_serialization.validate_saveable_view(obj, view.list_dependencies(obj))
    made = signature_serialization.create_signature_map(concrete)
    view.add_object(obj, signature_serialization.SIGNATURE_ATTRIBUTE_NAME, made)
    SaveableView(view)  # functions make variables when they are traced first
    objects = SaveableView(view)
    exported = _Export(objects)
    message = SavedModel(saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION)
    exported.fill(message.meta_graphs.add(), concrete)
    folder = os.fsdecode(export_dir)
    variables = os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    file_system.makedirs(os.path.dirname(variables))
    ObjectWriter(obj, view.list_dependencies).write(variables, get_session())
    file_system.makedirs(os.path.join(folder, constants.ASSETS_DIRECTORY))
    assets.copy_all(exported.files, folder)
    path = os.path.join(folder, constants.SAVED_MODEL_FILENAME_PB)
    write_atomically(path, message.SerializeToString(deterministic=True))


class _Export:
    """The graph of a SavedModel: handles of variables and tables, what initializes them, and calls of the signatures.

    files: {name in the folder of assets: path}.
    """

    def __init__(self, objects: SaveableView) -> None:
        self._objects = objects
        self._graph = Graph()
        self._copies: dict[int, Any] = {}  # of variables and tables, by node
        self._place: dict[Tensor, Any] = {}  # a tensor that functions capture -> what it is in the graph
        self._nodes: dict[Tensor, int] = {}  # the same -> its node
        self._asset_initializers: dict[Tensor, Any] = {}
        self._asset_messages: list[Any] = []
        self._asset_numbers: dict[int, int] = {}
        self.files: dict[str, str] = {}

    def fill(self, message: Any, signatures: Mapping[str, ConcreteFunction]) -> None:
        """Fills a MetaGraphDef."""
        initializers = [
            (obj, function(_initializer_of(obj), input_signature=[], autograph=False).get_concrete_function())
            for obj in self._objects.nodes
            if isinstance(obj, CapturableResource) and obj.resource_handle is not None
        ]
        with self._graph.as_default():
            for number, obj in enumerate(list(self._objects.nodes)):
                self._map(number, obj)
            for concrete in self._objects.concrete_functions:
                self._map_constants(concrete)
            self._add_initializer(message, [concrete for _, concrete in initializers])
            self._add_signatures(message, signatures)
            saver = Saver(self._saved(), sharded=True, allow_empty=True)
            if saver.saver_def is not None:
                message.saver_def.CopyFrom(saver.as_saver_def())
            for concrete in self._objects.concrete_functions:
                concrete.add_to_graph(self._graph)
        self._fill_graph(message)
        message.asset_file_def.extend(self._asset_messages)
        message.object_graph_def.CopyFrom(self._object_graph())

    def _saved(self) -> dict[str, Any]:
        return {
            key: self._copies[node.number]
            for node, key in self._objects.graph.variables()
            if node.number in self._copies
        }

    # What functions capture

    def _map(self, number: int, obj: Any) -> None:
        if isinstance(obj, CapturableResource):
            if obj.resource_handle is not None:
                with device_scope(obj._resource_device):
                    self._note(obj.resource_handle, obj._create_resource(), number)
                if isinstance(obj, MutableTable):
                    self._copies[number] = _at(obj, self._place[obj.resource_handle])
        elif isinstance(obj, TrackableAsset):
            self._map_asset(number, obj)
        elif isinstance(obj, Variable):
            made = self._copies[number] = UninitializedVariable(
                name=obj._shared_name,
                shape=obj.shape,
                dtype=obj.dtype,
                trainable=obj.trainable,
            )
            if isinstance(obj, ResourceVariable):
                self._note(obj.handle, made.handle, number)

    def _note(self, tensor: Tensor, place: Any, number: int) -> None:
        self._place[tensor] = place
        self._nodes[tensor] = number

    def _map_asset(self, number: int, asset: TrackableAsset) -> None:
        """A variable holds the path, which the loader feeds when it initializes."""
        path = assets.path_of(asset.asset_path)
        name = assets.name_for(path, self.files)
        self.files[name] = path
        initial = raw_ops.Placeholder(dtype=dtypes.string, shape=[], name="asset_path_initializer")
        variable = ResourceVariable(initial, trainable=False, collections=[])
        self._asset_initializers[asset.asset_path] = variable.initializer
        self._asset_numbers[number] = len(self._asset_messages)
        entry = AssetFileDef(filename=name)
        entry.tensor_info.name = initial.name
        self._asset_messages.append(entry)
        self._note(asset.asset_path, variable, number)

    def _map_constants(self, concrete: ConcreteFunction) -> None:
        for tensor in concrete.captured_inputs:
            if tensor in self._nodes or tensor.dtype in (dtypes.resource, dtypes.variant):
                continue
            value = static_value(tensor)
            if value is None:
                raise ValueError(
                    explain(
                        f"Attempted to save a function {concrete.name} which references a symbolic Tensor {tensor} that is "
                        "not a simple constant. This is not supported.",
                        at=tensor,
                        fix="pass it to the function as an argument, or make it a tf.Variable(..., use_resource=True) that is an "
                        "attribute of the object",
                    )
                )
            made = constant(value, dtype=tensor.dtype.base_dtype)
            self._note(tensor, made, self._objects.add_node(CapturedConstant(tensor, made.op.name)))

    def _captures(self, concrete: ConcreteFunction) -> list[Any]:
        found: list[Any] = []
        for tensor in concrete.captured_inputs:
            if tensor not in self._place:
                raise AssertionError(
                    explain(
                        f"Tried to export a function which references untracked object {tensor}. TensorFlow objects (e.g. "
                        "tf.Variable) captured by functions must be tracked by assigning them to an attribute of a tracked "
                        "object or assigned to an attribute of the main object directly.",
                        at=tensor,
                    )
                )
            found.append(self._place[tensor])
        return found

    # What is in the graph

    def _call(self, concrete: ConcreteFunction, args: list[Any]) -> Any:
        return concrete._call_flat(args, self._captures(concrete))

    def _add_initializer(self, message: Any, initializers: Iterable[ConcreteFunction]) -> None:
        made: list[Any] = []
        for concrete in initializers:
            before = [
                self._asset_initializers[one] for one in concrete.captured_inputs if one in self._asset_initializers
            ]
            with control_dependencies(before):
                made.append(self._call(concrete, []))
        with control_dependencies([*made, *self._asset_initializers.values()]):
            init = no_op()
        message.collection_def[constants.MAIN_OP_KEY].node_list.value.append(init.name)
        info = TensorInfo(name=init.name)
        info.tensor_shape.unknown_rank = True
        key = constants.INIT_OP_SIGNATURE_KEY
        message.signature_def[key].CopyFrom(SignatureDef(outputs={key: info}))

    def _add_signatures(self, message: Any, signatures: Mapping[str, ConcreteFunction]) -> None:
        for key, concrete in sorted(signatures.items()):
            arguments = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
            inputs: dict[str, Tensor] = {}
            for name, tensor in zip(concrete._arg_keywords or (), arguments, strict=True):
                dtype = tensor.dtype.base_dtype
                inputs[name] = raw_ops.Placeholder(dtype=dtype, shape=tensor.shape, name=f"{key}_{name}")
            outputs = self._call(concrete, list(inputs.values()))
            message.signature_def[key].CopyFrom(
                build_signature_def(
                    {name: build_tensor_info(tensor) for name, tensor in inputs.items()},
                    {name: build_tensor_info(tensor) for name, tensor in outputs.items()},
                    PREDICT_METHOD_NAME,
                )
            )

    def _fill_graph(self, message: Any) -> None:
        graph_def = self._graph.as_graph_def(add_shapes=True)
        bodies = {name: getattr(one, "graph", None) for name, one in self._graph.functions.items()}
        called = _called(graph_def, {concrete.name for concrete in self._objects.concrete_functions})
        library = [one for one in graph_def.library.function if one.signature.name in called]
        del graph_def.library.function[:]
        for one in library:
            added = graph_def.library.function.add()
            added.CopyFrom(one)
            if isinstance(bodies[added.signature.name], FuncGraph):
                state_shapes(added, self._graph.functions[added.signature.name])
        message.graph_def.CopyFrom(graph_def)
        info = message.meta_info_def
        info.tags.append(SERVING)
        info.tensorflow_version = _VERSION
        info.tensorflow_git_version = "unknown"
        info.stripped_op_list.op.extend(op_definitions(message.graph_def))
        strip_graph_default_valued_attrs(message)

    # The objects

    def _object_graph(self) -> Any:
        proto = SavedObjectGraph()
        self._objects.fill(proto)
        coder = StructureCoder()
        for concrete in self._objects.concrete_functions:
            proto.concrete_functions[concrete.name].CopyFrom(serialize_concrete_function(concrete, self._nodes, coder))
        for number, (obj, message) in enumerate(zip(self._objects.nodes, proto.nodes, strict=True)):
            self._describe(number, obj, message)
        return proto

    def _describe(self, number: int, obj: Any, message: Any) -> None:
        if isinstance(obj, TrackableAsset):
            message.asset.asset_file_def_index = self._asset_numbers[number]
            message.asset.SetInParent()
        elif isinstance(obj, Variable):
            message.variable.name = obj.op.name
            message.variable.trainable = bool(obj.trainable)
            message.variable.dtype = obj.dtype.base_dtype.as_datatype_enum
            message.variable.synchronization = obj.synchronization.value
            message.variable.aggregation = obj.aggregation.value
            message.variable.shape.CopyFrom(obj.shape.as_proto())
        elif isinstance(obj, Function):
            message.function.CopyFrom(serialize_function(obj, self._objects.traces[id(obj)]))
        elif isinstance(obj, ConcreteFunction):
            message.bare_concrete_function.CopyFrom(serialize_bare_concrete_function(obj))
        elif isinstance(obj, CapturedConstant):
            message.constant.operation = obj.name
        elif isinstance(obj, CapturableResource) and obj.resource_handle is not None:
            message.resource.device = obj._resource_device
            message.resource.SetInParent()
        else:
            message.user_object.CopyFrom(revived_types.serialize(obj) or _user_object(obj))


def _at(table: MutableTable, handle: Tensor) -> MutableTable:
    """The same table by another handle."""
    made = copy.copy(table)
    made._resource_handle = handle
    return made


def _user_object(obj: Any) -> Any:
    return SavedUserObject(
        identifier=identifier_of(obj),
        version=VersionDef(producer=1, min_consumer=1),
        metadata=getattr(obj, "_tracking_metadata", ""),
    )


def _initializer_of(resource: CapturableResource) -> Any:
    def initialize() -> Tensor:
        resource._initialize()
        return constant(1.0)

    return initialize


def _called(graph_def: Any, names: Iterable[str]) -> set[str]:
    """The functions that nodes of a graph call, those of the names, and what these call."""
    library = {one.signature.name: one for one in graph_def.library.function}
    found: set[str] = set()
    waiting = [*names, *_names_in(graph_def.node)]
    while waiting:
        name = waiting.pop()
        if name in library and name not in found:
            found.add(name)
            waiting += _names_in(library[name].node_def)
    return found


def _names_in(nodes: Iterable[Any]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        found.add(node.op)
        for value in node.attr.values():
            found.update(one.name for one in (value.func, *value.list.func))
    return found
