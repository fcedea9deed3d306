"""InputLayer: input_layer as an object; and what columns make of features, column by column."""

from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.feature_column.features import Features, FeatureTransformationCache
from graphlab._src.layers.feature_column.models import all_collections, columns_of, dense_columns, side_by_side
from graphlab._src.state.template import make_template


class InputLayer:
    """input_layer as an object, which uses the same variables in each call."""

    def __init__(
        self,
        feature_columns,
        weight_collections=None,
        trainable=True,
        cols_to_vars=None,
        name="feature_column_input_layer",
        create_scope_now=True,
    ):
        """name: of the variable scope.  create_scope_now: whether it is opened here, not in the first call.

        The rest is as for input_layer; cols_to_vars has no effect, as in TensorFlow.
        """
        self._name = name
        self._feature_columns = feature_columns
        self._collections = weight_collections
        self._trainable = trainable
        self._template = make_template(name, self._tensor, create_scope_now_=create_scope_now)
        self._scope = self._template.variable_scope

    name = attribute("_name", "The name that was given.")
    variables = attribute("_template.variables", "The variables that the first call has made.")
    trainable_variables = attribute("_template.trainable_variables", "The variables that are trained.")
    non_trainable_variables = attribute("_template.non_trainable_variables", "The other variables.")
    weights = attribute("_template.variables", "As variables.")
    trainable_weights = attribute("_template.trainable_variables", "As trainable_variables.")
    non_trainable_weights = attribute("_template.non_trainable_variables", "As non_trainable_variables.")

    def _tensor(self, features):
        collections = all_collections(self._collections)
        return side_by_side(features, dense_columns(self._feature_columns), collections, self._trainable)

    def __call__(self, features):
        """The tensor [batch, numbers]."""
        return self._template(features)


def transform_features(features, feature_columns):
    """{column: the tensor or SparseTensor that it makes of features}.

    features: {key: tensor or SparseTensor}.
    """
    return _transformed(features, feature_columns, Features(features))


def transform_features_v2(features, feature_columns, state_manager):
    """The same for columns whose variables and tables a StateManager has; it may be None where they need none."""
    return _transformed(features, feature_columns, FeatureTransformationCache(features, state_manager))


def _transformed(features, feature_columns, inputs):
    columns = columns_of(feature_columns)
    with name_scope(None, "transform_features", features.values()):
        found = {}
        for column in sorted(columns, key=lambda column: column.name):
            with name_scope(None, column.name):
                found[column] = inputs.get(column)
        return found
