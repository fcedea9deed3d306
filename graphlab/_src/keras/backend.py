"""tf.keras.backend: Keras' session and settings, and tensors by Keras' names."""

import sys
from typing import Any

import numpy as np

from graphlab._src.autodiff.gradients import gradients as gradients_op
from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, reset_default_graph, traversal
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.keras.layers.backend_config import (
    floatx,
    image_data_format,
)
from graphlab._src.keras.layers.drawn_seeds import seed_or_drawn
from graphlab._src.keras.layers.layer_names import name_counts
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.keras.layers.local import local_conv
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.keras.layers.weight_values import batch_get_value, batch_set_value, get_session, track_variable
from graphlab._src.keras.placeholders import input_placeholder
from graphlab._src.ops import activation, arg, constants, joining, reduction
from graphlab._src.ops import identity as identities
from graphlab._src.ops import padding as pads
from graphlab._src.ops import random as draws
from graphlab._src.ops import shape as shapes
from graphlab._src.ops.bias import bias_add as bias_add_op
from graphlab._src.ops.cast import cast as cast_op
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.comparison import greater as greater
from graphlab._src.ops.comparison import less_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.diagonal import eye as eye_op
from graphlab._src.ops.dropout import dropout as dropout_op
from graphlab._src.ops.functional.fold import foldl as foldl_op
from graphlab._src.ops.functional.fold import foldr as foldr_op
from graphlab._src.ops.functional.map_fn import map_fn as map_fn_op
from graphlab._src.ops.gather import gather as gather_op
from graphlab._src.ops.identity import identity as identity_op
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.one_hot import one_hot as one_hot_op
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.power import pow as pow_op
from graphlab._src.ops.power import sqrt as sqrt_op
from graphlab._src.ops.printing import print_v2
from graphlab._src.ops.rounding import abs as abs  # noqa: A004  (Keras' name)
from graphlab._src.ops.rounding import round as round  # noqa: A004  (Keras' name)
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.softmax import softmax as softmax_op
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_places import sparse_concat
from graphlab._src.ops.sparse_products import sparse_tensor_dense_matmul
from graphlab._src.ops.statistics import l2_normalize as l2_normalize_op
from graphlab._src.ops.transpose import reverse as reverse_op
from graphlab._src.ops.transpose import transpose as transpose_op
from graphlab._src.ops.trigonometry import cos, sin, tanh
from graphlab._src.session.keras_session import set_fallback_session
from graphlab._src.state.moving_averages import assign_moving_average
from graphlab._src.state.variable import Variable

_VARIABLE_SEEDS = 1_000_000_000
sigmoid = activation.sigmoid


# The session, and what Keras keeps


def set_session(session):
    """Makes it the session that Keras works in where none is open."""
    set_fallback_session(session)


def clear_session():
    """Forgets the graph, the session and all names that were given away."""
    reset_default_graph()
    set_fallback_session(None)
    learning_phase()  # the first operations of the new graph, as in TensorFlow, whose seeds count operations


def get_graph():
    """The graph that layers are built in: the default one."""
    return get_default_graph()


def backend():
    """The name of the backend."""
    return "tensorflow"


def get_uid(prefix=""):
    """A number that is new for this prefix in the default graph."""
    counts = name_counts()
    counts["", prefix] += 1
    return counts["", prefix]


def reset_uids():
    """Forgets the names that were given away."""
    name_counts().clear()


def manual_variable_initialization(value):
    """Says whether the program itself initializes variables; Keras initializes only what has no value yet."""


# Variables and tensors


def variable(value, dtype=None, name=None, constraint=None):
    """A variable with a first value; a SparseTensor of one of SciPy's sparse matrices."""
    if hasattr(value, "tocoo"):
        matrix = value.tocoo()
        indices = np.stack([matrix.row, matrix.col], 1).astype("int64")
        return SparseTensor(indices, matrix.data, matrix.shape)
    kind = dtypes.as_dtype(dtype or floatx())
    made = Variable(value, dtype=kind, name=name, constraint=constraint, use_resource=True)
    track_variable(made)
    return made


def constant(value, dtype=None, shape=None, name=None):
    """A constant."""
    made = convert_to_tensor(value, dtype=dtypes.as_dtype(dtype or floatx()), name=name)
    return (
        made
        if shape is None
        else constants.fill(shape, made)
        if not made.shape.as_list()
        else shapes.reshape(made, shape)
    )


def placeholder(shape=None, ndim=None, dtype=None, sparse=False, name=None, ragged=False):
    """A placeholder. ndim: its rank, where the shape is not said. ragged: axes after the batch without a size are ragged."""
    if shape is None and ndim:
        shape = (None,) * ndim
    return input_placeholder(dtypes.as_dtype(dtype or floatx()), shape, name, sparse, ragged)


def is_placeholder(x):
    """Whether x is a placeholder, which must be fed."""
    return isinstance(x, Tensor) and traversal.is_placeholder(x.op)


def is_keras_tensor(x):
    """Whether a tensor comes from an Input."""
    if not isinstance(x, (Tensor, Variable, SparseTensor)):
        raise ValueError(f"Unexpectedly found an instance of type `{type(x)}`. Expected a symbolic tensor instance.")
    return has_history(x)


def is_sparse(tensor):
    """Whether it is a SparseTensor."""
    return isinstance(tensor, SparseTensor)


def to_dense(tensor):
    """A SparseTensor as a tensor."""
    return sparse_tensor_to_dense(tensor) if is_sparse(tensor) else tensor


def get_value(x):
    """The value of a variable."""
    return batch_get_value([x])[0]


def set_value(x, value):
    """Sets a variable."""
    batch_set_value([(x, value)])


def eval(x):  # noqa: A001  (Keras' name)
    """The value of a tensor or a variable, in Keras' session.

    x: a tensor or a variable.
    """
    return get_session().run(x)


def int_shape(x):
    """The shape as a tuple, with None for what is not known; None when the rank is not.

    x: a tensor or a variable.
    """
    return None if x.shape.ndims is None else tuple(x.shape.as_list())


def ndim(x):
    """The rank, or None."""
    return x.shape.ndims


def dtype(x):
    """The type, as a string."""
    return x.dtype.base_dtype.name


def shape(x):
    """The shape, as a tensor."""
    return shapes.shape(x)


def cast(x, dtype):
    """The tensor with another type."""
    return cast_op(x, dtype)


def cast_to_floatx(x):
    """An array or a tensor with Keras' float type."""
    return cast_op(x, floatx()) if isinstance(x, (Tensor, Variable)) else np.asarray(x, dtype=floatx())


def zeros(shape, dtype=None, name=None):
    """A variable of zeros."""
    return variable(np.zeros(shape), dtype, name)


def ones(shape, dtype=None, name=None):
    """A variable of ones."""
    return variable(np.ones(shape), dtype, name)


def eye(size, dtype=None, name=None):
    """A variable with ones on its diagonal."""
    return variable(eye_op(size, dtype=dtypes.as_dtype(dtype or floatx())), dtype, name)


def zeros_like(x, dtype=None, name=None):
    """Zeros of the same shape."""
    return constants.zeros_like(x, dtype=dtype, name=name)


def ones_like(x, dtype=None, name=None):
    """Ones of the same shape."""
    return constants.ones_like(x, dtype=dtype, name=name)


def identity(x, name=None):
    """The same tensor, as another."""
    return identity_op(x, name=name)


def pow(x, a):  # noqa: A001  (Keras' name)
    """x to the power a."""
    return pow_op(x, a)


def softplus(x):
    """log(1 + exp(x))."""
    return activation.softplus(x)


def softsign(x):
    """x / (1 + |x|)."""
    return activation.softsign(x)


def transpose(x):
    """The axes in reverse order."""
    return transpose_op(x)


def random_uniform_variable(shape, low, high, dtype=None, name=None, seed=None):
    """A variable of evenly spread numbers."""
    kind = dtypes.as_dtype(dtype or floatx())
    return variable(draws.random_uniform(shape, low, high, kind, seed_or_drawn(seed, _VARIABLE_SEEDS)), dtype, name)


def random_normal_variable(shape, mean, scale, dtype=None, name=None, seed=None):
    """A variable of normally distributed numbers."""
    kind = dtypes.as_dtype(dtype or floatx())
    return variable(draws.random_normal(shape, mean, scale, kind, seed_or_drawn(seed, _VARIABLE_SEEDS)), dtype, name)


def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    """Normally distributed numbers."""
    return draws.random_normal(shape, mean, stddev, dtypes.as_dtype(dtype or floatx()), seed_or_drawn(seed))


def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    """Evenly spread numbers."""
    return draws.random_uniform(shape, minval, maxval, dtypes.as_dtype(dtype or floatx()), seed_or_drawn(seed))


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    """Normally distributed numbers within two standard deviations."""
    return draws.truncated_normal(shape, mean, stddev, dtypes.as_dtype(dtype or floatx()), seed_or_drawn(seed))


def random_binomial(shape, p=0.0, dtype=None, seed=None):
    """1 with probability p, 0 otherwise."""
    kind = dtypes.as_dtype(dtype or floatx())
    chosen = less_equal(draws.random_uniform(shape, dtype=kind, seed=seed_or_drawn(seed)), p)
    return where(chosen, constants.ones(shape, dtype=kind), constants.zeros(shape, dtype=kind))


def count_params(x):
    """How many elements there are."""
    return np.prod(x.shape.as_list())


# Updates


def update(x, new_x):
    """Sets a variable, as an operation."""
    return x.assign(new_x)


def update_add(x, increment):
    """Adds to a variable, as an operation."""
    return x.assign_add(increment)


def update_sub(x, decrement):
    """Subtracts from a variable, as an operation."""
    return x.assign_sub(decrement)


def moving_average_update(x, value, momentum):
    """Moves a variable, which began with 0, a part 1 - momentum of the way to a value, without the bias of that 0."""
    return assign_moving_average(x, value, momentum)


def gradients(loss, variables):
    """The gradients of a loss."""
    return gradients_op(loss, variables)


# Arithmetic


def stop_gradient(variables):
    """The values, which no gradient flows through: of one tensor, or of each in a list."""
    if isinstance(variables, (list, tuple)):
        return [identities.stop_gradient(variable) for variable in variables]
    return identities.stop_gradient(variables)


def dot(x, y):
    """The matrix product, over the last axis of x and the one before the last of y."""
    if x.shape.ndims is None or (x.shape.ndims <= 2 and y.shape.ndims <= 2):
        return sparse_tensor_dense_matmul(x, y) if is_sparse(x) else matmul(x, y)
    x_sizes, y_sizes = _sizes(x), _sizes(y)
    axes = list(range(len(y_sizes)))
    rows = reshape(x, [-1, x_sizes[-1]])
    flat = reshape(transpose_op(y, perm=[axes.pop(-2), *axes]), [y_sizes[-2], -1])
    return reshape(matmul(rows, flat), [*x_sizes[:-1], *y_sizes[:-2], *y_sizes[-1:]])


def _sizes(x):
    """The sizes: numbers where they are known, scalar tensors where not."""
    computed = joining.unstack(shapes.shape(x))
    return [size if known is None else known for known, size in zip(x.shape.as_list(), computed, strict=True)]


def softmax(x, axis=-1):
    """exp(x) along an axis, divided by its sum there."""
    return softmax_op(x, axis=axis)


def sqrt(x):
    """The square root, 0 of negative numbers."""
    least, most = (convert_to_tensor(bound, x.dtype.base_dtype) for bound in (0.0, np.inf))
    return sqrt_op(clip_by_value(x, least, most))


def gather(reference, indices):
    """The rows that indices name."""
    return gather_op(reference, indices)


def max(x, axis=None, keepdims=False):  # noqa: A001  (Keras' name)
    """The highest number along axes."""
    return reduction.reduce_max(x, axis, keepdims)


def min(x, axis=None, keepdims=False):  # noqa: A001  (Keras' name)
    """The lowest number along axes."""
    return reduction.reduce_min(x, axis, keepdims)


def sum(x, axis=None, keepdims=False):  # noqa: A001  (Keras' name)
    """The sum along axes."""
    return reduction.reduce_sum(x, axis, keepdims)


def prod(x, axis=None, keepdims=False):
    """The product along axes."""
    return reduction.reduce_prod(x, axis, keepdims)


def mean(x, axis=None, keepdims=False):
    """The mean along axes."""
    x = cast_op(x, floatx()) if x.dtype.base_dtype == dtypes.bool else x
    return reduction.reduce_mean(x, axis, keepdims)


def var(x, axis=None, keepdims=False):
    """The variance along axes."""
    x = cast_op(x, floatx()) if x.dtype.base_dtype == dtypes.bool else x
    return reduction.reduce_variance(x, axis, keepdims)


def std(x, axis=None, keepdims=False):
    """The standard deviation along axes."""
    x = cast_op(x, floatx()) if x.dtype.base_dtype == dtypes.bool else x
    return reduction.reduce_std(x, axis, keepdims)


def any(x, axis=None, keepdims=False):  # noqa: A001  (Keras' name)
    """Whether any is true."""
    return reduction.reduce_any(cast_op(x, dtypes.bool), axis, keepdims)


def all(x, axis=None, keepdims=False):  # noqa: A001  (Keras' name)
    """Whether all are true."""
    return reduction.reduce_all(cast_op(x, dtypes.bool), axis, keepdims)


def logsumexp(x, axis=None, keepdims=False):
    """log(Σ exp(x))."""
    highest = identities.stop_gradient(reduction.reduce_max(x, axis, True))
    total = log(reduction.reduce_sum(exp(x - highest), axis, True)) + highest
    return (
        total
        if keepdims
        else shapes.squeeze(total, None if axis is None else [axis] if isinstance(axis, int) else axis)
    )


def argmax(x, axis=-1):
    """Where the highest number is."""
    return arg.argmax(x, axis)


def argmin(x, axis=-1):
    """Where the lowest number is."""
    return arg.argmin(x, axis)


def clip(x, min_value, max_value):
    """The numbers, none below min_value or above max_value."""
    low = -np.inf if min_value is None else min_value
    high = np.inf if max_value is None else max_value
    high = low if not isinstance(low, Tensor) and not isinstance(high, Tensor) and high < low else high
    kind = x.dtype.base_dtype
    return clip_by_value(x, convert_to_tensor(low, kind), convert_to_tensor(high, kind))


def l2_normalize(x, axis=None):
    """Vectors along an axis with length 1."""
    return l2_normalize_op(x, axis=axis)


def dropout(x, level, noise_shape=None, seed=None):
    """Some elements 0 at random, with probability `level`."""
    return dropout_op(x, rate=level, noise_shape=noise_shape, seed=seed_or_drawn(seed))


def in_top_k(predictions, targets, k):
    """Whether targets are among the k highest."""
    return arg.in_top_k(predictions, targets, k)


def in_train_phase(x, alt, training=None):
    """x in training, alt otherwise: tensors, or functions that return one."""
    training = learning_phase() if training is None else training
    made = [item if callable(item) else (lambda item=item: item) for item in (x, alt)]
    if isinstance(training, (int, np.integer)):
        return made[0]() if training else made[1]()
    return cond(cast_op(training, dtypes.bool), made[0], made[1])


def in_test_phase(x, alt, training=None):
    """x outside of training, alt in it."""
    return in_train_phase(alt, x, training)


def switch(condition, then_expression, else_expression):
    """One of two tensors or functions, as a condition says; element by element where it is no single bool."""
    condition = condition if condition.dtype == dtypes.bool else cast_op(condition, dtypes.bool)
    rank = condition.shape.ndims
    if not rank:
        made = [e if callable(e) else (lambda e=e: e) for e in (then_expression, else_expression)]
        return cond(condition, made[0], made[1])
    either: list[Any] = [e() if callable(e) else e for e in (then_expression, else_expression)]
    wanted = either[0].shape.ndims
    if rank > wanted:
        raise ValueError(
            "Rank of `condition` should be less than or equal to rank of `then_expression` and `else_expression`. "
            f"ndim(condition)={rank}, ndim(then_expression)={wanted}"
        )
    if rank > 1:
        sizes = joining.concat([shapes.shape(condition), [1] * (wanted - rank)], 0)
        condition = shapes.reshape(condition, sizes)
        wide = shapes.shape(either[0])
        repeats = where(greater(wide - sizes, 0), wide, constants.ones_like(wide))
        condition = pads.tile(condition, repeats)
    return where(condition, *either)


def bias_add(x, bias, data_format=None):
    """A bias added to each channel, or to each place of each example.

    bias: [channels], or [..., channels] with the sizes of space before, whatever the data format.
    """
    data_format = data_format or image_data_format()
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("Unknown data_format: " + str(data_format))
    rank, sizes = x.shape.ndims, bias.shape.as_list()
    if len(sizes) not in (1, rank - 1):
        raise ValueError(f"Unexpected bias dimensions {len(sizes)}, expect to be 1 or {rank} dimensions")
    first = data_format == "channels_first"
    if rank not in (3, 4, 5) or rank == 4 and len(sizes) == 1 and not first:
        return bias_add_op(x, bias)
    *space, channels = sizes if len(sizes) > 1 else [*[1] * (rank - 2), *sizes]
    return x + shapes.reshape(bias, [1, channels, *space] if first else [1, *space, channels])


# Shapes


def reshape(x, shape):
    """The same numbers in another shape."""
    return shapes.reshape(x, shape)


def flatten(x):
    """The numbers in one row."""
    return shapes.reshape(x, [-1])


def batch_flatten(x):
    """One row for each example."""
    return shapes.reshape(x, joining.stack([-1, reduction.reduce_prod(shapes.shape(x)[1:])]))


def permute_dimensions(x, pattern):
    """The axes in another order."""
    return transpose_op(x, perm=pattern)


def expand_dims(x, axis=-1):
    """With an axis of size 1 more."""
    return shapes.expand_dims(x, axis)


def squeeze(x, axis):
    """Without an axis of size 1."""
    return shapes.squeeze(x, [axis])


def concatenate(tensors, axis=-1):
    """The tensors one after the other along an axis."""
    tensors = list(tensors)
    if axis < 0:
        known = getattr(tensors[0], "shape", None)
        axis %= (known.ndims if isinstance(known, TensorShape) else np.ndim(tensors[0])) or 1
    if [item for item in tensors if not is_sparse(item)]:
        return joining.concat([to_dense(item) for item in tensors], axis)
    return sparse_concat(axis, tensors)


def stack(x, axis=0):
    """The tensors along a new axis."""
    return joining.stack(x, axis=axis)


def tile(x, n):
    """The tensor again and again, n times along each axis."""
    return pads.tile(x, [n] if isinstance(n, int) else n)


def repeat(x, n):
    """[batch, k] as [batch, n, k]."""
    return pads.tile(shapes.expand_dims(x, 1), joining.stack([1, n, 1]))


def reverse(x, axes):
    """The other way round along axes."""
    return reverse_op(x, [axes] if isinstance(axes, int) else axes)


def arange(start, stop=None, step: float = 1, dtype="int32"):
    """Numbers from start up to, not including, stop; from 0 to start, none where that is negative, without stop.

    dtype: "int32" leaves the type that start, stop and step have.
    """
    if stop is None and start < 0:
        start = 0
    numbers = range_(start, stop, step, name="arange")
    return numbers if dtype == "int32" else cast(numbers, dtype)


def one_hot(indices, num_classes):
    """1 at the place that each index names, 0 elsewhere."""
    return one_hot_op(indices, depth=num_classes, axis=-1)


def temporal_padding(x, padding=(1, 1)):
    """Zeros before and after sequences."""
    return pads.pad(x, [[0, 0], [padding[0], padding[1]], [0, 0]])


def print_tensor(x, message=""):
    """The tensor, which prints itself when it is computed."""
    with control_dependencies([print_v2(message, x, output_stream=sys.stdout)]):
        return identity_op(x)


def map_fn(fn, elems, name=None, dtype=None):
    """What a function makes of each element."""
    return map_fn_op(fn, elems, name=name, dtype=dtype)


def foldl(fn, elems, initializer=None, name=None):
    """The elements put together by a function, the first ones first."""
    return foldl_op(fn, elems, initializer=initializer, name=name)


def foldr(fn, elems, initializer=None, name=None):
    """The elements put together by a function, the last ones first."""
    return foldr_op(fn, elems, initializer=initializer, name=name)


def local_conv1d(inputs, kernel, kernel_size, strides, data_format=None):
    """Sequences convolved with different filters at each step. kernel: [places, window · channels, filters]."""
    places = (kernel.shape.as_list()[0],)
    return local_conv(inputs, kernel, kernel_size, strides, places, data_format or image_data_format())


def local_conv2d(inputs, kernel, kernel_size, strides, output_shape, data_format=None):
    """Images convolved with different filters at each place. kernel: [places, window · channels, filters]."""
    return local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format or image_data_format())
