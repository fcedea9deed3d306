"""Monotonic attention: a step of the memory, once left behind, is not looked at again (Raffel et al., 2017)."""

import functools

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.seq2seq.attention import Memory, bahdanau_score, luong_score
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.layers.dense import Dense
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.cumulative import cumprod, cumsum
from graphlab._src.ops.functional.scan import scan
from graphlab._src.ops.joining import concat
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.scope import get_variable, variable_scope


def safe_cumprod(x, *args, **kwargs):
    """The products of numbers in [0, 1], computed as sums of logarithms so that gradients stay finite.

    args, kwargs: those of tf.cumsum.
    """
    with name_scope(None, "SafeCumprod", [x]):
        x = convert_to_tensor(x, name="x")
        tiny = np.finfo(x.dtype.as_numpy_dtype).tiny
        return exp(cumsum(log(clip_by_value(x, tiny, 1)), *args, **kwargs))


def monotonic_attention(p_choose_i, previous_attention, mode):
    """How likely each step is looked at, [batch, time], where none before the last one may be.

    p_choose_i: how likely a step is chosen once it is reached, [batch, time].  previous_attention: the result of the
    step before, and a 1 for the first step of the memory at the beginning.  mode: "recursive" (exact, a loop),
    "parallel" (a closed form, less exact where sequences are long) or "hard" (all of p_choose_i are 0 or 1).
    """
    p_choose_i = convert_to_tensor(p_choose_i, name="p_choose_i")
    previous_attention = convert_to_tensor(previous_attention, name="previous_attention")
    if mode == "recursive":
        return _recursive(p_choose_i, previous_attention)
    if mode == "parallel":
        passed = safe_cumprod(1 - p_choose_i, axis=1, exclusive=True)
        shares = previous_attention / clip_by_value(passed, 1e-10, 1.0)
        return p_choose_i * passed * cumsum(shares, axis=1)
    if mode == "hard":
        p_choose_i *= cumsum(previous_attention, axis=1)
        return p_choose_i * cumprod(1 - p_choose_i, axis=1, exclusive=True)
    raise ValueError("mode must be 'recursive', 'parallel', or 'hard'.")


def _recursive(chosen, before):
    """q[i] = (1 - chosen[i - 1]) q[i - 1] + before[i]; the attention is chosen · q."""
    batch = chosen.shape.as_list()[0] or shape(chosen)[0]
    passed = concat([ones((batch, 1)), 1 - chosen[:, :-1]], 1)
    reached = scan(
        lambda last, step: reshape(step[0] * last + step[1], (batch,)),
        [transpose(passed), transpose(before)],
        zeros((batch,)),
    )
    return chosen * transpose(reached)


def _monotonic_probability_fn(score, previous_alignments, sigmoid_noise, mode, seed=None):
    """The attention of scores [batch, time], to which noise of a standard deviation sigmoid_noise is added."""
    if sigmoid_noise > 0:
        score += sigmoid_noise * random_normal(shape(score), dtype=score.dtype, seed=seed)
    chosen = cast(score > 0, score.dtype) if mode == "hard" else sigmoid(score)
    return monotonic_attention(chosen, previous_alignments, mode)


class _BaseMonotonicAttentionMechanism(Memory):
    """A mechanism that begins at the first step of the memory."""

    def __init__(self, sigmoid_noise, sigmoid_noise_seed, score_bias_init, mode, **arguments):
        probability_fn = functools.partial(
            _monotonic_probability_fn, sigmoid_noise=sigmoid_noise, mode=mode, seed=sigmoid_noise_seed
        )
        super().__init__(probability_fn=probability_fn, **arguments)
        self._score_bias_init = score_bias_init

    def initial_alignments(self, batch_size, dtype):
        """A 1 for the first step of the memory, [batch, time]."""
        return one_hot(zeros((batch_size,), dtype=dtypes.int32), self._alignments_size, dtype=dtype)

    def _biased(self, score):
        return score + get_variable("attention_score_bias", dtype=score.dtype, initializer=self._score_bias_init)


class BahdanauMonotonicAttention(_BaseMonotonicAttentionMechanism):
    """BahdanauAttention that never goes back.

    sigmoid_noise: the standard deviation of noise that is added to scores, for training; sigmoid_noise_seed: its seed.
    score_bias_init: the first value of a variable that is added to scores; less than zero for long memories.
    mode: of tf.contrib.seq2seq.monotonic_attention.  The other arguments are those of BahdanauAttention.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        normalize=False,
        score_mask_value=None,
        sigmoid_noise=0.0,
        sigmoid_noise_seed=None,
        score_bias_init=0.0,
        mode="parallel",
        dtype=None,
        name="BahdanauMonotonicAttention",
    ):
        kind = dtype or dtypes.float32
        super().__init__(
            sigmoid_noise,
            sigmoid_noise_seed,
            score_bias_init,
            mode,
            query_layer=Dense(num_units, name="query_layer", use_bias=False, dtype=kind),
            memory_layer=Dense(num_units, name="memory_layer", use_bias=False, dtype=kind),
            memory=memory,
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._normalize = normalize

    def __call__(self, query, state):
        """(alignments [batch, time], next state)."""
        with variable_scope(None, "bahdanau_monotonic_attention", [query]):
            score = bahdanau_score(self.query_layer(query), self._keys, self._num_units, self._normalize)
            score = self._biased(score)
        alignments = self._probability_fn(score, state)
        return alignments, alignments


class LuongMonotonicAttention(_BaseMonotonicAttentionMechanism):
    """LuongAttention that never goes back.

    sigmoid_noise: the standard deviation of noise that is added to scores, for training; sigmoid_noise_seed: its seed.
    score_bias_init: the first value of a variable that is added to scores; less than zero for long memories.
    mode: of tf.contrib.seq2seq.monotonic_attention.  The other arguments are those of LuongAttention.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        scale=False,
        score_mask_value=None,
        sigmoid_noise=0.0,
        sigmoid_noise_seed=None,
        score_bias_init=0.0,
        mode="parallel",
        dtype=None,
        name="LuongMonotonicAttention",
    ):
        super().__init__(
            sigmoid_noise,
            sigmoid_noise_seed,
            score_bias_init,
            mode,
            query_layer=None,
            memory_layer=Dense(num_units, name="memory_layer", use_bias=False, dtype=dtype or dtypes.float32),
            memory=memory,
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._scale = scale

    def __call__(self, query, state):
        """(alignments [batch, time], next state)."""
        with variable_scope(None, "luong_monotonic_attention", [query]):
            score = self._biased(luong_score(query, self._keys, self._scale))
        alignments = self._probability_fn(score, state)
        return alignments, alignments
