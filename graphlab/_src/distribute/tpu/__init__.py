"""tf.tpu: what programs for TPUs call, in a graph that XLA compiles as a whole for the devices that JAX has."""
