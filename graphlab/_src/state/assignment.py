"""tf.assign, tf.scatter_add and the like: changes of a variable as functions. Each returns the new value."""

from graphlab._src.graph import name_scope
from graphlab._src.state import scatter_ops, variable_ops


def _by_reference(ref):
    return ref.dtype.is_ref_dtype


def assign(ref, value, validate_shape=None, use_locking=None, name=None):
    """Replaces the value of a variable; returns a tensor of the new value.

    ref: a variable.  value: of its dtype and shape.  validate_shape: False lets the shape change.
    use_locking: saved in the graph, without effect.
    """
    if not _by_reference(ref):
        return ref.assign(value, name=name)
    return variable_ops.assign(
        ref,
        value,
        validate_shape=True if validate_shape is None else validate_shape,
        use_locking=True if use_locking is None else use_locking,
        name=name,
    )


def assign_add(ref, value, use_locking=None, name=None):
    """Adds value to a variable; returns a tensor of the new value.

    ref: a variable.  value: of its dtype and shape.  use_locking: saved in the graph, without effect.
    """
    if not _by_reference(ref):
        return ref.assign_add(value)
    return variable_ops.assign_add(ref, value, use_locking=bool(use_locking), name=name)


def assign_sub(ref, value, use_locking=None, name=None):
    """Subtracts value from a variable; returns a tensor of the new value.

    ref: a variable.  value: of its dtype and shape.  use_locking: saved in the graph, without effect.
    """
    if not _by_reference(ref):
        return ref.assign_sub(value)
    return variable_ops.assign_sub(ref, value, use_locking=bool(use_locking), name=name)


def count_up_to(ref, limit, name=None):
    """Adds 1 to a scalar integer variable and returns its value from before; OutOfRangeError in the run at the limit.

    ref: a variable, int32 or int64.  limit: a Python int.
    """
    if not _by_reference(ref):
        return variable_ops.resource_count_up_to(ref.handle, limit=limit, T=ref.dtype, name=name)
    return variable_ops.count_up_to(ref, limit=limit, name=name)


def _updated(ref, update, indices, updates, use_locking, name):
    if not _by_reference(ref):
        return ref._updated(update, indices, updates, use_locking=use_locking, name=name)
    return update(ref, indices, updates, use_locking=use_locking, name=name)


def scatter_update(ref, indices, updates, use_locking=True, name=None):
    """Replaces rows of a variable: ref[indices[i]] = updates[i]; returns its new value.

    ref: a variable [n, …].  indices: int32 or int64, any shape.  updates: [*indices.shape, …], or a number.
    use_locking: saved in the graph, without effect.  The run fails with InvalidArgumentError for an index out of range.
    """
    return _updated(ref, scatter_ops.scatter_update, indices, updates, use_locking, name)


def scatter_add(ref, indices, updates, use_locking=False, name=None):
    """Adds to rows of a variable: ref[indices[i]] += updates[i]; returns its new value.

    ref, indices, updates, use_locking: as in scatter_update. Rows whose index comes twice change twice.
    """
    return _updated(ref, scatter_ops.scatter_add, indices, updates, use_locking, name)


def scatter_sub(ref, indices, updates, use_locking=False, name=None):
    """Subtracts from rows of a variable: ref[indices[i]] -= updates[i]; returns its new value.

    ref, indices, updates, use_locking: as in scatter_update. Rows whose index comes twice change twice.
    """
    return _updated(ref, scatter_ops.scatter_sub, indices, updates, use_locking, name)


def scatter_mul(ref, indices, updates, use_locking=False, name=None):
    """Multiplies rows of a variable: ref[indices[i]] *= updates[i]; returns its new value.

    ref, indices, updates, use_locking: as in scatter_update. Rows whose index comes twice change twice.
    """
    return _updated(ref, scatter_ops.scatter_mul, indices, updates, use_locking, name)


def scatter_div(ref, indices, updates, use_locking=False, name=None):
    """Divides rows of a variable: ref[indices[i]] /= updates[i]; returns its new value.

    ref, indices, updates, use_locking: as in scatter_update. Rows whose index comes twice change twice.
    """
    return _updated(ref, scatter_ops.scatter_div, indices, updates, use_locking, name)


def scatter_min(ref, indices, updates, use_locking=False, name=None):
    """Makes rows at most as large: ref[indices[i]] = min(ref[indices[i]], updates[i]); returns the new value.

    ref, indices, updates, use_locking: as in scatter_update.
    """
    return _updated(ref, scatter_ops.scatter_min, indices, updates, use_locking, name)


def scatter_max(ref, indices, updates, use_locking=False, name=None):
    """Makes rows at least as large: ref[indices[i]] = max(ref[indices[i]], updates[i]); returns the new value.

    ref, indices, updates, use_locking: as in scatter_update.
    """
    return _updated(ref, scatter_ops.scatter_max, indices, updates, use_locking, name)


def scatter_nd_update(ref, indices, updates, use_locking=True, name=None):
    """Replaces elements or slices of a variable at coordinates; returns its new value.

    ref: a variable.  indices: […, k], coordinates in its first k axes.  updates: […, *ref.shape[k:]].
    use_locking: saved in the graph, without effect.  The run fails with InvalidArgumentError for an index out of range.
    """
    return _updated(ref, scatter_ops.scatter_nd_update, indices, updates, use_locking, name)


def scatter_nd_add(ref, indices, updates, use_locking=False, name=None):
    """Adds to elements or slices of a variable at coordinates; returns its new value.

    ref, indices, updates, use_locking: as in scatter_nd_update.
    """
    return _updated(ref, scatter_ops.scatter_nd_add, indices, updates, use_locking, name)


def scatter_nd_sub(ref, indices, updates, use_locking=False, name=None):
    """Subtracts from elements or slices of a variable at coordinates; returns its new value.

    ref, indices, updates, use_locking: as in scatter_nd_update.
    """
    return _updated(ref, scatter_ops.scatter_nd_sub, indices, updates, use_locking, name)


def batch_scatter_update(ref, indices, updates, use_locking=True, name=None):
    """Replaces parts within each batch: ref[b, indices[b, i]] = updates[b, i].

    use_locking: saved in the graph, without effect.
    """
    with name_scope(name):
        return scatter_nd_update(ref, scatter_ops.batch_coordinates(indices), updates, use_locking=use_locking)
