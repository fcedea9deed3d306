"""What parse_example needs for a canned estimator: its columns, the labels and the weights."""

from graphlab._src.base import dtypes
from graphlab._src.layers.feature_column.models import make_parse_example_spec
from graphlab._src.layers.feature_column.numeric import NumericColumn, numeric_column
from graphlab._src.ops.parsing.features import FixedLenFeature


def _complete(spec, label_key, label, weight_column):
    if label_key in spec:
        raise ValueError(f"label should not be used as feature. label_key: {label_key}, features: {spec.keys()}")
    spec[label_key] = label
    if weight_column is None:
        return spec
    if isinstance(weight_column, str):
        weight_column = numeric_column(weight_column)
    if not isinstance(weight_column, NumericColumn):
        raise ValueError(
            "weight_column should be an instance of tf.feature_column.numeric_column. "
            f"Given type: {type(weight_column)} value: {weight_column}"
        )
    if weight_column.key in spec:
        raise ValueError(
            f"weight_column should not be used as feature. weight_column: {weight_column.key}, features: {spec.keys()}"
        )
    return {**spec, **weight_column.parse_example_spec}


def classifier_parse_example_spec(
    feature_columns, label_key, label_dtype=dtypes.int64, label_default=None, weight_column=None
):
    """{feature: FixedLenFeature or VarLenFeature} of columns, and of a label and a weight for each example.

    label_key: the label's feature; label_dtype: its type; label_default: what represents a missing one.
    weight_column: a NumericColumn or its key.  Raises ValueError when label or weight is a feature too.
    """
    label = FixedLenFeature((1,), label_dtype, label_default)
    return _complete(make_parse_example_spec(feature_columns), label_key, label, weight_column)


def regressor_parse_example_spec(
    feature_columns, label_key, label_dtype=dtypes.float32, label_default=None, label_dimension=1, weight_column=None
):
    """As classifier_parse_example_spec, for label_dimension numbers."""
    label = FixedLenFeature((label_dimension,), label_dtype, label_default)
    return _complete(make_parse_example_spec(feature_columns), label_key, label, weight_column)
