"""First runs: NumPy runs a segment at once, and XLA compiles what is run again and again beside it."""

import concurrent.futures
import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import partition
from graphlab._src.compiler.executables import behind, progress, tiers
from graphlab._src.compiler.executables.tiers import prefer
from graphlab._src.compiler.interpreter.primitives.table import UnknownPrimitiveError
from graphlab._src.compiler.interpreter.segment import Interpreter

pytestmark = pytest.mark.tier("both")


def model():
    """(train, loss, feeds) of a small classifier with momentum."""
    random = np.random.default_rng(0)
    x, labels = tf.placeholder(tf.float32, [None, 6]), tf.placeholder(tf.int32, [None])
    w = tf.Variable(random.normal(size=[6, 5]).astype("f"))
    hidden = tf.tanh(tf.matmul(x, w) + tf.Variable(np.zeros(5, "f")))
    logits = tf.matmul(hidden, tf.Variable(random.normal(size=[5, 3]).astype("f")))
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    feeds = {x: random.normal(size=[8, 6]).astype("f"), labels: random.integers(0, 3, 8)}
    return tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss), loss, feeds


def part_of(sess, fetches, feeds):
    (part,) = sess.plan(fetches, feeds).compiled
    return part


def run_until_compiled(sess, fetches, feeds, seconds=60):
    """The results of runs until compiled code does them."""
    part, results = part_of(sess, fetches, feeds), []
    end = time.monotonic() + seconds
    while not part.count:
        assert time.monotonic() < end, "nothing was compiled"
        results.append(sess.run(fetches, feeds))
    return [*results, sess.run(fetches, feeds)]


def test_what_runs_once_is_not_compiled(monkeypatch):
    monkeypatch.setattr(tiers, "_PATIENCE", ((60.0, 0.0), (60.0, 0.0)))  # a busy machine may need long
    train, loss, feeds = model()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run([train, loss], feeds)
        part = part_of(sess, [train, loss], feeds)
        assert (part.count, part.tier.runs) == (0, 1)
        assert "NumPy ran it 1 time in " in repr(sess.plan([train, loss], feeds))


def test_what_runs_often_is_compiled_beside_it_and_trains_as_if_it_always_had_been(monkeypatch):
    train, loss, feeds = model()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        losses = [value for _, value in run_until_compiled(sess, [train, loss], feeds)]
        variables = sess.run(tf.global_variables())
    assert len(losses) > 2
    monkeypatch.setattr(prefer, "compiled", True)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        np.testing.assert_allclose(losses, [sess.run([train, loss], feeds)[1] for _ in losses], rtol=1e-3, atol=1e-5)
        for one, other in zip(variables, sess.run(tf.global_variables()), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-4)


def recurrent_steps(monkeypatch, most=5):
    """(losses, parts) of three steps of a recurrent network. most: operations of a part, or it is cut."""
    monkeypatch.setattr(partition, "MAX_OPERATIONS", most)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, lengths = tf.placeholder(tf.float32, [None, 4, 3]), tf.placeholder(tf.int32, [None])
        cell = tf.nn.rnn_cell.GRUCell(2, kernel_initializer=tf.random_uniform_initializer(-0.5, 0.5, seed=1))
        outputs, _ = tf.nn.dynamic_rnn(cell, tf.tanh(x), lengths, dtype=tf.float32)
        loss = tf.reduce_sum(tf.square(tf.sin(outputs)))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        sess.run(tf.global_variables_initializer())
        feeds = {x: np.random.default_rng(0).normal(size=(3, 4, 3)), lengths: [4, 1, 3]}
        losses = [sess.run([loss, train], feeds)[0] for _ in range(3)]
        return losses, sess.plan([loss, train], feeds).compiled


def test_a_first_run_waits_for_no_compile_where_a_loop_is_cut_off_from_its_gradient(monkeypatch):
    monkeypatch.setattr(tiers, "_PATIENCE", ((60.0, 0.0), (60.0, 0.0)))
    losses, parts = recurrent_steps(monkeypatch)
    assert len(parts) > 5 and [part.count for part in parts] == [0] * len(parts)
    whole, (_,) = recurrent_steps(monkeypatch, 1000)
    np.testing.assert_array_equal(losses, whole)


@pytest.mark.parametrize("first", [0, 1])
def test_numpy_and_compiled_code_pass_arrays_and_stacks_to_each_other(monkeypatch, first):
    expected, _ = recurrent_steps(monkeypatch, 1000)
    begun = itertools.count(first)
    prepare = Interpreter.__init__

    def every_other(self, *arguments):
        if next(begun) % 2:
            raise UnknownPrimitiveError("it is compiled")
        prepare(self, *arguments)

    monkeypatch.setattr(Interpreter, "__init__", every_other)
    losses, parts = recurrent_steps(monkeypatch)
    assert {bool(part.count) for part in parts} == {True, False}
    np.testing.assert_allclose(losses, expected, rtol=1e-5)


def branched_steps(monkeypatch, most=20):
    """(gradients, parts) of runs that take one or the other of two branches. most: operations of a part, or it is cut."""
    monkeypatch.setattr(partition, "MAX_OPERATIONS", most)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, first = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.bool, [])
        halves, _ = tf.dynamic_partition(tf.sin(x), tf.cast(x[:, 0] > 0, tf.int32), 2)
        one = tf.cond(first, lambda: tf.square(tf.exp(halves)) * halves, lambda: tf.sin(halves) / 3.0)
        two = tf.cond(first, lambda: tf.tanh(one) * tf.exp(one), lambda: tf.cos(one))
        gradient = tf.gradients(tf.reduce_sum(tf.sin(two) * one), x)
        values = np.linspace(-1, 1, 12, dtype="f").reshape(4, 3)
        results = [sess.run(gradient, {x: values[:n], first: taken}) for n in (4, 3) for taken in (False, True, False)]
        return results, sess.plan(gradient, {x: values, first: True}).compiled


def test_a_first_run_waits_for_no_compile_where_a_branch_is_cut_off_from_its_gradient(monkeypatch):
    monkeypatch.setattr(tiers, "_PATIENCE", ((60.0, 0.0), (60.0, 0.0)))
    gradients, parts = branched_steps(monkeypatch)
    assert len(parts) > 2 and {(part.count, part.tier.refused) for part in parts} == {(0, "")}
    whole, _ = branched_steps(monkeypatch, 1000)
    np.testing.assert_array_equal(np.concatenate(gradients, 1), np.concatenate(whole, 1))


@pytest.mark.parametrize("first", [0, 1])
def test_compiled_code_gets_the_same_of_a_branch_that_numpy_did_not_take(monkeypatch, first):
    expected, _ = branched_steps(monkeypatch, 1000)
    begun = itertools.count(first)
    prepare = Interpreter.__init__

    def every_other(self, *arguments):
        if next(begun) % 2:
            raise UnknownPrimitiveError("it is compiled")
        prepare(self, *arguments)

    monkeypatch.setattr(Interpreter, "__init__", every_other)
    gradients, parts = branched_steps(monkeypatch)
    assert {bool(part.count) for part in parts} == {True, False}
    assert max(part.count for part in parts) <= 4  # one for each size, whichever branch it is
    np.testing.assert_allclose(np.concatenate(gradients, 1), np.concatenate(expected, 1), rtol=1e-5)


def small_runs(monkeypatch, call, count=200):
    """The part of a plan that NumPy runs for a hundredth of a second and more; call: seconds that XLA's calls last."""
    monkeypatch.setattr(tiers, "_PATIENCE", ((60.0, 0.0), (0.001, 0.0)))
    monkeypatch.setattr(tiers, "_CALL", (call, 0.0))
    x = tf.placeholder(tf.float32, [None, 2])
    fetches = [x + 1.0, tf.nn.softmax(x), tf.identity(x)]
    with tf.Session() as sess:
        for i in range(count):
            value = np.full([1, 2], i, "f")
            one, half, same = sess.run(fetches, {x: value})
            assert (one == i + 1).all() and (half == 0.5).all() and (same == i).all()
            value[:] = one[:] = same[:] = -1.0  # no other run sees that
        return sess.plan(fetches, [x]), part_of(sess, fetches, [x])


def test_what_numpy_does_sooner_than_a_call_of_xla_stays_with_numpy(monkeypatch):
    plan, part = small_runs(monkeypatch, call=60.0)
    assert (part.count, part.tier.runs) == (0, 200)
    assert "NumPy ran it 200 times in " in repr(plan)
    assert "less than calls of XLA last" in repr(plan)


def test_what_a_call_of_xla_does_sooner_is_compiled(monkeypatch):
    end = time.monotonic() + 60
    while not small_runs(monkeypatch, call=0.0)[1].count:
        assert time.monotonic() < end, "nothing was compiled"


def test_short_runs_say_what_is_wrong_and_go_on():
    x, size = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None])
    divided, total = tf.floordiv(x, size), tf.Variable(0)
    add = total.assign_add(tf.reduce_sum(divided))
    with tf.Session() as sess:
        sess.run(total.initializer)
        for _ in range(4):
            assert sess.run(divided, {x: [8, 6], size: [2, 3]}).tolist() == [4, 2]
            sess.run(add, {x: [8, 6], size: [2, 3]})
            for broken in (divided, add):
                with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
                    sess.run(broken, {x: [8, 6], size: [2, 0]})
                with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
                    sess.run(broken, {x: [8, 6], size: [2, 3, 4]})
        assert sess.run(total) == 24


def test_short_runs_of_several_threads_are_each_their_own():
    x = tf.placeholder(tf.float32, [2])
    y, total = x * 2.0, tf.Variable(np.zeros(2, "f"))
    add = total.assign_add(y)
    with tf.Session() as sess, concurrent.futures.ThreadPoolExecutor(8) as pool:
        sess.run(total.initializer)

        def work(number):
            value = np.full(2, number, "f")
            for _ in range(50):
                assert (sess.run(y, {x: value}) == 2 * number).all()
                sess.run(add.op, {x: value})

        list(pool.map(work, range(8)))
        assert sess.run(total).tolist() == [50 * 2 * 28] * 2


def loop_that_reads_and_writes_an_array(x):
    rows = tf.TensorArray(tf.float32, 4).unstack(x)
    found = tf.TensorArray(tf.float32, 4)

    def body(i, total, found):
        total = tf.tanh(total + rows.read(i))
        return i + 1, total, found.write(i, total * 2.0)

    _, total, found = tf.while_loop(lambda i, *_: i < 4, body, [0, x[0], found])
    stacked = found.stack()
    return [total, stacked, tf.gradients(tf.reduce_sum(stacked) + total[0], x)[0]]


def branches_inside_each_other(x):
    def inner():
        return tf.cond(x[0, 0] > 0, lambda: x * 3.0, lambda: x - 1.0)

    taken = tf.cond(tf.reduce_sum(x) > 100.0, lambda: tf.zeros_like(x), inner)
    return [taken, tf.gradients(taken, x)[0]]


def many_branches(x):
    which = tf.cast(tf.reduce_sum(x) * 0 + 1, tf.int32)
    return [tf.switch_case(which, [lambda: x, lambda: x * 5.0, lambda: -x])]


def nested_loops(x):
    def outer(i, a):
        inner = tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, tf.sin(b) + x[0, 0]), [0, a])
        return i + 1, inner[1]

    total = tf.while_loop(lambda i, a: i < 4, outer, [0, x])[1]
    return [total, tf.gradients(total, x)[0]]


def scan_and_map(x):
    return [tf.scan(lambda a, row: a * 0.5 + row, x), tf.map_fn(lambda row: tf.reduce_max(row) * row, x)]


def loop_with_no_iteration(x):
    return list(tf.while_loop(lambda i, a: i < 0, lambda i, a: (i + 1, a * 2), [0, x]))


def counted_variable(x):
    counter = tf.get_variable("counter", [], initializer=tf.zeros_initializer(), use_resource=True)

    def body(i, total):
        with tf.control_dependencies([counter.assign_add(1.0)]):
            return i + 1, total + counter.read_value() + x[0, 0]

    return [tf.while_loop(lambda i, _: i < 3, body, [0, 0.0], parallel_iterations=1)[1]]


def recurrent(x):
    cell = tf.nn.rnn_cell.LSTMCell(3, initializer=tf.constant_initializer(0.3))
    outputs, state = tf.nn.dynamic_rnn(cell, tf.expand_dims(x, 0), sequence_length=[3], dtype=tf.float32)
    return [outputs, state.h, tf.gradients(outputs, x)[0]]


PROGRAMS = (
    loop_that_reads_and_writes_an_array,
    branches_inside_each_other,
    many_branches,
    nested_loops,
    scan_and_map,
    loop_with_no_iteration,
    counted_variable,
    recurrent,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_numpy_runs_branches_and_loops_as_compiled_code_does(program, monkeypatch):
    x = tf.placeholder(tf.float32, [None, 3])
    fetches = program(x)
    found = []
    for compiled in (False, True):
        monkeypatch.setattr(prefer, "compiled", compiled)
        monkeypatch.setattr(prefer, "numpy", not compiled)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            feeds = [{x: np.linspace(-1, 1, 12).reshape(4, 3) + shift} for shift in (0.0, 1.5)]
            found.append([sess.run(fetches, feed) for feed in feeds])
            if not compiled:
                (part,) = sess.plan(fetches, feeds[0]).compiled
                assert (part.count, part.tier.refused) == (0, "")
    for by_numpy, by_xla in zip(*found, strict=True):
        for one, other in zip(by_numpy, by_xla, strict=True):
            assert (one.dtype, one.shape) == (other.dtype, other.shape)
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("stride, padding", [(1, "SAME"), (2, "VALID"), (3, "SAME")])
def test_numpy_computes_convolutions_as_compiled_code_does(stride, padding, monkeypatch):
    random = np.random.default_rng(0)
    x, w = tf.placeholder(tf.float32, [None, 9, 8, 4]), tf.Variable(random.normal(size=[3, 2, 4, 6]).astype("f"))
    d = tf.Variable(random.normal(size=[3, 3, 4, 2]).astype("f"))
    steps = [1, stride, stride, 1]
    outputs = [
        tf.nn.conv2d(x, w, steps, padding),
        tf.nn.depthwise_conv2d(x, d, steps, padding),
        tf.nn.max_pool(x, [1, 3, 2, 1], steps, padding),
        tf.nn.avg_pool(x, [1, 3, 2, 1], steps, padding),
    ]
    if stride == 1:
        outputs.append(tf.nn.conv2d(x, w, steps, padding, dilations=[1, 2, 2, 1]))
    total = sum(tf.reduce_sum(tf.square(value)) for value in outputs)
    fetches = [*outputs, *tf.gradients(total, [x, w, d])]
    feeds = {x: random.normal(size=[5, 9, 8, 4])}
    found = []
    for compiled in (False, True):
        monkeypatch.setattr(prefer, "compiled", compiled)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            found.append(sess.run(fetches, feeds))
            if not compiled:
                assert part_of(sess, fetches, feeds).tier.refused == ""
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-3)


def test_two_runs_of_a_program_are_equal_to_the_bit_where_xla_is_switched_on(monkeypatch):
    train, loss, feeds = model()
    on = tf.ConfigProto()
    on.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1
    found = []
    for config, deterministic in ((on, "0"), (None, "1")):
        monkeypatch.setenv("TF_DETERMINISTIC_OPS", deterministic)
        with tf.Session(config=config) as sess:
            sess.run(tf.global_variables_initializer())
            found.append([sess.run([train, loss], feeds)[1] for _ in range(5)])
            assert part_of(sess, [train, loss], feeds).tier.runs == 0
    assert found[0] == found[1]


def test_what_goes_wrong_in_a_first_run_names_the_node():
    x, places = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [None])
    taken = tf.gather(x, places, name="taken")
    with tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = 7 is not in \[0, 2\)") as error:
            sess.run(taken, {x: [1.0, 2.0], places: [0, 7]})
        assert error.value.op.name == "taken"
        assert sess.run(taken, {x: [1.0, 2.0], places: [1]}) == [2.0]


def test_an_error_while_it_is_compiled_behind_comes_out_of_a_run(monkeypatch):
    x = tf.placeholder(tf.float32, [3])
    y = tf.tanh(x) * 2.0

    def fail(*_):
        raise MemoryError("no memory to compile")

    monkeypatch.setattr(tiers, "_CALL", (0.0, 0.0))  # so that it is compiled, small as it is
    with tf.Session() as sess:
        monkeypatch.setattr("graphlab._src.compiler.lower.LoweredSegment._compile", fail)
        end = time.monotonic() + 30
        with pytest.raises((MemoryError, tf.errors.ResourceExhaustedError), match="no memory to compile"):
            while time.monotonic() < end:
                sess.run(y, {x: [1.0, 2.0, 3.0]})
        monkeypatch.undo()
        np.testing.assert_allclose(sess.run(y, {x: [1.0, 2.0, 3.0]}), 2 * np.tanh([1, 2, 3]), rtol=1e-6)


def test_an_interrupted_first_run_has_not_happened():
    w = tf.Variable(np.zeros([300, 300], "f"))
    total = tf.while_loop(lambda i, a: i < 10**6, lambda i, a: (i + 1, tf.sin(a)), [0, tf.ones([300, 300])])[1]
    step = w.assign_add(total)

    def interrupt():
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    with tf.Session() as sess:
        sess.run(w.initializer)
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            sess.run(step)
        assert not sess.run(w).any()


def test_arrays_that_xla_never_holds_whole_are_left_to_it():
    x = tf.placeholder(tf.float32, [None, 2])
    apart = tf.reduce_min(tf.reduce_sum(tf.square(x[:, None] - x[None] + 1.0), 2), 1)
    feeds = {x: np.arange(16000, dtype="f").reshape(-1, 2) / 1000}
    with tf.Session() as sess:
        np.testing.assert_allclose(sess.run(apart, feeds)[:3], [0.0, 0.0, 0.0], atol=2)
        assert "MemoryError" in part_of(sess, apart, feeds).tier.refused


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["", "raise SystemExit(3)"])
def test_a_process_ends_while_something_is_compiled_behind(ending, tmp_path):
    program = f"""
        import numpy as np
        import graphlab as tf
        from graphlab._src.compiler.executables import behind
        x = y = tf.placeholder(tf.float32, [64, 64])
        for i in range(50):
            y = tf.tanh(tf.matmul(y, x) + float(i))
        with tf.Session() as sess:
            while not behind.count():
                sess.run(y, {{x: np.zeros([64, 64], "f")}})
        print("through", flush=True)
        {ending}
    """
    environment = {**os.environ, "GRAPHLAB_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (3 if ending else 0, "through", "")


def assert_true(value):
    assert value


def test_no_status_line_is_drawn_for_what_is_compiled_behind(monkeypatch):
    drawn = []
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_screen", lambda: drawn.append(threading.current_thread().name))
    train, loss, feeds = model()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        run_until_compiled(sess, [train, loss], feeds)
    assert "graphlab compiling behind" not in drawn


def test_what_was_begun_last_is_compiled_first():
    order = []
    with behind.held():
        tasks = [behind.begin(lambda i=i: order.append(i)) for i in range(3)]
    for task in tasks:
        task.wait()
    assert order == [2, 1, 0]


def test_what_is_most_urgent_is_compiled_first():
    order = []
    with behind.held():
        tasks = [behind.begin(lambda i=i: order.append(i), lambda i=i: float(i % 2)) for i in range(4)]
    for task in tasks:
        task.wait()
    assert order == [3, 1, 2, 0]
