"""Graph: operations in the order they were made, each with a unique name; a log that views can follow."""

import contextlib
import itertools
import re
import threading
import uuid
from typing import Any

from graphlab import context, dtypes, source
from graphlab.errors import explain
from graphlab.graph import attrs as attributes
from graphlab.graph.device import DeviceScope
from graphlab.graph.flow import check_input
from graphlab.graph.operation import (
    VALID_OP_NAME,
    Operation,
    check_name,
    decode_attr,
    dims_text,
    op_def_proto,
)
from graphlab.graph.tensor import IndexedSlices, Tensor
from graphlab.proto import GraphDef, VersionDef
from graphlab.shapes import ShapeError

_VALID_SCOPE_NAME = re.compile(r"^[A-Za-z0-9_.\-/]*$")
# What current TensorFlow reads: the producer version that TensorFlow 1.15 wrote, and the oldest reader it allows.
GRAPH_DEF_VERSION = 134
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
GRAPH_DEF_VERSION_MIN_CONSUMER = 0

_PROCESS = uuid.uuid4().hex[:12]
_serial = itertools.count(1)


class Graph:
    """A dataflow graph: operations, and the tensors that flow between them.

    It only grows. `version` counts its operations; `log` holds each operation once when it was added and once more
    whenever something about it changed, so that a view catches up with `graph.log[cursor:]`.
    Several threads may add operations; each has a name scope, device stack and control dependencies of its own.
    """

    building_function = False

    def __init__(self):
        self.uid = f"{_PROCESS}-{next(_serial)}"
        self.log = []
        self._changes = []  # (operation, what was changed about it), oldest first
        self._lock = threading.RLock()
        self._operations = []
        self._nodes_by_name = {}
        self._names_in_use = {}
        self._collections = {}
        self._local = _Stacks()
        self._finalized = False
        self._seed = None
        self._unfeedable = set()
        self._unfetchable = set()
        self._owners = {}  # (type, container, name) -> the operation that owns that state
        self._functions = {}  # name -> an object with the FunctionDef as `definition`
        self._function_gradients = {}  # name -> name of the function that is its gradient
        self._graph_def_versions = VersionDef(producer=GRAPH_DEF_VERSION, min_consumer=GRAPH_DEF_VERSION_MIN_CONSUMER)
        self._op_creators = []
        self._python_functions = []  # what py_func was given; it lives as long as the graph

    # Reading

    @property
    def version(self):
        """The number of operations made so far."""
        return len(self._operations)

    @property
    def graph_def_versions(self):
        """The VersionDef that its GraphDef carries."""
        return self._graph_def_versions

    @property
    def seed(self):
        """The graph-level random seed, or None."""
        return self._seed

    @seed.setter
    def seed(self, value):
        self._seed = value

    @property
    def finalized(self):
        """True once finalize() was called."""
        return self._finalized

    def get_operations(self):
        """All operations, oldest first."""
        return list(self._operations)

    def get_operation_by_name(self, name) -> Any:
        """The operation of that name; KeyError when there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name) -> Any:
        """The tensor of that name ("op:0"); KeyError when there is none, ValueError for an operation's name."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(self, obj, allow_tensor=True, allow_operation=True):
        """The Tensor or Operation that obj is, names, or stands for.

        obj: a Tensor, Operation, their name, or an object with `_as_graph_element()` (a variable).
        Raises TypeError for anything else, ValueError for one of another graph or a name that is not well formed,
        KeyError for a name that is not there.
        """
        if allow_tensor and allow_operation:
            wanted = "Tensor or Operation"
        elif allow_tensor:
            wanted = "Tensor"
        elif allow_operation:
            wanted = "Operation"
        else:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, bytes):
            obj = obj.decode()
        if isinstance(obj, str):
            return self._element_by_name(obj, wanted)
        if isinstance(obj, Tensor) and allow_tensor or isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                kind = "Tensor" if isinstance(obj, Tensor) else "Operation"
                raise ValueError(
                    explain(
                        f"{kind} {obj if kind == 'Tensor' else obj.name} is not an element of this graph.",
                        at=obj,
                        fix="use a session and operations of one graph: `with graph.as_default():` around both",
                    )
                )
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _element_by_name(self, name, wanted):
        if ":" in name:
            if wanted == "Operation":
                raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {wanted}.")
            return self._tensor_by_name(name)
        op = self._nodes_by_name.get(name)
        if wanted == "Tensor":
            what = "refers to an Operation" if op else "looks like an (invalid) Operation name"
            raise ValueError(
                f'The name {name!r} {what}, not a {wanted}. Tensor names must be of the form "<op_name>:<output_index>".'
            )
        if op is None:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
        return op

    def _tensor_by_name(self, name):
        try:
            op_name, index = name.split(":")
            index = int(index)
        except ValueError:
            raise ValueError(
                f"The name {name!r} looks a like a Tensor name, but is not a valid one. "
                'Tensor names must be of the form "<op_name>:<output_index>".'
            ) from None
        op = self._nodes_by_name.get(op_name)
        missing = f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, "
        if op is None:
            raise KeyError(missing + "does not exist in the graph.")
        if not 0 <= index < len(op.outputs):
            raise KeyError(missing + f"exists but only has {len(op.outputs)} outputs.")
        return op.outputs[index]

    def is_feedable(self, tensor):
        """True unless prevent_feeding was called for the tensor."""
        return tensor not in self._unfeedable

    def prevent_feeding(self, tensor):
        """Makes runs that feed the tensor fail."""
        self._unfeedable.add(tensor)
        if tensor.graph is self:
            self._changed(tensor.op, f"feeding {tensor.name} prevented")

    def is_fetchable(self, tensor_or_op):
        """True unless prevent_fetching was called for it."""
        return (tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op) not in self._unfetchable

    def prevent_fetching(self, op):
        """Makes runs that fetch the operation or its outputs fail."""
        self._unfetchable.add(op)
        if op.graph is self:
            self._changed(op, f"fetching '{op.name}' prevented")

    # Growing

    def finalize(self):
        """Makes the graph read-only: adding an operation raises RuntimeError from now on."""
        self._finalized = True

    def _unsafe_unfinalize(self):
        self._finalized = False

    def _check_not_finalized(self):
        if self._finalized:
            raise RuntimeError(
                explain(
                    "Graph is finalized and cannot be modified.",
                    fix="build everything before finalize(), a MonitoredSession or a Supervisor takes the graph",
                )
            )

    def create_op(
        self,
        op_type,
        inputs,
        dtypes=None,
        input_types=None,
        name=None,
        attrs=None,
        op_def=None,
        compute_shapes=True,
        compute_device=True,
    ):
        """Adds an operation of any type, also one that graphlab can't run, and returns it.

        inputs: Tensors.  dtypes: the DTypes of the outputs; may be left out for types that graphlab knows.
        name: unique names are made from it; one that ends in "/" is taken as it is.
        attrs: {name: AttrValue}.
        """
        inputs = list(inputs)
        for i, tensor in enumerate(inputs):
            if not isinstance(tensor, Tensor):
                raise TypeError(f"Input #{i} is not a tensor: {tensor}")
        self._check_not_finalized()
        with self._lock:
            full = self._take_name(name or op_type)
            decoded = {key: decode_attr(op_type, key, value) for key, value in (attrs or {}).items()}
            return self._create(op_type, full, inputs, decoded, dtypes, apply_device=compute_device)

    def _take_name(self, name):
        if isinstance(name, bytes):
            name = name.decode()
        return name[:-1] if name.endswith("/") else self.unique_name(name)

    def _create(self, op_type, name, inputs, attrs, output_types, apply_device=True):
        """Adds an operation under exactly this name: shapes inferred, stacks applied. The caller holds the lock."""
        if self._finalized:
            self._check_not_finalized()
        if name in self._nodes_by_name:
            raise _duplicate(self._nodes_by_name[name])
        flow = self._local.flow_context
        in_flow = flow is not None
        for tensor in inputs:
            producer = tensor._op
            if producer.graph is not self:
                raise ValueError(
                    explain(f"{tensor!r} must be from the same graph as the operation '{name}'.", at=tensor)
                )
            if producer._control_flow_context is not None:
                in_flow = True
        if not VALID_OP_NAME.match(name):
            check_name(name)
        op = Operation._make(self, op_type, name, inputs, [], attrs)
        definition = op._definition
        if definition is not None:
            op._attrs = {**definition.defaults, **attrs}
            if self._local.container and op._attrs.get("container") == b"":
                op._attrs["container"] = self._local.container.encode()
        if output_types is None:
            output_types = output_types_of(op)
        op._frames = source.capture()
        op._original_op = self._local.original_op
        all_dims = self._infer(op, definition) if definition is not None and definition.infer else None
        if all_dims is None:
            op._outputs = [Tensor(op, i, dtypes.as_dtype(t)) for i, t in enumerate(output_types)]
        else:
            op._outputs = [
                Tensor(op, i, dtype, dims) for i, (dtype, dims) in enumerate(zip(output_types, all_dims, strict=True))
            ]
        stacks = self._local
        if stacks.attributes:
            op._attrs = {**stacks.attributes, **op._attrs}
        if stacks.controls:
            op._control_inputs.extend(self._controls_for([tensor._op for tensor in inputs]))
        self._add(op)
        if in_flow:
            self._join_context(op, flow)
        if stacks.controls:
            self._note_in_control_groups(op)
        if apply_device and (stacks.devices or stacks.colocations):
            self._apply_device(op)
        return op

    def _infer(self, op, definition):
        try:
            dims = definition.infer(op)
        except ShapeError as error:
            message = f"{error.message} for '{op.name}' (op: '{op.type}') with input shapes: {dims_text(op)}."
            raise ValueError(explain(message, at=op, fix=error.fix)) from None
        return [dims] if definition.single_output else dims

    def _add(self, op):
        with self._lock:
            self._check_not_finalized()
            if op._name in self._nodes_by_name:
                raise _duplicate(self._nodes_by_name[op._name])
            if op._frames is None:
                op._frames = source.capture()
            op._id = len(self._operations)
            self._nodes_by_name[op._name] = op
            self._names_in_use.setdefault(op._name.lower(), 1)
            for tensor in op._inputs:
                tensor._consumers.append(op)
            for control in op._control_inputs:
                control._control_outputs.append(op)
            self._operations.append(op)
            self.log.append(op)

    def _changed(self, op, what):
        """Notes that an operation was changed after it was made; `what` says how."""
        if op._id >= 0:
            self.log.append(op)
            self._changes.append((op, what))

    def _join_context(self, op, context):
        """Makes the operation part of the branch or loop that is being built."""
        op._control_flow_context = context
        for tensor in op._inputs:
            if tensor._op._control_flow_context is not None:
                check_input(op, tensor._op)
        if context is not None:
            context.add_op(op)

    def _controls_for(self, producers):
        """The operations that one must wait for that takes the outputs of `producers`."""
        found = []
        for group in self._local.controls:
            if not any(producer in group.seen for producer in producers):
                found.extend(c for c in group.control_inputs if c not in producers and c not in found)
        return found

    def _note_in_control_groups(self, op):
        for group in self._local.controls:
            group.seen.add(op)

    def _get_control_flow_context(self):
        """The branch or loop that is being built in this thread, or None."""
        return self._local.flow_context

    def _set_control_flow_context(self, context):
        self._local.flow_context = context

    def _is_function(self, name):
        """True when the graph's library has a function of that name."""
        return name in self._functions

    def _apply_device(self, op):
        for scope in reversed(self._local.devices):
            if scope.is_reset:
                break
            op._device = scope.apply(op)
        colocations = self._local.colocations
        if colocations:
            groups = set()
            for other in colocations:
                groups.update(other.colocation_groups())
                if other.device:
                    op._device = other.device
            op._attrs["_class"] = attributes.to_proto("list(string)", sorted(groups))

    # Names

    @property
    def _name_stack(self):
        return self._local.name_stack

    @_name_stack.setter
    def _name_stack(self, value):
        self._local.name_stack = value

    def unique_name(self, name, mark_as_used=True):
        """name under the current scope, with _1, _2 … at its end if it is taken; case does not tell names apart."""
        stack = self._local.name_stack
        if stack:
            name = f"{stack}/{name}"
        key = name.lower()
        with self._lock:
            in_use = self._names_in_use
            i = in_use.get(key, 0)
            if mark_as_used:
                in_use[key] = i + 1
            if i > 0:
                base = key
                while key in in_use:
                    key = f"{base}_{i}"
                    i += 1
                if mark_as_used:
                    in_use[key] = 1
                name = f"{name}_{i - 1}"
        return name

    @contextlib.contextmanager
    def name_scope(self, name):
        """Names made inside begin with `name/`; yields that prefix.

        name: made unique, unless it ends in "/" (then it is re-entered); None or "" goes back to the top.
        """
        if name:
            if isinstance(name, bytes):
                name = name.decode()
            if not isinstance(name, str):
                raise TypeError(f"Expected a scope name, got {name!r} of type '{type(name).__name__}'")
            valid = _VALID_SCOPE_NAME if self._name_stack else VALID_OP_NAME
            if not valid.match(name):
                raise ValueError(
                    explain(f"'{name}' is not a valid scope name", fix="use letters, digits, and . _ - / only")
                )
        old = self._name_stack
        if not name:
            new = ""
        elif name[-1] == "/":
            new = name[:-1]
        else:
            new = self.unique_name(name)
        self._name_stack = new
        try:
            yield f"{new}/" if name else ""
        finally:
            self._name_stack = old

    def get_name_scope(self):
        """The current name scope, without a "/" at its end."""
        return self._name_stack

    # Devices, control dependencies, defaults

    @contextlib.contextmanager
    def device(self, device_name_or_function):
        """Operations made inside ask for that device: a name, a DeviceSpec, a function of the operation, or None."""
        scope = DeviceScope(device_name_or_function)
        devices = self._local.devices
        devices.append(scope)
        try:
            yield
        finally:
            if devices[-1:] != [scope]:
                raise RuntimeError("Exiting device scope without proper scope nesting.")
            devices.pop()

    @contextlib.contextmanager
    def container(self, container_name):
        """State made inside belongs to the container of that name."""
        old = self._local.container
        self._local.container = container_name
        try:
            yield container_name
        finally:
            self._local.container = old

    @contextlib.contextmanager
    def colocate_with(self, op, ignore_existing=False):
        """Operations made inside share `op`'s device, whatever device scope is open."""
        if op is None and not ignore_existing:
            raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
        if op is not None and not isinstance(op, Operation):
            op = self.as_graph_element(getattr(op, "handle", op))
            op = op.op if isinstance(op, Tensor) else op
        local = self._local
        devices, colocations = local.devices, local.colocations
        local.devices = []
        local.colocations = [] if ignore_existing else list(colocations)
        if op is not None:
            local.colocations.append(op)
        try:
            yield
        finally:
            local.devices, local.colocations = devices, colocations

    def control_dependencies(self, control_inputs):
        """Operations made inside run after all of control_inputs: operations, tensors, variables; None clears."""
        if control_inputs is None:
            return _ControlGroup(self, None)
        controls = []
        for item in control_inputs:
            # Waiting for a resource variable, or for what an assignment leaves in it, reads no value.
            if isinstance(item, IndexedSlices) or hasattr(item, "handle") and hasattr(item, "op"):
                item = item.op
            element = self.as_graph_element(item)
            op = element.op if isinstance(element, Tensor) else element
            if op not in controls:
                controls.append(op)
        return _ControlGroup(self, controls)

    def as_default(self):
        """A context in which this is the default graph."""
        return default_graphs.get_controller(self)

    @contextlib.contextmanager
    def _attr_scope(self, attr_map):
        """Operations made inside get these attributes, {name: AttrValue}, unless they have them; None takes one away."""
        if not isinstance(attr_map, dict):
            raise TypeError("attr_map must be a dictionary mapping strings to Callables.")
        old = self._local.attributes
        self._local.attributes = {key: value for key, value in {**old, **attr_map}.items() if value is not None}
        try:
            yield
        finally:
            self._local.attributes = old

    @contextlib.contextmanager
    def _original_op(self, op):
        """Operations made inside remember `op` as the one that they were made for."""
        old = self._local.original_op
        self._local.original_op = op
        try:
            yield
        finally:
            self._local.original_op = old

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map):
        """Operations made inside take the gradient registered under another name: {op type: name}."""
        if not isinstance(op_type_map, dict):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        if not all(isinstance(text, str) for pair in op_type_map.items() for text in pair):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        old = self._local.gradient_overrides
        self._local.gradient_overrides = {**old, **op_type_map}
        try:
            yield
        finally:
            self._local.gradient_overrides = old

    def name_in_use(self, name):
        """True when an operation or scope of that name was made."""
        return name.lower() in self._names_in_use

    def switch_to_thread_local(self):
        """Does nothing: the stacks of scopes are a thread's own already."""

    # Collections

    def add_to_collection(self, name, value):
        """Appends value to the collection of that name."""
        self._check_not_finalized()
        with self._lock:
            self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names, value):
        """Appends value to each of the collections; names: a string, or an iterable of them."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection_ref(self, name):
        """The collection's own list: changing it changes the collection."""
        with self._lock:
            return self._collections.setdefault(name, [])

    def get_collection(self, name, scope=None):
        """A copy of the collection; with scope only the items whose name matches that regular expression."""
        with self._lock:
            items = list(self._collections.get(name, ()))
        if scope is None:
            return items
        pattern = re.compile(scope)
        return [item for item in items if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self):
        """The names of all collections that were used."""
        with self._lock:
            return [key for key in self._collections if isinstance(key, str)]

    @property
    def collections(self):
        """The names of all collections."""
        return list(self._collections)

    def clear_collection(self, name):
        """Empties a collection."""
        self._check_not_finalized()
        with self._lock:
            self._collections.pop(name, None)

    # Out

    def as_graph_def(self, from_version=None, add_shapes=False):
        """A GraphDef of its operations, oldest first.

        from_version: only those after that many.  add_shapes: with TensorFlow's `_output_shapes` attribute.
        """
        message = GraphDef(versions=self._graph_def_versions)
        with self._lock:  # an input that is replaced meanwhile may be of an operation that is newer than this
            for op in self._operations[from_version or 0 :]:
                node = op.node_def
                if add_shapes and op.outputs:
                    dims = [tensor._dims for tensor in op.outputs]
                    node.attr["_output_shapes"].CopyFrom(attributes.to_proto("list(shape)", dims))
                message.node.append(node)
        for function in self._functions.values():
            message.library.function.append(function.definition)
        for name, gradient in self._function_gradients.items():
            message.library.gradient.add(function_name=name, gradient_func=gradient)
        return message

    def _get_op_def(self, op_type):
        return op_def_proto(op_type)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return context.hook("display")(self, include, exclude)

    def __repr__(self):
        return f"<graphlab.Graph of {self.version} operations>"


class _Stacks(threading.local):
    """The scopes that are open in this thread."""

    def __init__(self):
        self.name_stack = ""
        self.devices = []
        self.colocations = []
        self.controls = []
        self.attributes = {}
        self.container = ""
        self.original_op = None
        self.gradient_overrides = {}
        self.variable_creators = []  # outermost first
        self.flow_context = None


class _ControlGroup:
    """One `with control_dependencies(…)` block: what it waits for, and which operations came to be inside.

    control_inputs None: nothing is waited for, and what is made inside belongs to no branch or loop.
    """

    def __init__(self, graph, control_inputs):
        self._graph = graph
        self._clears = control_inputs is None
        self.control_inputs = control_inputs or []
        self.seen = set()
        self._old = []

    def __enter__(self):
        local = self._graph._local
        self._old.append((local.controls, local.flow_context))
        if self._clears:
            local.controls, local.flow_context = [], None
        else:
            local.controls = [*local.controls, self]

    def __exit__(self, kind, value, traceback):
        local = self._graph._local
        local.controls, context = self._old.pop()
        if self._clears:
            local.flow_context = context
        return False


class _DefaultGraphs(context.DefaultStack):
    """The stack of default graphs, and one global graph under every thread's stack."""

    def get_default(self):
        return super().get_default() or _global.graph()

    def global_graph(self):
        """The graph that is default where no other was entered."""
        return _global.graph()

    def reset(self):
        """Puts a new, empty graph at the bottom; AssertionError inside a `with graph.as_default()`."""
        if not self.is_cleared():
            raise AssertionError(
                "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the "
                "nesting and create a new graph."
            )
        _global.reset()


class _Global:
    def __init__(self):
        self._graph = None
        self._lock = threading.Lock()

    def graph(self):
        """The graph that is default where no other was entered."""
        if self._graph is None:
            with self._lock:
                self._graph = self._graph or Graph()
        return self._graph

    def reset(self):
        with self._lock:
            self._graph = Graph()


_global = _Global()
default_graphs = _DefaultGraphs()


def get_default_graph():
    """The graph that new operations go to."""
    return default_graphs.get_default()


def reset_default_graph():
    """Forgets the default graph and begins a new one.

    AssertionError inside a `with graph.as_default()` block, and where a session of the old graph is still entered.
    """
    default_graphs.reset()


def graph_from_inputs(values):
    """The graph of the first tensor among values, else the default graph; ValueError when they come from several."""
    found = None
    for value in values:
        graph = getattr(value, "graph", None)
        if not isinstance(graph, Graph):
            continue
        if found is None:
            found, first = graph, value
        elif graph is not found:
            raise ValueError(
                explain(f"{value} must be from the same graph as {first}.", at=getattr(value, "op", value))
            )
    return found or get_default_graph()


def _duplicate(op):
    return ValueError(explain(f"Duplicate node name in graph: '{op.name}'", at=op))


def output_types_of(op):
    """The DTypes of an operation's outputs by its definition."""
    definition = op._definition
    if definition is None:
        return []
    result = []
    for arg in definition.outputs:
        types = arg.dtype or op._attrs[arg.type_attr]
        if arg.number_attr:
            types = [types] * op._attrs[arg.number_attr]
        elif not arg.type_list:
            types = [types]
        result.extend(dtype._as_ref if arg.is_ref else dtype for dtype in types)
    return result
