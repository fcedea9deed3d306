"""Making one checkpoint of several: their data files become its parts."""

import os

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.io.atomic_file import given_up, merged, remove_leftovers, temporary_file
from graphlab._src.io.checkpoint.bundle_reader import BundleReader
from graphlab._src.io.checkpoint.bundle_writer import write_index
from graphlab._src.io.checkpoint.paths import data_path, index_path
from graphlab._src.io.checkpoint.publish import publish
from graphlab._src.io.paths import file_errors
from graphlab._src.proto.checkpoints import BundleEntryProto


def merge_bundles(prefixes, destination):
    """Moves the data of checkpoints to another prefix, and writes an index for all of it.

    Raises InvalidArgumentError when two of them hold the same tensor.
    """
    try:
        _merge(prefixes, destination)
    except BaseException:
        for prefix in prefixes:
            given_up(os.path.dirname(prefix))
        raise


def _merge(prefixes, destination):
    entries, moved = {}, []
    for prefix in prefixes:
        with BundleReader(prefix) as reader:
            first = len(moved)
            moved += [data_path(prefix, shard, reader.num_shards) for shard in range(reader.num_shards)]
            for key, entry in reader.entries.items():
                _add(entries, key, entry, first)
    paths = {data_path(destination, i, len(moved)): path for i, path in enumerate(moved)}
    with file_errors(destination):
        remove_leftovers(os.path.dirname(destination) or ".")
        with temporary_file(index_path(destination)) as index:
            write_index(index, entries, len(moved))
            publish(destination, paths, index.name)
        for prefix in prefixes:
            os.unlink(index_path(prefix))
        for folder in {os.path.dirname(prefix) for prefix in prefixes}:
            merged(folder)


def _add(entries, key, entry, first):
    """Adds an entry whose data is in parts from `first` on; of a tensor in parts every checkpoint may hold some."""
    if key not in entries:
        entries[key] = BundleEntryProto()
        entries[key].CopyFrom(entry)
        if not entry.slices:
            entries[key].shard_id += first
        return
    known = entries[key]
    if not (known.slices and entry.slices and known.shape == entry.shape and known.dtype == entry.dtype):
        raise InvalidArgumentError(
            None,
            None,
            f"Found duplicate keys during merging: {key.decode(errors='replace')} is in two of the checkpoints",
        )
    known.slices.extend(entry.slices)
