"""Networks: convolutions, pooling, normalization, losses, images."""

import numpy as np

from tests.soak.families.family import family
from tests.soak.values import FLOATS

FAMILIES = []

TYPES = ("float32", "float64", "float16")


@family(FAMILIES, 3)
def convolutions(m):
    name, padding = m.choice(["float32", "float32", "float64"]), m.choice(["SAME", "VALID"])
    batch, high, wide, deep, many = m.int(0, 2), m.int(2, 5), m.int(2, 5), m.int(1, 3), m.int(1, 3)
    stride, kernel = m.int(1, 2), m.int(1, 2)
    x = m.any([name], shape=[batch, high, wide, deep])
    kind = m.choice(["conv2d", "depthwise", "separable", "conv1d", "transpose", "dilation", "conv3d", "atrous"])
    if kind == "conv2d":
        m.emit(
            "tf.nn.conv2d",
            x,
            m.leaf(name, [kernel, kernel, deep, many], "plain"),
            strides=[1, stride, stride, 1],
            padding=padding,
        )
    elif kind == "depthwise":
        filters = m.leaf(name, [kernel, kernel, deep, 2], "plain")
        m.emit("tf.nn.depthwise_conv2d", x, filters, [1, stride, stride, 1], padding)
    elif kind == "separable":
        filters, point = m.leaf(name, [kernel, kernel, deep, 2], "plain"), m.leaf(name, [1, 1, deep * 2, many], "plain")
        m.emit("tf.nn.separable_conv2d", x, filters, point, [1, 1, 1, 1], padding)
    elif kind == "conv1d":
        row = m.any([name], shape=[batch, high, deep])
        m.emit("tf.nn.conv1d", row, m.leaf(name, [kernel, deep, many], "plain"), stride, padding)
    elif kind == "transpose":
        filters = m.leaf(name, [kernel, kernel, many, deep], "plain")
        shape = [batch, high * stride, wide * stride, many]
        m.emit("tf.nn.conv2d_transpose", x, filters, m.bit_of(np.array(shape, "int32")), [1, stride, stride, 1], "SAME")
    elif kind == "dilation":
        filters = m.leaf(name, [kernel, kernel, deep], "plain")
        m.emit("tf.nn.dilation2d", x, filters, strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding=padding)
    elif kind == "atrous":
        m.emit("tf.nn.atrous_conv2d", x, m.leaf(name, [kernel, kernel, deep, many], "plain"), 2, padding)
    else:
        cube = m.any([name], shape=[batch, 2, high, wide, deep])
        m.emit(
            "tf.nn.conv3d",
            cube,
            m.leaf(name, [1, kernel, kernel, deep, many], "plain"),
            strides=[1, 1, 1, 1, 1],
            padding=padding,
        )


@family(FAMILIES, 2)
def pools(m):
    x = m.any(TYPES, shape=[m.int(0, 2), m.int(2, 5), m.int(2, 5), m.int(1, 3)])
    name = m.choice(["tf.nn.max_pool", "tf.nn.avg_pool", "tf.nn.max_pool_with_argmax"])
    size, stride = m.int(1, 3), m.int(1, 2)
    m.emit(name, x, [1, size, size, 1], [1, stride, stride, 1], m.choice(["SAME", "VALID"]))


@family(FAMILIES, 2)
def normalizations(m):
    deep = m.int(1, 4)
    x = m.any(["float32"], shape=[m.int(1, 2), m.int(1, 3), m.int(1, 3), deep])
    kind = m.choice(["fused", "inference", "plain", "local"])
    vector = [m.leaf("float32", [deep], "unit") for _ in range(4)]
    if kind == "fused":
        m.emit("tf.nn.fused_batch_norm", x, vector[0], vector[1])
    elif kind == "inference":
        m.emit("fused_inference", x, *vector, outs=[("float32", x.shape)])
    elif kind == "plain":
        m.emit("tf.nn.batch_normalization", x, *vector, 0.001, outs=[("float32", x.shape)])
    else:
        m.emit("tf.nn.lrn", x, m.int(1, 3), 1.0, 0.5, 0.7, outs=[("float32", x.shape)])


@family(FAMILIES, 2)
def biases(m):
    x = m.any(("float32", "float64", "int32", "float16"), least_rank=2)
    m.emit("tf.nn.bias_add", x, m.any([x.dtype], shape=x.shape[-1:]), outs=[(x.dtype, x.shape)])


@family(FAMILIES, 4)
def losses(m):
    name = m.choice(["float32", "float32", "float64", "float16"])
    rows, columns = m.int(0, 4), m.int(1, 4)
    logits = m.any([name], shape=[rows, columns])
    kind = m.choice(["softmax", "sparse", "sigmoid", "weighted", "module", "module"])
    if kind == "softmax":
        labels = m.emit("tf.nn.softmax", m.leaf(name, [rows, columns], "plain"), outs=[(name, [rows, columns])])
        call = m.choice(["tf.nn.softmax_cross_entropy_with_logits", "tf.nn.softmax_cross_entropy_with_logits_v2"])
        m.emit(call, labels=labels, logits=logits, outs=[(name, [rows])])
    elif kind == "sparse":
        labels = m.draw.randint(0, columns, rows).astype("int32")
        if rows and m.chance(0.1):
            labels[0] = m.choice([-1, columns])
        m.emit(
            "tf.nn.sparse_softmax_cross_entropy_with_logits",
            labels=m.value(labels),
            logits=logits,
            outs=[(name, [rows])],
        )
    elif kind in ("sigmoid", "weighted"):
        labels = m.leaf(name, [rows, columns], "unit")
        call = (
            "tf.nn.sigmoid_cross_entropy_with_logits"
            if kind == "sigmoid"
            else "tf.nn.weighted_cross_entropy_with_logits"
        )
        extra = {} if kind == "sigmoid" else {"pos_weight": 1.5}
        m.emit(call, labels=labels, logits=logits, outs=[(name, [rows, columns])], **extra)
    else:
        call = m.choice(
            ["mean_squared_error", "absolute_difference", "huber_loss", "hinge_loss", "log_loss", "cosine_distance"]
        )
        labels = m.leaf(name, [rows, columns], "unit")
        extra = {"axis": 1} if call == "cosine_distance" else {}
        if m.chance(0.4) and call != "cosine_distance":
            extra["weights"] = m.choice([0.0, 2.0, m.leaf("float32", [rows, 1], "whole")])
        if m.chance(0.4):
            extra["reduction"] = m.choice(["none", "weighted_sum", "weighted_mean", "weighted_sum_over_batch_size"])
        m.emit("tf.losses." + call, labels, logits, **extra)


@family(FAMILIES, 2)
def images(m):
    name = m.choice(["float32", "uint8", "int32", "float64"])
    x = m.any([name], shape=[m.int(1, 2), m.int(1, 4), m.int(1, 4), 3])
    kind = m.choice(
        [
            "bilinear",
            "nearest",
            "bicubic",
            "area",
            "flip",
            "rotate",
            "crop",
            "hsv",
            "gray",
            "contrast",
            "patches",
            "dtype",
            "yiq",
        ]
    )
    if kind in ("bilinear", "nearest", "bicubic", "area"):
        call = "tf.image.resize_nearest_neighbor" if kind == "nearest" else "tf.image.resize_" + kind
        m.emit(call, x, m.bit_of([m.int(1, 5), m.int(1, 5)]), align_corners=m.chance(0.4))
    elif kind == "flip":
        m.emit(m.choice(["tf.image.flip_left_right", "tf.image.flip_up_down", "tf.image.transpose_image"]), x)
    elif kind == "rotate":
        m.emit("tf.image.rot90", x, m.int(0, 3))
    elif kind == "crop":
        m.emit("tf.image.central_crop", x, m.choice([0.5, 1.0]))
        m.emit("tf.image.resize_image_with_crop_or_pad", x, m.int(1, 5), m.int(1, 5))
    elif kind in ("hsv", "yiq"):
        unit = m.leaf("float32", x.shape, "unit")
        m.emit(
            m.choice(["tf.image.rgb_to_hsv", "tf.image.hsv_to_rgb"]) if kind == "hsv" else "tf.image.rgb_to_yiq", unit
        )
    elif kind == "gray":
        m.emit("tf.image.rgb_to_grayscale", x)
    elif kind == "contrast":
        m.emit(m.choice(["tf.image.adjust_contrast", "tf.image.adjust_brightness"]), x, m.choice([0.5, 2.0]))
    elif kind == "dtype":
        m.emit("tf.image.convert_image_dtype", x, {"dtype": m.choice(["float32", "uint8", "int16"])}, m.chance(0.4))
    else:
        m.emit(
            "tf.image.extract_image_patches", x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], m.choice(["SAME", "VALID"])
        )


@family(FAMILIES, 1)
def sequences(m):
    """A recurrent cell over sequences of different lengths."""
    batch, time, deep, units = m.int(1, 3), m.int(1, 3), m.int(1, 2), m.int(1, 3)
    x = m.leaf("float32", [batch, time, deep], "plain")
    lengths = m.value(m.draw.randint(0, time + 1, batch).astype("int32"))
    m.emit("rnn", m.choice(["BasicRNNCell", "GRUCell", "BasicLSTMCell", "LSTMCell"]), units, x, lengths)


@family(FAMILIES, 1)
def layers(m):
    x = m.leaf(m.choice(FLOATS[2:]), [m.int(1, 3), m.int(1, 4)], "plain")
    m.emit("dense", x, m.int(1, 3), m.choice([None, "tf.nn.relu", "tf.tanh", "tf.nn.softplus"]))
