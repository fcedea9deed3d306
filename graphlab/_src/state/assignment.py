"""tf.assign, tf.scatter_add and the like: changes of a variable as functions. Each returns the new value."""

from graphlab._src.graph import name_scope
from graphlab._src.state import scatter_ops, variable_ops


def _by_reference(ref):
    return ref.dtype.is_ref_dtype


def assign(ref, value, validate_shape=None, use_locking=None, name=None):
    """Replaces the value of a variable.

    ref: a variable.  value: of its type.  validate_shape: False lets the shape change.
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
    """Adds value to a variable."""
    if not _by_reference(ref):
        return ref.assign_add(value)
    return variable_ops.assign_add(ref, value, use_locking=bool(use_locking), name=name)


def assign_sub(ref, value, use_locking=None, name=None):
    """Subtracts value from a variable."""
    if not _by_reference(ref):
        return ref.assign_sub(value)
    return variable_ops.assign_sub(ref, value, use_locking=bool(use_locking), name=name)


def count_up_to(ref, limit, name=None):
    """Adds 1 to a variable and returns its value from before; the run fails with OutOfRangeError when that is the limit."""
    if not _by_reference(ref):
        return variable_ops.resource_count_up_to(ref.handle, limit=limit, T=ref.dtype, name=name)
    return variable_ops.count_up_to(ref, limit=limit, name=name)


def _updated(ref, update, indices, updates, use_locking, name):
    if not _by_reference(ref):
        return ref._updated(update, indices, updates, use_locking=use_locking, name=name)
    return update(ref, indices, updates, use_locking=use_locking, name=name)


def scatter_update(ref, indices, updates, use_locking=True, name=None):
    """Replaces rows: ref[indices[i]] = updates[i]."""
    return _updated(ref, scatter_ops.scatter_update, indices, updates, use_locking, name)


def scatter_add(ref, indices, updates, use_locking=False, name=None):
    """Adds to rows: ref[indices[i]] += updates[i]."""
    return _updated(ref, scatter_ops.scatter_add, indices, updates, use_locking, name)


def scatter_sub(ref, indices, updates, use_locking=False, name=None):
    """Subtracts from rows: ref[indices[i]] -= updates[i]."""
    return _updated(ref, scatter_ops.scatter_sub, indices, updates, use_locking, name)


def scatter_mul(ref, indices, updates, use_locking=False, name=None):
    """Multiplies rows: ref[indices[i]] *= updates[i]."""
    return _updated(ref, scatter_ops.scatter_mul, indices, updates, use_locking, name)


def scatter_div(ref, indices, updates, use_locking=False, name=None):
    """Divides rows: ref[indices[i]] /= updates[i]."""
    return _updated(ref, scatter_ops.scatter_div, indices, updates, use_locking, name)


def scatter_min(ref, indices, updates, use_locking=False, name=None):
    """Makes rows at most as large: ref[indices[i]] = min(ref[indices[i]], updates[i])."""
    return _updated(ref, scatter_ops.scatter_min, indices, updates, use_locking, name)


def scatter_max(ref, indices, updates, use_locking=False, name=None):
    """Makes rows at least as large: ref[indices[i]] = max(ref[indices[i]], updates[i])."""
    return _updated(ref, scatter_ops.scatter_max, indices, updates, use_locking, name)


def scatter_nd_update(ref, indices, updates, use_locking=True, name=None):
    """Replaces at coordinates.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    return _updated(ref, scatter_ops.scatter_nd_update, indices, updates, use_locking, name)


def scatter_nd_add(ref, indices, updates, use_locking=False, name=None):
    """Adds at coordinates.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    return _updated(ref, scatter_ops.scatter_nd_add, indices, updates, use_locking, name)


def scatter_nd_sub(ref, indices, updates, use_locking=False, name=None):
    """Subtracts at coordinates.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    return _updated(ref, scatter_ops.scatter_nd_sub, indices, updates, use_locking, name)


def batch_scatter_update(ref, indices, updates, use_locking=True, name=None):
    """Replaces parts within each batch: ref[b, indices[b, i]] = updates[b, i]."""
    with name_scope(name):
        return scatter_nd_update(ref, scatter_ops.batch_coordinates(indices), updates, use_locking=use_locking)
