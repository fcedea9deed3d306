"""Repairs of a call: its arguments, keywords, texts and the name of what is called."""

from collections.abc import Iterator
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit
from graphlab._src.editor.call_arguments import (
    keyword_of,
    parsed,
    quoted_like,
    renamed_keyword,
    string_of,
    text_of,
    with_argument,
    without_argument,
)
from graphlab._src.editor.fix_edits import (
    SLOT,
    Failed,
    Repair,
    alias_of,
    argument,
    call_of,
    element_of,
    filled,
    handles,
    place_of,
    replacing,
)
from graphlab._src.editor.op_site import value_of
from graphlab._src.graph.tensor import Tensor


@handles("set")
def _set(edit: Edit, failed: Failed) -> Iterator[Repair]:
    node = failed.node
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.MatrixMultiply):
        function = parsed(f"{alias_of(failed)}.matmul")
        args = [cst.Arg(node.left, comma=_COMMA), cst.Arg(node.right, comma=_COMMA)]
        new = cst.Call(
            function, [*args, cst.Arg(parsed(edit.text), keyword=cst.Name(str(edit.argument)), equal=_EQUAL)]
        )
        yield replacing(failed, node, new)
    call = call_of(failed)
    text = filled(edit.text, failed, graph=getattr(edit.operand, "graph", None))
    if call is not None and text is not None:
        name = str(edit.argument)
        yield replacing(
            failed,
            call,
            with_argument(call, place_of(name, call, failed), name, parsed(text)),
            tried="{" not in edit.text,
        )


_COMMA = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
_EQUAL = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


@handles("remove")
def _remove(edit: Edit, failed: Failed) -> Iterator[Repair]:
    call = call_of(failed)
    at = None if call is None else place_of(str(edit.argument), call, failed)
    if call is not None and at is not None and keyword_of(call.args[at]) is not None:
        yield replacing(failed, call, without_argument(call, at))


@handles("rename")
def _rename(edit: Edit, failed: Failed) -> Iterator[Repair]:
    call = call_of(failed)
    if call is not None and any(keyword_of(arg) == edit.argument for arg in call.args):
        yield replacing(failed, call, renamed_keyword(call, str(edit.argument), edit.text))


@handles("wrap")
def _wrap(edit: Edit, failed: Failed) -> Iterator[Repair]:
    found = argument(edit, failed)
    if found is None:
        return
    holder, value = found
    bare = value.with_changes(lpar=[], rpar=[]) if getattr(value, "lpar", None) else value
    runs = "{session}" in edit.text
    text = filled(edit.text, failed, text_of(bare), getattr(edit.operand, "graph", None))
    if text is None:
        return
    new = parsed(text)
    if isinstance(holder, cst.Arg):
        call = failed.node
        args = [one.with_changes(value=new) if one is holder else one for one in call.args]
        yield replacing(failed, call, call.with_changes(args=args), tried=not runs)
    elif isinstance(holder, cst.BinaryOperation) and holder is not value:
        side = "left" if value is holder.left else "right"
        yield replacing(failed, holder, holder.with_changes(**{side: new}))
    elif isinstance(holder, cst.Comparison) and holder is not value:
        if value is holder.left:
            yield replacing(failed, holder, holder.with_changes(left=new))
        else:
            target = holder.comparisons[0].with_changes(comparator=new)
            yield replacing(failed, holder, holder.with_changes(comparisons=[target, *holder.comparisons[1:]]))
    else:
        yield replacing(failed, value, new, tried=False)


@handles("replace")
def _replace(edit: Edit, failed: Failed) -> Iterator[Repair]:
    found = argument(edit, failed)
    if found is not None and isinstance(found[0], cst.Arg):
        call = failed.node
        new = parsed(edit.text)
        yield replacing(
            failed,
            call,
            call.with_changes(args=[one.with_changes(value=new) if one is found[0] else one for one in call.args]),
        )


@handles("instead")
def _instead(edit: Edit, failed: Failed) -> Iterator[Repair]:
    call = call_of(failed)
    if call is not None and len(call.args) == 1:
        text = filled(edit.text, failed, text_of(call.args[0].value))
        if text is not None:
            yield replacing(failed, call, parsed(text), tried=False)


@handles("keywords")
def _keywords(edit: Edit, failed: Failed) -> Iterator[Repair]:
    call = call_of(failed)
    names = edit.text.split()
    if call is None or any(arg.star for arg in call.args):
        return
    plain = [arg for arg in call.args if arg.keyword is None]
    taken = {keyword_of(arg) for arg in call.args}
    if not plain or len(plain) > len(names) or taken & set(names[: len(plain)]):
        return
    by_arg = dict(zip(plain, names, strict=False))
    args = [
        arg.with_changes(keyword=cst.Name(by_arg[arg]), equal=_EQUAL) if arg in by_arg else arg for arg in call.args
    ]
    yield replacing(failed, call, call.with_changes(args=args), tried=len(names) > 1)


@handles("swap")
def _swap(_edit: Edit, failed: Failed) -> Iterator[Repair]:
    node = failed.node
    if isinstance(node, cst.BinaryOperation):
        yield replacing(failed, node, node.with_changes(left=node.right, right=node.left))
    elif isinstance(node, cst.Call) and len(node.args) > 1:
        first, second, *others = node.args
        if not (first.star or second.star or first.keyword or second.keyword):
            args = [first.with_changes(value=second.value), second.with_changes(value=first.value), *others]
            yield replacing(failed, node, node.with_changes(args=args))


@handles("text")
def _text(edit: Edit, failed: Failed) -> Iterator[Repair]:
    literals: list[cst.BaseExpression] = []

    class Literals(cst.CSTVisitor):
        def visit_SimpleString(self, node: cst.SimpleString) -> None:  # noqa: N802
            if string_of(node) == edit.argument:
                literals.append(node)

    failed.node.visit(Literals())
    if len(literals) == 1:
        changed = failed.node.deep_replace(literals[0], quoted_like(literals[0], edit.text))
        yield replacing(failed, failed.node, changed, tried=False)


@handles("attribute")
def _attribute(edit: Edit, failed: Failed) -> Iterator[Repair]:
    node = failed.node.func if isinstance(failed.node, cst.Call) else failed.node
    if isinstance(node, cst.Attribute) and node.attr.value == edit.argument:
        yield replacing(failed, node, node.with_changes(attr=cst.Name(edit.text)), tried=False)


@handles("path")
def _path(edit: Edit, failed: Failed) -> Iterator[Repair]:
    node = failed.node.func if isinstance(failed.node, cst.Call) else failed.node
    text = filled(f"tf.{edit.text}", failed)
    if isinstance(node, cst.Attribute) and text:
        yield replacing(failed, node, parsed(text), tried=False)


@handles("method")
def _method(edit: Edit, failed: Failed) -> Iterator[Repair]:
    node = failed.node.func if isinstance(failed.node, cst.Call) else failed.node
    call = failed.cell.parent(node)
    if isinstance(node, cst.Attribute) and isinstance(call, cst.Call) and call.func is node:
        text = filled(edit.text, failed, text_of(node.value), getattr(edit.operand, "graph", None))
        if text:
            yield replacing(failed, call, parsed(text), tried=False)


@handles("uncall")
def _uncall(_edit: Edit, failed: Failed) -> Iterator[Repair]:
    """`activation=tf.nn.relu()` becomes `activation=tf.nn.relu`."""
    if isinstance(failed.node, cst.Call):
        yield replacing(failed, failed.node, failed.node.func, tried=False)


@handles("call")
def _call(edit: Edit, failed: Failed) -> Iterator[Repair]:
    """A function among the fetches is called: `tf.global_variables_initializer()`."""
    names = dict(failed.names)
    found: list[tuple[cst.CSTNode, cst.CSTNode]] = []

    class Functions(cst.CSTVisitor):
        def visit_Call(self, node: cst.Call) -> bool:  # noqa: N802
            return node is failed.node

        def visit_Attribute(self, node: cst.Attribute) -> bool:  # noqa: N802
            if value_of(node, names) is edit.operand:
                found.append((node, cst.Call(node)))
            return False

        def visit_Name(self, node: cst.Name) -> None:  # noqa: N802
            if value_of(node, names) is edit.operand:
                found.append((node, cst.Call(node)))

    failed.node.visit(Functions())
    if found:
        yield Repair(failed.cell.replaced(*found))


@handles("item")
def _item(_edit: Edit, failed: Failed) -> Iterator[Repair]:
    """`t[0] = 1.0` becomes `t = tf.tensor_scatter_nd_update(t, [[0]], [1.0])`; `v[0] = 1.0` of a variable `v[0].assign(1.0)`."""
    statement: Any = failed.statement
    target = statement.targets[0].target if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else None
    if not isinstance(target, cst.Subscript):
        return
    owner, value = text_of(target.value), text_of(statement.value)
    if not isinstance(value_of(target.value, dict(failed.names)), Tensor):
        new: Any = cst.Expr(parsed(f"{text_of(target)}.assign({value})"))
        yield Repair(failed.cell.replaced((statement, new)))
        return
    indices = [one.slice for one in target.slice]
    if isinstance(target.value, cst.Name) and all(isinstance(one, cst.Index) for one in indices):
        at = ", ".join(text_of(one.value) for one in indices if isinstance(one, cst.Index))
        text = filled(f"tf.tensor_scatter_nd_update({owner}, [[{at}]], [{value}])", failed)
        yield Repair(
            failed.cell.replaced(
                (statement, statement.with_changes(targets=[cst.AssignTarget(target.value)], value=parsed(text or "")))
            )
        )


@handles("none-size")
def _none_size(_edit: Edit, failed: Failed) -> Iterator[Repair]:
    for arg in failed.node.args if isinstance(failed.node, cst.Call) else ():
        if isinstance(arg.value, (cst.List, cst.Tuple)):
            nones = [one.value for one in arg.value.elements if text_of(one.value) == "None"]
            if len(nones) == 1:
                yield Repair(failed.cell.replaced((nones[0], parsed("-1"))))


@handles("fill")
def _fill(edit: Edit, failed: Failed) -> Iterator[Repair]:
    call = call_of(failed)
    if call is not None:
        yield replacing(
            failed, call, with_argument(call, None, str(edit.argument), cst.Name(SLOT)), edit.text, tried=False
        )


@handles("run-size")
def _run_size(_edit: Edit, failed: Failed) -> Iterator[Repair]:
    """`x.shape[0]` becomes `tf.shape(x)[0]`, where the size is not known before a run."""
    changes: list[tuple[cst.CSTNode, cst.CSTNode]] = []
    names = dict(failed.names)

    class Sizes(cst.CSTVisitor):
        def visit_Subscript(self, node: cst.Subscript) -> None:  # noqa: N802
            shape = node.value
            if isinstance(shape, cst.Call) and not shape.args:
                shape = shape.func
            if not isinstance(shape, cst.Attribute) or shape.attr.value not in ("shape", "get_shape"):
                return
            tensor = element_of(value_of(shape.value, names))
            if isinstance(tensor, Tensor) and not tensor.shape.is_fully_defined():
                changes.append((node.value, parsed(filled("tf.shape({})", failed, text_of(shape.value)) or "")))

    failed.node.visit(Sizes())
    if changes:
        yield Repair(failed.cell.replaced(*changes))


@handles("name")
def _name(edit: Edit, failed: Failed) -> Iterator[Repair]:
    if isinstance(failed.node, cst.Name) and failed.node.value == edit.argument:
        yield replacing(failed, failed.node, cst.Name(edit.text), tried=False)


@handles("top")
def _top(edit: Edit, failed: Failed) -> Iterator[Repair]:
    yield Repair(failed.cell.module, top=edit.text)
