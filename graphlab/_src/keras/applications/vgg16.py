"""tf.keras.applications.vgg16: 16 layers with weights (Simonyan and Zisserman, 2014)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions, preprocessing
from graphlab._src.keras.applications.vgg import vgg

preprocess_input = preprocessing("caffe")


def VGG16(  # noqa: N802  (Keras' name)
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    input_shape=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """VGG16. weights: None (random), a path, or "imagenet" (a file in ~/.keras/models)."""
    return vgg("vgg16", (2, 2, 3, 3, 3), include_top, weights, input_tensor, input_shape, pooling, classes)


__all__ = ["VGG16", "decode_predictions", "preprocess_input"]
