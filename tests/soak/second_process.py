"""Runs every operation type, and its gradient, with code that another process compiled.

    python -m tests.soak.second_process [--only Cholesky …]

One process fills a folder; then each type has a process of its own, in which nothing else has made anything ready. It
must live, find its code, and give what the first one gave. The exit status is 1 when one does not.
"""

import argparse
import os
import pickle
import signal
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

import graphlab as tf
from graphlab.compiler import disk, share
from tests.test_op_contract import DEFINITIONS, ON_DEVICE, build

EQUAL = {"rtol": 1e-5, "atol": 1e-6}


def fetches(name):
    """(what to fetch, feeds) of a sample of an operation type: its outputs, and their gradient if it has one."""
    built = build(name)
    outputs = [tensor for tensor in built.op.outputs if tensor.dtype.base_dtype not in (tf.resource, tf.variant)]
    found = [tensor if not tensor.dtype.is_ref_dtype else tf.identity(tensor) for tensor in outputs]
    inputs = [tensor for tensor in built.feeds if tensor.dtype.is_floating or tensor.dtype.is_complex]
    ends = [tensor for tensor in found if tensor.dtype.is_floating or tensor.dtype.is_complex]
    try:
        gradients = tf.gradients(ends, inputs) if ends and inputs else []
    except (LookupError, TypeError, ValueError, NotImplementedError):
        gradients = []
    return [*found, *[one for one in gradients if isinstance(one, tf.Tensor)], built.op], built.feeds


def results(name):
    """What a run gives in this process: (values or what went wrong, digests of what was compiled)."""
    compiled = []
    keep = disk.save
    share.disk.save = lambda digest, code: (compiled.append(digest), keep(digest, code))
    try:
        with tf.Graph().as_default(), tf.Session() as session:
            wanted, feeds = fetches(name)
            if tf.global_variables():
                session.run(tf.global_variables_initializer())
            return session.run(wanted, feeds)[:-1], compiled
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}", compiled
    finally:
        share.disk.save = keep


def in_a_process(function, *arguments):
    """What a function gives in a process that is forked for it; the number of the signal when that dies."""
    out, into = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # JAX has threads in no process that forks here
        child = os.fork()
    if child == 0:
        os.close(out)
        with open(into, "wb") as answer:
            pickle.dump(function(*arguments), answer)
        sys.stderr.flush()
        os._exit(0)
    os.close(into)
    with open(out, "rb") as answer:
        content = answer.read()
    _, status = os.waitpid(child, 0)
    if status:
        return signal.Signals(os.WTERMSIG(status)) if os.WIFSIGNALED(status) else f"exit {status >> 8}"
    return pickle.loads(content)


def alike(first, second):
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return all(
        np.asarray(a).dtype == np.asarray(b).dtype
        and (np.asarray(a).dtype.kind in "OSU" or np.allclose(*map(comparable, (a, b)), equal_nan=True, **EQUAL))
        for a, b in zip(flat(first), flat(second), strict=True)
    )


def comparable(value):
    value = np.asarray(value)
    return value if value.dtype.kind in "biufc" else value.astype(np.float32)


def flat(value):
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)
    else:
        yield value


def check(name):
    """What is wrong with an operation type in a second process; None when nothing is."""
    first, second = (in_a_process(results, name) for _ in range(2))
    if isinstance(first, (str, signal.Signals)):
        return f"dies at once: {first}"
    if isinstance(second, (str, signal.Signals)):
        return f"dies with code from the disk: {second}"
    if isinstance(first[0], str):
        return None if alike(first[0], second[0]) else f"said {first[0]}, says {second[0]}"
    if second[1]:
        return f"compiles {len(second[1])} of {len(first[1])} again"
    if not alike(first[0], second[0]) and not DEFINITIONS[name].random:
        return "gives other values"
    return None


def main(arguments=None):
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", default=ON_DEVICE, metavar="TYPE")
    wanted = parser.parse_args(arguments).only
    wrong = 0
    disk.code_version()  # once for all of them, so that a file that is saved meanwhile changes nothing
    with tempfile.TemporaryDirectory() as folder:
        disk.set_cache_dir(Path(folder))
        for name in wanted:
            said = check(name)
            if said:
                wrong += 1
                print(f"{name}: {said}", flush=True)
    print(f"{len(wanted)} operation types, {wrong} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
