"""Operation types are named where they are declared: other layers read what an operation's declaration says."""

import ast
import dataclasses
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphlab._src.graph import opdef
from graphlab._src.graph.capabilities import Capabilities
from graphlab._src.graph.op_types import OP_MODULES

WORD = re.compile(r"\b[A-Z]\w+")  # as an operation type may be written
SOURCE = Path(__file__).parents[1] / "graphlab" / "_src"
# Packages of Keras's and tf.layers' names for layers, metrics and feature columns, which are names of operations, too.
SAME_NAMES = ("contrib", "estimator", "keras", "layers")
# Packages of operations, and tables of the names that arguments and classes had in other versions of TensorFlow.
DECLARING = (
    "ops/",
    "state/",
    "io/reader_kinds.py",
    "graph/op_types.py",
    "compat/equivalents.py",
    "compat/name_lookup.py",
    "compat/ops_modules.py",
    "teach/exercises/",  # they check what learners built
    "viz/explanation/",  # it says in words what operations compute, alone and together
    "compat/graph_transforms/",  # it rewrites the nodes of files by their types
    "io/inference_graph.py",  # it folds the batch norms of a file into the convolutions before them
)
# Functions that declare operations and their gradients, and those that add operations and nodes to a graph.
DECLARE = {"op", "dataset", "not_differentiable", "no_gradient", "RegisterGradient"}
ADD = {
    "_become",
    "_make",
    "_make_op",
    "_op",
    "add",
    "apply_op",
    "detached",
    "display_copy",
    "make",
    "new_operation",
    "NodeDef",
}
NAME = {"claim_name", "name_scope", "get_variable_scope", "_take_name", "tag_of"}

ALLOWED = {
    ("graph/constant.py", "Const"): "is_constant: what every layer knows of values that stand in the graph",
    ("cli/report.py", "Assert"): "`graphlab inspect` does not call it an output, though nothing takes its value",
    ("cli/report.py", "Const"): "the same",
    ("cli/report.py", "ZerosLike"): "the same: what gradients leave behind",
    ("viz/graphdef_diagram.py", "Const"): "the constants of a file state their shapes",
    ("viz/program_diagram.py", "Const"): "the constants of HLO are drawn as those of a graph",
    ("viz/program_diagram.py", "Placeholder"): "the same of its inputs",
    ("viz/roles.py", "Neg"): "what only makes a maximum a minimum, `minimize(-reward)`, is drawn with the optimizer",
    ("testing/graph_defs.py", "Const"): "assert_equal_graph_def compares NodeDefs, as TensorFlow's does",
    ("testing/graph_defs.py", "HashTable"): "assert_equal_graph_def leaves out the shared names of tables",
}


def called(node: ast.Call) -> str:
    """The name of the function that is called."""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def skipped(tree: ast.Module) -> Iterator[ast.AST]:
    """Strings that are no look at an operation's type: docstrings, exported names, and names of what is made."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node, clean=False):
            yield node.body[0].value  # pyright: ignore[reportAttributeAccessIssue]
        if isinstance(node, ast.Call):
            if called(node) in DECLARE | ADD | NAME:
                yield from (*node.args, *[keyword.value for keyword in node.keywords])
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "name")
        if isinstance(node, ast.arguments):
            positional = [*node.posonlyargs, *node.args]
            defaults = zip(positional[len(positional) - len(node.defaults) :], node.defaults, strict=True)
            for argument, default in (*defaults, *zip(node.kwonlyargs, node.kw_defaults, strict=True)):
                if argument.arg == "name" and default is not None:
                    yield default
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation  # a class, as text
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):  # name or "Const"
            yield from node.values[1:]


def declares(tree: ast.Module) -> bool:
    """True for a module that declares operations, which may speak of them by name."""
    return any(isinstance(node, ast.Call) and called(node) in {"op", "dataset"} for node in ast.walk(tree))


def literals() -> Iterator[tuple[str, str, int]]:
    """(module, operation type, line) of each type that a module names without declaring or adding such operations."""
    for path in sorted(SOURCE.rglob("*.py")):
        module = path.relative_to(SOURCE).as_posix()
        if module.startswith(DECLARING) or module.split("/")[0] in SAME_NAMES:
            continue
        text = path.read_text(encoding="utf-8")
        if not OP_MODULES.keys() & set(WORD.findall(text)):
            continue
        tree = ast.parse(text)
        if declares(tree):
            continue
        ignored = {id(node) for node in skipped(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in ignored:
                words = node.value.split()
                if words and node.value == node.value.strip() and all(word in OP_MODULES for word in words):
                    yield from ((module, word, node.lineno) for word in words)


def test_few_modules_know_an_operation_by_its_type():
    found = {(module, word): line for module, word, line in literals()}
    assert len(ALLOWED) <= 10
    news = [f"{module}:{line} {word}" for (module, word), line in found.items() if (module, word) not in ALLOWED]
    assert not news, "declare what is asked as a capability (graph/capabilities.py) of the operation:\n" + "\n".join(
        news
    )
    assert not ALLOWED.keys() - found.keys(), "no longer there"


@pytest.mark.parametrize("field", dataclasses.fields(Capabilities), ids=lambda field: field.name)
def test_capabilities_are_among_the_values_that_their_types_allow(field):
    kind = typing.get_type_hints(Capabilities)[field.name]
    choices = [item for part in typing.get_args(kind) for item in (typing.get_args(part) or [part])]
    words = {choice for choice in choices if isinstance(choice, str)}
    if typing.get_origin(kind) is typing.Literal:
        words = set(typing.get_args(kind))
    said = {getattr(definition, field.name) for definition in opdef.registered().values() if words}
    assert {value for value in said if isinstance(value, str)} == words, "each choice is one that some operation makes"
