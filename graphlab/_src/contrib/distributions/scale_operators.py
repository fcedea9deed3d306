"""Scales of vectors as LinearOperators, and the shapes of distributions that have them."""

import numpy as np

from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.checks import values
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.diagonal import matrix_band_part, matrix_diag, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.static_values import prefer_static_broadcast_shape, prefer_static_value
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.low_rank_update import LinearOperatorLowRankUpdate
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import dimension_size, shape


def make_tril_scale(
    loc=None,
    scale_tril=None,
    scale_diag=None,
    scale_identity_multiplier=None,
    shape_hint=None,
    validate_args=False,
    assert_positive=False,
    name=None,
):
    """The operator of the sum of a lower triangle, a diagonal and a multiple of the identity.

    What is left out is 0; without a triangle it is `make_diag_scale`'s. assert_positive: whether the diagonal is promised,
    and with validate_args checked, to be positive; otherwise it is not to be 0.
    """
    with name_scope(name, "make_tril_scale", values=[loc, scale_diag, scale_identity_multiplier]):
        loc = _tensor(loc, "loc")
        scale_tril = _tensor(scale_tril, "scale_tril")
        scale_diag = _tensor(scale_diag, "scale_diag")
        scale_identity_multiplier = _tensor(scale_identity_multiplier, "scale_identity_multiplier")
    if scale_tril is None:
        return make_diag_scale(
            loc, scale_diag, scale_identity_multiplier, shape_hint, validate_args, assert_positive, name
        )
    scale_tril = matrix_band_part(scale_tril, -1, 0)
    diagonal = matrix_diag_part(scale_tril)
    if scale_diag is not None:
        diagonal += scale_diag
    if scale_identity_multiplier is not None:
        diagonal += scale_identity_multiplier[..., None]
    scale_tril = matrix_set_diag(scale_tril, diagonal)
    if validate_args:
        scale_tril = checked(scale_tril, _diagonal_check(matrix_diag_part(scale_tril), assert_positive))
    return LinearOperatorLowerTriangular(
        tril=scale_tril, is_non_singular=True, is_self_adjoint=False, is_positive_definite=assert_positive
    )


def make_diag_scale(
    loc=None,
    scale_diag=None,
    scale_identity_multiplier=None,
    shape_hint=None,
    validate_args=False,
    assert_positive=False,
    name=None,
):
    """The operator of the sum of a diagonal and a multiple of the identity, or the identity where neither is passed.

    loc, shape_hint: say how long vectors are where scale_diag does not.  ValueError where nothing does.
    """
    with name_scope(name, "make_diag_scale", values=[loc, scale_diag, scale_identity_multiplier]):
        loc = _tensor(loc, "loc")
        scale_diag = _tensor(scale_diag, "scale_diag")
        multiplier = _tensor(scale_identity_multiplier, "scale_identity_multiplier")

        def validated(diagonal):
            return checked(diagonal, _diagonal_check(diagonal, assert_positive)) if validate_args else diagonal

        if scale_diag is not None:
            if multiplier is not None:
                scale_diag += multiplier[..., None]
            return LinearOperatorDiag(
                diag=validated(scale_diag),
                is_non_singular=True,
                is_self_adjoint=True,
                is_positive_definite=assert_positive,
            )
        if shape_hint is None:
            if loc is None:
                raise ValueError("Cannot infer `event_shape` unless `loc` or `shape_hint` is specified.")
            shape_hint = dimension_size(loc, -1)
        if multiplier is not None:
            return LinearOperatorScaledIdentity(
                num_rows=shape_hint,
                multiplier=validated(multiplier),
                is_non_singular=True,
                is_self_adjoint=True,
                is_positive_definite=assert_positive,
                assert_proper_shapes=validate_args,
            )
        return LinearOperatorIdentity(
            num_rows=shape_hint,
            dtype=None if loc is None else loc.dtype.base_dtype,
            is_self_adjoint=True,
            is_positive_definite=True,
            assert_proper_shapes=validate_args,
        )


def low_rank_update(scale, factor, diagonal):
    """The operator scale + factor diag(diagonal) factor^T, which is promised to be positive definite."""
    return LinearOperatorLowRankUpdate(
        scale,
        u=factor,
        diag_update=diagonal,
        is_diag_update_positive=diagonal is None,
        is_non_singular=True,
        is_self_adjoint=True,
        is_positive_definite=True,
        is_square=True,
    )


def shapes_from_loc_and_scale(loc, scale, name="shapes_from_loc_and_scale"):
    """(the batch's shape, an event's) of vectors with this loc and scale: arrays where they are known, else tensors.

    ValueError where loc has another size than scale, and not 1.
    """
    with name_scope(name, values=[loc, *scale.graph_parents]):
        event_size = scale.range_dimension_tensor()
        size = static_value(event_size)
        event_shape = event_size[None] if size is None else size.reshape([1])
        batch_shape = scale.batch_shape_tensor()
        if loc is None:
            return prefer_static_value(batch_shape), event_shape
        loc_size = loc.shape.as_list()[-1] if loc.shape.ndims else None
        if loc_size is not None and size is not None and loc_size not in (1, size):
            raise ValueError(f"Event size of 'scale' ({size}) could not be broadcast up to that of 'loc' ({loc_size}).")
        of_loc = loc.shape.with_rank_at_least(1)[:-1]
        if loc.shape.ndims is None or not of_loc.is_fully_defined():
            of_loc = shape(loc)[:-1]
        else:
            of_loc = convert_to_tensor(np.array(of_loc.as_list(), np.int32), name="loc_batch_shape")
        return prefer_static_broadcast_shape(batch_shape, of_loc), event_shape


def is_diagonal_scale(scale):
    """Whether an operator is an identity, a multiple of it or a diagonal. TypeError for anything but an operator."""
    if not isinstance(scale, LinearOperator):
        raise TypeError(f"Expected argument 'scale' to be instance of LinearOperator. Found: {scale}")
    return isinstance(scale, LinearOperatorIdentity | LinearOperatorScaledIdentity | LinearOperatorDiag)


def covariance_of(scale):
    """scale scale^T as a tensor, for standard draws: [*batch, n, n]."""
    if is_diagonal_scale(scale):
        return matrix_diag(square(scale.diag_part()))
    return scale.matmul(scale.to_dense(), adjoint_arg=True)


def variance_of(scale):
    """The diagonal of scale scale^T: [*batch, n]."""
    if is_diagonal_scale(scale):
        return square(scale.diag_part())
    return matrix_diag_part(covariance_of(scale))


def stddev_of(scale):
    """The square roots of the diagonal of scale scale^T: [*batch, n]."""
    return abs_(scale.diag_part()) if is_diagonal_scale(scale) else sqrt(variance_of(scale))


def _tensor(value, name):
    return None if value is None else convert_to_tensor(value, name=name)


def _diagonal_check(diagonal, is_positive):
    if is_positive:
        return values.assert_positive(diagonal, message="diagonal part must be positive")
    zero = zeros([], diagonal.dtype)
    return values.assert_none_equal(diagonal, zero, message="diagonal part must be non-zero")
