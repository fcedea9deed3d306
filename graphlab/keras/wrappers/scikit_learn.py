"""tf.keras.wrappers.scikit_learn: models with scikit-learn's fit and predict."""

from graphlab._src.keras.wrappers.scikit_learn import (
    KerasClassifier,
    KerasRegressor,
)

__all__ = [
    "KerasClassifier",
    "KerasRegressor",
]
