"""The bijector y = scale x + shift of vectors, where scale is the sum of parts."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.distributions.bijectors.affine_linear_operator import (
    apply_operator,
    non_singular_checks,
    operator_batch_ndims,
)
from graphlab._src.contrib.distributions.scale_operators import low_rank_update, make_tril_scale
from graphlab._src.contrib.distributions.shape import DistributionShape
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_none_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import log
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import dimension_size, shape


class Affine(Bijector):
    """y = scale x + shift of vectors, where scale is an identity, a diagonal, a triangle or a low-rank update, or their sum.

    shift: [..., n], 0 when left out.  scale_identity_multiplier: of the identity, 1 where no part is passed.
    scale_diag: [..., n].  scale_tril: [..., n, n], of which the lower triangle counts.
    scale_perturb_factor: V [..., n, r] and scale_perturb_diag: d [..., r], of V diag(d) V^T; d is 1 when left out.
    validate_args: whether runs check that no diagonal has a 0.  ValueError for scale_perturb_diag alone.
    """

    def __init__(
        self,
        shift=None,
        scale_identity_multiplier=None,
        scale_diag=None,
        scale_tril=None,
        scale_perturb_factor=None,
        scale_perturb_diag=None,
        validate_args=False,
        name="affine",
    ):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        if scale_perturb_diag is not None and scale_perturb_factor is None:
            raise ValueError("When scale_perturb_diag is specified, scale_perturb_factor must be specified.")
        # Then scale is a number for each vector, and no operator.
        self._is_only_identity_multiplier = scale_tril is None and scale_diag is None and scale_perturb_factor is None
        parts = [scale_identity_multiplier, scale_diag, scale_tril, scale_perturb_diag, scale_perturb_factor]
        with self._name_scope("init", values=[shift, *parts]):
            shift = None if shift is None else convert_to_tensor(shift, name="shift")
            self._shift, kind = shift, dtypes.float32 if shift is None else shift.dtype.base_dtype
            if self._is_only_identity_multiplier and scale_identity_multiplier is None:
                scale_identity_multiplier = convert_to_tensor(1.0, dtype=kind)
            scale: Any = self._operator(
                *map(
                    _tensor,
                    ("identity_multiplier", "diag", "tril", "perturb_diag", "perturb_factor"),
                    (scale_identity_multiplier, scale_diag, scale_tril, scale_perturb_diag, scale_perturb_factor),
                )
            )
            batch_ndims = 0
            if not self._is_only_identity_multiplier:
                if shift is not None and shift.dtype.base_dtype != scale.dtype.base_dtype:
                    raise TypeError(f"shift.dtype({shift.dtype}) is incompatible with scale.dtype({scale.dtype}).")
                batch_ndims = operator_batch_ndims(scale)
            self._scale = scale
            self._shaper = DistributionShape(batch_ndims=batch_ndims, event_ndims=1, validate_args=validate_args)
            parents = [scale] if isinstance(scale, Tensor) else list(scale.graph_parents)
            super().__init__(
                forward_min_event_ndims=1,
                graph_parents=parents + ([] if shift is None else [shift]),
                is_constant_jacobian=True,
                dtype=scale.dtype.base_dtype,
                validate_args=validate_args,
                name=name,
            )

    shift = attribute("_shift", "What is added, or None.")
    scale = attribute("_scale", "The LinearOperator, or a tensor where it is a multiple of the identity alone.")

    def _operator(self, multiplier, diag, tril, perturb_diag, perturb_factor):
        if self._is_only_identity_multiplier:
            if not self._validate_args:
                return multiplier
            zero, message = zeros([], multiplier.dtype), "identity_multiplier should be non-zero."
            return checked(multiplier, assert_none_equal(multiplier, zero, [message]))
        scale = make_tril_scale(
            loc=self._shift,
            scale_tril=tril,
            scale_diag=diag,
            scale_identity_multiplier=multiplier,
            shape_hint=None if perturb_factor is None else dimension_size(perturb_factor, -2),
            validate_args=self._validate_args,
        )
        if perturb_factor is None:
            return scale
        return low_rank_update(scale, perturb_factor, perturb_diag)

    def _forward(self, x):
        if self._is_only_identity_multiplier:
            y = x * self._scale
        else:
            with control_dependencies(non_singular_checks(self.scale) if self.validate_args else []):
                y = apply_operator(self._shaper, self.scale.matmul, x)
        return y if self.shift is None else y + self.shift

    def _inverse(self, y):
        x = y if self.shift is None else y - self.shift
        if self._is_only_identity_multiplier:
            return x / self._scale
        return apply_operator(self._shaper, self.scale.solve, x)

    def _forward_log_det_jacobian(self, x):
        if self._is_only_identity_multiplier:
            return log(abs_(self._scale)) * cast(shape(x)[-1], dtype=self._scale.dtype)
        return self.scale.log_abs_determinant()


def _tensor(name, value):
    return None if value is None else convert_to_tensor(value, name=name)
