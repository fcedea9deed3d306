"""tf.keras.applications.mobilenet: depthwise convolutions for small machines (Howard et al., 2017)."""

from graphlab._src.keras.applications.common import channel_axis, finished, images, pooled
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.layers import catalog as layers
from graphlab._src.keras.layers.backend_config import image_data_format

preprocess_input = preprocessing("tf")
_BLOCKS = (  # (filters, stride)
    *((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)),
    *((512, 1),) * 5,
    *((1024, 2), (1024, 1)),
)


def _ready(x, name):
    x = layers.BatchNormalization(axis=channel_axis(), name=name + "_bn")(x)
    return layers.ReLU(6.0, name=name + "_relu")(x)


def _block(x, filters, depth_multiplier, stride, number):
    if stride > 1:
        x = layers.ZeroPadding2D(((0, 1), (0, 1)), name=f"conv_pad_{number}")(x)
    name = f"conv_dw_{number}"
    padding = "same" if stride == 1 else "valid"
    x = layers.DepthwiseConv2D(3, stride, padding, depth_multiplier, use_bias=False, name=name)(x)
    name, x = f"conv_pw_{number}", _ready(x, name)
    return _ready(layers.Conv2D(filters, 1, padding="same", use_bias=False, name=name)(x), name)


def usual_size(input_shape, sizes):
    """The width of images, where they are square and of a usual size; else 224."""
    if input_shape is None:
        return 224
    rows, columns = input_shape[1:] if image_data_format() == "channels_first" else input_shape[:2]
    return rows if rows == columns and rows in sizes else 224


def MobileNet(  # noqa: N802  (Keras' name)
    input_shape=None,
    alpha=1.0,
    depth_multiplier=1,
    dropout=1e-3,
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """MobileNet. alpha: makes all layers wider or narrower.  weights: None (random), a path, or "imagenet"."""
    size = usual_size(input_shape, (128, 160, 192, 224))
    taken = images(include_top, weights, input_tensor, input_shape, classes, size)
    rows = taken.shape.as_list()[2 if channel_axis() == 1 else 1]
    if weights == "imagenet":
        if depth_multiplier != 1:
            raise ValueError("If imagenet weights are being loaded, depth multiplier must be 1")
        if alpha not in (0.25, 0.5, 0.75, 1.0):
            raise ValueError(
                "If imagenet weights are being loaded, alpha can be one of`0.25`, `0.50`, `0.75` or `1.0` only."
            )
        rows = size
    x = layers.ZeroPadding2D(((0, 1), (0, 1)), name="conv1_pad")(taken)
    x = _ready(layers.Conv2D(int(32 * alpha), 3, strides=2, use_bias=False, name="conv1")(x), "conv1")
    for number, (filters, stride) in enumerate(_BLOCKS, 1):
        x = _block(x, int(filters * alpha), depth_multiplier, stride, number)
    if include_top:
        width = int(1024 * alpha)
        x = layers.GlobalAveragePooling2D()(x)
        x = layers.Reshape((width, 1, 1) if channel_axis() == 1 else (1, 1, width), name="reshape_1")(x)
        x = layers.Dropout(dropout, name="dropout")(x)
        x = layers.Conv2D(classes, 1, padding="same", name="conv_preds")(x)
        x = layers.Reshape((classes,), name="reshape_2")(x)
        x = layers.Activation("softmax", name="act_softmax")(x)
    else:
        x = pooled(x, pooling)
    name = f"mobilenet_{alpha:0.2f}_{rows}"
    part = {1.0: "1_0", 0.75: "7_5", 0.5: "5_0", 0.25: "2_5"}.get(alpha, "")
    return finished(name, taken, x, input_tensor, weights, include_top, f"mobilenet_{part}_{rows}_tf")
