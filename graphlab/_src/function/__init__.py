"""Functions of a graph's library that Python code traces: tf.function, defun and wrap_function, and their calls."""
