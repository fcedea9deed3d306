"""How the state of a model goes from one window to the next."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.timeseries.timeseries import math_utils
from graphlab._src.contrib.timeseries.timeseries.feature_keys import State, TrainEvalFeatures
from graphlab._src.contrib.timeseries.timeseries.model import ModelOutputs
from graphlab._src.contrib.timeseries.timeseries.state_tables import TupleOfTensorsLookup
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape


class PassthroughStateManager:
    """Each window begins with the model's start state."""

    def __init__(self):
        self._input_statistics: Any = None
        self._graph_initialized = False

    def initialize_graph(self, model, input_statistics=None):
        """Makes what it needs in the default graph."""
        self._graph_initialized = True
        self._input_statistics = input_statistics

    def define_loss(self, model, features, mode):
        """The model's ModelOutputs of a batch of windows."""
        if State.STATE_TUPLE in features:
            raise ValueError("Overriding start state is not supported for this model.")
        return model.define_loss(features, mode)


class FilteringOnlyStateManager(PassthroughStateManager):
    """Each window begins with the model's start state, or in an evaluation with a state that is a feature."""

    def define_loss(self, model, features, mode):
        """The model's ModelOutputs of a batch of windows."""
        if State.STATE_TUPLE not in features:
            return self._define_loss_with_saved_state(model, features, mode)
        if mode == ModeKeys.TRAIN:
            raise ValueError(
                "Overriding saved state for training is not supported (but a value for feature "
                f"{State.STATE_TUPLE} was specified)."
            )
        state = features.pop(State.STATE_TUPLE)
        return model.get_batch_loss(features=features, mode=mode, state=state)

    def _define_loss_with_saved_state(self, model, features, mode) -> Any:
        return model.define_loss(features, mode)


class ChainingStateManager(FilteringOnlyStateManager):
    """Each window begins with the state that an earlier one reached before the window's first time.

    state_saving_interval: times between saved states.  checkpoint_state: whether Savers save them.
    """

    def __init__(self, state_saving_interval=20, checkpoint_state=False):
        super().__init__()
        self._checkpoint_state = checkpoint_state
        self._state_saving_interval = state_saving_interval
        self._start_state: Any = None
        self._cached_states: Any = None

    def initialize_graph(self, model, input_statistics=None):
        """Makes the tables of states."""
        super().initialize_graph(model=model, input_statistics=input_statistics)
        self._start_state = model.get_start_state()
        self._cached_states = TupleOfTensorsLookup(
            key_dtype=dtypes.int64,
            default_values=self._start_state,
            empty_key=-1,
            deleted_key=-2,
            name="cached_states",
            checkpoint=self._checkpoint_state,
        )

    def _define_loss_with_saved_state(self, model, features, mode):
        if not self._graph_initialized:
            raise ValueError("ChainingStateManager requires initialize_graph() to be called before use.")
        loss, states, predictions = self._update_cached_states(model=model, features=features, mode=mode)
        predictions["observed"] = features[TrainEvalFeatures.VALUES]
        return ModelOutputs(
            loss=loss,
            end_state=nest.map_structure(lambda element: element[-1][None], states),
            predictions=predictions,
            prediction_times=features[TrainEvalFeatures.TIMES],
        )

    def _get_chunk_number(self, time):
        return time // self._state_saving_interval

    def _get_cached_states(self, times):
        """For each time the saved state of its interval; the start state in the interval of the first time."""
        chunks = self._get_chunk_number(times)
        found = tuple(self._cached_states.lookup(cast(chunks, dtypes.int64)))
        start_time = 0 if self._input_statistics is None else self._input_statistics.start_time
        begins = equal(chunks, self._get_chunk_number(start_time))
        start = math_utils.replicate_state(self._start_state, shape(times)[0])
        flat = [where(begins, *pair) for pair in zip(nest.flatten(start), nest.flatten(found), strict=True)]
        return nest.pack_sequence_as(found, flat)

    def _update_cached_states(self, model, features, mode):
        """(loss, end states, predictions), after the states of the windows were saved."""
        times = features[TrainEvalFeatures.TIMES]
        state = self._get_cached_states(times[:, 0])
        loss, states, predictions = model.per_step_batch_loss(features=features, mode=mode, state=state)
        # The state after a time is saved for the interval of the next time, and for no earlier one than the next.
        following = concat([times[:, 1:], times[:, -1:] + 1], axis=1)
        chunks = maximum(self._get_chunk_number(following), self._get_chunk_number(times) + 1)
        saved = self._cached_states.insert(keys=chunks, values=states)
        with control_dependencies([saved]):
            loss = identity(loss)
        return loss, nest.map_structure(lambda element: element[:, -1], states), predictions
