"""The error of a run that reads an uninitialized variable."""

from collections.abc import Callable, Iterator

from graphlab._src.base.errors import (
    FailedPreconditionError,
    NotFoundError,
    OpError,
    explain,
    text_of,
)
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.compiler.control_flow.function_calls import is_call
from graphlab._src.compiler.control_flow.regions import Body, Region
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of, passes_on


def uninitialized(owner: Operation, plan: Plan) -> OpError:
    """Returns the error for reading the variable `owner`, at the first operation of the run that does."""
    calls = [op for op in plan.operations if is_call(op)]
    others = [op for op in plan.operations if not is_call(op)]
    readers = (op for op in (*others, *_operations(plan.body), *calls) if _reads(op, owner))
    return uninitialized_at(next(readers, owner), owner)


def _reads(op: Operation, owner: Operation) -> bool:
    if passes_on(op) or op.definition.accepts_uninitialized:
        return False
    return any(owner_of(tensor) is owner for tensor in op.inputs)


def _operations(body: Body) -> Iterator[Operation]:
    """The operations of a Body, those of the functions that it calls included."""
    for step in body.steps:
        if isinstance(step, Region):
            for inner in step.bodies:
                yield from _operations(inner)
        elif not is_call(step):
            yield step


def uninitialized_at(reader: Operation, owner: Operation) -> OpError:
    """Returns the error of an operation that reads the variable `owner`."""
    kind, message = _said_of(owner, reader)
    return kind(
        reader.node_def,
        reader,
        explain(
            f"{message}\n\t [[{{{{node {reader.name}}}}}]]",
            at=owner,
            fix=_fix(owner),
        ),
    )


def _fix(owner: Operation) -> str:
    """Which initializer to run; where one was built before the variable was, that it was too early."""
    graph = owner.graph
    if any(getattr(var, "op", None) is owner for var in graph.get_collection_ref(GraphKeys.LOCAL_VARIABLES)):
        said = "a local variable: sess.run(tf.local_variables_initializer())"
        return Fix(said, Edit("initialize", text="tf.local_variables_initializer()"))
    initializers = {getattr(var, "initializer", None) for var in graph.get_collection_ref(GraphKeys.GLOBAL_VARIABLES)}
    own = next(
        (
            var.initializer
            for var in graph.get_collection_ref(GraphKeys.GLOBAL_VARIABLES)
            if getattr(var, "op", None) is owner and hasattr(var, "initializer")
        ),
        None,
    )
    earlier = [
        op
        for op in graph.get_operations()
        if not op.outputs and not op.inputs and op.control_inputs and initializers.issuperset(op.control_inputs)
    ]
    if own is None or not earlier or any(own in op.control_inputs for op in earlier) or earlier[-1].id > owner.id:
        said = "run the variable's initializer first: sess.run(tf.global_variables_initializer())"
        return Fix(said, Edit("initialize", text="tf.global_variables_initializer()"))
    said = (
        f"tf.global_variables_initializer() was called too early, at {earlier[-1].source}: call it after all that makes "
        "variables, an optimizer's minimize(loss) too"
    )
    return Fix(said, Edit("initialize", text="tf.global_variables_initializer()"))


def _said_of(owner: Operation, reader: Operation) -> tuple[Callable[..., OpError], str]:
    if owner.definition.variable != "resource":
        return FailedPreconditionError, f"Attempting to use uninitialized value {owner.name}"
    container = text_of(owner.attrs["container"] or b"localhost")
    name = text_of(owner.attrs["shared_name"] or owner.name.encode())
    missing = f"Resource {container}/{name}/N10tensorflow3VarE does not exist."
    if reader.definition.access == "read":
        return FailedPreconditionError, (
            f"Error while reading resource variable {name} from Container: {container}. This could mean that the "
            f"variable was uninitialized. Not found: {missing}"
        )
    return NotFoundError, missing
