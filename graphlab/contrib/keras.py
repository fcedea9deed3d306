"""tf.contrib.keras: the modules of tf.keras, under the name that they had before TensorFlow 1.4."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.keras import optimizers as optimizers
    from graphlab._src.keras.layers import activations as activations
    from graphlab._src.keras.layers import constraints as constraints
    from graphlab._src.keras.layers import initializers as initializers
    from graphlab._src.keras.layers import regularizers as regularizers
    from graphlab.keras import applications as applications
    from graphlab.keras import backend as backend
    from graphlab.keras import callbacks as callbacks
    from graphlab.keras import datasets as datasets
    from graphlab.keras import layers as layers
    from graphlab.keras import losses as losses
    from graphlab.keras import metrics as metrics
    from graphlab.keras import models as models
    from graphlab.keras import preprocessing as preprocessing
    from graphlab.keras import utils as utils
    from graphlab.keras import wrappers as wrappers
else:
    __getattr__, __dir__ = attach(__name__)
