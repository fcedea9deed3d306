"""Images resized, cropped, padded, turned and coloured: of known size, of unknown size, and of unknown rank."""

import numpy as np


def build(tf):
    batch = tf.placeholder(tf.float32, [2, 5, 4, 3], name="batch")
    bytes_ = tf.placeholder(tf.uint8, [None, None, 3], name="bytes")
    any_ = tf.placeholder(tf.float32, name="any")
    size = tf.placeholder(tf.int32, [2], name="size")

    tf.identity(tf.image.resize_images(batch, [7, 9]), name="bilinear")
    tf.identity(tf.image.resize_images(bytes_, [3, 7], tf.image.ResizeMethod.NEAREST_NEIGHBOR), name="nearest")
    tf.identity(tf.image.resize_images(batch, (9, 3), tf.image.ResizeMethod.BICUBIC), name="bicubic")
    tf.identity(tf.image.resize_images(bytes_, [3, 2], tf.image.ResizeMethod.AREA), name="area")
    tf.identity(tf.image.resize_images(batch, size, align_corners=True), name="corners")
    tf.identity(tf.image.resize(batch, [10, 4], preserve_aspect_ratio=True), name="proportion")
    tf.identity(tf.image.resize_images(batch, [5, 4]), name="same")
    tf.image.resize_bilinear(batch, [10, 8], name="half", half_pixel_centers=True)
    tf.image.resize_bicubic(batch, [3, 8], name="half_cubic", half_pixel_centers=True)
    tf.image.resize_nearest_neighbor(batch, [3, 8], name="half_nearest", half_pixel_centers=True)
    tf.image.resize_area(batch, [2, 7], True, name="area_corners")
    tf.identity(tf.image.resize_image_with_pad(batch, 8, 8), name="with_pad")

    tf.identity(tf.image.crop_to_bounding_box(batch, 1, 0, 2, 3), name="part")
    tf.identity(tf.image.crop_to_bounding_box(bytes_, 1, 0, 2, 3), name="part_of_any")
    tf.identity(tf.image.pad_to_bounding_box(bytes_, 1, 2, 10, 11), name="padded")
    tf.identity(tf.image.resize_image_with_crop_or_pad(batch, 3, 7), name="fitted")
    tf.identity(tf.image.resize_image_with_crop_or_pad(bytes_, 7, 3), name="fitted_any")
    tf.identity(tf.image.central_crop(bytes_, 0.5), name="central")
    tf.identity(tf.image.central_crop(batch, 0.5), name="central_batch")

    tf.identity(tf.image.flip_left_right(bytes_), name="mirrored")
    tf.identity(tf.image.flip_up_down(batch), name="upside_down")
    tf.identity(tf.image.flip_up_down(any_), name="any_upside_down")
    tf.identity(tf.image.rot90(batch, 3), name="turned")
    tf.identity(tf.image.rot90(bytes_), name="turned_any")
    tf.identity(tf.image.transpose_image(bytes_), name="transposed")

    tf.identity(tf.image.per_image_standardization(batch), name="standard")
    tf.identity(tf.image.per_image_standardization(bytes_), name="standard_bytes")
    tf.identity(tf.image.adjust_brightness(bytes_, 0.2), name="brighter")
    tf.identity(tf.image.adjust_contrast(batch, 0.3), name="contrast")
    tf.identity(tf.image.adjust_contrast(bytes_, 2.5), name="contrast_bytes")
    tf.identity(tf.image.adjust_gamma(batch, 0.7, 2), name="gamma")
    tf.identity(tf.image.adjust_hue(batch, 0.3), name="hue")
    tf.identity(tf.image.adjust_saturation(batch, 0.3), name="saturation")
    tf.identity(tf.image.rgb_to_grayscale(bytes_), name="gray")
    tf.identity(tf.image.grayscale_to_rgb(tf.image.rgb_to_grayscale(batch)), name="gray_again")
    tf.image.rgb_to_hsv(batch, name="hsv")
    tf.image.hsv_to_rgb(batch, name="rgb")
    tf.identity(tf.image.rgb_to_yiq(batch), name="yiq")
    tf.identity(tf.image.rgb_to_yuv(batch), name="yuv")
    tf.identity(tf.image.yiq_to_rgb(batch), name="from_yiq")
    tf.identity(tf.image.yuv_to_rgb(batch), name="from_yuv")
    tf.identity(tf.image.convert_image_dtype(bytes_, tf.float32), name="floats")
    tf.identity(tf.image.convert_image_dtype(batch, tf.uint8, saturate=True), name="as_bytes")
    tf.identity(tf.image.convert_image_dtype(bytes_, tf.int16), name="as_int16")


BATCH = np.random.RandomState(0).rand(2, 5, 4, 3).astype(np.float32)
BYTES = np.random.RandomState(1).randint(0, 256, [6, 5, 3]).astype(np.uint8)

RUNS = [
    (
        "bilinear bicubic proportion same half half_cubic half_nearest area_corners with_pad part fitted central_batch "
        "upside_down turned standard contrast gamma hue saturation gray_again hsv rgb yiq yuv from_yiq from_yuv "
        "as_bytes".split(),
        {"batch:0": BATCH},
    ),
    (
        "nearest area part_of_any padded fitted_any central mirrored turned_any transposed standard_bytes brighter "
        "contrast_bytes gray floats as_int16".split(),
        {"bytes:0": BYTES},
    ),
    (["corners"], {"batch:0": BATCH, "size:0": np.array([3, 8], np.int32)}),
    (["any_upside_down"], {"any:0": BATCH[0]}),
]
RUNS = [([name + ":0" for name in names], feeds) for names, feeds in RUNS]
