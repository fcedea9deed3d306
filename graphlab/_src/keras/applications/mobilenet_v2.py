"""tf.keras.applications.mobilenet_v2: narrow images between wide depthwise convolutions (Sandler et al., 2018)."""

from graphlab._src.keras.applications.common import channel_axis, finished, images, pooled
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.applications.mobilenet import usual_size
from graphlab._src.keras.layers import catalog as layers

preprocess_input = preprocessing("tf")
_BLOCKS = ((24, 2, 2), (32, 2, 3), (64, 2, 4), (96, 1, 3), (160, 2, 3), (320, 1, 1))  # (filters, stride, how many)


def _divisible(value, by=8):
    """The nearest multiple, no more than a tenth below."""
    found = max(by, int(value + by / 2) // by * by)
    return found + by if found < 0.9 * value else found


def _normalized(x, name):
    return layers.BatchNormalization(axis=channel_axis(), epsilon=1e-3, momentum=0.999, name=name)(x)


def _padding(x):
    """Zeros that let a convolution with stride 2 see what one with padding sees."""
    sizes = x.shape.as_list()
    space = sizes[2:] if channel_axis() == 1 else sizes[1:3]
    return tuple((1 if size is None else size % 2, 1) for size in space)


def _block(x, filters, stride, expansion, number):
    given, channels = x, x.shape.as_list()[channel_axis()]
    prefix = f"block_{number}_" if number else "expanded_conv_"
    if number:
        x = layers.Conv2D(expansion * channels, 1, padding="same", use_bias=False, name=prefix + "expand")(x)
        x = layers.ReLU(6.0, name=prefix + "expand_relu")(_normalized(x, prefix + "expand_BN"))
    if stride == 2:
        x = layers.ZeroPadding2D(_padding(x), name=prefix + "pad")(x)
    padding = "same" if stride == 1 else "valid"
    x = layers.DepthwiseConv2D(3, stride, padding, use_bias=False, name=prefix + "depthwise")(x)
    x = layers.ReLU(6.0, name=prefix + "depthwise_relu")(_normalized(x, prefix + "depthwise_BN"))
    x = layers.Conv2D(filters, 1, padding="same", use_bias=False, name=prefix + "project")(x)
    x = _normalized(x, prefix + "project_BN")
    return layers.Add(name=prefix + "add")([given, x]) if channels == filters and stride == 1 else x


def MobileNetV2(  # noqa: N802  (Keras' name)
    input_shape=None,
    alpha=1.0,
    include_top=True,
    weights: str | None = "imagenet",
    input_tensor=None,
    pooling=None,
    classes=1000,
    **kwargs,
):
    """MobileNetV2. alpha: makes all layers wider or narrower.  weights: None (random), a path, or "imagenet"."""
    size = usual_size(input_shape, (96, 128, 160, 192, 224))
    taken = images(include_top, weights, input_tensor, input_shape, classes, size)
    rows = taken.shape.as_list()[2 if channel_axis() == 1 else 1]
    if weights == "imagenet":
        if alpha not in (0.35, 0.5, 0.75, 1.0, 1.3, 1.4):
            raise ValueError(
                "If imagenet weights are being loaded, alpha can be one of `0.35`, `0.50`, `0.75`, `1.0`, `1.3` or `1.4` only."
            )
        rows = size
    x = layers.ZeroPadding2D(_padding(taken), name="Conv1_pad")(taken)
    x = layers.Conv2D(_divisible(32 * alpha), 3, strides=2, use_bias=False, name="Conv1")(x)
    x = layers.ReLU(6.0, name="Conv1_relu")(_normalized(x, "bn_Conv1"))
    x = _block(x, _divisible(int(16 * alpha)), 1, 1, 0)
    number = 0
    for filters, first, count in _BLOCKS:
        for place in range(count):
            number += 1
            x = _block(x, _divisible(int(filters * alpha)), 1 if place else first, 6, number)
    x = layers.Conv2D(_divisible(1280 * alpha) if alpha > 1.0 else 1280, 1, use_bias=False, name="Conv_1")(x)
    x = layers.ReLU(6.0, name="out_relu")(_normalized(x, "Conv_1_bn"))
    if include_top:
        x = layers.GlobalAveragePooling2D()(x)
        x = layers.Dense(classes, activation="softmax", name="Logits")(x)
    else:
        x = pooled(x, pooling)
    name = f"mobilenetv2_{alpha:0.2f}_{rows}"
    return finished(name, taken, x, input_tensor, weights, include_top, f"mobilenet_v2_{alpha}_{rows}")
