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
        self._next = 0
        self._ready = stored.shared
        if self._ready is not None:
            return
        if self._path:
            self._lock = _Lock(self._path)
        super().start(stored, run)

    def next(self):
        if self._ready is not None:
            if self._next >= len(self._ready):
                raise End
            self._next += 1
            return self._ready[self._next - 1]
        try:
            element = self.source.next()
        except End:
            if self._path:
                _save(self._path, self._cached)
                self._lock = None
            self.stored.shared = self._ready = self._cached
            self._next = len(self._cached)
            raise
        self._cached.append(element)
        return element

    @property
    def path(self):
        return "::FileCache" if self._path else "::MemoryCache"

    def save(self, to):
        elements = self._cached if self._ready is None else self._ready
        to["Mode"] = 1 if self._ready is None else 0
        to.mark("cache_claimed")
        if not self._path or self._ready is None:
            to["cache_size"] = len(elements)
            for i, element in enumerate(elements):
                to.save_element(f"cache[{i}].size", f"cache[{i}][{{}}]", element)
        if self._ready is not None:
            to.mark("cache_completed")
        within = to.within("Impl")
        if self._ready is None:
            super().save(within)
        else:
            within["cur_index" if self._path else "index"] = self._next

    def restore(self, saved):
        within = saved.within("Impl")
        reads = not saved.number("Mode")
        if "cache_size" in saved:
            cached = [saved.element(f"cache[{i}].size", f"cache[{i}][{{}}]") for i in range(saved.number("cache_size"))]
            if reads or "cache_completed" in saved:
                self._ready = self.stored.shared = cached
                self._next = len(cached)
                self._lock = None
            else:
                self._cached = cached
        if reads and self._ready is not None:
            self._next = within.number("cur_index" if self._path else "index")
        elif not reads and self._ready is None:
            super().restore(within)


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
            self._seen = {}  # {shape and numbers: value}

        def next(self):
            while True:
                element = self.source.next()
                key = element[0].shape, tuple(element[0].ravel().tolist())
                if key not in self._seen:
                    self._seen[key] = element[0]
                    return element

        def save(self, to):
            super().save(to)
            to["unique_elements_size"] = len(self._seen)
            for i, value in enumerate(self._seen.values()):
                to[f"unique_elements[{i}]"] = value

        def restore(self, saved):
            super().restore(saved)
            values = [saved[f"unique_elements[{i}]"] for i in range(saved.number("unique_elements_size"))]
            self._seen = {(value.shape, tuple(value.ravel().tolist())): value for value in values}

    return Unique


Unique = _unique("UniqueDataset")
_unique("ExperimentalUniqueDataset")
