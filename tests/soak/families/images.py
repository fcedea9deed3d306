"""Images: crops, colours, boxes, seeded changes, bytes of files."""

import numpy as np

from tests.soak.families.family import dtype, family

FAMILIES = []


def image(m, profile="unit"):
    """An image of three channels, or a batch of them."""
    batch = [m.int(1, 2)] if m.chance(0.5) else []
    return m.leaf("float32", [*batch, m.int(1, 4), m.int(1, 4), 3], profile)


@family(FAMILIES, 2)
def colours(m):
    x = image(m)
    name, arguments = m.choice(
        [
            ("adjust_hue", [m.choice([-0.5, 0.1, 1.0])]),
            ("adjust_saturation", [m.choice([0.0, 0.5, 2.0])]),
            ("adjust_gamma", [m.choice([0.5, 1.0, 2.0])]),
            ("per_image_standardization", []),
            ("rgb_to_yuv", []),
            ("yuv_to_rgb", []),
            ("yiq_to_rgb", []),
            ("grayscale_to_rgb", []),
            ("adjust_brightness", [0.25]),
            ("adjust_contrast", [m.choice([0.0, 1.5])]),
        ]
    )
    if name == "grayscale_to_rgb":
        x = m.leaf("float32", [*x.shape[:-1], 1])
    m.emit("tf.image." + name, x, *arguments)


@family(FAMILIES, 2)
def cuts(m):
    x = image(m, "plain")
    high, wide = x.shape[-3:-1]
    kind = m.choice(["crop", "pad", "resize", "crop_and_resize", "glimpse", "gradients", "variation", "sobel", "boxes"])
    if kind == "crop":
        top, left = m.int(0, high - 1), m.int(0, wide)
        m.emit("tf.image.crop_to_bounding_box", x, top, left, m.int(1, high - top), max(1, wide - left))
    elif kind == "pad":
        m.emit("tf.image.pad_to_bounding_box", x, m.int(0, 2), m.int(0, 2), high + m.int(0, 4), wide + m.int(0, 4))
    elif kind == "resize":
        method = m.int(0, 3)
        m.emit("tf.image.resize_images", x, m.bit_of([m.int(1, 5), m.int(1, 5)]), method, m.chance(0.3))
    elif len(x.shape) == 4 and kind == "crop_and_resize":
        boxes = m.leaf("float32", [2, 4], "unit")
        which = m.value(m.draw.randint(0, x.shape[0], 2).astype("int32"))
        m.emit("tf.image.crop_and_resize", x, boxes, which, [2, 3], m.choice(["bilinear", "nearest"]))
    elif len(x.shape) == 4 and kind == "gradients":
        m.emit("tf.image.image_gradients", x)
    elif len(x.shape) == 4 and kind == "sobel":
        m.emit("tf.image.sobel_edges", x)
    elif kind == "variation":
        m.emit("tf.image.total_variation", x)
    elif kind == "boxes":
        corners = np.sort(m.draw.rand(4, 2, 2).astype("float32"), 1).reshape(4, 4)
        scores = m.value(m.draw.permutation(4).astype("float32"))
        m.emit("tf.image.non_max_suppression", m.value(corners), scores, m.int(1, 5), m.choice([0.1, 0.5]))
    else:
        m.emit("tf.image.psnr", x, x, 1.0)


@family(FAMILIES, 1)
def seeded_changes(m):
    x, seed = image(m), m.int(1, 99)
    name, arguments = m.choice(
        [
            ("random_flip_left_right", []),
            ("random_flip_up_down", []),
            ("random_brightness", [0.5]),
            ("random_contrast", [0.5, 1.5]),
            ("random_hue", [0.2]),
            ("random_saturation", [0.5, 1.5]),
        ]
    )
    m.emit("tf.image." + name, x, *arguments, seed=seed)
    size = [m.int(1, n) for n in x.shape]
    m.emit("tf.random_crop", x, size, seed, outs=[("float32", size)])


@family(FAMILIES, 1)
def bytes_of_images(m):
    x = m.leaf("uint8", [m.int(1, 4), m.int(1, 4), m.choice([1, 3, 4])])
    m.emit("through_png", x, outs=[("uint8", x.shape)])
    m.emit("tf.decode_raw", m.value(np.asarray([b"abcd1234"], object)), dtype(m.choice(["int16", "float32", "int64"])))
