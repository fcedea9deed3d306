"""The file `checkpoint` in a folder, which says what checkpoints there are, and finding and removing them."""

import glob
import logging
import os
import re

from google.protobuf.text_format import ParseError

from graphlab._src.base.errors import OpError
from graphlab._src.io import file_system
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.checkpoint.paths import data_paths, index_path, previous_path
from graphlab._src.io.file_io import FileIO
from graphlab._src.io.paths import local_path
from graphlab._src.proto import SaverDef, text_format
from graphlab._src.proto.checkpoints import CheckpointState

_SHARD = re.compile(r"-[\d\?]+-of-\d+$")
_log = logging.getLogger("graphlab")


def generate_checkpoint_state_proto(
    save_dir,
    model_checkpoint_path,
    all_model_checkpoint_paths=None,
    all_model_checkpoint_timestamps=None,
    last_preserved_timestamp=None,
):
    """A CheckpointState; paths are made relative to save_dir where that is not absolute.

    save_dir: the folder of the checkpoints.  model_checkpoint_path: the latest.
    all_model_checkpoint_paths: those that exist, oldest first.  all_model_checkpoint_timestamps: seconds since 1970.
    """
    paths = [] if all_model_checkpoint_paths is None else all_model_checkpoint_paths
    if not paths or paths[-1] != model_checkpoint_path:
        _log.info("%s is not in all_model_checkpoint_paths. Manually adding it.", model_checkpoint_path)
        paths.append(model_checkpoint_path)  # to the caller's list, too
    if all_model_checkpoint_timestamps and len(all_model_checkpoint_timestamps) != len(paths):
        raise ValueError(
            f"Checkpoint timestamps, if provided, must match checkpoint paths (got paths {paths} and timestamps "
            f"{all_model_checkpoint_timestamps})"
        )
    if not os.path.isabs(save_dir):
        paths = [_relative(path, save_dir) for path in paths]
        model_checkpoint_path = _relative(model_checkpoint_path, save_dir)
    return CheckpointState(
        model_checkpoint_path=model_checkpoint_path,
        all_model_checkpoint_paths=paths,
        all_model_checkpoint_timestamps=all_model_checkpoint_timestamps,
        last_preserved_timestamp=last_preserved_timestamp,
    )


def _relative(path, folder):
    return path if os.path.isabs(path) else os.path.relpath(path, folder or ".")


def update_checkpoint_state(
    save_dir,
    model_checkpoint_path,
    all_model_checkpoint_paths=None,
    latest_filename=None,
    all_model_checkpoint_timestamps=None,
    last_preserved_timestamp=None,
):
    """Writes the file `checkpoint` of a folder; latest_filename: another name for it. The rest: what it says."""
    record_state(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        latest_filename,
        False,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
    )


def record_state(
    save_dir,
    model_checkpoint_path,
    all_model_checkpoint_paths=None,
    latest_filename=None,
    save_relative_paths=False,
    all_model_checkpoint_timestamps=None,
    last_preserved_timestamp=None,
):
    """The same; save_relative_paths: with paths relative to the folder, so that the folder can be moved."""
    path = state_path(save_dir, latest_filename)
    latest, others = model_checkpoint_path, list(all_model_checkpoint_paths or [])
    if save_relative_paths:
        latest, *others = [os.path.relpath(one, save_dir) if os.path.isabs(one) else one for one in (latest, *others)]
    state = generate_checkpoint_state_proto(
        save_dir, latest, others, all_model_checkpoint_timestamps, last_preserved_timestamp
    )
    if path == state.model_checkpoint_path:
        raise RuntimeError(
            f"Save path '{model_checkpoint_path}' conflicts with path used for checkpoint state.  Please use a different "
            "save path."
        )
    write_atomically(path, text_format.MessageToString(state).encode())


def state_path(folder, latest_filename=None):
    """The file that says what checkpoints a folder has."""
    return os.path.join(folder, latest_filename or "checkpoint")


def get_checkpoint_state(checkpoint_dir, latest_filename=None):
    """The CheckpointState of a folder; None when there is none, or it can't be read.

    Its model_checkpoint_path is the latest checkpoint, all_model_checkpoint_paths those that are retained.
    checkpoint_dir: the folder.  latest_filename: its file that names the checkpoints, "checkpoint" when left out.
    """
    checkpoint_dir = os.fspath(checkpoint_dir)
    path = state_path(checkpoint_dir, latest_filename)
    try:
        if not file_system.exists(path):
            return None
        state = text_format.Parse(FileIO(path, "rb").read(), CheckpointState())
    except (OpError, ParseError, UnicodeDecodeError) as error:
        _log.warning("%s: %s", type(error).__name__, error)
        _log.warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {checkpoint_dir}")
    paths = [state.model_checkpoint_path, *state.all_model_checkpoint_paths]
    outside = next(filter(_leaves, paths), None)
    if outside is not None:
        _log.warning("%s: Checkpoint ignored: it names %s, outside of its own folder", path, outside)
        return None
    state.model_checkpoint_path, *others = [os.path.join(checkpoint_dir, one) for one in paths]
    state.all_model_checkpoint_paths[:] = others
    return state


def _leaves(path):
    """True for a path that goes up and out of the folder that it is in; a whole path says itself where it is."""
    return os.path.normpath(path).split(os.sep)[0] == os.pardir


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    """The path of the latest checkpoint of a folder, for Saver.restore(); None when there is none.

    checkpoint_dir: the folder.  latest_filename: its file that names the checkpoints, "checkpoint" when left out.
    """
    looked_for = None
    while True:
        state = get_checkpoint_state(checkpoint_dir, latest_filename)
        if state is None:
            return None
        path = state.model_checkpoint_path
        if checkpoint_exists(path):
            return path
        if path == looked_for:
            _log.error("Couldn't match files for checkpoint %s", path)
            return None
        looked_for = path  # it may have been removed by who has written a later one meanwhile


def _files(prefix):
    """The files that show that a checkpoint exists: the index, or in the V1 format the files themselves."""
    for pattern in (index_path(prefix), prefix):
        path = local_path(pattern)
        if os.path.isfile(path):
            return [path]
        found = sorted(name for name in glob.glob(path) if os.path.isfile(name))
        if found:
            return found
    return []


def checkpoint_exists(checkpoint_prefix):
    """True when there is a checkpoint of that path, in the V2 or the V1 format.

    checkpoint_prefix: the path that Saver.save() returned.
    """
    return bool(_files(checkpoint_prefix))


def get_checkpoint_mtimes(checkpoint_prefixes):
    """The times at which checkpoints were written, in seconds since 1970; those that are not there are left out."""
    return [os.stat(files[0]).st_mtime for files in map(_files, checkpoint_prefixes) if files]


def remove_checkpoint(checkpoint_prefix, checkpoint_format_version=SaverDef.V2, meta_graph_suffix="meta"):
    """Removes the files of a checkpoint, and its graph. A Saver of the V1 format writes V2 files, which go as well."""
    prefix = local_path(checkpoint_prefix)
    data = data_paths(prefix)
    paths = [meta_graph_filename(prefix, meta_graph_suffix), index_path(prefix), *data, *map(previous_path, data)]
    if checkpoint_format_version != SaverDef.V2:
        paths += glob.glob(prefix)
    for path in paths:
        if os.path.exists(path):
            file_system.remove(path)


def meta_graph_filename(checkpoint_filename, meta_graph_suffix="meta"):
    """The file that holds the graph of a checkpoint."""
    return _SHARD.sub("", checkpoint_filename) + f".{meta_graph_suffix}"
