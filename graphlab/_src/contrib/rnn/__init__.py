"""Cells of tf.contrib.rnn that are built of other parts of tf.contrib, or that few programs use."""
