"""tf.layers and recurrent networks: layers with variable scopes."""
