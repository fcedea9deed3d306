"""An interrupt, memory that runs out, a failing part, close: each leaves every variable whole, and the session usable."""

import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler.executables import buffers

# What interrupts a weak reference's callback is dropped by Python; the next one comes through.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


_armed = threading.Event()


def _interrupt(*_):
    if _armed.is_set():
        raise KeyboardInterrupt


@pytest.fixture(autouse=True, scope="module")
def interrupt_handlers():
    """An interrupt that a callback of the garbage collector has met is sent again, as SIGINT, and may come late."""
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGALRM, signal.SIGINT)}
    yield
    time.sleep(0.1)
    for number, handler in before.items():
        signal.signal(number, handler)


def interrupted(work, after, again=0.2):
    """Does work() over and over until so many seconds have passed, then interrupts it as Ctrl-C would."""
    try:
        _armed.set()
        signal.setitimer(signal.ITIMER_REAL, after, again)
        while True:
            work()
    except KeyboardInterrupt:
        pass
    finally:
        _armed.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)


def counters():
    """Variables that every step increments: large ones get spare buffers, tables are overwritten in place."""
    dense = [tf.Variable(np.zeros([256, 256], "f")) for _ in range(2)]
    table = tf.Variable(np.zeros([20000, 16], "f"))
    small = tf.Variable(0.0)
    adds = [one.assign_add(tf.ones_like(one)) for one in (*dense, small)]
    adds.append(tf.scatter_add(table, tf.range(20000), tf.ones([20000, 16])))
    return [*dense, small, table], tf.group(*adds)


def whole(values):
    return {float(one) for value in values for one in (np.min(value), np.max(value))}


def test_an_interrupted_step_has_happened_or_not():
    variables, step = counters()
    rng = np.random.default_rng(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(step)
        for _ in range(20):
            interrupted(lambda: sess.run(step), rng.uniform(0.0005, 0.01))
            assert len(whole(sess.run(variables))) == 1
        before = whole(sess.run(variables))
        sess.run(step)
        assert whole(sess.run(variables)) == {value + 1 for value in before}


def test_no_interrupt_meets_jax_while_it_traces():
    size, again = tf.placeholder(tf.int32, []), tf.placeholder(tf.float32, [None, 3])
    variables, step = counters()
    w = tf.Variable(np.ones([3, 3], "f"))
    loop = tf.while_loop(lambda i, a: i < size, lambda i, a: (i + 1, tf.tanh(tf.matmul(a, w))), [0, again])[1]
    steps = [
        (step, {}),
        (tf.gradients(loop, w), {size: 3, again: np.ones([2, 3])}),
        (tf.nn.softmax(again), {again: np.ones([2, 3])}),
        (tf.nn.softmax(again), {again: np.ones([4, 3])}),
        (tf.cond(size > 2, lambda: tf.identity(w), lambda: w * 2), {size: 3}),
        (tf.fill([size, size], 1.0), {size: 3}),
        (tf.fill([size, size], 1.0), {size: 2000}),
    ]
    traced = []

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_name == "set_trace" and "jax" in code.co_filename:
            traced.append(signal.getsignal(signal.SIGINT))

    with tf.Session() as sess:
        sys.setprofile(note)
        try:
            sess.run(tf.global_variables_initializer())
            for fetch, feed in steps:
                sess.run(fetch, feed)
            tf.matrix_band_part(w, 1, 1)
            w[:, 1:].assign(tf.ones([3, 2]))
        finally:
            sys.setprofile(None)
    assert _interrupt not in traced


def test_a_loop_without_end_can_be_interrupted_and_the_session_goes_on():
    variables, step = counters()
    forever = tf.while_loop(lambda a: a < 2.0, lambda a: tf.sin(a) * 0.5, [tf.random_uniform([])])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        interrupted(lambda: sess.run([forever, step]), 1.2)
        assert whole(sess.run(variables)) == {0.0}
        sess.run(step)
        assert whole(sess.run(variables)) == {1.0}


@pytest.mark.slow
def test_loops_without_end_leave_no_thread_of_jax_occupied():
    x = tf.Variable(np.ones([700, 700], "f"))
    sums = [tf.reduce_sum(tf.matmul(x, x)) for _ in range(3)]
    zero = [tf.random_uniform([]) * 0.0 for _ in sums]
    product = tf.matmul(x, x)

    def nested(i, a):
        return i, tf.while_loop(lambda b: b < 2.0, lambda b: tf.sin(b) * 0.5, [a])

    forever = [tf.while_loop(lambda i, a: a >= 0.0, lambda i, a: (i + 1, a + 0 * sums[0] * i), [zero[0], zero[0]])]
    forever.append(tf.while_loop(lambda i, a: i < 1.0, nested, [zero[1], sums[1] * 0]))
    counted = tf.while_loop(lambda a, b: a < 2.0, lambda a, b: (tf.sin(a) * 0.5, b * sums[2]), [zero[2], sums[2]])
    forever.append(tf.gradients(counted[1], x))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for loop in forever:

            def run(loop=loop):
                sess.run(loop)
                pytest.fail("it ended")

            interrupted(run, 1.2)
            assert sess.run(product)[0, 0] == 700.0


def test_steps_do_not_wait_for_an_interrupted_loop_that_reads_their_variables():
    variables, step = counters()
    read = sum(tf.reduce_mean(variable) for variable in variables)
    forever = tf.while_loop(lambda a: a < 2.0, lambda a: tf.sin(a + read) * 0.5, [tf.random_uniform([])])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(step)
        interrupted(lambda: sess.run(forever), 1.0)
        for _ in range(3):
            sess.run(step)
        assert whole(sess.run(variables)) == {4.0}


def test_closing_ends_a_loop_without_end():
    forever = tf.while_loop(lambda a: a < 2.0, lambda a: tf.sin(a) * 0.5, [tf.random_uniform([])])
    sess = tf.Session()
    caught = []

    def run():
        try:
            sess.run(forever)
        except Exception as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    while not sess.plan_cache.entries:
        pass
    sess.close()
    thread.join()
    assert [type(error) for error in caught] == [tf.errors.CancelledError]


def test_a_part_that_fails_undoes_what_the_run_had_changed():
    v = tf.Variable(1.0)
    doubled = v.assign(v * 2)

    with tf.control_dependencies([doubled]):
        failing = tf.check_numerics(tf.log(doubled - 3), "no")
    with tf.Session() as sess:
        sess.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="no"):
            sess.run(failing)
        assert sess.run(v) == 1.0


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_what_a_run_changed_before_its_python_function_failed_is_taken_back(error):
    v = tf.Variable(1.0)
    w = tf.Variable(np.zeros([300, 300], "f"))
    changed = tf.group(v.assign(v * 2), w.assign_add(tf.ones_like(w)))
    errors = [error]

    def fail(value):
        if errors:
            raise errors.pop()
        return value

    with tf.control_dependencies([changed]):
        answer = tf.py_func(fail, [v + 1.0], tf.float32)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        with pytest.raises((tf.errors.InvalidArgumentError, KeyboardInterrupt)):
            sess.run(answer)
        assert whole(sess.run([v])) == {1.0}
        assert whole(sess.run([w])) == {0.0}
        sess.run(answer)
        assert whole(sess.run([v])) == {2.0}
        assert whole(sess.run([w])) == {1.0}


def run_alone(program):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
def test_a_run_without_memory_says_which_tensor_and_leaves_the_variables():
    said = run_alone("""
        import resource
        import numpy as np
        import graphlab as tf

        x = tf.placeholder(tf.float32, [None, 300])
        w = tf.Variable(tf.ones([300, 300]))
        scores = tf.matmul(x, x, transpose_b=True, name="scores")
        step = tf.group(w.assign_add(tf.matmul(x, tf.matmul(tf.nn.softmax(scores), x), transpose_a=True)))
        sess = tf.Session()
        sess.run(w.initializer)
        sess.run(step, {x: np.zeros([2, 300], "f")})
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        limits = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (used + (750 << 20), limits[1]))  # the scores need 900 MB, threads some
        try:
            sess.run(step, {x: np.ones([15000, 300], "f")})
        except tf.errors.ResourceExhaustedError as error:
            print(error)
        resource.setrlimit(resource.RLIMIT_AS, limits)
        print("variable", set(sess.run(w).ravel()))
    """)
    assert "OOM when allocating tensor with shape[15000,15000] and type float" in said
    assert "{{node " in said
    assert "variable {np.float32(1.0)}" in said


@pytest.mark.slow
def test_a_forked_process_says_that_it_cannot_run():
    said = run_alone("""
        import os, warnings
        warnings.simplefilter("ignore")
        import graphlab as tf

        y = tf.constant(1.0) + 1
        sess = tf.Session()
        sess.run(y)
        if not os.fork():
            for one in (sess, tf.Session()):
                try:
                    one.run(y)
                except tf.errors.OpError as error:
                    print(type(error).__name__, error, flush=True)
            os._exit(0)
        os.wait()
        print(sess.run(y))
    """)
    assert said.count("FailedPreconditionError") == 2
    assert "spawn" in said
    assert said.rstrip().endswith("2.0")


def test_what_is_overwritten_in_place_for_want_of_memory_is_whole_too(monkeypatch):
    monkeypatch.setattr(buffers, "SHARE", 1 << 60)  # no memory for spare buffers
    variables, step = counters()
    values, places = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [])
    w = tf.Variable(np.zeros([256, 256], "f"))
    checked = w.assign_add(tf.fill([256, 256], tf.gather(values, places)))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(5):
            interrupted(lambda: sess.run(step), 0.002)
            assert len(whole(sess.run(variables))) == 1
        sess.run(checked, {values: [1.0, 2.0], places: 1})
        with pytest.raises(tf.errors.InvalidArgumentError, match="is not in"):
            sess.run(checked, {values: [1.0, 2.0], places: 2})
        assert whole([sess.run(w)]) == {2.0}


def test_a_branch_that_assigns_a_variable_runs_without_memory_for_spares(monkeypatch):
    monkeypatch.setattr(buffers, "SHARE", 1 << 60)  # no memory for spare buffers
    w = tf.Variable(np.zeros([256, 256], "f"))
    taken, place = tf.placeholder(tf.bool, []), tf.placeholder(tf.int32, [])
    step = [tf.cond(taken, lambda: tf.identity(w.assign_add(tf.ones([256, 256]))), lambda: tf.identity(w))]
    step.append(tf.gather(tf.constant([1.0, 2.0]), place))
    with tf.Session() as sess:
        sess.run(w.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="is not in"):
            sess.run(step, {taken: True, place: 2})
        assert whole([sess.run(w)]) == {0.0}
        for is_taken in (True, False):
            sess.run(step, {taken: is_taken, place: 1})
            assert whole([sess.run(w)]) == {1.0}


def test_of_several_tables_none_changes_when_the_rows_of_one_are_wrong():
    first, second = [tf.Variable(np.zeros([20000, 16], "f")) for _ in range(2)]
    rows, more = tf.placeholder(tf.int32, [2]), tf.placeholder(tf.int32, [2])
    one = tf.scatter_add(first, rows, tf.ones([2, 16]))
    with tf.control_dependencies([one]):
        step = tf.group(one, tf.scatter_add(second, more, tf.ones([2, 16])))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(step, {rows: [0, 1], more: [0, 1]})
        for wrong in ({rows: [0, 20000], more: [0, 1]}, {rows: [0, 1], more: [0, -1]}):
            with pytest.raises(tf.errors.InvalidArgumentError, match="is not in"):
                sess.run(step, wrong)
        for table in sess.run([first, second]):
            assert table.sum() == 32


@pytest.mark.slow
def test_a_process_ends_while_its_threads_run():
    program = """
        import threading
        import graphlab as tf
        zero = tf.zeros([]) * tf.random_uniform([])
        pairs = [tf.while_loop(lambda a: a < 2.0, lambda a: tf.sin(a) * 0.5, [zero]) for _ in range(2)]
        sess = tf.Session()
        seen = threading.Event()
        def run():
            seen.set()
            sess.run(pairs[0])
        def train():
            v = tf.Variable(tf.ones([300, 300]))
            step = v.assign(tf.matmul(v, v) / 300.0)
            other = tf.Session()
            other.run(v.initializer)
            while True:
                other.run(step)
        for work in (run, train):
            threading.Thread(target=work, daemon=True).start()
        seen.wait()
        try:
            sess.run(pairs[1], options=tf.RunOptions(timeout_in_ms=1500))
        except tf.errors.DeadlineExceededError:
            print("late", flush=True)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("late\n", "", 0)
