"""ActivityRegularization: a loss for how large the inputs are."""

from graphlab._src.keras.layers import regularizers
from graphlab._src.keras.layers.layer import Layer


class ActivityRegularization(Layer):
    """The inputs, and l1 times the sum of their sizes and l2 times that of their squares as a loss."""

    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self.supports_masking = True
        self.l1, self.l2 = l1, l2

    def compute_output_shape(self, input_shape):
        """The input's."""
        return input_shape

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "l1": self.l1, "l2": self.l2}
