"""Embedding: a learned vector for each of a fixed number of ids."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers import constraints, initializers, regularizers
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.embedding import embedding_lookup


class Embedding(Layer):
    """[batch, length] of ids as [batch, length, output_dim] of vectors.

    input_dim: how many ids.  output_dim: the size of a vector.
    mask_zero: whether id 0 represents a step that does not count.
    input_length: the length of sequences where it is always the same.
    """

    def __init__(
        self,
        input_dim,
        output_dim,
        embeddings_initializer="uniform",
        embeddings_regularizer=None,
        activity_regularizer=None,
        embeddings_constraint=None,
        mask_zero=False,
        input_length=None,
        **kwargs,
    ):
        if "input_shape" not in kwargs:
            kwargs["input_shape"] = (input_length,) if input_length else (None,)
        kwargs["dtype"] = kwargs.pop("dtype", None) or "float32"
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        self.input_dim = input_dim
        self.output_dim = output_dim
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.embeddings_constraint = constraints.get(embeddings_constraint)
        self.mask_zero = mask_zero
        self.supports_masking = mask_zero
        self.input_length = input_length

    def build(self, input_shape):
        """Makes the vectors: [input_dim, output_dim]."""
        self.embeddings = self.add_weight(
            shape=(self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
            name="embeddings",
            regularizer=self.embeddings_regularizer,
            constraint=self.embeddings_constraint,
        )
        self.built = True

    def compute_mask(self, inputs, mask=None):
        """True where the id is not 0, with mask_zero."""
        return not_equal(inputs, 0) if self.mask_zero else None

    def compute_output_shape(self, input_shape):
        """The input's, with output_dim at its end."""
        sizes = TensorShape(input_shape).as_list()
        if self.input_length is not None:
            given = self.input_length if isinstance(self.input_length, (list, tuple)) else [self.input_length]
            if len(given) != len(sizes) - 1:
                raise ValueError(f'"input_length" is {self.input_length}, but received input has shape {input_shape}')
            sizes = [sizes[0], *(size or own for size, own in zip(sizes[1:], given, strict=True))]
        return TensorShape([*sizes, self.output_dim])

    def call(self, inputs):
        """The vectors of the ids."""
        if inputs.dtype.base_dtype.name not in ("int32", "int64"):
            inputs = cast(inputs, "int32")
        return embedding_lookup(self.embeddings, inputs)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {
            **super().get_config(),
            "input_dim": self.input_dim,
            "output_dim": self.output_dim,
            "embeddings_initializer": initializers.serialize(self.embeddings_initializer),
            "embeddings_regularizer": regularizers.serialize(self.embeddings_regularizer),
            "activity_regularizer": regularizers.serialize(self.activity_regularizer),
            "embeddings_constraint": constraints.serialize(self.embeddings_constraint),
            "mask_zero": self.mask_zero,
            "input_length": self.input_length,
        }
