"""tf.keras.wrappers.scikit_learn: models that are fitted and asked as those of scikit-learn."""

from graphlab._src.keras.wrappers.scikit_learn import (
    KerasClassifier,
    KerasRegressor,
)

__all__ = [
    "KerasClassifier",
    "KerasRegressor",
]
