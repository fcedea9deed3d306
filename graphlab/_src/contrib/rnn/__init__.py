"""Cells of tf.contrib.rnn that stand on other parts of tf.contrib, or that few programs use."""
