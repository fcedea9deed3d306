"""tf.contrib.learn.ops.embeddings_ops: rows of embeddings."""

from graphlab._src.contrib.learn.model_ops import categorical_variable, embedding_lookup

__all__ = ["categorical_variable", "embedding_lookup"]
