"""The bijector whose inverse normalizes batches."""

from typing import Any

from graphlab._src.graph import name_scope
from graphlab._src.layers import batch_normalization
from graphlab._src.ops.activation import relu
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.power import log, sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.statistics import moments


class BatchNormalization(Bijector):
    """Batch normalization: `inverse` normalizes y, `forward` restores what the layer's moving statistics normalize.

    batchnorm_layer: a tf.layers.BatchNormalization; a new one with a positive gamma when left out.
    training: whether `inverse` uses the batch's own statistics, and the layer learns them; else the moving ones.
    ValueError for another layer, one with renorm or virtual batches, or a shape that only a run knows.
    """

    def __init__(self, batchnorm_layer=None, training=True, validate_args=False, name="batch_normalization"):
        self.batchnorm = batchnorm_layer or batch_normalization.BatchNormalization(
            gamma_constraint=lambda gamma: relu(gamma) + 1e-6
        )
        _check_layer(self.batchnorm)
        self._training = training
        axis = self.batchnorm.axis
        super().__init__(
            forward_min_event_ndims=1 if isinstance(axis, int) else len(axis), validate_args=validate_args, name=name
        )

    def _axes(self):
        axis = self.batchnorm.axis
        return [axis] if isinstance(axis, int) else list(axis)

    def _broadcast(self, x, statistic):
        """A statistic of one axis, in a shape that broadcasts against x."""
        sizes = _static_sizes(x)
        others = [i for i in range(len(sizes)) if i not in self._axes()]
        if statistic is None or statistic.shape.ndims == len(sizes) or others == list(range(len(sizes) - 1)):
            return statistic
        axis = self._axes()[0]
        return reshape(statistic, [size if i == axis else 1 for i, size in enumerate(sizes)])

    def _forward(self, x):
        layer = self.batchnorm
        if not layer.built:
            layer.build(x.shape)
        with name_scope("undo_batchnorm"):
            mean = self._broadcast(x, layer.moving_mean)
            variance: Any = self._broadcast(x, layer.moving_variance)
            factor = sqrt(variance + layer.epsilon)
            if layer.scale:
                factor /= self._broadcast(x, layer.gamma)
            if layer.center:
                mean -= self._broadcast(x, layer.beta) * factor
            return x * factor + mean

    def _inverse(self, y):
        return self.batchnorm.apply(y, training=self._training)

    def _forward_log_det_jacobian(self, x):
        return -self._log_det(x, use_saved_statistics=True)

    def _inverse_log_det_jacobian(self, y):
        return self._log_det(y, use_saved_statistics=not self._training)

    def _log_det(self, y, use_saved_statistics):
        layer, sizes = self.batchnorm, _static_sizes(y)
        if not layer.built:
            layer.build(y.shape)
        if use_saved_statistics:
            variance = layer.moving_variance
        else:
            _, variance = moments(y, axes=[i for i in range(len(sizes)) if i not in self._axes()], keepdims=True)
        log_variance = reduce_sum(log(variance + layer.epsilon))
        return (reduce_sum(log(layer.gamma)) if layer.scale else 0.0) - 0.5 * log_variance


def _static_sizes(x):
    if not x.shape.is_fully_defined():
        raise ValueError("Input must have shape known at graph construction.")
    return x.shape.as_list()


def _check_layer(layer):
    if not isinstance(layer, batch_normalization.BatchNormalization):
        raise ValueError("batchnorm_layer must be an instance of BatchNormalization layer.")
    if getattr(layer, "renorm", False):
        raise ValueError("BatchNorm Bijector does not support renormalization.")
    if getattr(layer, "virtual_batch_size", None):
        raise ValueError("BatchNorm Bijector does not support virtual batch sizes.")
