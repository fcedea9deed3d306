"""tensorflow.python.training.experimental.mixed_precision_global_state: whether mixed precision is switched on."""

mixed_precision_graph_rewrite_is_enabled = False
