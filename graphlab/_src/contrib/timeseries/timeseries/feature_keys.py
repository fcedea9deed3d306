"""The names of features, of results and of signatures."""

from graphlab._src.io.saved_model import signature_constants


class State:
    """A model's state: as one nested feature, and as features by number."""

    STATE_TUPLE = "start_tuple"
    STATE_PREFIX = "model_state"


class Times:
    """When something is observed or predicted, [batch, window]."""

    TIMES = "times"


class Values:
    """What is observed, [batch, window, features]."""

    VALUES = "values"


class TrainEvalFeatures(Times, Values):
    """Features of training and evaluation."""


class PredictionFeatures(Times, State):
    """Features of predictions."""


class FilteringFeatures(Times, Values, State):
    """Features that update a model's state."""


class PredictionResults(Times):
    """Results of predictions."""


class FilteringResults(Times, State):
    """Results of an evaluation."""


class SavedModelLabels:
    """The signatures of an exported model."""

    PREDICT = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
    FILTER = "filter"
    COLD_START_FILTER = "cold_start_filter"
