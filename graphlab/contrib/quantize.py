"""tf.contrib.quantize: graphs that are rewritten for training with quantized numbers."""

from graphlab._src.contrib.quantize.quantize_graph import (
    create_eval_graph,
    create_training_graph,
    experimental_create_eval_graph,
    experimental_create_training_graph,
)

__all__ = [
    "create_eval_graph",
    "create_training_graph",
    "experimental_create_eval_graph",
    "experimental_create_training_graph",
]
