"""The learning phase: whether Keras' layers train by default; 0 or 1, or a tensor that is computed in a run."""

import contextlib

from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scopes import init_scope
from graphlab._src.ops.identity import placeholder_with_default

_KEY = ("__keras_learning_phase",)


def _collection():
    """Where the phase of the default graph is; a function that is traced has that of the graph around it."""
    with init_scope():
        return get_default_graph().get_collection_ref(_KEY)


def learning_phase():
    """What was set for the default graph, or else its placeholder "keras_learning_phase": False unless it is fed."""
    collection = _collection()
    if not collection:
        with init_scope(), get_default_graph().name_scope(None):
            collection.append(placeholder_with_default(False, shape=(), name="keras_learning_phase"))
    return collection[0]


def set_learning_phase(value):
    """Layers that are called from now on in the default graph train (1) or not (0)."""
    if value not in (0, 1):
        raise ValueError("Expected learning phase to be 0 or 1.")
    _collection()[:] = [value]


@contextlib.contextmanager
def learning_phase_scope(value):
    """Inside, the learning phase is 0 or 1."""
    collection = _collection()
    before = list(collection)
    set_learning_phase(value)
    try:
        yield
    finally:
        collection[:] = before
