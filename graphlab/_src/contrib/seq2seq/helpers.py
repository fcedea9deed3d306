"""Helpers: what a decoder chooses of an output, and what it gets next."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.padding import tile
from graphlab._src.ops.random import multinomial
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.seed import counted_as, omit_operations
from graphlab._src.ops.shape import reshape, shape, size


class Helper:
    """What a decoder chooses of an output, and what it gets next."""

    @property
    def batch_size(self):
        """How many sequences."""
        raise NotImplementedError("batch_size has not been implemented")

    @property
    def sample_ids_shape(self):
        """The shape of what is chosen, without the batch."""
        raise NotImplementedError("sample_ids_shape has not been implemented")

    @property
    def sample_ids_dtype(self):
        """Its type."""
        raise NotImplementedError("sample_ids_dtype has not been implemented")

    def initialize(self, name=None):
        """(finished [batch], first inputs)."""
        raise NotImplementedError

    def sample(self, time, outputs, state, name=None):
        """What is chosen of the outputs."""
        raise NotImplementedError

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        """(finished [batch], next inputs, next state)."""
        raise NotImplementedError


class CustomHelper(Helper):
    """A helper made of functions.

    initialize_fn() -> (finished, first inputs).  sample_fn(time, outputs, state) -> what is chosen.
    next_inputs_fn(time, outputs, state, sample_ids) -> (finished, next inputs, next state).
    sample_ids_shape, sample_ids_dtype: of what is chosen, numbers when left out.
    """

    def __init__(self, initialize_fn, sample_fn, next_inputs_fn, sample_ids_shape=None, sample_ids_dtype=None):
        self._initialize_fn = initialize_fn
        self._sample_fn = sample_fn
        self._next_inputs_fn = next_inputs_fn
        self._batch_size = None
        self._sample_ids_shape = TensorShape([] if sample_ids_shape is None else sample_ids_shape)
        self._sample_ids_dtype = sample_ids_dtype or dtypes.int32

    @property
    def batch_size(self):
        """How many sequences; known when `initialize` was called."""
        if self._batch_size is None:
            raise ValueError("batch_size accessed before initialize was called")
        return self._batch_size

    sample_ids_shape = attribute("_sample_ids_shape", "The shape of what is chosen.")
    sample_ids_dtype = attribute("_sample_ids_dtype", "Its type.")

    def initialize(self, name=None):
        """What initialize_fn returns."""
        with name_scope(name, f"{type(self).__name__}Initialize"):
            finished, inputs = self._initialize_fn()
            if self._batch_size is None:
                self._batch_size = size(finished)
        return finished, inputs

    def sample(self, time, outputs, state, name=None):
        """What sample_fn returns."""
        with name_scope(name, f"{type(self).__name__}Sample", (time, outputs, state)):
            return self._sample_fn(time=time, outputs=outputs, state=state)

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        """What next_inputs_fn returns."""
        with name_scope(name, f"{type(self).__name__}NextInputs", (time, outputs, state)):
            return self._next_inputs_fn(time=time, outputs=outputs, state=state, sample_ids=sample_ids)


class HelperOfIds(Helper):
    """A helper that chooses one id for each example."""

    @property
    def sample_ids_shape(self):
        """[]."""
        return TensorShape([])

    @property
    def sample_ids_dtype(self):
        """int32."""
        return dtypes.int32


class GreedyEmbeddingHelper(HelperOfIds):
    """The most likely symbol of each output, whose embedding comes next.

    embedding: a matrix, or a function of symbols.  start_tokens: int [batch].  end_token: a sequence ends with it.
    """

    def __init__(self, embedding, start_tokens, end_token):
        self._embedding_fn = embedding if callable(embedding) else lambda ids: embedding_lookup(embedding, ids)
        self._start_tokens = convert_to_tensor(start_tokens, dtype=dtypes.int32, name="start_tokens")
        self._end_token = convert_to_tensor(end_token, dtype=dtypes.int32, name="end_token")
        if self._start_tokens.shape.ndims != 1:
            raise ValueError("start_tokens must be a vector")
        self._batch_size = size(start_tokens)
        if self._end_token.shape.ndims != 0:
            raise ValueError("end_token must be a scalar")
        self._start_inputs = self._embedding_fn(self._start_tokens)

    @property
    def batch_size(self):
        """How many start tokens there are."""
        return self._batch_size

    def initialize(self, name=None):
        """(False, embeddings of the start tokens)."""
        return tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time, outputs, state, name=None):
        """The most likely symbols, int32 [batch]."""
        return argmax(_logits(outputs), axis=-1, output_type=dtypes.int32)

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        """(whether the end token came, embeddings of the symbols, state)."""
        finished = equal(sample_ids, self._end_token)
        inputs = cond(reduce_all(finished), lambda: self._start_inputs, lambda: self._embedding_fn(sample_ids))
        return finished, inputs, state


def _logits(outputs):
    if not isinstance(outputs, Tensor):
        raise TypeError(f"Expected outputs to be a single Tensor, got: {type(outputs)}")
    return outputs


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """A symbol drawn as likely as each output says, whose embedding comes next.

    softmax_temperature: logits are divided by it first: below 1 likely symbols get likelier.  seed: of the draws.
    """

    def __init__(self, embedding, start_tokens, end_token, softmax_temperature=None, seed=None):
        super().__init__(embedding, start_tokens, end_token)
        self._softmax_temperature = softmax_temperature
        self._seed = seed

    def sample(self, time, outputs, state, name=None):
        """Symbols that were drawn, int32 [batch]."""
        logits = _logits(outputs)
        if self._softmax_temperature is not None:
            logits = logits / self._softmax_temperature
        return drawn(logits, self._seed)


def drawn(logits, seed):
    """One class for each row of logits, int32 [batch]."""
    kind: Any = dtypes.int32
    omit_operations(24)  # with which TensorFlow computes how many are drawn
    with counted_as(15):
        return reshape(multinomial(logits, 1, seed=seed, output_dtype=kind), [-1])


class InferenceHelper(Helper):
    """A helper that feeds back what sample_fn makes of an output.

    sample_fn(outputs) -> what is chosen, of sample_shape and sample_dtype.  start_inputs: [batch, …].
    end_fn(sample_ids) -> finished.  next_inputs_fn(sample_ids) -> next inputs; sample_ids themselves when left out.
    """

    def __init__(self, sample_fn, sample_shape, sample_dtype, start_inputs, end_fn, next_inputs_fn=None):
        self._sample_fn = sample_fn
        self._end_fn = end_fn
        self._sample_shape = TensorShape(sample_shape)
        self._sample_dtype = sample_dtype
        self._next_inputs_fn = next_inputs_fn
        self._batch_size = shape(start_inputs)[0]
        self._start_inputs = convert_to_tensor(start_inputs, name="start_inputs")

    batch_size = attribute("_batch_size", "How many start inputs there are.")
    sample_ids_shape = attribute("_sample_shape", "sample_shape.")
    sample_ids_dtype = attribute("_sample_dtype", "sample_dtype.")

    def initialize(self, name=None):
        """(False, start inputs)."""
        return tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time, outputs, state, name=None):
        """What sample_fn returns."""
        return self._sample_fn(outputs)

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        """(what end_fn returns, next inputs, state)."""
        inputs = sample_ids if self._next_inputs_fn is None else self._next_inputs_fn(sample_ids)
        return self._end_fn(sample_ids), inputs, state
