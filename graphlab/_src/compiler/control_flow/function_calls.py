"""Calls of a library's functions, If and While among them, as Regions: their bodies run in place of the call."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from graphlab._src.base.context import hook
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.compiler.control_flow.operation_copies import OperationCopy, made_once
from graphlab._src.compiler.control_flow.regions import Body, Call, Cond, Joined, Region, While
from graphlab._src.compiler.missing_kernels import check_kernels
from graphlab._src.compiler.unfed_placeholders import check_fed
from graphlab._src.graph.func_graph import always_run
from graphlab._src.graph.operation import InputList, Operation
from graphlab._src.graph.references import is_identity, owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors

Arrange = Callable[[Collection[Operation]], Body]  # makes a Body of a set of operations


def is_call(op: Operation) -> bool:
    """True for an operation that calls functions of the graph's library."""
    return op.type in op.graph.functions if op.definition is None else op.definition.calls is not None


def expand(op: Operation, arrange: Arrange) -> Region:
    """The Region of a call. arrange: makes a Body of a set of operations."""
    calls = None if op.definition is None else op.definition.calls
    if calls == "if":
        attrs = op.attrs
        return _branches(op, op.inputs[0], [attrs["else_branch"], attrs["then_branch"]], arrange)
    if calls == "case":
        branches = op.attrs["branches"]
        return _branches(op, op.inputs[0], getattr(branches, "list", None) and branches.list.func or branches, arrange)
    if calls == "while":
        return _loop(op, arrange)
    copy = _gradient(op) if calls == "gradient" else _copy(op, 0, op.attrs["f"].name if calls else op.type, op.inputs)
    return Call(copy.members | {op}, _body(copy, arrange), list(zip(op.outputs, copy.outputs, strict=True)), op.name)


def _gradient(op: Operation) -> "Copy":
    """The copy of the gradient of a function: of the one that the library names as that, or else of one that is derived."""
    name = op.attrs["f"].name
    named = op.graph.function_gradients.get(name)
    if named:
        return _copy(op, 0, named, op.inputs)
    return made_once(
        op, 0, lambda: instantiate(op, 0, hook("symbolic_gradient")(_function(op, name), op.graph), op.inputs)
    )


def _branches(op: Operation, pred: Tensor, functions: Sequence[Any], arrange: Arrange) -> Cond:
    copies = [_copy(op, i, function.name, op.inputs[1:]) for i, function in enumerate(functions)]
    members = {op}.union(*[copy.members for copy in copies])
    numbers = list(range(len(copies)))
    joined: list[Joined] = [
        (output, None, [copy.outputs[i] for copy in copies], numbers) for i, output in enumerate(op.outputs)
    ]
    region = Cond(members, pred, [_body(copy, arrange) for copy in copies], joined)
    region.name = op.name
    return region


def _loop(op: Operation, arrange: Arrange) -> While:
    # What names state is the same in every iteration; of the rest each iteration has its own value.
    carried = made_once(op, "carried", lambda: _carried(op))
    condition = _copy(op, 1, op.attrs["cond"].name, carried)
    body = _copy(op, 2, op.attrs["body"].name, carried)
    variables = [
        (start, value, last)
        for start, value, last in zip(op.inputs, carried, body.outputs, strict=True)
        if value is not start
    ]
    exits = list(zip(op.outputs, carried, strict=True))
    holders = {value.op for _, value, _ in variables}
    constants = [(value, value) for start, value in zip(op.inputs, carried, strict=True) if value is start]
    constants = [pair for pair in dict.fromkeys(constants) if owner_of(pair[0]) is None]
    region = While(
        condition.members | body.members | holders | {op}, variables, constants, exits, condition.outputs[0], op.name
    )
    region.fill(_body(condition, arrange), _body(body, arrange))
    return region


def _carried(op: Operation) -> list[Tensor]:
    stays = _invariants(op)
    return [
        tensor if i in stays or owner_of(tensor) is not None else _placeholder(op, i, tensor)
        for i, tensor in enumerate(op.inputs)
    ]


def _invariants(op: Operation) -> set[int]:
    """The positions of what the body of a loop returns as it was given."""
    function = _function(op, op.attrs["body"].name)
    pairs = enumerate(zip(function.inputs, function.outputs, strict=True))
    return {i for i, (given, returned) in pairs if _copied_from(returned) is given}


def _copied_from(tensor: Tensor) -> Tensor:
    """What a tensor is a copy of, through Identities that wait for nothing."""
    while is_identity(tensor.op) and not tensor.op.controls:
        tensor = tensor.op.inputs[0]
    return tensor


def _function(op: Operation, name: str) -> Any:
    """A function of the library that an operation calls."""
    function = op.graph.functions.get(name)
    if function is None:
        message = f"Function {name} is not defined."
        fix = "import the graph with its function library"
        raise InvalidArgumentError(op.node_def, op, explain(message, at=op, fix=fix))
    return function


def _placeholder(op: Operation, index: int, tensor: Tensor) -> Tensor:
    """In the place of an input of a loop, within it: the value of one iteration."""
    attrs = {"dtype": tensor.dtype.base_dtype, "shape": None}
    made = OperationCopy.make(op, "Placeholder", f"{op.name}/{index}", attrs, (*op.order, 0, index))
    made.outputs = [Tensor(made, 0, tensor.dtype.base_dtype)]
    return made.outputs[0]


class Copy:
    """The operations of one function's body for one call.

    members: all of them.  outputs: the tensors that it returns.  effects: those that run whether these need them or not.
    """

    def __init__(self, members: set[Operation], outputs: list[Tensor], effects: list[Operation]) -> None:
        self.members = members
        self.outputs = outputs
        self.effects = effects


def _copy(op: Operation, which: int, name: str, arguments: Sequence[Tensor]) -> Copy:
    """The copy of a function's body for a call. which: of the functions that the operation calls."""
    return made_once(op, which, lambda: instantiate(op, which, _function(op, name), arguments))


def instantiate(op: Operation, which: int, function: Any, arguments: Sequence[Tensor]) -> Copy:
    """A copy of a function's body, for one that an operation calls: with these tensors in place of its arguments."""
    if len(function.inputs) != len(arguments):
        wanted, passed = len(function.inputs), len(arguments)
        message = f"The function has {wanted} argument(s), but {passed} argument(s) were passed"
        fix = f"call '{getattr(function, 'name', 'it')}' with {wanted} tensors, those that it captured included"
        raise InvalidArgumentError(op.node_def, op, explain(message, at=op, fix=fix))
    known = dict(zip(function.inputs, arguments, strict=True))
    effects = always_run(op, function)
    wanted = {tensor.op for tensor in function.outputs} | set(effects)
    originals = [o for o in ancestors(wanted, set(known)) if not any(t in known for t in o.outputs)]
    made: dict[Operation, OperationCopy] = {}
    for original in sorted(originals, key=lambda item: item.id):
        order = (*op.order, which, original.id)
        copy = OperationCopy.make(op, original.type, f"{op.name}/{original.name}", dict(original.attrs), order)
        copy.device_name = original.device or op.device
        copy.frames = original.frames if original.frames[0] else op.frames
        copy.copy_outputs(original)
        made[original] = copy
        known.update(zip(original.outputs, copy.outputs, strict=True))
    for original, copy in made.items():
        copy.inputs = InputList(known[tensor] for tensor in original.inputs)
        copy.controls = [made[control] for control in original.control_inputs if control in made]
        for tensor in copy.inputs:
            if tensor.op in made.values():
                tensor.consumer_list.append(copy)
    check_kernels(made.values(), is_call)
    check_fed(made.values())
    outputs = [known[tensor] for tensor in function.outputs]
    return Copy(set(made.values()), outputs, [made[effect] for effect in effects])


def _body(copy: Copy, arrange: Arrange) -> Body:
    return arrange(copy.members) if copy.members else Body([])
