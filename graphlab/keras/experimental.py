"""tf.keras.experimental: learning rates that fall, a cell, and a layer of features."""

from graphlab._src.keras.engine.schedules import (
    CosineDecay,
    CosineDecayRestarts,
    LinearCosineDecay,
    NoisyLinearCosineDecay,
)
from graphlab._src.keras.feature_layers import SequenceFeatures
from graphlab._src.keras.layers.recurrent_cells import PeepholeLSTMCell

__all__ = [
    "CosineDecay",
    "CosineDecayRestarts",
    "LinearCosineDecay",
    "NoisyLinearCosineDecay",
    "PeepholeLSTMCell",
    "SequenceFeatures",
]
