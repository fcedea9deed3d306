"""The bijector y = scale x + shift of vectors, where scale is a LinearOperator."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.distributions.shape import DistributionShape
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.linear_operators.base import LinearOperator


class AffineLinearOperator(Bijector):
    """y = scale x + shift of vectors, where scale is a square LinearOperator.

    shift: [..., n], 0 when left out.  scale: a tf.linalg.LinearOperator [*batch, n, n], the identity when left out.
    validate_args: whether scale has to be non-singular.  TypeError where the dtypes differ, or scale is no operator.
    """

    def __init__(self, shift=None, scale=None, validate_args=False, name="affine_linear_operator"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        parents, kind, batch_ndims = [], dtypes.float32, 0
        with self._name_scope("init", values=[shift]):
            if shift is not None:
                shift = convert_to_tensor(shift, name="shift")
                parents.append(shift)
                kind = shift.dtype.base_dtype
            if scale is not None:
                if shift is not None and kind != scale.dtype.base_dtype:
                    raise TypeError(f"shift.dtype({shift.dtype}) is incompatible with scale.dtype({scale.dtype}).")
                if not isinstance(scale, LinearOperator):
                    raise TypeError("scale is not an instance of tf.LinearOperator")
                if validate_args and not scale.is_non_singular:
                    raise ValueError("Scale matrix must be non-singular.")
                parents += scale.graph_parents
                batch_ndims = operator_batch_ndims(scale)
                kind = scale.dtype.base_dtype if scale.dtype is not None else kind
            self._shift, self._scale = shift, scale
            self._shaper = DistributionShape(batch_ndims=batch_ndims, event_ndims=1, validate_args=validate_args)
            super().__init__(
                forward_min_event_ndims=1,
                graph_parents=parents,
                is_constant_jacobian=True,
                dtype=kind,
                validate_args=validate_args,
                name=name,
            )

    shift = attribute("_shift", "What is added, or None.")
    scale = attribute("_scale", "The operator, or None.")

    def _forward(self, x):
        y = x
        if self.scale is not None:
            with control_dependencies(self._checks()):
                y = apply_operator(self._shaper, self.scale.matmul, x)
        return y if self.shift is None else y + self.shift

    def _inverse(self, y):
        x = y if self.shift is None else y - self.shift
        return x if self.scale is None else apply_operator(self._shaper, self.scale.solve, x)

    def _forward_log_det_jacobian(self, x):
        if self.scale is None:
            return constant(0.0, dtype=x.dtype.base_dtype)
        with control_dependencies(self._checks()):
            return self.scale.log_abs_determinant()

    def _checks(self):
        return non_singular_checks(self.scale) if self.validate_args else []


def operator_batch_ndims(operator):
    """The number of batch axes of an operator, as a Python number where it is known."""
    return (operator.tensor_rank_tensor() if operator.tensor_rank is None else operator.tensor_rank) - 2


def apply_operator(shaper, function, x):
    """A function of matrices [*batch, n, samples], applied to vectors [*samples, *batch, n]."""
    x, sample_shape = shaper.make_batch_of_event_sample_matrices(x, expand_batch_dim=False)
    return shaper.undo_make_batch_of_event_sample_matrices(function(x), sample_shape, expand_batch_dim=False)


def non_singular_checks(operator):
    """Operations that fail where the operator is singular; none where it can't say."""
    try:
        return [operator.assert_non_singular()]
    except NotImplementedError:
        return []
