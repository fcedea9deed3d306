"""Edits of the arguments of a call: a value changed, added or removed, an input that comes from another tensor."""

import inspect
from typing import Any

import libcst as cst

from graphlab._src.editor.call_arguments import keyword_of, parsed, text_of, with_argument, without_argument
from graphlab._src.editor.cell_source import EditError
from graphlab._src.editor.op_site import Site, callee, parameters_of, value_of
from graphlab._src.editor.statements import used, variables
from graphlab._src.graph import Tensor


def arguments(site: Site) -> list[tuple[str, str, str]]:
    """[(parameter, its text in the call or "", its default as text or "")] of what can be edited, as the call has them."""
    parameters = parameters_of(site.function)
    found: list[tuple[str, str, str]] = []
    for name, parameter in parameters.items():
        if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD) or name == "name":
            continue
        _, at = site.parameter(name)
        default = "" if parameter.default is inspect.Parameter.empty else _default_text(parameter.default)
        found.append((name, "" if at is None else text_of(site.call.args[at].value), default))
    known = set(parameters)
    for arg in site.call.args:
        name = keyword_of(arg)
        if name is not None and name not in known:
            found.append((name, text_of(arg.value), ""))
    return found


def _default_text(value: Any) -> str:
    text = getattr(value, "__name__", None) or repr(value)
    return text if len(text) <= 40 and "<" not in text else ""


def with_values(site: Site, values: dict[str, str]) -> cst.Module:
    """The cell with other values of parameters; an empty text removes one, so that its default counts."""
    call = site.call
    for name, text in values.items():
        call = _with_value(site, call, name, text.strip())
    return site.cell.replaced((site.call, call))


def _with_value(site: Site, call: cst.Call, name: str, text: str) -> cst.Call:
    parameters = parameters_of(site.function)
    parameter, at = parameters.get(name), site.place(call, name)
    accepts_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    if parameter is None and at is None and not accepts_any:
        raise EditError(f"{callee(site)} has no argument `{name}` ({site.where})")
    if text:
        if at is None and any(arg.star == "*" for arg in call.args) and parameter is not None:
            raise EditError(f"The call has its arguments from a list (*), which may hold `{name}` ({site.where})")
        return with_argument(call, at, name, _expression(text))
    if at is None:
        raise EditError(f"The call has no argument `{name}` to remove ({site.where})")
    if parameter is not None and parameter.default is inspect.Parameter.empty:
        raise EditError(f"{callee(site)} needs its argument `{name}`")
    if keyword_of(call.args[at]) is None and any(
        keyword_of(arg) is None and not arg.star for arg in call.args[at + 1 :]
    ):
        raise EditError(
            f"`{name}` is passed by its position, with others behind it, so it can't be left out ({site.where})"
        )
    return without_argument(call, at)


def _expression(text: str) -> cst.BaseExpression:
    try:
        return parsed(text)
    except ValueError as error:
        raise EditError(str(error)) from None


def wirable(site: Site) -> list[tuple[str, str]]:
    """[(input, its text)]: the arguments of the call that are tensors; of an operator, left and right."""
    if isinstance(site.node, cst.BinaryOperation):
        return [("left", text_of(site.node.left)), ("right", text_of(site.node.right))]
    if not isinstance(site.node, cst.Call):
        return []
    order = list(parameters_of(site.function))
    found: list[tuple[str, str]] = []
    for i, arg in enumerate(site.call.args):
        label = keyword_of(arg) or (order[i] if i < len(order) else str(i))
        if not arg.star and _is_tensor(arg.value, site):
            found.append((label, text_of(arg.value)))
    return found


def _is_tensor(node: cst.BaseExpression, site: Site) -> bool:
    value = value_of(node, site.names)
    if value is not None:
        return isinstance(value, Tensor) or hasattr(value, "_as_graph_element")
    if isinstance(node, (cst.Call, cst.BinaryOperation)):
        found = {id(made) for made in _made_within(site, node)}
        return any(id(tensor.op) in found for tensor in site.op.inputs)
    return False


def _made_within(site: Site, node: cst.BaseExpression) -> list[Any]:
    """The operations among the inputs' that an expression within the call has made."""
    inside = []
    for tensor in site.op.inputs:
        frames = tensor.op.frames[0]
        if frames and frames[0][0] is site.op.frames[0][0][0]:
            code, instruction = frames[0]
            found = site.cell.node_at(code, instruction, (cst.Call, cst.BinaryOperation))
            if found is node or node in site.cell.around(found or site.node):
                inside.append(tensor.op)
    return inside


def rewired(site: Site, which: str, tensor: Any, name: str) -> cst.Module:
    """The cell with an input that comes from another tensor; name: the variable of the notebook that is this tensor."""
    if not name:
        raise EditError(f"'{tensor.name}' has no name in the notebook: assign it to a variable first")
    _check_order(site, tensor, name)
    value = _expression(name)
    if isinstance(site.node, cst.BinaryOperation) and which in ("left", "right"):
        return site.cell.replaced((site.node, site.node.with_changes(**{which: value})))
    order = list(parameters_of(site.function))
    for i, arg in enumerate(site.call.args):
        if (keyword_of(arg) or (order[i] if i < len(order) else str(i))) == which:
            return site.cell.replaced((site.call, with_argument(site.call, i, which, value)))
    raise EditError(f"The call has no input `{which}` ({site.where})")


def _check_order(site: Site, tensor: Any, name: str) -> None:
    """EditError where a tensor is not there yet when the line runs."""
    line = site.cell.line_of(site.statement)
    root = name.partition(".")[0].partition("[")[0]
    frames = tensor.op.frames[0]
    here = bool(frames) and tensor.op.source.cell == site.cell.number
    made = tensor.op.source.frames[-1][1] if here else 0
    assigned = _assigned_in(site, root)
    made = max([made, *[one for one in assigned if one >= line]] if not any(one < line for one in assigned) else [made])
    if not here:
        raise EditError(
            f"'{tensor.name}' was made by {tensor.op.source}, not by cell [{site.cell.number}], which builds anew"
        )
    if made >= line:
        raise EditError(f"'{tensor.name}' is made in line {made}, after line {line}, which would use it")
    if tensor.op is site.op:
        raise EditError(f"'{tensor.name}' would be its own input")


def _assigned_in(site: Site, name: str) -> list[int]:
    """The lines of the cell that assign a variable."""
    return [
        site.cell.line_of(node) for node in variables(site.cell.module) if node.value == name and _is_target(site, node)
    ]


def _is_target(site: Site, node: cst.CSTNode) -> bool:
    while node is not None and not isinstance(node, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
        if isinstance(node, (cst.AssignTarget, cst.AsName)):
            return True
        node = site.cell.parent(node)
    return False


def candidates(site: Site) -> list[tuple[str, Any]]:
    """[(name, tensor)]: the notebook's variables that are tensors which the cell has made before this line."""
    line = site.cell.line_of(site.statement)
    found: list[tuple[str, Any]] = []
    for name in sorted(used(site.cell.module)):
        value = site.names.get(name)
        tensor = value if isinstance(value, Tensor) else getattr(value, "_as_graph_element", lambda: None)()
        if not isinstance(tensor, Tensor) or tensor.graph is not site.op.graph or tensor.op is site.op:
            continue
        assigned = _assigned_in(site, name)
        if assigned and max(assigned) < line:
            found.append((name, tensor))
    return found
