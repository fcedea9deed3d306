"""What a model holds: its variables and the outputs of its operations, with their sizes."""

from graphlab._src.contrib.slim.model_analyzer import (
    analyze_ops,
    analyze_vars,
    tensor_description,
)

__all__ = [
    "analyze_ops",
    "analyze_vars",
    "tensor_description",
]
