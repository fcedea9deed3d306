"""Shapes and mixtures that several distributions have in common."""

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED
from graphlab._src.ops.distributions.static_values import (
    known,
    maybe_get_static_value,
    prefer_static_rank,
    prefer_static_value,
)
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import transpose


def mixture_stddev(mixture_weight_vector, mean_vector, stddev_vector):
    """The standard deviations of mixtures [batch] with these weights, means and standard deviations [batch, components]."""
    mixture_weight_vector.shape.assert_has_rank(2)
    if not mean_vector.shape.is_compatible_with(mixture_weight_vector.shape):
        raise ValueError("Expecting means to have same shape as mixture weights.")
    if not stddev_vector.shape.is_compatible_with(mixture_weight_vector.shape):
        raise ValueError("Expecting stddevs to have same shape as mixture weights.")
    mean = reduce_sum(mixture_weight_vector * mean_vector, axis=1)
    moment = reduce_sum(mixture_weight_vector * (square(stddev_vector) + square(mean_vector)), axis=1)
    return sqrt(moment - square(mean))


def get_broadcast_shape(*tensors):
    """The shape that tensors broadcast to: a list where it is known, otherwise an int32 vector."""
    static = tensors[0].shape
    for tensor in tensors[1:]:
        static = broadcast_static_shape(static, tensor.shape)
    if static.is_fully_defined():
        return static.as_list()
    dynamic = shape(tensors[0])
    for tensor in tensors[1:]:
        dynamic = broadcast_dynamic_shape(dynamic, shape(tensor))
    return dynamic


def maybe_check_scalar_distribution(distribution, expected_base_dtype, validate_args):
    """Checks for a run that a distribution is one, of numbers of that dtype; TypeError and ValueError before it."""
    if distribution.dtype != expected_base_dtype:
        raise TypeError(
            f'dtype mismatch; distribution.dtype="{distribution.dtype.name}" is not "{expected_base_dtype.name}"'
        )
    if validate_args and distribution.reparameterization_type != FULLY_REPARAMETERIZED:
        raise ValueError(
            "Base distribution should be reparameterized or be a function of non-trainable variables; "
            f'distribution.reparameterization_type = "{distribution.reparameterization_type}" '
            '!= "FULLY_REPARAMETERIZED".'
        )
    with name_scope("check_distribution"):
        checks = []
        for what in ("is_scalar_event", "is_scalar_batch"):
            holds = getattr(distribution, what)()
            message = f"distribution must be scalar; distribution.{what}=False is not True"
            value = known(holds)
            if value is None and validate_args:
                checks.append(assert_equal(holds, True, message=message))
            elif value is not None and not value:
                raise ValueError(message)
        return checks


def pad_mixture_dimensions(x, mixture_distribution, categorical_distribution, event_ndims):
    """x [..., classes] as [..., 1 for each axis of the batch that the classes lack, classes, 1 for each of an event]."""
    with name_scope("pad_mix_dims", values=[x]):

        def batch_ndims(one):
            return shape(one.batch_shape_tensor())[0] if one.batch_shape.ndims is None else one.batch_shape.ndims

        ndims, classes_ndims = batch_ndims(mixture_distribution), batch_ndims(categorical_distribution)
        added = where_v2(categorical_distribution.is_scalar_batch(), ndims, ndims - classes_ndims)
        added = ones(reshape(prefer_static_value(added), [1]), dtype=dtypes.int32)
        sizes = shape(x)
        last = ones([event_ndims], dtype=dtypes.int32)
        return reshape(x, concat([sizes[:-1], added, sizes[-1:], last], axis=0))


def move_dimension(x, source_idx, dest_idx):
    """x with one axis moved to another place; either may be a tensor, and count from the end."""
    ndims = prefer_static_rank(x)
    source = where_negative(source_idx, ndims)
    target = where_negative(dest_idx, ndims)
    others = range_(0, ndims - 1)
    others = where_v2(others >= source, others + 1, others)
    order = prefer_static_value(concat([others[:target], [source], others[target:]], axis=0))
    return transpose(x, perm=order)


def where_negative(axis, ndims):
    """The axis, counted from the front."""
    value = maybe_get_static_value(axis)
    if value is None:
        return where_v2(axis < 0, ndims + axis, axis)
    return ndims + int(value) if value < 0 else int(value)
