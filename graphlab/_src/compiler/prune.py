"""Which operations a run needs: what the fetches depend on, with everything above a fed tensor cut away."""

from collections.abc import Collection, Iterable

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InvalidArgumentError, OpError, explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.compiler.control_flow.function_calls import is_call
from graphlab._src.compiler.control_flow.structure import has_control_flow
from graphlab._src.compiler.missing_kernels import check_kernels
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import executed_by, is_placeholder, topological


def prune(
    fetches: Iterable[Tensor | Operation], feeds: Iterable[Tensor], done: Collection[Operation] = ()
) -> list[Operation]:
    """The operations that must run to compute `fetches`, in the order in which they run.

    fetches: Tensors and Operations.  feeds: the Tensors whose values are given.
    done: operations that ran before and do not run again.
    Raises InvalidArgumentError when that includes a placeholder that is not fed, or an operation that has no kernel.
    """
    feeds = set(feeds)
    needed = executed_by(fetches, feeds, done)
    flows = has_control_flow(needed)  # loops have no such order: the compiler arranges them
    operations = sorted(needed, key=lambda op: op.order) if flows else topological(needed)
    check_kernels(operations, is_call)
    for op in operations:
        if is_placeholder(op):  # a fed one is only here when the operation itself is fetched
            raise _unfed(op)
    references = {tensor for tensor in feeds if tensor.dtype.is_ref_dtype}
    for op in operations if references else ():
        for i in op.definition.ref_indices:
            if op.inputs[i] in references:
                raise _no_reference(op, i)
    return operations


def _no_reference(op: Operation, index: int) -> OpError:
    tensor = op.inputs[index]
    dtype = dtypes.runtime_name(tensor.dtype.base_dtype)
    message = (
        f"Input {index} of node {op.name} was passed {dtype} from {tensor.name} incompatible with expected {dtype}_ref."
    )
    return InvalidArgumentError(
        op.node_def, op, explain(message, at=op, fix="leave the variable out of feed_dict where the run changes it")
    )


def _unfed(op: Operation) -> OpError:
    tensor = op.outputs[0]
    dtype = dtypes.runtime_name(tensor.dtype.base_dtype)
    shape = f" and shape {shapes.text(tensor.dims)}" if tensor.dims else ""
    message = f"You must feed a value for placeholder tensor '{op.name}' with dtype {dtype}{shape}"
    return InvalidArgumentError(
        op.node_def,
        op,
        explain(
            f"{message}\n\t [[{{{{node {op.name}}}}}]]",
            at=op,
            fix=Fix(f"pass feed_dict={{{op.name}: value}} to run()", Edit("feed", operand=tensor)),
        ),
    )
