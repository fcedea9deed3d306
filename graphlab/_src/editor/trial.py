"""Trial: whether an edited cell can be built, before the notebook has it.

A cell that only builds a graph is run in a graph and a namespace of its own. Running a cell twice would do twice whatever
else it does (print, train, read files, change objects of other cells), so of others the edited call alone is built, on placeholders of the
shapes that its inputs have.
"""

import ast
import contextlib
import contextvars
import io
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.base.package import PACKAGE
from graphlab._src.editor.cell_source import EditError
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.identity import placeholder

_BUILTINS = frozenset(
    "abs bool dict enumerate float int isinstance len list max min print range reversed round set sorted str sum tuple type "
    "zip".split()
)
# What is no building of a graph among graphlab's names: it runs, reads, writes or shows.
_EFFECTS = frozenset(
    "run eval Session InteractiveSession Saver FileWriter gfile io saved_model app py_func py_function estimator write_graph "
    "reset_default_graph enable_eager_execution start_queue_runners show step watch unwatch preview overlay interact train_and_evaluate "
    "fit load save tofile fromfile loadtxt savetxt savez genfromtxt memmap sort fill resize put itemset partition append extend "
    "MonitoredSession MonitoredTrainingSession SingularMonitoredSession Supervisor Server load_op_library".split()
)
# Methods that change nothing, of whatever they are.
_HARMLESS = frozenset("get_shape as_list format join items keys values split astype reshape copy".split())
# Expressions whose value is a new object.
_MAKING = (
    ast.Call,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.ListComp,
    ast.Lambda,
)
_FILE = "<edited cell>"


def try_cell(text: str, shift: int, names: dict[str, Any], call: str = "") -> None:
    """EditError where an edited cell can't be built. text: its Python code.  shift: of its lines from the reader's.

    names: the notebook's variables, which stay as they are.  call: the edited call, for cells that do more than build.
    """
    tree = _parsed(text, shift)
    if _Purity(names).is_pure(tree):
        _run(tree, dict(names), shift)
    elif call:
        only = ast.parse(call, mode="eval")
        if _Purity(names).is_pure(only):
            _call(only, names)


def _parsed(text: str, shift: int) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise EditError(f"The cell would not parse: {error.msg} in line {(error.lineno or 0) + shift}") from None


def _run(tree: ast.Module, names: dict[str, Any], shift: int) -> None:
    code = compile(tree, _FILE, "exec")
    error = _failure(lambda: exec(code, names))
    if error is not None:
        line = _line(error)
        where = f" in line {line + shift}" if line else ""
        raise EditError(f"The cell would fail{where}: {_said(error)}") from error


def _call(expression: ast.Expression, names: dict[str, Any]) -> None:
    """Builds one call on placeholders. What can't be built that way says nothing about the call."""
    used = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}

    def build() -> None:
        own = dict(names)
        for name in used & names.keys():
            tensor = _tensor(names[name])
            if tensor is not None:
                own[name] = placeholder(tensor.dtype.base_dtype, tensor.shape)
        eval(compile(expression, _FILE, "eval"), own)

    error = _failure(build)
    if error is not None and "graph" not in str(error):
        raise EditError(f"The line would fail: {_said(error)}") from error


def _tensor(value: Any) -> Tensor | None:
    made = value if isinstance(value, Tensor) else getattr(value, "_as_graph_element", lambda: None)()
    return made if isinstance(made, Tensor) else None


def _failure(build: Callable[[], Any]) -> Exception | None:
    """The error of a function that builds, in a graph and a thread of its own; None where there is none.

    What is default for this thread (sessions, scopes) is not there in another. Nothing is printed, and the next random
    numbers stay the same.
    """
    found: list[Exception] = []
    graph = Graph()
    graph.is_subgraph = True  # no panel lists it

    def call() -> None:
        try:
            with graph.as_default():
                build()
        except Exception as error:
            found.append(error)

    state = np.random.get_state()
    thread = threading.Thread(target=contextvars.Context().run, args=(call,), name="graphlab trial", daemon=True)
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            thread.start()
            thread.join()
    finally:
        np.random.set_state(state)
    return found[0] if found else None


def _line(error: BaseException) -> int:
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            line = trace.tb_lineno or line
        trace = trace.tb_next
    return line


def _said(error: BaseException) -> str:
    first = str(error).split("\n")[0]
    return f"{type(error).__name__}: {first}"


class _Purity(ast.NodeVisitor):
    """Whether code does no more than build a graph and assign variables, as far as its text says."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = dict(names)
        self._own: set[str] = set()  # names that the code itself assigns
        self._made: set[str] = set()  # those whose values it makes: not other names for what was there before
        self._pure = True

    def is_pure(self, tree: ast.AST) -> bool:
        """True where all that is called is known to build, and nothing that was there before is changed."""
        others: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, (ast.Assign, ast.NamedExpr, ast.AnnAssign, ast.withitem)):
                value = node.context_expr if isinstance(node, ast.withitem) else node.value
                (self._made if isinstance(value, _MAKING) else others).update(_targets(node))
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self._made.add(node.name)
                self._own.add(node.name)
            elif isinstance(node, ast.Import):
                modules = {one.asname or one.name.partition(".")[0]: one.name for one in node.names}
                self._names |= {name: sys.modules.get(module) for name, module in modules.items()}
            elif isinstance(node, (ast.For, ast.comprehension)):
                others.update(one.id for one in ast.walk(node.target) if isinstance(one, ast.Name))
            elif isinstance(node, ast.arg):
                others.add(node.arg)
                self._own.add(node.arg)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._own.add(node.id)
        self._made -= others
        self.visit(tree)
        return self._pure

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Delete, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            self._pure = False
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            self._pure &= self._root(node) in self._own
        super().generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self._pure &= all(alias.name in sys.modules for alias in node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._pure &= node.module in sys.modules

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        root = self._root(node.target)
        value = self._names.get(root)
        self._pure &= root in self._own and not isinstance(value, (list, dict, set, np.ndarray))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self._pure &= self._builds(node.func)
        self.generic_visit(node)

    def _builds(self, function: ast.expr) -> bool:
        path: list[str] = []
        while isinstance(function, ast.Attribute):
            path.append(function.attr)
            function = function.value
        if _EFFECTS & set(path):
            return False
        if path and path[0] in _HARMLESS or isinstance(function, ast.Constant):  # "…".format
            return True
        if isinstance(function, ast.Call):
            return bool(path)  # a method of what a call returns, which is visited too
        if not isinstance(function, ast.Name):
            return bool(path) and self._root(function) in self._made
        name = function.id
        if name in self._own:
            return name in self._made
        value = self._names.get(name)
        module = getattr(value, "__name__", "") if type(value) is type(sys) else ""
        if module:
            return module.partition(".")[0] == "numpy" or _is_graphlab(value)
        if path:
            return isinstance(value, np.ndarray) or _tensor(value) is not None
        return name in _BUILTINS or _is_own_function(value)

    def _root(self, node: ast.AST) -> str:
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            node = node.value
        return node.id if isinstance(node, ast.Name) else ""


def _targets(node: Any) -> set[str]:
    """The names that an assignment, or the `as` of a with, assigns."""
    if isinstance(node, ast.withitem):
        targets = [node.optional_vars] if node.optional_vars is not None else []
    else:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def _is_graphlab(module: Any) -> bool:
    return (getattr(module, "__file__", "") or "").startswith(str(PACKAGE))


def _is_own_function(value: Any) -> bool:
    return (getattr(value, "__module__", "") or "").startswith("graphlab.")
