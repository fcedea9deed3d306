"""The modules of the package, and what tests read of each: one look at a syntax tree for all of them."""

import ast
import functools
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "graphlab"

MODULES = {
    ".".join(("graphlab", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def _part(module: str) -> str:
    """What a module is tested with: the other modules of its package in graphlab/_src, or the public namespaces."""
    return ".".join(module.split(".")[:3]) if module.startswith("graphlab._src.") else "graphlab"


PARTS: dict[str, list[str]] = {}
for _module in MODULES:
    PARTS.setdefault(_part(_module), []).append(_module)


@dataclass(frozen=True)
class Import:
    """One imported module, or name in one, as an absolute dotted name."""

    name: str
    line: int
    in_function: bool
    for_types: bool  # below `if TYPE_CHECKING:`, so that it does not run


@dataclass
class Survey:
    """What a module holds, each thing with its line."""

    imports: list[Import] = field(default_factory=list)
    names: list[tuple[int, str]] = field(default_factory=list)  # that it defines
    docstrings: list[tuple[int, str]] = field(default_factory=list)
    strings: list[tuple[int, str]] = field(default_factory=list)  # besides docstrings


@functools.cache
def source(module: str) -> str:
    return MODULES[module].read_text(encoding="utf-8")


@functools.cache
def survey(module: str) -> Survey:
    """What a module of the package holds."""
    path = MODULES[module]
    return survey_of(source(module), module if path.name == "__init__.py" else module.rpartition(".")[0])


def survey_of(text: str, package: str) -> Survey:
    """What a source text holds. package: what its relative imports begin from."""
    result = Survey()
    _visit(ast.parse(text), result, package, False, False)
    return result


def _visit(node: ast.AST, result: Survey, package: str, in_function: bool, for_types: bool) -> None:
    skip = None
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            result.strings.append((node.lineno, node.value))
    elif isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Store):
            result.names.append((node.lineno, node.id))
    elif isinstance(node, ast.Attribute):
        if isinstance(node.ctx, ast.Store):
            result.names.append((node.lineno, node.attr))
    elif isinstance(node, ast.arg):
        result.names.append((node.lineno, node.arg))
    elif isinstance(node, ast.Import):
        result.imports += [Import(alias.name, node.lineno, in_function, for_types) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        origin = ".".join([*above, *filter(None, [node.module])])
        result.imports += [
            Import(f"{origin}.{alias.name}", node.lineno, in_function, for_types) for alias in node.names
        ]
    elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        if not isinstance(node, ast.Module):
            result.names.append((node.lineno, node.name))
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str(text))) as skip, *_]:
                result.docstrings.append((skip.lineno, text))
        in_function = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    elif isinstance(node, ast.Lambda):
        in_function = True
    elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        for child in node.body:
            _visit(child, result, package, in_function, True)
        for child in node.orelse:
            _visit(child, result, package, in_function, for_types)
        return
    for child in ast.iter_child_nodes(node):
        if child is not skip:
            _visit(child, result, package, in_function, for_types)
