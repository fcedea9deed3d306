"""function: inputs to outputs and updates, as something to call."""

import numpy as np

from graphlab._src.graph import Tensor, get_default_graph, nest
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.ops.control_flow import group


class Function:
    """Runs outputs and updates for given inputs.

    inputs: placeholders, or values that are fed in place of tensors.  outputs: the results of a call, as NumPy arrays.
    updates: operations, or (variable, new value) pairs, done in each call.
    """

    def __init__(self, inputs, outputs, updates=None, name=None, **session_kwargs):
        self.inputs = list(inputs)
        self.outputs = outputs
        self.name = name
        self._feeds = dict(session_kwargs.pop("feed_dict", None) or {})
        self._also = list(session_kwargs.pop("fetches", None) or [])
        self._options = {key: session_kwargs[key] for key in ("options", "run_metadata") if key in session_kwargs}
        first = nest.flatten(outputs)
        with get_default_graph().control_dependencies([first[0]] if first else []):
            changes = [
                variable.assign(value) if value is not None else variable
                for variable, value in ((u if isinstance(u, tuple) else (u, None)) for u in updates or [])
            ]
            self.updates_op = group(*changes)

    def __call__(self, inputs):
        """The outputs for these inputs."""
        inputs = inputs if isinstance(inputs, (list, tuple)) else [inputs]
        feeds = dict(self._feeds)
        for tensor, value in zip(self.inputs, inputs, strict=True):
            if value is not None:
                feeds[tensor] = _fed(tensor, value)
        outputs = nest.flatten(self.outputs)
        found = get_session().run([outputs, self.updates_op, self._also], feed_dict=feeds, **self._options)[0]
        return nest.pack_sequence_as(self.outputs, found)


def _fed(tensor, value):
    """The value as a session is fed it."""
    if isinstance(value, (Tensor, SparseTensor)):
        return get_session().run(value)
    if isinstance(tensor, SparseTensor) and hasattr(value, "tocoo"):
        coo = value.tocoo()
        return SparseTensorValue(np.stack([coo.row, coo.col], 1), coo.data, coo.shape)
    return value


def function(inputs, outputs, updates=None, name=None, **kwargs):
    """A Function: what K.function returns."""
    for key in kwargs:
        if key not in ("feed_dict", "fetches", "options", "run_metadata"):
            raise ValueError(f'Invalid argument "{key}" passed to K.function with TensorFlow backend')
    if isinstance(inputs, Tensor):
        inputs = [inputs]
    return Function(inputs, outputs, updates, name, **kwargs)
