"""graphlab: TensorFlow-1 dataflow graphs, drawn live in a notebook and run through JAX."""

__version__ = "0.1.0"
