"""Python functions in a graph: what they get, what they return, and what becomes of what they raise."""

import gc
import queue
import weakref

import numpy as np
import pytest

import graphlab as tf


def run(fetches, feeds=None):
    with tf.Session() as session:
        return session.run(fetches, feeds)


def test_a_function_takes_and_gives_arrays():
    x = tf.placeholder(tf.float32, [None])
    total, doubled = tf.py_func(lambda v: (v.sum(), v * 2), [x], [tf.float32, tf.float32])
    assert total.shape.ndims is None
    values = run([total + 1.0, doubled], {x: [1.0, 2.0]})
    assert values[0] == 4.0
    assert values[1].tolist() == [2.0, 4.0]


def test_numbers_and_strings_come_as_such():
    seen = []

    def note(number, text, texts):
        seen.extend([number, text, texts])
        return "é"

    assert run(tf.py_func(note, [tf.constant(1.5), tf.constant("a"), tf.constant(["b"])], tf.string)) == "é".encode()
    assert seen[0].dtype == np.float32
    assert seen[1] == b"a"
    assert seen[2].dtype == object
    given = np.array([b"a", b"b\0"], object)
    assert run(tf.py_func(lambda: given, [], tf.string)).tolist() == [b"a", b"b\0"]


def test_a_function_may_do_as_it_likes_with_its_arrays():
    buffer = np.zeros(2, np.float32)

    def change(x):
        x += 1
        buffer[:] = x
        return buffer

    constant = tf.constant([1.0, 2.0])
    result = tf.py_func(change, [constant], tf.float32)
    with tf.Session() as session:
        first = session.run(result)
        buffer[:] = 0
        assert first.tolist() == [2.0, 3.0]
        assert session.run([constant, result])[0].tolist() == [1.0, 2.0]


def test_functions_of_one_run_may_wait_for_each_other(monkeypatch):
    monkeypatch.setattr("graphlab._src.ops.py_func._MOMENT", 0.01)
    handed = queue.Queue(1)

    def put():
        handed.put(42)
        handed.join()
        return 1

    def get():
        value = handed.get()
        handed.task_done()
        return value

    assert run([tf.py_func(put, [], tf.int64), tf.py_func(get, [], tf.int64) + 1]) == [1, 43]


def test_what_a_function_raises_beside_another_is_the_error_of_the_run():
    def fail():
        raise ValueError("no more rows")

    with pytest.raises(tf.errors.InvalidArgumentError, match="no more rows"):
        run([tf.py_func(fail, [], tf.int64), tf.py_func(lambda: 1, [], tf.int64)])


def test_arrays_with_fields_are_refused():
    with pytest.raises(tf.errors.InternalError, match="Unsupported numpy data type"):
        run(tf.py_func(lambda: np.zeros(2, [("x", np.float32)]), [], tf.float32))


def test_an_operation_without_outputs_is_run_for_what_it_does():
    calls = []
    op = tf.py_func(calls.append, [tf.constant(3)], [])
    assert isinstance(op, tf.Operation)
    run(op)
    assert calls == [3]
    with tf.control_dependencies([op]):
        after = tf.constant(1) + 1
    run(after)
    assert calls == [3, 3]


WRONG = [
    (lambda: (1.0, 2.0), tf.float64, r"pyfunc_\d+ returns 2 values, but expects to see 1 values\."),
    (lambda: None, tf.float64, r"pyfunc_\d+ returns 0 values, but expects to see 1 values\."),
    (lambda: 1.0, tf.float32, r"0-th value returned by pyfunc_\d+ is double, but expects float"),
    (lambda: [1.0, 2], [tf.float64, tf.int32], r"1-th value returned by pyfunc_\d+ is int64, but expects int32"),
]


@pytest.mark.parametrize(("function", "types", "message"), WRONG)
def test_what_it_gives_must_be_what_it_promised(function, types, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        run(tf.py_func(function, [], types))


RAISED = [
    (ValueError, tf.errors.InvalidArgumentError),
    (TypeError, tf.errors.InvalidArgumentError),
    (StopIteration, tf.errors.OutOfRangeError),
    (MemoryError, tf.errors.ResourceExhaustedError),
    (NotImplementedError, tf.errors.UnimplementedError),
    (KeyError, tf.errors.UnknownError),
]


@pytest.mark.parametrize(("kind", "reported"), RAISED)
def test_what_it_raises_ends_the_run_and_shows_where(kind, reported):
    def fail():
        raise kind("no such luck")

    with pytest.raises(reported, match=f"{kind.__name__}: .*no such luck") as raised:
        run(tf.py_func(fail, [], tf.float32, name="unlucky"))
    assert "in fail" in raised.value.message
    assert "[[{{node unlucky}}]]" in raised.value.message
    assert raised.value.op.name == "unlucky"


@pytest.mark.slow
def test_the_graph_keeps_its_functions_and_nothing_else_does():
    def function():
        return 1.0

    with tf.Graph().as_default() as graph:
        tf.py_func(function, [], tf.float64)
        reference = weakref.ref(function)
        del function
        gc.collect()
        assert reference() is not None
    del graph
    tf.reset_default_graph()
    gc.collect()
    assert reference() is None


def test_a_graph_that_was_loaded_has_no_functions():
    with tf.Graph().as_default() as graph:
        tf.py_func(lambda: 1.0, [], tf.float64, name="lost")
        message = graph.as_graph_def()
    message.node[0].attr["token"].s = b"pyfunc_of_another_process"
    tf.import_graph_def(message, name="")
    with pytest.raises(tf.errors.InvalidArgumentError, match="callback pyfunc_of_another_process is not found"):
        run("lost:0")


def test_stateless_functions_are_operations_of_their_own_type():
    assert tf.py_func(lambda: 1.0, [], tf.float64, stateful=False).op.type == "PyFuncStateless"
    assert tf.numpy_function(lambda: 1.0, [], tf.float64).op.type == "PyFunc"
    with pytest.raises(ValueError, match="Expected func to be callable, got func of type"):
        tf.py_func(3, [], tf.float64)


def test_a_function_of_eager_tensors_gets_arrays_with_a_numpy():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant([1.0, 2.0])
        doubled = tf.py_function(lambda value: value * 2, [x], tf.float32)
        total, three = tf.py_function(lambda a, b: (a.numpy().sum() + b.numpy(), 3), [x, 2.0], [tf.float32, tf.int32])
        text = tf.py_function(lambda value: value.numpy().decode() + "!", ["hi"], tf.string)
        assert doubled.op.type == "EagerPyFunc" and doubled.shape.ndims is None
        assert session.run(doubled).tolist() == [2, 4]
        assert session.run([total, three, text]) == [5, 3, b"hi!"]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot convert 2.5 to EagerTensor of dtype int32"):
            session.run(tf.py_function(lambda: 2.5, [], tf.int32))
        with pytest.raises(tf.errors.InvalidArgumentError, match="returns 0 values, but expects to see 1 values"):
            session.run(tf.py_function(lambda: None, [], tf.float32))


def test_a_list_that_a_py_function_returns_holds_its_results():
    with tf.Graph().as_default(), tf.Session() as session:
        rows = tf.py_function(lambda value: [value.numpy()], [tf.constant([1, 2])], tf.int32)
        text = tf.py_function(lambda value: [value.numpy() + b"!"], [tf.constant("hi")], tf.string)
        first = tf.py_function(lambda: [1.0, 2.0], [], tf.float32)
        rows, text, first = session.run([rows, text, first])
        assert rows.tolist() == [1, 2]
        assert text == b"hi!" and type(text) is bytes
        assert first == 1.0


def test_a_py_function_computes_with_operations_of_its_own():
    def derivative(x, factor):
        x = tf.convert_to_tensor(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x * factor.numpy()
        return tape.gradient(y, x), tf.reduce_sum(x)

    with tf.Graph().as_default() as graph, tf.Session() as session:
        found = tf.py_function(derivative, [tf.constant([1.0, 2.0]), tf.constant(3.0)], [tf.float32, tf.float32])
        count = len(graph.get_operations())
        gradient, total = session.run(found)
        assert gradient.tolist() == [6.0, 12.0] and total == 3.0 and len(graph.get_operations()) == count


def test_tensors_in_a_py_function_have_values_and_a_gradient():
    def scaled(x, factor):
        product = x * factor
        total = tf.reduce_sum(product)
        array = x.numpy()
        array[0] = 100.0  # a copy
        if total > 5:
            product = product * total
        return product, float(total) + len(x)

    def noisy(x):
        noise = tf.random.uniform([3])
        assert noise.numpy().tolist() == np.asarray(noise).tolist() == [float(one) for one in noise]
        return x * noise, noise

    with tf.Graph().as_default(), tf.Session() as session:
        x, factor = tf.constant([1.0, 2.0]), tf.constant(3.0)
        y, total = tf.py_function(scaled, [x, factor], [tf.float32, tf.float32])
        found = session.run([y, total, *tf.gradients(y, [x, factor])])
        assert [one.tolist() for one in found] == [[27.0, 54.0], 11.0, [54.0, 54.0], 54.0]  # TensorFlow 1.15's
        x = tf.ones([3])
        y, noise = tf.py_function(noisy, [x], [tf.float32, tf.float32])
        y, noise, gradient = session.run([y, noise, *tf.gradients(y, x)])
        assert y.tolist() == noise.tolist() == gradient.tolist()
        assert not hasattr(x, "numpy")


def test_a_loop_in_a_py_function_computes_each_value_from_the_one_before(monkeypatch, caplog):
    fed = []
    run = tf.Session.run

    def counted(self, fetches, feed_dict=None, **others):
        fed.append(len(feed_dict or {}))
        return run(self, fetches, feed_dict, **others)

    def decayed(x):
        value = x
        for _ in range(50):
            value = value - 0.1 * value
            assert float(value) > 0
        return value

    with tf.Graph().as_default(), tf.Session() as session:
        found = tf.py_function(decayed, [tf.constant(1.0)], tf.float32)
        monkeypatch.setattr(tf.Session, "run", counted)
        np.testing.assert_allclose(session.run(found), 0.9**50, rtol=1e-5)
    assert len(fed) == 51 and max(fed) == 1
    assert not caplog.records  # a function of TensorFlow's adds no operations to a graph


def test_what_has_run_in_a_py_function_does_not_run_again_for_what_waits_for_it():
    calls = []

    def noted(x):
        calls.append(float(x))
        return x

    def waiting(x):
        first = tf.py_function(noted, [x], tf.float32)
        with tf.control_dependencies([first]):
            before = tf.no_op()
        float(first)
        with tf.control_dependencies([first, before]):
            return tf.identity(x)

    with tf.Graph().as_default(), tf.Session() as session:
        assert session.run(tf.py_function(waiting, [2.0], tf.float32)) == 2.0
    assert calls == [2.0]


@pytest.mark.parametrize("returns", [True, False])
def test_operations_without_results_run_in_a_py_function(capfd, returns):
    def printing(x):
        tf.print("one", x)
        tf.print("two", x)
        return x if returns else None

    with tf.Graph().as_default(), tf.Session() as session:
        session.run(tf.py_function(printing, [2.0], [tf.float32] if returns else []))
    assert capfd.readouterr().err.splitlines() == ["one 2", "two 2"]


def test_branches_and_loops_in_a_py_function_may_draw_random_numbers():
    def drawing(x):
        branch = tf.cond(x > 0, lambda: x + 0 * tf.random.uniform([]), lambda: x)
        loop = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + 0 * tf.random.uniform([])), [0, branch])[1]
        assert float(loop) == 2.0
        return branch + loop

    with tf.Graph().as_default(), tf.Session() as session:
        assert session.run(tf.py_function(drawing, [2.0], tf.float32)) == 4.0


def test_a_value_that_one_call_saved_is_the_result_of_another():
    saved = []
    save = tf.py_function(saved.append, [tf.constant(1.5)], [])
    with tf.control_dependencies([save]):
        found = tf.py_function(lambda: saved[0], [], tf.float32)
    with tf.Session() as session:
        assert session.run(found) == 1.5
