"""tf.keras.applications.resnet: residual networks (He et al., 2015)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions, preprocessing
from graphlab._src.keras.applications.residual import resnet

preprocess_input = preprocessing("caffe")


def ResNet50(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A residual network of 50 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return resnet("resnet50", (3, 4, 6, 3), False, include_top, weights, input_tensor, input_shape, pooling, classes)


def ResNet101(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A residual network of 101 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return resnet("resnet101", (3, 4, 23, 3), False, include_top, weights, input_tensor, input_shape, pooling, classes)


def ResNet152(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A residual network of 152 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return resnet("resnet152", (3, 8, 36, 3), False, include_top, weights, input_tensor, input_shape, pooling, classes)


__all__ = ["ResNet101", "ResNet152", "ResNet50", "decode_predictions", "preprocess_input"]
