"""The objects that a SavedModel has: those below a root, their functions, and the constants that these capture."""

from typing import Any

from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.def_function import Function, function
from graphlab._src.graph import Tensor
from graphlab._src.io.saved_model import structures  # noqa: F401  # registers lists and dicts
from graphlab._src.state.trackable import Trackable
from graphlab._src.state.trackable_resources import CapturableResource
from graphlab._src.state.tracked_structures import DictWrapper, ListWrapper
from graphlab._src.train.tracking.object_graph import ObjectGraph
from graphlab._src.train.tracking.trackable import children_of


class AugmentedGraphView:
    """What is below each object, what a SavedModel has there besides, and its functions, each list made once."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self._added: dict[int, dict[str, Any]] = {}
        self._functions: dict[int, dict[str, Any]] = {}
        self._retained: list[Any] = []  # so that no id is used again
        self._cache: dict[Any, Any] = {}  # of the objects, in which they find what they made for one another

    def add_object(self, parent: Any, name: str, child: Any) -> None:
        """Has a SavedModel find an object below another, whatever is there under this name."""
        self._retained.append(parent)
        self._added.setdefault(id(parent), {})[name] = child

    def list_dependencies(self, obj: Any) -> dict[str, Any]:
        """What is below an object, by name. ValueError where an object has a name that is reserved."""
        found = children_of(obj)
        listed = getattr(obj, "_list_extra_dependencies_for_serialization", None)
        extra = {} if listed is None else listed(self._cache)
        taken = sorted(found.keys() & extra.keys())
        if taken:
            raise ValueError(
                f"Error when exporting object {obj} of with identifier={identifier_of(obj)}. The object has an attribute "
                f"named {taken[0]}, which is reserved. List of all reserved attributes: {list(extra)}"
            )
        return {**found, **extra, **self._added.get(id(obj), {})}

    def list_functions(self, obj: Any) -> dict[str, Any]:
        """The functions of an object, by name."""
        if id(obj) not in self._functions:
            self._retained.append(obj)
            self._functions[id(obj)] = self._listed(obj)
        return self._functions[id(obj)]

    def _listed(self, obj: Any) -> dict[str, Any]:
        if isinstance(obj, (ListWrapper, DictWrapper)):
            items = obj.items() if isinstance(obj, DictWrapper) else enumerate(obj)
            return {str(name): item for name, item in items if isinstance(item, (Function, ConcreteFunction))}
        method = getattr(type(obj), "_list_functions_for_serialization", None)
        if method is None:
            return {}
        if isinstance(obj, CapturableResource) and method is Trackable._list_functions_for_serialization:
            return _functions_of_resource(obj)
        return method(obj, self._cache)


def identifier_of(obj: Any) -> str:
    """What a SavedModel says of the kind of an object."""
    return getattr(obj, "_object_identifier", Trackable._object_identifier)


def _functions_of_resource(resource: CapturableResource) -> dict[str, Any]:
    if resource.resource_handle is None:
        return {}

    @function(input_signature=[], autograph=False)
    def creator() -> Any:
        return resource._create_resource()

    @function(input_signature=[], autograph=False)
    def initializer() -> Any:
        resource._initialize()
        return 1

    @function(input_signature=[], autograph=False)
    def destroyer() -> Any:
        return 1

    return {"_create_resource": creator, "_initialize": initializer, "_destroy_resource": destroyer}


class CapturedConstant:
    """A constant that functions capture. tensor: it.  name: of its copy in the saved graph."""

    def __init__(self, tensor: Tensor, name: str) -> None:
        self.tensor = tensor
        self.name = name


class SaveableView:
    """The nodes of a SavedModel: objects, then functions; each function was traced when it was listed.

    nodes: the objects, functions and CapturedConstants.  concrete_functions: all traces, each once.
    traces: {id of a Function: its ConcreteFunctions}.  slot_variables: as ObjectGraph.message() has them, by node.
    """

    def __init__(self, view: AugmentedGraphView) -> None:
        self.view = view
        self.graph = ObjectGraph(view.root, view.list_dependencies)
        self.nodes: list[Any] = [node.object for node in self.graph.nodes]
        self.concrete_functions: list[ConcreteFunction] = []
        self.traces: dict[int, list[ConcreteFunction]] = {}
        self.slot_variables = [list(node.slot_variables) for node in self.graph.message().nodes]
        self.numbers: dict[int, int] = {id(obj): number for number, obj in enumerate(self.nodes)}
        seen: set[str] = set()
        for obj in list(self.nodes):
            for one in view.list_functions(obj).values():
                if id(one) in self.numbers:
                    continue
                self.add_node(one)
                traces = one._list_all_concrete_functions_for_serialization() if isinstance(one, Function) else [one]
                self.traces[id(one)] = traces
                for concrete in traces:
                    if concrete.name not in seen:
                        seen.add(concrete.name)
                        self.concrete_functions.append(concrete)

    def add_node(self, obj: Any) -> int:
        """Adds a node behind the others, and returns its number."""
        self.numbers[id(obj)] = len(self.nodes)
        self.nodes.append(obj)
        return self.numbers[id(obj)]

    def fill(self, proto: Any) -> None:
        """Adds the nodes to a SavedObjectGraph: what is below each, but not what they are."""
        for number, obj in enumerate(self.nodes):
            message = proto.nodes.add()
            if number >= len(self.graph.nodes):
                continue
            message.slot_variables.extend(self.slot_variables[number])
            for below in (self.view.list_dependencies(obj), self.view.list_functions(obj)):
                for name, child in below.items():  # a function may have the name of what is saved below it
                    message.children.add(node_id=self.numbers[id(child)], local_name=name)
