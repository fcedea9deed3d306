"""HDF5Matrix: an array in an HDF5 file, of which only what is requested is read."""

import numpy as np

from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.engine.hdf5 import h5py


class HDF5Matrix:
    """Rows start … end of an array in a file, for training without all of it in memory.

    datapath: the file.  dataset: the array's name in it.  normalizer: a function of what is read.
    """

    refs = {}  # files that are open

    def __init__(self, datapath, dataset, start=0, end=None, normalizer=None):
        if datapath not in self.refs:
            self.refs[datapath] = h5py().File(datapath, "r")
        self.data = self.refs[datapath][dataset]
        self.start = start
        self.end = self.data.shape[0] if end is None else end
        self.normalizer = normalizer

    def __len__(self):
        return self.end - self.start

    def __getitem__(self, key):
        if isinstance(key, slice):
            start, stop, _ = key.indices(len(self))
            found = self.data[start + self.start : stop + self.start]
        elif isinstance(key, (int, np.integer)):
            if not 0 <= key < len(self):
                raise IndexError
            found = self.data[key + self.start]
        else:
            rows = np.asarray(key)
            if rows.max(initial=0) >= len(self):
                raise IndexError
            unique_rows, places = np.unique(rows + self.start, return_inverse=True)
            found = self.data[unique_rows.tolist()][places]
        return found if self.normalizer is None else self.normalizer(found)

    @property
    def shape(self):
        """How many rows, and their shape."""
        return (len(self), *self.data.shape[1:])

    dtype = attribute("data.dtype", "The type of the elements.")
    ndim = attribute("data.ndim", "The number of axes.")

    @property
    def size(self):
        """The number of elements."""
        return int(np.prod(self.shape))
