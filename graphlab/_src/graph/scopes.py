"""Scopes of the default graph: name scopes, devices, control dependencies, and its collections."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnnecessaryIsInstance=false

import contextlib
import itertools
from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager
from typing import Any, Literal

from graphlab._src.base.errors import explain
from graphlab._src.graph.graph import default_graphs, get_default_graph, graph_from_inputs
from graphlab._src.graph.scope_stacks import ControlGroup


class name_scope:  # noqa: N801  (TensorFlow's name)
    """A block in which operations have names that begin with `name/`.

    name: a string, or None for default_name.
    values: tensors, which determine the graph. Entering returns the scope's name with a "/" at its end, and
    that text as `name` enters the same scope again.
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Iterable[Any] | None = None) -> None:
        if default_name is not None and not isinstance(default_name, str):
            raise TypeError(
                f"`default_name` type ({type(default_name)}) is not a string type. You likely meant to pass this into "
                "the `values` kwarg."
            )
        self._name = default_name if name is None else name
        self._given = name
        self._default_name = default_name
        self._values = values
        self._entered: list[Any] = []

    @property
    def name(self) -> str | None:
        """The requested name."""
        return self._name

    def __enter__(self) -> str:
        if self._name is None and self._values is not None:
            raise ValueError(
                explain(
                    f"At least one of name ({self._given}) and default_name ({self._default_name}) must be provided.",
                    fix='pass a name: tf.name_scope("layer")',
                )
            )
        graph = graph_from_inputs(self._values or [])
        default = graph.as_default()
        default.__enter__()
        try:
            scope = graph.name_scope(self._name)
            name = scope.__enter__()
        except BaseException:
            default.__exit__(None, None, None)
            raise
        self._entered.append((scope, default))
        return name

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> Literal[False]:
        scope, default = self._entered.pop()
        scope.__exit__(kind, value, traceback)
        default.__exit__(kind, value, traceback)
        return False


class op_scope(name_scope):  # noqa: N801  (TensorFlow's name)
    """The old form of name_scope, with the tensors first."""

    def __init__(self, values: Iterable[Any] | None, name: str | None, default_name: str | None = None) -> None:
        super().__init__(name, default_name, values)


def device(device_name_or_function: Any) -> AbstractContextManager[None]:
    """Places operations made inside on that device: a name, a DeviceSpec, a function of the operation, or None."""
    return get_default_graph().device(device_name_or_function)


def control_dependencies(control_inputs: Any) -> ControlGroup:
    """Operations made inside run after all of control_inputs; None clears what is open outside.

    control_inputs: operations, tensors, variables, or a function without arguments that returns them.
    """
    if callable(control_inputs):
        control_inputs = control_inputs()
    return get_default_graph().control_dependencies(control_inputs)


def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
    """Operations made inside share `op`'s device."""
    return get_default_graph().colocate_with(op, ignore_existing)


def container(container_name: str) -> AbstractContextManager[str]:
    """State made inside is in the container of that name."""
    return get_default_graph().container(container_name)


@contextlib.contextmanager
def init_scope() -> Generator[None]:
    """Lifts what is made inside out of control dependencies, branches and loops, and out of functions being built.

    Operations go to the innermost default graph that is no function's, in the name scope of the current one, on the
    devices that are requested here, or else around the function.
    """
    scope = get_default_graph().get_name_scope()
    functions = list(itertools.takewhile(lambda graph: graph.building_function, reversed(default_graphs.stack)))
    entered = default_graphs.stack[: len(default_graphs.stack) - len(functions)]
    graph = entered[-1] if entered else default_graphs.global_graph()
    requested = next((function.stacks.devices for function in functions if function.stacks.devices), None)
    with graph.as_default(), graph.name_scope(f"{scope}/" if scope else None), graph.control_dependencies(None):
        around = graph.stacks.devices
        graph.stacks.devices = list(requested or around)
        try:
            yield
        finally:
            graph.stacks.devices = around


def add_to_collection(name: Any, value: Any) -> None:
    """Appends value to a collection of the default graph."""
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    """Appends value to several collections of the default graph."""
    get_default_graph().add_to_collections(names, value)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """A copy of a collection of the default graph; scope: a regular expression for the names of its items."""
    return get_default_graph().get_collection(key, scope)


def get_collection_ref(key: Any) -> list[Any]:
    """A collection of the default graph itself: changing the list changes the collection."""
    return get_default_graph().get_collection_ref(key)
