"""Calls of a library's functions, If and While among them, as Regions: their bodies run in place of the call."""

from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.compiler.control_flow.regions import Body, Call, Cond, While
from graphlab._src.compiler.missing_kernels import check_kernels
from graphlab._src.graph.operation import InputList, Operation
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors


def is_call(op):
    """True for an operation that calls functions of the graph's library."""
    return op.type in op.graph.functions if op.definition is None else op.definition.calls is not None


def expand(op, arrange):
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
    copy = _copy(op, "f", op.attrs["f"].name if calls == "function" else op.type, op.inputs)
    return Call(copy.members | {op}, _body(copy, arrange), list(zip(op.outputs, copy.outputs, strict=True)), op.name)


def _branches(op, pred, functions, arrange):
    copies = [_copy(op, i, function.name, op.inputs[1:]) for i, function in enumerate(functions)]
    members = {op}.union(*[copy.members for copy in copies])
    numbers = list(range(len(copies)))
    joined = [(output, None, [copy.outputs[i] for copy in copies], numbers) for i, output in enumerate(op.outputs)]
    region = Cond(members, pred, [_body(copy, arrange) for copy in copies], joined)
    region.name = op.name
    return region


def _loop(op, arrange):
    # What names state is the same in every iteration; of the rest each iteration has its own value.
    carried = _carried(op)
    condition = _copy(op, "cond", op.attrs["cond"].name, carried)
    body = _copy(op, "body", op.attrs["body"].name, carried)
    variables = [
        (start, value, last)
        for start, value, last in zip(op.inputs, carried, body.outputs, strict=True)
        if value is not start
    ]
    exits = list(zip(op.outputs, carried, strict=True))
    holders = {value.op for _, value, _ in variables}
    region = While(
        condition.members | body.members | holders | {op}, variables, [], exits, condition.outputs[0], op.name
    )
    region.fill(_body(condition, arrange), _body(body, arrange))
    return region


def _copies(op):
    """What was made for a call; it stays, because operations in it own state, as random ones do."""
    return op.__dict__.setdefault("_copies_of_functions", {})


def _carried(op):
    copies = _copies(op)
    if "carried" not in copies:
        copies["carried"] = [
            tensor if owner_of(tensor) is not None else _make(op, "Placeholder", f"{op.name}/{i}", tensor)
            for i, tensor in enumerate(op.inputs)
        ]
    return copies["carried"]


def _make(op, op_type, name, tensor):
    made = Operation.detached(op.graph, op_type, name, [], [], {"dtype": tensor.dtype.base_dtype, "shape": None})
    made.outputs = [Tensor(made, 0, tensor.dtype.base_dtype)]
    made.id = op.id
    made.device_name = op.device
    return made.outputs[0]


class _Copy:
    """The operations of one function's body for one call: members, and the tensors that it returns."""

    def __init__(self, members, outputs):
        self.members = members
        self.outputs = outputs


def _copy(op, which, name, arguments):
    copies = _copies(op)
    if which not in copies:
        function = op.graph.functions.get(name)
        if function is None:
            raise InvalidArgumentError(
                op.node_def,
                op,
                explain(f"Function {name} is not defined.", at=op, fix="import the graph with its function library"),
            )
        copies[which] = _instantiate(op, function, arguments)
    return copies[which]


def _instantiate(op, function, arguments):
    known = dict(zip(function.inputs, arguments, strict=True))
    wanted = {tensor.op for tensor in function.outputs} | set(function.control_outputs)
    originals = [o for o in ancestors(wanted, set(known)) if not any(t in known for t in o.outputs)]
    made = {}
    for original in sorted(originals, key=lambda item: item.id):
        copy = Operation.detached(op.graph, original.type, f"{op.name}/{original.name}", [], [], dict(original.attrs))
        copy.id = op.id + original.id / (1 << 24)  # in order, and where the call is
        copy.device_name = original.device or op.device
        copy.frames = original.frames if original.frames[0] else op.frames
        copy.outputs = [Tensor(copy, i, t.dtype, t.dims) for i, t in enumerate(original.outputs)]
        made[original] = copy
        known.update(zip(original.outputs, copy.outputs, strict=True))
    for original, copy in made.items():
        copy.inputs = InputList(known[tensor] for tensor in original.inputs)
        copy.controls = [made[control] for control in original.control_inputs if control in made]
        for tensor in copy.inputs:
            if tensor.op in made.values():
                tensor.consumer_list.append(copy)
    check_kernels(made.values(), is_call)
    return _Copy(set(made.values()), [known[tensor] for tensor in function.outputs])


def _body(copy, arrange):
    return arrange(copy.members) if copy.members else Body([])
