"""Exercises of lesson 4: names, scopes and the diagram."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function, Order
from graphlab._src.teach.exercise import checker

_LINES = ("p", "q", "r", "s")


@checker(
    "ex04_names",
    "Which names come out",
    hints=(
        "A name is there once in a graph. A second operation that wants the same name gets one with a number.",
        "Names and scopes are counted in the same way: the second scope `layer` becomes `layer_1`. Within it names begin anew.",
        "The first two are `a` and `a_1`. The third is in the scope `layer`, the fourth in `layer_1`: what are they called there?",
    ),
)
def which_names(trial, names: Order):
    """What are the four operations called? Answer with a list of four names, in the order of the lines.

    ```python
    p = tf.constant(1.0, name="a")
    q = tf.constant(2.0, name="a")
    with tf.name_scope("layer"):
        r = tf.constant(3.0, name="a")
    with tf.name_scope("layer"):
        s = tf.constant(4.0, name="a")
    ```"""
    with trial.graph.as_default():
        p = tf.constant(1.0, name="a")
        q = tf.constant(2.0, name="a")
        with tf.name_scope("layer"):
            r = tf.constant(3.0, name="a")
        with tf.name_scope("layer"):
            s = tf.constant(4.0, name="a")
    trial.that(
        len(names) == 4, "", f"There are four operations, and you named {len(names)}.", "One name for each line."
    )
    hints = (
        "The first one gets the name that it wants.",
        "`a` is there already, so the second one gets a number: the first number is 1.",
        "Within a scope a name begins with the scope's, and a slash. In a new scope every name is free.",
        "A scope is counted too: `layer` is there already, so the second one is `layer_1`. In it every name is free.",
    )
    trial.that(
        len(set(names)) == 4,
        "",
        "Two of your names are equal. A graph has each name once.",
        "The second operation of a name, and the second scope of a name, get a number: `_1`.",
    )
    for line, answer, tensor, hint in zip(_LINES, names, (p, q, r, s), hints, strict=True):
        trial.that(
            answer == tensor.op.name, f"`{line}` is `{tensor.op.name}`", f"`{line}` is not called `{answer}`.", hint
        )


@which_names.solved_by
def _():
    names = ["a", "a_1", "layer/a", "layer_1/a"]
    return names


@which_names.mistake("A graph has each name once")
def _():
    return ["a", "a", "layer/a", "layer/a"]


@which_names.mistake("A scope is counted too")
def _():
    return ["a", "a_1", "layer/a", "layer/a_1"]


@which_names.mistake("the first number is 1")
def _():
    return ["a", "a_2", "layer/a", "layer_2/a"]


@which_names.mistake("In a new scope every name is free")
def _():
    return ["a", "a_1", "layer/a_2", "layer_1/a"]


@which_names.mistake("One name for each line")
def _():
    return ["a", "a_1", "layer"]


@checker(
    "ex04_scopes",
    "A box for each layer",
    hints=(
        'What is built inside `with tf.name_scope("hidden"):` has a name that begins with `hidden/`. All of it.',
        "Open one scope after the other, not one within the other. Indent all lines of a layer beneath its scope.",
        'Write `with tf.name_scope("hidden"):` before the first three lines, `with tf.name_scope("output"):` before the last two; indent them.',
    ),
)
def scopes(trial, network: Function):
    """This function builds two layers, without any order in its names:

    ```python
    def network(x):
        w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
        h = tf.matmul(x, w)
        h = tf.nn.relu(h)
        u = tf.constant([[1.0], [2.0], [3.0]])
        return tf.matmul(h, u)
    ```

    Change it so that all operations of the first layer (the first three lines) are in a scope `hidden`, and all others in a scope
    `output`. What it computes stays the same."""
    x = trial.placeholder([None, 2])
    before = len(trial.graph.get_operations())
    y = trial.is_tensor(trial.call(network, x), None, "What `network` returns")
    added = trial.graph.get_operations()[before:]
    numbers = np.array([[1.0, 2.0], [-1.0, 0.5]])
    hidden = np.maximum(numbers @ np.array([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]]), 0)
    trial.value(
        y,
        hidden @ np.array([[1.0], [2.0], [3.0]]),
        {x: numbers},
        what="the result",
        hint="Change only the scopes: use the lines of the task as they are.",
    )
    loose = [op for op in added if "/" not in op.name]
    trial.that(
        not loose,
        "every operation is in a scope",
        f"{_are(loose)} in no scope.",
        "Indent the line beneath `with tf.name_scope(…):`.",
        loose,
    )
    tops = {op.name.partition("/")[0] for op in added}
    trial.that(
        tops == {"hidden", "output"},
        "there are two scopes, `hidden` and `output`",
        f"The outermost scopes are {_list(tops)}, not `hidden` and `output`.",
        "Open two scopes, one after the other. A scope that is opened within another becomes a part of it; one that is opened twice gets a number.",
        [op for op in added if op.name.partition("/")[0] not in ("hidden", "output")] or added,
    )
    wrong = [op for op in added if op.type == "Relu" and not op.name.startswith("hidden/")]
    trial.that(not wrong, "", f"{_are(wrong)} not in `hidden`.", "The first three lines belong to `hidden`.", wrong)
    used = trial.executed(y)
    second = [op for op in used if op.name.startswith("output/")]
    wrong = [
        op
        for op in second
        if any(op in one.control_inputs or op in (t.op for t in one.inputs) for one in used if one not in second)
    ]
    trial.that(not wrong, "", f"{_are(wrong)} used in `hidden`.", "The first three lines belong to `hidden`.", wrong)
    enters = sorted(
        {tensor for op in second for tensor in op.inputs if tensor.op not in second}, key=lambda one: one.name
    )
    values = trial.run(enters, {x: numbers})
    passed = [tensor for tensor, value in zip(enters, values, strict=True) if np.array_equal(value, hidden)]
    wrong = [tensor.op for tensor in enters if tensor not in passed]
    what = _list([op.name for op in wrong])
    trial.that(
        passed and not wrong,
        "the result of `hidden` is all that `output` uses",
        f"`output` uses {what}: not the result of the first layer."
        if wrong
        else "`output` does not use the result of `hidden`.",
        "The first three lines belong to `hidden`, up to `tf.nn.relu`; the last two, the constant `u` and the second product, to `output`.",
        wrong or second,
    )


@scopes.solved_by
def _():
    def network(x):
        with tf.name_scope("hidden"):
            w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
            h = tf.matmul(x, w)
            h = tf.nn.relu(h)
        with tf.name_scope("output"):
            u = tf.constant([[1.0], [2.0], [3.0]])
            return tf.matmul(h, u)

    return network


@scopes.mistake("A scope that is opened within another becomes a part of it")
def _():
    def network(x):
        with tf.name_scope("hidden"):
            w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
            h = tf.matmul(x, w)
            h = tf.nn.relu(h)
            with tf.name_scope("output"):
                u = tf.constant([[1.0], [2.0], [3.0]])
                return tf.matmul(h, u)

    return network


@scopes.mistake("in no scope")
def _():
    def network(x):
        with tf.name_scope("hidden"):
            w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
        h = tf.matmul(x, w)
        h = tf.nn.relu(h)
        with tf.name_scope("output"):
            u = tf.constant([[1.0], [2.0], [3.0]])
        return tf.matmul(h, u)

    return network


@scopes.mistake("The first three lines belong to `hidden`")
def _():
    def network(x):
        with tf.name_scope("hidden"):
            w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
            h = tf.matmul(x, w)
        with tf.name_scope("output"):
            h = tf.nn.relu(h)
            u = tf.constant([[1.0], [2.0], [3.0]])
            return tf.matmul(h, u)

    return network


@scopes.mistake("in no scope")
def _():
    def network(x):
        w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]], name="hidden")
        h = tf.nn.relu(tf.matmul(x, w, name="hidden"), name="hidden")
        u = tf.constant([[1.0], [2.0], [3.0]], name="output")
        return tf.matmul(h, u, name="output")

    return network


@scopes.mistake("the constant `u` and the second product, to `output`")
def _():
    def network(x):
        with tf.name_scope("hidden"):
            w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
            u = tf.constant([[1.0], [2.0], [3.0]])
            h = tf.nn.relu(tf.matmul(x, w))
        with tf.name_scope("output"):
            return tf.matmul(h, u)

    return network


@scopes.mistake("used in `hidden`")
def _():
    def network(x):
        with tf.name_scope("output"):
            w = tf.constant([[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]])
            u = tf.constant([[1.0], [2.0], [3.0]])
        with tf.name_scope("hidden"):
            h = tf.nn.relu(tf.matmul(x, w))
        with tf.name_scope("output/"):
            return tf.matmul(h, u)

    return network


@checker(
    "ex04_find",
    "Find it by its name",
    hints=(
        "The graph is a dictionary of names. It finds operations with one method and tensors with another.",
        "An operation is called `layer/sum`; its first output, a tensor, is called `layer/sum:0`.",
        '`return graph.get_tensor_by_name(name + ":0")`',
    ),
    on_error={
        "not a Tensor": "The name of a tensor ends with the number of the output: `layer/sum:0`.",
        "must be of the form": "The name of a tensor ends with the number of the output: `layer/sum:0`.",
        "does not exist": "That is not a name in this graph. The names of tensors end with the number of the output: `layer/sum:0`.",
    },
)
def find(trial, find: Function):
    """Write `find(graph, name)`. `name` is the name of an operation in the graph, such as `"layer/sum"`. Return its first output, the
    tensor. It must add nothing to the graph."""
    with trial.graph.as_default():
        for name in ("earlier/sum", "two_halves"):  # names that end like those that are looked for
            tf.constant(5.0, name=name)
        with tf.name_scope("layer"):
            total = tf.add(tf.constant(1.0), 2.0, name="sum")
        halves = tf.split(tf.constant([1.0, 2.0]), 2, name="halves")
        with tf.name_scope("other"):  # names that end, or begin, like those that are looked for
            tf.add(tf.constant(3.0), 4.0, name="sum")
        tf.identity(total, name="layer/sum_2")
        tf.identity(halves[1], name="halves_2")
    graph = trial.graph
    for name, wanted in (("layer/sum", total), ("halves", halves[0])):
        before = len(graph.get_operations())
        found = trial.call(find, graph, name)
        trial.that(
            not isinstance(found, tf.Operation),
            "",
            f"For `{name}` it returns the operation, not a tensor.",
            "`operation.outputs` is the list of its tensors; or use `graph.get_tensor_by_name`.",
            [wanted.op],
        )
        trial.is_tensor(
            found, None, f"What it returns for `{name}`", "Return the tensor itself, which the graph has; run nothing."
        )
        added = graph.get_operations()[before:]
        trial.that(
            not added, "", f"The call adds {_list(added)} to the graph.", "The tensor is there already: find it.", added
        )
        trial.that(
            found is wanted or trial.element(found) is wanted,
            f"`{name}` is found",
            f"For `{name}` it returns `{trial.element(found).name}`.",
            "The first output of an operation has the number 0."
            if trial.operation(found) is wanted.op
            else "That is another operation. Look the whole name up, from the outermost scope.",
            [wanted.op],
        )


@find.solved_by
def _():
    def find(graph, name):
        return graph.get_tensor_by_name(name + ":0")

    return find


@find.mistake("Look the whole name up")
def _():
    def find(graph, name):
        return [op for op in graph.get_operations() if name in op.name][-1].outputs[0]

    return find


@find.mistake("Look the whole name up")
def _():
    def find(graph, name):
        last = name.split("/")[-1]
        return next(op for op in graph.get_operations() if op.name.endswith(last)).outputs[0]

    return find


@find.mistake("The name of a tensor ends with the number of the output")
def _():
    def find(graph, name):
        return graph.get_tensor_by_name(name)

    return find


@find.mistake("`operation.outputs` is the list of its tensors")
def _():
    def find(graph, name):
        return graph.get_operation_by_name(name)

    return find


@find.mistake("is a list, not a tensor")
def _():
    def find(graph, name):
        return graph.get_operation_by_name(name).outputs

    return find


@find.mistake("The first output of an operation has the number 0")
def _():
    def find(graph, name):
        return graph.get_operation_by_name(name).outputs[-1]

    return find


@find.mistake("The tensor is there already")
def _():
    def find(graph, name):
        return tf.identity(graph.get_tensor_by_name(name + ":0"))

    return find


@checker(
    "ex04_reopen",
    "Back into a scope",
    hints=(
        'A second `tf.name_scope("shared")` opens a new scope, `shared_1`. How does one enter the scope that is there?',
        "A name that ends with a slash is meant exactly: it is not made different from others.",
        'Open the scope with `tf.name_scope("shared/")`.',
    ),
)
def reopen(trial, double: Function):
    """Write `double(x)`, which returns `2.0 * x`. It is called several times. All operations of all calls must be in *one* scope, `shared`,
    and never in `shared_1`."""
    x = trial.placeholder([None])
    for call in ("first", "second", "third"):
        before = len(trial.graph.get_operations())
        y = trial.is_tensor(trial.call(double, x), None, f"What the {call} call returns", "Return `2.0 * x`.")
        added = trial.graph.get_operations()[before:]
        trial.value(
            y, [2.0, -3.0], {x: [1.0, -1.5]}, what=f"the result of the {call} call", hint="It returns `2.0 * x`."
        )
        trial.that(added, "", f"The {call} call adds nothing to the graph.", "Each call builds its own product.")
        outside = [op for op in added if not op.name.startswith("shared/")]
        counted = [op for op in outside if op.name.startswith("shared_")]
        trial.that(
            not counted,
            "",
            f"The {call} call opens a new scope: {_are(counted)} in it.",
            'The name gets a number because `shared` is there. `tf.name_scope("shared/")`, with a slash, enters it again.',
            counted,
        )
        trial.that(
            not outside,
            f"the {call} call adds to `shared`",
            f"{_are(outside)} outside of `shared`.",
            'Build all of it, the product and its constant, inside `with tf.name_scope("shared/"):`.',
            outside,
        )


@reopen.solved_by
def _():
    def double(x):
        with tf.name_scope("shared/"):
            return 2.0 * x

    return double


@reopen.mistake("with a slash, enters it again")
def _():
    def double(x):
        with tf.name_scope("shared"):
            return 2.0 * x

    return double


@reopen.mistake("outside of `shared`")
def _():
    def double(x):
        return 2.0 * x

    return double


@reopen.mistake("with a slash, enters it again")
def _():
    def double(x):
        with tf.variable_scope("shared", reuse=tf.AUTO_REUSE):
            return 2.0 * x

    return double


@reopen.mistake("Build all of it")
def _():
    def double(x):
        two = tf.constant(2.0)
        with tf.name_scope("shared/"):
            return two * x

    return double


def _list(items):
    names = [f"`{getattr(item, 'name', item)}`" for item in sorted(items, key=lambda item: getattr(item, "name", item))]
    return ", ".join(names[:5]) + (" and more" if len(names) > 5 else "")


def _are(items):
    return f"{_list(items)} {'is' if len(items) == 1 else 'are'}"
