"""Graph: operations in the order they were made, each with a unique name; a log that views can follow."""

import itertools
import threading
import uuid
from typing import Any

from graphlab._src.base import context, dtypes, source
from graphlab._src.base.errors import explain
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import attrs as attributes
from graphlab._src.graph.collections import Collecting
from graphlab._src.graph.control_flow_context import check_input
from graphlab._src.graph.element_lookup import Lookup
from graphlab._src.graph.operation import (
    VALID_OP_NAME,
    Operation,
    check_name,
    decode_attr,
    dims_text,
    op_def_proto,
)
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.graph.scope_stacks import Scopes, Stacks
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.unique_names import Naming
from graphlab._src.proto import GraphDef, VersionDef

# What current TensorFlow reads: the producer version that TensorFlow 1.15 wrote, and the oldest reader it allows.
GRAPH_DEF_VERSION = 134
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
GRAPH_DEF_VERSION_MIN_CONSUMER = 0

_PROCESS = uuid.uuid4().hex[:12]
_serial = itertools.count(1)


class Graph(NotPickled, Lookup, Naming, Scopes, Collecting):
    """A dataflow graph: operations, and the tensors that flow between them.

    It only grows. `version` counts its operations; `log` holds each operation once when it was added and once more
    whenever something about it changed, so that a view catches up with `graph.log[cursor:]`.
    Several threads may add operations; each has a name scope, device stack and control dependencies of its own.
    """

    _instead = (
        "graph.as_graph_def() gives a message that pickles, and tf.import_graph_def(message, name='') a graph again"
    )
    building_function = False

    def __init__(self):
        self.uid = f"{_PROCESS}-{next(_serial)}"
        self.log = []
        self.changes = []  # (operation, or tensor of which only feeds count, what was changed), oldest first
        self.watches: Any = None  # what is watched of it, once something is
        self.lock = threading.RLock()
        self.operations = []
        self.operations_by_name = {}
        self.names_in_use = {}
        self._collections = {}
        self.stacks = Stacks()
        self._finalized = False
        self._seed = None
        self._unfeedable = set()
        self._unfetchable = set()
        self.state_owners = {}  # (type, container, name) -> the operation that owns that state
        self.built_gradients = {}  # tensor -> its gradient, as it was built last
        self.functions = {}  # name -> an object with the FunctionDef as `definition`
        self.function_gradients = {}  # name -> name of the function that is its gradient
        self._graph_def_versions = VersionDef(producer=GRAPH_DEF_VERSION, min_consumer=GRAPH_DEF_VERSION_MIN_CONSUMER)
        self._op_creators = []
        self.python_functions = []  # what py_func was given; it lives as long as the graph

    # Reading

    @property
    def version(self):
        """The number of operations made so far."""
        return len(self.operations)

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
        return list(self.operations)

    # Growing

    def finalize(self):
        """Makes the graph read-only: adding an operation raises RuntimeError from now on."""
        self._finalized = True

    def _unsafe_unfinalize(self):
        self._finalized = False

    def check_not_finalized(self):
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
        self.check_not_finalized()
        with self.lock:
            full = self.claim_name(name or op_type)
            decoded = {key: decode_attr(op_type, key, value) for key, value in (attrs or {}).items()}
            return self.new_operation(op_type, full, inputs, decoded, dtypes, apply_device=compute_device)

    def claim_name(self, name):
        if isinstance(name, bytes):
            name = name.decode()
        return name[:-1] if name.endswith("/") else self.unique_name(name)

    def new_operation(self, op_type, name, inputs, attrs, output_types, apply_device=True):
        """Adds an operation under exactly this name: shapes inferred, stacks applied. The caller holds the lock."""
        if self._finalized:
            self.check_not_finalized()
        if name in self.operations_by_name:
            raise _duplicate(self.operations_by_name[name])
        flow = self.stacks.flow_context
        in_flow = flow is not None
        for i, tensor in enumerate(inputs):
            producer = tensor.op
            if producer.graph is not self:
                tensor = inputs[i] = self.capture(tensor, name)
                producer = tensor.op
            if producer.control_flow_context is not None:
                in_flow = True
        if not VALID_OP_NAME.match(name):
            check_name(name)
        op = Operation.detached(self, op_type, name, inputs, [], attrs)
        definition = op.definition
        if definition is not None:
            op.attrs = {**definition.defaults, **attrs}
            if self.stacks.container and op.attrs.get("container") == b"":
                op.attrs["container"] = self.stacks.container.encode()
        if output_types is None:
            output_types = output_types_of(op)
        op.frames = source.capture()
        op.original_op = self.stacks.original_op
        all_dims = self._infer(op, definition) if definition is not None and definition.infer else None
        if all_dims is None:
            op.outputs = [Tensor(op, i, dtypes.as_dtype(t)) for i, t in enumerate(output_types)]
        else:
            op.outputs = [
                Tensor(op, i, dtype, dims) for i, (dtype, dims) in enumerate(zip(output_types, all_dims, strict=True))
            ]
        stacks = self.stacks
        if stacks.attributes:
            op.attrs = {**stacks.attributes, **op.attrs}
        if stacks.controls:
            op.controls.extend(self.controls_for([tensor.op for tensor in inputs]))
        self.append(op)
        if in_flow:
            self._join_context(op, flow)
        if stacks.controls:
            self.note_in_control_groups(op)
        if apply_device and (stacks.devices or stacks.colocations):
            self._apply_device(op)
        return op

    def capture(self, tensor, name):
        """What the operation `name` takes in place of a tensor of another graph; only a function has such a thing."""
        raise ValueError(explain(f"{tensor!r} must be from the same graph as the operation '{name}'.", at=tensor))

    def _infer(self, op, definition):
        try:
            dims = definition.infer(op)
        except ShapeError as error:
            message = f"{error.message} for '{op.name}' (op: '{op.type}') with input shapes: {dims_text(op)}."
            raise ValueError(explain(message, at=op, fix=error.fix)) from None
        return [dims] if definition.single_output else dims

    def append(self, op):
        with self.lock:
            self.check_not_finalized()
            if op.name in self.operations_by_name:
                raise _duplicate(self.operations_by_name[op.name])
            if op.frames is None:
                op.frames = source.capture()
            op.id = len(self.operations)
            self.operations_by_name[op.name] = op
            self.names_in_use.setdefault(op.name.lower(), 1)
            for tensor in op.inputs:
                tensor.consumer_list.append(op)
            for control in op.control_inputs:
                control.control_outputs.append(op)
            self.operations.append(op)
            self.log.append(op)

    def note_change(self, op, what):
        """Notes that an operation was changed after it was made; `what` says how."""
        if op.id >= 0:
            self.log.append(op)
            self.changes.append((op, what))

    def invalidate_plans(self, op, why):
        """Has every plan in which the operation is be made anew; nothing about it has changed for those who look."""
        self.changes.append((op, why))

    def invalidate_feeds(self, tensor, why):
        """Has every call that feeds the tensor be worked out anew."""
        if tensor.op.id >= 0 and tensor.op.graph is self:
            self.changes.append((tensor, why))

    def _join_context(self, op, context):
        """Makes the operation part of the branch or loop that is being built."""
        op.control_flow_context = context
        for tensor in op.inputs:
            if tensor.op.control_flow_context is not None:
                check_input(op, tensor.op)
        if context is not None:
            context.add_op(op)

    def controls_for(self, producers):
        """The operations that one must wait for that takes the outputs of `producers`."""
        found = {}  # in order; a block may wait for thousands
        for group in self.stacks.controls:
            if not any(producer in group.seen for producer in producers):
                found.update((control, None) for control in group.control_inputs if control not in producers)
        return list(found)

    def note_in_control_groups(self, op):
        for group in self.stacks.controls:
            group.seen.add(op)

    @property
    def control_flow_context(self):
        """The branch or loop that this thread builds, or None."""
        return self.stacks.flow_context

    @control_flow_context.setter
    def control_flow_context(self, context):
        self.stacks.flow_context = context

    # Names by which programs that were written for TensorFlow 1 reach into a Graph.
    def _get_control_flow_context(self):
        return self.stacks.flow_context

    def _set_control_flow_context(self, context):
        self.stacks.flow_context = context

    @property
    def _nodes_by_name(self):
        return self.operations_by_name

    @property
    def _functions(self):
        return self.functions

    @property
    def _lock(self):
        return self.lock

    def _is_function(self, name):
        return self.is_function(name)

    def is_function(self, name):
        """True when the graph's library has a function of that name."""
        return name in self.functions

    def _device_scopes(self):
        return itertools.takewhile(lambda scope: not scope.is_reset, reversed(self.stacks.devices))

    def _apply_device_functions(self, op):
        """Tells `op` the device that is asked for here; the package Keras has an object of its own told so."""
        for scope in self._device_scopes():
            op._set_device(scope.apply(op))

    def _apply_device(self, op):
        for scope in self._device_scopes():
            op.device_name = scope.apply(op)
        self._apply_colocation(op)

    def _apply_colocation(self, op):
        colocations = self.stacks.colocations
        if colocations:
            groups = set()
            for other in colocations:
                groups.update(other.colocation_groups())
                if other.device:
                    op.device_name = other.device
            op.attrs["_class"] = attributes.to_proto("list(string)", sorted(groups))

    # Scopes, of which most are in stacks.py and naming.py

    def as_default(self):
        """A context in which this is the default graph."""
        return default_graphs.get_controller(self)

    # Out

    def as_graph_def(self, from_version=None, add_shapes=False):
        """A GraphDef of its operations, oldest first.

        from_version: only those after that many.  add_shapes: with TensorFlow's `_output_shapes` attribute.
        """
        message = GraphDef(versions=self._graph_def_versions)
        with self.lock:  # an input that is replaced meanwhile may be of an operation that is newer than this
            for op in self.operations[from_version or 0 :]:
                node = op.to_node_def(whole=True)
                if add_shapes and op.outputs:
                    dims = [tensor.dims for tensor in op.outputs]
                    node.attr["_output_shapes"].CopyFrom(attributes.to_proto("list(shape)", dims))
                message.node.append(node)
        for function in self.functions.values():
            message.library.function.append(function.definition)
        for name, gradient in self.function_gradients.items():
            message.library.gradient.add(function_name=name, gradient_func=gradient)
        return message

    def _get_op_def(self, op_type):
        return op_def_proto(op_type)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return context.hook("display")(self, include, exclude)

    def __repr__(self):
        return f"<graphlab.Graph of {self.version} operations>"


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
    """The graph of the first tensor among values, else the default graph; ValueError when they come from several.

    A function that is being built takes tensors of other graphs: what is made of them is part of the function.
    """
    if get_default_graph().building_function:
        return get_default_graph()
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
    definition = op.definition
    if definition is None:
        return []
    result = []
    for arg in definition.outputs:
        types = arg.dtype or op.attrs[arg.type_attr]
        if arg.number_attr:
            types = [types] * op.attrs[arg.number_attr]
        elif not arg.type_list:
            types = [types]
        result.extend(dtype.as_ref if arg.is_ref else dtype for dtype in types)
    return result
