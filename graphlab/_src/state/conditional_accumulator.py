"""ConditionalAccumulator: gradients of several workers, of which one reads the mean when there are enough."""

from graphlab._src.base import dtypes as types
from graphlab._src.base.shapes import TensorShape, unknown_shape
from graphlab._src.graph import IndexedSlices, convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import raw_ops
from graphlab._src.state import accumulator_ops


class ConditionalAccumulatorBase:
    """Base class of both kinds of accumulators.

    dtype: of the gradients.  shape: of them, or None.  accumulator_ref: the tensor of its reference.
    """

    def __init__(self, dtype, shape, accumulator_ref):
        self._dtype = types.as_dtype(dtype)
        self._shape = unknown_shape() if shape is None else TensorShape(shape)
        self._accumulator_ref = accumulator_ref
        self._name = accumulator_ref.op.name.rpartition("/")[-1]

    accumulator_ref = attribute("_accumulator_ref", "The tensor of the accumulator's reference.")
    name = attribute("_name", "Its name, without scopes.")
    dtype = attribute("_dtype", "The DType of the gradients.")

    def _by_handle(self, op_type, *inputs, **attrs):
        prefix = "Resource" if self._accumulator_ref.dtype is types.resource else ""
        return getattr(raw_ops, prefix + op_type)(self._accumulator_ref, *inputs, **attrs)

    def num_accumulated(self, name=None):
        """How many gradients were added since the mean was last taken: int32, scalar."""
        return self._by_handle("AccumulatorNumAccumulated", name=name or f"{self._name}_NumAccumulated")

    def set_global_step(self, new_global_step, name=None):
        """An operation that sets the time step; gradients of earlier steps are dropped."""
        return self._by_handle("AccumulatorSetGlobalStep", _as_step(new_global_step), name=name)


def _as_step(step):
    return cast(convert_to_tensor(step), types.int64)


class ConditionalAccumulator(ConditionalAccumulatorBase):
    """Sums up gradients, and returns their mean when there are enough of them.

    shared_name: accumulators of that name are one.  reduction_type: "MEAN" or "SUM".
    dtype: of the gradients.  shape: of them, or None.
    """

    def __init__(self, dtype, shape=None, shared_name=None, name="conditional_accumulator", reduction_type="MEAN"):
        ref = accumulator_ops.resource_conditional_accumulator(
            dtype=dtype, shape=shape, shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, ref)

    def apply_grad(self, grad, local_step=0, name=None):
        """An operation that adds a gradient, unless its step is over.

        local_step: the time step at which it was computed.  ValueError for a gradient of another shape.
        """
        grad = convert_to_tensor(grad, self._dtype)
        grad.get_shape().assert_is_compatible_with(self._shape)
        return self._by_handle("AccumulatorApplyGradient", _as_step(local_step), grad, name=name)

    def take_grad(self, num_required, name=None):
        """The mean of the gradients; waits until there are num_required, begins anew and goes to the next time step."""
        taken = self._by_handle("AccumulatorTakeGradient", num_required, dtype=self._dtype, name=name)
        taken.set_shape(self._shape)
        return taken


class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """The same of IndexedSlices; the mean of a row is over the gradients that have it.

    dtype, shape, shared_name, reduction_type: as in ConditionalAccumulator.
    """

    def __init__(
        self, dtype, shape=None, shared_name=None, name="sparse_conditional_accumulator", reduction_type="MEAN"
    ):
        ref = accumulator_ops.sparse_conditional_accumulator(
            dtype=dtype, shape=shape, shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, ref)

    def apply_indexed_slices_grad(self, grad, local_step=0, name=None):
        """An operation that adds IndexedSlices, unless their step is over."""
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def apply_grad(self, grad_indices, grad_values, grad_shape=None, local_step=0, name=None):
        """The same of indices: [n], values: [n, …] and, if it is known, the shape of all."""
        return accumulator_ops.sparse_accumulator_apply_gradient(
            self._accumulator_ref,
            _as_step(local_step),
            cast(grad_indices, types.int64),
            grad_values,
            cast([] if grad_shape is None else grad_shape, types.int64),
            has_known_shape=grad_shape is not None,
            name=name,
        )

    def take_grad(self, num_required, name=None):
        """(indices, values, shape) of the mean; waits until there are num_required gradients."""
        return accumulator_ops.sparse_accumulator_take_gradient(
            self._accumulator_ref, num_required, dtype=self._dtype, name=name
        )

    def take_indexed_slices_grad(self, num_required, name=None):
        """The same as IndexedSlices."""
        taken = self.take_grad(num_required, name)
        return IndexedSlices(taken.values, taken.indices, taken.shape)
