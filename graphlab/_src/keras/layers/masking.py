"""Masking: steps of a sequence that do not count."""

from graphlab._src.keras.layers.activation import Elementwise
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.reduction import reduce_any
from graphlab._src.ops.shape import squeeze


class Masking(Elementwise):
    """Later layers skip the steps whose features all are mask_value. inputs: [batch, steps, features]."""

    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.mask_value = mask_value
        self._compute_output_and_mask_jointly = True

    def compute_mask(self, inputs, mask=None):
        """[batch, steps]: False for steps that do not count."""
        return reduce_any(not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs):
        """The inputs, 0 in steps that do not count."""
        counts = reduce_any(not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        outputs = inputs * cast(counts, inputs.dtype)
        outputs._keras_mask = squeeze(counts, axis=-1)
        return outputs

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "mask_value": self.mask_value}
