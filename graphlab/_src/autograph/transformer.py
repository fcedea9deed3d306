"""Transformer: rewrites the control flow of a function's syntax tree as calls of graphlab._src.autograph.operators.

Each branch and each loop's body becomes a function that sets the names of the function around it; `get_state` and
`set_state` read and set those that it modifies.
"""

import ast
import itertools
from typing import Any

from graphlab._src.autograph import jumps, liveness

_NOT_CONVERTED = {"super", "locals", "globals", "vars", "dir", "eval", "exec", "__import__"}


def transform(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function with its control flow converted."""
    jumps.lower(function)
    return _Transformer().convert(function, converted=False)


def transform_expression(node: ast.expr) -> ast.expr:
    """An expression with its choices and calls converted."""
    return _Transformer().visit(node)


def function_def(name: str, arguments: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    """The definition of a function."""
    made: Any = ast.parse(f"def {name}(): pass").body[0]  # has all fields that this version of Python wants
    made.args, made.body = arguments, body
    return made


def _ag(name: str) -> ast.expr:
    return ast.Attribute(ast.Name("ag__", ast.Load()), name, ast.Load())


def _call(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(_ag(name), list(args), [])


def _lambda(body: ast.expr) -> ast.expr:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), body)


def _parsed(dotted: str, context: Any) -> ast.expr:
    base, _, last = dotted.rpartition(".")
    return ast.Attribute(_parsed(base, ast.Load()), last, context) if base else ast.Name(last, context)


class _Transformer(ast.NodeTransformer):
    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._globals: set[str] = set()

    def convert(self, node: ast.FunctionDef, converted: bool) -> ast.FunctionDef:
        """A function without its jumps, converted. converted: whether it is inside of one that is."""
        liveness.annotate(node)
        outer, self._globals = self._globals, set()
        outside: set[str] = set()
        for one in _own_nodes(node):
            if isinstance(one, ast.Global):
                self._globals.update(one.names)
            elif isinstance(one, ast.Nonlocal):
                outside.update(one.names)
        arguments = node.args
        own = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        known = {argument.arg for argument in own if argument} | outside | self._globals
        fresh: dict[str, None] = {}
        for one in _own_nodes(node):
            for name in getattr(one, "modified", ()):
                if name not in known and "." not in name:
                    fresh[name] = None
        docstring = node.body[:1] if ast.get_docstring(node) is not None else []
        declarations = [one for one in node.body if isinstance(one, (ast.Global, ast.Nonlocal))]
        rest = [one for one in node.body[len(docstring) :] if one not in declarations]
        start: list[ast.stmt] = [
            ast.Assign([ast.Name(name, ast.Store())], _call("Undefined", ast.Constant(name))) for name in fresh
        ]
        node.body = [*docstring, *declarations, *start, *self._statements(rest)]
        if converted:
            node.decorator_list = [*(self.visit(one) for one in node.decorator_list), _ag("converted")]
        node.args.defaults = [self.visit(one) for one in node.args.defaults]
        self._globals = outer
        return node

    def _statements(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            for one in new if isinstance(new, list) else [new]:
                found.append(ast.copy_location(one, statement))
        return found or [ast.Pass()]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if isinstance(node, (ast.With, ast.Try, ast.ExceptHandler)) and inner:
                setattr(node, field, self._statements(inner))
        if isinstance(node, (ast.With, ast.Try, ast.ExceptHandler)):
            for field, value in list(ast.iter_fields(node)):
                if field in ("items", "handlers"):
                    setattr(node, field, [self.visit(one) for one in value])
            return node
        return super().generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self.convert(node, converted=True)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        node.body = self.visit(node.body)
        return ast.copy_location(_call("converted", node), node)

    # Statements

    def visit_If(self, node: Any) -> Any:
        names, live, state = self._state(node)
        number = next(self._numbers)
        body = self._function(f"if_body_{number}", node.body, names)
        orelse = self._function(f"else_body_{number}", node.orelse, names)
        arguments = [_name(body), _name(orelse), *state.arguments(names, live)]
        choice = ast.Expr(_call("if_stmt", self.visit(node.test), *arguments))
        return [*state.functions, body, orelse, choice]

    def visit_While(self, node: Any) -> Any:
        names, live, state = self._state(node)
        number = next(self._numbers)
        options = self._options(node)
        test = self._function(f"loop_test_{number}", [ast.Return(node.test)], [])
        body = self._function(f"loop_body_{number}", node.body, names)
        loop = ast.Expr(_call("while_stmt", _name(test), _name(body), *state.arguments(names, live), options))
        return [*state.functions, test, body, loop]

    def visit_For(self, node: Any) -> Any:
        names, live, state = self._state(node)
        number = next(self._numbers)
        options = self._options(node)
        item = f"item_{number}_"
        extra = liveness.extra_test(node)
        taken = ast.Assign([node.target], ast.Name(item, ast.Load()))
        body = self._function(f"loop_body_{number}", [ast.copy_location(taken, node), *node.body], names, item)
        test = _lambda(self.visit(extra[0])) if extra else ast.Constant(None)
        loop = ast.Expr(
            _call("for_stmt", self.visit(node.iter), test, _name(body), *state.arguments(names, live), options)
        )
        return [*state.functions, body, loop]

    def visit_Assert(self, node: ast.Assert) -> Any:
        message = ast.Constant(None) if node.msg is None else self.visit(node.msg)
        return ast.Expr(_call("assert_stmt", self.visit(node.test), _lambda(message)))

    def _state(self, node: Any) -> Any:
        names = [name for name in node.modified if name.partition(".")[0] not in self._globals]
        return names, node.live, _State(names, next(self._numbers))

    def _options(self, node: Any) -> ast.expr:
        """What a call of set_loop_options at the beginning of a loop's body says."""
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Call):
            called = liveness.dotted_name(first.value.func) or ""
            if called.rpartition(".")[2] == "set_loop_options":
                node.body = node.body[1:] or [ast.Pass()]
                keys: list[Any] = [ast.Constant(one.arg) for one in first.value.keywords]
                return ast.Dict(keys, [one.value for one in first.value.keywords])
        return ast.Constant(None)

    def _function(self, name: str, body: list[ast.stmt], names: list[str], *arguments: str) -> ast.FunctionDef:
        plain = [one for one in names if "." not in one]
        start: list[ast.stmt] = [ast.Nonlocal(plain)] if plain else []
        if self._globals:
            start.append(ast.Global(sorted(self._globals)))
        given = ast.arguments([], [ast.arg(one) for one in arguments], None, [], [], None, [])
        statements = [*start, *self._statements(body)]
        return function_def(name, given, statements)

    # Expressions

    def visit_Call(self, node: ast.Call) -> Any:
        node = super().generic_visit(node)  # pyright: ignore[reportAssignmentType]
        if isinstance(node.func, ast.Name) and node.func.id in _NOT_CONVERTED:
            return node
        keys = [None if one.arg is None else ast.Constant(one.arg) for one in node.keywords]
        keywords = ast.Dict(keys, [one.value for one in node.keywords])  # pyright: ignore[reportArgumentType]
        made = _call("converted_call", node.func, ast.Tuple(list(node.args), ast.Load()), keywords)
        return ast.copy_location(made, node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        values = [self.visit(value) for value in node.values]
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        result = values.pop()
        while values:
            result = _call(name, _lambda(values.pop()), _lambda(result))
        return ast.copy_location(result, node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        node = super().generic_visit(node)  # pyright: ignore[reportAssignmentType]
        middle = node.comparators[:-1]
        if not middle or not all(isinstance(one, (ast.Name, ast.Constant)) for one in middle):
            return node
        left = [node.left, *middle]
        pairs: list[ast.expr] = [
            ast.Compare(one, [op], [other]) for one, op, other in zip(left, node.ops, node.comparators, strict=True)
        ]
        result = pairs.pop()
        while pairs:
            result = _call("and_", _lambda(pairs.pop()), _lambda(result))
        return ast.copy_location(result, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node = super().generic_visit(node)  # pyright: ignore[reportAssignmentType]
        return ast.copy_location(_call("not_", node.operand), node) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        parts = self.visit(node.test), _lambda(self.visit(node.body)), _lambda(self.visit(node.orelse))
        return ast.copy_location(_call("if_exp", *parts), node)


class _State:
    """The functions get_state and set_state of a statement that modifies names."""

    def __init__(self, names: list[str], number: int) -> None:
        get, put = f"get_state_{number}", f"set_state_{number}"
        values: list[ast.expr] = [
            _call("attribute", _lambda(_parsed(name, ast.Load())), ast.Constant(name))
            if "." in name
            else ast.Name(name, ast.Load())
            for name in names
        ]
        empty = ast.arguments([], [], None, [], [], None, [])
        reader = function_def(get, empty, [ast.Return(ast.Tuple(values, ast.Load()))])
        plain = [name for name in names if "." not in name]
        body: list[ast.stmt] = [ast.Nonlocal(plain)] if plain else []
        for i, name in enumerate(names):
            value = ast.Subscript(ast.Name("values_", ast.Load()), ast.Constant(i), ast.Load())
            if "." in name:
                base, _, last = name.rpartition(".")
                body.append(ast.Expr(_call("set_attribute", _parsed(base, ast.Load()), ast.Constant(last), value)))
            else:
                body.append(ast.Assign([ast.Name(name, ast.Store())], value))
        given = ast.arguments([], [ast.arg("values_")], None, [], [], None, [])
        writer = function_def(put, given, body or [ast.Pass()])
        self.functions: list[ast.stmt] = [reader, writer]
        self._names = get, put

    def arguments(self, names: list[str], live: set[str]) -> list[ast.expr]:
        """The last arguments of the call that replaces the statement."""
        texts: list[ast.expr] = [ast.Constant(name) for name in names]
        retained: list[ast.expr] = [ast.Constant(name in live) for name in names]
        functions: list[ast.expr] = [ast.Name(name, ast.Load()) for name in self._names]
        return [*functions, ast.Tuple(texts, ast.Load()), ast.Tuple(retained, ast.Load())]


def _name(function: ast.FunctionDef) -> ast.expr:
    return ast.Name(function.name, ast.Load())


def _own_nodes(function: ast.FunctionDef) -> Any:
    """All nodes of a function but those of functions and classes inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, liveness.FUNCTIONS):
            waiting.extend(ast.iter_child_nodes(node))
