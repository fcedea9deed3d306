"""Opening a checkpoint by its prefix, whichever format it is in, and saying clearly what it does not hold."""

import difflib
import glob
import os

from graphlab._src.base.errors import NotFoundError
from graphlab._src.io.checkpoint.bundle_reader import BundleReader
from graphlab._src.io.checkpoint.paths import index_path
from graphlab._src.io.checkpoint.v1_reader import V1Reader

_SHOWN = 10  # names of tensors in a message


def open_checkpoint(prefix):
    """The reader of a checkpoint. Raises NotFoundError when there is none."""
    if os.path.exists(index_path(prefix)):
        return BundleReader(prefix)
    paths = sorted(path for path in {prefix, *glob.glob(prefix)} if os.path.isfile(path))
    if paths:
        return V1Reader(prefix, paths)
    raise NotFoundError(
        None,
        None,
        f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}\n"
        "  fix     pass the path that Saver.save() returned, without .index or .data-…; "
        "tf.train.latest_checkpoint(folder) finds it",
    )


def checkpoint_fault(prefix):
    """What the data files of a checkpoint lack of what its index names, in a clause; None where they have its length.

    The values themselves are not read.
    """
    if not os.path.exists(index_path(prefix)):
        return None
    with BundleReader(prefix) as reader:
        return reader.fault()


def missing(name, reader):
    """The NotFoundError for a tensor that a checkpoint does not hold: it lists what it does hold."""
    names = reader.names()
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6) if len(names) < 10000 else []
    shown = near + [one for one in names if one not in near][: _SHOWN - len(near)]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    listed = ", ".join(shown) or "nothing"
    return NotFoundError(
        None,
        None,
        f'Key {name} not found in checkpoint\n  Tensor name "{name}" not found in checkpoint files {reader.prefix}; it '
        f"holds: {listed}{more}",
    )
