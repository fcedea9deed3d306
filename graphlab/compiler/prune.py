"""Which operations a run needs: what the fetches depend on, with everything above a fed tensor cut away."""

from graphlab import dtypes, shapes
from graphlab.compiler.arrange import has_control_flow
from graphlab.compiler.functional import is_call
from graphlab.errors import InvalidArgumentError, explain
from graphlab.graph import opdef
from graphlab.graph.tensor import Tensor
from graphlab.graph.traversal import ancestors, topological


def prune(fetches, feeds, done=()):
    """The operations that must run to give `fetches`, in the order in which they run.

    fetches: Tensors and Operations.  feeds: the Tensors whose values are given.
    done: operations that ran before and do not run again.
    Raises InvalidArgumentError when that takes a placeholder that is not fed, or an operation that has no kernel.
    """
    feeds = set(feeds)
    targets = {item._op if isinstance(item, Tensor) else item for item in fetches if item not in feeds}
    needed = ancestors(targets, feeds, done)
    flows = has_control_flow(needed)  # loops have no such order: the compiler arranges them
    operations = sorted(needed, key=lambda op: op._id) if flows else topological(needed)
    _check_kernels(operations)
    for op in operations:
        if op.type == "Placeholder":  # a fed one is only here when the operation itself is fetched
            raise _unfed(op)
    return operations


def _unfed(op):
    tensor = op._outputs[0]
    dtype = dtypes.runtime_name(tensor._dtype.base_dtype)
    shape = f" and shape {shapes.text(tensor._dims)}" if tensor._dims else ""
    message = f"You must feed a value for placeholder tensor '{op.name}' with dtype {dtype}{shape}"
    return InvalidArgumentError(
        op.node_def,
        op,
        explain(
            f"{message}\n\t [[{{{{node {op.name}}}}}]]", at=op, fix=f"pass feed_dict={{{op.name}: value}} to run()"
        ),
    )


def _check_kernels(operations):
    missing = {}
    for op in operations:
        definition = op._definition
        if not is_call(op) and (definition is None or not definition.can_run):
            missing.setdefault(op.type, op)
    if not missing:
        return
    first = next(iter(missing.values()))
    types = ", ".join(f"'{op_type}'" for op_type in missing)
    hints = [f"{op_type} → {opdef.nearest(op_type)}" for op_type in missing if opdef.nearest(op_type)]
    raise InvalidArgumentError(
        first.node_def,
        first,
        explain(
            f"No OpKernel was registered to support Op {types} used by {{{{node {first.name}}}}}",
            at=first,
            fix="graphlab can draw and save this graph, and run the parts that do without these operations"
            + (f"; the nearest types that it runs: {', '.join(hints)}" if hints else ""),
        ),
    )
