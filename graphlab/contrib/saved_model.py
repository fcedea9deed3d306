"""tf.contrib.saved_model: Keras models as SavedModels."""

from graphlab._src.estimator.keras_saved_model import export_saved_model as save_keras_model
from graphlab._src.estimator.keras_saved_model import load_from_saved_model as load_keras_model

__all__ = ["load_keras_model", "save_keras_model"]
