"""tf.saved_model.tag_constants: what the graphs of a SavedModel are for."""

EVAL = "eval"  # which TensorFlow keeps to itself
GPU = "gpu"
SERVING = "serve"
TPU = "tpu"
TRAINING = "train"
