"""FuncGraph: the body of a function that Python code builds, and its FunctionDef in a graph's library.

Tensors of the graph around it that the code uses become arguments of the function, after its own.
"""

import base64
import contextlib
import functools
import hashlib
import itertools
import re
from collections.abc import Generator, Iterable, Sequence
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import explain
from graphlab._src.base.shapes import Dims
from graphlab._src.graph import opdef
from graphlab._src.graph.attrs import to_proto
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import declared_owner, state_dims
from graphlab._src.graph.scope_stacks import ControlGroup
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.proto import ConfigProto, FunctionDef

_numbers = itertools.count(1)
_SHARED = (("__varscope",), ("__variable_store",))  # so that variables of the graph around are found again


class FuncGraph(Graph):
    """A graph that is the body of a function: `with body.as_default():` builds it, define() ends that.

    label: what the name of the function is made of.  outer: the Graph around it.
    inputs: the Placeholders of the arguments.  captures: {tensor of `outer`: its Placeholder}.
    outputs: what it returns.
    control_captures: operations of the graph around it that each call waits for.
    adds_control_dependencies: whether its effects happen in the order of the program, as in what tf.function traces.
    """

    building_function = True
    encloses_branches = True
    adds_control_dependencies = False
    infers_shapes = True  # the inputs of a call decide the shapes of what it returns
    requires_shapes = True  # calls have inputs of the shapes that its arguments have
    output_names: Sequence[str] = ()  # of its results; made of the tensors' when empty
    description = ""

    def __init__(self, label: str, outer: Graph, name: str | None = None) -> None:
        super().__init__()
        self.outer = outer
        self._graph_key = outer._graph_key
        self.name = name or f"__inference_{label}_{next(_numbers)}"
        self.inputs: list[Tensor] = []
        self.outputs: list[Tensor] = []
        self.captures: dict[Tensor, Tensor] = {}
        self._seen: dict[Tensor, Tensor] = {}  # the same, also of graphs further outside
        self._outside: dict[
            Tensor, Tensor
        ] = {}  # Placeholder of a captured tensor -> that tensor, in the outermost graph
        self.control_captures: list[Operation] = []
        self.seed = outer.seed
        self.functions = outer.functions
        self.function_gradients = outer.function_gradients
        self.python_functions = outer.python_functions
        for key, values in outer._collections.items():
            self._collections[key] = values if key in _SHARED else list(values)

    @property
    def graph(self) -> "FuncGraph":
        """The graph of the body: this one."""
        return self

    @property
    def control_outputs(self) -> list[Operation]:
        """The operations of the body that a call always runs: those that change something."""
        return [op for op in self.operations if op.definition is not None and has_effect(op.definition)]

    def add_argument(self, dtype: DType, dims: Dims, name: str) -> Tensor:
        """Adds an argument and returns its Placeholder's tensor."""
        attrs = {"dtype": dtype, "shape": dims}
        tensor = self.new_operation("Placeholder", self.claim_name(name), [], attrs, [dtype]).outputs[0]
        self.inputs.append(tensor)
        return tensor

    def capture(self, tensor: Tensor, name: str) -> Tensor:
        """The argument in place of a tensor of a graph around it, for the operation `name`, or for none."""
        found = self._seen.get(tensor)
        if found is None:
            outside = tensor
            outer = self.outer
            nested = isinstance(outer, FuncGraph)
            if tensor.graph is not outer and nested:
                outside = outer.capture(tensor, name)
            elif tensor.graph is not outer:
                return super().capture(tensor, name)
            found = self.captures.get(outside)
            if found is None:
                found = self.captures[outside] = self._argument_for(
                    tensor, f"{name}/{tensor.op.name}" if name else tensor.op.name
                )
            self._seen[tensor] = found
            self._outside[found] = outer._outside.get(outside, outside) if nested else outside
        return found

    def new_operation(
        self,
        op_type: str,
        name: str,
        inputs: list[Tensor],
        attrs: dict[str, Any],
        output_types: Iterable[Any] | None,
        apply_device: bool = True,
    ) -> Operation:
        definition = opdef.lookup(op_type)
        for i in () if definition is None else definition.ref_indices:
            if inputs[i].graph is not self:
                arg = definition.inputs[i].name if definition is not None else ""
                raise TypeError(
                    explain(
                        f"Input '{arg}' of '{op_type}' Op requires l-value input: a function changes resource variables only",
                        at=inputs[i],
                        fix="make the variable with use_resource=True",
                    )
                )
        op = super().new_operation(op_type, name, inputs, attrs, output_types, apply_device)
        if op.definition is not None and op.definition.access == "read":
            owner = declared_owner(op.inputs[0])
            op.outputs[0].dims = None if owner is None else state_dims(owner)
        return op

    def captured(self, tensor: Tensor) -> Tensor:
        return self._seen.get(tensor, tensor)

    def outside(self, tensor: Tensor) -> Tensor:
        return self._outside.get(tensor, tensor)

    def _argument_for(self, tensor: Tensor, name: str) -> Tensor:
        stack, self.stacks.name_stack = self.stacks.name_stack, ""
        try:
            with super().control_dependencies(None), self.device(None):
                return self.add_argument(tensor.dtype.base_dtype, tensor.dims, name)
        finally:
            self.stacks.name_stack = stack

    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> ControlGroup:
        """As Graph.control_dependencies; each call waits for operations that are outside of the body."""
        if control_inputs is None:
            return super().control_dependencies(None)
        inside: list[Any] = []
        for item in control_inputs:
            op = item if isinstance(item, Operation) else getattr(item, "op", None)
            if isinstance(op, Operation) and op.graph is not self:
                if op not in self.control_captures:
                    self.control_captures.append(op)
            else:
                inside.append(item)
        return super().control_dependencies(inside)

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Generator[None]:
        """As Graph.colocate_with; what is outside of the body has no place in it."""
        op = getattr(op, "handle", op)
        op = op.op if isinstance(op, Tensor) else op
        outside = isinstance(op, Operation) and op.graph is not self
        with contextlib.nullcontext() if outside else super().colocate_with(op, ignore_existing):
            yield

    def define(self, outputs: Iterable[Tensor]) -> None:
        """Sets what the function returns and adds it to the library of the graph around it."""
        self.outputs = list(outputs)
        self.finalize()
        self.functions[self.name] = self

    @functools.cached_property
    def definition(self) -> Any:
        """The FunctionDef."""
        return definition_of(self)


def has_effect(definition: OpDef) -> bool:
    """Whether a function always runs its operations of a type: they change something."""
    return definition.stateful and not definition.random and not definition.holds_state


def definition_of(body: FuncGraph) -> Any:
    """The FunctionDef of a FuncGraph."""
    message = FunctionDef()
    message.signature.name = body.name
    message.signature.description = body.description
    names = BodyNames(body)
    for i, (tensor, name) in enumerate(zip(body.inputs, names.arguments, strict=True)):
        message.signature.input_arg.add(name=name, type=tensor.dtype.as_datatype_enum)
        if tensor.op.name.startswith("args_"):
            message.arg_attr[i].attr["_user_specified_name"].s = name.encode()
    written = dict(zip(body.inputs, names.arguments, strict=True))  # tensor -> how it is written
    arguments = {tensor.op: name for tensor, name in written.items()}
    for op, name in names.operations.items():
        written.update(zip(op.outputs, output_names(op, name), strict=True))
    for op, name in names.operations.items():
        node = message.node_def.add()
        node.CopyFrom(op.node_def)
        node.name = name
        del node.input[:]
        if "_class" in node.attr:  # an argument is no node of the function
            places = names.places(node.attr["_class"].list.s)
            del node.attr["_class"]
            if places:
                node.attr["_class"].list.s.extend(places)
        node.input.extend(written[tensor] for tensor in op.inputs)
        waits = [arguments.get(c) or names.operations.get(c) for c in op.control_inputs]
        node.input.extend(f"^{name}" for name in sorted(name for name in waits if name is not None))
    for tensor, name in zip(body.outputs, names.results, strict=True):
        message.signature.output_arg.add(name=name, type=tensor.dtype.base_dtype.as_datatype_enum)
        message.ret[name] = written[tensor]
    for op in body.control_outputs:
        message.signature.control_output.append(op.name)
        message.control_ret[op.name] = names.operations[op]
    message.signature.is_stateful = any(op.definition is not None and op.definition.stateful for op in names.operations)
    return message


def state_shapes(message: Any, body: FuncGraph) -> None:
    """Adds the static shapes of a body to its FunctionDef, as TensorFlow does for files, and the names of its arguments."""
    stated = [tensor.dims for tensor in body.inputs]
    message.attr["_input_shapes"].CopyFrom(to_proto("list(shape)", stated))
    for i, tensor in enumerate(body.inputs):
        given = tensor.op.attrs.get("_user_specified_name")
        if given is not None:
            message.arg_attr[i].attr["_user_specified_name"].CopyFrom(given)
    shapes = {name: [tensor.dims for tensor in op.outputs] for op, name in BodyNames(body).operations.items()}
    for node in message.node_def:
        if shapes[node.name]:
            node.attr["_output_shapes"].CopyFrom(to_proto("list(shape)", shapes[node.name]))


def built_in_place(op: Operation) -> bool:
    """True where TensorFlow puts the functions that an operation calls in its place before it runs them.

    Of these what changes something runs only where the function lists it; in a function that stays one, all of it runs.
    """
    calls = None if op.definition is None else op.definition.calls
    if calls == "function":
        options = ConfigProto.FromString(op.attrs.get("config_proto", b"")).graph_options
        return not options.rewrite_options.disable_meta_optimizer
    lowers = op.attrs.get("_lower_using_switch_merge")
    return calls not in (None, "type") and lowers is not None and lowers.b


def always_run(op: Operation, function: Any) -> list[Operation]:
    """The operations of a function's body that a call by this operation runs whether its results need them or not."""
    return function.control_outputs if built_in_place(op) else effects_of(function)


def effects_of(function: Any) -> list[Operation]:
    """The operations of a function's body that change something, whether the function lists them or not."""
    return getattr(function, "effects", function.control_outputs)


class BodyNames:
    """How a FunctionDef names what is in a FuncGraph: no two results, arguments and operations have one name.

    results: of what the function returns.  arguments: of its arguments.  operations: {operation: its name}.
    """

    def __init__(self, body: FuncGraph) -> None:
        self._taken: set[str] = set()
        results = body.output_names or [_normalized(tensor.op.name) for tensor in body.outputs]
        self.results = [self._unique(name) for name in results]
        self.arguments = [self._unique(_normalized(tensor.op.name)) for tensor in body.inputs]
        arguments = {tensor.op for tensor in body.inputs}
        self._argument_places = {f"loc:@{op.name}".encode() for op in arguments}
        inside = [op for op in body.graph.operations if op not in arguments]
        self.operations = {op: self._unique(op.name) for op in inside}

    def _unique(self, name: str) -> str:
        found, number = name, 0
        while found in self._taken:
            found, number = f"{name}_{number}", number + 1
        self._taken.add(found)
        return found

    def places(self, groups: Iterable[bytes]) -> list[bytes]:
        """The colocation groups of an operation, with the names that operations have here."""
        names = {f"loc:@{op.name}".encode(): f"loc:@{name}".encode() for op, name in self.operations.items()}
        return [names.get(group, group) for group in groups if group not in self._argument_places]


def _normalized(name: str) -> str:
    """The name of an argument or result: lower case, letters, digits and _ only."""
    return re.sub(r"[^a-z0-9]", "_", name.lower()).lstrip("_0123456789") or "unknown"


def output_names(op: Operation, name: str) -> list[str]:
    """Each output as a FunctionDef writes it: "node:output:0". name: of the node."""
    definition = opdef.lookup(op.type)
    if definition is None:
        return [f"{name}:output:{i}" for i in range(len(op.outputs))]
    found: list[str] = []
    for arg in definition.outputs:
        found.extend(f"{name}:{arg.name}:{i}" for i in range(arg.count(op.attrs)))
    return found


class CopiedGraph(FuncGraph):
    """A function without arguments: it holds copies of the operations that it uses of the graph around it."""

    def __init__(self, outer: Graph, name: str, scope: str = "") -> None:
        super().__init__("", outer, name)
        self._copies: dict[Operation, Operation] = {}
        self._scope = scope

    def name_by_content(self) -> None:
        """Appends a digest of the body to the function's name, so that other bodies have other names."""
        digest = hashlib.sha256(definition_of(self).SerializeToString(deterministic=True)).digest()
        self.name += "_" + base64.b64encode(digest[:8], b"XX").decode().rstrip("=")

    def capture(self, tensor: Tensor, name: str) -> Tensor:
        return self._copy(tensor.op).outputs[tensor.value_index]

    def _copy(self, op: Operation) -> Operation:
        if op in self._copies:
            return self._copies[op]
        if is_placeholder(op):
            raise ValueError(f"Cannot capture a placeholder (name:{op.name}, type:{op.type}) by value.")
        if op.definition is not None and op.definition.stateful and not _makes_dataset(op):
            raise ValueError(f"Cannot capture a stateful node (name:{op.name}, type:{op.type}) by value.")
        inputs = [self._copy(tensor.op).outputs[tensor.value_index] for tensor in op.inputs]
        types = [tensor.dtype for tensor in op.outputs]
        name = self.unique_name(f"{self._scope}{op.name}")
        copy = self.new_operation(op.type, name, inputs, dict(op.attrs), types, apply_device=False)
        for tensor, original in zip(copy.outputs, op.outputs, strict=True):
            tensor.dims = original.dims
        self._copies[op] = copy
        return copy


def _makes_dataset(op: Operation) -> bool:
    return any(tensor.dtype.name == "variant" for tensor in op.outputs)
