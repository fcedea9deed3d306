"""The hook that sets the weights after each step of SDCA, on the chief."""

from typing import Any

from graphlab._src.train.sdca.model import SdcaModel
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class UpdateWeightsHook(SessionRunHook):
    """Runs update_weights of an SdcaModel after its training step; both may be given later, by set_parameters."""

    def __init__(self, sdca_model: SdcaModel | None = None, train_op: Any = None):
        self.set_parameters(sdca_model, train_op)

    def set_parameters(self, sdca_model, train_op):
        """The model, and the operation that minimize returned."""
        self._sdca_model: Any = sdca_model
        self._train_op = train_op

    def begin(self):
        """Makes the operation."""
        self._update_op = self._sdca_model.update_weights(self._train_op)

    def before_run(self, run_context):
        """Runs it with the step."""
        return SessionRunArgs(self._update_op)
