"""Source: the syntax tree of a function, and a function made of a converted one, with the same globals and closure."""

import ast
import copy
import functools
import inspect
import linecache
import textwrap
import types
from typing import Any

from graphlab._src.autograph import operators
from graphlab._src.autograph.transformer import function_def, transform, transform_expression


class ConversionError(Exception):
    """A function can't be converted: its source is not known, or has what has no counterpart."""


def parse(function: Any) -> tuple[Any, int]:
    """(the syntax tree of a function or lambda, how many lines its file has before it)."""
    if function.__name__ == "<lambda>":
        return _lambda_of(function), 0
    try:
        lines, first = inspect.getsourcelines(function.__code__)
        node = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError) as error:
        raise ConversionError(f"its source is not known: {error}") from None
    except (SyntaxError, IndexError) as error:
        raise ConversionError(f"its source can't be read: {error}") from None
    if not isinstance(node, ast.FunctionDef):
        raise ConversionError("it is no plain function")
    return node, max(first - 1, 0)


def _lambda_of(function: Any) -> ast.Lambda:
    """The lambda expression of a function, found in its file by the places of its instructions."""
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        raise ConversionError("its source is not known")
    try:
        lambdas = _lambdas_in(text)
    except SyntaxError as error:
        raise ConversionError(f"its source can't be read: {error}") from None
    names = code.co_varnames[: code.co_argcount]
    places = [place for place in code.co_positions() if None not in place and place[2:] != (0, 0)]
    found = [
        node
        for node in lambdas
        if tuple(arg.arg for arg in (*node.args.posonlyargs, *node.args.args)) == names
        and places
        and all(_is_in(place, node) for place in places)
    ]
    if not found:
        raise ConversionError("its lambda expression is not in the source")
    smallest = min(found, key=lambda node: (node.end_lineno - node.lineno, node.end_col_offset - node.col_offset))
    return copy.deepcopy(smallest)


@functools.lru_cache(maxsize=8)
def _lambdas_in(text: str) -> list[Any]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda)]


def _is_in(place: Any, node: ast.Lambda) -> bool:
    """True when an instruction's place (first line, last, first column, last) is inside of a lambda's body."""
    body = node.body
    inside = (body.lineno, body.col_offset) <= (place[0], place[2])
    whole = (place[0], place[2]) == (node.lineno, node.col_offset)
    end = (node.end_lineno or 0, node.end_col_offset or 0)
    return (inside or whole) and (place[1], place[3]) <= end


_codes: dict[types.CodeType, types.CodeType | ConversionError] = {}


def converted_function(function: types.FunctionType) -> types.FunctionType:
    """A function like `function`, with its control flow converted. Raises ConversionError."""
    code = _codes.get(function.__code__)
    if code is None:
        try:
            code = _convert(function)
        except ConversionError as error:
            code = error
        _codes[function.__code__] = code
    if isinstance(code, ConversionError):
        raise code
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells["ag__"] = types.CellType(operators_for_code)
    closure = tuple(cells[name] for name in code.co_freevars)
    made = types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    functools.update_wrapper(made, function).ag_converted_ = True  # pyright: ignore[reportAttributeAccessIssue]
    return made


def _convert(function: types.FunctionType) -> types.CodeType:
    original = function.__code__
    if original.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise ConversionError("it is a generator or a coroutine")
    node, offset = parse(function)
    inner = converted_tree(node, function.__qualname__)
    inner.name = "ag__function"  # its own name in its body, where it calls itself, stays the name that it was
    free = [*original.co_freevars, "ag__"]
    parameters = ast.arguments([], [ast.arg(name) for name in free], None, [], [], None, [])
    factory = function_def("factory_", parameters, [inner, ast.Return(ast.Name(inner.name, ast.Load()))])
    module = ast.fix_missing_locations(ast.Module([factory], []))
    ast.increment_lineno(module, offset)
    try:
        whole = compile(module, original.co_filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise ConversionError(f"converted code is not valid: {error}") from None
    outer = next(one for one in whole.co_consts if isinstance(one, types.CodeType))
    return next(
        one for one in outer.co_consts if isinstance(one, types.CodeType) and one.co_name == inner.name
    ).replace(co_name=original.co_name, co_qualname=original.co_qualname)


def code_of(function: types.FunctionType, indentation: str = "    ") -> str:
    """The Python code of the converted function. Raises ConversionError."""
    node, _ = parse(function)
    text = ast.unparse(ast.fix_missing_locations(converted_tree(node, function.__qualname__)))
    return "\n".join(_indented(line, indentation) for line in text.splitlines())


def _indented(line: str, indentation: str) -> str:
    stripped = line.lstrip(" ")
    return indentation * ((len(line) - len(stripped)) // 4) + stripped


def converted_tree(node: Any, qualname: str) -> ast.FunctionDef:
    """The converted syntax tree of a function; a lambda becomes one."""
    if isinstance(node, ast.Lambda):
        body = ast.copy_location(ast.Return(transform_expression(node.body)), node)
        return ast.copy_location(function_def("lambda_", node.args, [body]), node)
    if any(isinstance(one, (ast.Yield, ast.YieldFrom, ast.Await)) for one in ast.walk(node)):
        raise ConversionError("it has a generator or a coroutine in it")
    node.decorator_list = []
    for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]:
        if argument is not None:
            argument.annotation = None
    node.returns = None
    # The values of defaults are those of the function: only their number counts.
    node.args.defaults = [ast.Constant(None) for _ in node.args.defaults]
    node.args.kw_defaults = [None if one is None else ast.Constant(None) for one in node.args.kw_defaults]
    scopes = [one for one in qualname.split(".")[:-1] if one != "<locals>"]
    if scopes and not qualname.endswith(f"<locals>.{node.name}"):
        _Mangler(scopes[-1]).visit(node)
    return transform(node)


class _Mangler(ast.NodeTransformer):
    """Private names of a class, self.__x, as Python writes them."""

    def __init__(self, owner: str) -> None:
        self._prefix = f"_{owner.lstrip('_')}"

    def _mangled(self, name: str) -> str:
        return f"{self._prefix}{name}" if name.startswith("__") and not name.endswith("__") else name

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        node.attr = self._mangled(node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self._mangled(node.id)
        return node


class _OperatorsForCode:
    """What converted code finds as ag__: the operators and what `conversion` adds to them."""

    def __getattr__(self, name: str) -> Any:
        return getattr(operators, name)


operators_for_code: Any = _OperatorsForCode()
