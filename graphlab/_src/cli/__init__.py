"""TensorFlow's files as the `graphlab` command opens them: told what they hold, drawn as a page, run."""
