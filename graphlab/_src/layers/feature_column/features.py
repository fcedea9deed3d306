"""What columns make of the features of a batch, each made once."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.layers.feature_column.column import FeatureColumn
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import expand_dims, rank, shape
from graphlab._src.ops.sparse_places import sparse_reshape


class Features:
    """The features of a batch by name, and by column what columns made of them."""

    _kind = "_FeatureColumn"  # what TensorFlow calls the columns

    def __init__(self, features, state_manager=None):
        """features: {key: tensor}.  state_manager: of the columns' variables; None where columns make theirs when they are used."""
        self.state_manager = state_manager
        self._features = dict(features)
        self._found = {}

    def using(self, state_manager) -> "Features":
        """The same features and what was made of them, with a StateManager."""
        if state_manager is self.state_manager:
            return self
        other = type(self)((), state_manager)
        other._features, other._found = self._features, self._found
        return other

    def get(self, key, state_manager=None) -> Any:
        """The tensor of a feature, or what a column makes of its features. state_manager: of the column's variables."""
        if key not in self._found:
            self._found[key] = self._make(key, state_manager or self.state_manager)
        return self._found[key]

    def _make(self, key, state_manager):
        if key in self._features:
            return self._raw(key)
        if isinstance(key, str):
            raise ValueError(f"Feature {key} is not in features dictionary.")
        if not isinstance(key, FeatureColumn):
            raise TypeError(f'"key" must be either a "str" or "{self._kind}". Provided: {key}')
        found = self._transformed(key, self.using(state_manager))
        if found is None:
            raise ValueError(f"Column {key.name} is not supported.")
        return found

    @staticmethod
    def _transformed(column, inputs):
        return column._transform_feature(inputs)

    def _raw(self, key):
        """The feature with an axis of size 1 more where it has one for each example."""
        tensor = convert_to_tensor_or_sparse_tensor(self._features[key])

        def longer():
            if isinstance(tensor, SparseTensor):
                with name_scope(None, "Shape", [tensor]):
                    count = cast(tensor.dense_shape, dtypes.int32)[0]
                return sparse_reshape(tensor, [count, 1])
            return expand_dims(tensor, -1)

        message = f"Feature (key: {key}) cannot have rank 0. Given: {tensor}"
        count = tensor.shape.ndims
        if count is not None:
            if count == 0:
                raise ValueError(message)
            return longer() if count == 1 else tensor
        with control_dependencies([assert_positive(_rank(tensor), message=message)]):
            return cond(equal(1, _rank(tensor)), longer, lambda: tensor)


class FeatureTransformationCache(Features):
    """The features of a batch for columns that are used with a StateManager."""

    _kind = "FeatureColumn"

    @staticmethod
    def _transformed(column, inputs):
        return column.transform_feature(inputs, inputs.state_manager)


def _rank(tensor):
    return shape(tensor.dense_shape)[0] if isinstance(tensor, SparseTensor) else rank(tensor)


def as_sparse_ids(tensor, ignored=None):
    """The feature as a SparseTensor without what represents nothing: "" or -1, unless `ignored` says otherwise."""
    tensor = convert_to_tensor_or_sparse_tensor(tensor)
    if isinstance(tensor, SparseTensor):
        return tensor
    with name_scope(None, "to_sparse_input", [tensor, ignored]):
        if ignored is None:
            is_text = tensor.dtype.base_dtype is dtypes.string
            ignored = "" if is_text else -1 if tensor.dtype.is_integer else 0.0
        ignored = cast(ignored, tensor.dtype, name="ignore_value")
        places = where_v2(not_equal(tensor, ignored), name="indices")
        values = gather_nd(tensor, places, name="values")
        return SparseTensor(places, values, shape(tensor, out_type=dtypes.int64, name="dense_shape"))


def check_key(key):
    """ValueError unless the key of a feature is a string."""
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def check_string_or_int(dtype, prefix):
    """ValueError unless the type is that of strings or whole numbers."""
    if dtype.base_dtype is not dtypes.string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")
