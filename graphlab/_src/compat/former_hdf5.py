"""h5py as in TensorFlow 1's years, which the package Keras relies on.

ASCII attributes are bytes, a dataset has a `value`, a file a `fid`, and one that is opened without a mode may be written or made.
"""

import importlib.abc
import importlib.machinery
import sys
from typing import Any

import numpy as np

from graphlab._src.compat.replacements import Replacements

_replacements = Replacements()


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
    _replacements.undo()


def _change(h5py: Any):
    decoded, open_file = h5py.AttributeManager.__getitem__, h5py.File.__init__

    def attribute(self, name):
        """An attribute: text of variable length that the file has as ASCII is bytes, as it was before h5py 3."""
        value = decoded(self, name)
        text = h5py.check_string_dtype(self.get_id(name).dtype)
        if text is None or text.length is not None or text.encoding != "ascii" or isinstance(value, h5py.Empty):
            return value
        return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else _encoded(value)

    def opened(self, name, mode=None, *args, **kwargs):
        """A file: without a mode it is opened to be written, or else to be read, or else it is made."""
        modes = ("r",) if kwargs.get("swmr") else ("r+", "r", "w-")
        for tried in modes if mode is None else (mode,):
            try:
                return open_file(self, name, tried, *args, **kwargs)
            except OSError:
                if mode is not None or tried == modes[-1]:
                    raise

    _replacements.set(h5py.AttributeManager, "__getitem__", attribute)
    _replacements.set(h5py.File, "__init__", opened)
    for owner, name, read in (h5py.Dataset, "value", lambda self: self[()]), (h5py.File, "fid", lambda self: self.id):
        if not hasattr(owner, name):
            _replacements.set(owner, name, property(read))


def _encoded(array: np.ndarray) -> np.ndarray:
    encoded = [text.encode("utf-8", "surrogateescape") for text in array.flat]
    return np.array(encoded, array.dtype).reshape(array.shape)
