"""Decorators of tests that look at what is left behind: tensors, and cycles of references."""

import contextlib
import functools
import gc

from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.compiler.executables import behind
from graphlab._src.graph import Graph, Tensor
from graphlab._src.state.variable import Variable

_KINDS = (Tensor, Variable, Dimension, TensorShape)


def assert_no_new_tensors(f):
    """The test in a graph of its own, after which no tensor, variable or shape that it made may be left."""

    @functools.wraps(f)
    def decorated(self, **kwargs):
        before = {id(one) for one in _tensors()}
        with Graph().as_default():
            result = f(self, **kwargs)
        gc.collect()
        after = [one for one in _tensors() if id(one) not in before]
        if after:
            raise AssertionError(f"{len(after)} Tensors not deallocated after test: {after}")
        return result

    return decorated


def assert_no_garbage_created(f):
    """The test, in which no cycle of references may be made that only Python's garbage collector finds.

    No run of an earlier test is compiled meanwhile: what another thread leaves would count as well.
    """

    @functools.wraps(f)
    def decorated(self, **kwargs):
        with behind.held(), _saved_garbage() as garbage:
            result = f(self, **kwargs)
            gc.collect()
            kinds = sorted({type(one).__name__ for one in garbage})
            self.assertEqual(0, len(garbage), f"New objects in reference cycles, of the types {kinds}")
        return result

    return decorated


@contextlib.contextmanager
def _saved_garbage():
    """The list to which the garbage collector adds what it would free; collected as usual afterwards."""
    flags, was_enabled, before = gc.get_debug(), gc.isenabled(), list(gc.garbage)
    gc.collect()
    existing = gc.get_objects()  # alive until the end: what another thread lets go of meanwhile is not new
    gc.garbage.clear()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield gc.garbage
    finally:
        existing.clear()
        gc.set_debug(flags)
        gc.garbage[:] = before
        if was_enabled:
            gc.enable()


def _tensors():
    return [one for one in gc.get_objects() if issubclass(type(one), _KINDS)]
