"""input_layer and linear_model: all columns of a batch as one tensor, and as a weighted sum."""

from collections.abc import Iterator

from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.scopes import get_collection
from graphlab._src.layers.feature_column.column import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    is_feature_column_v2,
)
from graphlab._src.layers.feature_column.features import Features, FeatureTransformationCache
from graphlab._src.layers.feature_column.state import ScopedState
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.sparse_places import sparse_reshape
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable, pure_variable_scope, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


def columns_of(feature_columns, prefix="_"):
    """The columns as a list; ValueError when one is none, or two have one name.

    prefix: of the names of classes in errors, "_" for functions of TensorFlow 1 and "" for layers.
    """
    if isinstance(feature_columns, FeatureColumn):
        feature_columns = [feature_columns]
    if isinstance(feature_columns, Iterator):
        feature_columns = list(feature_columns)
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(
                f"Items of feature_columns must be a {prefix}FeatureColumn. Given (type {type(column)}): {column}."
            )
    if not feature_columns:
        raise ValueError("feature_columns must not be empty.")
    found = {}
    for column in feature_columns:
        if column.name in found:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and {found[column.name]}. This usually means "
                "that these columns refer to same base feature. Either one must be discarded or a duplicated but renamed "
                "item must be inserted in features dict."
            )
        found[column.name] = column
    return list(feature_columns)


def normalized_columns(feature_columns):
    """The columns as a list in the order of their names; ValueError when one is none, or two have one name."""
    return sorted(columns_of(feature_columns), key=lambda column: column.name)


def all_collections(weight_collections):
    found = list(weight_collections or [])
    found += [key for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES) if key not in found]
    return found


def check_batch(tensors, columns):
    """ValueError when tensors are known to be of batches of several sizes."""
    first = None
    for tensor, column in zip(tensors, columns, strict=True):
        count = tensor.shape.dims[0].value
        if count is None:
            continue
        if first is None:
            first = count, column
        elif first[0] != count:
            raise ValueError(
                "Batch size (first dimension) of each feature must be same. "
                f"Batch size of columns ({first[1].name}, {column.name}): ({first[0]}, {count})"
            )


def _as_matrix(column, inputs, weight_collections, trainable):
    if inputs.state_manager is not None:
        return as_rows(column.get_dense_tensor(inputs, inputs.state_manager), column.variable_shape)
    tensor = column._get_dense_tensor(inputs, weight_collections=weight_collections, trainable=trainable)
    return as_rows(tensor, column._variable_shape)


def as_rows(tensor, variable_shape):
    """A column's tensor [batch, numbers]. variable_shape: that of the column."""
    return reshape(tensor, shape=(shape(tensor)[0], variable_shape.num_elements()))


def input_layer(
    features, feature_columns, weight_collections=None, trainable=True, cols_to_vars=None, cols_to_output_tensors=None
):
    """One tensor [batch, numbers] of what dense columns make of features, side by side in the order of their names.

    features: {key: tensor or SparseTensor}.  weight_collections: where variables are added too.
    trainable: whether variables are.  cols_to_vars, cols_to_output_tensors: dicts that get the variables and the tensor
    of each column.
    feature_columns: the dense columns.
    """
    return input_layer_in(
        features, feature_columns, weight_collections, trainable, cols_to_vars, None, cols_to_output_tensors
    )


def input_layer_in(
    features,
    feature_columns,
    weight_collections=None,
    trainable=True,
    cols_to_vars=None,
    scope=None,
    cols_to_output_tensors=None,
    from_template=False,
):
    """As input_layer. scope: of the variables, a name or VariableScope.  from_template: they are in the scope that is open."""
    collections = all_collections(weight_collections)
    columns = dense_columns(feature_columns)
    rest = collections, trainable, cols_to_vars, cols_to_output_tensors
    if from_template:
        return side_by_side(features, columns, *rest)
    with variable_scope(scope, default_name="input_layer", values=features.values()):
        return side_by_side(features, columns, *rest)


def dense_features(features, feature_columns):
    """As input_layer, with all embeddings made before anything else, unless columns share one."""
    columns = dense_columns(feature_columns)
    with variable_scope(None, default_name="input_layer", values=features.values()):
        state = None
        if is_feature_column_v2(columns):
            state = ScopedState()
            for column in sorted(columns, key=lambda column: column.name):
                with pure_variable_scope(column.name):
                    column.create_state(state)
        return side_by_side(features, columns, None, True, state_manager=state)


def dense_columns(feature_columns):
    """The columns as a list; ValueError when one is not dense, or two have one name."""
    feature_columns = columns_of(feature_columns)
    for column in feature_columns:
        if not isinstance(column, DenseColumn):
            raise ValueError(
                "Items of feature_columns must be a _DenseColumn. You can wrap a categorical column with an "
                f"embedding_column or indicator_column. Given: {column}"
            )
    return feature_columns


def side_by_side(
    features, columns, collections, trainable, cols_to_vars=None, cols_to_output_tensors=None, state_manager=None
):
    """As input_layer, in the variable scope that is open.  state_manager: has the variables; else they are made here."""
    inputs = Features(features) if state_manager is None else FeatureTransformationCache(features, state_manager)
    ordered = sorted(columns, key=lambda column: column.name)
    found = []
    for column in ordered:
        with variable_scope(None, default_name=column._var_scope_name) as scope:
            found.append(_as_matrix(column, inputs, collections, trainable))
            if cols_to_vars is not None:
                cols_to_vars[column] = get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope.name)
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = found[-1]
    check_batch(found, ordered)
    return concat(found, 1)


def _sum_of_ids(column, inputs, weights, combiner):
    def flat(sparse):
        with name_scope(None, "Shape", [sparse]):
            sizes = cast(sparse.dense_shape, "int32")
        return sparse_reshape(sparse, [sizes[0], -1])

    if inputs.state_manager is None:
        ids, id_weights = column._get_sparse_tensors(inputs)
    else:
        ids, id_weights = column.get_sparse_tensors(inputs, inputs.state_manager)
    ids = flat(ids)
    id_weights = None if id_weights is None else flat(id_weights)
    return safe_embedding_lookup_sparse(weights, ids, sparse_weights=id_weights, combiner=combiner, name="weighted_sum")


def linear_columns(feature_columns, prefix="_"):
    """The columns as a list; ValueError when one has neither numbers nor ids, or two have one name. prefix: as for columns_of."""
    feature_columns = columns_of(feature_columns, prefix)
    for column in feature_columns:
        if not isinstance(column, (DenseColumn, CategoricalColumn)):
            raise ValueError(
                f"Items of feature_columns must be either a {prefix}DenseColumn or {prefix}CategoricalColumn. "
                f"Given: {column}"
            )
    return feature_columns


def column_weights(column, units, collections=None, trainable=True):
    """The variable "weights" [ids or numbers of a column, units], zeros at first."""
    categorical = isinstance(column, CategoricalColumn)
    count = column._num_buckets if categorical else column._variable_shape.num_elements()
    return get_variable(
        "weights", (count, units), initializer=zeros_initializer(), trainable=trainable, collections=collections
    )


def weighted_sum(column, inputs, weights, combiner, collections=None, trainable=True):
    """What a column makes of the features, times its weights: [batch, units]."""
    if isinstance(column, CategoricalColumn):
        return _sum_of_ids(column, inputs, weights, combiner)
    return matmul(_as_matrix(column, inputs, collections, trainable), weights, name="weighted_sum")


def _own_names(columns):
    """{the name of its part of the model: column}, as the scopes around leave names free."""
    names = {}
    for column in sorted(columns, key=lambda column: column.name):
        with variable_scope(None, default_name=column._var_scope_name) as scope:
            names[scope.name.rsplit("/", 1)[-1]] = column
    return names


def linear_model(
    features,
    feature_columns,
    units=1,
    sparse_combiner="sum",
    weight_collections=None,
    trainable=True,
    cols_to_vars=None,
):
    """The weighted sum [batch, units] of what columns make of features, and a bias.

    Ids have a weight each.  sparse_combiner: how those of one example are combined, "sum", "mean" or "sqrtn".
    The rest is as for input_layer; cols_to_vars gets the bias as "bias".
    """
    with variable_scope(None, "linear_model") as outer:
        name = outer.name.rsplit("/", 1)[-1]
    model = LinearModel(feature_columns, units, sparse_combiner, weight_collections, trainable, name=name)
    result = model(features)
    if cols_to_vars is not None:
        cols_to_vars.update(model.cols_to_vars())
    return result


class LinearModel:
    """linear_model as an object, which uses the same variables in each call."""

    def __init__(
        self, feature_columns, units=1, sparse_combiner="sum", weight_collections=None, trainable=True, name=None
    ):
        """name: of the variable scope.  The rest is as for linear_model."""
        self._columns = linear_columns(feature_columns)
        self.units = units
        self.trainable = trainable
        self._combiner = sparse_combiner
        self._collections = all_collections(weight_collections)
        self._names = _own_names(self._columns)
        self._name = name or "linear_model"
        self._scope = None
        self._cols_to_vars = {}

    @property
    def name(self):
        """That of the variable scope."""
        return self._name

    @property
    def variables(self):
        """The variables that the first call has made."""
        return [variable for variables in self._cols_to_vars.values() for variable in variables]

    weights = variables

    def cols_to_vars(self):
        """{column: its variables, "bias": the bias}, empty before the first call."""
        return self._cols_to_vars

    def __call__(self, features):
        """The weighted sum [batch, units]."""
        reuse = self._scope is not None or None
        with (
            name_scope(self._name),
            variable_scope(self._scope or self._name, reuse=reuse, use_resource=True) as scope,
        ):
            self._scope = scope
            return self._sum(features)

    def _sum(self, features):
        inputs = Features(features)
        sums = []
        for name in sorted(self._names):
            with variable_scope(name) as scope:
                column = self._names[name]
                weights = column_weights(column, self.units, self._collections, self.trainable)
                sums.append(weighted_sum(column, inputs, weights, self._combiner, self._collections, self.trainable))
                self._cols_to_vars[column] = get_collection(GraphKeys.GLOBAL_VARIABLES, scope=f"{scope.name}/")
        check_batch(sums, [self._names[name] for name in sorted(self._names)])
        total = add_n(sums, name="weighted_sum_no_bias")
        bias = get_variable(
            "bias_weights",
            [self.units],
            initializer=zeros_initializer(),
            trainable=self.trainable,
            collections=self._collections,
        )
        self._cols_to_vars["bias"] = get_collection(
            GraphKeys.GLOBAL_VARIABLES, scope=f"{get_variable_scope().name}/bias_weights"
        )
        return bias_add(total, bias, name="weighted_sum")


def make_parse_example_spec(feature_columns):
    """{feature: FixedLenFeature or VarLenFeature}: what parse_example needs for these columns."""
    result = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(f"All feature_columns must be _FeatureColumn instances. Given: {column}")
        for key, value in column._parse_example_spec.items():
            if result.setdefault(key, value) != value:
                raise ValueError(
                    f"feature_columns contain different parse_spec for key {key}. Given {value} and {result[key]}"
                )
    return result
