"""The scopes that are open while a graph is built: devices, containers, control dependencies, attributes, gradients.

Each thread has its own, so that threads that build one graph do not get into each other's scopes.
"""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable
from typing import Any, Literal

from graphlab._src.graph import attrs as attributes
from graphlab._src.graph.device import DeviceScope
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import IndexedSlices, Tensor
from graphlab._src.graph.traceable_stack import TraceableObject, placed_by_program


class Stacks(threading.local):
    """The scopes that are open in this thread."""

    def __init__(self) -> None:
        self.name_stack = ""
        self.devices: list[DeviceScope] = []
        self.colocations: list[TraceableObject] = []  # operations, with the line of each colocate_with
        self.controls: list[ControlGroup] = []
        self.attributes: dict[str, Any] = {}
        self.container = ""
        self.original_op: Operation | None = None
        self.differentiates = False  # gradients are being added
        self.of_types: dict[str, dict[str, str]] = {}  # operation type → attributes of those made inside
        self.variable_creators: list[Callable[..., Any]] = []  # outermost first
        self.flow_context: Any = None
        self.strategies: list[Any] = []  # tf.distribute: which strategy and replica code is in, innermost last
        self.strategy_scope: Any = None  # the scope of a strategy that no `with` block will close


class ControlGroup:
    """One `with control_dependencies(…)` block: its control inputs, and the operations that were made inside.

    control_inputs None: nothing is waited for, and what is made inside is in no branch or loop.
    """

    def __init__(self, graph: Any, control_inputs: list[Operation] | None) -> None:
        self._graph = graph
        self._clears = control_inputs is None
        self.control_inputs = control_inputs or []
        self.seen: set[Operation] = set()
        self._old: list[tuple[list[ControlGroup], Any]] = []

    def __enter__(self) -> None:
        local = self._graph.stacks
        self._old.append((local.controls, local.flow_context))
        if self._clears:
            local.controls, local.flow_context = [], None
        else:
            local.controls = [*local.controls, self]

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        local = self._graph.stacks
        local.controls, context = self._old.pop()
        if self._clears:
            local.flow_context = context
        return False


class Scopes:
    """The methods of Graph for scopes other than names."""

    stacks: Stacks
    as_graph_element: Any

    @contextlib.contextmanager
    def device(self, device_name_or_function: Any) -> Generator[None]:
        """Places operations made inside on that device: a name, a DeviceSpec, a function of the operation, or None."""
        scope = DeviceScope(device_name_or_function)
        devices = self.stacks.devices
        devices.append(scope)
        try:
            yield
        finally:
            if devices[-1:] != [scope]:
                raise RuntimeError("Exiting device scope without proper scope nesting.")
            devices.pop()

    @contextlib.contextmanager
    def container(self, container_name: str) -> Generator[str]:
        """State made inside is in the container of that name."""
        old = self.stacks.container
        self.stacks.container = container_name
        try:
            yield container_name
        finally:
            self.stacks.container = old

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Generator[None]:
        """Operations made inside share `op`'s device, whatever device scope is open."""
        if op is None and not ignore_existing:
            raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
        if op is not None and not isinstance(op, Operation):
            op = op.values if isinstance(op, IndexedSlices) else getattr(op, "handle", op)
            op = self.as_graph_element(op)
            op = op.op if isinstance(op, Tensor) else op
        local = self.stacks
        devices, colocations = local.devices, local.colocations
        local.devices = []
        local.colocations = [] if ignore_existing else list(colocations)
        if op is not None:
            local.colocations.append(placed_by_program(op))
        try:
            yield
        finally:
            local.devices, local.colocations = devices, colocations

    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> ControlGroup:
        """Operations made inside run after all of control_inputs: operations, tensors, variables; None clears."""
        if control_inputs is None:
            return ControlGroup(self, None)
        controls: dict[Operation, None] = {}
        for item in control_inputs:
            # Waiting for a resource variable, or for what an assignment leaves in it, reads no value.
            if isinstance(item, IndexedSlices) or hasattr(item, "handle") and hasattr(item, "op"):
                item = item.op
            element = self.as_graph_element(item)
            controls[element.op if isinstance(element, Tensor) else element] = None
        return ControlGroup(self, list(controls))

    @contextlib.contextmanager
    def _attr_scope(self, attr_map: Any) -> Generator[None]:
        """Operations made inside get these attributes, unless they have them.

        attr_map: {name: AttrValue, or a function of a NodeDef that returns one}; None removes one.
        """
        if not isinstance(attr_map, dict):
            raise TypeError("attr_map must be a dictionary mapping strings to Callables.")
        old = self.stacks.attributes
        self.stacks.attributes = {key: value for key, value in {**old, **attr_map}.items() if value is not None}
        try:
            yield
        finally:
            self.stacks.attributes = old

    @contextlib.contextmanager
    def made_for(self, op: Operation | None) -> Generator[None]:
        """Operations made inside have `op` as their original_op: the one that they were made for."""
        old = self.stacks.original_op
        self.stacks.original_op = op
        try:
            yield
        finally:
            self.stacks.original_op = old

    _original_op = made_for  # TensorFlow's name

    @contextlib.contextmanager
    def differentiating(self) -> Generator[None]:
        """Operations made inside are of gradients, which use what branches and loops have computed."""
        old = self.stacks.differentiates
        self.stacks.differentiates = True
        try:
            yield
        finally:
            self.stacks.differentiates = old

    def gradient_override_map(self, op_type_map: Any) -> contextlib.AbstractContextManager[None]:
        """Operations made inside take the gradient registered under another name: {op type: name}."""
        return self._of_types("_gradient_op_type", "op_type_map", op_type_map)

    def _kernel_label_map(self, op_to_kernel_label_map: Any) -> contextlib.AbstractContextManager[None]:
        """Operations made inside request a kernel of that label, {op type: label}; graphlab has one kernel of each type."""
        return self._of_types("_kernel", "op_to_kernel_label_map", op_to_kernel_label_map)

    @contextlib.contextmanager
    def _of_types(self, attribute: str, argument: str, values: Any) -> Generator[None]:
        """Operations made inside, of the types that `values` names, have its value in an attribute."""
        if not isinstance(values, dict) or not all(isinstance(text, str) for pair in values.items() for text in pair):
            raise TypeError(f"{argument} must be a dictionary mapping strings to strings")
        old = self.stacks.of_types
        self.stacks.of_types = {**old, **{key: {**old.get(key, {}), attribute: value} for key, value in values.items()}}
        try:
            yield
        finally:
            self.stacks.of_types = old

    def apply_attributes(self, op: Operation) -> None:
        """Sets the attributes that the open scopes have for an operation that is made inside, or read from a file inside."""
        stacks = self.stacks
        if not (stacks.attributes or stacks.of_types or stacks.container):
            return
        marks = {key: value(op.node_def) if callable(value) else value for key, value in stacks.attributes.items()}
        texts = stacks.of_types.get(op.type, {})
        op.attrs = {
            **marks,
            **op.attrs,
            **{key: attributes.to_proto("string", text.encode()) for key, text in texts.items()},
        }
        if stacks.container and op.attrs.get("container") == b"":
            op.attrs["container"] = stacks.container.encode()

    def switch_to_thread_local(self) -> None:
        """Does nothing: the stacks of scopes are a thread's own already."""
