"""Exercises of lesson 1: a graph is a plan, not a number."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function, Number
from graphlab._src.teach.exercise import checker

_NO_VALUE = "A tensor has no value while the graph is built. Use an operation of TensorFlow on it, and let a run compute the number."
_RUNS = "Don't run anything in the function: it only adds operations, and returns the last one's tensor."


@checker(
    "ex01_hypotenuse",
    "Describe a calculation",
    hints=(
        "The function computes no number. It adds operations that will, and returns the tensor of the last one.",
        "Tensors have Python's operators: `a * a + b * b` is a tensor. The root is `tf.sqrt`.",
        "`return tf.sqrt(a * a + b * b)`",
    ),
    on_error={
        "symbolic Tensor": f"{_NO_VALUE} `tf.sqrt` is the one to use here.",
        "has no value": f"{_NO_VALUE} `tf.sqrt` is the one to use here.",
        "must feed": _RUNS,
        "Session graph is empty": _RUNS,
    },
)
def hypotenuse(trial, hypotenuse: Function):
    """Write `hypotenuse(a, b)`. `a` and `b` are tensors, the short sides of a triangle with a right angle. Return a tensor for the long
    side: the root of a² + b²."""
    a, b = trial.placeholder([], "a"), trial.placeholder([], "b")
    long = trial.is_tensor(trial.call(hypotenuse, a, b), None, "What `hypotenuse` returns", _RUNS)
    trial.must_feed(long, [a, b], "The result must be computed from `a` and from `b`.")
    hint = "The long side is the root of the sum of both squares: a² + b² first, then the root of that."
    for short, other in ((3.0, 4.0), (5.0, 12.0), (1.0, 1.0)):
        wanted = float(np.hypot(short, other))
        trial.value(long, wanted, {a: short, b: other}, what=f"the long side for {short:g} and {other:g}", hint=hint)


@hypotenuse.solved_by
def _():
    def hypotenuse(a, b):
        return tf.sqrt(a * a + b * b)

    return hypotenuse


@hypotenuse.mistake("A tensor has no value while the graph is built")
def _():
    def hypotenuse(a, b):
        return np.sqrt(a * a + b * b)

    return hypotenuse


@hypotenuse.mistake("Don't run anything in the function")
def _():
    def hypotenuse(a, b):
        return tf.Session().run(tf.sqrt(a * a + b * b))

    return hypotenuse


@hypotenuse.mistake("not 5")
def _():
    def hypotenuse(a, b):
        return tf.sqrt(a + b)

    return hypotenuse


@hypotenuse.mistake("the root of the sum of both squares")
def _():
    def hypotenuse(a, b):
        return tf.abs(a) + tf.abs(b)

    return hypotenuse


@hypotenuse.mistake("for 1 and 1 is 2.0")
def _():
    def hypotenuse(a, b):
        return b + 1.0 + 0.0 * a  # right for 3 and 4, and for 5 and 12

    return hypotenuse


@hypotenuse.mistake("must be a function")
def _():
    return tf.sqrt(tf.constant(3.0) ** 2 + tf.constant(4.0) ** 2)


@checker(
    "ex01_count",
    "Count what a line adds",
    hints=(
        "Each operator adds an operation. What about the Python numbers?",
        "A Python number in a formula with tensors becomes an operation of its own, of type Const. A number used twice becomes two.",
        "`x * 2.0` adds two operations: `mul` and `mul/y`, the constant. Count `- 1.0` and the second product in the same way.",
    ),
)
def count(trial, count: Number):
    """`x` is a tensor of floats. How many operations does the line `y = (x * 2.0 - 1.0) * x` add to the graph? Count first. To make sure,
    compare `len(tf.get_default_graph().get_operations())` before and after the line."""
    x = trial.placeholder([])
    before = len(trial.graph.get_operations())
    with trial.graph.as_default():
        y = (x * 2.0 - 1.0) * x
    added = trial.graph.get_operations()[before:]
    trial.that(
        count != 3,
        "",
        "Three operations compute: two products and a difference. But the line adds more than these.",
        "`2.0` and `1.0` become operations too, of type Const: a session has to find them in the graph.",
        [op for op in added if op.type == "Const"],
    )
    trial.that(
        count != len(trial.graph.get_operations()),
        "",
        "That counts `x` too, which was there before the line.",
        "Count only what the line adds.",
        [x.op],
    )
    trial.that(count != 1, "", "One line of Python can add several operations.", "Count the operators and the numbers.")
    trial.that(
        count == len(added),
        "the line adds three operations that compute, and two constants",
        f"The line does not add {count:g} operations.",
        "Count each operator, and each Python number in the line.",
        [y.op],
    )


@count.solved_by
def _():
    x = tf.placeholder(tf.float32, [])
    before = len(tf.get_default_graph().get_operations())
    _ = (x * 2.0 - 1.0) * x
    count = len(tf.get_default_graph().get_operations()) - before
    return count


@count.mistake("become operations too")
def _():
    return 3


@count.mistake("counts `x` too")
def _():
    return 6


@count.mistake("can add several operations")
def _():
    return 1


@count.mistake("must be a number")
def _():
    return "five"


@checker(
    "ex01_power",
    "Use a tensor twice",
    hints=(
        "A tensor can be the input of many operations, and a run computes it once. x⁴ is a product of two tensors that are equal.",
        "`square = x * x` is a tensor. What is `square * square`? And that times itself?",
        "`square = x * x`, `fourth = square * square`, and return `fourth * fourth`.",
    ),
    on_error={"symbolic Tensor": _NO_VALUE, "has no value": _NO_VALUE},
)
def power(trial, eighth: Function):
    """Write `eighth(x)`, which returns x⁸ with three operations at most, and without `**` or `tf.pow`."""
    x = trial.placeholder([None])
    before = len(trial.graph.get_operations())
    y = trial.is_tensor(trial.call(eighth, x), None, "What `eighth` returns")
    trial.must_feed(y, [x], "The result must be computed from `x`. A constant is the same for every `x`.")
    added = trial.graph.get_operations()[before:]
    pow_ops = [op for op in added if op.type == "Pow"]
    trial.that(
        not pow_ops,
        "",
        "It uses `Pow`, as `**` does.",
        "Do it with products: a tensor may be used more than once.",
        pow_ops,
    )
    python = [op for op in added if "PyFunc" in op.type]
    trial.that(
        not python, "", "It calls Python in each run.", "Do it with products: each `*` adds an operation.", python
    )
    product = "x⁸ is the product of eight x. Two equal products of four make it, and each of these is made of two."
    numbers = np.array([1.0, 2.0, -1.5])
    trial.value(y, numbers**8, {x: numbers}, what="the eighth power of [1, 2, -1.5]", hint=product)
    trial.that(
        len(added) <= 3,
        "it adds no more than three operations",
        f"It adds {len(added)} operations; three suffice.",
        "Each `*` in your code adds an operation, also where the same product is there already. Name the tensor of a product, and use it again.",
        added,
    )


@power.solved_by
def _():
    def eighth(x):
        square = x * x
        fourth = square * square
        return fourth * fourth

    return eighth


@power.mistake("Name the tensor of a product")
def _():
    def eighth(x):
        return x * x * x * x * x * x * x * x

    return eighth


@power.mistake("Name the tensor of a product")
def _():
    def eighth(x):
        return (x * x) * (x * x) * ((x * x) * (x * x))

    return eighth


@power.mistake("a tensor may be used more than once")
def _():
    def eighth(x):
        return x**8

    return eighth


@power.mistake("It calls Python in each run")
def _():
    def eighth(x):
        return tf.py_func(lambda number: number**8, [x], tf.float32)

    return eighth


@power.mistake("x⁸ is the product of eight x")
def _():
    def eighth(x):
        for _ in range(8):
            x *= x
        return x

    return eighth


@power.mistake("The result must be computed from `x`")
def _():
    def eighth(x):
        return tf.constant([1.0, 256.0, 25.62890625])

    return eighth


@power.mistake("the eighth power of [1, 2, -1.5] is")
def _():
    def eighth(x):
        square = x * x
        return square * square

    return eighth


@checker(
    "ex01_choice",
    "No `if` in a plan",
    hints=(
        "Python's `if` decides now, while the graph is built. The choice has to be part of the graph: an operation.",
        "Which operation returns the larger of two numbers, for each element? Or choose with `tf.where`.",
        "`return tf.maximum(x, 0.0)`; `tf.nn.relu(x)` is the same.",
    ),
    on_error={
        "as a Python `bool`": "`if x < 0` needs a value now, and `x` has none. The choice must be an operation of the graph.",
        "symbolic Tensor": _NO_VALUE,
        "has no value": _NO_VALUE,
        "Shapes must be equal": "`tf.where` chooses between tensors of one shape: `tf.zeros_like(x)` is zeros of the shape of `x`.",
        "must be rank 0": "`tf.cond` chooses once for the whole tensor, and needs one boolean. `tf.where` chooses for each element.",
        "iterating over": "A loop of Python needs the elements now. Operations work on all elements of a tensor together.",
    },
)
def choice(trial, positive: Function):
    """Write `positive(x)`. `x` is a tensor of any number of floats. Return a tensor that has 0 where `x` is negative, and is equal to `x`
    elsewhere."""
    x = trial.placeholder([None])
    y = trial.is_tensor(trial.call(positive, x), None, "What `positive` returns")
    trial.must_feed(y, [x], "The result doesn't depend on `x`. Did Python decide something while the graph was built?")
    hint = "Each element of the result is 0 where that of `x` is negative, and else the same as that of `x`."
    for numbers in ([-2.0, 0.0, 3.0], [1.5, -0.5], [250.0], [-1.0]):
        wanted = np.maximum(numbers, 0.0)
        trial.value(y, wanted, {x: numbers}, what=f"the result for {numbers}", hint=hint)


@choice.solved_by
def _():
    def positive(x):
        return tf.maximum(x, 0.0)

    return positive


@choice.mistake("`tf.zeros_like(x)` is zeros of the shape of `x`")
def _():
    def positive(x):
        return tf.where(x > 0, x, 0)

    return positive


@choice.mistake("`tf.cast(condition, tf.float32)` does")
def _():
    def positive(x):
        return x * (x > 0)

    return positive


@choice.mistake("needs a value now")
def _():
    def positive(x):
        if x < 0:
            return tf.zeros([])
        return x

    return positive


@choice.mistake("A loop of Python needs the elements now")
def _():
    def positive(x):
        return tf.stack([element if element is not None else 0.0 for element in x])

    return positive


@choice.mistake("A tensor has no value while the graph is built")
def _():
    def positive(x):
        return np.maximum(x, 0.0)

    return positive


@choice.mistake("`tf.cond` chooses once")
def _():
    def positive(x):
        return tf.cond(x < 0, lambda: 0.0 * x, lambda: x)

    return positive


@choice.mistake("Each element of the result is 0 where")
def _():
    def positive(x):
        return tf.boolean_mask(x, x > 0)

    return positive


@choice.mistake("for [250.0] is [3.0]")
def _():
    def positive(x):
        return tf.clip_by_value(x, 0.0, 3.0)

    return positive


@choice.mistake("not [0.0, 0.0, 3.0]")
def _():
    def positive(x):
        return tf.abs(x)

    return positive
