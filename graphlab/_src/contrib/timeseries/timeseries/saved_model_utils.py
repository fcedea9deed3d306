"""Predictions and states of exported models, by their signatures."""

from graphlab._src.contrib.timeseries.timeseries.feature_keys import (
    FilteringFeatures,
    FilteringResults,
    PredictionResults,
    SavedModelLabels,
)
from graphlab._src.contrib.timeseries.timeseries.head import state_to_dictionary
from graphlab._src.contrib.timeseries.timeseries.input_pipeline import canonicalize_numpy_data
from graphlab._src.contrib.timeseries.timeseries.model_utils import canonicalize_times_or_steps_from_output


def _run(session, signatures, label, features, continue_from=None):
    """{name: value} of a signature's outputs, for these features and the state of an output."""
    signature = signatures.signature_def[label]
    state = continue_from or {}
    if FilteringResults.STATE_TUPLE in state:
        state = state_to_dictionary(state[FilteringResults.STATE_TUPLE])
    inputs = {name: session.graph.as_graph_element(info.name) for name, info in signature.inputs.items()}
    outputs = {name: session.graph.as_graph_element(info.name) for name, info in signature.outputs.items()}
    return session.run(outputs, {inputs[name]: value for name, value in {**state, **features}.items()})


def predict_continuation(continue_from, signatures, session, steps=None, times=None, exogenous_features=None):
    """Predictions after an output of filtering or of an evaluation, at times, or so many steps after its own.

    signatures: the MetaGraphDef that tf.saved_model.loader.load returns.
    """
    predict_times = canonicalize_times_or_steps_from_output(times, steps, previous_model_output=continue_from)
    features = {PredictionResults.TIMES: predict_times, **(exogenous_features or {})}
    state = {name: value for name, value in continue_from.items() if name != FilteringResults.TIMES}
    output = _run(session, signatures, SavedModelLabels.PREDICT, features, state)
    return {**output, PredictionResults.TIMES: predict_times}


def cold_start_filter(signatures, session, features):
    """The model's state after observations, from its start state."""
    features = canonicalize_numpy_data(data=features, require_single_batch=False)
    output = _run(session, signatures, SavedModelLabels.COLD_START_FILTER, features)
    return {**output, FilteringResults.TIMES: features[FilteringFeatures.TIMES]}


def filter_continuation(continue_from, signatures, session, features):
    """The model's state after more observations than those of an output."""
    features = canonicalize_numpy_data(data=features, require_single_batch=False)
    state = {name: value for name, value in continue_from.items() if name != FilteringResults.TIMES}
    output = _run(session, signatures, SavedModelLabels.FILTER, features, state)
    return {**output, FilteringResults.TIMES: features[FilteringFeatures.TIMES]}
