"""External state: what the functions of a dataset read or change that no position of an iterator holds."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import FailedPreconditionError
from graphlab._src.data.runtime import Stored, unboxed
from graphlab._src.graph.opdef import function_attrs_of


def check_external_state(stored):
    """Raises FailedPreconditionError for a dataset whose functions draw random numbers, call Python or use variables."""
    for function in stored.functions.values():
        _check(function, set())
    for value in stored.inputs.values():
        for part in value if isinstance(value, list) else [value]:
            part = unboxed(part) if getattr(part, "shape", None) == () else part
            if isinstance(part, Stored):
                check_external_state(part)


def _check(function, seen):
    if function in seen:
        return
    seen.add(function)
    graph = function.graph
    for op in graph.get_operations():
        definition = op.definition
        if definition is None:
            continue
        returns_handle = any(tensor.dtype in (dtypes.variant, dtypes.resource) for tensor in op.outputs)
        uses_variable = not definition.on_state and (definition.updates or definition.access in ("read", "gather"))
        if definition.stateful and not returns_handle and (definition.random or definition.waits or uses_variable):
            raise FailedPreconditionError(
                None,
                None,
                f"{op.type} is stateful.\n  fix     use operations whose results depend on their inputs alone, such as "
                "tf.random.stateless_uniform or tf.py_func(..., stateful=False)",
            )
        for name in function_attrs_of(op.type):
            called = op.attrs[name]
            for one in called if isinstance(called, list) else [called]:
                _check(graph.functions[one.name], seen)
