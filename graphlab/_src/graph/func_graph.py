"""FuncGraph: the body of a function that Python code builds, and its FunctionDef in a graph's library.

Tensors of the graph around it that the code uses become arguments of the function, after its own.
"""

import base64
import functools
import hashlib
import itertools
import re
from collections.abc import Iterable
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import Dims
from graphlab._src.graph import opdef
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of, state_dims
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.proto import FunctionDef

_numbers = itertools.count(1)
_SHARED = (("__varscope",), ("__variable_store",))  # so that variables of the graph around are found again


class FuncGraph(Graph):
    """A graph that is the body of a function: `with body.as_default():` builds it, define() ends that.

    label: what the name of the function is made of.  outer: the Graph around it.
    inputs: the Placeholders of the arguments.  captures: {tensor of `outer`: its Placeholder}.
    outputs: what it returns.
    """

    building_function = True

    def __init__(self, label: str, outer: Graph, name: str | None = None) -> None:
        super().__init__()
        self.outer = outer
        self.name = name or f"__inference_{label}_{next(_numbers)}"
        self.inputs: list[Tensor] = []
        self.outputs: list[Tensor] = []
        self.captures: dict[Tensor, Tensor] = {}
        self._seen: dict[Tensor, Tensor] = {}  # the same, also of graphs further outside
        self._outside: dict[
            Tensor, Tensor
        ] = {}  # Placeholder of a captured tensor -> that tensor, in the outermost graph
        self.seed = outer.seed
        self.functions = outer.functions
        self.python_functions = outer.python_functions
        for key in _SHARED:
            if key in outer._collections:
                self._collections[key] = outer._collections[key]

    @property
    def graph(self) -> "FuncGraph":
        """The graph of the body: this one."""
        return self

    @property
    def control_outputs(self) -> list[Operation]:
        """The operations of the body that a call always runs: those that change something."""
        return [op for op in self.operations if op.definition is not None and _has_effect(op.definition)]

    def add_argument(self, dtype: DType, dims: Dims, name: str) -> Tensor:
        """Adds an argument and returns its Placeholder's tensor."""
        attrs = {"dtype": dtype, "shape": dims}
        tensor = self.new_operation("Placeholder", self.claim_name(name), [], attrs, [dtype]).outputs[0]
        self.inputs.append(tensor)
        return tensor

    def capture(self, tensor: Tensor, name: str) -> Tensor:
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
                found = self.captures[outside] = self._argument_for(tensor, f"{name}/{tensor.op.name}")
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
        op = super().new_operation(op_type, name, inputs, attrs, output_types, apply_device)
        if op.definition is not None and op.definition.access == "read":
            owner = owner_of(self._outside.get(op.inputs[0], op.inputs[0]))
            op.outputs[0].dims = None if owner is None else state_dims(owner)
        return op

    def captured(self, tensor: Tensor) -> Tensor:
        return self._seen.get(tensor, tensor)

    def outside(self, tensor: Tensor) -> Tensor:
        return self._outside.get(tensor, tensor)

    def _argument_for(self, tensor: Tensor, name: str) -> Tensor:
        stack, self.stacks.name_stack = self.stacks.name_stack, ""
        try:
            return self.add_argument(tensor.dtype.base_dtype, tensor.dims, name)
        finally:
            self.stacks.name_stack = stack

    def define(self, outputs: Iterable[Tensor]) -> None:
        """Sets what the function returns and adds it to the library of the graph around it."""
        self.outputs = list(outputs)
        self.finalize()
        self.functions[self.name] = self

    @functools.cached_property
    def definition(self) -> Any:
        """The FunctionDef."""
        return definition_of(self)


def _has_effect(definition: OpDef) -> bool:
    return definition.stateful and not definition.random and not definition.holds_state


def definition_of(body: FuncGraph) -> Any:
    """The FunctionDef of a FuncGraph."""
    message = FunctionDef()
    message.signature.name = body.name
    names: dict[Tensor, str] = {}  # tensor -> how it is written
    taken: set[str] = set()
    for i, tensor in enumerate(body.inputs):
        name = _unique(tensor.op.name, taken)
        message.signature.input_arg.add(name=name, type=tensor.dtype.as_datatype_enum)
        if tensor.op.name.startswith("args_"):
            message.arg_attr[i].attr["_user_specified_name"].s = name.encode()
        names[tensor] = name
    arguments = {tensor.op for tensor in body.inputs}
    argument_places = {f"loc:@{op.name}".encode() for op in arguments}
    operations = [op for op in body.operations if op not in arguments]
    for op in operations:
        names.update(zip(op.outputs, _output_names(op), strict=True))
    for op in operations:
        node = message.node_def.add()
        node.CopyFrom(op.node_def)
        del node.input[:]
        if "_class" in node.attr:  # an argument is no node of the function
            places = node.attr["_class"].list.s
            remaining = [place for place in places if place not in argument_places]
            del places[:]
            places.extend(remaining)
            if not remaining:
                del node.attr["_class"]
        node.input.extend(names[tensor] for tensor in op.inputs)
        node.input.extend(f"^{control.name}" for control in op.control_inputs if control not in arguments)
    taken = set()
    for tensor in body.outputs:
        name = _unique(tensor.op.name, taken)
        message.signature.output_arg.add(name=name, type=tensor.dtype.base_dtype.as_datatype_enum)
        message.ret[name] = names[tensor]
    for op in body.control_outputs:
        message.signature.control_output.append(op.name)
        message.control_ret[op.name] = op.name
    message.signature.is_stateful = any(op.definition is not None and op.definition.stateful for op in operations)
    return message


def _unique(name: str, taken: set[str]) -> str:
    """An argument's name: lower case, letters, digits and _ only."""
    base = re.sub(r"[^a-z0-9]", "_", name.lower()).lstrip("_0123456789") or "unknown"
    found, number = base, 0
    while found in taken:
        number += 1
        found = f"{base}_{number}"
    taken.add(found)
    return found


def _output_names(op: Operation) -> list[str]:
    """Each output as a FunctionDef writes it: "node:output:0"."""
    definition = opdef.lookup(op.type)
    if definition is None:
        return [f"{op.name}:output:{i}" for i in range(len(op.outputs))]
    found: list[str] = []
    for arg in definition.outputs:
        found.extend(f"{op.name}:{arg.name}:{i}" for i in range(arg.count(op.attrs)))
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
