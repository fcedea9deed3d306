"""h5py as in TensorFlow 1's years: ASCII attributes are bytes, and a dataset has a `value`. Keras 2.2 decodes attributes."""

import importlib.abc
import importlib.machinery
import sys
from typing import Any

import numpy as np

_undo: list[tuple[type, str, Any]] = []  # (class, name, what it was, None where there was nothing)


class _Finder(importlib.abc.MetaPathFinder):
    """Changes h5py when a program imports it: graphlab itself imports it for files of Keras alone."""

    def find_spec(self, fullname, path, target=None):
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target) if fullname == "h5py" else None
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_change(module):
            execute(module)
            _change(module)

        spec.loader.exec_module = execute_and_change
        return spec


_finder = _Finder()


def bring_back():
    """Changes h5py, now if it is imported, or else when it is."""
    if "h5py" in sys.modules:
        _change(sys.modules["h5py"])
    else:
        sys.meta_path.insert(0, _finder)


def take_away():
    """Undoes what bring_back did."""
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
    while _undo:
        owner, name, before = _undo.pop()
        if before is None:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


def _change(h5py: Any):
    decoded = h5py.AttributeManager.__getitem__

    def attribute(self, name):
        """An attribute: text of variable length that the file has as ASCII is bytes, as it was before h5py 3."""
        value = decoded(self, name)
        text = h5py.check_string_dtype(self.get_id(name).dtype)
        if text is None or text.length is not None or text.encoding != "ascii" or isinstance(value, h5py.Empty):
            return value
        return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else _encoded(value)

    _set(h5py.AttributeManager, "__getitem__", attribute)
    if not hasattr(h5py.Dataset, "value"):
        _set(h5py.Dataset, "value", property(lambda self: self[()], doc="The whole dataset, as `dataset[()]`."))


def _encoded(array: np.ndarray) -> np.ndarray:
    encoded = [text.encode("utf-8", "surrogateescape") for text in array.flat]
    return np.array(encoded, array.dtype).reshape(array.shape)


def _set(owner: type, name: str, value: Any):
    _undo.append((owner, name, vars(owner).get(name)))
    setattr(owner, name, value)
