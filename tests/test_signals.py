import signal
import subprocess
import sys

import pytest

from graphlab._src.base import signals

# Interrupts come where modules are imported: JAX's, one that registers operations, and those that JAX itself defers.
STRUCK = """
import signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)
places = ["jax._src.core", "graphlab._src.ops.matmul", "graphlab._src.train.optimizers.adam", "jaxlib.mlir.dialects._mhlo_ops_gen"]

class Strike:
    def find_spec(self, name, *_):
        if name in places:
            places.remove(name)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Strike())
count = 0

def go():
    import graphlab as tf

    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([[1.0, 2.0]])
        step = tf.train.AdamOptimizer().minimize(tf.reduce_sum(tf.matmul(v, v, transpose_b=True)))
        session.run(tf.global_variables_initializer())
        session.run(step)

while True:
    try:
        go()
        break
    except KeyboardInterrupt:
        count += 1
print(count, places)
"""


@pytest.fixture
def interrupts():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_what_it_would_leave_half_done(interrupts):
    done = []
    with pytest.raises(KeyboardInterrupt), signals.delayed():
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_time_limit_waits_too_and_nothing_that_came_is_lost(interrupts):
    def too_late(number, frame):
        raise TimeoutError

    before, done = signal.signal(signal.SIGALRM, too_late), []
    try:
        with pytest.raises((TimeoutError, KeyboardInterrupt)) as raised, signals.delayed():
            signal.raise_signal(signal.SIGALRM)
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")
        assert signal.getsignal(signal.SIGALRM) is too_late
    finally:
        signal.signal(signal.SIGALRM, before)
    assert done == ["all of it"]
    assert {type(raised.value), type(raised.value.__context__)} == {TimeoutError, KeyboardInterrupt}


def test_an_interrupt_that_comes_when_handlers_are_set_again_leaves_none_out(interrupts, monkeypatch):
    def too_late(number, frame):
        raise TimeoutError

    def set_and_strike(number, handler):
        before = set_handler(number, handler)
        if handler is signal.default_int_handler and strikes:
            signal.raise_signal(strikes.pop())
        return before

    set_handler, strikes = signal.signal, [signal.SIGINT]
    before = signal.signal(signal.SIGALRM, too_late)
    monkeypatch.setattr(signal, "signal", set_and_strike)
    try:
        with pytest.raises(KeyboardInterrupt), signals.delayed():
            pass
        assert signal.getsignal(signal.SIGALRM) is too_late
    finally:
        set_handler(signal.SIGALRM, before)
    assert not strikes


@pytest.mark.slow
def test_what_an_interrupt_prevented_from_being_imported_is_imported_the_next_time(tmp_path):
    environment = {
        "GRAPHLAB_CACHE_DIR": str(tmp_path),
        "PATH": "",
        "GRAPHLAB_PROGRESS": "0",
        "TF_DETERMINISTIC_OPS": "1",
    }
    done = subprocess.run([sys.executable, "-c", STRUCK], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "3 []\n", done.stderr  # the first two come in one import
