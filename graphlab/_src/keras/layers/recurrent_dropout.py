"""DropoutRNNCellMixin: what a recurrent cell leaves out of inputs and states, the same in each step of a sequence."""

from typing import Any

from graphlab._src.keras.layers.drawn_seeds import seed_or_drawn
from graphlab._src.keras.layers.dropout import when
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.dropout import dropout


class DropoutRNNCellMixin:
    """The masks of a cell, made at the first step. The class has the attributes `dropout` and `recurrent_dropout`."""

    dropout: Any
    recurrent_dropout: Any

    def __init__(self, *args, **kwargs):
        self.reset_dropout_mask()
        self.reset_recurrent_dropout_mask()
        super().__init__(*args, **kwargs)

    def reset_dropout_mask(self):
        """From now on other inputs are left out."""
        self._dropout_mask: Any = None

    def reset_recurrent_dropout_mask(self):
        """From now on other states are left out."""
        self._recurrent_dropout_mask: Any = None

    def get_dropout_mask_for_cell(self, inputs, training, count=1):
        """A mask to multiply inputs with, or a list of several; None where nothing is left out."""
        if not self.dropout:
            return None
        if self._dropout_mask is None:
            self._dropout_mask = generate_dropout_mask(ones_like(inputs), self.dropout, training, count)
        return self._dropout_mask

    def get_recurrent_dropout_mask_for_cell(self, inputs, training, count=1):
        """A mask to multiply states with, or a list of several; None where nothing is left out."""
        if not self.recurrent_dropout:
            return None
        if self._recurrent_dropout_mask is None:
            ones = ones_like(inputs)
            self._recurrent_dropout_mask = generate_dropout_mask(ones, self.recurrent_dropout, training, count)
        return self._recurrent_dropout_mask


def generate_dropout_mask(ones, rate, training=None, count=1):
    """A mask of the shape of `ones`, which leaves out the part `rate` in training; a list of them where count > 1."""
    phase = learning_phase() if training is None else training
    masks = [when(phase, lambda: dropout(ones, rate=rate, seed=seed_or_drawn()), lambda: ones) for _ in range(count)]
    return masks if count > 1 else masks[0]
