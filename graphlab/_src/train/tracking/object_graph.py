"""The graph of the objects below a root, and TensorFlow's message of it, the TrackableObjectGraph."""

import collections
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.state.lookup.mutable import MutableTable
from graphlab._src.state.saveable import SaveableObject
from graphlab._src.state.variable import Variable
from graphlab._src.train.tracking.trackable import PythonState, children_of

KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"  # the name of the tensor that holds the message
VARIABLE_VALUE = "VARIABLE_VALUE"
TABLE = "table"
VALUES = (VARIABLE_VALUE, TABLE)  # what operations save and restore
PYTHON_STATE = "py_state"


class Node(NamedTuple):
    """An object: its number, the path to it, and what is below it: {name: number of the node}."""

    number: int
    object: Any
    path: tuple[str, ...]
    children: dict[str, int]


class ObjectGraph:
    """The objects below a root, those nearer to it first.

    children: what is below an object, by name.  nodes: Nodes in order; slot variables of optimizers are the last.
    slots: (number of an optimizer's node, of a variable's node, name of the slot, number of the slot's node).
    """

    def __init__(self, root: Any, children: Callable[[Any], dict[str, Any]] = children_of) -> None:
        self.nodes: list[Node] = []
        self.slots: list[tuple[int, int, str, int]] = []
        self._numbers: dict[int, int] = {}
        self._keys: dict[int, str] = {}  # of slot variables
        self._retained: list[Any] = []  # so that no id is used again
        waiting = collections.deque([self._add(root, ())])
        while waiting:
            node = waiting.popleft()
            for name, child in children(node.object).items():
                number = self._numbers.get(id(child))
                if number is None:
                    new = self._add(child, (*node.path, name))
                    number = new.number
                    waiting.append(new)
                node.children[name] = number
        for node in list(self.nodes):
            for variable, name, slot in slots_of(node.object, [one.object for one in self.nodes]):
                if id(slot) not in self._numbers:
                    owner = self.nodes[self._numbers[id(variable)]]
                    key = f"{_joined(owner.path)}/.OPTIMIZER_SLOT/{_joined(node.path)}/{_escaped(name)}"
                    self._keys[self._add(slot, ()).number] = key
                self.slots.append((node.number, self._numbers[id(variable)], name, self._numbers[id(slot)]))

    def _add(self, item: Any, path: tuple[str, ...]) -> Node:
        node = Node(len(self.nodes), item, path, {})
        self.nodes.append(node)
        self._numbers[id(item)] = node.number
        self._retained.append(item)
        return node

    def variables(self) -> Iterator[tuple[Node, str]]:
        """(Node of a variable or table, the key that its value is saved under)."""
        for node in self.nodes:
            if isinstance(node.object, (Variable, SaveableObject, MutableTable)):
                path = self._keys.get(node.number, _joined(node.path))
                yield node, f"{path}/.ATTRIBUTES/{_attribute_of(node.object)}"

    def states(self) -> Iterator[tuple[Node, str]]:
        """(Node of a PythonState, the key that its bytes are saved under)."""
        for node in self.nodes:
            if isinstance(node.object, PythonState):
                yield node, f"{_joined(node.path)}/.ATTRIBUTES/{PYTHON_STATE}"

    def message(self) -> Any:
        """The TrackableObjectGraph."""
        proto = TrackableObjectGraph()
        keys = {node.number: key for node, key in self.variables()}
        for node in self.nodes:
            made = proto.nodes.add()
            for name, number in node.children.items():
                made.children.add(node_id=number, local_name=name)
            if node.number in keys:
                variable = node.object
                full = name_of(variable)
                name = _attribute_of(variable)
                made.attributes.add(name=name, full_name=full, checkpoint_key=keys[node.number])
        for node, key in self.states():
            proto.nodes[node.number].attributes.add(name=PYTHON_STATE, checkpoint_key=key)
        for optimizer, variable, name, slot in self.slots:
            proto.nodes[optimizer].slot_variables.add(
                original_variable_node_id=variable, slot_name=name, slot_variable_node_id=slot
            )
        return proto


def name_of(item: Any) -> str:
    """The name that a Saver saves a variable or table under."""
    if isinstance(item, MutableTable):
        return item.saved_as
    return item._shared_name if isinstance(item, Variable) else item.name


def _attribute_of(item: Any) -> str:
    return TABLE if isinstance(item, MutableTable) else VARIABLE_VALUE


def slots_of(optimizer: Any, objects: list[Any]) -> Iterator[tuple[Any, str, Any]]:
    """(variable, name of the slot, slot) for the slot variables that an optimizer has of the variables among objects."""
    if not hasattr(optimizer, "get_slot_names"):
        return
    for name in optimizer.get_slot_names():
        for variable in objects:
            if not isinstance(variable, Variable):
                continue
            try:
                slot = optimizer.get_slot(variable, name)
            except (KeyError, AttributeError):
                continue
            if slot is not None:
                yield variable, name, slot


def _escaped(name: str) -> str:
    return name.replace(".", "..").replace("/", ".S")


def _joined(path: tuple[str, ...]) -> str:
    return "/".join(map(_escaped, path))
