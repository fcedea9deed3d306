"""The functions of If, Case and While as graphs that gradients are built of: copies, to which results may be added."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from typing import Any, TypeVar

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.signals import delayed
from graphlab._src.graph import Operation, Tensor, apply_op, get_default_graph
from graphlab._src.graph.attrs import normalize, to_proto
from graphlab._src.graph.func_graph import BodyNames, always_run
from graphlab._src.graph.references import declared_owner, forwards, state_dtype
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.body_graph import BodyGraph, function_name

_Gradients = TypeVar("_Gradients", bound=Callable[..., list[Any]])
_differentiate: list[Callable[..., list[Any]]] = []


def differentiates_bodies(function: _Gradients) -> _Gradients:
    """A decorator of tf.gradients, which the gradients of functions' bodies are built by."""
    _differentiate.append(function)
    return function


def gradients_in_body(ys: list[Tensor], xs: list[Tensor], grad_ys: list[Any], **how: Any) -> list[Any]:
    """As tf.gradients, in a graph that captures what it uses of the one of ys and xs."""
    return _differentiate[0](ys, xs, grad_ys, **how)


def functions_of(op: Operation) -> list[Any]:
    """The functions that an If, Case or While calls, in the order of its attributes; None for one that is not there."""
    return [op.graph.functions.get(name) for name in function_names(op)]


def function_names(op: Operation) -> list[str]:
    """The names of the functions that an operation calls; of an If the one for true is first."""
    calls = op.definition.calls
    if calls == "case":
        branches = op.attrs["branches"]
        listed = getattr(branches, "list", None)
        return [function.name for function in (listed.func if listed else branches)]
    of = {"if": ("then_branch", "else_branch"), "while": ("cond", "body"), "function": ("f",)}
    return [op.attrs[name].name for name in of[calls]]


def can_copy(function: Any) -> bool:
    """True for a function whose gradient its copy has: one without branches, loops and calls that gradients replace."""
    return function is not None and all(map(_is_differentiable, function.graph.operations))


def _is_differentiable(op: Operation) -> bool:
    if op.control_flow_context is not None:
        return False
    calls = "type" if op.definition is None else op.definition.calls
    if calls == "type":
        return not op.graph.is_function(op.type)
    if calls == "function":
        return not getattr(op.graph.functions.get(op.attrs["f"].name), "gradient_inlines", True)
    return calls is None or calls != "gradient" and all(map(can_copy, functions_of(op)))


def copied(op: Operation, function: Any, inputs: Sequence[Tensor], dims: Sequence[Any]) -> BodyGraph:
    """A copy of a function that an operation calls, as a graph inside of the operation's, which can still grow.

    inputs: of the operation, for the arguments.  dims: of the arguments.
    """
    names = BodyNames(function)
    body = BodyGraph(function.name, op.graph, adds_control_dependencies=False)
    known: dict[Tensor, Tensor] = {}
    with body.as_default():
        for argument, name, outside, size in zip(function.inputs, names.arguments, inputs, dims, strict=True):
            known[argument] = body.add_argument(argument.dtype.base_dtype, size, name)
            body.represent(known[argument], outside)
        made: dict[Operation, Operation] = {}
        for original in _inputs_first(names.operations, known):
            name = names.operations[original]
            given = [known[tensor] for tensor in original.inputs]
            types = [tensor.dtype for tensor in original.outputs]
            copy = body.new_operation(original.type, name, given, dict(original.attrs), types, apply_device=False)
            copy.device_name, copy.frames = original.device_name, original.frames
            if "_class" in original.attrs:
                copy.attrs["_class"] = to_proto("list(string)", names.places(original.attrs["_class"].list.s))
            for tensor, old in zip(copy.outputs, original.outputs, strict=True):
                if tensor.dims is None:
                    tensor.dims = old.dims
            known.update(zip(original.outputs, copy.outputs, strict=True))
            made[original] = copy
    for original, copy in made.items():
        copy.add_control_inputs(made[control] for control in original.control_inputs if control in made)
    earlier = getattr(function.graph, "copies", {})
    body.copies = {**{tensor: known[copy] for tensor, copy in earlier.items() if copy in known}, **known}
    body.outputs = [known[tensor] for tensor in function.outputs]
    body.must_run(made[control] for control in always_run(op, function) if control in made)
    return body


def _inputs_first(operations: Iterable[Operation], known: Container[Tensor]) -> list[Operation]:
    """The operations in an order in which inputs come first: a loop may have got inputs that are newer than it is."""
    found: dict[Operation, None] = {}
    for operation in operations:
        waiting = [operation]
        while waiting:
            op = waiting[-1]
            missing = [tensor.op for tensor in op.inputs if tensor not in known and tensor.op not in found]
            if missing:
                waiting += missing
            else:
                found[waiting.pop()] = None
    return list(found)


def extend(
    op: Operation, bodies: Sequence[BodyGraph], tensors: Sequence[Tensor], attrs: dict[str, Any], inputs: Any = None
) -> None:
    """Makes an If, Case or While call copies of its functions that have grown, and return more; its plans are made anew.

    tensors: of the types and shapes of the outputs that are added.  attrs: those that change beside the functions.
    inputs: all that it has then; None leaves them. All of it changes, or nothing.
    """
    for body in bodies:
        body.name += "_rewritten"
        body.register()
    if op.definition.calls == "case":
        functions = {"branches": normalize("list(func)", [body.name for body in bodies])}
    else:
        names = ("cond", "body") if op.definition.calls == "while" else ("then_branch", "else_branch")
        functions = {name: normalize("func", body.name) for name, body in zip(names, bodies, strict=True)}
    outputs = [Tensor(op, i, tensor.dtype.base_dtype, tensor.dims) for i, tensor in enumerate(tensors, len(op.outputs))]
    copies = [key for key in op.graph.operation_copies if key[0] is op]
    with delayed():
        op.attrs.update(functions | attrs)
        if inputs is not None:
            op.replace_inputs(inputs)
        op.outputs.extend(outputs)
        for key in copies:
            del op.graph.operation_copies[key]
        op.graph.note_change(op, f"outputs for a gradient added to '{op.name}'")


class BodyGradient(BodyGraph):
    """The gradient of a function's body: it uses tensors of that, by arguments that represent what the operation returns.

    forward: a copy of the function, which may still grow.  given: tensors of it that are the operation's inputs as well.
    """

    def __init__(self, name: str, forward: BodyGraph, given: Collection[Tensor]) -> None:
        super().__init__(function_name(name, "_grad"), get_default_graph(), adds_control_dependencies=True)
        self.forward = forward
        self._given = given
        self._values: dict[Tensor, Tensor] = {}  # tensor of the body -> what represents it

    def capture(self, tensor: Tensor, name: str) -> Tensor:
        tensor = self.forward.copies.get(tensor, tensor)
        return self.represented(tensor, name) if tensor.graph is self.forward else super().capture(tensor, name)

    def represented(self, tensor: Tensor, name: str) -> Tensor:
        """What represents a tensor of the body."""
        raise NotImplementedError

    def argument_of(self, tensor: Tensor, name: str, called: Tensor) -> Tensor:
        """The argument that represents an argument or result of the body. called: what it is named after."""
        found = self.captures.get(tensor)
        if found is None:
            label = f"{name}/{called.op.name}" if name else called.op.name
            found = self.captures[tensor] = self._argument_for(tensor, label)
            if tensor in self._given:
                self._outside[found] = self.forward.outside(tensor)
        return found


def zeros_of(tensor: Tensor) -> Tensor:
    """Zeros like a tensor, or like the variable that it is the handle of."""
    if tensor.dtype is not dtypes.resource:
        return zeros_like(tensor)
    owner = declared_owner(tensor)
    return zeros(apply_op("VariableShape", tensor), dtypes.float32 if owner is None else state_dtype(owner))


def source_of_handle(tensor: Tensor) -> Tensor:
    """The argument of a function that a handle in its body comes from."""
    body: Any = tensor.graph
    while tensor not in body.inputs:
        op = tensor.op
        if not forwards(op):
            raise ValueError(
                explain(
                    f"Taking gradient of a branch or loop which creates a resource in its body is not supported: {op.name}",
                    at=op,
                )
            )
        tensor = op.inputs[tensor.value_index if op.definition.forwards == "each" else 0]
    return tensor
