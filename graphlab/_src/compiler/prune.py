"""Which operations a run needs: what the fetches depend on, with everything above a fed tensor cut away."""

from collections.abc import Collection, Iterable

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, OpError, explain
from graphlab._src.compiler.control_flow.function_calls import is_call
from graphlab._src.compiler.control_flow.structure import has_control_flow
from graphlab._src.compiler.missing_kernels import check_kernels
from graphlab._src.compiler.unfed_placeholders import check_fed
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import executed_by, topological


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
    check_fed(operations)  # a fed one is only here when the operation itself is fetched
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
