"""The gradient of If and Case: an If or Case whose branches are the gradients of its branches.

What these need of a branch's body, the operation returns, in Optionals that only the branch which runs fills.
"""

# The operation library and the contexts of control flow state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownLambdaType=false

from collections.abc import Sequence
from typing import Any

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
from graphlab._src.graph import IndexedSlices, Operation, Tensor
from graphlab._src.ops.control_flow.body_graph import BodyGraph
from graphlab._src.ops.control_flow.edges import as_indexed_slices
from graphlab._src.ops.control_flow.functional_branches import build_case, build_if
from graphlab._src.ops.optional import optional_from_value, optional_get_value, optional_none

_from_value: Any = optional_from_value
_WRAPS = _from_value.op_type


@RegisterGradient("StatelessIf")
@RegisterGradient("If")
def _if_grad(op: Operation, *grads: Any) -> list[Any]:
    bodies, given = _gradient_bodies(op, grads)
    return [None, *build_if(op.inputs[0], bodies, given)]


@RegisterGradient("StatelessCase")
@RegisterGradient("Case")
def _case_grad(op: Operation, *grads: Any) -> list[Any]:
    bodies, given = _gradient_bodies(op, grads)
    return [None, *build_case(op.inputs[0], bodies, given, name="gradient")]


def _gradient_bodies(op: Operation, grads: Sequence[Any]) -> tuple[list[BodyGraph], list[list[Tensor]]]:
    """(the gradient of each branch, what its arguments represent outside). What they need, the operation returns then."""
    inputs = op.inputs[1:]
    dims = [tensor.dims for tensor in inputs]
    branches = [copied(op, function, inputs, dims) for function in functions_of(op)]
    before = [list(branch.outputs) for branch in branches]
    bodies = [_BranchGradient(name, branch) for name, branch in zip(function_names(op), branches, strict=True)]
    for body in bodies:
        body.build(lambda body=body: body.gradients(grads))
        body.forget_controls_in(body.forward)
    _match_slices(bodies)
    _return_more(op, branches, before)
    return list(bodies), [body.sources(op) for body in bodies]


class _BranchGradient(BodyGradient):
    """The gradient of a branch. What it uses of the branch's body comes out of Optionals.

    branch: a copy of the function, which returns these Optionals beside its own results.
    """

    def __init__(self, name: str, branch: BodyGraph) -> None:
        super().__init__(name, branch, branch.inputs)
        self._results = list(branch.outputs)

    def gradients(self, grads: Sequence[Any]) -> list[Any]:
        """The gradient of each argument of the branch; zeros for one that nothing depends on."""
        pairs = [(y, dy) for y, dy in zip(self._results, grads, strict=True) if is_trainable(y)]
        inputs = self.forward.inputs
        found = (
            gradients_in_body([y for y, _ in pairs], inputs, [dy for _, dy in pairs]) if pairs else [None] * len(inputs)
        )
        return [zeros_of(x) if dx is None else dx for x, dx in zip(inputs, found, strict=True)]

    def represented(self, tensor: Tensor, name: str) -> Tensor:
        if tensor in self.forward.inputs or tensor in self._results:
            return self.argument_of(tensor, name, tensor)
        if tensor.dtype is dtypes.resource:
            source = source_of_handle(tensor)
            return self.argument_of(source, name, source)
        found = self._values.get(tensor)
        if found is None:
            optional = self.argument_of(self._optional(tensor), name, tensor)
            kind = {"output_types": [tensor.dtype.base_dtype], "output_shapes": [tensor.dims]}
            with self.as_default(), self.control_dependencies(None), self.name_scope(f"{name}/" if name else None):
                (found,) = optional_get_value(optional, **kind)
            self._values[tensor] = found
        return found

    def _optional(self, tensor: Tensor) -> Tensor:
        """The Optional that the branch returns for a tensor of its body."""
        for one in tensor.consumers():
            if one.type == _WRAPS and one.outputs[0] in self.forward.outputs:
                return one.outputs[0]
        with self.forward.as_default():
            optional = optional_from_value([tensor])
        self.forward.outputs.append(optional)
        return optional

    def sources(self, op: Operation) -> list[Tensor]:
        """What the arguments represent outside: inputs and outputs of the operation, and gradients."""
        inputs = dict(zip(self.forward.inputs, op.inputs[1:], strict=True))
        outputs = dict(zip(self.forward.outputs, op.outputs, strict=True))
        return [outputs.get(tensor, inputs.get(tensor, tensor)) for tensor in self.captures]


def _return_more(op: Operation, branches: list[BodyGraph], before: list[list[Tensor]]) -> None:
    """Makes the operation return the Optionals that were added to its branches, as many for each."""
    most = max(len(branch.outputs) - len(results) for branch, results in zip(branches, before, strict=True))
    if not most:
        return
    for branch, results in zip(branches, before, strict=True):
        with branch.as_default():
            missing = most - (len(branch.outputs) - len(results))
            branch.outputs += [optional_none() for _ in range(missing)]
    added = branches[0].outputs[len(before[0]) :]
    attrs = {
        "Tout": [*op.attrs["Tout"], *[tensor.dtype.base_dtype for tensor in added]],
        "output_shapes": [tensor.dims for tensor in (*op.outputs, *added)],
    }
    extend(op, branches, added, attrs)


def _match_slices(bodies: Sequence[BodyGraph]) -> None:
    """Where one branch has IndexedSlices as a gradient, the others have them, too."""
    for i, found in enumerate(zip(*[body.structured_outputs for body in bodies], strict=True)):
        if any(isinstance(one, IndexedSlices) for one in found):
            for body, one in zip(bodies, found, strict=True):
                results: Any = body.structured_outputs
                with body.as_default():
                    results[i] = as_indexed_slices(one)
    for body in bodies:
        body.note_results()
