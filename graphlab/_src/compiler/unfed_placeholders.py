"""Placeholders that a run needs and that are not fed, in the graph or in the body of a function that it calls."""

import builtins
import keyword
from collections.abc import Iterable

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InvalidArgumentError, OpError, explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.traversal import is_placeholder


def check_fed(operations: Iterable[Operation]) -> None:
    """Raises InvalidArgumentError for the first placeholder among operations that have to run."""
    for op in operations:
        if is_placeholder(op):
            raise _unfed(op)


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
            fix=Fix(f"pass feed_dict={{{_key(op)}: value}} to run()", Edit("feed", operand=tensor)),
        ),
    )


def _key(op: Operation) -> str:
    """The placeholder in a feed_dict: by the name that its variable is likely to have, else by that of its tensor."""
    name = op.name
    likely = name.isidentifier() and not (
        keyword.iskeyword(name) or hasattr(builtins, name) or name.startswith(op.type)
    )
    return name if likely else f'"{op.outputs[0].name}"'
