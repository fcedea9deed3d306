"""ImageDataGenerator: batches of images that differ each time."""

import importlib
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.arguments import forwarded
from graphlab._src.keras.layers.backend_config import floatx, image_data_format
from graphlab._src.keras.preprocessing.batches import DirectoryIterator, NumpyArrayIterator
from graphlab._src.keras.preprocessing.transforms import (
    apply_affine_transform,
    apply_brightness_shift,
    apply_channel_shift,
)


class ImageDataGenerator:
    """Batches of images, each time turned, moved, zoomed … at random and normalized.

    featurewise_center, featurewise_std_normalization, zca_whitening: by the images that `fit` saw.
    samplewise_center, samplewise_std_normalization: each image by itself.
    rotation_range, shear_range: degrees.  width_shift_range, height_shift_range: below 1 parts of the size, else pixels.
    zoom_range: the largest change, or (smallest, largest) factor.  brightness_range: (darkest, brightest) factor.
    rescale: a factor for all numbers.  preprocessing_function: applied to each image first.
    """

    def __init__(
        self,
        featurewise_center=False,
        samplewise_center=False,
        featurewise_std_normalization=False,
        samplewise_std_normalization=False,
        zca_whitening=False,
        zca_epsilon=1e-6,
        rotation_range=0,
        width_shift_range: Any = 0.0,
        height_shift_range: Any = 0.0,
        brightness_range=None,
        shear_range=0.0,
        zoom_range: Any = 0.0,
        channel_shift_range=0.0,
        fill_mode="nearest",
        cval=0.0,
        horizontal_flip=False,
        vertical_flip=False,
        rescale=None,
        preprocessing_function=None,
        data_format=None,
        validation_split=0.0,
        dtype=None,
    ):
        data_format = data_format or image_data_format()
        if data_format not in ("channels_last", "channels_first"):
            raise ValueError(
                '`data_format` should be `"channels_last"` (channel after row and column) or `"channels_first"` (channel '
                f"before row and column). Received: {data_format}"
            )
        if validation_split and not 0 < validation_split < 1:
            raise ValueError(f"`validation_split` must be strictly between 0 and 1.  Received: {validation_split}")
        if not isinstance(zoom_range, (float, int)) and len(zoom_range) != 2:
            raise ValueError(f"`zoom_range` should be a float or a tuple or list of two floats. Received: {zoom_range}")
        if brightness_range is not None and np.shape(brightness_range) != (2,):
            raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
        scalar = isinstance(zoom_range, (float, int))
        self.zoom_range = [1 - zoom_range, 1 + zoom_range] if scalar else list(zoom_range)
        self.featurewise_center = featurewise_center or zca_whitening or featurewise_std_normalization
        self.featurewise_std_normalization = featurewise_std_normalization and not zca_whitening
        self.samplewise_center = samplewise_center or samplewise_std_normalization
        self.samplewise_std_normalization = samplewise_std_normalization
        self.zca_whitening, self.zca_epsilon = zca_whitening, zca_epsilon
        self.rotation_range, self.shear_range = rotation_range, shear_range
        self.width_shift_range, self.height_shift_range = width_shift_range, height_shift_range
        self.brightness_range, self.channel_shift_range = brightness_range, channel_shift_range
        self.fill_mode, self.cval = fill_mode, cval
        self.horizontal_flip, self.vertical_flip = horizontal_flip, vertical_flip
        self.rescale, self.preprocessing_function = rescale, preprocessing_function
        self.data_format, self._validation_split, self.dtype = data_format, validation_split, dtype or floatx()
        first = data_format == "channels_first"
        self.channel_axis, self.row_axis, self.col_axis = (1, 2, 3) if first else (3, 1, 2)
        self.mean: Any = None
        self.std: Any = None
        self.principal_components: Any = None

    # Batches

    def flow(
        self,
        x,
        y=None,
        batch_size=32,
        shuffle=True,
        sample_weight=None,
        seed=None,
        save_to_dir=None,
        save_prefix="",
        save_format="png",
        subset=None,
    ):
        """Batches of arrays, without end."""
        return NumpyArrayIterator(
            image_data_generator=self, data_format=self.data_format, dtype=self.dtype, **forwarded(locals())
        )

    def flow_from_directory(
        self,
        directory,
        target_size=(256, 256),
        color_mode="rgb",
        classes=None,
        class_mode="categorical",
        batch_size=32,
        shuffle=True,
        seed=None,
        save_to_dir=None,
        save_prefix="",
        save_format="png",
        follow_links=False,
        subset=None,
        interpolation="nearest",
    ):
        """Batches of the images in a folder that has a folder for each class, without end."""
        return DirectoryIterator(
            image_data_generator=self, data_format=self.data_format, dtype=self.dtype, **forwarded(locals())
        )

    # One image

    def standardize(self, x):
        """An image, normalized."""
        if self.preprocessing_function:
            x = self.preprocessing_function(x)
        if self.rescale:
            x = x * self.rescale
        if self.samplewise_center:
            x = x - np.mean(x, keepdims=True)
        if self.samplewise_std_normalization:
            x = x / (np.std(x, keepdims=True) + 1e-6)
        if self.featurewise_center and self._was_fit("featurewise_center", self.mean):
            x = x - self.mean
        if self.featurewise_std_normalization and self._was_fit("featurewise_std_normalization", self.std):
            x = x / (self.std + 1e-6)
        if self.zca_whitening and self._was_fit("zca_whitening", self.principal_components):
            x = np.reshape(np.reshape(x, (-1, x.size)) @ self.principal_components, x.shape)
        return x

    def _was_fit(self, what, found):
        if found is None:
            logging.warning(
                "This ImageDataGenerator specifies `%s`, but it hasn't been fit on any training data. Fit it first by calling "
                "`.fit(numpy_data)`.",
                what,
            )
        return found is not None

    def get_random_transform(self, img_shape, seed=None):
        """The parameters that apply_transform changes an image of a shape by, drawn at random."""
        if seed is not None:
            np.random.seed(seed)
        theta = np.random.uniform(-self.rotation_range, self.rotation_range) if self.rotation_range else 0
        tx = _shift(self.height_shift_range, img_shape[self.row_axis - 1])
        ty = _shift(self.width_shift_range, img_shape[self.col_axis - 1])
        shear = np.random.uniform(-self.shear_range, self.shear_range) if self.shear_range else 0
        zx, zy = (1, 1) if self.zoom_range == [1, 1] else np.random.uniform(self.zoom_range[0], self.zoom_range[1], 2)
        flip_horizontal = (np.random.random() < 0.5) * self.horizontal_flip
        flip_vertical = (np.random.random() < 0.5) * self.vertical_flip
        intensity = brightness = None
        if self.channel_shift_range != 0:
            intensity = np.random.uniform(-self.channel_shift_range, self.channel_shift_range)
        if self.brightness_range is not None:
            brightness = np.random.uniform(self.brightness_range[0], self.brightness_range[1])
        return {
            "theta": theta,
            "tx": tx,
            "ty": ty,
            "shear": shear,
            "zx": zx,
            "zy": zy,
            "flip_horizontal": flip_horizontal,
            "flip_vertical": flip_vertical,
            "channel_shift_intensity": intensity,
            "brightness": brightness,
        }

    def apply_transform(self, x, transform_parameters):
        """An image, changed as get_random_transform says."""
        said = transform_parameters
        row, column, channel = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
        geometry = {key: said[key] for key in ("theta", "tx", "ty", "shear", "zx", "zy") if key in said}
        x = apply_affine_transform(
            x,
            **geometry,
            row_axis=row,
            col_axis=column,
            channel_axis=channel,
            fill_mode=self.fill_mode,
            cval=self.cval,
        )
        if said.get("channel_shift_intensity") is not None:
            x = apply_channel_shift(x, said["channel_shift_intensity"], channel)
        x = np.flip(x, column) if said.get("flip_horizontal") else x
        x = np.flip(x, row) if said.get("flip_vertical") else x
        return x if said.get("brightness") is None else apply_brightness_shift(x, said["brightness"])

    def random_transform(self, x, seed=None):
        """An image, changed at random."""
        return self.apply_transform(x, self.get_random_transform(x.shape, seed))

    def fit(self, x, augment=False, rounds=1, seed=None):
        """Learns what featurewise normalization and whitening need. augment: of changed images, `rounds` times all."""
        x = np.array(x, dtype=self.dtype)
        if x.ndim != 4:
            raise ValueError(f"Input to `.fit()` should have rank 4. Got array with shape: {x.shape}")
        if seed is not None:
            np.random.seed(seed)
        if self.rescale:
            x = x * self.rescale
        if augment:
            x = np.stack([self.random_transform(image) for _ in range(rounds) for image in x])
        space = (0, self.row_axis, self.col_axis)
        if self.featurewise_center:
            self.mean = np.mean(x, axis=space, keepdims=True)[0]
            x = x - self.mean
        if self.featurewise_std_normalization:
            self.std = np.std(x, axis=space, keepdims=True)[0]
            x = x / (self.std + 1e-6)
        if self.zca_whitening:
            flat = np.reshape(x, (len(x), -1))
            linalg: Any = importlib.import_module("scipy.linalg")
            u, s, _ = linalg.svd(flat.T @ flat / len(flat))
            self.principal_components = (u / np.sqrt(s[np.newaxis] + self.zca_epsilon)) @ u.T


def _shift(said, size):
    """How far to move: at most as far as a number says, or one of several; below 1 it is a part of the size."""
    if not np.any(said):
        return 0
    if np.ndim(said) or isinstance(said, int):
        found = np.random.choice(said) * np.random.choice([-1, 1])
    else:
        found = np.random.uniform(-said, said)
    return found * size if np.max(said) < 1 else found
