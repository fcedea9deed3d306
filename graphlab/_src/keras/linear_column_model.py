"""LinearModel of feature_column_v2: the weighted sum of what columns make of features, as a Keras model."""

from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.feature_layers import LinearModelLayer


class LinearModel(Model):
    """The weighted sum [batch, units] of what columns make of features, and a bias.

    feature_columns: dense columns, and columns of ids, which have a weight each.  sparse_combiner: how those of one
    example are combined, "sum", "mean" or "sqrtn".  A call accepts {key: tensor or SparseTensor}.
    """

    def __init__(self, feature_columns, units=1, sparse_combiner="sum", trainable=True, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        self.layer = LinearModelLayer(feature_columns, units, sparse_combiner, trainable, name=self.name, **kwargs)

    def call(self, features):
        """The tensor [batch, units]."""
        return self.layer(features)

    @property
    def bias(self):
        """The variable [units]; None before the first call."""
        return self.layer.bias
