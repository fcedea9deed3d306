"""Dropout as a layer: at random in training, nothing otherwise."""

from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.ops.dropout import dropout
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import shape
from graphlab._src.state.variable import Variable


def when(training, true_fn, false_fn):
    """What one of the functions returns, as `training` says: a bool, a tensor or a variable."""
    return (cond if isinstance(training, Variable) else smart_cond)(training, true_fn, false_fn)


class Dropout(Layer):
    """In training makes a part `rate` of the inputs 0, at random, and the rest larger to make up for it.

    noise_shape: of the decisions, which broadcast; None represents the input's own size.
    seed: of the random numbers.
    """

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed
        self.supports_masking = True

    def _get_noise_shape(self, inputs):
        if self.noise_shape is None:
            return None
        sizes = shape(inputs)
        return convert_to_tensor([sizes[i] if size is None else size for i, size in enumerate(self.noise_shape)])

    def call(self, inputs, training=None):
        """The inputs, some of them 0 where training is true; the learning phase decides where it is None."""

        def dropped():
            return dropout(inputs, noise_shape=self._get_noise_shape(inputs), seed=self.seed, rate=self.rate)

        return when(learning_phase() if training is None else training, dropped, lambda: identity(inputs))

    def compute_output_shape(self, input_shape):
        """The input's."""
        return input_shape

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}
