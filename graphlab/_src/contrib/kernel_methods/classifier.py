"""KernelLinearClassifier: a linear classifier of features that kernel mappers make."""

from graphlab._src.base import logging
from graphlab._src.contrib.kernel_methods.random_features import DenseKernelMapper
from graphlab._src.contrib.layers.columns.dense import _RealValuedColumn, real_valued_column
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.heads import multi_class_head
from graphlab._src.contrib.learn.keys import PredictionKey
from graphlab._src.contrib.learn.models import linear_model_fn
from graphlab._src.ops.joining import concat


class KernelLinearClassifier(Estimator):
    """A linear classifier of what kernel mappers make of columns, and of columns as they are.

    feature_columns: those of tf.contrib.layers, as they are.  kernel_mappers: {real_valued_column: list of mappers}.
    n_classes: how many classes.  weight_column_name: which feature says how much an example counts.
    optimizer: FTRL when left out.  model_dir, config: as for tf.contrib.learn.Estimator.
    """

    def __init__(
        self,
        feature_columns=None,
        model_dir=None,
        n_classes=2,
        weight_column_name=None,
        optimizer=None,
        kernel_mappers=None,
        config=None,
    ):
        head = multi_class_head(n_classes, weight_column_name=weight_column_name)
        if not feature_columns and not kernel_mappers:
            raise ValueError("You should set at least one of feature_columns, kernel_mappers.")
        for mappers in (kernel_mappers or {}).values():
            if not all(isinstance(mapper, DenseKernelMapper) for mapper in mappers):
                raise ValueError("Invalid kernel mappers.")
        params = {
            "head": head,
            "feature_columns": feature_columns or [],
            "optimizer": optimizer,
            "kernel_mappers": kernel_mappers,
        }
        super().__init__(_kernel_model_fn, model_dir, config, params)

    def predict_classes(self, input_fn=None):
        """Yields the likeliest class of each example."""
        return self._each(PredictionKey.CLASSES, input_fn)

    def predict_proba(self, input_fn=None):
        """Yields the probabilities of the classes of each example."""
        return self._each(PredictionKey.PROBABILITIES, input_fn)

    def _each(self, key, input_fn):
        return (one[key] for one in self.predict(input_fn=input_fn, outputs=[key]))


def _kernel_model_fn(features, labels, mode, params, config=None):
    features, columns = _mapped(features, params["feature_columns"], params["kernel_mappers"] or {})
    return linear_model_fn(features, labels, mode, {**params, "feature_columns": columns}, config)


def _mapped(features, columns, kernel_mappers):
    """(features, columns) with those that the mappers make, under the names of their columns and "_MAPPED"."""
    made, found = {}, {}
    for column, mappers in kernel_mappers.items():
        if not isinstance(column, _RealValuedColumn):
            logging.warning(
                "Updates are currently supported on RealValuedColumns only. Metadata for FeatureColumn %s will not be "
                "updated.",
                column.name,
            )
            continue
        name = f"{column.name}_MAPPED"
        made[real_valued_column(name, sum(mapper.output_dim for mapper in mappers))] = None
        found[name] = concat([mapper.map(features[column.name]) for mapper in mappers], 1)
    if not kernel_mappers:
        return features, columns
    return {**features, **found}, list(dict.fromkeys([*columns, *made]))
