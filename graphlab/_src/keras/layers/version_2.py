"""The layers of tf.compat.v2.keras that differ from tf.keras': LSTM, GRU, their cells, and BatchNormalization.

What they are configured as has the names of tf.keras' layers, which is what is made of it, as in TensorFlow.
"""

from typing import Any

from graphlab._src.base.arguments import with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers import batch_normalization, recurrent_cells, recurrent_layers
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.ops.logical import logical_and


@with_defaults(recurrent_activation="sigmoid", implementation=2)
class LSTMCell(recurrent_cells.LSTMCell):
    """Long short-term memory whose gates are sigmoids."""


@with_defaults(recurrent_activation="sigmoid", implementation=2, reset_after=True)
class GRUCell(recurrent_cells.GRUCell):
    """Gated recurrent units whose gates are sigmoids, the reset gate after the matrix product."""


@with_defaults(recurrent_activation="sigmoid", implementation=2)
class LSTM(recurrent_layers.LSTM):
    """Long short-term memory over sequences whose gates are sigmoids.

    could_use_cudnn: False, since TensorFlow calls cuDNN for it only where it runs eagerly.
    """

    could_use_cudnn = False


@with_defaults(recurrent_activation="sigmoid", implementation=2, reset_after=True)
class GRU(recurrent_layers.GRU):
    """Gated recurrent units over sequences whose gates are sigmoids, the reset gate after the matrix product.

    could_use_cudnn: False, since TensorFlow calls cuDNN for it only where it runs eagerly.
    """

    could_use_cudnn = False


class BatchNormalization(batch_normalization.BatchNormalization):
    """Batch normalization that uses the moving averages, and leaves them alone, where it is not trainable.

    fused: True raises ValueError where one operation can't do it all; None uses it where it can.
    """

    def _chosen_form(self, fused):
        obstacle = self._obstacle()
        if fused and obstacle:
            raise ValueError(obstacle)
        return False if obstacle else fused

    def _obstacle(self):
        """What forbids a single operation; None if nothing does, whatever the rank."""
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        if self.renorm:
            return "Passing both fused=True and renorm=True is unsupported"
        if len(axes) > 1 or axes[0] not in (-3, -1, 1, 3):
            return "Passing fused=True is only supported when axis is 1 or 3"
        for name in ("virtual_batch_size", "adjustment"):
            if getattr(self, name) is not None:
                return f"Passing fused=True is unsupported when {name} is specified."
        return None

    def build(self, input_shape):
        """Makes the variables; ValueError when `fused` is True and the inputs have not 4 axes."""
        rank = TensorShape(input_shape).ndims
        if self.fused and rank and rank != 4:
            raise ValueError("Batch normalization layers with fused=True only support 4D input tensors.")
        if self.fused is None:
            self.fused = True
        super().build(input_shape)

    def call(self, inputs, training: Any = None):
        """The inputs, normalized; by the batch in training, where the layer is trainable."""
        training = learning_phase() if training is None else training
        if isinstance(training, int):
            training = bool(training)
        return super().call(inputs, logical_and(training, self.trainable))
