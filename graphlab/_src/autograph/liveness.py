"""Liveness: which names a statement sets, and which are read later, noted on the nodes of a function's syntax tree.

Each if, while and for gets `modified`, the names that it sets; `live`, those of them that are read after it, or in a
loop at the beginning of the next iteration.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def annotate(function: ast.FunctionDef) -> None:
    """Notes modified and live on all statements of a function; functions inside have their own."""
    _block(function.body, set())


def modified(nodes: Iterable[ast.AST]) -> list[str]:
    """The names and attributes ("self.x") that statements set, in order, without what inner functions set."""
    found: dict[str, None] = {}
    for node in nodes:
        for name in _stores(node):
            found[name] = None
    return list(found)


def _stores(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
        return
    if isinstance(node, (ast.Lambda, *_COMPREHENSIONS)):
        return
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield (alias.asname or alias.name).partition(".")[0]
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        dotted = dotted_name(node)
        if dotted:
            yield dotted
    for child in ast.iter_child_nodes(node):
        yield from _stores(child)


def dotted_name(node: ast.AST) -> str | None:
    """ "self.x.y" for such an expression, None for others."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted_name(node.value)
        return f"{base}.{node.attr}" if base else None
    return None


def _reads(node: Any) -> set[str]:
    """The names that an expression or a simple statement reads, inner functions among it."""
    found: set[str] = set()
    for one in node if isinstance(node, list) else [node]:
        for item in ast.walk(one):
            if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load):
                found.add(item.id)
            elif isinstance(item, ast.AugAssign) and isinstance(item.target, ast.Name):
                found.add(item.target.id)
            elif isinstance(item, (ast.Nonlocal, ast.Global)):
                found.update(item.names)
    return found


def _block(statements: list[ast.stmt], live: set[str]) -> set[str]:
    for statement in reversed(statements):
        live = _before(statement, live)
    return live


def _before(node: Any, live: set[str]) -> set[str]:
    """What is read from the beginning of a statement on, where `live` is what is read after it."""
    if isinstance(node, ast.If):
        _note(node, [*node.body, *node.orelse], live)
        return _block(node.body, live) | _block(node.orelse, live) | _reads(node.test)
    if isinstance(node, ast.While):
        head = live | _reads(node.test) | _reads(extra_test(node))
        head |= _block(node.body, set(head))
        head |= _block(node.body, set(head))
        _note(node, node.body, live | head)
        return head
    if isinstance(node, (ast.For, ast.AsyncFor)):
        targets = set(_stores(node.target))
        head = live | _reads(extra_test(node))
        for _ in range(2):
            head |= _block(node.body, set(head)) - targets
        _note(node, [node.target, *node.body], live | head)
        return head | _reads(node.iter)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        head = _block(node.body, live)
        for item in reversed(node.items):
            if item.optional_vars is not None:
                head = head - set(_stores(item.optional_vars))
            head = head | _reads(item.context_expr)
        return head
    if isinstance(node, ast.Try):
        everything = live | _reads(node)
        for block in (node.body, node.orelse, node.finalbody, *(handler.body for handler in node.handlers)):
            _block(block, everything)
        return everything
    if isinstance(node, ast.Return):
        return set() if node.value is None else _reads(node.value)
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return (live - set(_stores(node))) | _reads(node)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return (live - {node.name}) | _reads(node)
    return live | _reads(node)


def extra_test(node: Any) -> list[ast.expr]:
    """What must hold for a loop to go on, beside its own condition: that it was not broken out of."""
    return getattr(node, "extra_test", [])


def _note(node: Any, inside: list[Any], live: set[str]) -> None:
    node.modified = modified(inside)
    node.live = {name for name in node.modified if name in live or "." in name}
