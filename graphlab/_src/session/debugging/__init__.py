"""Runs that TensorFlow's debugger watches: RunOptions.debug_options, and the files that such runs write."""
