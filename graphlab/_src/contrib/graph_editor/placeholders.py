"""Placeholders in place of inputs of a part of a graph: their names begin with "geph"."""

from graphlab._src.contrib.graph_editor.elements import scope_basename, scope_dirname, scope_finalize
from graphlab._src.graph import Tensor
from graphlab._src.ops.identity import placeholder

_PREFIX = "geph"


def placeholder_name(t=None, scope=None, prefix=_PREFIX):
    """The name of the placeholder for a tensor: "scope/geph__NAME_0".

    scope: where it goes; None leaves it in the tensor's scope, "" is the root.
    """
    if t is None:
        return f"{scope_finalize(scope or '')}{prefix}"
    if not isinstance(t, Tensor):
        raise TypeError(f"Expected a tf.Tensor, got: {type(t)}")
    scope = scope_dirname(t.op.name) if scope is None else scope_finalize(scope)
    name = scope_basename(t.op.name)
    return scope + (name if name.startswith(f"{prefix}__") else f"{prefix}__{name}_{t.value_index}")


def make_placeholder_from_tensor(t, scope=None, prefix=_PREFIX):
    """A placeholder of the tensor's dtype and shape, named by placeholder_name, in the default graph."""
    return placeholder(t.dtype, t.shape, placeholder_name(t, scope, prefix))


def make_placeholder_from_dtype_and_shape(dtype, shape=None, scope=None, prefix=_PREFIX):
    """A placeholder named by placeholder_name, in the default graph."""
    return placeholder(dtype, shape, placeholder_name(scope=scope, prefix=prefix))
