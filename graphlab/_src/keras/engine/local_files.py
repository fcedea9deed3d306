"""Data sets that lie on this machine: nothing is downloaded."""

import os
import tarfile
import zipfile

from graphlab._src.base.errors import explain


def local_path(name, cache_dir=None, cache_subdir="datasets", origin=None):
    """Where a file lies: as it is named, or below cache_dir (~/.keras); FileNotFoundError when it is not there."""
    cached = os.path.join(cache_dir or os.path.join(os.path.expanduser("~"), ".keras"), cache_subdir, name)
    for path in (name, cached):
        if os.path.exists(path):
            return path
    source = f", it is to be had from {origin}," if origin else ""
    raise FileNotFoundError(
        explain(f"There is no file {name}{source} and graphlab downloads nothing.", fix=f"put the file at {cached}")
    )


def get_file(
    fname,
    origin,
    untar=False,
    md5_hash=None,
    file_hash=None,
    cache_subdir="datasets",
    hash_algorithm="auto",
    extract=False,
    archive_format="auto",
    cache_dir=None,
):
    """The path of a file that lies below cache_dir (~/.keras). untar, extract: unpacks it beside."""
    if untar:
        folder = os.path.join(cache_dir or os.path.join(os.path.expanduser("~"), ".keras"), cache_subdir)
        if os.path.exists(os.path.join(folder, fname)):
            return os.path.join(folder, fname)
        packed = local_path(fname + ".tar.gz", cache_dir, cache_subdir, origin)
        with tarfile.open(packed) as archive:
            archive.extractall(os.path.dirname(packed), filter="data")
        return os.path.join(os.path.dirname(packed), fname)
    path = local_path(fname, cache_dir, cache_subdir, origin)
    if extract:
        unpack(path)
    return path


def unpack(path, folder=None, kinds=("tar", "zip")):
    """Unpacks an archive into a folder, or beside itself; False where it is of none of these kinds."""
    folder = os.path.dirname(path) if folder is None else folder
    if "tar" in kinds and tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
        return True
    if "zip" in kinds and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        return True
    return False
