"""The index of errors: each text of the golden file, with the program that raises it, its cause, and what mends it."""

import ast
import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

_TESTS = Path(__file__).parents[2] / "tests"
_GOLDEN = _TESTS / "golden" / "errors.txt"
_PROGRAMS = _TESTS / "test_error_texts.py"
_PHRASE = 8  # words; the search finds a phrase by half of it

_ABOUT = """The texts of errors, with a program that raises each, its cause and what mends it. Search for the words of yours that
are not names: each phrase here is TensorFlow's own. An error ends with lines that a program of yours fills in: `at` is the operation,
with what goes into it; `created` is the line, or the cell, that made the operation; `fix` is what to do.
"""

# case of the golden file: (title, cause, what mends it, beyond the text's own `fix`)
CAUSES = {
    "fetched_none": (
        "None was fetched",
        "A name that is fetched holds None. A function without `return` returns it, and so does `tf.gradients` where a loss does "
        "not depend on a variable.",
        "Find the name that is None, and return the tensor from its function.",
    ),
    "fetched_value": (
        "A value was fetched",
        "The name held a tensor and now holds what a run returned: `loss = sess.run(loss)` replaces the tensor by a number, and the "
        "second run fetches that.",
        "Give the value another name: `loss_value = sess.run(loss)`.",
    ),
    "misspelt_fetch": (
        "The name of a fetch is misspelt",
        "No operation has this name. Names contain the scopes that were open, and a number where the name was in use.",
        "Use one of the names that the message lists. `[op.name for op in graph.get_operations()]` lists all.",
    ),
    "fed_name": (
        "A placeholder was fed by the name of its operation",
        "`x` names an operation, and a feed replaces a tensor, one of its outputs.",
        "Write `x:0`, or use the placeholder itself as the key.",
    ),
    "fed_value": (
        "The key of a feed is a value",
        "The name held a placeholder and now holds a value, as after `x = batch`.",
        "Give the value another name.",
    ),
    "fed_none": (
        "None was fed",
        "The value of a feed is None: a function without `return` returned it, or a batch was never read.",
        "Return the value from that function.",
    ),
    "graph_as_context": (
        "A graph was entered without as_default()",
        "`with` needs a context, and a graph is none.",
        "Write `with graph.as_default():`.",
    ),
    "assigned_element": (
        "An element of a tensor was assigned",
        "A tensor is what an operation computes, and does not change.",
        "Make another tensor, with `tf.where` or `tf.concat`, or use a variable.",
    ),
    "lower_case_padding": (
        "A choice is written in lower case",
        'Attributes of operations have a few values, and these are in upper case: `"SAME"`.',
        "Write it as the message lists it.",
    ),
    "initialized_too_early": (
        "A variable was made after the initializer",
        "`tf.global_variables_initializer()` initializes the variables that exist when it is called. An optimizer's `minimize` makes "
        "more.",
        "Call it after all that makes variables.",
    ),
    "local_variable": (
        "A local variable was not initialized",
        "Metrics count in local variables, which `tf.global_variables_initializer()` leaves out.",
        "Run `tf.local_variables_initializer()` too.",
    ),
    "restored_by_the_class": (
        "restore was called on the class Saver",
        "`tf.train.Saver.restore(sess, path)` has no saver: `sess` is in its place.",
        "Make one, after the variables: `saver = tf.train.Saver()`, then `saver.restore(sess, path)`.",
    ),
    "unfed_placeholder": (
        "A placeholder was not fed",
        "What is fetched depends on a placeholder, and `feed_dict` has no value for it.",
        "Feed it, or fetch something that does not depend on it: `tf.preview(fetch)` shows which placeholders a run needs. In a "
        "notebook the placeholder is often one that an earlier run of the cell made: run the cell that builds the model again too.",
    ),
    "wrong_feed_shape": (
        "A fed value has another shape",
        "The value's shape contradicts the placeholder's, in rank or in one size.",
        "Reshape the value, here with `images.reshape(-1, 784)`, or build the placeholder with `None` where any size will do.",
    ),
    "wrong_feed_type": (
        "A fed value cannot be converted",
        "The value is no number, and the placeholder holds numbers.",
        "Convert it before the run. A column of a table that was read as text is a common case.",
    ),
    "ragged_feed": (
        "A fed list has rows of different lengths",
        "A tensor is rectangular, and these rows are not equally long.",
        "Pad the rows to one length and feed their lengths too: `tf.sequence_mask` makes a mask of them.",
    ),
    "too_large_feed": (
        "A fed number does not fit the type",
        "The number is beyond what the type can hold: 256 in `uint8`.",
        "Build the placeholder with a larger type, or scale the value.",
    ),
    "fed_tensor": (
        "A tensor was fed",
        "A feed is a value that is known before the run; a tensor is one that a run computes.",
        "Connect the two when you build the graph, without a placeholder; or run the tensor first and feed what it returned.",
    ),
    "uninitialized_variable": (
        "A variable has no value yet",
        "A variable has a value after its initializer has run in this session. Each new session begins without.",
        "Run `tf.global_variables_initializer()` after the last variable is built: an initializer that was made before does not know "
        "of it, and optimizers make variables too. Or restore a checkpoint.",
    ),
    "other_graph": (
        "A tensor is part of another graph",
        "A session runs one graph, and the fetch, or a fed tensor, belongs to another.",
        "Build within `with graph.as_default():` and pass that graph to the session. After `tf.reset_default_graph()` old tensors and "
        "sessions belong to the graph that was.",
    ),
    "closed_session": (
        "The session is closed",
        "The `with` block of the session has ended, or `close()` was called.",
        "Move the run into the block, or make a session without one. The variables' values went with the session.",
    ),
    "missing_name": (
        "No operation has that name",
        "A fetch by name, and the graph has no such operation. `loss:0` is a tensor, `loss` its operation.",
        "`[op.name for op in graph.get_operations()]` lists the names; in the diagram `/` finds parts of them. A name that was used "
        "before has a number behind it (`loss_1`), and one in a scope has its prefix.",
    ),
    "no_kernel": (
        "An operation of a type that graphlab does not run",
        "The graph came from a file, or from `create_op`, with a type that graphlab has no kernel for.",
        "Fetch a part of the graph that does without it, or replace it: `tf.import_graph_def(…, input_map=…)`.",
    ),
    "missing_device": (
        "The device is not there",
        "`tf.device` names a device that this machine does not have.",
        "`tf.config.experimental.list_logical_devices()` lists those there are.",
    ),
    "shapes_do_not_broadcast": (
        "Two shapes do not fit together, element by element",
        "Sizes are compared from the last axis on; each pair must be equal, or one of them 1.",
        "`tf.expand_dims` adds an axis of size 1, `tf.transpose` reorders axes, `tf.reshape` changes sizes.",
    ),
    "types_do_not_match": (
        "Two types do not fit together",
        "An operation's inputs have one type. Nothing converts a tensor by itself.",
        "`tf.cast` converts. Integers often come from labels, indices and `tf.shape`.",
    ),
    "wrong_constant_type": (
        "A Python number does not fit the type",
        "A fraction was passed where an integer type was requested.",
        "Leave the type out, or round the number.",
    ),
    "tensor_as_bool": (
        "A tensor was used as a condition",
        "Python's `if`, `and`, `not` and `while` decide while the graph is built, when the tensor has no value.",
        "`tf.cond` chooses by its value in a run, `tf.where` element by element, `tf.logical_and` combines. For a graph that is "
        "built in one way or the other, use a Python bool.",
    ),
    "iterated_tensor": (
        "A tensor was iterated over",
        "A `for` loop, `list` or unpacking needs elements, and a tensor has none before a run.",
        "`tf.unstack` returns a list where the size is known, `tf.map_fn` and `tf.scan` apply a function in a run.",
    ),
    "contradicting_shape": (
        "A shape was set that contradicts the known one",
        "`set_shape` adds what you know of a tensor; it changes no value.",
        "`tf.reshape` changes a shape.",
    ),
    "bad_name": (
        "A name has signs that names may not have",
        "Names of operations are paths: letters, digits, and `. _ - /`.",
        "Replace blanks and other signs.",
    ),
    "finalized_graph": (
        "The graph is finalized",
        "Something adds an operation to a graph that may no longer change: often `tf.train.Saver()`, an initializer or a piece of "
        "arithmetic on tensors inside the training loop.",
        "Build it before the loop, once.",
    ),
    "no_default_session": (
        "`eval()` found no session",
        "`tensor.eval()` and `operation.run()` use the default session, and there is none.",
        "Call `sess.run(tensor)`, or make the session the default: `with tf.Session() as sess:`, `tf.InteractiveSession()`.",
    ),
    "wrong_assigned_shape": (
        "A variable is assigned a value of another shape",
        "A variable's shape is that of its initial value.",
        "Assign a value of that shape. Where the size has to change, build the variable with `validate_shape=False`.",
    ),
    "bad_device_name": (
        "The name of a device cannot be read",
        "Devices are named as in `/device:GPU:0` or `/job:ps/task:1`.",
        "`tf.device(None)` undoes what an outer block set.",
    ),
    "matmul_sizes": (
        "The inner sizes of a matrix product differ",
        "`a` is [n, k] and `b` is [k, m]: the columns of the first must be as many as the rows of the second.",
        "`transpose_a=True` or `transpose_b=True` where one lies the other way; for images `tf.layers.flatten` comes first.",
    ),
    "no_gradient": (
        "No gradient reaches any variable",
        "The loss does not depend on a variable by operations that have gradients: there is a `stop_gradient`, a cast to integers, an "
        "`argmax` or a comparison between, or the loss was computed by a run and fed.",
        "In the diagram, the details of the loss lead upstream to what it is computed from.",
    ),
    "existing_variable": (
        "A variable of that name already exists",
        "`tf.get_variable` ran twice with one name in one graph. In a notebook the cell that builds the model ran again.",
        "To build anew, call `tf.reset_default_graph()` at the top of the cell. To share the variable, open its scope with "
        "`tf.variable_scope(name, reuse=tf.AUTO_REUSE)`. For another variable, give another name or scope.",
    ),
    "missing_variable": (
        "A variable that is reused does not exist",
        "The scope has `reuse=True`, so that `tf.get_variable` only finds variables, and there is none of that name.",
        "Build it first without `reuse`, or use `tf.AUTO_REUSE`. A name that differs by its scope is the usual cause: "
        "`[v.name for v in tf.global_variables()]` lists them.",
    ),
    "missing_key": (
        "A checkpoint has no value for a variable",
        "The graph has a variable that the checkpoint has not: it is new, or had another name when it was saved.",
        "`tf.train.list_variables(path)` lists what the checkpoint has. `tf.train.Saver({saved_name: variable})` restores under "
        "another name, `tf.train.Saver(some)` restores some variables; initialize the others.",
    ),
    "empty_queue": (
        "A queue is closed and has too few elements",
        "Nothing fills the queue any more: the input has ended, its epochs are over, or the thread that fills it has failed.",
        "Where the input ends on purpose, catch `tf.errors.OutOfRangeError` round the loop. Where it should not have ended yet, call "
        "`tf.train.start_queue_runners`, initialize local variables (`num_epochs` counts in one), and look at the thread's error.",
    ),
    "dataset_end": (
        "A dataset has ended",
        "Each run that needs `get_next()` takes an element, and all of them were taken.",
        "Catch `tf.errors.OutOfRangeError` round the loop, or end the dataset with `.repeat()`. A fetch for monitoring "
        "that depends on `get_next()` takes an element too.",
    ),
}


@dataclass(frozen=True)
class Case:
    """One text of the golden file, and the body of the function that raises it."""

    name: str
    text: str
    program: str


def cases() -> list[Case]:
    """All texts of the golden file, in its order."""
    source = _PROGRAMS.read_text(encoding="utf-8")
    programs = {}
    for one in ast.parse(source).body:
        if isinstance(one, ast.FunctionDef):
            lines = source.splitlines()[one.body[0].lineno - 1 : one.end_lineno]
            programs[one.name] = textwrap.dedent("\n".join(lines))
    parts = re.split(r"^# (\w+)\n", _GOLDEN.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [Case(name, text.strip("\n"), programs[name]) for name, text in zip(parts[::2], parts[1::2], strict=True)]


def page() -> str:
    """The index: a table of the first words of each text, then an entry for each."""
    found = cases()
    rows = [f"| [{CAUSES[case.name][0]}](#{_anchor(case)}) | `{_first(case)}` |" for case in found]
    table = "\n".join(["| what happened | the text begins with |", "| --- | --- |", *rows])
    return "\n\n".join(["# Errors", _ABOUT, table, *map(_entry, found)]) + "\n"


def _first(case: Case) -> str:
    line = case.text.partition("\n")[0]
    return line if len(line) <= 80 else line[:77].rsplit(" ", 1)[0] + " …"


def _anchor(case: Case) -> str:
    return case.name.replace("_", "-")


def phrases(text: str) -> list[str]:
    """What a reader searches for: the words of a message's first line between its names, numbers and signs."""
    message = text.partition("\n")[0].partition(": ")[2]
    parts = re.split(
        r"'[^']*'|\"[^\"]*\"|`[^`]*`|<[^>]*>|\{\{.*?\}\}|[\w/]*\d\w*|[.,:;!?]+(?= |$)|[|()\[\]{}]", message
    )
    words = [part.split() for part in parts if len(part.split()) > 1]
    return [" ".join(part[:_PHRASE]) for part in words if len(part) > 2 or part == words[0]]


def _index(case: Case) -> str:
    """Entries of the search, which finds no phrases by itself."""
    return "\n".join(f"```{{index}} single: !{phrase}\n```" for phrase in phrases(case.text))


def _entry(case: Case) -> str:
    title, cause, mends = CAUSES[case.name]
    return f"""{_index(case)}

({_anchor(case)})=
## {title}

```text
{case.text}
```

**Cause.** {cause}

**Fix.** {mends}

A program that raises it:

```python
{case.program}
```"""
