"""Jacobians two ways: from the gradient graph, and by nudging each input."""

import numpy as np

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.graph.tensor import default_session
from graphlab._src.ops.identity import identity

_ALLOWED = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")


def compute_gradient(x, x_shape, y, y_shape, x_init_value=None, delta=1e-3, init_targets=None, extra_feed_dict=None):
    """The Jacobian of y by x, from tf.gradients and by finite differences, in the default session.

    x: a Tensor or a list of them (then x_shape and x_init_value are lists too).  x_init_value: where to differentiate;
    random when None.  delta: the nudge.  init_targets: operations to run first.  extra_feed_dict: other feeds.
    Returns (theoretical, numeric), each [elements of x, elements of y]; a list of such pairs for a list.
    A complex number counts as two elements, real part and imaginary part.
    """
    for init in init_targets or ():
        init.run()
    feeds = extra_feed_dict or {}
    if not isinstance(x, list):
        return _jacobians(x, x_shape, *gradient_graph(x, y, y_shape), y, y_shape, x_init_value, delta, feeds)
    graphs = [gradient_graph(each, y, y_shape) for each in x]
    starts = x_init_value or [None] * len(x)
    return [
        _jacobians(each, shape, dx, dy, y, y_shape, start, delta, feeds)
        for each, shape, (dx, dy), start in zip(x, x_shape, graphs, starts, strict=True)
    ]


def compute_gradient_error(
    x, x_shape, y, y_shape, x_init_value=None, delta=1e-3, init_targets=None, extra_feed_dict=None
):
    """The largest difference between the two Jacobians of compute_gradient.

    x, y: tensors of shapes x_shape and y_shape.  x_init_value: the point; random when left out.
    delta: the step of the numeric one.  init_targets: operations that run first.  extra_feed_dict: more feeds.
    """
    pairs = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    return largest_error(pairs)


def largest_error(grad):
    """The largest difference between the two Jacobians of a pair, or of a list of pairs; not a number where one holds none."""
    pairs = [grad] if isinstance(grad, tuple) else grad
    errors = [np.abs(theory - numeric).max() for theory, numeric in pairs if theory.size or numeric.size]
    return np.max(errors, initial=0)


def gradient_graph(x, y, y_shape):
    """(gradient of y by x, the tensor to feed y's gradient to)."""
    with x.graph.as_default():
        start = constant(1.0, shape=y_shape, dtype=y.dtype.base_dtype)
        # Through an identity, or else the gradient of an Add would be the very tensor that is fed.
        passed = identity(start)
    return gradients(y, x, passed)[0], start


def _jacobians(x, x_shape, dx, dy, y, y_shape, start, delta, feeds):
    for name, tensor in (("x", x), ("y", y)):
        assert tensor.dtype.base_dtype.name in _ALLOWED, f"Don't support type {tensor.dtype.name} for {name}"
    numpy_type = x.dtype.base_dtype.as_numpy_dtype
    if start is None:
        start = np.asarray(np.random.random_sample(x_shape)).astype(numpy_type)
        if x.dtype.is_complex:
            start.imag = np.random.random_sample(x_shape)
    elif list(x_shape) != list(start.shape):
        raise AssertionError(f"x_shape = {x_shape}, init_data shape = {list(start.shape)}")
    start = np.array(start, numpy_type)
    theory = theoretical_jacobian(x, x_shape, start, dy, y_shape, dx, feeds)
    return theory, numeric_jacobian(x, x_shape, start, y, y_shape, delta, feeds)


def theoretical_jacobian(x, x_shape, x_data, dy, dy_shape, dx, extra_feed_dict):
    """One column per element of y: the gradient dx at x_data, when that element alone counts."""
    session = default_session(x, None, "evaluate tensor", "eval")
    start, feeds = np.asarray(x_data, x.dtype.base_dtype.as_numpy_dtype), extra_feed_dict or {}
    seed = np.zeros(dy_shape, dy.dtype.base_dtype.as_numpy_dtype)
    columns = []
    for i in range(_reals(seed).size):
        _reals(seed)[i] = 1
        columns.append(_reals(_dense(session.run(dx, {**feeds, x: start, dy: seed}), start)))
        _reals(seed)[i] = 0
    if columns:
        return np.stack(columns, axis=1)
    empty = _dense(session.run(dx, {**feeds, x: start, dy: seed}), start)
    if empty.shape != start.shape:
        raise ValueError(f"Empty gradient has wrong shape: expected {start.shape}, got {empty.shape}")
    if np.any(empty):
        raise ValueError("Empty tensor with nonzero gradients")
    return np.zeros((_reals(start).size, 0), _reals(start).dtype)


def numeric_jacobian(x, x_shape, x_data, y, y_shape, delta, extra_feed_dict):
    """One row per element of x: how far y moves when that element does."""
    start, feeds = np.asarray(x_data, x.dtype.base_dtype.as_numpy_dtype), extra_feed_dict or {}
    size = _reals(np.zeros(y_shape, y.dtype.base_dtype.as_numpy_dtype)).size
    rows = np.zeros((_reals(start).size, size), _wide(_reals(start).dtype))
    for i in range(len(rows)):
        above, below = start.copy(), start.copy()
        _reals(above)[i] += delta
        _reals(below)[i] -= delta
        moved = [_reals(np.asarray(y.eval({**feeds, x: at}))) for at in (above, below)]
        rows[i] = (moved[0].astype(rows.dtype) - moved[1].astype(rows.dtype)) / (2 * delta)
    return rows


def _dense(gradient, like):
    """The gradient as an array: the rows of IndexedSlices are added at their indices."""
    if hasattr(gradient, "indices"):
        dense = np.zeros_like(like)
        np.add.at(dense, gradient.indices, gradient.values)
        return dense
    return np.array(gradient)


def _reals(array):
    """A flat view of an array, complex numbers as two reals."""
    flat = array.reshape(-1)
    return flat.view(flat.real.dtype) if np.iscomplexobj(flat) else flat


def _wide(dtype):
    """bfloat16 is too coarse to hold a difference."""
    return np.dtype(np.float32) if dtype == dtypes.bfloat16.as_numpy_dtype else dtype
