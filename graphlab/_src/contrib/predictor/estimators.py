"""Predictors from estimators, as they are after their last checkpoint."""

from graphlab._src.contrib.predictor.predictor import Predictor
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import Graph
from graphlab._src.io.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphlab._src.train.sessions.creators import ChiefSessionCreator
from graphlab._src.train.sessions.monitored import MonitoredSession


def from_estimator(estimator, serving_input_receiver_fn, output_key=None, graph=None, config=None):
    """A Predictor of an Estimator.

    serving_input_receiver_fn() -> ServingInputReceiver.  output_key: one of the model's export_outputs; serving_default
    when left out.  graph: to add the model to; a new one when left out.  config: a ConfigProto.
    Raises KeyError for an output_key that the model does not have.
    """
    graph = graph or Graph()
    with graph.as_default():
        receiver = serving_input_receiver_fn()
        spec = estimator.model_fn(receiver.features, None, ModeKeys.PREDICT, estimator.config)
        key = output_key or DEFAULT_SERVING_SIGNATURE_DEF_KEY
        if key not in spec.export_outputs:
            raise KeyError(f"output_key must be one of {sorted(spec.export_outputs)}; got {key}")
        signature = spec.export_outputs[key].as_signature_def(receiver.receiver_tensors)
        creator = ChiefSessionCreator(config=config, checkpoint_dir=estimator.model_dir)
        session = MonitoredSession(session_creator=creator)
    feeds = {name: graph.get_tensor_by_name(info.name) for name, info in signature.inputs.items()}
    fetches = {name: graph.get_tensor_by_name(info.name) for name, info in signature.outputs.items()}
    return Predictor(session, feeds, fetches)
