"""Imports point down: from a later layer to an earlier one, at the top of the file, and never in a circle."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "graphlab"

# Packages and modules below graphlab/_src, from the bottom to the top. Those on one line may import each other; a line
# may import from those above it. A package inside another one that is named here has a place of its own.
LAYERS = [
    ["base"],
    ["proto"],
    ["graph"],
    ["compiler"],
    ["ops", "ops.functional.calls"],
    ["state"],
    ["ops.functional", "ops.distributions"],
    ["autodiff"],
    ["keras.layers", "layers"],
    ["layers.rnn"],
    ["io"],
    ["session"],
    ["data"],
    ["summary"],
    ["train", "train.metrics"],
    ["layers.feature_column", "io.saved_model"],
    ["keras", "keras.layers.catalog"],
    ["testing"],
    ["viz"],
    ["estimator"],
    ["contrib"],
]
# What stands above the public namespaces, whose rank lies between: the commands, and what `import tensorflow` finds.
ABOVE = [["compat"], ["cli"]]
PUBLIC = len(LAYERS)
RANK = {name: rank for rank, layer in enumerate([*LAYERS, ["a public namespace"], *ABOVE]) for name in layer}

MODULES = {
    ".".join(("graphlab", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def rank(module: str) -> int:
    """The layer of a module: that of the longest package in LAYERS that it is in."""
    if not module.startswith("graphlab._src."):
        return RANK["cli"] if module == "graphlab.__main__" else PUBLIC
    name = module.removeprefix("graphlab._src.")
    while name and name not in RANK:
        name = name.rpartition(".")[0]
    assert name, f"{module} is in no layer"
    return RANK[name]


def imports(module: str) -> Iterator[tuple[str, ast.stmt]]:
    """Every module of graphlab that `module` imports, absolute or relative, wherever the statement stands."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names if alias.name.split(".")[0] == "graphlab")
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                source = ".".join([*above, *filter(None, [source])])
            if source.split(".")[0] == "graphlab":
                # `from graphlab._src.ops import math` imports a module, `from graphlab._src.ops.math import add` a name in one.
                for alias in node.names:
                    inner = f"{source}.{alias.name}"
                    yield (inner if inner in MODULES else source), node


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_to_the_same_layer_or_an_earlier_one(module):
    wrong = [
        f"{MODULES[module].relative_to(PACKAGE.parent)}:{node.lineno} imports {imported}"
        for imported, node in imports(module)
        if rank(imported) > rank(module)
    ]
    assert not wrong


# Modules that name others above them as text, to import them when a program first needs them.
BY_NAME = {
    "graphlab._src.base.context": "hooks that higher packages fill",
    "graphlab._src.base.errors": "the public name of its classes",
    "graphlab.compat": "the importer of `tensorflow`, when a program calls install()",
}


@pytest.mark.parametrize("module", MODULES)
def test_names_of_modules_in_text_point_down_too(module):
    named = {
        node.value.partition(":")[0]: node.lineno
        for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    wrong = [
        f"line {line}: {name}"
        for name, line in named.items()
        if "." in name and name in MODULES and rank(name) > rank(module)
    ]
    assert not wrong or module in BY_NAME


NAMESPACES = """
    app audio bitwise compat config contrib data debugging distribute distributions dtypes errors estimator feature_column
    flags gfile graph_util image initializers io keras layers linalg logging lookup losses manip math metrics nest nn
    python_io quantization queue random resource_loader saved_model sets signal sparse spectral strings summary sysconfig
    test train version
""".split()


def test_the_package_holds_tensorflows_namespaces():
    entries = {path.stem for path in PACKAGE.iterdir() if path.name not in ("__init__.py", "__pycache__", "examples")}
    assert entries - set(NAMESPACES) == {"_src", "__main__", "client", "py", "viz"}


@pytest.mark.parametrize("module", MODULES)
def test_imports_stand_at_the_top_of_the_file(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    inside = [
        node.lineno
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not inside, f"imports inside functions, on lines {inside}"


def test_no_module_imports_itself_through_others():
    graph = {module: {name for name, _ in imports(module) if name in MODULES and name != module} for module in MODULES}
    # Taking away, again and again, what imports nothing that is left leaves the circles.
    while free := [module for module, imported in graph.items() if not imported & graph.keys()]:
        for module in free:
            del graph[module]
    assert not graph
