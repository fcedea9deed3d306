"""tf.keras.experimental: learning rates that fall, a cell, a layer of features, and models as SavedModels."""

from graphlab._src.estimator.keras_saved_model import export_saved_model, load_from_saved_model
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
    "export_saved_model",
    "load_from_saved_model",
]
