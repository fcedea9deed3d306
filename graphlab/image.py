"""tf.image: images in and out of files, resized, cropped, rotated, colored, compared."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.image.adjusting import (
        adjust_brightness,
        adjust_contrast,
        adjust_gamma,
        adjust_hue,
        adjust_saturation,
        per_image_standardization,
        random_brightness,
        random_contrast,
        random_hue,
        random_saturation,
    )
    from graphlab._src.ops.image.boxes import draw_bounding_boxes, sample_distorted_bounding_box
    from graphlab._src.ops.image.color_ops import hsv_to_rgb, rgb_to_hsv
    from graphlab._src.ops.image.colors import (
        grayscale_to_rgb,
        rgb_to_grayscale,
        rgb_to_yiq,
        rgb_to_yuv,
        yiq_to_rgb,
        yuv_to_rgb,
    )
    from graphlab._src.ops.image.comparison import psnr, ssim, ssim_multiscale
    from graphlab._src.ops.image.conversion import convert_image_dtype
    from graphlab._src.ops.image.crop_ops import crop_and_resize, extract_glimpse
    from graphlab._src.ops.image.cropping import (
        central_crop,
        crop_to_bounding_box,
        pad_to_bounding_box,
        random_crop,
        resize_image_with_crop_or_pad,
    )
    from graphlab._src.ops.image.cropping import resize_image_with_crop_or_pad as resize_with_crop_or_pad
    from graphlab._src.ops.image.decode_ops import (
        decode_and_crop_jpeg,
        decode_bmp,
        decode_gif,
        decode_jpeg,
        decode_png,
        extract_jpeg_shape,
    )
    from graphlab._src.ops.image.decoding import decode_image, is_jpeg
    from graphlab._src.ops.image.edges import image_gradients, sobel_edges, total_variation
    from graphlab._src.ops.image.encoding import adjust_jpeg_quality, encode_jpeg, encode_png, random_jpeg_quality
    from graphlab._src.ops.image.flips import (
        flip_left_right,
        flip_up_down,
        random_flip_left_right,
        random_flip_up_down,
        rot90,
        transpose_image,
    )
    from graphlab._src.ops.image.flips import transpose_image as transpose
    from graphlab._src.ops.image.resize_ops import resize_area, resize_bicubic, resize_bilinear, resize_nearest_neighbor
    from graphlab._src.ops.image.resizing import ResizeMethod, resize_image_with_pad, resize_images
    from graphlab._src.ops.image.resizing import resize_images as resize
    from graphlab._src.ops.image.suppression import (
        combined_non_max_suppression,
        non_max_suppression,
        non_max_suppression_overlaps,
        non_max_suppression_padded,
        non_max_suppression_with_scores,
    )
    from graphlab._src.ops.patches import extract_image_patches, extract_patches
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "ResizeMethod",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_gamma",
    "adjust_hue",
    "adjust_jpeg_quality",
    "adjust_saturation",
    "central_crop",
    "combined_non_max_suppression",
    "convert_image_dtype",
    "crop_and_resize",
    "crop_to_bounding_box",
    "decode_and_crop_jpeg",
    "decode_bmp",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "draw_bounding_boxes",
    "encode_jpeg",
    "encode_png",
    "extract_glimpse",
    "extract_image_patches",
    "extract_jpeg_shape",
    "extract_patches",
    "flip_left_right",
    "flip_up_down",
    "grayscale_to_rgb",
    "hsv_to_rgb",
    "image_gradients",
    "is_jpeg",
    "non_max_suppression",
    "non_max_suppression_overlaps",
    "non_max_suppression_padded",
    "non_max_suppression_with_scores",
    "pad_to_bounding_box",
    "per_image_standardization",
    "psnr",
    "random_brightness",
    "random_contrast",
    "random_crop",
    "random_flip_left_right",
    "random_flip_up_down",
    "random_hue",
    "random_jpeg_quality",
    "random_saturation",
    "resize",
    "resize_area",
    "resize_bicubic",
    "resize_bilinear",
    "resize_image_with_crop_or_pad",
    "resize_image_with_pad",
    "resize_images",
    "resize_nearest_neighbor",
    "resize_with_crop_or_pad",
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "rgb_to_yiq",
    "rgb_to_yuv",
    "rot90",
    "sample_distorted_bounding_box",
    "sobel_edges",
    "ssim",
    "ssim_multiscale",
    "total_variation",
    "transpose",
    "transpose_image",
    "yiq_to_rgb",
    "yuv_to_rgb",
]
