"""DenseFeatures of tf.compat.v2.keras."""

from graphlab._src.graph import name_scope
from graphlab._src.keras import feature_layers
from graphlab._src.layers.feature_column.state import StateManagerImplV2


class DenseFeatures(feature_layers.DenseFeatures):
    """tf.keras.layers.DenseFeatures whose variables the partitioner of a variable scope does not divide."""

    def __init__(self, feature_columns, trainable=True, name=None, **kwargs):
        super().__init__(feature_columns, trainable, name, **kwargs)
        self._state_manager = StateManagerImplV2(self, self.trainable)

    def build(self, input_shape):
        """Makes the variables of the columns, each in the name scope of its column."""
        for column in self._feature_columns:
            with name_scope(column.name):
                column.create_state(self._state_manager)
        self.built = True
