"""tf.contrib.tensorboard.plugins.projector: which variables the embedding projector shows, and with what labels."""

import os
from typing import Any

from tensorboard.plugins.projector import projector_config_pb2

from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.proto import text_format

# Protobuf makes these classes when it is imported, which a type checker can't see:
# pyright: reportAttributeAccessIssue=false
EmbeddingInfo: Any = projector_config_pb2.EmbeddingInfo
ProjectorConfig: Any = projector_config_pb2.ProjectorConfig
SpriteMetadata: Any = projector_config_pb2.SpriteMetadata


def visualize_embeddings(summary_writer, config):
    """Writes a ProjectorConfig into the folder of a FileWriter; ValueError when it has none.

    A model_checkpoint_path that is not set is the folder's latest checkpoint.
    """
    logdir = summary_writer.get_logdir()
    if logdir is None:
        raise ValueError("Summary writer must have a logdir")
    path = os.path.join(logdir, "projector_config.pbtxt")
    write_atomically(path, text_format.MessageToString(config).encode())
