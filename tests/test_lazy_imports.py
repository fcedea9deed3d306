"""`import graphlab` imports little; a name is imported when it is used, and looks as if it had always been there."""

import ast
import pickle
import subprocess
import sys
import threading
import types

import pytest

import graphlab as tf
import graphlab._src
from graphlab._src.graph import opdef
from tests.modules import MODULES

SOURCES = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
TREES = {
    module: ast.parse(text) for module, text in SOURCES.items() if "attach(__name__)" in text and "_src" not in module
}


def waiting(tree: ast.Module) -> dict[str, str]:
    """{name: where it comes from} of what a module imports in its block `if TYPE_CHECKING:`."""
    return {
        alias.asname or alias.name: f"{statement.module}.{alias.name}"
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def run(program: str) -> str:
    return subprocess.check_output([sys.executable, "-c", program], text=True)


def test_a_module_does_not_use_the_names_that_wait():
    for module, tree in TREES.items():
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not waiting(tree).keys() & used, f"{module}: they are no globals, only `module.name` finds them"


def test_a_name_that_waits_is_not_imported_at_once_too():
    for module, tree in TREES.items():
        at_once = {a.asname or a.name for node in tree.body if isinstance(node, ast.ImportFrom) for a in node.names}
        assert not waiting(tree).keys() & at_once, f"{module}: the import at once undoes the other"


def test_no_name_that_waits_is_that_of_another_module():
    for module, tree in TREES.items():
        for name, place in waiting(tree).items():
            inner = f"{module}.{name}"
            assert inner not in MODULES or place == inner, (
                f"{inner} is a module, and would be found in place of {place}"
            )


@pytest.mark.slow
def test_all_names_are_listed_before_they_are_imported():
    program = (
        "import sys, graphlab as tf;"
        "assert 'Session' in dir(tf) and 'conv2d' in dir(tf.nn);"
        "assert 'AdamOptimizer' in dir(tf.train) and 'layers' in dir(tf.contrib);"
        "modules = 'graphlab._src.session.session', 'graphlab._src.ops.convolution.conv2d', 'tensorboard.summary', 'PIL', 'absl';"
        "print(*[name for name in modules if name in sys.modules])"
    )
    assert run(program).split() == []


@pytest.mark.slow
def test_a_name_comes_in_by_every_way_of_importing():
    program = (
        "from graphlab import nn, Session;"
        "from graphlab.train import AdamOptimizer;"
        "import graphlab.contrib.layers as conv, graphlab.compat.v1 as v1;"
        "from graphlab.nn import *;"
        "assert relu is nn.relu and v1.Session is Session;"
        "from graphlab import *;"
        "assert train.AdamOptimizer is AdamOptimizer and conv is contrib.layers"
    )
    run(program)


@pytest.mark.parametrize("value", [tf.nn.relu, tf.train.AdamOptimizer, tf.Session, tf.layers.Dense])
def test_what_waited_can_be_pickled(value):
    assert pickle.loads(pickle.dumps(value)) is value


@pytest.mark.slow
def test_the_type_of_an_operation_that_nothing_imported_is_known():
    program = (
        "import graphlab as tf;"
        "message = tf.GraphDef();"
        "a = message.node.add(name='a', op='Placeholder'); a.attr['dtype'].type = 1;"
        "b = message.node.add(name='b', op='Cumsum', input=['a', 'axis']); b.attr['T'].type = 1;"
        "axis = message.node.add(name='axis', op='Const'); axis.attr['dtype'].type = 3;"
        "axis.attr['value'].tensor.dtype = 3; axis.attr['value'].tensor.tensor_shape.SetInParent();"
        "axis.attr['value'].tensor.int_val.append(0);"
        "b, = tf.import_graph_def(message, return_elements=['b:0']);"
        "print(tf.Session().run(b, {'import/a:0': [1.0, 2.0]}))"
    )
    assert run(program).split() == ["[1.", "3.]"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        "x = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([1]), tf.constant([3, 2])); y = tf.convert_to_tensor(x)",
        "y = tf.SparseTensor([[0]], [2.0], [1]) * [3.0]; y = y.values",
        "y = tf.Variable(1.0) + 1",
        "y = tf.dtypes.cast(1, tf.float32)",
        "tf.train.import_meta_graph(tf.train.export_meta_graph()); y = tf.constant(1)",
        "y = tf.gradients(tf.map_fn(lambda x: x * x, tf.ones([2])), [tf.ones([])])[0]",
    ],
)
def test_a_program_that_imports_little_finds_what_it_needs(program):
    assert run(f"import graphlab as tf; {program}; print('done')") == "done\n"


@pytest.mark.slow
def test_a_file_is_drawn_without_what_runs_graphs(tmp_path):
    with tf.Graph().as_default() as graph:
        tf.nn.relu(tf.matmul(tf.placeholder(tf.float32, [None, 3]), tf.get_variable("w", [3, 2])))
    file, page = tmp_path / "graph.pb", tmp_path / "page.html"
    file.write_bytes(graph.as_graph_def(add_shapes=True).SerializeToString())
    program = (
        "import sys; from graphlab._src.cli.main import main;"
        f"main(['view', {str(file)!r}, '--output', {str(page)!r}]);"
        "print(*[name for name in ('jax', 'IPython', 'graphlab._src.session', 'graphlab._src.ops') if name in sys.modules]);"
        f"import graphlab as tf; tf.show({str(file)!r});"
        "print(*[name for name in ('jax', 'graphlab._src.session', 'graphlab._src.ops') if name in sys.modules])"
    )
    first, no_modules, title, *_, none_of_these = run(program).splitlines()
    assert (first, no_modules, title, none_of_these) == (str(page), "", "Graph of 13 operations", "")
    assert 'id="graph"' in page.read_text()


def test_an_operation_type_is_there_once_its_module_is_imported_whole(tmp_path, monkeypatch):
    (tmp_path / "slowly.py").write_text(
        "from graphlab._src.ops.define import op\n"
        "import gate\n\n"
        "@op('Slowly', 'x: T -> y: T', infer=lambda op: [op.inputs[0].shape.dims])\n"
        "def slowly(x):\n"
        "    return x\n\n"
        "gate.registered.set()\n"
        "gate.opened.wait(60)\n"
        "used = True\n"
    )
    gate = types.SimpleNamespace()
    gate.registered, gate.opened = threading.Event(), threading.Event()
    monkeypatch.setitem(sys.modules, "gate", gate)  # pyright: ignore[reportArgumentType]
    monkeypatch.setattr(graphlab._src, "__path__", [*graphlab._src.__path__, str(tmp_path)])
    monkeypatch.setitem(opdef.OP_MODULES, "Slowly", "slowly")
    found = []

    def look():
        assert opdef.lookup("Slowly") is not None
        found.append(hasattr(sys.modules["graphlab._src.slowly"], "used"))

    first, second = threading.Thread(target=look), threading.Thread(target=look)
    try:
        first.start()
        gate.registered.wait(60)
        second.start()
        second.join(0.05)  # it could be through by now, if it did not wait
        gate.opened.set()
        first.join(60)
        second.join(60)
        assert found == [True, True]
    finally:
        opdef._registry.pop("Slowly", None)
        opdef._complete.pop("Slowly", None)
        sys.modules.pop("graphlab._src.slowly", None)
