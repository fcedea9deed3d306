"""Attention, AdditiveAttention: for each query a mean of values, weighted by how well the keys fit."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_and, logical_not
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.trigonometry import tanh


class BaseDenseAttention(Layer):
    """For each query a mean of the values. Called on [query, value] or [query, value, key].

    query: [batch, queries, features].  value, key: [batch, values, features]; a mask says which values count.
    causal: no query sees a value that comes later.
    """

    scale: Any = None

    def __init__(self, causal=False, **kwargs):
        super().__init__(**kwargs)
        self.causal = causal
        self.supports_masking = True

    def _calculate_scores(self, query, key) -> Any:
        """How well the keys fit: [batch, queries, values]."""
        raise NotImplementedError

    def _apply_scores(self, scores, value, scores_mask: Any = None) -> Any:
        """The means of the values, weighted by the softmax of the scores, of those where the mask is True."""
        if scores_mask is not None:
            scores = scores - 1.0e9 * cast(logical_not(scores_mask), floatx())
        return matmul(softmax(scores), value)

    def call(self, inputs, mask: Any = None):
        """[batch, queries, features]."""
        self._validate_call_args(inputs, mask)
        query, value, key = inputs if len(inputs) == 3 else (*inputs, inputs[1])
        query_mask, value_mask = mask or (None, None)
        scores = self._calculate_scores(query, key)
        seen = None if value_mask is None else expand_dims(value_mask, axis=-2)
        if self.causal:
            sizes = shape(scores)
            seen = merge_masks(seen, lower_triangular_mask(concat([ones_like(sizes[:-2]), sizes[-2:]], axis=0)))
        result = self._apply_scores(scores, value, seen)
        if query_mask is not None:
            result = result * cast(expand_dims(query_mask, axis=-1), result.dtype)
        return result

    def compute_mask(self, inputs, mask: Any = None):
        """The query's."""
        self._validate_call_args(inputs, mask)
        return convert_to_tensor(mask[0]) if mask and mask[0] is not None else None

    def compute_output_shape(self, input_shape):
        """[batch, queries, features of the values]."""
        return TensorShape([*TensorShape(input_shape[0]).as_list()[:-1], TensorShape(input_shape[1]).as_list()[-1]])

    def _validate_call_args(self, inputs, mask):
        name = type(self).__name__
        if not isinstance(inputs, list):
            raise ValueError(
                f"{name} layer must be called on a list of inputs, namely [query, value] or [query, value, key]."
            )
        if len(inputs) not in (2, 3):
            raise ValueError(
                f"{name} layer accepts inputs list of length 2 or 3, namely [query, value] or [query, value, key]. Given "
                f"length: {len(inputs)}"
            )
        if mask and not isinstance(mask, list):
            raise ValueError(f"{name} layer mask must be a list, namely [query_mask, value_mask].")
        if mask and len(mask) != 2:
            raise ValueError(
                f"{name} layer mask must be a list of length 2, namely [query_mask, value_mask]. Given length: {len(mask)}"
            )

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "causal": self.causal}


def lower_triangular_mask(shape):
    """True where the column is not right of the row."""
    return greater_equal(cumsum(ones(shape, dtypes.int32), axis=-2), cumsum(ones(shape, dtypes.int32), axis=-1))


def merge_masks(x: Any, y: Any) -> Any:
    """True where both masks are; None, which is no mask, for two of them."""
    if x is None or y is None:
        return y if x is None else x
    return logical_and(x, y)


class Attention(BaseDenseAttention):
    """Attention by scalar products (Luong et al., 2015). use_scale: learns a factor for them."""

    def __init__(self, use_scale=False, **kwargs):
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape):
        """Makes the factor."""
        if self.use_scale:
            self.scale = self.add_weight(name="scale", shape=(), initializer="ones", dtype=self.dtype, trainable=True)
        self.built = True

    def _calculate_scores(self, query, key):
        scores = matmul(query, key, transpose_b=True)
        return scores if self.scale is None else scores * self.scale

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "use_scale": self.use_scale}


class AdditiveAttention(BaseDenseAttention):
    """Attention by sums (Bahdanau, Cho and Bengio, 2015). use_scale: learns a factor for each feature."""

    def __init__(self, use_scale=True, **kwargs):
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape):
        """Makes the factors."""
        if self.use_scale:
            features = TensorShape(input_shape[1]).as_list()[-1]
            self.scale = self.add_weight(
                name="scale", shape=[features], initializer="glorot_uniform", dtype=self.dtype, trainable=True
            )
        self.built = True

    def _calculate_scores(self, query, key):
        scale = 1.0 if self.scale is None else self.scale
        return reduce_sum(scale * tanh(expand_dims(query, axis=-2) + expand_dims(key, axis=-3)), axis=-1)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "use_scale": self.use_scale}
