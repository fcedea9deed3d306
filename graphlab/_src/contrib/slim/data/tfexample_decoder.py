"""TFExampleDecoder: items of an Example, each made of some of its features by a handler."""

import abc
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.slim.data.providers import DataDecoder
from graphlab._src.graph import sparse_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.case import case
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.image.decode_ops import decode_jpeg
from graphlab._src.ops.image.decoding import decode_image, is_jpeg
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.parsing.examples import parse_single_example
from graphlab._src.ops.parsing.features import FixedLenFeature
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_places import sparse_reshape
from graphlab._src.ops.string_numbers import decode_raw
from graphlab._src.ops.transpose import transpose


class ItemHandler(abc.ABC):
    """What makes an item of features.  keys: the features' names, or one."""

    def __init__(self, keys):
        self._keys = keys if isinstance(keys, (tuple, list)) else [keys]

    @property
    def keys(self):
        """The names of the features."""
        return self._keys

    @abc.abstractmethod
    def tensors_to_item(self, keys_to_tensors):
        """The item's tensor, of {feature: tensor}."""


class ItemHandlerCallback(ItemHandler):
    """An item that func({feature: tensor}) returns."""

    def __init__(self, keys, func):
        super().__init__(keys)
        self._func = func

    def tensors_to_item(self, keys_to_tensors):
        return self._func(keys_to_tensors)


class BoundingBox(ItemHandler):
    """Boxes, [number, 4] of y_min, x_min, y_max, x_max.  keys: the four features, after prefix; ValueError for others."""

    def __init__(self, keys=None, prefix=""):
        keys = ["ymin", "xmin", "ymax", "xmax"] if keys is None else keys
        if len(keys) != 4:
            raise ValueError(f"BoundingBox expects 4 keys but got {len(keys)}")
        super().__init__([prefix + key for key in keys])

    def tensors_to_item(self, keys_to_tensors):
        sides = [keys_to_tensors[key] for key in self.keys]
        sides = [side.values if _is_sparse(side) else side for side in sides]
        return transpose(concat([expand_dims(side, 0) for side in sides], 0))


class Tensor(ItemHandler):
    """A feature as a dense tensor.

    shape_keys: the features that hold its shape, or shape: itself; ValueError for both.
    default_value: what is missing in a sparse feature.
    """

    def __init__(self, tensor_key, shape_keys=None, shape=None, default_value: Any = 0):
        if shape_keys and shape is not None:
            raise ValueError("Cannot specify both shape_keys and shape parameters.")
        self._shape_keys = shape_keys if isinstance(shape_keys, list) or not shape_keys else [shape_keys]
        self._tensor_key, self._shape, self._default_value = tensor_key, shape, default_value
        super().__init__([tensor_key, *(self._shape_keys or ())])

    def tensors_to_item(self, keys_to_tensors):
        found, size = keys_to_tensors[self._tensor_key], self._shape
        if self._shape_keys:
            size = reshape(stack([_dense(keys_to_tensors[key]) for key in self._shape_keys]), [-1])
        if _is_sparse(found):
            found = found if size is None else sparse_reshape(found, size)
            return sparse_tensor_to_dense(found, self._default_value)
        return found if size is None else reshape(found, size)


class LookupTensor(Tensor):
    """What a table has for a feature. The other arguments are Tensor's."""

    def __init__(self, tensor_key, table, shape_keys=None, shape=None, default_value=""):
        self._table = table
        super().__init__(tensor_key, shape_keys, shape, default_value)

    def tensors_to_item(self, keys_to_tensors):
        return self._table.lookup(super().tensors_to_item(keys_to_tensors))


class BackupHandler(ItemHandler):
    """One handler's item; another one's where that is empty. ValueError for what is no ItemHandler."""

    def __init__(self, handler, backup):
        for words, one in (("Primary", handler), ("Backup", backup)):
            if not isinstance(one, ItemHandler):
                raise ValueError(f"{words} handler is of type {type(one)} instead of ItemHandler")
        self._handler, self._backup = handler, backup
        super().__init__(handler.keys + backup.keys)

    def tensors_to_item(self, keys_to_tensors):
        item = self._handler.tensors_to_item(keys_to_tensors)
        is_empty = equal(reduce_prod(shape(item)), 0)
        return cond(is_empty, lambda: self._backup.tensors_to_item(keys_to_tensors), lambda: item)


class SparseTensor(ItemHandler):
    """A SparseTensor whose last index is a feature.

    indices_key, values_key: "indices" and "values".  shape_key, or shape: its shape; that of the indices when left out.
    densify: whether it becomes dense, with default_value for what is missing.
    """

    def __init__(self, indices_key=None, values_key=None, shape_key=None, shape=None, densify=False, default_value=0):
        self._indices_key, self._values_key = indices_key or "indices", values_key or "values"
        self._shape_key, self._shape = shape_key, shape
        self._densify, self._default_value = densify, default_value
        super().__init__([self._indices_key, self._values_key, *([shape_key] if shape_key else [])])

    def tensors_to_item(self, keys_to_tensors):
        indices, values = keys_to_tensors[self._indices_key], keys_to_tensors[self._values_key]
        size = _dense(keys_to_tensors[self._shape_key]) if self._shape_key else self._shape or indices.dense_shape
        rank = shape(indices.indices)[1]
        before = slice_(indices.indices, [0, 0], stack([-1, rank - 1]))
        last = reshape(cast(indices.values, dtypes.int64), [-1, 1])
        found = sparse_tensor.SparseTensor(concat([before, last], 1), values.values, size)
        return sparse_tensor_to_dense(found, self._default_value) if self._densify else found


class Image(ItemHandler):
    """A decoded image, [height, width, channels] of dtype.

    image_key, format_key: "image/encoded" and "image/format"; the format "raw" or "RAW" means the numbers themselves.
    shape: to which it is reshaped.  repeated: whether the feature holds several images.  dct_method: of JPEG images.
    """

    def __init__(
        self,
        image_key=None,
        format_key=None,
        shape=None,
        channels=3,
        dtype=dtypes.uint8,
        repeated=False,
        dct_method="",
    ):
        self._image_key, self._format_key = image_key or "image/encoded", format_key or "image/format"
        super().__init__([self._image_key, self._format_key])
        self._shape, self._channels, self._dtype = shape, channels, dtype
        self._repeated, self._dct_method = repeated, dct_method

    def tensors_to_item(self, keys_to_tensors):
        data, kind = keys_to_tensors[self._image_key], keys_to_tensors[self._format_key]
        if self._repeated:
            return map_fn(lambda one: self._decode(one, kind), data, dtype=self._dtype)
        return self._decode(data, kind)

    def _decode(self, data, kind):
        def jpeg():
            return cast(decode_jpeg(data, channels=self._channels, dct_method=self._dct_method), self._dtype)

        def other():
            return cast(decode_image(data, channels=self._channels), self._dtype)

        image: Any = case(
            [(logical_or(equal(kind, "raw"), equal(kind, "RAW")), lambda: decode_raw(data, out_type=self._dtype))],
            default=lambda: cond(is_jpeg(data), jpeg, other, name="cond_jpeg"),
            exclusive=True,
        )
        image.set_shape([None, None, self._channels])
        return image if self._shape is None else reshape(image, self._shape)


class TFExampleDecoder(DataDecoder):
    """Items of serialized Examples.

    keys_to_features: {feature: FixedLenFeature or VarLenFeature}.  items_to_handlers: {item: ItemHandler}.
    """

    def __init__(self, keys_to_features, items_to_handlers):
        self._keys_to_features = keys_to_features
        self._items_to_handlers = items_to_handlers

    def list_items(self):
        return list(self._items_to_handlers)

    def decode(self, serialized_example, items=None):
        """The tensors of the named items of one Example, or of all. serialized_example: string, scalar."""
        found = parse_single_example(serialized_example, self._keys_to_features)
        for key, feature in sorted(self._keys_to_features.items()):
            if isinstance(feature, FixedLenFeature):
                found[key] = reshape(found[key], feature.shape)
        handlers = [self._items_to_handlers[item] for item in items or self._items_to_handlers]
        return [handler.tensors_to_item({key: found[key] for key in handler.keys}) for handler in handlers]


def _is_sparse(value):
    return isinstance(value, sparse_tensor.SparseTensor)


def _dense(value):
    return sparse_tensor_to_dense(value) if _is_sparse(value) else value
