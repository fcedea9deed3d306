"""Datasets that store elements: all of them, or those that came before."""

import os

import numpy as np

from graphlab._src.base.errors import AlreadyExistsError
from graphlab._src.data.runtime import End, Unary, dataset, unboxed
from graphlab._src.graph import tensor_proto
from graphlab._src.io.tf_record import TFRecordWriter, tf_record_iterator
from graphlab._src.proto import TensorProto


@dataset("CacheDataset", "input_dataset: variant, filename: string")
class Cache(Unary):
    """A dataset whose elements are cached when they are first read: in memory, or in a file of that name."""

    @staticmethod
    def cardinality(stored):
        return unboxed(stored.input_dataset).cardinality

    def start(self, stored, run):
        self._cached = []
        self._path = os.fsdecode(stored.text("filename"))
        self._source = self._lock = None
        if stored.shared is None and self._path:
            stored.shared = _loaded(self._path, len(stored.op.attrs["output_types"]))
        if stored.shared is not None:
            self._ready = iter(stored.shared)
            return
        self._ready = None
        if self._path:
            self._lock = _Lock(self._path)
        super().start(stored, run)

    def next(self):
        if self._ready is not None:
            for element in self._ready:
                return element
            raise End
        try:
            element = self.source.next()
        except End:
            if self._path:
                _save(self._path, self._cached)
                self._lock = None
            self.stored.shared = self._cached
            self._ready = iter(())
            raise
        self._cached.append(element)
        return element


class _Lock:
    """A lock file beside the cache, which shows that the cache is being written; removed with this object."""

    def __init__(self, path):
        self._path = f"{path}_0.lockfile"
        try:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            text = (
                "There appears to be a concurrent caching iterator running - cache lockfile already exists "
                f"('{self._path}'). If you are sure no other running TF computations are using this cache prefix, delete "
                "the lockfile and re-initialize the iterator."
            )
            self._path = ""
            raise AlreadyExistsError(None, None, text) from None

    def __del__(self):
        if self._path and os.path.exists(self._path):
            os.remove(self._path)


def _save(path, elements):
    with TFRecordWriter(f"{path}.index") as file:
        for element in elements:
            for part in element:
                file.write(tensor_proto.encode(np.asarray(part)).SerializeToString())


def _loaded(path, parts):
    """The elements of a finished cache, of so many parts each, or None."""
    if not os.path.exists(f"{path}.index"):
        return None
    found = [tensor_proto.decode(TensorProto.FromString(record)) for record in tf_record_iterator(f"{path}.index")]
    return [found[i : i + parts] for i in range(0, len(found), parts)]


def _unique(op_type):
    @dataset(op_type, "input_dataset: variant")
    class Unique(Unary):
        """A dataset without the elements that came before."""

        def start(self, stored, run):
            super().start(stored, run)
            self._seen = set()

        def next(self):
            while True:
                element = self.source.next()
                key = element[0].shape, tuple(element[0].ravel().tolist())
                if key not in self._seen:
                    self._seen.add(key)
                    return element

    return Unique


Unique = _unique("UniqueDataset")
_unique("ExperimentalUniqueDataset")
