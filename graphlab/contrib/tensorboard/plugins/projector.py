"""tf.contrib.tensorboard.plugins.projector: which variables the embedding projector shows, and with what labels."""

from graphlab._src.contrib.tensorboard.plugins.projector import (
    EmbeddingInfo,
    ProjectorConfig,
    SpriteMetadata,
    visualize_embeddings,
)

__all__ = [
    "EmbeddingInfo",
    "ProjectorConfig",
    "SpriteMetadata",
    "visualize_embeddings",
]
