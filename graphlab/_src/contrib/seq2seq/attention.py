"""Attention mechanisms: how well each step of a memory fits a query."""

import math
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.layers.dense import Dense
from graphlab._src.layers.rnn.sizes import zero_state_tensors
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import rsqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer, ones_initializer, zeros_initializer
from graphlab._src.state.scope import get_variable, variable_scope


class AttentionMechanism:
    """How well each step of a memory fits a query."""

    @property
    def alignments_size(self):
        """How many steps the memory has."""
        raise NotImplementedError

    @property
    def state_size(self):
        """The size of its state."""
        raise NotImplementedError


class Memory(AttentionMechanism):
    """A memory with a layer that makes its keys. The score of a query is a probability for each step: the alignments.

    probability_fn(score, state): the alignments.
    """

    def __init__(
        self,
        query_layer,
        memory,
        probability_fn,
        memory_sequence_length=None,
        memory_layer: Any = None,
        check_inner_dims_defined=True,
        score_mask_value=None,
        custom_key_value_fn=None,
        name=None,
    ):
        for layer, what in ((query_layer, "query_layer"), (memory_layer, "memory_layer")):
            if layer is not None and not isinstance(layer, Layer):
                raise TypeError(f"{what} is not a Layer: {type(layer).__name__}")
        self._query_layer = query_layer
        self._memory_layer = memory_layer
        self.dtype = memory_layer.dtype
        low = -np.inf if score_mask_value is None else score_mask_value
        self._probability_fn = lambda score, state: probability_fn(
            _masked_score(score, memory_sequence_length, low), state
        )
        with name_scope(name, "BaseAttentionMechanismInit", nest.flatten(memory)):
            self._values = _masked_memory(memory, memory_sequence_length, check_inner_dims_defined)
            self._keys = self._memory_layer(self._values) if self._memory_layer else self._values
            if custom_key_value_fn is not None:
                self._keys, self._values = custom_key_value_fn(self._keys, self._values)
            sizes = self._keys.shape.as_list()
            self._batch_size = sizes[0] or shape(self._keys)[0]
            self._alignments_size = sizes[1] or shape(self._keys)[1]

    memory_layer = attribute("_memory_layer", "The layer that makes keys of the memory.")
    query_layer = attribute("_query_layer", "The layer that is applied to queries, or None.")
    values = attribute("_values", "The memory, zero where a sequence is over: [batch, time, size].")
    keys = attribute("_keys", "What queries are compared with: [batch, time, units].")
    batch_size = attribute("_batch_size", "The batch size of the memory.")
    alignments_size = attribute("_alignments_size", "How many steps the memory has.")
    state_size = attribute("_alignments_size", "As large as the alignments.")

    def initial_alignments(self, batch_size, dtype):
        """Zeros [batch, time]."""
        return zero_state_tensors(self._alignments_size, batch_size, dtype)

    def initial_state(self, batch_size, dtype):
        """The state before the first query: zeros."""
        return self.initial_alignments(batch_size, dtype)


def _of_score(probability_fn):
    """A function of (score, state) that does without the state."""
    if not callable(probability_fn):
        raise TypeError(f"probability_fn must be callable, saw type: {type(probability_fn).__name__}")
    return lambda score, state: probability_fn(score)


def _masked_memory(memory, lengths, check):
    memory = nest.map_structure(lambda item: convert_to_tensor(item, name="memory"), memory)
    if lengths is not None:
        lengths = convert_to_tensor(lengths, name="memory_sequence_length")
    for item in nest.flatten(memory):
        if check and not item.shape[2:].is_fully_defined():
            raise ValueError(
                f"Expected memory {item.name} to have fully defined inner dims, but saw shape: {item.shape}"
            )
    if lengths is None:
        return memory
    first = nest.flatten(memory)[0]
    mask = sequence_mask(lengths, maxlen=shape(first)[1], dtype=first.dtype)

    def masked(item):
        count = rank(item) if item.shape.ndims is None else item.shape.ndims
        more = ones(count - 2, dtype=dtypes.int32)
        return item * reshape(mask, concat((shape(mask), more), 0))

    return nest.map_structure(masked, memory)


def _masked_score(score, lengths, low):
    if lengths is None:
        return score
    message = "All values in memory_sequence_length must be greater than zero."
    with get_default_graph().control_dependencies([assert_positive(lengths, message=message)]):
        mask = sequence_mask(lengths, maxlen=shape(score)[1])
    return where(mask, score, low * ones_like(score))


def luong_score(query, keys, scale):
    """The products of a query [batch, units] and the keys [batch, time, units]: [batch, time]; scale: times a variable."""
    depth, units = query.shape.as_list()[-1], keys.shape.as_list()[-1]
    if depth != units:
        raise ValueError(
            "Incompatible or unknown inner dimensions between query and keys.  Query "
            f"({query}) has units: {depth}.  Keys ({keys}) have units: {units}.  Perhaps you need to set "
            f"num_units to the keys' dimension ({units})?"
        )
    g = get_variable("attention_g", dtype=query.dtype, initializer=ones_initializer, shape=()) if scale else None
    score = squeeze(matmul(expand_dims(query, 1), keys, transpose_b=True), [1])
    return score if g is None else g * score


def bahdanau_score(projected, keys, units, normalize):
    """v · tanh(query + key) of a projected query [batch, units] and the keys [batch, time, units]: [batch, time]."""
    v = get_variable("attention_v", [units], dtype=projected.dtype)
    if not normalize:
        projected = expand_dims(projected, 1)
        return reduce_sum(v * tanh(keys + projected), [2])
    length = constant_initializer(math.sqrt(1.0 / units))
    g = get_variable("attention_g", dtype=projected.dtype, initializer=length, shape=())
    b = get_variable("attention_b", [units], dtype=projected.dtype, initializer=zeros_initializer())
    projected = expand_dims(projected, 1)
    v = g * v * rsqrt(reduce_sum(square(v)))
    return reduce_sum(v * tanh(keys + projected + b), [2])


class LuongAttention(Memory):
    """The product of query and key (Luong et al., 2015).

    num_units: the size of queries.  memory: [batch, time, size].  memory_sequence_length: int [batch].
    scale: the product times a variable.  probability_fn: softmax when left out.
    score_mask_value: the score where a sequence is over, -inf when left out.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        scale=False,
        probability_fn=None,
        score_mask_value=None,
        dtype=None,
        custom_key_value_fn=None,
        name="LuongAttention",
    ):
        super().__init__(
            query_layer=None,
            memory_layer=Dense(num_units, name="memory_layer", use_bias=False, dtype=dtype or dtypes.float32),
            memory=memory,
            probability_fn=_of_score(probability_fn or softmax),
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            custom_key_value_fn=custom_key_value_fn,
            name=name,
        )
        self._scale = scale

    def __call__(self, query, state):
        """(alignments [batch, time], next state)."""
        with variable_scope(None, "luong_attention", [query]):
            score = luong_score(query, self._keys, self._scale)
        alignments = self._probability_fn(score, state)
        return alignments, alignments


class BahdanauAttention(Memory):
    """v · tanh(query + key) (Bahdanau et al., 2014); normalize: v with a learned length (Salimans and Kingma, 2016).

    num_units: what queries and keys are projected to.  memory: [batch, time, size].
    memory_sequence_length: int [batch].  probability_fn: softmax when left out.
    score_mask_value: the score where a sequence is over, -inf when left out.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        normalize=False,
        probability_fn=None,
        score_mask_value=None,
        dtype=None,
        custom_key_value_fn=None,
        name="BahdanauAttention",
    ):
        kind = dtype or dtypes.float32
        super().__init__(
            query_layer=Dense(num_units, name="query_layer", use_bias=False, dtype=kind),
            memory_layer=Dense(num_units, name="memory_layer", use_bias=False, dtype=kind),
            memory=memory,
            probability_fn=_of_score(probability_fn or softmax),
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            custom_key_value_fn=custom_key_value_fn,
            name=name,
        )
        self._num_units = num_units
        self._normalize = normalize

    def __call__(self, query, state):
        """(alignments [batch, time], next state)."""
        with variable_scope(None, "bahdanau_attention", [query]):
            score = bahdanau_score(self.query_layer(query), self._keys, self._num_units, self._normalize)
        alignments = self._probability_fn(score, state)
        return alignments, alignments


def hardmax(logits, name=None):
    """1 where the largest of the last axis is, else 0."""
    with name_scope(name, "Hardmax", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        depth = logits.shape.as_list()[-1] or shape(logits)[-1]
        return one_hot(argmax(logits, -1), depth, dtype=logits.dtype)
