"""Batches of images: of arrays, and of the files in a folder."""

import os
import threading
from typing import Any

import numpy as np

from graphlab._src.keras.engine.sequence import Sequence
from graphlab._src.keras.preprocessing.image_arrays import array_to_img, files_below, img_to_array, load_img

_CHANNELS = {"grayscale": 1, "rgb": 3, "rgba": 4}


class Iterator(Sequence):
    """Batches without end, and by number. n: how many examples there are.  shuffle: mixes them for each round."""

    white_list_formats = ("png", "jpg", "jpeg", "bmp", "ppm", "tif", "tiff")

    def __init__(self, n, batch_size, shuffle, seed):
        self.n, self.batch_size, self.shuffle, self.seed = n, batch_size, shuffle, seed
        self.batch_index = self.total_batches_seen = 0
        self.lock = threading.Lock()
        self.index_array: Any = None
        self.index_generator = self._flow_index()

    def _set_index_array(self):
        self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

    def _begin_batch(self):
        if self.seed is not None:
            np.random.seed(self.seed + self.total_batches_seen)

    def __getitem__(self, index):
        if index >= len(self):
            raise ValueError(f"Asked to retrieve element {index}, but the Sequence has length {len(self)}")
        self._begin_batch()
        self.total_batches_seen += 1
        if self.index_array is None:
            self._set_index_array()
        order: Any = self.index_array
        rows = order[self.batch_size * index : self.batch_size * (index + 1)]
        return self._get_batches_of_transformed_samples(rows)

    def __len__(self):
        return (self.n + self.batch_size - 1) // self.batch_size

    def on_epoch_end(self):
        """Mixes the examples anew."""
        self._set_index_array()

    def reset(self):
        """Begins with the first batch."""
        self.batch_index = 0

    def _flow_index(self):
        self.reset()
        while True:
            self._begin_batch()
            if self.batch_index == 0:
                self._set_index_array()
            first = 0 if self.n == 0 else self.batch_index * self.batch_size % self.n
            self.batch_index = self.batch_index + 1 if self.n > first + self.batch_size else 0
            self.total_batches_seen += 1
            yield self.index_array[first : first + self.batch_size]

    def __iter__(self) -> Any:
        return self

    def __next__(self):
        return self.next()

    def next(self):
        """The next batch."""
        with self.lock:
            rows = next(self.index_generator)
        return self._get_batches_of_transformed_samples(rows)

    def _get_batches_of_transformed_samples(self, index_array) -> Any:
        raise NotImplementedError

    # What both kinds do with an image

    image_data_generator: Any = None
    data_format = "channels_last"
    save_to_dir: Any = None
    save_prefix, save_format = "", "png"

    def _changed(self, x):
        """An image as the generator makes it."""
        generator = self.image_data_generator
        if not generator:
            return x
        return generator.standardize(generator.apply_transform(x, generator.get_random_transform(x.shape)))

    def _save(self, images, rows):
        if self.save_to_dir:
            for image, row in zip(images, rows, strict=True):
                name = f"{self.save_prefix}_{row}_{np.random.randint(10**7)}.{self.save_format}"
                array_to_img(image, self.data_format, scale=True).save(os.path.join(self.save_to_dir, name))


class NumpyArrayIterator(Iterator):
    """Batches of arrays. x: images, or (images, other arrays).  image_data_generator: what changes the images.

    subset: "training" or "validation", as the generator's validation_split says.  save_to_dir: where to write images.
    """

    def __init__(
        self,
        x,
        y,
        image_data_generator,
        batch_size=32,
        shuffle=False,
        sample_weight=None,
        seed=None,
        data_format=None,
        save_to_dir=None,
        save_prefix="",
        save_format="png",
        subset=None,
        dtype="float32",
    ):
        others = []
        if isinstance(x, (tuple, list)):
            others = [np.asarray(other) for other in (x[1] if isinstance(x[1], list) else [x[1]])]
            x = x[0]
        for what, other in [*(("x", other) for other in others), ("y", y), ("sample_weight", sample_weight)]:
            if other is not None and len(other) != len(x):
                raise ValueError(
                    f"`x` (images tensor) and `{what}` should have the same length. Found: x.shape = {np.shape(x)}, "
                    f"{what}.shape = {np.shape(other)}"
                )
        rows = _part(subset, len(x), image_data_generator)
        self.dtype = dtype
        self.x = np.asarray(x[rows], dtype=dtype)
        self.x_misc = [other[rows] for other in others]
        self.y = None if y is None else np.asarray(y)[rows]
        self.sample_weight = None if sample_weight is None else np.asarray(sample_weight)[rows]
        if self.x.ndim != 4:
            raise ValueError(
                "Input data in `NumpyArrayIterator` should have rank 4. You passed an array with shape", self.x.shape
            )
        self.image_data_generator = image_data_generator
        self.data_format = data_format or image_data_generator.data_format
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        super().__init__(len(self.x), batch_size, shuffle, seed)

    def _get_batches_of_transformed_samples(self, index_array):
        images = np.zeros((len(index_array), *self.x.shape[1:]), dtype=self.dtype)
        for place, row in enumerate(index_array):
            images[place] = self._changed(self.x[row].astype(self.dtype))
        self._save(images, index_array)
        batch = [[images, *(other[index_array] for other in self.x_misc)] if self.x_misc else images]
        batch += [array[index_array] for array in (self.y, self.sample_weight) if array is not None]
        return batch[0] if self.y is None else tuple(batch)


class DirectoryIterator(Iterator):
    """Batches of the images in a folder, which has a folder for each class.

    target_size: (height, width).  class_mode: "categorical", "binary", "sparse", "input" (the images), or None.
    classes: the names of the folders; all, in order, when left out.
    """

    allowed_class_modes = ("categorical", "binary", "sparse", "input", None)

    def __init__(
        self,
        directory,
        image_data_generator,
        target_size: Any = (256, 256),
        color_mode="rgb",
        classes: Any = None,
        class_mode="categorical",
        batch_size=32,
        shuffle=True,
        seed=None,
        data_format=None,
        save_to_dir=None,
        save_prefix="",
        save_format="png",
        follow_links=False,
        subset=None,
        interpolation="nearest",
        dtype="float32",
    ):
        if color_mode not in _CHANNELS:
            raise ValueError("Invalid color mode:", color_mode, '; expected "rgb", "rgba", or "grayscale".')
        if class_mode not in self.allowed_class_modes:
            raise ValueError(f"Invalid class_mode: {class_mode}; expected one of: {self.allowed_class_modes}")
        self.directory, self.image_data_generator = directory, image_data_generator
        self.target_size, self.color_mode, self.class_mode = tuple(target_size), color_mode, class_mode
        self.data_format = data_format or image_data_generator.data_format
        channels = _CHANNELS[color_mode]
        last = self.data_format == "channels_last"
        self.image_shape = (*self.target_size, channels) if last else (channels, *self.target_size)
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        self.interpolation, self.dtype, self.subset = interpolation, dtype, subset
        classes = classes or sorted(d for d in os.listdir(directory) if os.path.isdir(os.path.join(directory, d)))
        self.num_classes = len(classes)
        self.class_indices = {name: number for number, name in enumerate(classes)}
        self.filepaths, labels = [], []
        for name, number in self.class_indices.items():
            found = files_below(os.path.join(directory, name), self.white_list_formats, follow_links)
            found = found[_part(subset, len(found), image_data_generator)]
            self.filepaths += found
            labels += [number] * len(found)
        self.filenames = [os.path.relpath(path, directory) for path in self.filepaths]
        self.samples = len(self.filepaths)
        self.classes = self.labels = np.array(labels, dtype="int32")
        print(f"Found {self.samples} images belonging to {self.num_classes} classes.")
        super().__init__(self.samples, batch_size, shuffle, seed)

    def _get_batches_of_transformed_samples(self, index_array):
        images = np.zeros((len(index_array), *self.image_shape), dtype=self.dtype)
        for place, row in enumerate(index_array):
            image = load_img(
                self.filepaths[row],
                color_mode=self.color_mode,
                target_size=self.target_size,
                interpolation=self.interpolation,
            )
            images[place] = self._changed(img_to_array(image, data_format=self.data_format))
        self._save(images, index_array)
        labels = self.classes[index_array]
        if self.class_mode is None:
            return images
        if self.class_mode == "input":
            return images, images.copy()
        if self.class_mode == "categorical":
            return images, np.eye(self.num_classes, dtype=self.dtype)[labels]
        return images, labels.astype(self.dtype)


def _part(subset, count, generator):
    """The part of `count` examples that a subset is."""
    if subset is None:
        return slice(None)
    if subset not in ("training", "validation"):
        raise ValueError(f'Invalid subset name: {subset};expected "training" or "validation"')
    at = int(generator._validation_split * count)
    return slice(0, at) if subset == "validation" else slice(at, None)
