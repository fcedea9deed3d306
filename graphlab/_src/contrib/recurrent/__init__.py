"""tf.contrib.recurrent: loops of a function of weights, state and inputs, and of a cell."""
