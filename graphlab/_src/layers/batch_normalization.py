"""tf.layers.BatchNormalization and tf.layers.batch_normalization."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.keras.layers import batch_normalization as keras
from graphlab._src.layers.base_layer import Layer
from graphlab._src.state.initializers import Ones, Zeros


class BatchNormalization(keras.BatchNormalization, Layer):
    """In training brings each channel of a batch to mean 0 and variance 1; later by the averages recorded in training.

    The updates of the averages are in the collection UPDATE_OPS: a training step should run them.

    axis: that of the channels, or a list of them.  momentum: what a step keeps of the moving averages.
    epsilon: added to the variance.  center, scale: whether an offset beta is added, a factor gamma multiplied.
    renorm, renorm_clipping, renorm_momentum: batch renormalization (Ioffe, 2017).
    fused: False uses single operations, where otherwise one does it all when it can.
    virtual_batch_size: the batch is cut into parts of that size, each normalized by itself.
    adjustment: a function of the input's shape that returns a (scale, bias) to apply in training.
    """

    def __init__(
        self,
        axis: Any = -1,
        momentum=0.99,
        epsilon=1e-3,
        center=True,
        scale=True,
        beta_initializer=Zeros(),  # noqa: B008
        gamma_initializer=Ones(),  # noqa: B008
        moving_mean_initializer=Zeros(),  # noqa: B008
        moving_variance_initializer=Ones(),  # noqa: B008
        beta_regularizer=None,
        gamma_regularizer=None,
        beta_constraint=None,
        gamma_constraint=None,
        renorm=False,
        renorm_clipping=None,
        renorm_momentum=0.99,
        fused=None,
        trainable=True,
        virtual_batch_size=None,
        adjustment=None,
        name=None,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))

    def call(self, inputs, training: Any = False):
        """The inputs, normalized. training: a bool, or a bool tensor."""
        return super().call(inputs, training=training)


def batch_normalization(
    inputs,
    axis: Any = -1,
    momentum=0.99,
    epsilon=1e-3,
    center=True,
    scale=True,
    beta_initializer=Zeros(),  # noqa: B008
    gamma_initializer=Ones(),  # noqa: B008
    moving_mean_initializer=Zeros(),  # noqa: B008
    moving_variance_initializer=Ones(),  # noqa: B008
    beta_regularizer=None,
    gamma_regularizer=None,
    beta_constraint=None,
    gamma_constraint=None,
    training=False,
    trainable=True,
    name=None,
    reuse=None,
    renorm=False,
    renorm_clipping=None,
    renorm_momentum=0.99,
    fused=None,
    virtual_batch_size=None,
    adjustment=None,
):
    """The inputs, each channel brought to mean 0 and variance 1: the batch's in training, the moving averages' later.

    Variables are "<name>/gamma", "beta", "moving_mean" and "moving_variance". The updates of the last two are in the
    collection UPDATE_OPS: a training step should run them.

    training: a bool, or a bool tensor.  reuse: True reuses the variables of an earlier layer of that name.
    The other arguments are those of tf.layers.BatchNormalization.
    """
    arguments = forwarded(locals(), "inputs", "reuse", "training")
    layer = BatchNormalization(**arguments, _scope=name, _reuse=reuse)
    return layer.apply(inputs, training=training)
