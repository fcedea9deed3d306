"""Runs every operation type, alone and with its gradient, with code that another process compiled.

    python -m tests.soak.second_process [--only Cholesky …]

One process compiles and another runs what it left; each is forked for that, so that nothing else has made anything
ready. The second must live, compile nothing, and return what the first one returned. The exit status is 1 where one does not.
"""

import argparse
import collections
import os
import pickle
import signal
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

import graphlab as tf
from graphlab._src.compiler.executables import disk_cache, sharing
from tests.test_op_contract import DEFINITIONS, ON_DEVICE, build

EQUAL = {"rtol": 1e-5, "atol": 1e-6}


def fetches(name, with_gradient):
    """(what to fetch, feeds) of a sample of an operation type; None when there is no gradient that it could have."""
    built = build(name)
    outputs = [tensor for tensor in built.op.outputs if tensor.dtype.base_dtype not in (tf.resource, tf.variant)]
    found = [tensor if not tensor.dtype.is_ref_dtype else tf.identity(tensor) for tensor in outputs]
    if not with_gradient:
        return [*found, built.op], built.feeds
    inputs = [tensor for tensor in built.feeds if tensor.dtype.is_floating or tensor.dtype.is_complex]
    ends = [tensor for tensor in found if tensor.dtype.is_floating or tensor.dtype.is_complex]
    try:
        gradients = tf.gradients(ends, inputs) if ends and inputs else []
    except (LookupError, TypeError, ValueError, NotImplementedError):
        return None
    gradients = [one for one in gradients if isinstance(one, tf.Tensor)]
    return ([*found, *gradients, built.op], built.feeds) if gradients else None


def results(name, with_gradient):
    """The results of a run in this process: (values or what went wrong, digests of what was compiled)."""
    compiled = []
    keep = disk_cache.save
    sharing.disk_cache.save = lambda digest, code: (compiled.append(digest), keep(digest, code))
    try:
        with tf.Graph().as_default(), tf.Session() as session:
            wanted = fetches(name, with_gradient)
            if wanted is None:
                return None, []
            if tf.global_variables():
                session.run(tf.global_variables_initializer())
            return session.run(*wanted)[:-1], compiled
    except Exception as error:
        return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}", compiled
    finally:
        sharing.disk_cache.save = keep


def in_a_process(function, *arguments):
    """The result of a function in a process that is forked for it; the number of the signal when that dies."""
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


def identical(first, second):
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


def check(name, with_gradient):
    """(what became of an operation type in a second process, whether that is wrong)."""
    first, second = (in_a_process(results, name, with_gradient) for _ in range(2))
    if not isinstance(first, tuple):
        return f"dies at once: {first}", True
    if not isinstance(second, tuple):
        return f"dies with code from the disk: {second}", True
    if first[0] is None:
        return "has no gradient", False
    if isinstance(first[0], str):
        same = first[0] == second[0]
        return (f"does not run: {first[0]}", False) if same else (f"said {first[0]}, gives {second[0]}", True)
    if second[1]:
        return f"compiles {len(second[1])} of {len(first[1])} again", True
    if not DEFINITIONS[name].random and not identical(first[0], second[0]):
        return "gives other values", True
    return ("runs", False) if first[1] else ("is not compiled", False)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", default=ON_DEVICE, metavar="TYPE")
    wanted = parser.parse_args(arguments).only
    found = collections.Counter()
    disk_cache.code_version()  # once for all of them, so that a file that is saved meanwhile changes nothing
    with tempfile.TemporaryDirectory() as folder:
        disk_cache.set_cache_dir(Path(folder))
        for name in wanted:
            for with_gradient in (False, True):
                said, is_wrong = check(name, with_gradient)
                found["WRONG" if is_wrong else said.partition(":")[0]] += 1
                if is_wrong or ":" in said:
                    print(f"{name}{' with its gradient' if with_gradient else ''}: {said}", flush=True)
    print(", ".join(f"{count} {said}" for said, count in found.most_common()))
    return found["WRONG"] > 0


if __name__ == "__main__":
    sys.exit(main())
