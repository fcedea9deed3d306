"""Temporary variables of one name in a run: one must have ended before another begins, or the run fails."""

import collections
import itertools
from collections.abc import Iterable
from typing import Any

from graphlab._src.base.errors import AlreadyExistsError, explain
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.traversal import needs_any


def name_of(variable: Operation) -> bytes:
    """The name under which a run has a temporary variable."""
    return variable.attrs["var_name"] or variable.name.encode()


def check_names(operations: Iterable[Operation]) -> None:
    """Raises AlreadyExistsError where two temporary variables of one name are there at a time.

    Branches and loops have names of their own.
    """
    found: dict[Any, list[Operation]] = collections.defaultdict(list)
    for op in operations:
        if op.definition is not None and op.definition.variable == "temporary":
            found[name_of(op), op.control_flow_context].append(op)
    for variables in found.values():
        for first, second in itertools.combinations(variables, 2):
            if not needs_any(second, _ends_of(first)) and not needs_any(first, _ends_of(second)):
                name = name_of(second).decode()
                message = (
                    f"Resource {name}/N10tensorflow19TemporaryVariableOp6TmpVarE: '{first.name}' has this name, too"
                )
                fix = f"leave out var_name, or make '{second.name}' wait for the operation that destroys '{first.name}'"
                raise AlreadyExistsError(second.node_def, second, explain(message, at=second, fix=fix))


def _ends_of(variable: Operation) -> set[Operation]:
    """The operations that end a temporary variable."""
    waiting, found = list(variable.outputs), set[Operation]()
    while waiting:
        for consumer in waiting.pop().consumers():
            if "var_name" in consumer.attrs:
                found.add(consumer)
            else:
                waiting += [tensor for tensor in consumer.outputs if owner_of(tensor) is variable]
    return found
