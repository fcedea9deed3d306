"""Reading a GraphDef into a graph; Graph.as_graph_def writes one."""

import contextlib
import functools
import heapq
import os
import re
from typing import Any

from google.protobuf.message import EncodeError

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import OpError, ResourceExhaustedError, explain, text_of
from graphlab._src.base.garbage import none_collected
from graphlab._src.graph import (
    Graph,
    Operation,
    Tensor,
    control_flow_context,
    convert_to_tensor,
    get_default_graph,
    opdef,
)
from graphlab._src.graph import attrs as attributes
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.graph import GRAPH_DEF_VERSION, output_types_of
from graphlab._src.graph.input_texts import inputs_text
from graphlab._src.graph.opdef import capabilities_of
from graphlab._src.graph.operation import VALID_OP_NAME, decode_attr, op_def_proto
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.file_system import makedirs
from graphlab._src.io.functions import Function
from graphlab._src.io.newer_attributes import changes_nothing, is_known
from graphlab._src.proto import GraphDef, text_format

_SHAPES_UNSAID = 21  # up to this producer version a placeholder of an unknown shape says that it is a scalar


def import_graph_def(
    graph_def, input_map=None, return_elements=None, name=None, op_dict=None, producer_op_list=None
) -> Any:
    """Adds the operations of a GraphDef to the default graph.

    graph_def: a GraphDef message.  input_map: {name in graph_def: tensor to use instead}.
    return_elements: names ("op" or "op:0") in graph_def; their Operations and Tensors are returned as a list.
    name: the scope that the imported names go under; "import" when left out, "" for none.
    producer_op_list: an OpList; attributes with a default in it that graphlab does not know are dropped. Without it
    those that later releases of TensorFlow have added are, where they have their defaults.
    The nodes of graph_def get the default values of the attributes that they leave out, as programs expect that read them.
    Raises TypeError and ValueError for arguments that are not right or a graph_def that is not whole.
    """
    if not isinstance(graph_def, GraphDef):
        raise TypeError("graph_def must be a GraphDef proto.")
    _check_input_map(input_map)
    wanted = _check_return_elements(return_elements)
    _check_versions(graph_def.versions)
    elements = _imported(graph_def, input_map, wanted, name, producer_op_list)
    for node in graph_def.node:
        for key, value in _default_attrs(node.op):
            if key not in node.attr:
                node.attr[key].CopyFrom(value)
    return elements


@functools.cache
def _default_attrs(op_type):
    """((name, AttrValue) of each attribute of a type that has a default)."""
    return tuple(
        (attr.name, attr.default_value) for attr in op_def_proto(op_type).attr if attr.HasField("default_value")
    )


def import_part(graph_def, input_map):
    """Adds more operations of a graph to the default graph, which has other parts of it: they have the names of graph_def.

    graph_def, input_map: as for import_graph_def.
    """
    _imported(graph_def, input_map, None, "", None, taken=set())


def _imported(graph_def, input_map, wanted, name, producer_op_list, taken=None):
    """The elements that are wanted. taken: the scopes whose names no operation may have; None: those that are there."""
    graph = get_default_graph()
    nodes = {}
    for node in graph_def.node:
        if node.name in nodes:
            raise ValueError(f"Node '{node.name}' is not unique")
        nodes[node.name] = node
    with graph.lock:
        graph.check_not_finalized()
        scope = _scope(graph, name)
        mapped = _mapped_tensors(graph, scope, input_map or {})
        for definition in graph_def.library.function:
            _add_function(graph, definition)
        for gradient in graph_def.library.gradient:
            graph.function_gradients[gradient.function_name] = gradient.gradient_func
        imported = _Import(graph, nodes, scope, mapped, producer_op_list, graph_def.versions.producer, taken)
        _merge_versions(graph.graph_def_versions, graph_def.versions)  # rules of shapes may look at the version
        imported.run()
    missing = [key for key in mapped if key not in imported.used and not imported.has(key)]
    if missing:
        names = ", ".join(sorted(key if ":" in key or key.startswith("^") else f"{key}:0" for key in missing))
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{names}]")
    return None if wanted is None else [imported.element(item) for item in wanted]


def _check_versions(versions):
    """Raises ValueError for a GraphDef that says that this version, TensorFlow 1.15's, cannot read it."""
    named = f"{GRAPH_DEF_VERSION} for TensorFlow 1.15"
    if versions.min_consumer > GRAPH_DEF_VERSION:
        raise ValueError(
            f"GraphDef min consumer version {versions.min_consumer} above current version {named}.  Please upgrade "
            "TensorFlow."
        )
    if versions.producer < 0:
        raise ValueError(
            f"GraphDef producer version {versions.producer} below min producer 0 supported by TensorFlow 1.15.  Please "
            "regenerate your graph."
        )
    if GRAPH_DEF_VERSION in versions.bad_consumers:
        raise ValueError(
            f"GraphDef disallows consumer version {GRAPH_DEF_VERSION}.  Please upgrade TensorFlow: this version is likely "
            "buggy."
        )


def _merge_versions(own, imported):
    """The oldest versions of both graphs, and the newest reader that either requires."""
    own.producer = min(own.producer, imported.producer)
    own.min_consumer = max(own.min_consumer, imported.min_consumer)
    own.bad_consumers.extend(version for version in imported.bad_consumers if version not in own.bad_consumers)


def _add_function(graph, definition):
    name = definition.signature.name
    known = graph.functions.get(name)
    if known is not None and known.definition != definition:
        raise ValueError(
            f"Cannot add function '{name}' because a different function with the same name already exists."
        )
    graph.functions[name] = Function(definition, graph.functions, import_graph_def)


def _check_input_map(input_map):
    if input_map is None:
        return
    if not (isinstance(input_map, dict) and all(isinstance(key, (str, bytes)) for key in input_map)):
        raise TypeError("input_map must be a dictionary mapping strings to Tensor objects.")


def _mapped_tensors(graph, scope, input_map):
    """{name: Tensor}; what is no tensor yet becomes one, in a scope of its own."""
    names = {key.decode() if isinstance(key, bytes) else key: value for key, value in input_map.items()}
    if all(isinstance(value, Tensor) for value in names.values()):
        return names
    if not scope:
        raise ValueError("tf.import_graph_def() requires a non-empty `name` if `input_map` contains non-Tensor values.")
    with graph.name_scope(scope), graph.name_scope("_inputs"):
        return {key: convert_to_tensor(value) for key, value in names.items()}


def _check_return_elements(return_elements):
    if return_elements is None:
        return None
    items = tuple(return_elements)
    if not all(isinstance(item, (str, bytes)) for item in items):
        raise TypeError("return_elements must be a list of strings.")
    return [item.decode() if isinstance(item, bytes) else item for item in items]


def _scope(graph, name):
    """The prefix of imported names: "" or "import/"."""
    if name == "":
        return ""
    with graph.name_scope(name or "import") as scope:
        return scope


def split_input(text):
    """("op", output) of an input as a NodeDef writes it; output is -1 for a control input."""
    if text.startswith("^"):
        return text[1:], -1
    name, colon, index = text.rpartition(":")
    if not colon:
        return text, 0
    if not index.isdigit():
        raise ValueError(f"Unknown input node '{text}'")
    return name, int(index)


_MOST_OUTPUTS, _OUTPUTS_PER_NODE = 1 << 16, 64  # of all nodes together


@contextlib.contextmanager
def _of_node(node):
    """Makes of whatever a node of a file leads to a ValueError that names it, as TensorFlow does."""
    try:
        yield
    except Exception as error:
        first, _, rest = str(error).partition("\n")
        if isinstance(error, ValueError):
            if re.search(rf"('|node |NodeDef: )(\S*/)?{re.escape(node.name)}('| |:|$)", first):
                raise
        elif isinstance(error, MemoryError):
            first = f"it needs more memory than there is ({first or 'MemoryError'})"
        elif not isinstance(error, OpError):
            first = f"its inputs and attributes do not fit {node.op} ({first or type(error).__name__})"
        raise ValueError(f"Node '{node.name}': {first}" + (f"\n{rest}" if rest else "")) from error


class _Import:
    """One import: nodes are made inputs first; edges that close a loop are set when both ends are there."""

    def __init__(self, graph, nodes, scope, mapped, producer_op_list, producer, taken):
        self._graph = graph
        self._nodes = nodes
        self._scope = scope
        self._mapped = mapped
        self._defaults = _producer_defaults(producer_op_list)
        self._producer = producer
        self._inputs = {}  # node name -> its inputs as (text, name, output)
        self._names = {}  # node name -> its name in the graph
        self._made = {}
        self._later = []
        self._closed_later = set()  # the names of the nodes of these
        self._scopes = set()  # that are known to be taken
        self._before = graph.version  # how many operations were there before
        self._taken = taken  # scopes; None: those of these, once they are needed
        self._num_outputs = 0
        self.used = set()

    def run(self):
        with none_collected():
            self._run()

    def _run(self):
        for name, node in self._nodes.items():
            with _of_node(node):
                self._inputs[name] = [(text, *split_input(text)) for text in node.input]
        self._check_names()
        for node in self._in_order():
            with _of_node(node):
                self._made[node.name] = self._make(node)
        # Only now, when nothing was wrong with any of them: a graph never keeps half of an import.
        self._rename_frames()
        for op in self._made.values():
            self._add(op)
        for name, index, text in self._later:
            with _of_node(self._nodes[name]):
                self._close(name, index, text)
        self._join_context(self._graph.control_flow_context)
        for node in self._nodes.values():
            with _of_node(node):
                self._colocate(node)
        self._place()

    def _rename_frames(self):
        """A loop whose name another one has, of an earlier import of the same file, gets that of its scope before it."""
        entered = [op for op in self._made.values() if control_flow_context.is_enter(op)]
        if not entered:
            return
        taken = {op.attrs["frame_name"] for op in self._graph.get_operations() if control_flow_context.is_enter(op)}
        for op in entered:
            if op.attrs["frame_name"] in taken:
                op.attrs["frame_name"] = self._scope.encode() + op.attrs["frame_name"]

    def _join_context(self, context):
        """Makes all of it part of the branch or loop that is being built."""
        if context is None:
            return
        for op in self._made.values():
            op.control_flow_context = context
        for op in self._made.values():
            self._graph._join_context(op, context)

    def _check_names(self):
        for node in self._nodes.values():
            if not VALID_OP_NAME.match(node.name):
                raise ValueError(f"Node '{node.name}': Node name contains invalid characters")
            self._names[node.name] = self._free_name(node.name)
            controlled = False
            for text, name, index in self._inputs[node.name]:
                if name not in self._nodes and not {text, name, f"{name}:{index}"} & self._mapped.keys():
                    raise ValueError(f"Node '{node.name}': Unknown input node '{text}'")
                if controlled and index >= 0:
                    raise ValueError(f"Node '{node.name}': Control dependencies must come after regular dependencies")
                controlled = index < 0
            for other in colocated_nodes(node):
                if other not in self._nodes:
                    raise ValueError(f"Node '{node.name}' expects to be colocated with unknown node '{other}'")

    def _free_name(self, name):
        """The name under the scope; with a number behind it where the graph has an operation of that name."""
        full, count = self._scope + name, 0
        while self._is_taken(full) or count and f"{name}_{count}" in self._nodes:
            count += 1
            full = f"{self._scope}{name}_{count}"
        return full

    def _is_taken(self, name):
        """True for the name of an operation, and of a scope that had some before."""
        graph = self._graph
        if name in graph.operations_by_name:
            return True
        if name.lower() not in graph.names_in_use:
            return False
        if self._taken is None:
            before = graph.operations[: self._before]
            self._taken = {prefix for op in before for prefix in _scopes_of(op.name)}
        return name in self._taken

    def _in_order(self):
        """The nodes, those that others need first; a loop is entered at the node that is first in the file."""
        if self._is_in_order():
            return list(self._nodes.values())
        waits, followers = {}, {}
        for node in self._nodes.values():
            before = {name for _, name, _ in self._inputs[node.name] if name in self._nodes}
            if _flow(node) == "merge":  # a loop comes back here, from a NextIteration
                before = {name for name in before if _flow(self._nodes[name]) != "next_iteration"}
            waits[node.name] = len(before)
            for name in before:
                followers.setdefault(name, []).append(node.name)
        ordered = []
        position = {name: i for i, name in enumerate(self._nodes)}
        heap = [(position[name], name) for name in self._nodes if not waits[name]]
        while heap:
            _, name = heapq.heappop(heap)
            ordered.append(self._nodes[name])
            for follower in followers.get(name, ()):
                waits[follower] -= 1
                if not waits[follower]:
                    heapq.heappush(heap, (position[follower], follower))
        if len(ordered) != len(self._nodes):
            stuck = [name for name in self._nodes if waits[name]]
            raise ValueError(f"{len(stuck)} nodes in a cycle: '{stuck[0]}' waits for what comes after it")
        return ordered

    def _is_in_order(self):
        """True when every node follows its inputs, as in most files."""
        seen = set()
        for name, inputs in self._inputs.items():
            if any(before not in seen and before in self._nodes for _, before, _ in inputs):
                return False
            seen.add(name)
        return True

    def _make(self, node):
        inputs: list[Any] = []
        controls = []
        for text, name, index in self._inputs[node.name]:
            if index < 0:
                mapped = self._mapped.get(text)
                controls.append(self._made[name] if mapped is None else mapped.op)
                self.used.add(text)
            else:
                tensor = self._tensor(name, index, node)
                if tensor is None:
                    self._later.append((node.name, len(inputs), text))
                    self._closed_later.add(node.name)
                inputs.append(tensor)
        known = opdef.lookup(node.op)
        stand_in: Any = next((t for t in inputs if t is not None), None)
        op = Operation.detached(
            self._graph,
            node.op,
            self._names[node.name],
            [stand_in if t is None else t for t in inputs],
            controls,
            self._attributes(node, known),
        )
        op.device_name = DeviceSpec.from_string(node.device).to_string() if node.device else ""
        self._outputs(op, node, known)
        return op

    def _add(self, op):
        self._graph.apply_attributes(op)
        for group in self._graph.stacks.controls:
            op.controls.extend(c for c in group.control_inputs if c not in op.control_inputs)
        self._graph.note_in_control_groups(op)
        self._graph.append(op)
        self._graph.names_in_use[op.name.lower()] = 1
        self._use_scopes(op.name)

    def _use_scopes(self, name):
        """Scopes of imported names are taken: a new scope of that name gets _1."""
        scope = name.rpartition("/")[0]
        while scope and scope not in self._scopes:
            self._scopes.add(scope)
            self._graph.names_in_use.setdefault(scope.lower(), 1)
            scope = scope.rpartition("/")[0]

    def _tensor(self, name, index, node):
        for text in (f"{name}:{index}", name if index == 0 else None):
            if text in self._mapped:
                self.used.add(text)
                return self._mapped[text]
        op = self._made.get(name)
        if op is None:
            return None
        if index >= len(op.outputs):
            if op.definition is not None:
                raise ValueError(
                    f"Node '{node.name}': Connecting to invalid output {index} of source node {name} which has "
                    f"{len(op.outputs)} outputs."
                )
            self._grow_outputs(op, index)
        return op.outputs[index]

    def _count_outputs(self, count):
        """Notes that so many outputs are made: a number in a file costs nothing, an output some hundred bytes."""
        self._num_outputs += count
        if self._num_outputs > _MOST_OUTPUTS + _OUTPUTS_PER_NODE * len(self._nodes):
            raise ValueError(f"{count} outputs are more than the nodes of this graph may have")

    def _grow_outputs(self, op, index):
        """An OpDef for a type that graphlab does not have: it has as many outputs as are consumed."""
        self._count_outputs(index + 1 - len(op.outputs))
        while len(op.outputs) <= index:
            op.outputs.append(Tensor(op, len(op.outputs), _guessed_type(op)))

    def _attributes(self, node, known):
        attrs = dict(known.defaults) if known is not None else {}
        for key, value in node.attr.items():
            if key == "_output_shapes" or key == "_class" and value.WhichOneof("value") is None:
                continue  # reading node.attr["_class"] leaves an empty one
            if key == "_class" and not value.HasField("list"):
                raise ValueError(
                    f"Node '{node.name}': attribute '_class' of {node.op}: Expected a value of kind list(string)"
                )
            if known is not None and key not in known.attrs and not key.startswith("_") and not is_known(key):
                if changes_nothing(key, value, self._defaults.get((node.op, key))):
                    continue
                raise ValueError(_later_attribute(node, key))
            try:
                attrs[key] = decode_attr(node.op, key, value)
            except (TypeError, ValueError) as error:
                raise ValueError(f"Node '{node.name}': attribute '{key}' of {node.op}: {error}") from None
        if known is not None:
            missing = [key for key in known.attrs if key not in attrs]
            if missing:
                raise ValueError(f"NodeDef missing attr '{missing[0]}' from Op<name={node.op}>; NodeDef: {node.name}")
        return attrs

    def _outputs(self, op, node, known):
        stated = None
        if "_output_shapes" in node.attr:
            stated = [shapes.of(item) for item in node.attr["_output_shapes"].list.shape]
        if known is None and op.type in self._graph.functions:
            signature = self._graph.functions[op.type].definition.signature
            op.outputs = [Tensor(op, i, dtypes.as_dtype(arg.type)) for i, arg in enumerate(signature.output_arg)]
            return
        if known is None:
            count = len(stated) if stated is not None else 0
            op.outputs = [Tensor(op, i, _guessed_type(op), stated[i] if stated else None) for i in range(count)]
            return
        self._check_input_types(op, node, known)
        self._count_outputs(sum(op.attrs[arg.number_attr] for arg in known.outputs if arg.number_attr))
        types = output_types_of(op)
        dims: Any = [None] * len(types)
        if node.name in self._closed_later:
            dims[1:] = [()] * (len(types) - 1)  # of a Merge that begins a loop only its value_index is known
        elif known.infer is not None:
            try:
                inferred = known.infer(op)
            except shapes.ShapeError as error:
                raise ValueError(
                    f"{error.message} for '{op.name}' (op: '{op.type}') with input shapes: {inputs_text(op)}."
                ) from None
            dims = [inferred] if known.single_output else inferred
            if known.feed == "required" and dims == [()] and self._producer <= _SHAPES_UNSAID:
                dims = [None]
        op.outputs = [Tensor(op, i, dtype, d) for i, (dtype, d) in enumerate(zip(types, dims, strict=True))]
        for tensor, dims in zip(op.outputs, stated or (), strict=False):
            merged = shapes.merge(tensor.dims, dims)
            tensor.dims = tensor.dims if merged is False else merged

    def _check_input_types(self, op, node, known):
        expected = []
        for arg in known.inputs:
            dtype = arg.dtype or op.attrs[arg.type_attr]
            if arg.number_attr:
                count = op.attrs[arg.number_attr]
                if count > len(op.inputs):
                    raise ValueError(
                        f"Attr {arg.number_attr} of {count} needs more than the {len(op.inputs)} inputs specified; "
                        f"Op<name={node.op}>; NodeDef: {node.name}"
                    )
                expected.extend([dtype] * count)
            elif arg.type_list:
                expected.extend(dtype)
            else:
                expected.append(dtype.as_ref if arg.is_ref else dtype)
        if len(expected) != len(op.inputs):
            types = ", ".join(map(dtypes.runtime_name, expected))
            raise ValueError(
                f"NodeDef expected inputs '{types}' do not match {len(op.inputs)} inputs specified; Op<name={node.op}>; "
                f"NodeDef: {node.name}"
            )
        for i, (dtype, tensor) in enumerate(zip(expected, op.inputs, strict=True)):
            if dtype.is_compatible_with(tensor.dtype):
                continue
            if tensor.op.definition is None:
                tensor.dtype = dtype  # it was a guess
            else:
                raise ValueError(
                    f"Input {i} of node {op.name} was passed {dtypes.runtime_name(tensor.dtype)} from {tensor.name} "
                    f"incompatible with expected {dtypes.runtime_name(dtype)}."
                )

    def _close(self, node_name, index, text):
        name, output = split_input(text)
        op = self._made[node_name]
        op.update_input(index, self._tensor(name, output, self._nodes[node_name]))

    def _colocate(self, node):
        """Names inside `loc:@` attributes become those that the operations have here."""
        if "_class" not in node.attr or not node.attr["_class"].HasField("list"):
            return
        op = self._made[node.name]
        groups = []
        for item in node.attr["_class"].list.s:
            name = text_of(item.removeprefix(b"loc:@"))
            known = item.startswith(b"loc:@") and name in self._nodes
            groups.append(f"loc:@{self._names[name]}".encode() if known else item)
        op.attrs["_class"] = attributes.to_proto("list(string)", groups)

    def _place(self):
        """What is colocated is on the device of its colocation group, everything else on the one requested here."""
        together = {}
        for op in self._made.values():
            self._graph._apply_colocation(op)
            others = [name for name in _colocated_with(_classes(op)) if name != op.name]
            if others:
                together[op] = others
                op.device_name = ""
            else:
                self._graph._apply_device(op)
        for op, others in together.items():
            devices = [self._graph.operations_by_name[name].device for name in others]
            op.device_name = next((device for device in devices if device), "")

    def has(self, key):
        """True when the graph_def has what the key names."""
        name, index = split_input(key)
        op = self._made.get(name)
        return op is not None and (index < len(op.outputs) or op.definition is None)

    def element(self, text):
        """The imported Operation or Tensor of that name."""
        if ":" not in text:
            if text not in self._made:
                raise ValueError(f"Requested return node '{text}' not found in graph def")
            return self._made[text]
        name, _, index = text.rpartition(":")
        for key in (text, name if index == "0" else text):
            if key in self._mapped:
                return self._mapped[key]
        op = self._made.get(name)
        if ":" in name or not index.isdigit():
            raise ValueError(f"Cannot convert '{text}' to a tensor name.")
        if op is None:
            raise ValueError(f"Requested return tensor '{text}' not found in graph def")
        if int(index) >= len(op.outputs):
            raise ValueError(f"Invalid return output {index} of node '{name}', which has {len(op.outputs)} output(s)")
        return op.outputs[int(index)]


def _scopes_of(name):
    """The scopes that an operation's name is in, innermost first."""
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def _later_attribute(node, key):
    message = (
        f"NodeDef mentions attr '{key}' not in Op<name={node.op}>; NodeDef: {{{{node {node.name}}}}}. (Check whether your "
        "GraphDef-interpreting binary is up to date with your GraphDef-generating binary.)"
    )
    return explain(
        message, fix=f"export the graph with the default value of '{key}', which TensorFlow 1.15 does not have"
    )


def _classes(op):
    value = op.attrs.get("_class")
    return () if value is None else value.list.s


def colocated_nodes(node):
    """The names of the nodes that a NodeDef is colocated with."""
    return _colocated_with(node.attr["_class"].list.s if "_class" in node.attr else ())


def _colocated_with(classes):
    """The names of the operations that `loc:@` entries name."""
    return [text_of(item)[5:] for item in classes if item.startswith(b"loc:@")]


def _producer_defaults(op_list):
    if op_list is None:
        return {}
    return {
        (op.name, attr.name): attr.default_value
        for op in op_list.op
        for attr in op.attr
        if attr.HasField("default_value")
    }


def _guessed_type(op):
    """The element type of an operation that graphlab does not know: its `dtype` or `T`, as most have one."""
    for key in ("dtype", "T", "out_type", "output_type", "DstT", "Tout"):
        value = op.attrs.get(key)
        if value is not None and value.WhichOneof("value") == "type":
            return dtypes.as_dtype(value.type)
    return op.inputs[0].dtype.base_dtype if op.inputs else dtypes.float32


def write_graph(graph_or_graph_def, logdir, name, as_text=True):
    """Writes a graph to the file `logdir/name`, as text or binary, and returns its path.

    graph_or_graph_def: a Graph or a GraphDef.  The folder is made if it is not there.
    as_text: True for text format, False for binary.
    """
    message = graph_or_graph_def.as_graph_def() if isinstance(graph_or_graph_def, Graph) else graph_or_graph_def
    if logdir:
        makedirs(logdir)
    path = os.path.join(logdir, name)
    try:
        content = text_format.MessageToString(message).encode() if as_text else serialized(message)
        write_atomically(path, content)
    except MemoryError as error:
        raise ResourceExhaustedError(
            None, None, f"OOM: there is not enough memory to write the graph to {path}"
        ) from error
    return path


def serialized(message):
    """A message as bytes; MemoryError where they exceed memory, which protobuf reports as a failure."""
    try:
        return message.SerializeToString(deterministic=True)
    except EncodeError as error:
        if message.ByteSize() < 1 << 31:  # else the message is longer than one can be
            raise MemoryError(str(error)) from error
        raise


def _flow(node):
    return capabilities_of(node.op).control_flow
