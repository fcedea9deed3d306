"""RetainedSessions: the notebook's sessions of a graph that a %%graph cell replaces, which go on with the new graph.

Variables whose name, shape and type stay keep their values; the others are initialized. Until the new graph is there, and
a session of it has all values, nothing of the old sessions changes.
"""

from collections.abc import Collection
from typing import Any

from graphlab._src.base.errors import OpError
from graphlab._src.graph.graph import Graph, get_default_graph
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.references import owner_of
from graphlab._src.session.session import InteractiveSession, Session
from graphlab._src.session.variable_copies import copy_variables

_MOST_NAMED = 4  # variables that the line names


class RetainedSessions:
    """The sessions of these graphs that variables of the notebook refer to, before the cell runs.

    before, after: a path that the new graph has another name for, and that name.
    """

    def __init__(self, names: dict[str, Any], graphs: Collection[Graph], before: str = "", after: str = "") -> None:
        self._names = names
        self._renamed = before, after
        self._sessions = {
            name: value
            for name, value in names.items()
            if type(value) in (Session, InteractiveSession) and value.graph in graphs and value.is_open
            if not name.startswith("_")
        }

    def go_on(self, graph: Graph) -> list[str]:
        """Binds the names of the sessions to sessions of the new graph; returns a line about each."""
        said: list[str] = []
        made: dict[int, Any] = {}
        for name, old in self._sessions.items():
            if self._names.get(name) is not old or old.graph is graph:
                continue  # the cell has made one itself
            if id(old) not in made:
                made[id(old)], line = _successor(old, graph, name, self._renamed)
                said.append(line)
            self._names[name] = made[id(old)]
        return said


def _successor(old: Any, graph: Graph, name: str, renamed: tuple[str, str]) -> tuple[Any, str]:
    """(a session of the new graph, what is to be said about it)."""
    new = Session(old.sess_str, graph, old._config)
    try:
        retained, initialized, failed = _filled(old, new, renamed)
    except BaseException:
        new.close()
        raise
    total = len(_variables(graph))
    if isinstance(old, InteractiveSession):
        old.close()
        filled, new = (
            new,
            InteractiveSession(old.sess_str, None if get_default_graph() is graph else graph, old._config),
        )
        copy_variables(
            filled, new, {known.op.name: known.op.name for known in _variables(graph) if _has_value(filled, known)}
        )
        filled.close()
    if not retained and not initialized:
        return new, f"{name} goes on with the new graph; none of its variables has a value yet"
    line = f"{name} goes on with the new graph: {len(retained)} of {total} variables keep their values"
    if initialized:
        line += f", {_listed(initialized)} initialized"
    if failed:
        line += f"; {_listed(failed)} could not be initialized: run their initializers"
    return new, line


def _filled(
    old: Any, new: Any, renamed: tuple[str, str]
) -> tuple[list[str], list[tuple[str, str]], list[tuple[str, str]]]:
    """Copies values and initializes the rest; ([retained], [(initialized, why)], [(neither, why)])."""
    before = {variable.op.name: variable for variable in _variables(old.graph)}
    retained: list[str] = []
    missing: list[tuple[Any, str]] = []
    had_values = any(_has_value(old, variable) for variable in before.values())
    for variable in _variables(new.graph):
        name = variable.op.name
        known = before.get(name) or before.get(_former(name, *renamed))
        why = _difference(known, variable)
        if known is None or why:
            missing.append((variable, why))
            continue
        if not _has_value(old, known):
            continue  # as it was: not initialized
        copy_variables(old, new, {known.op.name: name})
        retained.append(name)
    if not had_values:
        return [], [], []
    initialized: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    for variable, why in missing:
        try:
            new.run(variable.initializer)
            initialized.append((variable.op.name, why))
        except OpError:  # its initial value must be fed, or reads what is not there
            failed.append((variable.op.name, why))
    return retained, initialized, failed


def _former(name: str, before: str, after: str) -> str:
    """What a variable was called before `before` was renamed to `after`, or a layer of that name."""
    if name == after or name.startswith(f"{after}/"):
        return before + name.removeprefix(after)
    old, new = (path.rpartition("/")[2] for path in (before, after))
    return "/".join(old if part == new else part for part in name.split("/")) if old and new else name


def _variables(graph: Graph) -> list[Any]:
    """The variables of a graph, the parts of those that are in parts, each once."""
    found: dict[str, Any] = {}
    for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in graph.get_collection(key):
            for part in getattr(variable, "_get_variable_list", lambda one=variable: [one])():
                found.setdefault(part.op.name, part)
    return list(found.values())


def _difference(old: Any, new: Any) -> str:
    """Why a variable can't keep its value: "new", "new shape", "new type"; "" where it can."""
    if old is None:
        return "new"
    if old.dtype.base_dtype != new.dtype.base_dtype:
        return "new type"
    return "" if old.shape.as_list() == new.shape.as_list() else "new shape"


def _has_value(session: Any, variable: Any) -> bool:
    owner = owner_of(variable.op.outputs[0])
    return owner is not None and session._store.get(owner) is not None


def _listed(names: list[tuple[str, str]]) -> str:
    shown = ", ".join(f"{name} ({why})" for name, why in names[:_MOST_NAMED])
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown
