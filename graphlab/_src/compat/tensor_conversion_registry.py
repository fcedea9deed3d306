"""tensorflow.python.framework.tensor_conversion_registry: the functions that make tensors of Python objects."""

from graphlab._src.graph.convert import conversion_functions as get
from graphlab._src.graph.convert import register_tensor_conversion_function

__all__ = ["get", "register_tensor_conversion_function"]
