"""tf.contrib: layers, slim, seq2seq and other additions to the core."""
