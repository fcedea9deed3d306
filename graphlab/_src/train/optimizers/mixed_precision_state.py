"""tensorflow.python.training.experimental.mixed_precision_global_state: whether mixed precision is switched on."""

mixed_precision_graph_rewrite_is_enabled = False
using_default_mixed_precision_policy = True  # of Keras' layers
non_mixed_precision_session_created = False  # sessions compute in the types of the graph whenever they are made
