"""What makes another Estimator or Optimizer of one: with more metrics, features among predictions, clipped gradients."""

from graphlab._src.estimator.estimator import Estimator, arguments
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import Tensor
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.clip import clip_by_global_norm
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.train.optimizers.optimizer import Optimizer

_METRIC_ARGUMENTS = ("features", "labels", "predictions", "config")


def add_metrics(estimator, metric_fn):
    """An Estimator that evaluates more.

    metric_fn: returns {name: (value, update)} for any of features, labels, predictions and config.
    Raises ValueError for a function with other parameters.
    """
    wanted = arguments(metric_fn)
    others = [name for name in wanted if name not in _METRIC_ARGUMENTS]
    if others:
        raise ValueError(f"metric_fn ({metric_fn}) has following not expected args: {others}")

    def model_fn(features, labels, mode, config):
        spec = estimator.model_fn(features, labels, mode, config)
        if mode != ModeKeys.EVAL:
            return spec
        given = {"features": features, "labels": labels, "predictions": spec.predictions, "config": config}
        more = metric_fn(**{name: given[name] for name in wanted})
        return spec._replace(eval_metric_ops={**(spec.eval_metric_ops or {}), **more})

    return Estimator(model_fn, estimator.model_dir, estimator.config, warm_start_from=estimator._warm_start)


def _checked_keys(keys):
    if keys is None or isinstance(keys, str):
        return [keys] if keys else keys
    if not isinstance(keys, (list, tuple)):
        raise TypeError(f"keys should be either a string or a list of strings. Given: {type(keys)}")
    for key in keys:
        if not isinstance(key, str):
            raise TypeError(
                f"All items in the given keys list should be a string. There exist an item with type: {type(key)}"
            )
    return keys


def forward_features(estimator, keys=None, sparse_default_values=None):
    """An Estimator that has features among its predictions.

    keys: the name of a feature or a list of them; all when left out.  sparse_default_values: {name: what a sparse
    feature has where it has nothing}.  Raises TypeError for other keys; the Estimator raises ValueError for a name that
    no feature has or a prediction has already.
    """
    keys = _checked_keys(keys)

    def model_fn(features, labels, mode, config):
        spec = estimator.model_fn(features, labels, mode, config)
        if spec.predictions is None:
            return spec
        forwarded = _forwarded(spec.predictions, features, keys, sparse_default_values or {})
        spec = spec._replace(predictions={**spec.predictions, **forwarded})
        for signature in ("predict", "serving_default"):
            output = (spec.export_outputs or {}).get(signature)
            if isinstance(output, PredictOutput):
                output.outputs.update(forwarded)
        return spec

    return Estimator(model_fn, estimator.model_dir, estimator.config)


def _forwarded(predictions, features, keys, defaults):
    if not isinstance(predictions, dict):
        raise ValueError(f"Predictions should be a dict to be able to forward features. Given: {type(predictions)}")
    found = {}
    for key in features if keys is None else keys:
        if key not in features:
            raise ValueError(
                f'keys should be exist in features. Key "{key}" is not in features dict. features dict has following '
                f"keys: {features.keys()}. Please check arguments of forward_features."
            )
        if key in predictions:
            raise ValueError(
                f"Cannot forward feature key ({key}). Since it does exist in predictions. Existing prediction keys: "
                f"{predictions.keys()}. Please check arguments of forward_features."
            )
        feature = convert_to_tensor_or_sparse_tensor(features[key])
        if key in defaults:
            if not isinstance(feature, SparseTensor):
                raise ValueError(f"Feature ({key}) is expected to be a `SparseTensor`.")
            feature = sparse_tensor_to_dense(feature, default_value=defaults[key])
        if not isinstance(feature, Tensor):
            raise ValueError(
                f"Feature ({key}) should be a Tensor. Please use `keys` argument of forward_features to filter unwanted "
                f"features, or add key to argument `sparse_default_values`. Type of features[{key}] is {type(feature)}."
            )
        found[key] = feature
    return found


class TransformGradients(Optimizer):
    """An optimizer around another one, which gets its gradients changed.

    transform_grads_fn: [(gradient, variable)] -> the same with other gradients.
    """

    def __init__(self, optimizer, transform_grads_fn, name=None):
        super().__init__(use_locking=False, name=name or optimizer.get_name())
        self._optimizer = optimizer
        self._transform_grads_fn = transform_grads_fn

    def compute_gradients(self, *args, **kwargs):
        """What the optimizer inside computes."""
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """The step of the optimizer inside with the changed gradients."""
        return self._optimizer.apply_gradients(self._transform_grads_fn(list(grads_and_vars)), global_step, name)

    def get_slot(self, *args, **kwargs):
        """A slot of the optimizer inside."""
        return self._optimizer.get_slot(*args, **kwargs)

    def get_slot_names(self, *args, **kwargs):
        """The names of the slots of the optimizer inside."""
        return self._optimizer.get_slot_names(*args, **kwargs)


def clip_gradients_by_norm(optimizer, clip_norm):
    """An Optimizer around another one, which clips all gradients together to a norm."""

    def clipped(grads_and_vars):
        gradients, variables = zip(*grads_and_vars, strict=True)
        return list(zip(clip_by_global_norm(gradients, clip_norm)[0], variables, strict=True))

    return TransformGradients(optimizer, clipped, name=f"ClipByNorm{optimizer.get_name()}")
