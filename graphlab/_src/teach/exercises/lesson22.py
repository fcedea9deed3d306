"""Exercises of the notebook "Look at any model"."""

import os
import tempfile

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker


@checker(
    "ex22_ends",
    "What goes in, what comes out",
    hints=(
        "Inputs have the type Placeholder. Outputs are the operations that no other operation has among its inputs.",
        'In `node.input` a name may have more around it: `"split:1"` is the second output of `split`, `"^step"` a control dependency on `step`.',
        '`used = {name.lstrip("^").partition(":")[0] for node in graph_def.node for name in node.input}`.',
    ),
)
def ends(trial, find: Function):
    """Write `find(graph_def)` for a `GraphDef`. Its `node` is a list of operations with `name`, `op` (the type) and `input` (a list of
    names). Return two lists of names, inputs and outputs. Inputs: the operations of the type Placeholder. Outputs: the operations that no
    other one has among its inputs."""
    graph = trial.new_graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        scale = tf.placeholder(tf.float32, [], name="scale")
        step = tf.no_op(name="step")
        left, right = tf.unstack(x, 2, axis=1, name="split")
        with tf.control_dependencies([step]):
            tf.multiply(right, scale, name="scaled")
        tf.nn.relu(left, name="relu")
    other = tf.Graph()
    with other.as_default():
        parts = tf.unstack(tf.placeholder(tf.float32, [2, 4], name="images"), name="halves")
        tf.identity(parts[1], name="second")
    for graph_def, inputs, outputs in (
        (graph.as_graph_def(), {"x", "scale"}, {"scaled", "relu"}),
        (other.as_graph_def(), {"images"}, {"second"}),
    ):
        found = trial.call(find, graph_def)
        if (
            not isinstance(found, (list, tuple))
            or len(found) != 2
            or not all(isinstance(names, (list, tuple, set, frozenset)) for names in found)
        ):
            raise RefutedError("`find` must return two lists.", "`return inputs, outputs`")
        if not all(isinstance(name, str) for names in found for name in names):
            raise RefutedError("The lists must hold names.", "`node.name` is the name of a node.")
        trial.same(list(found[0]), inputs, "the inputs", '`node.op == "Placeholder"`; `node.name` is the name.')
        hint = "Only what **no** other node has among its inputs is an output. Constants, placeholders and the like are used by others."
        extra = set(found[1]) - outputs
        if extra & {"split", "halves"}:
            hint = 'The input `"split:1"` is the second output of `split`: what is after the colon does not belong to the name.'
        elif "step" in extra:
            hint = 'The input `"^step"` is a control dependency on `step`: `^` does not belong to the name.'
        trial.same(found[1], outputs, "the outputs", hint)


@ends.solved_by
def _():
    def find(graph_def):
        used = {name.lstrip("^").partition(":")[0] for node in graph_def.node for name in node.input}
        inputs = [node.name for node in graph_def.node if node.op == "Placeholder"]
        outputs = [node.name for node in graph_def.node if node.name not in used]
        return inputs, outputs

    return find


@ends.mistake("is the second output of `split`")
def _():
    def find(graph_def):
        used = {name.lstrip("^") for node in graph_def.node for name in node.input}
        inputs = [node.name for node in graph_def.node if node.op == "Placeholder"]
        return inputs, [node.name for node in graph_def.node if node.name not in used - {"split"}]

    return find


@ends.mistake("does not belong to the name")
def _():
    def find(graph_def):
        used = {name.partition(":")[0] for node in graph_def.node for name in node.input}
        inputs = [node.name for node in graph_def.node if node.op == "Placeholder"]
        return inputs, [node.name for node in graph_def.node if node.name not in used]

    return find


@ends.mistake("missing from your answer")
def _():
    def find(graph_def):
        return [graph_def.node[0].name], [graph_def.node[-1].name]

    return find


@ends.mistake("not among the inputs")
def _():
    def find(graph_def):
        inputs = [node.name for node in graph_def.node if not node.input]
        used = {name.lstrip("^").partition(":")[0] for node in graph_def.node for name in node.input}
        return inputs, [node.name for node in graph_def.node if node.name not in used]

    return find


@checker(
    "ex22_run_frozen",
    "Run a frozen graph",
    hints=(
        "Three steps: read the bytes into a `GraphDef`, import it into a new graph, run a session on that graph.",
        '`graph_def.ParseFromString(bytes)`; `tf.import_graph_def(graph_def, name="")`. Without `name=""` all names begin with `import/`.',
        'Fetch `output + ":0"` and feed `{input + ":0": value}` in `tf.Session(graph=graph)`. No initializer: the variables are constants now.',
    ),
    on_error={
        "must feed": 'Feed all of `feeds`, each to the tensor of its placeholder: `{name + ":0": value}`.',
        "graph is empty": "The session runs the default graph. Import into a graph, and pass that one: `tf.Session(graph=graph)`.",
        "does not exist": 'Is the graph imported, and into the graph that the session runs? Without `name=""` its names begin with `import/`.',
        "refers to an Operation": 'A tensor is called `name + ":0"`.',
        "not in the graph": 'Without `name=""` the names of what is imported begin with `import/`.',
        "codec can't decode": 'A frozen graph is bytes, not text: `open(path, "rb")`.',
    },
)
def run_frozen(trial, run: Function):
    """Write `run(path, feeds, output)`. `path` is a file with a frozen graph, a `GraphDef`. `feeds` is a dict from names of placeholders
    (such as "x") to values, `output` the name of an operation. Return the value of its output. The default graph must stay as it is."""
    source = tf.Graph()
    with source.as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        shift = tf.placeholder(tf.float32, [], name="shift")
        product = tf.matmul(x, tf.constant([[1.0], [10.0]]), name="product")
        tf.add(product, shift, name="result")
        tf.negative(product, name="negative")
    another = tf.Graph()
    with another.as_default():
        tf.reduce_max(tf.placeholder(tf.float32, [None], name="numbers"), name="largest")
    graph = trial.new_graph()
    with tempfile.TemporaryDirectory() as folder:
        for name, frozen, output, feeds, expected in (
            ("frozen.pb", source, "result", {"x": [[1.0, 2.0], [0.0, 1.0]], "shift": 0.5}, [[21.5], [10.5]]),
            ("frozen.pb", source, "negative", {"x": [[3.0, 0.0]]}, [[-3.0]]),
            ("another.pb", another, "largest", {"numbers": [2.0, 7.0, -1.0]}, 7.0),
        ):
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(frozen.as_graph_def().SerializeToString())
            found = trial.call(run, path, feeds, output)
            trial.that(
                not graph.get_operations(),
                "",
                f"The default graph now has {len(graph.get_operations())} operations more.",
                "Import in a graph of its own: `with tf.Graph().as_default() as graph:`.",
            )
            if found is None:
                raise RefutedError(
                    "`run` returns nothing.",
                    'Fetching an operation returns None. Fetch its output, `output + ":0"`, and end with `return`.',
                )
            trial.near(found, expected, f"`{output}`", hint="Return what the run of the session returns.")
    trial.right.append("the default graph stays as it is")


@run_frozen.solved_by
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(graph_def, name="")
        with tf.Session(graph=graph) as session:
            return session.run(f"{output}:0", {f"{name}:0": value for name, value in feeds.items()})

    return run


@run_frozen.mistake("begin with `import/`")
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(graph_def)
        with tf.Session(graph=graph) as session:
            return session.run(f"{output}:0", {f"{name}:0": value for name, value in feeds.items()})

    return run


@run_frozen.mistake("Feed all of `feeds`")
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(graph_def, name="")
        with tf.Session(graph=graph) as session:
            return session.run(f"{output}:0")

    return run


@run_frozen.mistake("`negative` is")
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(graph_def, name="")
        with tf.Session(graph=graph) as session:
            return session.run("product:0", {f"{name}:0": value for name, value in feeds.items()}) + feeds.get(
                "shift", 0
            )

    return run


@run_frozen.mistake("Import in a graph of its own")
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        if not tf.get_default_graph().get_operations():
            tf.import_graph_def(graph_def, name="")
        with tf.Session() as session:
            return session.run(f"{output}:0", {f"{name}:0": value for name, value in feeds.items()})

    return run


@run_frozen.mistake("Fetch its output")
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(graph_def, name="")
        with tf.Session(graph=graph) as session:
            return session.run(output, {f"{name}:0": value for name, value in feeds.items()})

    return run


@run_frozen.mistake("pass that one")
def _():
    def run(path, feeds, output):
        graph_def = tf.GraphDef()
        with open(path, "rb") as file:
            graph_def.ParseFromString(file.read())
        with tf.Graph().as_default():
            tf.import_graph_def(graph_def, name="")
        with tf.Session() as session:
            return session.run(f"{output}:0")

    return run
