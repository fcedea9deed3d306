"""tf.contrib.predictor: a model as a function of arrays."""

from graphlab._src.contrib.predictor.estimators import from_contrib_estimator, from_estimator
from graphlab._src.contrib.predictor.saved_models import from_saved_model

__all__ = ["from_contrib_estimator", "from_estimator", "from_saved_model"]
