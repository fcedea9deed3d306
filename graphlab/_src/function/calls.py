"""Calls of GraphFunctions, and their gradient: a call of a function that computes it from what the first one saved.

The gradient of a call makes the call return more: the tensors of the body that the gradient's function needs. Where the
body has branches or loops, the gradient's function builds the body once more instead, and receives only what would
differ the second time: random numbers and values of variables.
"""

import functools
from typing import Any

from graphlab._src.autodiff.aggregation import aggregate
from graphlab._src.autodiff.gradients import gradients
from graphlab._src.autodiff.registry import RegisterGradient, gradient_function
from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.function.body import FunctionBody, GraphFunction, argument, function_name
from graphlab._src.graph import (
    Operation,
    Tensor,
    apply_op,
    control_flow_context,
    convert_to_tensor,
    get_default_graph,
    nest,
)
from graphlab._src.graph.attrs import normalize
from graphlab._src.ops.constants import zeros_like


def call(function: GraphFunction, inputs: list[Tensor], name: str | None = None) -> Operation:
    """Adds a call of a function to the default graph and returns the operation."""
    graph = get_default_graph()
    function.add_to(graph)
    attrs = {"Tout": [tensor.dtype.base_dtype for tensor in function.outputs], "f": function.name}
    name = name or (None if function.outputs else "PartitionedFunctionCall")
    before = len(graph.operations)
    if function.is_stateful:
        result = apply_op("StatefulPartitionedCall", inputs, name=name, **attrs)
    else:
        result = apply_op("PartitionedCall", inputs, name=name, **attrs)
    op = result if isinstance(result, Operation) else result[0].op
    assert op.id >= before
    return op


class _Gradient:
    """What the gradient of a call is computed by.

    backward: the function. Its arguments are a gradient for each trainable output of the forward function, then `needs`.
    forward: the function with the outputs that `needs` names.
    needs: tensors of the forward body, inputs or outputs of it, or of graphs around it.
    reads_again: whether it reads variables, which must be what they were in the call.
    results: as `backward` returns them, the gradient or None for each input of the forward function.
    """

    def __init__(
        self,
        backward: GraphFunction,
        forward: GraphFunction,
        needs: list[Tensor],
        results: list[Any],
        reads_again: bool,
    ) -> None:
        self.backward = backward
        self.forward = forward
        self.needs = needs
        self.results = results
        self.reads_again = reads_again


@RegisterGradient("PartitionedCall")
@RegisterGradient("StatefulPartitionedCall")
def _call_grad(op: Operation, *grads: Any) -> list[Any]:
    function = op.graph.functions.get(op.attrs["f"].name)
    if not isinstance(function, GraphFunction):
        raise LookupError(
            explain(
                f"No gradient defined for operation '{op.name}' (op type: {op.type})",
                at=op,
                fix="call the function with tf.function, or put tf.stop_gradient before it: an imported function has no gradient",
            )
        )
    if function.gradient_rule is not None:
        return function.gradient_rule(op, *grads[: len(function.outputs)])
    return gradients_of_call(op, *grads)


def gradients_of_call(op: Operation, *grads: Any) -> list[Any]:
    """The gradients of the inputs of a call, or None for each: a call of a function that computes them."""
    function: GraphFunction = op.graph.functions[op.attrs["f"].name]
    if function.gradient is None:
        function.gradient = _gradient_of(function)
    found: _Gradient = function.gradient
    if found.forward is not function:
        _return_more(op, found.forward)
    given = [grad for grad, inner in zip(grads, function.outputs, strict=True) if is_trainable(inner)]
    place = dict(zip(found.forward.outputs, op.outputs, strict=True))
    place.update(zip(found.forward.inputs, op.inputs, strict=True))
    inputs = [convert_to_tensor(grad) for grad in given]
    inputs += [place.get(tensor, tensor) for tensor in found.needs]
    with get_default_graph().control_dependencies([op] if found.reads_again else []):
        outputs = list(call(found.backward, inputs).outputs)
    results: list[Any] = []
    for result in found.results:
        if result is None:
            results.append(None)
        else:
            count = len(nest.flatten(result, True))
            results.append(nest.pack_sequence_as(result, outputs[:count], True))
            del outputs[:count]
    return results


def _return_more(op: Operation, function: GraphFunction) -> None:
    """Makes a call return what another function of the same body does beyond the outputs that it has."""
    function.add_to(op.graph)
    start = len(op.outputs)
    op.attrs["f"] = normalize("func", function.name)
    op.attrs["Tout"] = [tensor.dtype.base_dtype for tensor in function.outputs]
    for i, tensor in enumerate(function.outputs[start:], start):
        op.outputs.append(Tensor(op, i, tensor.dtype.base_dtype, tensor.dims))
    context = op.control_flow_context
    while context is not None:  # the branch or loop that the call is in, and what is around a branch
        context.values.update(op.outputs[start:])
        context = None if context.is_while else context.outer_context
    for key in [key for key in op.graph.operation_copies if key[0] is op]:
        del op.graph.operation_copies[key]
    op.graph.note_change(op, f"outputs for a gradient added to '{op.name}'")


def _gradient_of(function: GraphFunction) -> _Gradient:
    body = function.graph
    label = "_".join(function.name.split("_")[3:-1]) or "function"
    backward = FunctionBody(label, body.outer, "backward")
    given, again, results, returned = _build(function, backward)
    arguments = [] if again is None else again.arguments
    needs = [*(original for original, _ in arguments), *backward.captures]
    backward.inputs = [*given, *(copy for _, copy in arguments), *backward.captures.values()]
    backward.outputs = returned
    effects = [op for op in backward.control_outputs if again is None or op not in again.operations]
    retrace = None if again is None else functools.partial(_build, function)
    made = GraphFunction(backward.name, backward, backward.inputs, returned, function.attributes, retrace, effects)
    retained = {*function.outputs, *function.inputs}
    more = [tensor for tensor in needs if tensor.graph is body and tensor not in retained]
    forward = function
    if more:
        forward = GraphFunction(
            function_name("forward", label),
            body,
            function.inputs,
            [*function.outputs, *more],
            function.attributes,
            function.retrace,
            function.control_outputs,
        )
        forward.gradient_rule = function.gradient_rule
    reads_again = again is not None and again.reads_again or bool(backward.control_captures)
    return _Gradient(made, forward, needs, results, reads_again)


def _build(function: GraphFunction, backward: FunctionBody) -> tuple[list[Tensor], Any, list[Any], list[Tensor]]:
    """(the arguments for gradients, the TracedAgain or None, the gradient of each input, the tensors of these)."""
    again = None
    with backward.as_default():
        given = [
            argument(backward, tensor.dtype.base_dtype, tensor.dims, f"gradients_{i}")
            for i, tensor in enumerate(function.outputs)
            if is_trainable(tensor)
        ]
        inputs, outputs = function.inputs, function.outputs
        if any(op.control_flow_context is not None for op in function.graph.operations):
            again = TracedAgain(function, backward)
            inputs, outputs = [again.tensor(one) for one in inputs], [again.tensor(one) for one in outputs]
        ys = [tensor for tensor in outputs if is_trainable(tensor)]
        find = gradients if again is None else again.gradients
        results = find(ys, inputs, given) if ys else [None] * len(inputs)
        found = [tensor for result in results if result is not None for tensor in nest.flatten(result, True)]
        returned = [backward.capture(tensor) for tensor in found]
    return given, again, results, returned


class TracedAgain:
    """The operations of a function's body once more, in the body of its gradient.

    What has effects does not run again: its results are arguments.
    operations: of the copy.  arguments: (argument of the function, of the copy), those of captured tensors aside.
    """

    def __init__(self, function: GraphFunction, body: FunctionBody) -> None:
        if function.retrace is None:
            raise LookupError(
                explain(
                    f"No gradient defined for the function {function.name}, which has branches or loops",
                    fix="take its gradient inside of a tf.function, which is built when it is called",
                )
            )
        start = len(body.operations)
        function.retrace(body)
        copies = body.operations[start:]
        originals = function.graph.operations[: len(copies)]
        if [op.type for op in originals] != [op.type for op in copies]:
            raise LookupError(
                explain(
                    f"The function {function.name} does something else each time that it is traced",
                    fix="make it depend on its arguments alone, so that its gradient can be built",
                )
            )
        self._values: dict[Tensor, Tensor] = {}  # result of the copy -> what represents it
        self.reads_again = False  # variables, which must be as they were
        self._replaced: list[tuple[Operation, Operation, list[Tensor]]] = []
        self._copies = dict(zip(originals, copies, strict=True))
        self.operations = set(copies)
        captured = set(function.graph.captures.values())
        self.arguments = [(tensor, self.tensor(tensor)) for tensor in function.inputs if tensor not in captured]
        for original, copy in self._copies.items():
            if (original.definition is None or original.definition.stateful) and not is_of_run(original):
                self._replace(original, copy, body)

    def tensor(self, original: Tensor) -> Tensor:
        """The tensor of the copy for one of the function."""
        found = self._copies[original.op].outputs[original.value_index]
        return self._values.get(found, found)

    def _replace(self, original: Operation, copy: Operation, body: FunctionBody) -> None:
        definition = original.definition
        reads = definition is not None and definition.access == "read"
        used = any(output.consumers() for output in copy.outputs)
        if original.control_flow_context is not None and used and reads:
            self.reads_again = True
            self._check_unchanged(original)
        elif original.control_flow_context is not None:
            if used:
                raise LookupError(
                    explain(
                        f"No gradient defined for a branch or loop with '{original.name}' (op type: {original.type}) in a "
                        "function",
                        at=original,
                        fix="take the gradient inside of the tf.function",
                    )
                )
        elif used:
            self._replace_outputs(original, copy, body)
        for waiting in list(copy.control_outputs):
            if waiting in self.operations:
                retained = [control for control in waiting.control_inputs if control is not copy]
                waiting.clear_control_inputs()
                waiting.add_control_inputs(retained)

    def _check_unchanged(self, read: Operation) -> None:
        """LookupError when the function changes a variable that it reads in a branch or loop."""
        op = changed_where_read(read)
        if op is not None:
            raise LookupError(
                explain(
                    f"No gradient defined for a function that changes a variable by '{op.name}' and reads it in a branch "
                    f"or loop by '{read.name}'",
                    at=read,
                    fix="value = variable.read_value() before the branch or loop, and use that inside",
                )
            )

    def _replace_outputs(self, original: Operation, copy: Operation, body: FunctionBody) -> None:
        """Puts what the first call computed in the place of the copy's results."""
        retained = [body.capture(output) for output in original.outputs]
        for output, value in zip(copy.outputs, retained, strict=True):
            for consumer in list(dict.fromkeys(output.consumers())):
                for i, tensor in enumerate(consumer.inputs):
                    if tensor is output:
                        consumer.update_input(i, value)
            self._values[output] = value
        self._replaced.append((original, copy, retained))

    def gradients(self, ys: list[Tensor], xs: list[Tensor], grad_ys: list[Any]) -> list[Any]:
        """As tf.gradients; they also flow through what was replaced, as they do in the function itself."""
        places = [value for _, _, retained in self._replaced for value in retained]
        wanted = [*xs, *places]
        received: dict[Tensor, list[Any]] = {tensor: [] for tensor in wanted}
        waiting = list(self._replaced)
        while True:
            found = gradients(ys, wanted, grad_ys) if ys else []
            for tensor, gradient in zip(wanted, found, strict=False):
                if gradient is not None:
                    received[tensor].append(gradient)
            ys, grad_ys = [], []
            while waiting and not ys:
                original, copy, retained = waiting.pop()
                dys = [aggregate(received[value], 0, copy) if received[value] else None for value in retained]
                rule = gradient_function(original) if any(dy is not None for dy in dys) else None
                if rule is None:
                    continue
                full = [
                    zeros_like(value) if dy is None and is_trainable(value) else dy
                    for value, dy in zip(retained, dys, strict=True)
                ]
                flowing = rule(original, *full)
                flowing = list(flowing) if isinstance(flowing, (list, tuple)) else [flowing]
                pairs = [(y, dy) for y, dy in zip(copy.inputs, flowing, strict=True) if dy is not None]
                ys, grad_ys = [y for y, _ in pairs], [dy for _, dy in pairs]
            if not ys:
                return [aggregate(received[x], 0, x.op) if received[x] else None for x in xs]


def changed_where_read(read: Operation) -> Operation | None:
    """An operation of the same body that may change the variable that an operation reads."""
    handle = control_flow_context.entered_tensor(read.inputs[0])
    return next((op for op in read.graph.operations if _changes(op, handle)), None)


def _changes(op: Operation, handle: Tensor) -> bool:
    """True for an operation that may change the variable of a handle, itself or by a function that it calls."""
    definition = op.definition
    if definition is not None and (definition.access in ("read", "gather", "shape") or not definition.stateful):
        return False
    places = [i for i, tensor in enumerate(op.inputs) if control_flow_context.entered_tensor(tensor) is handle]
    function = op.graph.functions.get(op.attrs["f"].name) if definition is not None and definition.calls else None
    if isinstance(function, GraphFunction):
        return any(_changes(inner, function.inputs[i]) for i in places for inner in function.graph.operations)
    return bool(places)


def is_of_run(op: Operation) -> bool:
    """True for TensorArrays and stacks, and what works on them: the copy of a function has its own."""
    handles = [control_flow_context.entered_tensor(tensor) for tensor in op.inputs if tensor.dtype is dtypes.resource]
    ops = [op, *(handle.op for handle in handles)]
    return any(one.definition is not None and (one.definition.makes_state or one.definition.run_state) for one in ops)
