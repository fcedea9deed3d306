"""SavedModels of TensorFlow 1 as objects: signatures are functions, and what holds state is in the graph around these."""

import os
from collections.abc import Iterable
from typing import Any

from graphlab._src.function.body import FunctionBody
from graphlab._src.function.lifted_variable import UnliftableError
from graphlab._src.function.wrap_function import VariableHolder, WrappedFunction
from graphlab._src.graph import GraphKeys, Operation, Tensor, constant, get_default_graph, name_scope, nest
from graphlab._src.graph.opdef import lookup
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.graph.scopes import device as device_scope
from graphlab._src.io.freeze import extract_sub_graph
from graphlab._src.io.functions import leave_out_unknown_places
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.io.import_meta_graph import records_trainable
from graphlab._src.io.saved_model import assets, constants
from graphlab._src.io.saved_model.function_deserialization import (
    fix_node_def,
    load_function_def_library,
    shared_name_suffix,
)
from graphlab._src.io.saved_model.loader import with_tags
from graphlab._src.io.saved_model.signature_serialization import create_signature_map
from graphlab._src.io.saved_model.utils import get_tensor_from_tensor_info
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import GraphDef, MetaGraphDef, VariableDef
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.trackable_resources import CapturableResource, TrackableAsset
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.saveable import names_of, saveable_objects
from graphlab._src.train.tracking.trackable import AutoTrackable

_RESERVED = (constants.INIT_OP_SIGNATURE_KEY, constants.TRAIN_OP_SIGNATURE_KEY)


class V1Initializer(CapturableResource):
    """What initializes the tables and local variables of a SavedModel of TensorFlow 1, and of a SavedModel that holds it.

    operation: does it in the graph around the functions.  function: does it elsewhere, with the paths of the assets.
    """

    def __init__(self, operation: Operation, function: WrappedFunction, assets: list[TrackableAsset]) -> None:
        super().__init__()
        self._operation = operation
        self._function = function
        self._assets = assets

    def _create_resource(self) -> Tensor:
        return constant(1.0, name="unused_resource")  # the functions make the resources, by their names

    def _initialize(self) -> Operation:
        if get_default_graph() is not self._operation.graph:
            self._function(*(asset.asset_path for asset in self._assets))
        return self._operation


def load(export_dir: str, saved_model: Any, tags: set[str] | None) -> AutoTrackable:
    """The object of a SavedModel's graph with these tags. saved_model: the message of the folder."""
    if tags is None and len(saved_model.meta_graphs) != 1:
        known = [list(one.meta_info_def.tags) for one in saved_model.meta_graphs]
        raise ValueError(
            "Importing a SavedModel with tf.saved_model.load requires a 'tags=' argument if there is more than one MetaGraph. "
            f"Got 'tags=None', but there are {len(known)} MetaGraphs in the SavedModel with tag sets {known}. Pass a 'tags=' "
            "argument to load this SavedModel."
        )
    message = MetaGraphDef()
    message.CopyFrom(saved_model.meta_graphs[0] if tags is None else with_tags(saved_model, tags))
    return _Loaded(export_dir, message).root()


class _Loaded:
    """A MetaGraphDef in two parts: what holds, restores and initializes state, and a body that the functions are parts of."""

    def __init__(self, export_dir: str, message: Any) -> None:
        self._export_dir, self._message = export_dir, message
        suffix = shared_name_suffix()
        graph_def = message.graph_def
        functions = load_function_def_library(graph_def.library, suffix)
        graph_def.ClearField("library")
        for node in graph_def.node:
            fix_node_def(node, functions, suffix)
        self._nodes = {node.name: node for node in graph_def.node}
        self._scope = ""
        with name_scope("saved_model_files"):  # so that nothing has a name that the graph needs
            self._assets = [TrackableAsset(path) for path in self._asset_paths().values()]
            folder = os.path.join(export_dir, constants.VARIABLES_DIRECTORY)
            self._prefix = constant(os.path.join(folder, constants.VARIABLES_FILENAME), name="variables")
        self._held = [name for name, node in self._nodes.items() if _holds_state(node)]
        self._import_state()
        self._variables = {
            key: self._variables_of(key) for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES)
        }
        self._wrapped = self._wrap()
        self._set_initializers()

    def root(self) -> AutoTrackable:
        """The object that a program gets."""
        root: Any = AutoTrackable()
        root.initializer = V1Initializer(self._initialize, self._initializing_function(), self._assets)
        root.asset_paths = self._assets
        root.signatures = create_signature_map(self._signatures())
        root.variables = list(self._wrapped.graph.variables)
        info = self._message.meta_info_def
        root.tensorflow_version, root.tensorflow_git_version = info.tensorflow_version, info.tensorflow_git_version
        root.graph = self._wrapped.graph
        root.prune = self._wrapped.prune
        return root

    def _asset_paths(self) -> dict[str, str]:
        return assets.feeds(self._export_dir, self._message, None)

    # What holds state

    def _import_state(self) -> None:
        """Adds to the default graph what holds state, with what restores and initializes it."""
        saver = self._message.saver_def
        roots = [*self._held, *self._initializers()]
        given: dict[str, Any] = dict(zip(self._asset_paths(), (one.asset_path for one in self._assets), strict=True))
        if saver.restore_op_name:
            roots.append(saver.restore_op_name)
            given[saver.filename_tensor_name] = self._prefix
        for one in self._variable_defs():
            names = one.initializer_name, one.snapshot_name, one.variable_name, one.initial_value_name
            roots += [name.partition(":")[0] for name in names if name and name.partition(":")[0] in self._nodes]
        part = extract_sub_graph(self._message.graph_def, sorted(set(roots)))
        names = {node.name for node in part.node}
        given = {name: tensor for name, tensor in given.items() if name.partition(":")[0] in names}
        graph = get_default_graph()
        if any(graph.unique_name(name, mark_as_used=False) != name for name in names):
            self._scope = graph.unique_name("load", mark_as_used=False)
        import_graph_def(part, given, name=self._scope)

    def _element(self, name: str) -> Any:
        return get_default_graph().as_graph_element(prepend_name_scope(name, self._scope))

    def _variable_defs(self) -> list[Any]:
        collections = self._message.collection_def
        keys = GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES
        texts = [text for key in keys if key in collections for text in collections[key].bytes_list.value]
        return [VariableDef.FromString(text) for text in dict.fromkeys(texts)]

    def _variables_of(self, key: str) -> list[Any]:
        collections = self._message.collection_def
        texts = collections[key].bytes_list.value if key in collections else ()
        trained = collections[GraphKeys.TRAINABLE_VARIABLES].bytes_list.value
        found: list[Any] = []
        for text in texts:
            message = VariableDef.FromString(text)
            if not records_trainable(self._message):
                message.trainable = text in trained
            variable = Variable.from_proto(message, import_scope=self._scope or None)
            found.append(variable)
            add_to_collection(key, variable)
        return found

    def _initializers(self) -> list[str]:
        """The nodes that initialize all but the variables that are restored."""
        message, key = self._message, constants.INIT_OP_SIGNATURE_KEY
        if key in message.signature_def:
            return [message.signature_def[key].outputs[key].name.partition(":")[0]]
        collections = message.collection_def
        for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
            if key in collections:
                return list(collections[key].node_list.value)
        tables = collections[GraphKeys.TABLE_INITIALIZERS] if GraphKeys.TABLE_INITIALIZERS in collections else None
        local = collections[GraphKeys.LOCAL_VARIABLES] if GraphKeys.LOCAL_VARIABLES in collections else None
        found = [] if tables is None else list(tables.node_list.value)
        return found + (
            [] if local is None else [VariableDef.FromString(one).initializer_name for one in local.bytes_list.value]
        )

    def _set_initializers(self) -> None:
        self._initialize = group(*map(self._element, self._initializers()))
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, self._initialize)
        for variable in self._variables[GraphKeys.LOCAL_VARIABLES]:
            variable._initializer_op = self._initialize
        if self._message.saver_def.restore_op_name:
            restore = self._element(self._message.saver_def.restore_op_name)
        elif self._variables[GraphKeys.GLOBAL_VARIABLES]:
            restore = self._restored_by_name()
        else:
            return
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, restore)
        for variable in self._variables[GraphKeys.GLOBAL_VARIABLES]:
            variable._initializer_op = restore

    def _restored_by_name(self) -> Operation:
        """What restores the variables of a graph without Saver, whose names are those of the checkpoint."""
        named = names_of(self._variables[GraphKeys.GLOBAL_VARIABLES], convert_variable_to_tensor=False)
        scope = f"{self._scope}/" if self._scope else ""
        saveables = saveable_objects({name.removeprefix(scope): one for name, one in named.items()})
        specs = [spec for one in saveables for spec in one.specs]
        with device_scope("CPU"):
            values = raw_ops.RestoreV2(
                self._prefix,
                [spec.name for spec in specs],
                [spec.slice_spec for spec in specs],
                dtypes=[spec.dtype.base_dtype for spec in specs],
            )
        remaining = iter(values if isinstance(values, (list, tuple)) else [values])
        return group(*(one.restore([next(remaining) for _ in one.specs], None) for one in saveables))

    # The functions

    def _wrap(self) -> WrappedFunction:
        """A function of all that changes no variable by reference; it captures what holds state."""
        body = FunctionBody("wrapped_function", get_default_graph())
        graph_def = GraphDef(versions=self._message.graph_def.versions)
        left_out = _downstream(
            self._nodes.values(), {name for name, node in self._nodes.items() if _changes_reference(node)}
        )
        names = self._nodes.keys() - left_out - set(self._held)
        graph_def.node.extend(node for name, node in self._nodes.items() if name in names)
        for node in graph_def.node:
            if "_class" in node.attr:
                leave_out_unknown_places(node.attr, names)
        used = {text.lstrip("^").partition(":")[0] for node in graph_def.node for text in node.input}
        held: list[Tensor] = [tensor for name in self._held if name in used for tensor in self._element(name).outputs]
        with body.as_default():
            places = [(tensor, body.capture(tensor)) for tensor in held]
            given = {self._original(tensor): place for tensor, place in places}
            import_graph_def(graph_def, given, name="")
        body.inputs = body.internal_captures
        body.variables = [
            one for found in self._variables.values() for one in found if isinstance(one, HandledVariable)
        ]
        return WrappedFunction(body, VariableHolder())

    def _original(self, tensor: Tensor) -> str:
        return tensor.name[len(self._scope) + 1 :] if self._scope else tensor.name

    def _initializing_function(self) -> WrappedFunction:
        """A function of the paths of the assets that initializes what functions can use: no variables by reference."""
        graph = self._wrapped.graph
        inside = {op.name for op in graph.get_operations()}
        operations, waiting = dict[str, Operation](), self._initializers()
        while waiting:
            name = waiting.pop()
            if name in inside:
                operations[name] = graph.get_operation_by_name(name)
            else:  # a group in which a variable by reference is initialized
                waiting += [text[1:] for text in self._nodes[name].input if text.startswith("^")]
        paths = [graph.get_tensor_by_name(name) for name in self._asset_paths()]
        return self._wrapped.prune(paths, list(operations.values()), name="initialize")

    def _signatures(self) -> dict[str, WrappedFunction]:
        found: dict[str, WrappedFunction] = {}
        for key, signature in self._message.signature_def.items():
            if key in _RESERVED:
                continue
            names = list(signature.inputs)
            feeds = [self._in_body(key, signature.inputs[name]) for name in names]
            if any(map(nest.is_composite, feeds)):
                raise ValueError(
                    f"The signature '{key}' has sparse or ragged inputs, which its function can't have. Load the SavedModel with "
                    "tf.saved_model.loader.load"
                )
            fetches = {name: self._in_body(key, info) for name, info in signature.outputs.items()}
            try:
                made = self._wrapped.prune(feeds, fetches)
            except UnliftableError as error:
                raise UnliftableError(
                    "A SavedModel signature needs an input for each placeholder the signature's outputs use. An output for "
                    f"signature '{key}' depends on a placeholder which is not an input (i.e. the placeholder is not fed a "
                    f"value).\n\n{error}"
                ) from None
            made._arg_keywords = names
            made._num_positional_args = int(len(names) == 1)
            found[key] = made
        return found

    def _in_body(self, key: str, info: Any) -> Any:
        graph = self._wrapped.graph
        try:
            if info.WhichOneof("encoding") == "name":
                return graph.as_graph_element(info.name)  # an operation may be there, too
            return get_tensor_from_tensor_info(info, graph)
        except KeyError as error:
            raise ValueError(
                f"The signature '{key}' has a tensor that needs a change of a variable by reference: a function has none. Load "
                f"the SavedModel with tf.saved_model.loader.load\n  {error.args[0]}"
            ) from None


def _holds_state(node: Any) -> bool:
    definition = lookup(node.op)
    return definition is not None and (definition.holds_state or definition.variable in ("reference", "resource"))


def _changes_reference(node: Any) -> bool:
    definition = lookup(node.op)
    return definition is not None and bool(definition.ref_indices)


def _downstream(nodes: Iterable[Any], names: set[str]) -> set[str]:
    """The nodes of these names, and all that need them."""
    consumers: dict[str, list[str]] = {}
    for node in nodes:
        for text in node.input:
            consumers.setdefault(text.lstrip("^").partition(":")[0], []).append(node.name)
    found, waiting = set(names), list(names)
    while waiting:
        for name in consumers.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found
