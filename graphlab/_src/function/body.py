"""FunctionBody: the graph that tracing fills, and GraphFunction: a function of the library that is computed by one."""

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import explain
from graphlab._src.base.shapes import Dims
from graphlab._src.graph import Graph, GraphKeys, Operation, Tensor, get_default_graph
from graphlab._src.graph.func_graph import FuncGraph, definition_of
from graphlab._src.graph.references import declared_owner, state_dims
from graphlab._src.io.functions import Function
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.ops.control_flow.context_protos import from_proto, to_proto
from graphlab._src.state.variable_scope import get_variable_scope_store
from graphlab._src.state.variable_store import variable_store

_numbers = itertools.count(1)
_VARIABLES = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)


def function_name(kind: str, label: str) -> str:
    """A new name of a function: "__inference_f_12"."""
    return f"__{kind}_{label}_{next(_numbers)}"


class FunctionBody(FuncGraph):
    """The body of a traced function. A tensor of another graph that it uses becomes an argument at each call.

    variables: those that it reads or writes.  structured_outputs: what the Python function returned, as tensors of it.
    structured_input_signature: (args, kwargs) with a TensorSpec for each tensor.
    outer: the graph around it; the default graph when left out, and the function has the name `label` itself.
    """

    def __init__(self, label: str, outer: Graph | None = None, kind: str = "inference") -> None:
        name = label if outer is None else function_name(kind, label)
        outer = outer or get_default_graph()
        with outer.as_default():  # so that the body shares what the outer graph has of these
            get_variable_scope_store()
            variable_store()
        super().__init__(label, outer, name)
        stacks = outer.stacks
        self.stacks.devices = list(stacks.devices)
        self.stacks.variable_creators = list(stacks.variable_creators)
        self.stacks.strategies = list(stacks.strategies)
        self.stacks.of_types = dict(stacks.of_types)
        self.variables: list[Any] = []
        self.structured_outputs: Any = None
        self.structured_input_signature: Any = None
        for key in outer.get_all_collection_keys():
            if key not in self._collections:
                shared = key in _VARIABLES
                self._collections[key] = outer.get_collection_ref(key) if shared else outer.get_collection(key)
        for key in _VARIABLES:
            self._collections[key] = outer.get_collection_ref(key)

    @property
    def outer_graph(self) -> Graph:
        """The graph around it."""
        return self.outer

    @property
    def external_captures(self) -> list[Tensor]:
        """The captured tensors, as the graphs around have them."""
        return list(self.captures)

    @property
    def internal_captures(self) -> list[Tensor]:
        """The captured tensors, as the body has them."""
        return list(self.captures.values())

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of its variables that are trained."""
        return [variable for variable in self.variables if variable.trainable]

    @property
    def output_types(self) -> list[DType]:
        """The types of its outputs."""
        return [tensor.dtype for tensor in self.outputs]

    @property
    def output_shapes(self) -> list[Any]:
        """The shapes of its outputs."""
        return [tensor.shape for tensor in self.outputs]

    def capture(self, tensor: Tensor, name: str = "captured") -> Tensor:
        """The argument that represents a tensor of another graph; a tensor of this one is returned as it is."""
        if tensor.graph is self:
            return tensor
        found = self.captures.get(tensor)
        if found is None:
            graph = tensor.graph
            while isinstance(graph, FuncGraph):
                if graph.outer is self:
                    raise ValueError(
                        explain(
                            f"Trying to capture a tensor from an inner function: {tensor!r}",
                            at=tensor,
                            fix="return it from the inner function",
                        )
                    )
                graph = graph.outer
            found = self._argument_for(tensor, name)
            self.inputs.pop()  # captures follow the arguments, once all of these are known
            self.captures[tensor] = found
            inner = tensor.graph
            self._outside[found] = inner._outside.get(tensor, tensor) if isinstance(inner, FuncGraph) else tensor
        return found

    def bind(self, captured: dict[Tensor, Tensor]) -> None:
        """Makes arguments that the body has already what represents tensors of the graphs around: {tensor: argument}."""
        self.captures.update(captured)
        self._outside.update({inner: self.outer.outside(tensor) for tensor, inner in captured.items()})

    def new_operation(
        self,
        op_type: str,
        name: str,
        inputs: list[Tensor],
        attrs: dict[str, Any],
        output_types: Iterable[Any] | None,
        apply_device: bool = True,
    ) -> Operation:
        op = super().new_operation(op_type, name, inputs, attrs, output_types, apply_device)
        if op.definition is not None and op.definition.access == "read" and op.outputs[0].dims is None:
            owner = declared_owner(op.inputs[0])
            op.outputs[0].dims = None if owner is None else state_dims(owner)
        return op

    def check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError(
                explain(
                    f"The function {self.name} is complete: what it made is used inside of it only.",
                    fix="return the tensor from the function",
                )
            )

    def _argument_for(self, tensor: Tensor, name: str) -> Tensor:
        with super().control_dependencies(None), self.device(None):  # in no branch or loop
            return argument(self, tensor.dtype.base_dtype, tensor.dims, f"{name}/{tensor.op.name}")

    def captured(self, tensor: Tensor) -> Tensor:
        return self.captures.get(tensor, tensor)

    def pop_capture(self, tensor: Tensor) -> Tensor | None:
        """Removes a captured tensor and returns its argument, which is an argument of the caller's from now on."""
        return self.captures.pop(tensor, None)


class GraphFunction:
    """A function of the library: some tensors of a body from others of it.

    outputs: what it returns; several GraphFunctions may compute different outputs of one body.
    attributes: of the FunctionDef, {name: value}.
    retrace: builds the operations of the body once more in another body; None where that can't be done.
    control_outputs: the operations that a call always runs; those of the body that change something, when left out.
    gradient_rule(op, *gradients): the gradients of a call, where it has a rule of its own.
    inlined: builds its operations in the default graph, of the inputs of a call: (outputs, operations with effects).
    infers_shapes: whether the inputs of a call decide the shapes of what it returns.
    """

    def __init__(
        self,
        name: str,
        body: FunctionBody,
        inputs: list[Tensor],
        outputs: list[Tensor],
        attributes: dict[str, Any] | None = None,
        retrace: Callable[["FunctionBody"], Any] | None = None,
        control_outputs: list[Operation] | None = None,
    ) -> None:
        self.name = name
        self.graph = body
        self.inputs = inputs
        self.outputs = outputs
        self.attributes = attributes or {}
        self.retrace = retrace
        self.control_outputs = body.control_outputs if control_outputs is None else control_outputs
        self.inlined: Callable[[list[Tensor]], tuple[list[Tensor], list[Operation]]] | None = None
        self.gradient_rule: Callable[..., Any] | None = None
        self.infers_shapes = True
        self.differs_again: bool | None = None  # when its gradient needs it inlined, once that is known
        self.gradient: Any = None  # what the gradient of a call calls, once it is known

    gradient_inlines = False  # the gradient of a call is a call
    requires_shapes = True  # calls have inputs of the shapes that its arguments have
    output_names: Sequence[str] = ()  # of its results; made of the tensors' when empty
    description = ""

    def build(self, inputs: list[Tensor], in_place: bool = True) -> tuple[list[Tensor], list[Operation]]:
        """Adds the operations of the body to the default graph: (what they return, those with effects)."""
        contexts = dict.fromkeys(op.control_flow_context for op in self.graph.operations)
        outermost = [one for one in contexts if one is not None and one.outer_context is None]

        def complete(scope: str) -> None:
            for context in outermost:
                from_proto(to_proto(context), scope)

        return Function(self.definition, self.graph.functions, import_graph_def).build(inputs, in_place, complete)

    @property
    def operations(self) -> list[Operation]:
        """The operations of the body."""
        return self.graph.operations

    @functools.cached_property
    def is_stateful(self) -> bool:
        """True when the body reads or writes state, or has operations that graphlab does not know."""
        return any(op.definition is None or op.definition.stateful for op in self.graph.operations)

    @functools.cached_property
    def definition(self) -> Any:
        """The FunctionDef."""
        message = definition_of(self)  # pyright: ignore[reportArgumentType]  (it has what a FuncGraph has)
        for key, value in self.attributes.items():
            if isinstance(value, bool):
                message.attr[key].b = value
            elif isinstance(value, (int, float)):
                setattr(message.attr[key], "i" if isinstance(value, int) else "f", value)
            else:
                message.attr[key].s = value if isinstance(value, bytes) else str(value).encode()
        return message

    def add_to(self, graph: Graph) -> None:
        """Adds it to the library of a graph, with the functions that it calls and their gradients."""
        if graph.functions.get(self.name) is self:
            return
        graph.functions[self.name] = self
        for name, function in self.graph.functions.items():
            graph.functions.setdefault(name, function)
        for name, gradient in self.graph.function_gradients.items():
            graph.function_gradients.setdefault(name, gradient)


def argument(body: FuncGraph, dtype: DType, dims: Dims, name: str) -> Tensor:
    """Adds an argument outside of all name scopes and returns its tensor."""
    stack, body.stacks.name_stack = body.stacks.name_stack, ""
    try:
        return body.add_argument(dtype, dims, name)
    finally:
        body.stacks.name_stack = stack
