"""tensorflow.python.tools: what programs import from TensorFlow's own tools."""
