"""tf.keras.applications.resnet_v2: residual networks, normalized before the convolutions (He et al., 2016)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions, preprocessing
from graphlab._src.keras.applications.residual import resnet

preprocess_input = preprocessing("tf")


def ResNet50V2(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A residual network of 50 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return resnet("resnet50v2", (3, 4, 6, 3), True, include_top, weights, input_tensor, input_shape, pooling, classes)


def ResNet101V2(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A residual network of 101 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return resnet("resnet101v2", (3, 4, 23, 3), True, include_top, weights, input_tensor, input_shape, pooling, classes)


def ResNet152V2(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A residual network of 152 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return resnet("resnet152v2", (3, 8, 36, 3), True, include_top, weights, input_tensor, input_shape, pooling, classes)


__all__ = ["ResNet101V2", "ResNet152V2", "ResNet50V2", "decode_predictions", "preprocess_input"]
