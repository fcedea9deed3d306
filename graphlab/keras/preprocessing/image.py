"""tf.keras.preprocessing.image: images as arrays, and batches of them that differ each time."""

from graphlab._src.keras.preprocessing.batches import DirectoryIterator, Iterator, NumpyArrayIterator
from graphlab._src.keras.preprocessing.generator import ImageDataGenerator
from graphlab._src.keras.preprocessing.image_arrays import array_to_img, img_to_array, load_img, save_img
from graphlab._src.keras.preprocessing.transforms import (
    apply_affine_transform,
    apply_brightness_shift,
    apply_channel_shift,
    random_brightness,
    random_channel_shift,
    random_rotation,
    random_shear,
    random_shift,
    random_zoom,
)

__all__ = [
    "DirectoryIterator",
    "ImageDataGenerator",
    "Iterator",
    "NumpyArrayIterator",
    "apply_affine_transform",
    "apply_brightness_shift",
    "apply_channel_shift",
    "array_to_img",
    "img_to_array",
    "load_img",
    "random_brightness",
    "random_channel_shift",
    "random_rotation",
    "random_shear",
    "random_shift",
    "random_zoom",
    "save_img",
]
