"""The bijector of masked autoregressive flows: each element is scaled and shifted by functions of those before it."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, name_scope
from graphlab._src.layers.dense import Dense
from graphlab._src.ops.activation import relu
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.joining import concat, unstack
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.initializers import glorot_normal_initializer
from graphlab._src.state.template import make_template

# Whether an output of a masked layer depends on the inputs of its own block.
MASK_INCLUSIVE, MASK_EXCLUSIVE = "inclusive", "exclusive"


class MaskedAutoregressiveFlow(Bijector):
    """y[i] = x[i] exp(log_scale[i]) + shift[i], where shift and log_scale are functions of y[0], …, y[i - 1].

    `inverse` is one evaluation of the function, `forward` one for each element, in a loop.

    shift_and_log_scale_fn: y to (shift, log_scale) of its shape; None for nothing.
    is_constant_jacobian: whether log_scale is None or constant.  unroll_loop: whether the graph has each step of the
    loop.  ValueError where that is set and only a run knows how many elements there are.
    See https://arxiv.org/abs/1705.07057.
    """

    def __init__(
        self,
        shift_and_log_scale_fn,
        is_constant_jacobian=False,
        validate_args=False,
        unroll_loop=False,
        name=None,
    ):
        self._shift_and_log_scale_fn = shift_and_log_scale_fn
        self._unroll_loop = unroll_loop
        super().__init__(
            forward_min_event_ndims=1,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name or "masked_autoregressive_flow",
        )

    def _forward(self, x):
        size = x.shape.with_rank_at_least(1).as_list()[-1] if x.shape.ndims is not None else None
        y = zeros_like(x, name="y0")

        def step(y):
            shift, log_scale = self._shift_and_log_scale_fn(y)
            following = x if log_scale is None else x * exp(log_scale)
            return following if shift is None else following + shift

        if self._unroll_loop:
            if size is None:
                raise ValueError(
                    "The final dimension of `x` must be known at graph construction time if `unroll_loop=True`. "
                    f"`x.shape: {x.shape!r}`"
                )
            for _ in range(size):
                y = step(y)
            return y
        self._shift_and_log_scale_fn(y)  # makes its variables outside the loop
        limit = shape(x)[-1]
        return while_loop(
            lambda index, _: index < limit,
            lambda index, y: (index + 1, step(y)),
            (0, y),
            maximum_iterations=size,
        )[1]

    def _inverse(self, y):
        shift, log_scale = self._shift_and_log_scale_fn(y)
        x = y if shift is None else y - shift
        return x if log_scale is None else x * exp(-log_scale)

    def _inverse_log_det_jacobian(self, y):
        log_scale = self._shift_and_log_scale_fn(y)[1]
        return constant(0.0, dtype=y.dtype, name="ildj") if log_scale is None else -reduce_sum(log_scale, axis=-1)


def _gen_slices(num_blocks, n_in, n_out, mask_type=MASK_EXCLUSIVE):
    """[[rows, columns]] of a mask [n_out, n_in] that are 1: the inputs of one block, the outputs of those behind it."""
    d_in, d_out = n_in // num_blocks, n_out // num_blocks
    first = d_out if mask_type == MASK_EXCLUSIVE else 0
    return [[slice(first + i * d_out, None), slice(i * d_in, (i + 1) * d_in)] for i in range(num_blocks)]


def _gen_mask(num_blocks, n_in, n_out, mask_type=MASK_EXCLUSIVE, dtype=dtypes.float32):
    mask = np.zeros([n_out, n_in], dtype=dtypes.as_dtype(dtype).as_numpy_dtype)
    for rows, columns in _gen_slices(num_blocks, n_in, n_out, mask_type):
        mask[rows, columns] = 1
    return mask


def masked_dense(
    inputs, units, num_blocks=None, exclusive=False, kernel_initializer=None, reuse=None, name=None, *args, **kwargs
):
    """A dense layer whose outputs depend on the inputs of their own block, one of num_blocks, and of those before it.

    exclusive: whether they depend on those before it alone.  The other arguments are tf.layers.Dense's.
    NotImplementedError where only a run knows how many inputs there are.
    """
    depth = inputs.shape.with_rank_at_least(1).as_list()[-1] if inputs.shape.ndims is not None else None
    if depth is None:
        raise NotImplementedError("Rightmost dimension must be known prior to graph execution.")
    mask = _gen_mask(
        num_blocks, depth, units, MASK_EXCLUSIVE if exclusive else MASK_INCLUSIVE, inputs.dtype.base_dtype
    ).T
    initialize = glorot_normal_initializer() if kernel_initializer is None else kernel_initializer

    def masked_initializer(shape, dtype=None, partition_info=None):
        return mask * initialize(shape, dtype, partition_info)

    with name_scope(name, "masked_dense", [inputs, units, num_blocks]):
        layer = Dense(
            units,
            *args,
            kernel_initializer=masked_initializer,
            kernel_constraint=lambda kernel: mask * kernel,
            name=name,
            dtype=inputs.dtype.base_dtype,
            _scope=name,
            _reuse=reuse,
            **kwargs,
        )
        return layer.apply(inputs)


def masked_autoregressive_default_template(
    hidden_layers,
    shift_only=False,
    activation=relu,
    log_scale_min_clip=-5.0,
    log_scale_max_clip=3.0,
    log_scale_clip_gradient=False,
    name=None,
    *args,
    **kwargs,
):
    """A function for MaskedAutoregressiveFlow, a template: masked dense layers, the last one of shift and log_scale.

    hidden_layers: sizes.  shift_only: whether log_scale is None.  activation: of the hidden layers.
    log_scale_min_clip, log_scale_max_clip: the range of log_scale.  log_scale_clip_gradient: whether the gradient is 0
    outside it.  args, kwargs: for masked_dense.  See https://arxiv.org/abs/1502.03509.
    """
    name = name or "masked_autoregressive_default_template"
    with name_scope(name, values=[log_scale_min_clip, log_scale_max_clip]):

        def shift_and_log_scale(x):
            depth = x.shape.with_rank_at_least(1).as_list()[-1] if x.shape.ndims is not None else None
            if depth is None:
                raise NotImplementedError("Rightmost dimension must be known prior to graph execution.")
            sizes = x.shape.as_list() if x.shape.is_fully_defined() else shape(x)
            for i, units in enumerate(hidden_layers):
                x = masked_dense(x, units, depth, i == 0, *args, activation=activation, **kwargs)
            x = masked_dense(x, (1 if shift_only else 2) * depth, depth, False, *args, activation=None, **kwargs)
            if shift_only:
                return reshape(x, sizes), None
            shift, log_scale = unstack(reshape(x, concat([sizes, [2]], axis=0)), num=2, axis=-1)
            clipped = clip_by_value(log_scale, log_scale_min_clip, log_scale_max_clip)
            return shift, clipped if log_scale_clip_gradient else log_scale + stop_gradient(clipped - log_scale)

        return make_template(name, shift_and_log_scale)
