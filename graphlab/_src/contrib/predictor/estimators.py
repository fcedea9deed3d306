"""Predictors from estimators, as they are after their last checkpoint."""

from graphlab._src.contrib.learn.alternatives import (
    DEFAULT_INPUT_ALTERNATIVE_KEY,
    get_input_alternatives,
    get_output_alternatives,
)
from graphlab._src.contrib.learn.estimator import Estimator as ContribEstimator
from graphlab._src.contrib.predictor.predictor import Predictor
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import Graph
from graphlab._src.io.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphlab._src.train.sessions.creators import ChiefSessionCreator
from graphlab._src.train.sessions.monitored import MonitoredSession


class CoreEstimatorPredictor(Predictor):
    """from_estimator's Predictor."""

    def __init__(self, estimator, serving_input_receiver_fn, output_key=None, graph=None, config=None):
        self._graph = graph or Graph()
        with self._graph.as_default():
            signature = _get_signature_def(serving_input_receiver_fn(), estimator, output_key)
            creator = ChiefSessionCreator(config=config, checkpoint_dir=estimator.model_dir)
            self._session = MonitoredSession(session_creator=creator)
        tensor = self._graph.get_tensor_by_name
        self._feed_tensors = {name: tensor(info.name) for name, info in signature.inputs.items()}
        self._fetch_tensors = {name: tensor(info.name) for name, info in signature.outputs.items()}


class ContribEstimatorPredictor(Predictor):
    """from_contrib_estimator's Predictor."""

    def __init__(
        self,
        estimator,
        prediction_input_fn,
        input_alternative_key=None,
        output_alternative_key=None,
        graph=None,
        config=None,
    ):
        self._graph = graph or Graph()
        with self._graph.as_default():
            input_ops = prediction_input_fn()
            model_ops = estimator._get_predict_ops(input_ops.features)
            creator = ChiefSessionCreator(config=config, checkpoint_dir=estimator.model_dir)
            self._session = MonitoredSession(session_creator=creator)
        inputs, _ = get_input_alternatives(input_ops)
        outputs, key = get_output_alternatives(model_ops, output_alternative_key)
        self._feed_tensors = inputs[input_alternative_key or DEFAULT_INPUT_ALTERNATIVE_KEY]
        self._fetch_tensors = outputs[key][1]


def _get_signature_def(serving_input_receiver, estimator, output_key=None):
    """The SignatureDef of one of a model's export_outputs. KeyError for one that the model does not have."""
    spec = estimator.model_fn(serving_input_receiver.features, None, ModeKeys.PREDICT, estimator.config)
    key = output_key or DEFAULT_SERVING_SIGNATURE_DEF_KEY
    if key not in spec.export_outputs:
        raise KeyError(f"output_key must be one of {sorted(spec.export_outputs)}; got {key}")
    return spec.export_outputs[key].as_signature_def(serving_input_receiver.receiver_tensors)


def from_estimator(estimator, serving_input_receiver_fn, output_key=None, graph=None, config=None):
    """A Predictor of an Estimator.

    serving_input_receiver_fn() -> ServingInputReceiver.  output_key: one of the model's export_outputs; serving_default
    when left out.  graph: to add the model to; a new one when left out.  config: a ConfigProto.
    Raises KeyError for an output_key that the model does not have.
    """
    if isinstance(estimator, ContribEstimator):
        raise TypeError(
            "Expected estimator to be of type tf.python.estimator.Estimator, but got type tf.contrib.learn.Estimator. You "
            "likely want to call from_contrib_estimator."
        )
    return CoreEstimatorPredictor(estimator, serving_input_receiver_fn, output_key, graph, config)


def from_contrib_estimator(
    estimator, prediction_input_fn, input_alternative_key=None, output_alternative_key=None, graph=None, config=None
):
    """A Predictor of an Estimator of tf.contrib.learn.

    prediction_input_fn() -> InputFnOps.  input_alternative_key: "default_input_alternative", which it is when left out,
    or "features_input_alternative".  output_alternative_key: which of the model's output alternatives, where it has
    several.  graph: to add the model to; a new one when left out.  config: a ConfigProto.
    """
    if isinstance(estimator, Estimator):
        raise TypeError(
            "Expected estimator to be of type tf.contrib.learn.Estimator, but got type tf.python.estimator.Estimator. You "
            "likely want to call from_estimator."
        )
    return ContribEstimatorPredictor(
        estimator, prediction_input_fn, input_alternative_key, output_alternative_key, graph, config
    )
