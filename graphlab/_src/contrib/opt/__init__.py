"""tf.contrib.opt: optimizers for one kind of model or of gradient, and interfaces to optimizers outside the graph."""
