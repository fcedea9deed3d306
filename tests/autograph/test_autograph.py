"""AutoGraph: Python's if, while and for over tensors, in what tf.function and others convert."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def run(function, *values):
    """The results of a function for each of some arguments, in one run."""
    converted = tf.function(function)
    session = tf.get_default_session()
    assert session is not None
    return session.run([converted(tf.constant(value)) for value in values])


def helper(x):
    return x * 10 if x > 2 else x


def test_branches():
    def chosen(x):
        if x > 0 and x < 10 or not x < 100:
            result = 1
        elif tf.equal(x, 50):
            result = 2
        else:
            result = 3
        return result

    def early(x):
        if x > 100:
            return x
        if x > 0:
            y = helper(x)
            return y + helper(x + 1)
        return -x

    def nested(x):
        found = {"a": x, "b": [x, 1]}
        if x > 0:
            if x > 10:
                a, b = 1, 2
            else:
                a, b = 3, 4
            found = {"a": a + b, "b": [x + 1, 1]}
        return found

    assert run(chosen, 5, 50, 60, 200) == [1, 2, 3, 1]
    assert run(early, 200, 2, 5, -3) == [200, 32, 110, 3]
    assert run(nested, 5, 50, -1) == [
        {"a": 7, "b": [6, 1]},
        {"a": 3, "b": [51, 1]},
        {"a": -1, "b": [-1, 1]},
    ]


def test_loops():
    def counted(n):
        i = total = 0
        while i < n:
            i += 1
            if tf.equal(i % 2, 0):
                continue
            if i > 7:
                break
            total += i
        return total, i

    def over_rows(x):
        total = tf.zeros([2])
        for row in x:
            doubled = row * 2.0
            total += doubled
        return total

    def searched(n):
        found = -1
        for i in tf.range(n):
            if i * i > 20:
                found = i
                break
        else:
            found = -5
        return found

    def written(n):
        array = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        for i in range(n):
            for j in range(i):
                array = array.write(array.size(), i * j)
        return array.stack()

    def unrolled(x):
        retained = []
        for i in range(4):
            if i == 1:
                continue
            retained.append(x + i)
        return retained

    assert run(counted, 5, 20) == [(9, 5), (16, 9)]
    assert run(over_rows, [[1.0, 2.0], [3.0, 4.0]])[0].tolist() == [8.0, 12.0]
    assert run(searched, 10, 3) == [5, -5]
    assert [found.tolist() for found in run(written, 4)] == [[0, 0, 2, 0, 3, 6]]
    assert run(unrolled, 1) == [[1, 3, 4]]


def test_ranges_are_counted_down_and_by_any_step():
    def down(n):
        total, last = 0, 0
        for i in tf.range(n, 0, -2):
            if i < 3:
                break
            total, last = total + i, i
        for i in tf.range(0, n, n - 5):
            total += 100 * i
        return total, last

    assert run(down, 8, 7) == [(918, 4), (1215, 3)]


def test_a_loop_that_begins_as_pythons_goes_on_as_a_graphs():
    def until(n):
        i = 0
        while True:
            i += 1
            if i >= n:
                break
        return i

    assert run(until, 5) == [5]


def test_attributes_closures_and_private_names():
    factor = 3

    class Thing:
        def __init__(self):
            self.__hidden = 5

        def method(self, x):
            self.state = x * 0
            if x > 0:
                self.state = x * factor
            return self.state - self.__hidden

    def f(x):
        thing = Thing()

        def inner(y):
            return y if y > 1 else y * 100

        return thing.method(x), thing.state, inner(x), (lambda q: q + 1 if q > 5 else q - 1)(x)

    assert run(f, 2, -2) == [(1, 6, 2, 1), (-5, 0, -200, -3)]


def test_gradients_pass_through_converted_loops(session):
    x = tf.constant(2.0)

    @tf.function
    def power(x):
        y = x
        for _ in tf.range(2):
            if y > 0.0:
                y *= x
        return y

    y = power(x)
    assert session.run([y, *tf.gradients(y, x)]) == [8.0, 12.0]


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (
            "if x > 0:\n        y = 1\n    return y",
            ValueError,
            "must also be initialized in the else branch: \\('y',\\)",
        ),
        ("if x > 0:\n        return 1\n    x = 2", ValueError, "A value must also be returned from the else branch"),
        (
            "while x < 3:\n        z = 1\n        x += 1\n    return z",
            ValueError,
            "must be defined before the loop: \\('z',\\)",
        ),
        (
            "for i in tf.range(3):\n        if i > x:\n            return i\n    return 3",
            ValueError,
            "return statements are not",
        ),
        (
            "y = 1\n    for i in tf.range(3):\n        y = 2.0\n    return y",
            TypeError,
            '"y" has dtype int32 before the loop, but',
        ),
        (
            "if x > 0:\n        y = 1\n    else:\n        y = 2.0\n    return y",
            TypeError,
            '"y" has dtype int32 in the TRUE branch',
        ),
    ],
)
def test_what_a_graph_can_not_do_is_said_as_tensorflow_says_it(tmp_path, monkeypatch, function, error, message):
    (tmp_path / "program.py").write_text(f"import graphlab as tf\n\n\ndef f(x):\n    {function}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "program", raising=False)
    program = __import__("program")
    with pytest.raises(error, match=message):
        tf.function(program.f)(tf.constant(1))


def test_what_is_not_converted_uses_pythons_bool():
    def f(x):
        return 1 if x > 0 else 2

    for exempt in (tf.function(f, autograph=False), tf.function(tf.autograph.experimental.do_not_convert(f))):
        with pytest.raises(TypeError, match="using a `tf.Tensor` as a Python `bool` is not allowed"):
            exempt(tf.constant(1))


def test_functions_of_datasets_and_layers_are_converted_too(session):
    def f(x):
        if x > 1:
            return x * 10
        else:
            return x

    class Layer(tf.keras.layers.Layer):
        def call(self, x):
            total = tf.zeros([])
            for item in tf.data.Dataset.range(3).filter(lambda i: i > 0 and i < 3):  # pyright: ignore
                total += tf.cast(item, tf.float32)
            return x * total

    items = tf.data.Dataset.range(4).map(f).batch(4).make_one_shot_iterator().get_next()
    found = session.run([items, tf.function(Layer())(tf.constant([2.0]))])
    assert [one.tolist() for one in found] == [[0, 1, 20, 30], [6.0]]


def test_loops_over_datasets_and_their_iterators(session):
    def stopped(limit):
        total = tf.constant(0, tf.int64)
        for x in tf.data.Dataset.range(10).repeat():
            if x > limit:
                break
            total += x
        return total

    def rest(first):
        iterator = iter(tf.data.Dataset.range(6))
        total = first * next(iterator) + next(iterator)
        for x in iterator:
            total = total * 10 + x
        return total

    def both(start):
        total = tf.constant(0, tf.int64)
        pairs = zip(tf.data.Dataset.range(4), tf.data.Dataset.range(5, 9))  # noqa: B905
        for i, (x, y) in enumerate(pairs, start):  # pyright: ignore
            total += i * x * y
        return total

    for _ in range(2):  # an iterator begins anew in each run
        assert run(stopped, np.int64(2), np.int64(4)) == [3, 10]
        assert run(rest, np.int64(7)) == [12345]
        assert run(both, np.int64(1)) == [1 * 0 * 5 + 2 * 1 * 6 + 3 * 2 * 7 + 4 * 3 * 8]


@pytest.mark.filterwarnings("ignore:An unusually high number")
def test_pythons_loop_over_a_dataset_ends_with_an_error():
    @tf.function(autograph=False)
    def f():
        for x in tf.data.Dataset.range(3):
            tf.identity(x)

    with pytest.raises(RuntimeError, match="let AutoGraph convert the loop"):
        f()


def test_the_condition_of_a_loop_has_its_effects_once(session):
    calls = tf.Variable(0, use_resource=True)

    @tf.function
    def f():
        i = tf.constant(0)
        while calls.assign_add(1) < 5:  # pyright: ignore
            i += 1
        return i

    i = f()
    session.run(calls.initializer)
    assert [session.run(i), session.run(calls)] == [4, 5]


def test_a_range_that_ends_below_its_start_is_empty():
    def f(n):
        total = tf.constant(0)
        for i in range(n):
            total += i
        for i in range(2, n):
            total += i
        return total

    assert run(f, -3, 4) == [0, 0 + 1 + 2 + 3 + 2 + 3]


def test_a_function_is_converted_on_request(session):
    def f(x):
        while x < 10:
            x *= 2
        return x

    converted = tf.autograph.to_graph(f)
    assert session.run(converted(tf.constant(3))) == 12 and converted(3) == 12
    assert "ag__.while_stmt" in tf.autograph.to_code(f)


def test_lines_of_the_program_are_those_of_its_nodes():
    @tf.function
    def f(x):
        if x > 0:
            y = tf.identity(x, name="mine")
        else:
            y = -x
        return y

    concrete = f.get_concrete_function(tf.TensorSpec([], tf.int32))
    operation = next(op for op in concrete.graph.get_operations() if op.name.endswith("mine"))
    assert operation.source.traceback[-1][1] == f.python_function.__code__.co_firstlineno + 3


def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)


def test_functions_that_call_themselves(session):
    def power(x, n):
        return x if n == 1 else x * power(x, n - 1)

    assert run(lambda x: factorial(4) * power(x, 3), 2) == [192]


def test_an_error_says_whether_autograph_could_have_converted_the_line():
    def choose(x):
        return 1 if bool(x) else 2

    for autograph, words in ((True, "AutoGraph did not convert this function"), (False, "AutoGraph is disabled")):
        traced = tf.function(lambda x: eval("choose(x)", {"choose": choose, "x": x}), autograph=autograph)
        with pytest.raises(TypeError, match=words):
            traced(tf.constant(True))
    with pytest.raises(TypeError, match="is not allowed in Graph execution"):
        iter(tf.constant([1]))
