"""Jumps: break, continue and return in branches and loops become flags that what follows depends on.

Afterwards a function returns at its end only, and a loop ends by its condition only.
"""

import ast
import itertools
from typing import Any, NamedTuple

RETVAL, DO_RETURN = "retval_", "do_return_"


class _Flags(NamedTuple):
    """The names of the flags that a jump sets: of the loop around it, and of the function."""

    break_: str | None
    continue_: str | None


def lower(function: ast.FunctionDef) -> None:
    """Replaces the jumps of a function, and of those inside it."""
    _Lowering().function(function)


def _name(identifier: str) -> ast.expr:
    return ast.Name(identifier, ast.Load())


def _set(identifier: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(identifier, ast.Store())], value)


def _none_of(flags: set[str]) -> ast.expr:
    tests: list[ast.expr] = [ast.UnaryOp(ast.Not(), _name(flag)) for flag in sorted(flags)]
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


class _Lowering:
    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._returns = False  # the function that is being lowered returns inside of a branch or loop

    def function(self, node: ast.FunctionDef) -> None:
        before = self._returns
        node.body = _returns_at_end(node.body)
        self._returns = any(_contains(one, ast.Return) for one in node.body if not isinstance(one, ast.Return))
        body, _ = self.block(node.body, _Flags(None, None))
        if self._returns:
            undefined = ast.Call(ast.Attribute(_name("ag__"), "Undefined", ast.Load()), [ast.Constant(RETVAL)], [])
            start = [_set(DO_RETURN, ast.Constant(False)), _set(RETVAL, undefined)]
            # As in TensorFlow the flag is read at the end, so that branches have a value of it, too.
            results: list[ast.expr] = [_name(RETVAL), _name(DO_RETURN)]
            end = ast.Return(ast.Call(ast.Attribute(_name("ag__"), "returned", ast.Load()), results, []))
            docstring = body[:1] if ast.get_docstring(node) is not None else []
            body = [*docstring, *start, *body[len(docstring) :], end]
        node.body = body
        self._returns = before

    def block(self, statements: list[ast.stmt], flags: _Flags) -> tuple[list[ast.stmt], set[str]]:
        """(the statements without jumps, the flags that they may set)."""
        done: list[ast.stmt] = []
        for i, statement in enumerate(statements):
            new, jumps = self.statement(statement, flags)
            done += [ast.copy_location(one, statement) for one in new]
            if isinstance(statement, (ast.Break, ast.Continue, ast.Return)):
                return done, jumps
            rest = statements[i + 1 :]
            if jumps and rest:
                following, more = self.block(rest, flags)
                done.append(ast.copy_location(ast.If(_none_of(jumps), following, []), rest[0]))
                return done, jumps | more
            if jumps:
                return done, jumps
        return done or [ast.Pass()], set()

    def statement(self, node: Any, flags: _Flags) -> tuple[list[ast.stmt], set[str]]:
        if isinstance(node, ast.Return) and self._returns:
            value = ast.Constant(None) if node.value is None else node.value
            return [_set(RETVAL, value), _set(DO_RETURN, ast.Constant(True))], {DO_RETURN}
        if isinstance(node, (ast.Break, ast.Continue)):
            flag = flags.break_ if isinstance(node, ast.Break) else flags.continue_
            assert flag is not None
            return [_set(flag, ast.Constant(True))], {flag}
        if isinstance(node, (ast.While, ast.For)):
            return self._loop(node)
        if isinstance(node, ast.FunctionDef):
            self.function(node)
            return [node], set()
        jumps: set[str] = set()
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if isinstance(node, (ast.If, ast.With, ast.Try)) and inner:
                new, more = self.block(inner, flags)
                setattr(node, field, new)
                jumps |= more
        for handler in getattr(node, "handlers", ()):
            handler.body, more = self.block(handler.body, flags)
            jumps |= more
        return [node], jumps

    def _loop(self, node: Any) -> tuple[list[ast.stmt], set[str]]:
        number = next(self._numbers)
        flags = _Flags(f"break_{number}_", f"continue_{number}_")
        node.body, jumps = self.block(node.body, flags)
        before: list[ast.stmt] = []
        if flags.continue_ in jumps:
            node.body.insert(0, ast.copy_location(_set(flags.continue_, ast.Constant(False)), node))
        ends = jumps - {flags.continue_}
        if flags.break_ in ends:
            before.append(_set(flags.break_, ast.Constant(False)))
        if ends:
            node.__dict__["extra_test"] = [_none_of(ends)]
            if isinstance(node, ast.While):
                node.test = ast.copy_location(ast.BoolOp(ast.And(), [_none_of(ends), node.test]), node.test)
                node.__dict__["extra_test"] = []
        orelse, node.orelse = node.orelse, []
        outside = ends - {flags.break_}
        after: list[ast.stmt] = []
        if orelse:
            after, more = self.block(orelse, _Flags(None, None))
            if ends:
                after = [ast.If(_none_of(ends), after, [])]
            outside |= more
        return [*before, node, *after], outside


def _contains(node: ast.AST, kind: type[ast.AST]) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
        return False
    return isinstance(node, kind) or any(_contains(child, kind) for child in ast.iter_child_nodes(node))


def _always_returns(statements: list[ast.stmt]) -> bool:
    for statement in statements:
        if isinstance(statement, (ast.Return, ast.Raise)):
            return True
        if isinstance(statement, ast.If) and statement.orelse:
            if _always_returns(statement.body) and _always_returns(statement.orelse):
                return True
        if isinstance(statement, ast.With) and _always_returns(statement.body):
            return True
    return False


def _returns_at_end(statements: list[ast.stmt]) -> list[ast.stmt]:
    """What follows `if …: return` moves into its other branch, so that both branches return."""
    for i, statement in enumerate(statements):
        if isinstance(statement, ast.With):
            statement.body = _returns_at_end(statement.body)
        if not isinstance(statement, ast.If):
            continue
        if not _contains(statement, ast.Return):
            continue
        rest = statements[i + 1 :]
        one, other = _always_returns(statement.body), _always_returns(statement.orelse)
        if rest and one and not other:
            statement.orelse, rest = [*statement.orelse, *rest], []
        elif rest and other and not one:
            statement.body, rest = [*statement.body, *rest], []
        statement.body = _returns_at_end(statement.body)
        statement.orelse = _returns_at_end(statement.orelse)
        if not rest:
            return statements[: i + 1]
    return statements
