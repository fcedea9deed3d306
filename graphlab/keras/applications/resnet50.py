"""tf.keras.applications.resnet50: the residual network of 50 layers."""

from graphlab.keras.applications.resnet import ResNet50, decode_predictions, preprocess_input

__all__ = ["ResNet50", "decode_predictions", "preprocess_input"]
