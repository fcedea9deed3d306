"""Processes that may take so much memory and no more: what is too much is an error, and all is as it was."""

import subprocess
import sys
import textwrap

import jax
import pytest

import graphlab as tf
from graphlab._src.compiler.executables import jax_caches
from graphlab._src.session.execution.failures import op_error

LIMITED = """
    import contextlib
    import pathlib
    import resource

    import numpy as np

    import graphlab as tf

    @contextlib.contextmanager
    def little_memory(more):
        status = pathlib.Path("/proc/self/status").read_text()
        used = next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmSize"))
        resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
        try:
            yield
        except tf.errors.ResourceExhaustedError as error:
            print(str(error).splitlines()[0])
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    v = tf.Variable(tf.zeros([1024, 1024]))
    queue = tf.FIFOQueue(10, [tf.float32])
    put = queue.enqueue(v.assign_add(tf.ones([1024, 1024])))
    session = tf.Session()
    session.run(v.initializer)
    session.run(put)
    with little_memory(0):
        session.run(tf.sin(v) + 1.0)
    with little_memory(16 << 20):  # enough to find out which tensor is too large
        session.run(put)
    print(set(session.run(v).ravel()), session.run(queue.size()))
"""


@pytest.mark.slow
@pytest.mark.parametrize("compiled_first", [False, True])
def test_where_memory_is_limited_compiling_and_running_say_that_there_is_too_little(compiled_first, monkeypatch):
    monkeypatch.setenv("TF_DETERMINISTIC_OPS", str(int(compiled_first)))
    command = [sys.executable, "-c", textwrap.dedent(LIMITED)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    compiling, running, after = done.stdout.splitlines()
    named = "OOM when allocating tensor with shape[1024,1024] and type float"
    unnamed = "OOM: there is not enough memory to "
    assert compiling.startswith(unnamed if compiled_first else (named, unnamed))
    assert running.startswith(named if compiled_first else (named, unnamed))
    assert after == "{np.float32(1.0)} 1"


@pytest.mark.parametrize(
    "error",
    [
        ValueError("RESOURCE_EXHAUSTED: Out of memory allocating 8 bytes."),
        jax.errors.JaxRuntimeError("INTERNAL: Error dispatching computation: Out of memory allocating 8 bytes."),
        RuntimeError("can't start new thread"),
        MemoryError(),
    ],
)
def test_whatever_says_that_memory_is_out_is_one_error(error):
    assert type(op_error(error)) is tf.errors.ResourceExhaustedError


def test_other_errors_stay_what_they_are():
    error = ValueError("no")
    assert op_error(error) is error


def test_emptying_the_caches_of_jax_leaves_what_was_compiled(monkeypatch):
    traced = []

    @jax.jit
    def function(x):
        traced.append(x)
        return x + 1

    function(1.0)
    monkeypatch.setattr(jax_caches, "_MOST", 0)
    jax_caches.trim()
    assert function(1.0) == 2
    assert len(traced) == 1
