"""Repairs of runs: what is fed, the variables' initializers, the session, fetches that are None."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import libcst as cst

from graphlab._src.base.dtypes import DType
from graphlab._src.base.fixes import Edit
from graphlab._src.editor import reruns
from graphlab._src.editor.call_arguments import parsed, place, string_of, text_of, with_argument
from graphlab._src.editor.fix_edits import SLOT, Failed, Repair, filled, handles, module_name, repairs, session_name
from graphlab._src.editor.new_sessions import inserted, session_lines
from graphlab._src.editor.notebook_names import Names
from graphlab._src.editor.op_site import value_of
from graphlab._src.editor.public_names import public
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.session import get_default_session

_MOST_WRITTEN = 8  # numbers of a value that are written out
_BATCH = 1  # examples in a value for a placeholder of any number


@dataclass(frozen=True)
class _Feeds:
    """Where a call has what it feeds. keyword: the parameter.  at: its place, None where there is none.  fetches: their place."""

    call: cst.Call
    keyword: str
    at: int | None
    fetches: int | None
    session: cst.BaseExpression | None

    @property
    def given(self) -> cst.BaseExpression | None:
        return None if self.at is None else self.call.args[self.at].value


def _feeds(failed: Failed) -> _Feeds | None:
    """What a call of run, eval, gl.train or gl.interact feeds; None for other calls."""
    call = failed.node
    if not isinstance(call, cst.Call):
        return None
    names = dict(failed.names)
    function = value_of(call.func, names)
    for path, keyword, position in (("train", "feed", 3), ("interact", "controls", 2)):
        if function is not None and function is public(path):
            at = place(call, "session", 0)
            return _Feeds(
                call, keyword, place(call, keyword, position), None, None if at is None else call.args[at].value
            )
    if not isinstance(call.func, cst.Attribute):
        return None
    method = call.func.attr.value
    position = {"run": 1, "eval": 0}.get(method)
    if position is None:
        return None
    owner = value_of(call.func.value, names)
    is_own = (
        method == "run" and owner is not None and not isinstance(owner, BaseSession)
    )  # an operation's run(feed_dict)
    at = place(call, "feed_dict", 0 if is_own else position)
    return _Feeds(call, "feed_dict", at, 0 if method == "run" and not is_own else None, call.func.value)


@handles("feed")
def _feed(edit: Edit, failed: Failed) -> Iterator[Repair]:
    found = _feeds(failed)
    if found is None:
        return
    call, given = found.call, found.given
    name = tensor_name(edit.operand, failed.names)
    value = "None" if found.keyword == "controls" else example_value(edit.operand, failed.names)
    element = cst.DictElement(parsed(name), cst.Name(SLOT))
    if given is None or isinstance(given, cst.Name) and given.value == "None":
        new: cst.BaseExpression = cst.Dict([element])
    elif isinstance(given, cst.Dict):
        others = list(given.elements)
        if others and not isinstance(others[-1].comma, cst.Comma):
            others[-1] = others[-1].with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        new = given.with_changes(elements=[*others, element])
    else:
        new = parsed(f"{{**{text_of(given)}, {name}: {SLOT}}}")
    yield Repair(failed.cell.replaced((call, with_argument(call, found.at, found.keyword, new))), value)


def tensor_name(tensor: Any, names: Mapping[str, Any]) -> str:
    """What the notebook calls a tensor; its name in the graph, in quotes, where it has no variable."""
    found = [name for name, value in names.items() if value is tensor and not name.startswith("_")]
    return found[0] if found else f'"{tensor.name}"'


def example_value(tensor: Any, names: Mapping[str, Any]) -> str:
    """A value of the right shape and type for a placeholder, as source: zeros."""
    dtype: DType = tensor.dtype.base_dtype
    sizes = [_BATCH if size is None else size for size in tensor.dims or ()]
    zero = {"bool": "False", "string": '""'}.get(dtype.name, "0.0" if dtype.is_floating else "0")
    count = 1
    for size in sizes:
        count *= size
    numpy = module_name(names, "numpy")
    if count > _MOST_WRITTEN and numpy:
        kind = {"float32": "", "string": ", object"}.get(dtype.name, f", {numpy}.{dtype.name}")
        return f"{numpy}.zeros({sizes}{kind})"
    text = zero
    for size in reversed(sizes):
        text = f"[{', '.join([text] * size)}]" if count <= _MOST_WRITTEN else f"[{text}] * {size}"
        text = text if count <= _MOST_WRITTEN or size != 1 else text.removesuffix(" * 1")
    return text


@handles("feed-as")
def _feed_as(edit: Edit, failed: Failed) -> Iterator[Repair]:
    found = _feeds(failed)
    given = None if found is None else found.given
    if not isinstance(given, cst.Dict):
        return
    for element in given.elements:
        if isinstance(element, cst.DictElement) and _is_key(element.key, edit.operand, failed):
            text = filled(edit.text, failed, text_of(element.value), edit.operand.graph)
            if text is not None:
                yield Repair(failed.cell.replaced((element.value, parsed(text))))


def _is_key(node: cst.BaseExpression, tensor: Any, failed: Failed) -> bool:
    return value_of(node, dict(failed.names)) is tensor or string_of(node) == tensor.name


@handles("not-none")
def _not_none(edit: Edit, failed: Failed) -> Iterator[Repair]:
    found = _feeds(failed)
    if found is None or found.fetches is None or not found.call.args:
        return
    fetches = found.call.args[found.fetches].value
    if isinstance(fetches, cst.List):
        left = [one for one in fetches.elements if not _is_none(one.value, failed)]
        wrapped = [one for one in left if _has_none(one.value, failed)]
        if len(left) < len(fetches.elements) and left and not wrapped:
            last = left[-1].with_changes(comma=fetches.elements[-1].comma)
            yield Repair(failed.cell.replaced((fetches, fetches.with_changes(elements=[*left[:-1], last]))))
        elif wrapped and len(left) == len(fetches.elements):
            yield Repair(failed.cell.replaced(*((one.value, _without_none(one.value)) for one in wrapped)))
    elif _has_none(fetches, failed):
        yield Repair(failed.cell.replaced((fetches, _without_none(fetches))))


def _is_none(node: cst.BaseExpression, failed: Failed) -> bool:
    return isinstance(node, cst.Name) and failed.names.get(node.value, 0 if node.value != "None" else None) is None


def _has_none(node: cst.BaseExpression, failed: Failed) -> bool:
    value = value_of(node, dict(failed.names))
    return isinstance(value, (list, tuple)) and any(one is None for one in value)


def _without_none(node: cst.BaseExpression) -> cst.BaseExpression:
    return parsed(f"[one for one in {text_of(node)} if one is not None]")


@handles("initialize")
def _initialize(edit: Edit, failed: Failed) -> Iterator[Repair]:
    """A run of the initializer before the statement, before all loops around it.

    Where some variables have values, first of all one that leaves them as they are.
    """
    before = _before_loops(failed)
    found = _feeds(failed)
    if found is None or before is None:
        return
    owner = None if found.session is None else value_of(found.session, dict(failed.names))
    session = owner if isinstance(owner, BaseSession) else None
    run = f"{text_of(found.session)}.run" if found.session is not None and session else "tf.get_default_session().run"
    lines = [f"{run}({edit.text})"] if session is not None else [f"{edit.text}.run()"]
    if _some_are_initialized(session or get_default_session()):
        lines.insert(
            0, f"{run}([v.initializer for v in tf.global_variables() if not {run}(tf.is_variable_initialized(v))])"
        )
    for line in lines:
        text = filled(line, failed)
        new: Any = cst.parse_statement(text) if text else None
        if new is not None:
            body: Any = cst.FlattenSentinel(
                [new.with_changes(leading_lines=before.leading_lines), before.with_changes(leading_lines=[])]
            )
            yield Repair(failed.cell.replaced((before, body)))


def _before_loops(failed: Failed) -> Any:
    """The outermost loop around what failed, or its line; None in a function, which may be called again and again."""
    found: Any = failed.cell.parent(failed.statement)
    if not isinstance(found, cst.SimpleStatementLine):
        found = failed.statement
    for node in failed.cell.around(failed.node):
        if isinstance(node, (cst.FunctionDef, cst.Lambda, cst.ClassDef)):
            return None
        if isinstance(node, (cst.For, cst.While)):
            found = node
    return found


def _some_are_initialized(session: Any) -> bool:
    if session is None:
        return False
    owners = (owner_of(one.op.outputs[0]) for one in session.graph.get_collection(GraphKeys.GLOBAL_VARIABLES))
    return any(owner is not None and session._store.get(owner) is not None for owner in owners)


@handles("session")
def _session(edit: Edit, failed: Failed) -> Iterator[Repair]:
    """Another session: one of the graph of the fetches, or a new one."""
    found = _feeds(failed)
    if found is None or found.session is None:
        return
    owner = value_of(found.session, dict(failed.names))
    graph = edit.operand or getattr(owner, "graph", None)
    name = session_name(failed.names, graph)
    if not name and (opened := _opened_around(failed, found.session)):
        called = Names(failed.names).of_graph(graph) if graph is not None else None
        if called:
            new = with_argument(opened, place(opened, "graph", 1), "graph", parsed(called))
            yield Repair(failed.cell.replaced((opened, new)))
            return
    if not name and isinstance(found.session, cst.Name) and isinstance(owner, BaseSession) and _is_past(owner):
        lines = session_lines(Names(failed.names), graph, found.session.value)
        module = inserted(failed.cell, failed.node, failed.cell.module, lines) if lines else None
        if module is not None:
            yield Repair(module)
            return
    if not name:
        graphs = [key for key, value in failed.names.items() if value is graph and not key.startswith("_")]
        owned = graphs[0] if graphs else _graph_of_a_fetch(found.call, failed)
        name = filled(f"tf.Session(graph={owned})", failed) or "" if owned else ""
    if name:
        yield Repair(failed.cell.replaced((found.session, parsed(name))))


def _opened_around(failed: Failed, session: cst.BaseExpression) -> cst.Call | None:
    """The call that makes a session in the head of a `with` block around what failed."""
    for block in failed.cell.around(failed.node):
        for item in block.items if isinstance(block, cst.With) else ():
            named = item.asname is not None and text_of(item.asname.name) == text_of(session)  # pyright: ignore[reportArgumentType]
            if named and isinstance(item.item, cst.Call):
                return item.item
    return None


def _is_past(session: BaseSession) -> bool:
    """Whether a session is closed, or its graph is empty, so that nothing is lost with its name."""
    return not session.is_open or not session.graph.get_operations()


def _graph_of_a_fetch(call: cst.Call, failed: Failed) -> str:
    first = call.args[0].value if call.args else None
    value = value_of(first, dict(failed.names)) if first is not None else None
    return f"{text_of(first)}.graph" if first is not None and isinstance(value, Tensor) else ""


@handles("duplicate")
def _duplicate(edit: Edit, failed: Failed) -> Iterator[Repair]:
    """Lets a cell that was run again run so; another name where it has two variables of one name."""
    call = failed.node
    if not isinstance(call, cst.Call):
        return
    graph = edit.operand.graph
    if not failed.cell.is_graph_cell and edit.operand.source.cell != failed.cell.number and _is_again(failed, graph):
        if reruns.is_alone(failed.cell, graph):
            yield Repair(failed.cell.module, top="%%graph")
        yield Repair(failed.cell.module)  # with what lets it run again
        return
    # Of a layer the name of its scope, the last part of the variable's name but one.
    parts = edit.operand.name.split("/")
    for i in reversed(range(len(parts))):
        base = "/".join(parts[: i + 1])
        number = next(n for n in range(1, len(graph.operations_by_name) + 2) if not _is_taken(graph, f"{base}_{n}"))
        found = list(repairs(Edit("text", parts[i], f"{parts[i]}_{number}"), failed))
        if found:
            yield from found
            return


def _is_again(failed: Failed, graph: Graph) -> bool:
    """Whether the statement that failed has made its variables before."""
    line = failed.cell.outermost(failed.node)
    return reruns.text_of(line) in reruns.statements_with_variables(graph)


def _is_taken(graph: Graph, name: str) -> bool:
    return name in graph.operations_by_name or any(one.startswith(f"{name}/") for one in graph.operations_by_name)
