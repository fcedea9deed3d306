"""Functions whose arguments changed with TensorFlow 1.0, in the form that they had in 0.12.

A call that can only be meant in today's order is understood as such.
"""

import functools
import inspect
import numbers

import numpy as np

import graphlab as tf


def _is_size(value):
    """A number, or a scalar tensor."""
    if isinstance(value, tf.Tensor):
        return value.shape.ndims == 0 and value.dtype.is_integer
    return (
        isinstance(value, numbers.Integral) and not isinstance(value, bool) or np.ndim(value) == 0 and value is not None
    )


_concat, _split, _reverse = tf.concat, tf.split, tf.reverse
_svd, _sparse_split, _resize_images = tf.svd, tf.sparse_split, tf.image.resize_images


def concat(concat_dim=None, values=None, name="concat", axis=None):
    """tf.concat(concat_dim, values)."""
    if axis is not None:  # concat(values, axis=1), or concat(values=…, axis=1)
        return _concat(concat_dim if values is None else values, axis, name=name)
    if isinstance(concat_dim, (list, tuple)) and not isinstance(values, (list, tuple)):
        return _concat(concat_dim, values, name=name)
    return _concat(values, concat_dim, name=name)


def split(*args, **keywords):
    """tf.split(split_dim, num_split, value)."""
    is_new = (
        not keywords.keys().isdisjoint({"num_or_size_splits", "axis", "num"})
        or (len(args) == 3 and not _is_size(args[0]) and _is_size(args[2]))
        or (len(args) == 2 and "split_dim" not in keywords and "value" not in keywords)
    )
    if is_new:
        return _split(*args, **keywords)

    def old(split_dim, num_split, value, name="split"):
        return _split(value, num_split, axis=split_dim, name=name)

    return old(*args, **keywords)


def sparse_split(*args, **keywords):
    """tf.sparse_split(split_dim, num_split, sp_input)."""
    if not args:
        return _sparse_split(**keywords)

    def old(split_dim, num_split, sp_input, name=None):
        return _sparse_split(sp_input=sp_input, num_split=num_split, axis=split_dim, name=name)

    return old(*args, **keywords)


def reverse(tensor, dims=None, name=None, axis=None):
    """tf.reverse(tensor, dims): a bool for each dimension."""
    dims = axis if dims is None else dims
    kind = dims.dtype.as_numpy_dtype if isinstance(dims, tf.Tensor) else np.asarray(dims).dtype
    if kind != np.bool_:
        return _reverse(tensor, dims, name=name)
    value = tf.contrib.util.constant_value(dims) if isinstance(dims, tf.Tensor) else np.asarray(dims)
    if value is None:
        return _reverse(tensor, tf.reshape(tf.where(dims), [-1]), name=name)
    return _reverse(tensor, np.flatnonzero(value).astype(np.int32), name=name)


def batch_matmul(x, y, adj_x=False, adj_y=False, name=None):
    """tf.matmul of stacks of matrices."""
    return tf.matmul(x, y, adjoint_a=bool(adj_x), adjoint_b=bool(adj_y), name=name)


def select(condition, t, e, name=None):
    """t where the condition is True, e elsewhere."""
    return tf.where(condition, t, e, name=name)


def complex_abs(x, name=None):
    """The absolute values of complex numbers."""
    return tf.abs(x, name=name)


def svd(tensor=None, compute_uv=True, full_matrices=False, name=None, **keywords):
    """tf.svd, with compute_uv first."""
    tensor = keywords.pop("matrix", keywords.pop("input", tensor))
    return _svd(tensor, full_matrices=full_matrices, compute_uv=compute_uv, name=name)


def div(x, y, name=None):
    """Division that rounds integers towards 0."""
    return _rounded(tf.truncatediv, tf.divide, x, y, name)


def mod(x, y, name=None):
    """The rest of a division that rounds towards 0."""
    return tf.truncatemod(x, y, name=name)


def floordiv(x, y, name=None):
    """Division that rounds integers towards 0, and floats down."""
    return _rounded(tf.truncatediv, lambda x, y, name: tf.floor(tf.divide(x, y), name=name), x, y, name)


def _rounded(of_integers, of_floats, x, y, name):
    x = tf.convert_to_tensor(x, dtype=y.dtype.base_dtype if isinstance(y, tf.Tensor) else None)
    return (of_integers if x.dtype.is_integer else of_floats)(x, y, name=name)


def _of_logits(function, labels):
    """A cross-entropy of (logits, labels, …); labels: what the second was called."""

    @functools.wraps(function)
    def old(*args, **keywords):
        names = (
            ["logits", labels, "dim", "name"]
            if "dim" in inspect.signature(function).parameters
            else ["logits", labels, "name"]
        )
        given = {**dict(zip(names, args, strict=False)), **keywords}
        if labels in given:
            given["labels"] = given.pop(labels)
        return function(**given)

    return old


softmax_cross_entropy_with_logits = _of_logits(tf.nn.softmax_cross_entropy_with_logits, "labels")
sparse_softmax_cross_entropy_with_logits = _of_logits(tf.nn.sparse_softmax_cross_entropy_with_logits, "labels")
sigmoid_cross_entropy_with_logits = _of_logits(tf.nn.sigmoid_cross_entropy_with_logits, "targets")

_weighted, _ctc_loss = tf.nn.weighted_cross_entropy_with_logits, tf.nn.ctc_loss
_nce_loss, _sampled_softmax_loss = tf.nn.nce_loss, tf.nn.sampled_softmax_loss


def weighted_cross_entropy_with_logits(logits=None, targets=None, pos_weight=None, name=None, labels=None):
    """tf.nn.weighted_cross_entropy_with_logits(logits, targets, pos_weight)."""
    return _weighted(labels=targets if labels is None else labels, logits=logits, pos_weight=pos_weight, name=name)


def ctc_loss(inputs=None, labels=None, *args, **keywords):
    """tf.nn.ctc_loss(inputs, labels, sequence_length, …)."""
    if isinstance(inputs, tf.SparseTensor):
        inputs, labels = labels, inputs
    return _ctc_loss(labels, inputs, *args, **keywords)


def _is_float(value):
    return not tf.convert_to_tensor(value).dtype.is_integer


def _of_inputs(function):
    """A sampled loss of (weights, biases, inputs, labels, …): labels are the integers."""

    @functools.wraps(function)
    def old(*args, **keywords):
        if len(args) > 3 and _is_float(args[2]) and not _is_float(args[3]):
            args = (*args[:2], args[3], args[2], *args[4:])
        elif len(args) == 3:
            args, keywords = args[:2], {**keywords, "labels" if "inputs" in keywords else "inputs": args[2]}
        return function(*args, **keywords)

    return old


nce_loss = _of_inputs(_nce_loss)
sampled_softmax_loss = _of_inputs(_sampled_softmax_loss)


def resize_images(images, *args, **keywords):
    """tf.image.resize_images(images, new_height, new_width, method, align_corners), or with one size."""
    height, width = keywords.pop("new_height", None), keywords.pop("new_width", None)
    if height is None and args and _is_size(args[0]):
        height, args = args[0], args[1:]
    if height is None:
        return _resize_images(images, *args, **keywords)
    if width is None:
        width, args = args[0], args[1:]
    return _resize_images(images, [height, width], *args, **keywords)


def sparse_tensor(init):
    """SparseTensor(indices, values, shape)."""

    @functools.wraps(init)
    def old(self, indices, values, dense_shape=None, shape=None):
        init(self, indices, values, shape if dense_shape is None else dense_shape)

    return old


def _initializer(today):
    """An initializer that is a function of a shape, too: tf.zeros_initializer([3])."""

    @functools.wraps(today, updated=())
    def old(shape=None, dtype=tf.float32, partition_info=None):
        if shape is None or isinstance(shape, tf.DType):
            return today(dtype if shape is None else shape)
        return today()(shape, dtype)

    return old


zeros_initializer, ones_initializer = _initializer(tf.zeros_initializer), _initializer(tf.ones_initializer)


def weighted(function):
    """A loss of tf.contrib.losses whose weights are called `weight`."""

    @functools.wraps(function)
    def old(*args, weight=None, **keywords):
        return function(*args, **keywords) if weight is None else function(*args, weights=weight, **keywords)

    return old


def with_old_loss(function):
    """A function of tf.nn.seq2seq, for which softmax_loss_function is one of (logits, labels)."""
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def old(*args, **keywords):
        given = {**dict(zip(names, args, strict=False)), **keywords}
        loss = given.get("softmax_loss_function")
        if loss is not None:
            given["softmax_loss_function"] = lambda labels, logits: loss(logits, labels)
        return function(**given)

    return old
