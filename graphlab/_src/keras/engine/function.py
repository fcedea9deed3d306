"""function: inputs to outputs and updates, as something to call."""

import numpy as np

from graphlab._src.graph import Tensor, get_default_graph, nest
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.keras.engine.composite_values import sparse_value
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.state.variable import Variable

RUN_ARGUMENTS = ("feed_dict", "fetches", "options", "run_metadata")


class Function:
    """Runs outputs and updates for given inputs.

    inputs: placeholders, or values that are fed in place of tensors.  outputs: the results of a call, as NumPy arrays.
    updates: operations, or (variable, new value) pairs, done in each call.
    feed_dict: fed in each call beside the inputs, as it is then.  fetches: tensors that each call computes too; `fetch_callbacks`
    has functions of their values, {a tensor of `fetches`: function}.  options, run_metadata: of each run.
    """

    def __init__(self, inputs, outputs, updates=None, name=None, **session_kwargs):
        self.inputs = list(inputs)
        self.outputs = outputs
        self.name = name
        self.feed_dict = session_kwargs.get("feed_dict")
        fetches = session_kwargs.get("fetches") or []
        self.fetches = [identity(item) for item in (fetches if isinstance(fetches, (list, tuple)) else [fetches])]
        self.fetch_callbacks = {}
        self.run_options, self.run_metadata = session_kwargs.get("options"), session_kwargs.get("run_metadata")
        first = nest.flatten(outputs, expand_composites=True)
        with get_default_graph().control_dependencies([first[0]] if first else []):
            changes = [
                variable.assign(value) if value is not None else variable
                for variable, value in ((u if isinstance(u, tuple) else (u, None)) for u in updates or [])
            ]
            self.updates_op = group(*changes)

    def __call__(self, inputs):
        """The outputs for these inputs."""
        inputs = inputs if isinstance(inputs, (list, tuple)) else [inputs]
        session, feeds, symbols = get_session(), dict(self.feed_dict or {}), {}
        for tensor, value in zip(self.inputs, inputs, strict=True):
            if isinstance(value, (Tensor, SparseTensor, RaggedTensor, Variable)):
                symbols[tensor] = value
            elif value is not None:
                feeds[tensor] = _fed(tensor, value)
        if symbols:  # in one run: they may be parts of the same batch of a queue or an iterator
            values = session.run(list(symbols.values()), feed_dict=feeds)
            feeds.update((tensor, _of_type(tensor, value)) for tensor, value in zip(symbols, values, strict=True))
        fetches = [nest.flatten(self.outputs), self.updates_op, list(self.fetches)]
        outputs, _, fetched = session.run(fetches, feeds, self.run_options, self.run_metadata)
        for tensor, value in zip(fetches[2], fetched, strict=True):
            if tensor in self.fetch_callbacks:
                self.fetch_callbacks[tensor](value)
        return nest.pack_sequence_as(self.outputs, outputs)


def _of_type(tensor, value):
    """The value of another tensor in this tensor's dtype."""
    return value.astype(tensor.dtype.as_numpy_dtype) if isinstance(value, (np.ndarray, np.generic)) else value


def _fed(tensor, value):
    """The value as a session is fed it."""
    if isinstance(tensor, SparseTensor) and hasattr(value, "tocoo"):
        return sparse_value(value)
    return value


def function(inputs, outputs, updates=None, name=None, **kwargs):
    """A Function: what K.function returns."""
    for key in kwargs:
        if key not in RUN_ARGUMENTS:
            raise ValueError(f'Invalid argument "{key}" passed to K.function with TensorFlow backend')
    if isinstance(inputs, Tensor):
        inputs = [inputs]
    return Function(inputs, outputs, updates, name, **kwargs)
