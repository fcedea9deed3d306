"""Restoring: which objects of the program a checkpoint's values belong to, and what restore() returns."""

import contextlib
from collections.abc import Callable
from typing import Any

from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.state.initialization import variables_initializer
from graphlab._src.state.lookup.mutable import MutableTable
from graphlab._src.state.trackable import Trackable
from graphlab._src.train.saving.checkpoint_utils import load_checkpoint
from graphlab._src.train.saving.saveable import saveables_for
from graphlab._src.train.tracking.object_graph import KEY, PYTHON_STATE, VALUES, ObjectGraph, name_of
from graphlab._src.train.tracking.trackable import PythonState, children_of


class RestoreOps:
    """Operations that restore variables from a checkpoint; made once for each set of them."""

    def __init__(self) -> None:
        self._made: dict[Any, tuple[Any, Any]] = {}

    def run(self, session: Any, path: str, named: list[tuple[str, Any]]) -> None:
        """Restores variables, each from what has its name in the checkpoint."""
        if not named:
            return
        key = tuple((name, id(variable)) for name, variable in named)
        if key not in self._made:
            with session.graph.as_default(), session.graph.device("/cpu:0"):
                self._made[key] = self._build(named)
        prefix, op = self._made[key]
        session.run(op, {prefix: path})

    def _build(self, named: list[tuple[str, Any]]) -> tuple[Any, Any]:
        from_placeholder = raw_ops.Placeholder(dtype="string", shape=[])
        saveables = [saveable for name, variable in named for saveable in saveables_for(variable, name)]
        specs = [spec for saveable in saveables for spec in saveable.specs]
        values = raw_ops.RestoreV2(
            from_placeholder,
            [spec.name for spec in specs],
            [spec.slice_spec for spec in specs],
            dtypes=[spec.dtype.base_dtype for spec in specs],
        )
        values = iter(values if isinstance(values, (list, tuple)) else [values])
        return from_placeholder, [one.restore([next(values) for _ in one.specs], None) for one in saveables]


class LoadStatus:
    """What Checkpoint.restore returns, for a checkpoint with a graph of objects.

    Objects are matched when that is needed, so that variables that were made after restore() are restored too.
    """

    def __init__(self, root: Any, path: str, proto: Any, operations: RestoreOps, session: Callable[[], Any]) -> None:
        self._root, self._path, self._proto = root, path, proto
        self._operations, self._session = operations, session

    def _matches(self) -> tuple[ObjectGraph, dict[int, Any]]:
        """(the graph of the program's objects, {number of a node in the checkpoint: the object})."""
        matched: dict[int, Any] = {0: self._root}
        waiting = [0]
        while waiting:
            number = waiting.pop(0)
            below = children_of(matched[number])
            for child in self._proto.nodes[number].children:
                if child.local_name not in below and isinstance(matched[number], Trackable):
                    found = matched[number]._lookup_dependency(child.local_name)
                    below.update({} if found is None else {child.local_name: found})
                if child.local_name in below and child.node_id not in matched:
                    matched[child.node_id] = below[child.local_name]
                    waiting.append(child.node_id)
        for number, item in list(matched.items()):
            for slot in self._proto.nodes[number].slot_variables:
                original = matched.get(slot.original_variable_node_id)
                found = None
                if original is not None and hasattr(item, "get_slot"):
                    with contextlib.suppress(KeyError, AttributeError):
                        found = item.get_slot(original, slot.slot_name)
                if found is not None:
                    matched[slot.slot_variable_node_id] = found
        return ObjectGraph(self._root), matched

    def matched_variables(self) -> list[tuple[str, Any]]:
        """(name in the checkpoint, variable or table) for those that the checkpoint has a value for."""
        graph, matched = self._matches()
        known = {id(node.object) for node, _ in graph.variables()}
        return [
            (attribute.checkpoint_key, item)
            for number, item in matched.items()
            for attribute in self._proto.nodes[number].attributes
            if attribute.name in VALUES and id(item) in known
        ]

    def restore_states(self, read: Callable[[str], Any]) -> None:
        """Restores each PythonState that there is, immediately.  read(key): the bytes that the checkpoint has under a key."""
        for number, item in self._matches()[1].items():
            for attribute in self._proto.nodes[number].attributes:
                if attribute.name == PYTHON_STATE and isinstance(item, PythonState):
                    item.deserialize(bytes(read(attribute.checkpoint_key)))

    def assert_consumed(self) -> "LoadStatus":
        """AssertionError unless all of the checkpoint and all of the program's objects belong together."""
        self.assert_existing_objects_matched()
        _, matched = self._matches()
        for number, node in enumerate(self._proto.nodes):
            if number not in matched and (node.attributes or node.children):
                names = [one.full_name or one.checkpoint_key for one in node.attributes]
                raise AssertionError(f"Unresolved object in checkpoint {self._path_of(number)}: {', '.join(names)}")
        return self

    def _path_of(self, wanted: int) -> str:
        """The names that lead to a node from the root: (root).layer.kernel."""
        paths, waiting = {0: "(root)"}, [0]
        while waiting:
            number = waiting.pop(0)
            for child in self._proto.nodes[number].children:
                if child.node_id not in paths:
                    paths[child.node_id] = f"{paths[number]}.{child.local_name}"
                    waiting.append(child.node_id)
        return paths.get(wanted, f"node {wanted}")

    def assert_existing_objects_matched(self) -> "LoadStatus":
        """AssertionError for an object of the program that the checkpoint does not have, but for empty lists and dicts."""
        graph, matched = self._matches()
        restored = {id(item) for item in matched.values()}
        others = [node for node in graph.nodes if id(node.object) not in restored]
        unbound = [node.object for node in others if node.children or not isinstance(node.object, (list, dict, tuple))]
        if unbound:
            raise AssertionError(
                "Some Python objects were not bound to checkpointed values, likely due to changes in the Python program: "
                f"{unbound}"
            )
        return self

    def assert_nontrivial_match(self) -> "LoadStatus":
        """AssertionError when nothing but the root belongs to the checkpoint."""
        graph, matched = self._matches()
        if len(matched) <= 1 and len(graph.nodes) > 1:
            raise AssertionError(
                f"Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint does "
                f"not match the Python program. The root has {sorted(children_of(self._root))}."
            )
        return self

    def expect_partial(self) -> "LoadStatus":
        """Itself: graphlab says nothing of values that were not restored."""
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Restores the variables in a session; the default one when left out."""
        self._operations.run(session or self._session(), self._path, self.matched_variables())

    def initialize_or_restore(self, session: Any = None) -> None:
        """Restores the variables that the checkpoint has, and initializes the program's other ones."""
        session = session or self._session()
        graph, _ = self._matches()
        named = self.matched_variables()
        restored = {id(variable) for _, variable in named}
        rest = [node.object for node, _ in graph.variables() if id(node.object) not in restored]
        _initialize(session, rest)
        self._operations.run(session, self._path, named)


class InitializationStatus(LoadStatus):
    """What restore(None) returns: there is nothing to restore, and initialize_or_restore initializes."""

    def __init__(self, root: Any, session: Callable[[], Any]) -> None:
        super().__init__(root, "", None, RestoreOps(), session)

    def _refuse(self) -> Any:
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    def assert_consumed(self) -> LoadStatus:
        return self._refuse()

    def assert_existing_objects_matched(self) -> LoadStatus:
        return self._refuse()

    def assert_nontrivial_match(self) -> LoadStatus:
        return self._refuse()

    def run_restore_ops(self, session: Any = None) -> None:
        self._refuse()

    def initialize_or_restore(self, session: Any = None) -> None:
        """Initializes the program's variables."""
        _initialize(session or self._session(), [node.object for node, _ in ObjectGraph(self._root).variables()])


class NameBasedStatus(LoadStatus):
    """For a checkpoint of a tf.train.Saver: variables are restored by their names."""

    def __init__(
        self, root: Any, path: str, names: set[str], operations: RestoreOps, session: Callable[[], Any]
    ) -> None:
        super().__init__(root, path, None, operations, session)
        self._names = names

    def matched_variables(self) -> list[tuple[str, Any]]:
        found = [node.object for node, _ in ObjectGraph(self._root).variables()]
        return [(name_of(one), one) for one in found if self._is_saved(one)]

    def _is_saved(self, item: Any) -> bool:
        name = name_of(item)
        return (f"{name}-keys" if isinstance(item, MutableTable) else name) in self._names

    def assert_existing_objects_matched(self) -> LoadStatus:
        for node, _ in ObjectGraph(self._root).variables():
            if not self._is_saved(node.object):
                raise AssertionError(f"Object not assigned a value from checkpoint: {node.object}")
        return self

    def assert_consumed(self) -> LoadStatus:
        named = self.matched_variables()
        tables = {
            f"{name}-{part}" for name, item in named if isinstance(item, MutableTable) for part in ("keys", "values")
        }
        left = self._names - {name for name, _ in named} - tables - {KEY}
        if left:
            raise AssertionError(f"Some objects in the checkpoint were not used: {sorted(left)}")
        return self.assert_existing_objects_matched()

    def assert_nontrivial_match(self) -> LoadStatus:
        return self.assert_existing_objects_matched()

    def initialize_or_restore(self, session: Any = None) -> None:
        self.run_restore_ops(session)


def _initialize(session: Any, variables: list[Any]) -> None:
    variables = [variable for variable in variables if not isinstance(variable, MutableTable)]  # which begin empty
    if variables:
        with session.graph.as_default():
            session.run(variables_initializer(variables))


def restored(root: Any, save_path: str | None, operations: RestoreOps, session: Callable[[], Any]) -> LoadStatus:
    """What restores the variables below a root from a checkpoint when it is run. save_path: None for no checkpoint."""
    if save_path is None:
        return InitializationStatus(root, session)
    reader = load_checkpoint(save_path)
    if not reader.has_tensor(KEY):
        return NameBasedStatus(root, save_path, set(reader.get_variable_to_shape_map()), operations, session)
    proto = TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY)))
    status = LoadStatus(root, save_path, proto, operations, session)
    status.restore_states(reader.get_tensor)
    return status
