"""The gradient of While: a loop that runs the iterations backward, whose body is the gradient of the body.

What this needs of each iteration, the loop pushes on lists, and the loop of the gradient pops.
"""

# The operation library and the contexts of control flow state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownLambdaType=false

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphlab._src.autodiff.functional_bodies import (
    BodyGradient,
    copied,
    extend,
    function_names,
    functions_of,
    gradients_in_body,
    source_of_handle,
    zeros_of,
)
from graphlab._src.autodiff.registry import RegisterGradient
from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dims
from graphlab._src.graph import Operation, Tensor, constant, convert_to_tensor, get_default_graph
from graphlab._src.graph.attrs import to_proto
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_identity
from graphlab._src.ops.control_flow.body_graph import BodyGraph, function_name
from graphlab._src.ops.control_flow.contexts import entered
from graphlab._src.ops.control_flow.functional_loop import build_while
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_list import empty_tensor_list, tensor_list_pop_back, tensor_list_push_back

_COUNTERS = 3  # in front of the gradients that the loop carries: iterations so far, the maximum, how many there are
_ORIGINAL = "_num_original_outputs"
_push_back: Any = tensor_list_push_back
_pop_back: Any = tensor_list_pop_back


@RegisterGradient("StatelessWhile")
@RegisterGradient("While")
def _while_grad(op: Operation, *grads: Any) -> list[Any]:
    dims = op.attrs["output_shapes"]
    condition, body = (copied(op, function, op.inputs, dims) for function in functions_of(op))
    original = op.attrs[_ORIGINAL].i if _ORIGINAL in op.attrs else len(op.outputs)
    received = [
        _received(dy, result, output)
        for dy, result, output in zip(grads[:original], body.outputs, op.outputs, strict=False)
    ]
    places = [i for i, dy in enumerate(received) if dy is not None]
    arguments = [
        constant(0, op.outputs[0].dtype, name="grad_counter"),
        op.inputs[1],
        op.outputs[0],
        *[received[i] for i in places],
    ]
    backward = _LoopGradient(function_names(op)[1], op, condition, body)
    backward.differentiate(places, arguments)
    backward.extend_loop()
    loop_vars = [*arguments, *backward.sources()]
    goes_on = BodyGraph(
        function_name(function_names(op)[0], "_grad"), get_default_graph(), adds_control_dependencies=True
    )
    for tensor in loop_vars:
        goes_on.add(tensor)
    goes_on.build(lambda: goes_on.inputs[0] < goes_on.inputs[2])
    outputs = build_while(
        loop_vars,
        goes_on,
        backward,
        [tensor.dims for tensor in backward.outputs],
        op.attrs["parallel_iterations"],
        name=f"{op.name}_grad",
        stateless=False,
    )
    results: list[Any] = [None] * len(op.inputs)
    for i, output in zip(places, [identity(one) for one in outputs][_COUNTERS:], strict=False):
        results[i] = output
    return results


def _received(dy: Any, result: Tensor, output: Tensor) -> Any:
    """The gradient of an output of the loop as its own loop begins with it; None where none flows back."""
    if not is_trainable(result) or _is_list_of_others(result):
        return None
    if dy is None:
        return zeros_of(output) if output.dtype in (dtypes.resource, dtypes.variant) else None
    return convert_to_tensor(dy)


def _is_list_of_others(tensor: Tensor) -> bool:
    """True for what a loop of a gradient leaves of a list of tensors that no gradients flow to."""
    while is_identity(tensor.op):
        tensor = tensor.op.inputs[0]
    if tensor.op.type != _pop_back.op_type or tensor.value_index:
        return False
    return not is_trainable(tensor.op.outputs[1])


class _LoopGradient(BodyGradient):
    """The body of the loop that goes backward.

    op: the loop.  condition, body: copies of its functions, which get a list for each tensor of the body that is needed.
    """

    def __init__(self, name: str, op: Operation, condition: BodyGraph, body: BodyGraph) -> None:
        super().__init__(name, body, {tensor for tensor in body.inputs if tensor in body.outputs})
        self._op, self._condition = op, condition
        self._count = len(body.outputs)
        self._lists: list[Tensor] = []  # empty ones, with which the loop begins
        self._popped: dict[Tensor, Tensor] = {}  # argument for a list -> the list without its last item

    def differentiate(self, places: Sequence[int], arguments: Sequence[Tensor]) -> None:
        """Builds an iteration. places: of the loop variables with gradients.  arguments: what the loop begins with."""
        for tensor in arguments:
            self.add(tensor)
        given = list(self.inputs)
        ys, xs = [self.forward.outputs[i] for i in places], [self.forward.inputs[i] for i in places]

        def iterate() -> list[Any]:
            found = gradients_in_body(ys, xs, given[_COUNTERS:], unconnected_gradients="zero") if ys else []
            return [given[0] + 1, given[1], given[2], *map(convert_to_tensor, found)]

        self.build(iterate)
        self.forget_controls_in(self.forward)
        self.outputs += [self._popped.get(argument, argument) for argument in self.captures.values()]

    def represented(self, tensor: Tensor, name: str) -> Tensor:
        while is_identity(tensor.op):
            tensor = tensor.op.inputs[0]
        found = self._values.get(tensor)
        if found is None:
            found = self._values[tensor] = self._value(tensor, name)
        return found

    def _value(self, tensor: Tensor, name: str) -> Tensor:
        """What represents a tensor of the body in the same iteration."""
        if tensor in self._given:
            return self.argument_of(tensor, name, tensor)
        if is_constant(tensor.op):
            with self.as_default(), self.control_dependencies(None):
                return constant(tensor.op.attrs["value"], tensor.dtype)
        if tensor.dtype is dtypes.resource:
            source = source_of_handle(tensor)
            return super().capture(self._op.inputs[self.forward.inputs.index(source)], name)
        items = self.argument_of(self._list(tensor), name, tensor)
        scope = f"{name}/" if name else None
        with self.as_default(), self.control_dependencies(None), self.name_scope(scope):
            self._popped[items], value = tensor_list_pop_back(
                items, _element_shape(tensor.dims), element_dtype=tensor.dtype.base_dtype
            )
        value.set_shape(tensor.shape)
        return value

    def _list(self, tensor: Tensor) -> Tensor:
        """The list that the body returns with the values of one of its tensors in all iterations so far."""
        body = self.forward
        for one in tensor.consumers():
            if one.type == _push_back.op_type and one.inputs[1] is tensor and one.inputs[0] in body.inputs:
                place = body.inputs.index(one.inputs[0])
                if place < len(body.outputs) and _unwrapped(body.outputs[place]) is one.outputs[0]:
                    return body.outputs[place]
        graph, op = body.outer, self._op
        label = f"{tensor.op.name}_{tensor.value_index}/accumulator"
        # Nothing that is waited for here may come after the loop, which the list goes into.
        with graph.as_default(), graph.control_dependencies(None), entered(op.control_flow_context):
            maximum = op.inputs[1] if _ORIGINAL in op.attrs else -1
            kind = tensor.dtype.base_dtype
            empty = empty_tensor_list(_element_shape(tensor.dims), maximum, element_dtype=kind, name=label)
        self._lists.append(empty)
        with body.as_default():
            pushed = tensor_list_push_back(empty, tensor)
        body.outputs.append(pushed)
        self._condition.capture(empty, "")
        return pushed

    def extend_loop(self) -> None:
        """Makes the loop return the lists that were added to its body."""
        op, body = self._op, self.forward
        if self._lists:
            added = body.outputs[self._count :]
            attrs = {
                "T": [tensor.dtype.base_dtype for tensor in body.outputs],
                "output_shapes": [*op.attrs["output_shapes"], *[tensor.dims for tensor in added]],
            }
            extend(op, [self._condition, body], added, attrs, [*op.inputs, *self._lists])
        op.attrs[_ORIGINAL] = to_proto("int", len(op.outputs))

    def sources(self) -> list[Tensor]:
        """What the arguments for captured tensors represent outside: outputs of the loop, and handles."""
        outputs = dict(zip(self.forward.outputs, self._op.outputs, strict=True))
        return [outputs.get(tensor, tensor) for tensor in self.captures]


def _element_shape(dims: Dims) -> Any:
    """The shape of the items of a list: -1 for what is not known."""
    return np.asarray(-1 if dims is None else [-1 if size is None else size for size in dims], np.int32)


def _unwrapped(tensor: Tensor) -> Tensor:
    return tensor.op.inputs[0] if is_identity(tensor.op) else tensor


def counts_iterations(op: Operation) -> bool:
    """True for a loop whose first variable counts its iterations and whose second one stays as it is."""
    _, body = functions_of(op)
    if len(body.inputs) < 2 or op.inputs[0].dtype.base_dtype is not dtypes.int32:
        return False
    counter, after = body.inputs[0], _unwrapped(body.outputs[0])
    begins = op.inputs[0].op
    if not is_constant(begins) or begins.attrs["value"] != 0 or _unwrapped(body.outputs[1]) is not body.inputs[1]:
        return False
    return counter in after.op.inputs and len(after.op.inputs) == 2 and _is_one_more(after, counter)


def _is_one_more(after: Tensor, counter: Tensor) -> bool:
    (other,) = [tensor for tensor in after.op.inputs if tensor is not counter] or [counter]
    is_sum = after.op.definition is not None and after.op.definition.fold is np.add
    return bool(is_sum and is_constant(other.op) and other.op.attrs["value"] == 1)
