"""tf.keras: layers with names of their own, models made of them, and all that trains these."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.keras.engine.input_layer import Input
    from graphlab._src.keras.layers import activations as activations
    from graphlab._src.keras.layers import constraints as constraints
    from graphlab._src.keras.layers import initializers as initializers
    from graphlab._src.keras.layers import regularizers as regularizers
    from graphlab.keras import applications as applications
    from graphlab.keras import backend as backend
    from graphlab.keras import callbacks as callbacks
    from graphlab.keras import datasets as datasets
    from graphlab.keras import estimator as estimator
    from graphlab.keras import experimental as experimental
    from graphlab.keras import layers as layers
    from graphlab.keras import losses as losses
    from graphlab.keras import metrics as metrics
    from graphlab.keras import mixed_precision as mixed_precision
    from graphlab.keras import models as models
    from graphlab.keras import optimizers as optimizers
    from graphlab.keras import preprocessing as preprocessing
    from graphlab.keras import utils as utils
    from graphlab.keras import wrappers as wrappers
    from graphlab.keras.models import Model, Sequential
else:
    __getattr__, __dir__ = attach(__name__)

__version__ = "2.2.4-tf"

__all__ = [
    "Input",
    "Model",
    "Sequential",
    "activations",
    "applications",
    "backend",
    "callbacks",
    "constraints",
    "datasets",
    "estimator",
    "experimental",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "mixed_precision",
    "models",
    "optimizers",
    "preprocessing",
    "regularizers",
    "utils",
    "wrappers",
]
