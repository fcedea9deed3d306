"""Variables that a traced function makes: they and their initial values are part of the graph around it."""

from collections.abc import Sequence
from typing import Any, Self

from graphlab._src.function.body import FunctionBody
from graphlab._src.graph import Graph, GraphKeys, Operation, Tensor, get_default_graph
from graphlab._src.graph.scopes import init_scope
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.state.resource_variable import ResourceVariable


class UnliftableError(Exception):
    """A value can't be computed outside of its function or graph: it depends on an argument or placeholder."""

    ag_pass_through = True  # AutoGraph raises it as it is

    @classmethod
    def of(cls, item: Tensor | Operation, path: Sequence[Operation]) -> Self:
        """The error for what depends on a placeholder. path: the operations from it to the placeholder."""
        way = " <- ".join(f"{step.name} ({step.type})" for step in path)
        return cls(
            f"Unable to lift tensor {item!r} because it depends transitively on placeholder {path[-1]!r} via at least one "
            f"path, e.g.: {way}"
        )


def create(
    initial_value: Any = None,
    trainable: bool | None = None,
    caching_device: Any = None,
    name: str | None = None,
    dtype: Any = None,
    constraint: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
    shape: Any = None,
    collections: Any = None,
    train: bool = False,
    **_unused: Any,
) -> ResourceVariable:
    """A ResourceVariable in the graph around the functions that are being built, from the code of one.

    train: whether a trainable one is in the collection of those; for tf.function it is in none, as in TensorFlow.
    """
    if isinstance(initial_value, Tensor):
        given = initial_value
        with init_scope():
            outer = get_default_graph()
        initial_value = lift(given, outer)
    with init_scope():
        variable = ResourceVariable(
            initial_value,
            trainable=trainable,
            collections=collections or [GraphKeys.GLOBAL_VARIABLES],
            caching_device=caching_device,
            name=name,
            dtype=dtype,
            constraint=constraint,
            synchronization=synchronization,
            aggregation=aggregation,
            shape=shape,
        )
        trained = get_default_graph().get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
        if variable in trained and not train:
            trained.remove(variable)
    return variable


def lift(tensor: Tensor, graph: Graph) -> Tensor:
    """A tensor of a function's body in a graph around it, by copies of the operations that it needs."""
    copies: dict[Operation, Operation] = {}

    def copy(item: Tensor) -> Tensor:
        op = item.op
        if op.graph is graph:
            return item
        body = op.graph
        if isinstance(body, FunctionBody):
            outside = next((outer for outer, inner in body.captures.items() if inner is item), None)
            if outside is not None:
                return copy(outside)
        if is_placeholder(op):
            raise UnliftableError(f"Unable to lift tensor {tensor!r} because it depends on the argument {op.name!r}.")
        if op not in copies:
            inputs = [copy(one) for one in op.inputs]
            types = [one.dtype for one in op.outputs]
            with graph.lock:
                made = graph.new_operation(op.type, graph.unique_name(op.name), inputs, dict(op.attrs), types)
            for new, old in zip(made.outputs, op.outputs, strict=True):
                new.dims = old.dims
            copies[op] = made
        return copies[op].outputs[item.value_index]

    with graph.as_default(), graph.control_dependencies(None):
        return copy(tensor)
