"""tf.keras.experimental: learning rates that fall, a cell, a layer of features, linear and deep models, models as SavedModels."""

from graphlab._src.estimator.keras_saved_model import export_saved_model, load_from_saved_model
from graphlab._src.keras.engine.enqueuers import terminate_keras_multiprocessing_pools
from graphlab._src.keras.engine.schedules import (
    CosineDecay,
    CosineDecayRestarts,
    LinearCosineDecay,
    NoisyLinearCosineDecay,
)
from graphlab._src.keras.feature_layers import SequenceFeatures
from graphlab._src.keras.layers.recurrent_cells import PeepholeLSTMCell
from graphlab._src.keras.premade import LinearModel, WideDeepModel

__all__ = [
    "CosineDecay",
    "CosineDecayRestarts",
    "LinearCosineDecay",
    "LinearModel",
    "NoisyLinearCosineDecay",
    "PeepholeLSTMCell",
    "SequenceFeatures",
    "WideDeepModel",
    "export_saved_model",
    "load_from_saved_model",
    "terminate_keras_multiprocessing_pools",
]
