"""Cells of NASNet-A: what a search found to make of the images of the last two cells (Zoph et al., 2017)."""

from graphlab._src.graph import name_scope
from graphlab._src.keras.applications.common import channel_axis
from graphlab._src.keras.layers import catalog as layers


def normalized(x, name):
    """Batch normalization whose averages move slowly."""
    return layers.BatchNormalization(axis=channel_axis(), momentum=0.9997, epsilon=1e-3, name=name)(x)


def _relu(x, name=None):
    return layers.Activation("relu", name=name)(x)


def _pointwise(x, filters, name):
    return layers.Conv2D(filters, 1, padding="same", use_bias=False, kernel_initializer="he_normal", name=name)(x)


def _joined(images, name=None):
    return layers.concatenate(images, axis=1 if channel_axis() == 1 else -1, name=name)


def _zeros_around(x, size, name):
    """Zeros that let a convolution with stride 2, or a pool, see what one with padding sees."""
    sizes = x.shape.as_list()
    space = sizes[2:] if channel_axis() == 1 else sizes[1:3]
    half = size // 2
    around = tuple((half if length is None or length % 2 else half - 1, half) for length in space)
    return layers.ZeroPadding2D(around, name=name)(x)


def _separable(x, filters, size, label, halved=False):
    """Two separable convolutions, the first of which may halve images."""
    with name_scope("separable_conv_block_" + label):
        for number in (1, 2):
            x, stride = _relu(x), 1
            if halved and number == 1:
                x, stride = _zeros_around(x, size, "separable_conv_1_pad_" + label), 2
            x = layers.SeparableConv2D(
                filters,
                size,
                strides=stride,
                padding="same" if stride == 1 else "valid",
                use_bias=False,
                kernel_initializer="he_normal",
                name=f"separable_conv_{number}_{label}",
            )(x)
            x = normalized(x, f"separable_conv_{number}_bn_{label}")
    return x


def _halved(x, filters, label):
    """Every other pixel of images, and every other from the second on, in half the channels each."""
    x = _relu(x, "adjust_relu_1_" + label)
    halves = []
    for number in (1, 2):
        half = x
        if number == 2:
            half = layers.ZeroPadding2D(((0, 1), (0, 1)))(half)
            half = layers.Cropping2D(((1, 0), (1, 0)))(half)
        half = layers.AveragePooling2D(1, strides=2, name=f"adjust_avg_pool_{number}_{label}")(half)
        halves.append(_pointwise(half, filters // 2, f"adjust_conv_{number}_{label}"))
    return normalized(_joined(halves), "adjust_bn_" + label)


def _adjusted(before, x, filters, label):
    """The images `before` in the size of x, with this many channels; x itself where there are none."""
    with name_scope("adjust_block"):
        if before is None:
            return x
        sizes, wanted = before.shape.as_list(), x.shape.as_list()
        if sizes[2] != wanted[2]:
            with name_scope("adjust_reduction_block_" + label):
                return _halved(before, filters, label)
        if sizes[channel_axis()] != filters:
            with name_scope("adjust_projection_block_" + label):
                before = _pointwise(_relu(before), filters, "adjust_conv_projection_" + label)
                return normalized(before, "adjust_bn_" + label)
        return before


def normal_cell(x, before, filters, label):
    """Images of x's size with 6 * filters channels. x: of the last cell.  before: of the one before it."""
    with name_scope("normal_A_block_" + label):
        before = _adjusted(before, x, filters, label)
        x = normalized(_pointwise(_relu(x), filters, "normal_conv_1_" + label), "normal_bn_1_" + label)

        def separable(given, size, place):
            return _separable(given, filters, size, f"normal_{place}_{label}")

        def averaged(given, place):
            return layers.AveragePooling2D(3, strides=1, padding="same", name=f"normal_{place}_{label}")(given)

        steps = (
            lambda: (separable(x, 5, "left1"), separable(before, 3, "right1")),
            lambda: (separable(before, 5, "left2"), separable(before, 3, "right2")),
            lambda: (averaged(x, "left3"), before),
            lambda: (averaged(before, "left4"), averaged(before, "right4")),
            lambda: (separable(x, 3, "left5"), x),
        )
        made = [before]
        for number, step in enumerate(steps, 1):
            with name_scope(f"block_{number}"):
                made.append(layers.add(list(step()), name=f"normal_add_{number}_{label}"))
        return _joined(made, "normal_concat_" + label)


def reduction_cell(x, before, filters, label):
    """Images half as large with 4 * filters channels. x: of the last cell.  before: of the one before it, or None."""
    with name_scope("reduction_A_block_" + label):
        before = _adjusted(before, x, filters, label)
        x = normalized(_pointwise(_relu(x), filters, "reduction_conv_1_" + label), "reduction_bn_1_" + label)
        around = _zeros_around(x, 3, "reduction_pad_1_" + label)

        def separable(given, size, place, halved=True):
            return _separable(given, filters, size, f"reduction_{place}_{label}", halved)

        def pooled(kind, place):
            return kind(3, strides=2, name=f"reduction_{place}_{label}")(around)

        def added(left, right, name):
            return layers.add([left, right], name=name and f"reduction_{name}_{label}")

        with name_scope("block_1"):
            first = added(separable(x, 5, "left1"), separable(before, 7, "right1"), "add_1")
        with name_scope("block_2"):
            second = added(pooled(layers.MaxPooling2D, "left2"), separable(before, 7, "right2"), "add_2")
        with name_scope("block_3"):
            third = added(pooled(layers.AveragePooling2D, "left3"), separable(before, 5, "right3"), "add3")
        with name_scope("block_4"):
            mean = layers.AveragePooling2D(3, strides=1, padding="same", name="reduction_left4_" + label)(first)
            fourth = added(second, mean, None)
        with name_scope("block_5"):
            fifth = added(separable(first, 3, "left4", False), pooled(layers.MaxPooling2D, "right5"), "add4")
        return _joined([second, third, fourth, fifth], "reduction_concat_" + label)
