"""Exercises of lesson 5: feeds and shapes, and why the size of a batch is `?`."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import count

_NO_SIZE = "`x.shape[0]` is unknown while the graph is built. `tf.shape(x)[0]` is a tensor: the size that a run has."


@checker(
    "ex05_placeholder",
    "A placeholder for any batch",
    hints=(
        "A size that differs from run to run is `None` in the shape of the placeholder. The others are the same in each run.",
        "An image has 8 rows of 8 pixels. The shape has three sizes, and the first one is open.",
        "`return tf.placeholder(tf.float32, [None, 8, 8])`",
    ),
)
def new_input(trial, new_input: Function):
    """Write `new_input()`, which returns a placeholder of floats for any number of images in one batch, each of 8 × 8 pixels. An array of any other
    size must be refused when it is fed: of 8 × 9 pixels, say."""
    x = trial.is_tensor(trial.call(new_input), None, "What `new_input` returns")
    trial.typed(x, "Placeholder", "PlaceholderWithDefault", hint="`tf.placeholder(dtype, shape)` makes a placeholder.")
    trial.that(
        x.dtype.is_floating,
        "it is for floats",
        f"It is a placeholder of {x.dtype.name}, not of floats.",
        "The first argument is the type: `tf.float32`.",
        [x.op],
    )
    shape = x.shape
    trial.that(
        shape.ndims is not None,
        "",
        "Its shape is unknown: it would accept any array, also a single number.",
        "Pass a shape. Only the size that differs is `None`.",
        [x.op],
    )
    hint = "The shape has three sizes: how many images, rows, columns."
    trial.that(shape.ndims == 3, "", f"Its shape {shape} has {shape.ndims} sizes.", hint, [x.op])
    trial.that(
        shape.as_list()[0] is None,
        "the number of images is open",
        f"Its shape {shape} fixes the number of images.",
        "`None` is a size that is open.",
        [x.op],
    )
    trial.that(
        shape.as_list()[1:] == [8, 8],
        "each image has 8 × 8 pixels",
        f"Its shape is {shape}: an image of another size could be fed, or one of 8 × 8 could not.",
        "The sizes of one image are known: 8 and 8.",
        [x.op],
    )
    for amount in (1, 3):
        trial.value(tf.shape(x), [amount, 8, 8], {x: np.zeros((amount, 8, 8))}, what=f"the shape of {amount} fed")


@new_input.solved_by
def _():
    def new_input():
        return tf.placeholder(tf.float32, [None, 8, 8])

    return new_input


@new_input.mistake("fixes the number of images")
def _():
    def new_input():
        return tf.placeholder(tf.float32, [1, 8, 8])

    return new_input


@new_input.mistake("Only the size that differs is `None`")
def _():
    def new_input():
        return tf.placeholder(tf.float32)

    return new_input


@new_input.mistake("The shape has three sizes")
def _():
    def new_input():
        return tf.placeholder(tf.float32, [8, 8])

    return new_input


@new_input.mistake("The sizes of one image are known")
def _():
    def new_input():
        return tf.placeholder(tf.float32, [None, None, None])

    return new_input


@new_input.mistake("not of floats")
def _():
    def new_input():
        return tf.placeholder(tf.int32, [None, 8, 8])

    return new_input


@new_input.mistake("The shape has three sizes")
def _():
    def new_input():
        return tf.placeholder(tf.float32, [None, 64])

    return new_input


@new_input.mistake("makes a placeholder")
def _():
    def new_input():
        return tf.zeros([1, 8, 8])

    return new_input


@checker(
    "ex05_flatten",
    "Flatten, and leave the batch open",
    hints=(
        "The number of images is open, the number of values in one image is known: it is a product of three sizes.",
        "In `tf.reshape` one size may be -1: that one is computed in the run. Which of the two should it be?",
        "`return tf.reshape(images, [-1, 8 * 8 * 3])`",
    ),
    on_error={
        "None values": "A shape for `tf.reshape` has no `None` in it. -1 is the size that the run computes.",
        "NoneType": "A shape for `tf.reshape` has no `None` in it. -1 is the size that the run computes.",
        "Failed to convert": "A shape for `tf.reshape` has no `None` in it. -1 is the size that the run computes.",
        "NotImplementedError": "NumPy needs the numbers now. Use the operation, `tf.reshape`.",
    },
)
def flatten(trial, flatten: Function):
    """Write `flatten(images)`. `images` is a tensor of shape [?, 8, 8, 3]. Return a tensor of the static shape [?, 192] with one row for each
    image, and its values in the same order."""
    images = trial.placeholder([None, 8, 8, 3], "images")
    y = trial.call(flatten, images)
    trial.is_tensor(y, None, "What `flatten` returns")
    found = y.shape.as_list() if y.shape.ndims is not None else None
    trial.that(
        found is None or len(found) == 2,
        "",
        f"Its shape is {y.shape}, which has {count(len(found or []), 'size')}, not two.",
        "The result has a row for each image: two sizes.",
        [y.op],
    )
    trial.that(
        found is None or found[0] is None,
        "",
        f"Its static shape is {y.shape}: the number of images is fixed.",
        "Let the run compute the first size: it is -1 in `tf.reshape`.",
        [y.op],
    )
    trial.is_tensor(
        y,
        [None, 192],
        "What `flatten` returns",
        "Say how many values an image has: 8 · 8 · 3. Only the other size is open.",
    )
    trial.must_feed(y, [images], "The result must be computed from `images`.")
    for amount in (1, 4):
        numbers = np.arange(amount * 192.0).reshape(amount, 8, 8, 3)
        trial.value(
            y,
            numbers.reshape(amount, 192),
            {images: numbers},
            what=f"the result for {count(amount, 'image')}",
            hint="The values of an image stay in their order: `tf.reshape` alone leaves them so.",
        )


@flatten.solved_by
def _():
    def flatten(images):
        return tf.reshape(images, [-1, 8 * 8 * 3])

    return flatten


@flatten.mistake("the number of images is fixed")
def _():
    def flatten(images):
        return tf.reshape(images, [1, 192])

    return flatten


@flatten.mistake("The result has a row for each image")
def _():
    def flatten(images):
        return tf.reshape(images, [-1])

    return flatten


@flatten.mistake("has no `None` in it")
def _():
    def flatten(images):
        return tf.reshape(images, [images.shape[0], 192])

    return flatten


@flatten.mistake("Say how many values an image has")
def _():
    def flatten(images):
        return tf.reshape(images, [tf.shape(images)[0], -1])

    return flatten


@flatten.mistake("The values of an image stay in their order")
def _():
    def flatten(images):
        return tf.reshape(tf.transpose(images, [0, 3, 1, 2]), [-1, 192])

    return flatten


@checker(
    "ex05_ones",
    "The size that a run has",
    hints=(
        "The column of ones has as many rows as `x` has in this run. Its size has to come from a tensor.",
        "`tf.shape(x)[0]` is a tensor, the number of rows; `tf.ones([tf.shape(x)[0], 1])` is such a column. Or derive the ones from `x`.",
        "`return tf.concat([x, tf.ones([tf.shape(x)[0], 1])], axis=1)`",
    ),
    on_error={
        "NoneType": _NO_SIZE,
        "None values": _NO_SIZE,
        "Failed to convert": _NO_SIZE,
        "NotImplementedError": "NumPy needs the numbers now. Use operations: `tf.ones`, `tf.concat`.",
        "Shape must be rank": "A column has two sizes: `[rows, 1]`.",
        "in both shapes must be equal": "`tf.concat` with `axis=0` puts rows below rows, with `axis=1` columns beside columns.",
    },
)
def ones(trial, with_ones: Function):
    """Write `with_ones(x)` for a tensor `x` of shape [?, 3]. Return a tensor of shape [?, 4]: `x`, and behind it a fourth column of ones. It
    must work for any number of rows."""
    x = trial.placeholder([None, 3])
    y = trial.is_tensor(trial.call(with_ones, x), None, "What `with_ones` returns")
    found = y.shape.as_list() if y.shape.ndims is not None else []
    trial.that(
        not found or found[0] is None,
        "",
        f"Its static shape is {y.shape}: the number of rows is fixed.",
        _NO_SIZE,
        [y.op],
    )
    trial.must_feed(y, [x], "The result must be computed from `x`.")
    for rows in (1, 2, 5, 64):
        numbers = np.arange(rows * 3.0).reshape(rows, 3) - 3
        trial.value(
            y,
            np.concatenate([numbers, np.ones((rows, 1))], 1),
            {x: numbers},
            what=f"the result for {count(rows, 'row')}",
            hint="`x` comes first, then one column of ones: join them with `tf.concat(…, axis=1)`.",
        )


@ones.mistake("with `axis=1` columns beside columns")
def _():
    def with_ones(x):
        return tf.concat([x, tf.ones([tf.shape(x)[0], 1])], axis=0)

    return with_ones


@ones.mistake("join them with")
def _():
    def with_ones(x):
        return tf.concat([x, x[:, :1] / x[:, :1]], axis=1)  # 0 / 0 is NaN

    return with_ones


@ones.solved_by
def _():
    def with_ones(x):
        rows = tf.shape(x)[0]
        return tf.concat([x, tf.ones([rows, 1])], axis=1)

    return with_ones


@ones.mistake("Its size has to come from a tensor")
def _():
    def with_ones(x):
        return tf.concat([x, tf.ones([5, 1])[: tf.shape(x)[0]]], axis=1)

    return with_ones


@ones.mistake("`x.shape[0]` is unknown while the graph is built")
def _():
    def with_ones(x):
        return tf.concat([x, tf.ones([x.shape[0], 1])], axis=1)

    return with_ones


@ones.mistake("the number of rows is fixed")
def _():
    def with_ones(x):
        return tf.concat([x, tf.ones([1, 1])], axis=1)

    return with_ones


@ones.mistake("`x` comes first, then one column of ones")
def _():
    def with_ones(x):
        return tf.concat([tf.ones([tf.shape(x)[0], 1]), x], axis=1)

    return with_ones


@ones.mistake("A column has two sizes")
def _():
    def with_ones(x):
        return tf.concat([x, tf.ones([tf.shape(x)[0]])], axis=1)

    return with_ones


@checker(
    "ex05_batches",
    "A mean over batches",
    hints=(
        "Slice the data: `data[i : i + size]`. What is different about the last slice, and what does that do to a mean of means?",
        "Add up the errors of all rows, and divide once, at the end, by the number of rows.",
        "`total = sum(session.run(error, {x: data[i : i + size]}).sum() for i in range(0, len(data), size))`, then divide by `len(data)`.",
    ),
    on_error={
        "Cannot feed value of shape": "Feed whole rows: `data[i : i + size]` is a part of the data with all of its columns."
    },
)
def batches(trial, mean_error: Function):
    """`error` is a tensor of shape [?], one number for each row of the placeholder `x`. The array `data` has too many rows for one run. Write
    `mean_error(session, x, error, data, size)`, which returns the mean of `error` over all rows of `data`. Feed `size` rows in each run; in the last
    one what is left, which may be less. The graph must not grow with the number of batches."""
    x = trial.placeholder([None, 2])
    sizes: list[int] = []
    fed: list[float] = []
    growth: list[int] = []

    def note(rows):
        sizes.append(len(rows))
        fed.extend(rows[:, 0].tolist())
        return np.square(rows[:, 0]) + 1.0

    with trial.graph.as_default():
        error = tf.py_func(note, [x], tf.float32, name="error")
        error.set_shape([None])
    for rows, size in ((3, 3), (7, 3), (6, 2), (4, 10)):
        data = np.arange(rows * 2.0, dtype=np.float32).reshape(rows, 2)
        session = trial.session()
        sizes.clear()
        fed.clear()
        before = len(trial.graph.get_operations())
        found = trial.call(mean_error, session, x, error, data, size)
        added = trial.graph.get_operations()[before:]
        growth.append(len(added))
        trial.returned(found)
        trial.that(
            not isinstance(found, tf.Tensor),
            "",
            "What it returns is a tensor, not a number.",
            "`session.run` returns values.",
        )
        what = f"{rows} rows in batches of {size}"
        trial.that(
            sizes,
            "",
            f"For {what} it never runs `error`.",
            "Run `error` for each batch: `session.run(error, {x: …})`.",
            [error.op],
        )
        trial.that(
            max(sizes) <= size,
            "",
            f"For {what} it feeds {max(sizes)} rows in one run.",
            "Feed a slice of `size` rows: `data[i : i + size]`.",
            [x.op],
        )
        trial.that(
            sum(sizes) >= rows,
            "",
            f"For {what} it feeds {sum(sizes)} rows in total.",
            "The last batch is smaller. That is no problem: the size of `x` is open. Feed what is left, too.",
            [x.op],
        )
        trial.that(
            not set(fed) - set(data[:, 0].tolist()),
            "",
            f"For {what} it feeds rows that are not in `data`.",
            "Feed slices of `data` as they are: `data[i : i + size]`.",
            [x.op],
        )
        trial.near(
            found,
            float(np.mean(np.square(data[:, 0], dtype=np.float64))) + 1.0,
            f"the mean for {what}",
            hint="A batch with fewer rows counts for less. Add up the errors of all rows, and divide once.",
        )
        trial.that(
            len(sizes) <= -(-rows // size),
            f"{what}: {count(len(sizes), 'run')}, and the mean is right",
            f"For {what} it makes {len(sizes)} runs of `error`; {-(-rows // size)} suffice.",
            "Feed as many rows as are allowed, each row once.",
        )
        trial.that(
            growth[-1] <= growth[0],
            "the graph does not grow with the batches" if len(growth) == 4 else "",
            f"One batch adds {count(growth[0], 'operation')} to the graph, {len(sizes)} batches add {count(growth[-1], 'operation')}.",
            "A function of `tf`, and arithmetic with a tensor, adds operations each time. Sum the values, with NumPy, or build before the loop.",
            added,
        )


@batches.solved_by
def _():
    def mean_error(session, x, error, data, size):
        total = 0.0
        for i in range(0, len(data), size):
            total += session.run(error, {x: data[i : i + size]}).sum()
        return total / len(data)

    return mean_error


@batches.mistake("A batch with fewer rows counts for less")
def _():
    def mean_error(session, x, error, data, size):
        return np.mean([session.run(error, {x: data[i : i + size]}).mean() for i in range(0, len(data), size)])

    return mean_error


@batches.mistake("Feed what is left, too")
def _():
    def mean_error(session, x, error, data, size):
        total = 0.0
        for i in range(len(data) // size):
            total += session.run(error, {x: data[i * size : (i + 1) * size]}).sum()
        return total / len(data)

    return mean_error


@batches.mistake("Feed a slice of `size` rows")
def _():
    def mean_error(session, x, error, data, size):
        return session.run(error, {x: data}).mean()

    return mean_error


@batches.mistake("Feed as many rows as are allowed")
def _():
    def mean_error(session, x, error, data, size):
        return np.mean([session.run(error, {x: data[i : i + 1]}) for i in range(len(data))])

    return mean_error


@batches.mistake("it never runs `error`")
def _():
    def mean_error(session, x, error, data, size):
        return np.mean(np.square(data[:, 0]))

    return mean_error


@batches.mistake("build before the loop")
def _():
    def mean_error(session, x, error, data, size):
        total = 0.0
        for i in range(0, len(data), size):
            total += session.run(tf.reduce_sum(error), {x: data[i : i + size]})
        return total / len(data)

    return mean_error


@batches.mistake("rows that are not in `data`")
def _():
    def mean_error(session, x, error, data, size):
        total = 0.0
        for i in range(0, len(data), size):
            rows = np.full([size, 2], -1.0)
            rows[: len(data[i : i + size])] = data[i : i + size]
            total += session.run(error, {x: rows}).sum()
        return total / len(data)

    return mean_error


@batches.mistake("Add up the errors of all rows")
def _():
    def mean_error(session, x, error, data, size):
        starts = range(0, len(data), size)
        return np.mean(
            [row for i in starts for row in session.run(error, {x: data[max(0, min(i, len(data) - size)) :][:size]})]
        )

    return mean_error
