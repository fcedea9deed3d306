"""tf.keras.applications.densenet: each layer sees all before it (Huang et al., 2016)."""

from graphlab._src.keras.applications.dense_blocks import densenet
from graphlab._src.keras.applications.imagenet_utils import decode_predictions, preprocessing

preprocess_input = preprocessing("torch")


def DenseNet121(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A densely connected network of 121 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return densenet("densenet121", (6, 12, 24, 16), include_top, weights, input_tensor, input_shape, pooling, classes)


def DenseNet169(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A densely connected network of 169 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return densenet("densenet169", (6, 12, 32, 32), include_top, weights, input_tensor, input_shape, pooling, classes)


def DenseNet201(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """A densely connected network of 201 layers. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return densenet("densenet201", (6, 12, 48, 32), include_top, weights, input_tensor, input_shape, pooling, classes)


__all__ = ["DenseNet121", "DenseNet169", "DenseNet201", "decode_predictions", "preprocess_input"]
