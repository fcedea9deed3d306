"""tf.contrib.learn.utils.gc: which exports to keep."""

from graphlab._src.contrib.session_bundle.gc import (
    Path,
    get_paths,
    largest_export_versions,
    mod_export_version,
    negation,
    one_of_every_n_export_versions,
    union,
)

__all__ = [
    "Path",
    "get_paths",
    "largest_export_versions",
    "mod_export_version",
    "negation",
    "one_of_every_n_export_versions",
    "union",
]
