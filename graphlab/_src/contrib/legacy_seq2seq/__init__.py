"""tf.contrib.legacy_seq2seq: models of lists of steps, each step with operations of its own."""
