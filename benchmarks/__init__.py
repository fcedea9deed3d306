"""graphlab beside raw JAX and TensorFlow: ratios of figures that were measured in one run."""
