"""tf.keras.estimator: a compiled model as an Estimator."""

from graphlab._src.estimator.keras_model import model_to_estimator

__all__ = ["model_to_estimator"]
