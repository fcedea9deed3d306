"""Arguments that are typed into a form: plain values, names and graphlab's own; nothing that runs."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.editor.constructors import constructors
from graphlab._src.editor.expressions import Reader, RefusedError
from graphlab._src.editor.line import line_of
from graphlab._src.editor.notebook_names import Names


def read(text, **names):
    return Reader(names, {"tf": tf}, constructors()).read(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10", 10),
        (" -1e-3 ", -1e-3),
        ("'same'", "same"),
        ("[None, 784]", [None, 784]),
        ("(2, 2)", (2, 2)),
        ("{'a': [1]}", {"a": [1]}),
        ("2 * width + 1", 9),
        ("[1] + [2]", [1, 2]),
        ("not True", False),
        ("tf.float32", tf.float32),
        ("tf.nn.relu", tf.nn.relu),
        ("tf.losses.Reduction.SUM", tf.losses.Reduction.SUM),
    ],
)
def test_plain_values_names_and_names_of_graphlab_are_read(text, value):
    assert read(text, width=4) == value


def test_initializers_and_the_like_may_be_called():
    assert read("tf.truncated_normal_initializer(stddev=0.1)").stddev == 0.1
    assert read("tf.keras.regularizers.l2(0.5)").l2 == 0.5


HOSTILE = [
    "__import__('os').system('true')",
    "open('/tmp/x', 'w')",
    "tf.gfile.Remove('x')",
    "tf.__dict__",
    "tf.nn.relu.__globals__",
    "tf._src",
    "width.__class__",
    "().__class__.__bases__",
    "[x for x in (1, 2)]",
    "(lambda: 1)()",
    "f'{width}'",
    "width if width else 0",
    "(y := 1)",
    "10 ** 10 ** 10",
    "1 << 1000000",
    "'a' * 1000000000",
    "[0] * 1000000000",
    "9" * 400 + "*" + "9" * 400,
    "width()",
    "tf.truncated_normal_initializer(**{'stddev': 1})",
    "tf.Session()",
    "tf.py_func(print, [], [])",
    "x[0]",
    "*width",
    "await width",
    "a b",
    "1\n2",
    "(" * 300 + ")" * 300,
    "1" * 2000,
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_else_is_read(text):
    with pytest.raises(RefusedError) as refused:
        read(text, width=4, x=[1])
    assert len(str(refused.value)) < 500


class Trap:
    """An object of the reader's own, of which nothing may be called."""

    def __getattr__(self, name):
        raise AssertionError(name)

    def __call__(self, *arguments):
        raise AssertionError("called")


@pytest.mark.parametrize("text", ["trap", "trap + 1", "-trap", "[trap]", "{trap: 1}", "trap.anything", "trap()"])
def test_objects_of_the_notebook_are_not_touched(text):
    x = tf.placeholder(tf.float32, [None, 3])
    names = Names({"tf": tf, "x": x, "trap": Trap()})
    made = line_of(x.graph, [x], "layers.dense", {"units": text}, names=names)
    assert made.code == ""
    assert made.parameter == "units"


@pytest.mark.parametrize(
    ("entry", "arguments"),
    [
        ("constant", {"value": "0", "shape": "[100000, 100000]"}),
        ("placeholder", {"shape": "[99999999999]"}),
        ("unstack", {"num": "100000"}),
        ("metrics.mean_iou", {"num_classes": "100000000"}),
    ],
)
def test_sizes_that_would_occupy_the_kernel_are_refused(entry, arguments):
    x = tf.placeholder(tf.int64, [None, 3])
    selected = {"unstack": [x], "metrics.mean_iou": [x, x]}.get(entry, [])
    made = line_of(x.graph, selected, entry, arguments, names=Names({"tf": tf, "x": x}))
    assert "at most" in made.why


def test_arrays_and_numbers_of_the_notebook_may_be_named():
    x = tf.placeholder(tf.float32, [None, 3])
    names = Names({"tf": tf, "x": x, "mean": np.ones(3, np.float32), "rate": np.float32(0.5)})
    made = line_of(x.graph, [x], "subtract", {"y": "mean"}, names=names)
    assert (made.code, made.outputs) == ("subtract = tf.subtract(x, mean)", ["float32 ?×3"])
    made = line_of(x.graph, [x], "nn.dropout", {"rate": "rate"}, names=names)
    assert made.code == "dropout = tf.nn.dropout(x, rate=rate)"
