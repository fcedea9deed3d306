"""Operations of a run that have no kernel here: one error that names all of their types."""

from collections.abc import Callable, Iterable

from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.graph import opdef
from graphlab._src.graph.operation import Operation


def check_kernels(operations: Iterable[Operation], is_call: Callable[[Operation], bool]) -> None:
    """Raises InvalidArgumentError when some operations can't run. is_call: True for what calls a function instead."""
    missing: dict[str, Operation] = {}
    for op in operations:
        definition = op.definition
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
