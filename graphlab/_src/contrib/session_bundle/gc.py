"""Which exports to keep: functions that choose some of a list of Paths, by their versions."""

import collections
import math
import os
from typing import Any

from graphlab._src.io import file_system

Path: Any = collections.namedtuple("Path", "path export_version")


def largest_export_versions(n):
    """Keeps the n largest versions."""

    def keep(paths):
        known = [(path.export_version, i) for i, path in enumerate(paths) if path.export_version is not None]
        return sorted(paths[i] for _, i in sorted(known, reverse=True)[:n])

    return keep


def one_of_every_n_export_versions(n):
    """Keeps the largest version of each of the intervals [0, n], (n, 2n], (2n, 3n] and so on."""

    def keep(paths):
        largest: dict[int, Any] = {}
        for path in paths:
            version = path.export_version
            if version is None:
                continue
            interval = math.floor((version - 1) / n) if version else 0
            if interval not in largest or largest[interval].export_version < version:
                largest[interval] = path
        return sorted(largest.values())

    return keep


def mod_export_version(n):
    """Keeps the versions that n divides."""
    return lambda paths: sorted(path for path in paths if path.export_version % n == 0)


def union(lf, rf):
    """Keeps what either function keeps."""
    return lambda paths: sorted({*lf(paths), *rf(paths)})


def negation(f):
    """Keeps what the function does not."""
    return lambda paths: sorted({*paths} - {*f(paths)})


def get_paths(base_dir, parser):
    """The Paths in a folder. parser(Path) -> the Path with its version, or None for one to leave out."""
    found = (parser(Path(os.path.join(base_dir, name), None)) for name in file_system.listdir(base_dir))
    return sorted(path for path in found if path)
