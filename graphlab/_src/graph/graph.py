"""Graph: operations in the order they were made, each with a unique name; a log that views can follow."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnnecessaryIsInstance=false

import itertools
import threading
import uuid
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NoReturn

from graphlab._src.base import context, dtypes, source
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import explain
from graphlab._src.base.shapes import Dims, ShapeError
from graphlab._src.graph import attrs as attributes
from graphlab._src.graph.collections import Collecting
from graphlab._src.graph.control_flow_context import check_input
from graphlab._src.graph.device import DeviceScope
from graphlab._src.graph.element_lookup import Lookup
from graphlab._src.graph.input_texts import inputs_text
from graphlab._src.graph.operation import (
    VALID_OP_NAME,
    Operation,
    check_name,
    decode_attr,
    op_def_proto,
)
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.graph.scope_stacks import Scopes, Stacks
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traceable_stack import TraceableStack
from graphlab._src.graph.unique_names import Naming
from graphlab._src.proto import GraphDef, VersionDef

# What current TensorFlow reads: the producer version that TensorFlow 1.15 wrote, and the oldest reader it allows.
GRAPH_DEF_VERSION = 134
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
GRAPH_DEF_VERSION_MIN_CONSUMER = 0

_PROCESS = uuid.uuid4().hex[:12]
_serial = itertools.count(1)
_graphs: "weakref.WeakValueDictionary[str, Graph]" = weakref.WeakValueDictionary()  # uid -> the Graph, while it is used


class Graph(NotPickled, Lookup, Naming, Scopes, Collecting):
    """A dataflow graph: operations, and the tensors that flow between them.

    It only grows. `version` counts its operations; `log` holds each operation once when it was added and once more
    whenever something about it changed, so that a view catches up with `graph.log[cursor:]`.
    Several threads may add operations; each has a name scope, device stack and control dependencies of its own.
    """

    _instead = "graph.as_graph_def() returns a message that pickles, and tf.import_graph_def(message, name='') makes a graph of it"
    building_function = False
    encloses_branches = False  # whether tensors of a branch or a loop can't be used outside of it, as in tf.function
    functional_control_flow = False  # its branches and loops are functions, whatever is enabled
    value_of: Callable[[Tensor], Any] | None = None  # the values of its tensors, where these have any: in a py_function
    is_subgraph = False  # made to show what is inside an operation

    def __init__(self) -> None:
        self.uid = f"{_PROCESS}-{next(_serial)}"
        _graphs[self.uid] = self
        self._graph_key = f"graph-key-{self.uid}/"  # that of the graph around it for the body of a function
        self.log: list[Operation] = []
        self.changes: list[
            tuple[Operation | Tensor, str]
        ] = []  # (operation, or tensor of which only feeds count, what was changed), oldest first
        self.watches: Any = None  # the Watches of its tensors, once one is watched
        self.shown_values: Any = None  # the GraphValues that its diagrams show, once they show some
        self.lock = threading.RLock()
        self.operations: list[Operation] = []
        self.operations_by_name: dict[str, Operation] = {}
        self.names_in_use: dict[str, int] = {}
        self._collections: dict[Any, list[Any]] = {}
        self.stacks = Stacks()
        self._finalized = False
        self._seed: Any = None
        self.seed_used = False  # by an operation without a seed of its own
        self._unfeedable: set[Any] = set()
        self.fed_in_any_shape: set[Tensor] = set()  # those whose static shape the value of a feed need not have
        self._unfetchable: set[Tensor | Operation] = set()
        self.state_owners: dict[
            tuple[str, Any, Any], Operation
        ] = {}  # (type, container, name) -> the operation that owns that state
        self.built_gradients: dict[Tensor, Any] = {}  # tensor -> its gradient, as it was built last
        self.differentiated: list[Any] = []  # a Differentiated for each time that gradients were built
        # (operation, which of its copies) -> what runs execute in its place, see compiler/control_flow/operation_copies.py
        self.operation_copies: dict[tuple[Operation, Any], Any] = {}
        self.inlined_from: dict[Operation, Operation] = {}  # operation -> the call that it was made of
        self.functions: dict[str, Any] = {}  # name -> an object with the FunctionDef as `definition`
        self.function_gradients: dict[str, str] = {}  # name -> name of the function that is its gradient
        self._graph_def_versions = VersionDef(producer=GRAPH_DEF_VERSION, min_consumer=GRAPH_DEF_VERSION_MIN_CONSUMER)
        self._op_creators: list[Any] = []
        self.omitted_operations = 0  # that TensorFlow's implementation adds and this one does without, see ops/seed.py
        self.last_loss_reduction: Any = None  # how the last loss that was made is reduced, or None
        self.python_functions: list[Any] = []  # the functions of py_func, which live as long as the graph

    # Reading

    @property
    def version(self) -> int:
        """The number of operations made so far."""
        return len(self.operations)

    @property
    def graph_def_versions(self) -> Any:
        """The VersionDef that its GraphDef carries."""
        return self._graph_def_versions

    @property
    def seed(self) -> Any:
        """The graph-level random seed, or None."""
        return self._seed

    @seed.setter
    def seed(self, value: Any) -> None:
        self._seed = value

    @property
    def finalized(self) -> bool:
        """True once finalize() was called."""
        return self._finalized

    def get_operations(self) -> list[Operation]:
        """All operations, oldest first."""
        return list(self.operations)

    # Growing

    def finalize(self) -> None:
        """Makes the graph read-only: adding an operation raises RuntimeError from now on."""
        self._finalized = True

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    def check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError(
                explain(
                    "Graph is finalized and cannot be modified.",
                    fix="build everything before finalize(), a MonitoredSession or a Supervisor uses the graph",
                )
            )

    def create_op(
        self,
        op_type: str,
        inputs: Iterable[Tensor],
        dtypes: Iterable[Any] | None = None,
        input_types: Any = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
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

    def claim_name(self, name: str | bytes) -> str:
        if isinstance(name, bytes):
            name = name.decode()
        return name[:-1] if name.endswith("/") else self.unique_name(name)

    def new_operation(
        self,
        op_type: str,
        name: str,
        inputs: list[Tensor],
        attrs: dict[str, Any],
        output_types: Iterable[Any] | None,
        apply_device: bool = True,
    ) -> Operation:
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
        if output_types is None:
            output_types = output_types_of(op)
        op.frames = source.capture()
        op.original_op = self.stacks.original_op
        infer = definition.infer if definition is not None else None
        all_dims = None if definition is None or infer is None else self._infer(op, infer, definition.single_output)
        if all_dims is None:
            op.outputs = [Tensor(op, i, dtypes.as_dtype(t)) for i, t in enumerate(output_types)]
        else:
            op.outputs = [
                Tensor(op, i, dtype, dims) for i, (dtype, dims) in enumerate(zip(output_types, all_dims, strict=True))
            ]
        stacks = self.stacks
        self.apply_attributes(op)
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

    def capture(self, tensor: Tensor, name: str) -> Tensor:
        """The input of the operation `name` in place of a tensor of another graph: only a function captures such tensors."""
        raise ValueError(explain(f"{tensor!r} must be from the same graph as the operation '{name}'.", at=tensor))

    def captured(self, tensor: Tensor) -> Tensor:
        """The tensor that represents one of another graph, where a function's body has captured it; else the tensor."""
        return tensor

    def outside(self, tensor: Tensor) -> Tensor:
        """The tensor of the graph around that an argument of a function's body represents; else the tensor."""
        return tensor

    def _infer(self, op: Operation, infer: Callable[[Operation], Any], single: bool) -> Sequence[Dims]:
        try:
            dims = infer(op)
        except ShapeError as error:
            message = f"{error.message} for '{op.name}' (op: '{op.type}') with input shapes: {inputs_text(op)}."
            raise ValueError(explain(message, at=op, fix=error.fix)) from None
        return [dims] if single else dims

    def complete(self, op: Operation) -> None:
        """Adds an operation that was made without its inputs and has them now; infers its outputs' shapes."""
        definition = op.definition
        if definition is not None and definition.infer is not None:
            dims = self._infer(op, definition.infer, definition.single_output)
            op.outputs = [
                Tensor(op, i, one.dtype, size) for i, (one, size) in enumerate(zip(op.outputs, dims, strict=True))
            ]
        if op.id < 0:
            for control in op.controls:
                control.control_outputs.remove(op)  # append adds it
            self.append(op)

    def _add_op(self, op: Operation) -> None:
        """An operation is in the graph since it was made, or will be when it is complete."""

    def append(self, op: Operation) -> None:
        with self.lock:
            self.check_not_finalized()
            if op.name in self.operations_by_name:
                raise _duplicate(self.operations_by_name[op.name])
            op.id = len(self.operations)
            self.operations_by_name[op.name] = op
            self.names_in_use.setdefault(op.name.lower(), 1)
            for tensor in op.inputs:
                tensor.consumer_list.append(op)
            for control in op.control_inputs:
                control.control_outputs.append(op)
            self.operations.append(op)
            self.log.append(op)

    def note_change(self, op: Operation, what: str) -> None:
        """Notes that an operation was changed after it was made; `what` says how."""
        if op.id >= 0:
            self.log.append(op)
            self.changes.append((op, what))

    def invalidate_plans(self, op: Operation, why: str) -> None:
        """Discards plans with the operation; views of the graph show no change."""
        self.changes.append((op, why))

    def invalidate_feeds(self, tensor: Tensor, why: str) -> None:
        """Discards cached calls that feed the tensor."""
        if tensor.op.id >= 0 and tensor.op.graph is self:
            self.changes.append((tensor, why))

    def _join_context(self, op: Operation, context: Any) -> None:
        """Adds the operation to the branch or loop that is being built."""
        op.control_flow_context = context
        for tensor in op.inputs:
            if tensor.op.control_flow_context is not None:
                check_input(op, tensor.op)
        if context is not None:
            context.add_op(op)

    def controls_for(self, producers: Sequence[Operation]) -> list[Operation]:
        """The control inputs of an operation whose inputs come from `producers`."""
        found: dict[Operation, None] = {}  # in order; a block may wait for thousands
        for group in self.stacks.controls:
            if not any(producer in group.seen for producer in producers):
                found.update((control, None) for control in group.control_inputs if control not in producers)
        return list(found)

    def note_in_control_groups(self, op: Operation) -> None:
        for group in self.stacks.controls:
            group.seen.add(op)

    _record_op_seen_by_control_dependencies = note_in_control_groups

    @property
    def control_flow_context(self) -> Any:
        """The branch or loop that this thread builds, or None."""
        return self.stacks.flow_context

    @control_flow_context.setter
    def control_flow_context(self, context: Any) -> None:
        self.stacks.flow_context = context

    # Names by which programs that were written for TensorFlow 1 reach into a Graph.
    def _get_control_flow_context(self) -> Any:
        return self.stacks.flow_context

    def _set_control_flow_context(self, context: Any) -> None:
        self.stacks.flow_context = context

    @property
    def _nodes_by_name(self) -> dict[str, Operation]:
        return self.operations_by_name

    @property
    def _functions(self) -> dict[str, Any]:
        return self.functions

    @property
    def _lock(self) -> Any:
        return self.lock

    def _is_function(self, name: str) -> bool:
        return self.is_function(name)

    def is_function(self, name: str) -> bool:
        """True when the graph's library has a function of that name."""
        return name in self.functions

    def _get_function(self, name: Any) -> Any:
        """The function of that name, str or bytes, in its library; None where it has none."""
        return self.functions.get(name.decode() if isinstance(name, bytes) else name)

    def _device_scopes(self) -> Iterator[DeviceScope]:
        return itertools.takewhile(lambda scope: not scope.is_reset, reversed(self.stacks.devices))

    @property
    def _colocation_stack(self) -> TraceableStack:
        return TraceableStack(self.stacks.colocations)

    @property
    def _container(self) -> Any:
        return self.stacks.container

    @property
    def _c_graph(self) -> "Graph":
        """What functions of pywrap_tensorflow get as their graph."""
        return self

    def _apply_device_functions(self, op: Any) -> None:
        """Sets the device of `op` by the open scopes; the package Keras passes an object of its own."""
        for scope in self._device_scopes():
            op._set_device(scope.apply(op))

    def _apply_device(self, op: Operation) -> None:
        op.open_scopes = (tuple(self.stacks.devices), tuple(self.stacks.colocations))
        for scope in self._device_scopes():
            op.device_name = scope.apply(op)
        self._apply_colocation(op)

    def _apply_colocation(self, op: Operation) -> None:
        colocations = self.stacks.colocations
        if colocations:
            groups: set[bytes] = set()
            for other in (item.obj for item in colocations):
                groups.update(other.colocation_groups())
                if other.device:
                    op.device_name = other.device
            op.attrs["_class"] = attributes.to_proto("list(string)", sorted(groups))

    # Scopes, of which most are in stacks.py and naming.py

    def as_default(self) -> AbstractContextManager["Graph"]:
        """A context in which this is the default graph."""
        return default_graphs.get_controller(self)

    def __enter__(self) -> NoReturn:
        """Raises TypeError: it is as_default() that returns a context."""
        message = "'Graph' object does not support the context manager protocol"
        raise TypeError(explain(message, fix="with graph.as_default():"))

    def __exit__(self, *error: object) -> None:
        """Is there because Python looks for it before it enters."""

    # Out

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
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

    def _get_op_def(self, op_type: str) -> Any:
        return op_def_proto(op_type)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return context.hook("display")(self, include, exclude)

    @property
    def _building_function(self) -> bool:
        return self.building_function

    @_building_function.setter
    def _building_function(self, value: bool) -> None:
        self.building_function = value

    def __repr__(self) -> str:
        return f"<graphlab.Graph of {self.version} operations>"


class _DefaultGraphs(context.DefaultStack):
    """The stack of default graphs, and one global graph under every thread's stack."""

    def __init__(self) -> None:
        super().__init__()
        if threading.current_thread() is threading.main_thread():
            _global.main_stack = self.stack

    def of_main_thread(self) -> Graph:
        """The default graph of the main thread, for other threads; around a function that is built there."""
        entered = [graph for graph in list(_global.main_stack) if not graph.building_function]
        return entered[-1] if entered else _global.graph()

    def get_default(self) -> Graph:
        return super().get_default() or _global.graph()

    def global_graph(self) -> Graph:
        """The graph that is default where no other was entered."""
        return _global.graph()

    def reset(self) -> None:
        """Puts a new, empty graph at the bottom; AssertionError inside a `with graph.as_default()`."""
        if not self.is_cleared():
            raise AssertionError(
                "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the "
                "nesting and create a new graph."
            )
        _global.reset()


class _Global:
    def __init__(self) -> None:
        self.main_stack: list[Graph] = []  # the default graphs that the main thread has entered
        self._graph: Graph | None = None
        self._lock = threading.Lock()

    def graph(self) -> Graph:
        """The graph that is default where no other was entered."""
        if self._graph is None:
            with self._lock:
                self._graph = self._graph or Graph()
        return self._graph

    def reset(self) -> None:
        with self._lock:
            self._graph = Graph()


_global = _Global()
default_graphs = _DefaultGraphs()


def all_graphs() -> list[Graph]:
    """The graphs of the process that are still used, oldest first; those of functions that are built are among them."""
    return [graph for reference in _graphs.valuerefs() if (graph := reference()) is not None]


def get_default_graph() -> Graph:
    """The graph that new operations go to."""
    return default_graphs.get_default()


def reset_default_graph() -> None:
    """Makes a new, empty graph the default.

    AssertionError inside a `with graph.as_default()` block, and where a session of the old graph is still entered.
    """
    default_graphs.reset()


def graph_from_inputs(values: Iterable[Any]) -> Graph:
    """The graph of the first tensor among values, else the default graph; ValueError when they come from several.

    While a function is built it is the function's graph, which captures tensors of other graphs.
    """
    if get_default_graph().building_function:
        return get_default_graph()
    found = first = None
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


def _duplicate(op: Operation) -> ValueError:
    return ValueError(explain(f"Duplicate node name in graph: '{op.name}'", at=op))


def output_types_of(op: Operation) -> list[DType]:
    """The DTypes of an operation's outputs by its definition."""
    definition = op.definition
    if definition is None:
        return []
    attrs: dict[Any, Any] = op.attrs
    result: list[DType] = []
    for arg in definition.outputs:
        types: Any = arg.dtype or attrs[arg.type_attr]
        if arg.number_attr:
            types = [types] * attrs[arg.number_attr]
        elif not arg.type_list:
            types = [types]
        result.extend(dtype.as_ref if arg.is_ref else dtype for dtype in types)
    return result
