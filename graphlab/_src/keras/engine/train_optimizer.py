"""An optimizer of tf.train in a Keras model."""

from graphlab._src.keras.layers.weight_values import track_variable
from graphlab._src.state.variable import Variable


class TFOptimizer:
    """A tf.train.Optimizer with the methods of a Keras optimizer that training needs."""

    def __init__(self, optimizer, iterations=None):
        self.optimizer = optimizer
        self._iterations = iterations

    def get_gradients(self, loss, params):
        """The gradients of a loss."""
        return [gradient for gradient, _ in self.optimizer.compute_gradients(loss, params)]

    def get_updates(self, loss, params):
        """The operations of a step, in a list."""
        if not params:
            return [self.iterations.assign_add(1).op]
        pairs = self.optimizer.compute_gradients(loss, params)
        updates = [self.optimizer.apply_gradients(pairs, global_step=self.iterations)]
        for variable in self.optimizer.variables():
            track_variable(variable)
        return updates

    @property
    def iterations(self):
        """How many steps it made: a variable."""
        if self._iterations is None:
            self._iterations = Variable(0, dtype="int64", name="iterations", trainable=False, use_resource=True)
            track_variable(self._iterations)
        return self._iterations

    @property
    def weights(self):
        """Its variables."""
        return self.optimizer.variables()

    def _tracked_children(self):
        made = {} if self._iterations is None else {"global_step": self._iterations}
        return {"optimizer": self.optimizer, **made}

    def get_config(self):
        """An optimizer of tf.train does not know its arguments."""
        raise NotImplementedError

    def from_config(self, config):
        """An optimizer of tf.train does not know its arguments."""
        raise NotImplementedError
