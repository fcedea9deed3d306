"""Exercises of lesson 9: values are saved and restored by name, also in another graph or process."""

import os
import tempfile

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import count

_UNKNOWN = {
    "not found in checkpoint": "The checkpoint has no value of this name. `tf.train.list_variables(path)` lists those that it has."
}


def _checkpoint(folder, values):
    """The path of a new checkpoint in a folder, with these values by name."""
    with tf.Graph().as_default():
        variables = [tf.Variable(value, name=name) for name, value in values.items()]
        with tf.Session() as session:
            session.run(tf.variables_initializer(variables))
            return tf.train.Saver().save(session, os.path.join(folder, "model"), write_meta_graph=False)


def _value(trial, session, variable, wanted, what, hint):
    """States what value a variable has in a session, where it must have one."""
    try:
        found = session.run(variable)
    except tf.errors.FailedPreconditionError:
        found = None
    trial.that(found is not None, "", f"`{variable.op.name}` is uninitialized {what}.", hint, [variable.op])
    trial.near(found, wanted, f"`{variable.op.name}` {what}", hint=hint, marks=[variable.op])


@checker(
    "ex09_save",
    "Save the weights alone",
    hints=(
        "A Saver saves all variables of the graph, unless you name those that it should save.",
        "`tf.train.Saver(variables)` accepts a list. Which function lists the trainable variables?",
        "`return tf.train.Saver(tf.trainable_variables()).save(session, path)`.",
    ),
    on_error={"uninitialized": "Save with the session that is passed: it holds the values. Another one has none."},
)
def save(trial, save_weights: Function):
    """A graph has weights, and besides them what Adam and a step counter have made. Write `save_weights(session, path)`: it saves the
    trainable variables, and nothing else, to a checkpoint whose path begins with `path`, and returns the path of the checkpoint."""
    with trial.graph.as_default():
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        with tf.variable_scope("model"):
            w, b = tf.get_variable("w", [3]), tf.get_variable("b", [])
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) + b))
        train = tf.train.AdamOptimizer(0.1).minimize(loss, tf.train.get_or_create_global_step())
    with tempfile.TemporaryDirectory() as folder, trial.session() as session:
        session.run(train, {x: np.eye(3)})
        trained = session.run({"model/w": w, "model/b": b})
        path = trial.call(save_weights, session, os.path.join(folder, "weights"))
        trial.returned(path)
        trial.that(
            isinstance(path, str) and path.startswith(folder) and os.path.exists(f"{path}.index"),
            "it returns the path of a checkpoint",
            "What `save_weights` returns is not the path of a checkpoint.",
            "`saver.save(session, path)` writes the files, and returns the path of the checkpoint.",
        )
        try:
            found = dict(tf.train.list_variables(path))
        except tf.errors.OpError as error:
            raise RefutedError(
                "The file that `save_weights` wrote is not a checkpoint.",
                "`tf.train.Saver(variables).save(session, path)` writes a checkpoint.",
            ) from error
        for name in ("model/w", "model/b"):
            trial.that(
                name in found,
                f"the checkpoint has `{name}`",
                f"The checkpoint has no value called `{name}`: it has {', '.join(found) or 'none'}.",
                "The names in a checkpoint are those of the variables, unless the Saver is passed others.",
            )
        trial.same(
            list(found),
            ["model/w", "model/b"],
            "the trainable variables",
            "Adam's averages and the step counter are variables as well, but they are not trainable.",
        )
        reader = tf.train.load_checkpoint(path)
        for name, value in trained.items():
            trial.near(
                reader.get_tensor(name),
                value,
                f"`{name}` in the checkpoint",
                hint="Save the values of the session that is passed, as they are. Don't initialize them.",
            )


@save.solved_by
def _():
    def save_weights(session, path):
        saver = tf.train.Saver(tf.trainable_variables())
        return saver.save(session, path)

    return save_weights


@save.mistake("they are not trainable")
def _():
    def save_weights(session, path):
        return tf.train.Saver().save(session, path)

    return save_weights


@save.mistake("they are not trainable")
def _():
    def save_weights(session, path):
        return tf.train.Saver(tf.global_variables("model/")).save(session, path)

    return save_weights


@save.mistake("returns the path of the checkpoint")
def _():
    def save_weights(session, path):
        tf.train.Saver(tf.trainable_variables()).save(session, path)
        return tf.trainable_variables()

    return save_weights


@save.mistake("Another one has none")
def _():
    def save_weights(session, path):
        with tf.Session() as session:
            return tf.train.Saver(tf.trainable_variables()).save(session, path)

    return save_weights


@save.mistake("Don't initialize them")
def _():
    def save_weights(session, path):
        session.run(tf.global_variables_initializer())
        return tf.train.Saver(tf.trainable_variables()).save(session, path)

    return save_weights


@save.mistake("the one who made it closes it")
def _():
    def save_weights(session, path):
        path = tf.train.Saver(tf.trainable_variables()).save(session, path)
        session.close()
        return path

    return save_weights


@save.mistake("is not a checkpoint")
def _():
    def save_weights(session, path):
        with open(path + ".index", "w") as file:
            file.write("model/w")
        return path

    return save_weights


@save.mistake("not the path of a checkpoint")
def _():
    def save_weights(session, path):
        np.savez(path, **{variable.op.name: session.run(variable) for variable in tf.trainable_variables()})
        return path + ".npz"

    return save_weights


@checker(
    "ex09_rename",
    "The names have changed",
    hints=(
        "A Saver looks up each variable under a name. It need not be the name of the variable.",
        "`tf.train.Saver` also accepts a dict: the name in the checkpoint, and the variable that gets its value.",
        '`tf.train.Saver({"old/" + v.op.name[4:]: v for v in tf.global_variables()}).restore(session, path)`.',
    ),
    on_error={
        **_UNKNOWN,
        "due to a mismatch": "The shapes differ: `old/w` and `new/w` belong together, and so do `old/b` and `new/b`.",
        "names_to_saveables": "It is the other way round: the dict has the names in the checkpoint as keys, and variables as values.",
    },
)
def rename(trial, restore: Function):
    """A checkpoint was written by a program whose variables were called `old/w` and `old/b`. In this graph they are called `new/w` and
    `new/b`. Write `restore(session, path)`, which restores their values from the checkpoint. The names of the variables must stay."""
    values = {"old/w": np.arange(6, dtype=np.float32).reshape(2, 3), "old/b": np.array([7, 8, 9], np.float32)}
    with trial.graph.as_default(), tf.variable_scope("new"):
        w, b = tf.get_variable("w", [2, 3]), tf.get_variable("b", [3])
    with tempfile.TemporaryDirectory() as folder, trial.session(initialize=False) as session:
        trial.call(restore, session, _checkpoint(folder, values))
        for variable, name in ((w, "old/w"), (b, "old/b")):
            _value(
                trial,
                session,
                variable,
                values[name],
                "after `restore`",
                f"It has to get the value that the checkpoint calls `{name}`. Restoring initializes: run no initializer after it.",
            )
    trial.has_variables(2, "Restore into the variables that are there; make no others.")


@rename.solved_by
def _():
    def restore(session, path):
        names = {variable.op.name.replace("new/", "old/"): variable for variable in tf.global_variables()}
        tf.train.Saver(names).restore(session, path)

    return restore


@rename.mistake("The checkpoint has no value of this name")
def _():
    def restore(session, path):
        tf.train.Saver().restore(session, path)

    return restore


@rename.mistake("run no initializer after it")
def _():
    def restore(session, path):
        names = {variable.op.name.replace("new/", "old/"): variable for variable in tf.global_variables()}
        tf.train.Saver(names).restore(session, path)
        session.run(tf.global_variables_initializer())

    return restore


@rename.mistake("is uninitialized after `restore`")
def _():
    def restore(session, path):
        names = {variable.op.name.replace("new/", "old/"): variable for variable in tf.global_variables()}
        tf.train.Saver(names)

    return restore


@rename.mistake("is uninitialized after `restore`")
def _():
    def restore(session, path):
        with tf.variable_scope("old"):
            variables = [tf.get_variable("w", [2, 3]), tf.get_variable("b", [3])]
        tf.train.Saver(variables).restore(session, path)

    return restore


@rename.mistake("the other way round")
def _():
    def restore(session, path):
        names = {variable: variable.op.name.replace("new/", "old/") for variable in tf.global_variables()}
        tf.train.Saver(names).restore(session, path)

    return restore


@rename.mistake("belong together")
def _():
    def restore(session, path):
        w, b = tf.global_variables()
        tf.train.Saver({"old/w": b, "old/b": w}).restore(session, path)

    return restore


@checker(
    "ex09_copy",
    "Copy weights into another graph",
    hints=(
        "A tensor of one graph means nothing in another. What can pass from one session to the other?",
        "Numbers can: fetch the values in one session, and set them in the other by name. `variable.load(value, session)` sets one without a "
        "new operation.",
        'Collect `{v.op.name: v}` of both graphs from `session.graph.get_collection("variables")`; for each name in both: '
        "`to[name].load(source.run(from_[name]), target)`.",
    ),
    on_error={
        "is not an element of this graph": "A session runs operations of its own graph only. Pass values, not tensors, from one to the other.",
        "not from": "A session runs operations of its own graph only. Pass values, not tensors, from one to the other.",
        "same graph": "A session runs operations of its own graph only. Pass values, not tensors, from one to the other.",
        "does not exist": "The source does not have every variable of the target. Copy those that both graphs have.",
        "Cannot feed value": "Is it the value of the variable with this name? A fetch of an operation, by `variable.op.name`, returns None; "
        "one of `variable.name` returns the value.",
    },
)
def copy(trial, copy_weights: Function):
    """Write `copy_weights(source, target)` for two sessions, each with a graph of its own (`session.graph`). Each variable of the target
    gets the value of the source's variable with the same name; one that the source does not have stays as it is. Call it as often as
    you like: a second call adds no operation to either graph."""
    one = trial.new_graph()
    with one.as_default():
        first = {name: tf.Variable(tf.random_normal([2]), name=name) for name in ("a/w", "a/b", "unused")}
        source = trial.session()
    two = trial.new_graph()
    with two.as_default():  # in another order, so that counting does not help
        second = {name: tf.Variable(tf.zeros([2]), name=name) for name in ("head/w", "a/b", "a/w")}
        target = trial.session()
    with source, target:
        values = {name: source.run(variable) for name, variable in first.items()}
        second["head/w"].load(np.array([8.0, 9.0]), target)  # not its initial value
        trial.call(copy_weights, source, target)
        hint = "Match the variables by `variable.op.name`, and set those of the target's graph in the target's session."
        for name in ("a/w", "a/b"):
            trial.near(target.run(second[name]), values[name], f"`{name}` in the target", hint=hint)
        trial.near(
            target.run(second["head/w"]),
            [8.0, 9.0],
            "`head/w` in the target, which the source does not have,",
            hint="Leave variables alone that only one of the graphs has, and run no initializer.",
        )
        for name, value in values.items():
            trial.near(
                source.run(first[name]), value, f"`{name}` in the source", hint="Nothing may change in the source."
            )
        for name in ("a/w", "a/b"):
            first[name].load(np.array([5.0, -5.0]), source)
        operations = len(one.get_operations()), len(two.get_operations())
        trial.call(copy_weights, source, target)
        added = [*one.get_operations()[operations[0] :], *two.get_operations()[operations[1] :]]
        trial.that(
            not added,
            "a second call adds no operation",
            f"The second call adds {count(len(added), 'operation')}, and so does each one after it.",
            "`tf.assign` and `tf.train.Saver` build. `variable.load(value, session)` uses the variable's own initializer, and builds nothing.",
            added,
        )
        trial.near(
            target.run(second["a/w"]),
            [5.0, -5.0],
            "`a/w` after a second call",
            hint="Each call has to copy the values of that moment.",
        )


@copy.solved_by
def _():
    def copy_weights(source, target):
        weights = {variable.op.name: variable for variable in source.graph.get_collection("variables")}
        for variable in target.graph.get_collection("variables"):
            if variable.op.name in weights:
                variable.load(source.run(weights[variable.op.name]), target)

    return copy_weights


@copy.mistake("builds nothing")
def _():
    def copy_weights(source, target):
        weights = {variable.op.name: variable for variable in source.graph.get_collection("variables")}
        with target.graph.as_default():
            for variable in tf.global_variables():
                if variable.op.name in weights:
                    target.run(tf.assign(variable, source.run(weights[variable.op.name])))

    return copy_weights


@copy.mistake("Pass values, not tensors")
def _():
    def copy_weights(source, target):
        weights = {variable.op.name: variable for variable in source.graph.get_collection("variables")}
        for variable in target.graph.get_collection("variables"):
            if variable.op.name in weights:
                target.run(tf.assign(variable, weights[variable.op.name]))

    return copy_weights


@copy.mistake("Match the variables by `variable.op.name`")
def _():
    def copy_weights(source, target):
        pairs = zip(source.graph.get_collection("variables"), target.graph.get_collection("variables"), strict=True)
        for old, new in pairs:
            new.load(source.run(old), target)

    return copy_weights


@copy.mistake("Match the variables by `variable.op.name`")
def _():
    def copy_weights(source, target):
        values = {variable.op.name: source.run(variable) for variable in source.graph.get_collection("variables")}
        return values

    return copy_weights


@copy.mistake("run no initializer")
def _():
    def copy_weights(source, target):
        weights = {variable.op.name: variable for variable in source.graph.get_collection("variables")}
        for variable in target.graph.get_collection("variables"):
            target.run(variable.initializer)
            if variable.op.name in weights:
                variable.load(source.run(weights[variable.op.name]), target)

    return copy_weights


@copy.mistake("that both graphs have")
def _():
    def copy_weights(source, target):
        for variable in target.graph.get_collection("variables"):
            variable.load(source.run(variable.name), target)

    return copy_weights


@copy.mistake("returns None")
def _():
    def copy_weights(source, target):
        for name in ("a/w", "a/b"):
            [variable] = [one for one in target.graph.get_collection("variables") if one.op.name == name]
            variable.load(source.run(name), target)

    return copy_weights


@checker(
    "ex09_warm_start",
    "Restore what fits, initialize the rest",
    hints=(
        "Which variables does the checkpoint have, and of which shape? You can find out before you restore.",
        "`tf.train.list_variables(path)` returns pairs of name and shape. A Saver for those that fit restores them; all others need "
        "their initializers.",
        "`shapes = dict(tf.train.list_variables(path))`, `fits = [v for v in tf.global_variables() if shapes.get(v.op.name) == "
        "v.shape.as_list()]`; initialize everything first, then `tf.train.Saver(fits).restore(session, path)`.",
    ),
    on_error={
        "not found in checkpoint": "Not every variable is in the checkpoint. A Saver of those that are restores them alone.",
        "shape": "A variable is in the checkpoint with another shape. That counts as new: compare the shapes too.",
    },
)
def warm_start(trial, restore: Function):
    """A model got a new head. Write `restore(session, path)` so that every variable has a value afterwards: that of the checkpoint, where it has a
    variable of this name and shape, and otherwise its initial value."""
    values = {
        "body/w": np.array([[1, 2], [3, 4]], np.float32),
        "body/b": np.array([5, 6], np.float32),
        "head/w": np.array([1, 1, 1], np.float32),
        "gone": np.array(0, np.float32),
    }
    with trial.graph.as_default():
        kinds = {"body/w": [2, 2], "body/b": [2], "head/w": [4], "head/b": [2]}
        variables = {
            name: tf.get_variable(name, dims, initializer=tf.constant_initializer(-1.0)) for name, dims in kinds.items()
        }
    wanted = {
        **{name: -np.ones(dims) for name, dims in kinds.items()},
        "body/w": values["body/w"],
        "body/b": values["body/b"],
    }
    with tempfile.TemporaryDirectory() as folder, trial.session(initialize=False) as session:
        trial.call(restore, session, _checkpoint(folder, values))
        for name, variable in variables.items():
            restored = name.startswith("body")
            _value(
                trial,
                session,
                variable,
                wanted[name],
                "after `restore`",
                "The checkpoint has it, with this shape. An initializer that runs after the restore overwrites it."
                if restored
                else "The checkpoint does not have it with this shape, so its own initializer has to run.",
            )


@warm_start.solved_by
def _():
    def restore(session, path):
        shapes = dict(tf.train.list_variables(path))
        fits = [v for v in tf.global_variables() if shapes.get(v.op.name) == v.shape.as_list()]
        session.run(tf.global_variables_initializer())
        tf.train.Saver(fits).restore(session, path)

    return restore


@warm_start.mistake("A Saver of those that are")
def _():
    def restore(session, path):
        session.run(tf.global_variables_initializer())
        tf.train.Saver().restore(session, path)

    return restore


@warm_start.mistake("compare the shapes too")
def _():
    def restore(session, path):
        session.run(tf.global_variables_initializer())
        names = dict(tf.train.list_variables(path))
        tf.train.Saver([v for v in tf.global_variables() if v.op.name in names]).restore(session, path)

    return restore


@warm_start.mistake("overwrites it")
def _():
    def restore(session, path):
        tf.train.Saver(tf.global_variables("body")).restore(session, path)
        session.run(tf.global_variables_initializer())

    return restore


@warm_start.mistake("its own initializer has to run")
def _():
    def restore(session, path):
        tf.train.Saver(tf.global_variables("body")).restore(session, path)

    return restore
