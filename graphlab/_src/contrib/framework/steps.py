"""The global step, as it is or as it was given."""

from graphlab._src.train.global_step import assert_global_step, get_global_step


def assert_or_get_global_step(graph=None, global_step_tensor=None):
    """The given step, checked, or that of the graph."""
    if global_step_tensor is None:
        return get_global_step(graph)
    assert_global_step(global_step_tensor)
    return global_step_tensor
