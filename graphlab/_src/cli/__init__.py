"""The `graphlab` command: reports on TensorFlow's files, draws them as a page, and runs them."""
