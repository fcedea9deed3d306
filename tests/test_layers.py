"""Imports point down: from a later layer to an earlier one, at the top of the file, and never in a circle."""

from collections.abc import Iterator

import pytest

from tests.modules import MODULES, PACKAGE, PARTS, Import, survey

# Packages and modules below graphlab/_src, from the bottom to the top. Those on one line may import each other; a line
# may import from those above it. A package inside another one that is named here has a place of its own.
LAYERS = [
    ["base"],
    ["proto"],
    ["graph"],
    ["compiler"],
    ["ops"],
    ["state"],
    ["ops.functional", "ops.distributions", "ops.linear_operators"],
    ["autodiff"],
    ["autograph"],
    ["keras.layers", "layers"],
    ["layers.rnn"],
    ["io"],
    ["function"],
    ["session"],
    ["cluster"],
    ["data"],
    ["distribute"],
    ["summary"],
    ["train", "train.metrics"],
    ["layers.feature_column", "io.saved_model"],
    ["keras", "keras.layers.catalog"],
    ["testing"],
    ["debug"],
    ["viz"],
    ["editor", "play"],
    ["estimator"],
    ["contrib"],
    ["teach"],
]
# What is above the public namespaces, whose rank is between: programs that use them, the commands, and what `import
# tensorflow` finds.
ABOVE = [["teach.exercises"], ["compat"], ["cli"], ["server"]]
PUBLIC = len(LAYERS)
RANK = {name: rank for rank, layer in enumerate([*LAYERS, ["a public namespace"], *ABOVE]) for name in layer}


def rank(module: str) -> int:
    """The layer of a module: that of the longest package in LAYERS that it is in."""
    if not module.startswith("graphlab._src."):
        return RANK["cli"] if module == "graphlab.__main__" else PUBLIC
    name = module.removeprefix("graphlab._src.")
    while name and name not in RANK:
        name = name.rpartition(".")[0]
    assert name, f"{module} is in no layer"
    return RANK[name]


def imports(module: str, for_types: bool = True) -> Iterator[tuple[str, Import]]:
    """Every module of graphlab that `module` imports, absolute or relative, wherever the statement is.

    for_types: with those under `if TYPE_CHECKING:`, which never run; a public namespace imports them on first use.
    """
    for one in survey(module).imports:
        if one.for_types and not for_types and module.startswith("graphlab._src."):
            continue
        if one.name.split(".")[0] == "graphlab":
            # `from graphlab._src.ops import math` imports a module, `from graphlab._src.ops.math import add` a name in one.
            yield (one.name if one.name in MODULES else one.name.rpartition(".")[0]), one


def place(module: str, line: int) -> str:
    return f"{MODULES[module].relative_to(PACKAGE.parent)}:{line}"


@pytest.mark.parametrize("part", PARTS)
def test_imports_point_to_the_same_layer_or_an_earlier_one(part):
    wrong = [
        f"{place(module, one.line)} imports {imported}"
        for module in PARTS[part]
        for imported, one in imports(module)
        if rank(imported) > rank(module)
    ]
    assert not wrong


# Modules that name others above them as text, to import them when a program first needs them.
BY_NAME = {
    "graphlab._src.base.context": "hooks that higher packages fill",
    "graphlab._src.base.errors": "the public name of its classes",
    "graphlab.compat": "the importer of `tensorflow`, when a program calls install()",
    "graphlab.compat.v2": "names with other arguments, which are made of all others",
}


@pytest.mark.parametrize("part", PARTS)
def test_names_of_modules_in_text_point_down_too(part):
    wrong = [
        f"{place(module, line)} {text}"
        for module in PARTS[part]
        if module not in BY_NAME
        for line, text in survey(module).strings
        if "." in text and (named := text.partition(":")[0]) in MODULES and rank(named) > rank(module)
    ]
    assert not wrong


NAMESPACES = """
    app audio autograph bitwise compat config contrib data debugging distribute distributions dtypes errors estimator
    feature_column flags gfile graph_util image initializers io keras layers linalg logging lookup losses manip math
    metrics nest nn profiler python_io quantization queue ragged random resource_loader saved_model sets signal sparse
    spectral strings summary sysconfig test tpu train user_ops version xla
""".split()


def test_the_package_holds_tensorflows_namespaces():
    entries = {path.stem for path in PACKAGE.iterdir() if path.name not in ("__init__.py", "__pycache__", "examples")}
    assert entries - set(NAMESPACES) == {"_src", "__main__", "client", "py", "teach", "viz"}


@pytest.mark.parametrize("part", PARTS)
def test_imports_stand_at_the_top_of_the_file(part):
    inside = [place(module, one.line) for module in PARTS[part] for one in survey(module).imports if one.in_function]
    assert not inside, "imports inside functions"


def test_no_module_imports_itself_through_others():
    graph = {
        module: {name for name, _ in imports(module, False) if name in MODULES and name != module} for module in MODULES
    }
    # Taking away, again and again, what imports nothing that is left leaves the circles.
    while free := [module for module, imported in graph.items() if not imported & graph.keys()]:
        for module in free:
            del graph[module]
    assert not graph
