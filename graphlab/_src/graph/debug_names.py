"""The names of the nodes that TensorFlow's debugger adds to the graph of a run."""

COPY, DEBUG = "__copy_", "__dbg_"
