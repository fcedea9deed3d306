"""tf.saved_model.tag_constants: what the graphs of a SavedModel are for."""

GPU = "gpu"
SERVING = "serve"
TPU = "tpu"
TRAINING = "train"
