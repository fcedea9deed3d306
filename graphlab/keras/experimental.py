"""tf.keras.experimental: learning rates that fall, and a cell."""

from graphlab.keras.engine.schedules import CosineDecay, CosineDecayRestarts, LinearCosineDecay, NoisyLinearCosineDecay
from graphlab.layers.keras.recurrent_cells import PeepholeLSTMCell

__all__ = [
    "CosineDecay",
    "CosineDecayRestarts",
    "LinearCosineDecay",
    "NoisyLinearCosineDecay",
    "PeepholeLSTMCell",
]
