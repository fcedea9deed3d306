"""tf.estimator.inputs: input functions that read NumPy arrays and pandas tables."""

from graphlab._src.estimator.inputs.numpy_io import numpy_input_fn
from graphlab._src.estimator.inputs.pandas_io import pandas_input_fn

__all__ = ["numpy_input_fn", "pandas_input_fn"]
