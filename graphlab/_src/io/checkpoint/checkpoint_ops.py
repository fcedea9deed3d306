"""The operations that save and restore: what a Saver builds, and what graphs that were made elsewhere hold."""

import contextlib
import glob
import os

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph.constant import constant_value
from graphlab._src.io.checkpoint import slices
from graphlab._src.io.checkpoint import tensor_names as names
from graphlab._src.io.checkpoint.bundle_writer import write_bundle
from graphlab._src.io.checkpoint.formats import missing, open_checkpoint
from graphlab._src.io.checkpoint.merge import merge_bundles
from graphlab._src.io.paths import local_path
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar
from graphlab._src.ops.encoded_values import decoded, encoded


def _prefix(value):
    return local_path(value.item())


@op(
    "SaveV2",
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: *dtypes ->",
    infer=no_outputs,
    host=True,
    stateful=True,
    grad=no_gradient,
    checkpoint="save",
    minimums={"dtypes": 1},
)
def save_v2(prefix, tensor_names, shape_and_slices, tensors, *, dtypes: list[dtypes.DType]):
    """Writes tensors to a checkpoint, under names; what was there stays whole until the new one is.

    shape_and_slices: "" for a whole tensor, or which part of one it is: "4 2 0,2:0,2", sizes and then start,length.
    """
    if not len(tensor_names) == len(shape_and_slices) == len(tensors):
        raise ValueError(
            f"Got {len(tensor_names)} tensor names, {len(shape_and_slices)} slices and {len(tensors)} tensors"
        )
    parts = [part.decode() for part in shape_and_slices]
    values = [encoded(one) if _is_variant(dtype) else one for one, dtype in zip(tensors, dtypes, strict=True)]
    write_bundle(_prefix(prefix), zip(tensor_names, parts, values, strict=True))


def _is_variant(dtype):
    return dtype is dtypes.variant


def _restored_shapes(op):
    parts = constant_value(op.inputs[2])
    count = len(op.attrs["dtypes"])
    for tensor in op.inputs[1:]:
        if tensor.dims is not None and len(tensor.dims) == 1 and tensor.dims[0] not in (None, count):
            raise ShapeError(f"Got {tensor.dims[0]} tensor names or slices and {count} dtypes")
    if parts is None:
        return [None] * len(op.attrs["dtypes"])
    return [tuple(slices.part_shape(*slices.parse(part.decode()))) if part else None for part in parts]


@op(
    "RestoreV2",
    "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: *dtypes",
    infer=_restored_shapes,
    host=True,
    stateful=True,
    grad=no_gradient,
    checkpoint="restore",
    minimums={"dtypes": 1},
)
def restore_v2(prefix, tensor_names, shape_and_slices, *, dtypes: list[dtypes.DType]):
    """Reads tensors from a checkpoint, by their names.

    shape_and_slices: "" for a whole tensor, or which part of it: "4 2 0,2:0,2", sizes and then start,length.
    """
    if not len(tensor_names) == len(shape_and_slices) == len(dtypes):
        raise ValueError(
            f"Got {len(tensor_names)} tensor names, {len(shape_and_slices)} slices and {len(dtypes)} dtypes"
        )
    with open_checkpoint(_prefix(prefix)) as reader:
        wanted = [names.to_text(name) for name in tensor_names]
        for name, dtype in zip(wanted, dtypes, strict=True):
            _check(reader, name, dtype)
        found = [_restored(reader, name, part.decode()) for name, part in zip(wanted, shape_and_slices, strict=True)]
        return [decoded(one) if _is_variant(dtype) else one for one, dtype in zip(found, dtypes, strict=True)]


@op(
    "Restore",
    "file_pattern: string, tensor_name: string -> tensor: dt",
    infer=lambda op: None,
    host=True,
    stateful=True,
    grad=no_gradient,
    checkpoint="restore",
)
def restore(file_pattern, tensor_name, *, dt: dtypes.DType, preferred_shard: int = -1):
    """Reads a tensor from a checkpoint, as graphs did before RestoreV2.

    preferred_shard: has no effect.
    """
    del preferred_shard
    return _read_one(file_pattern, tensor_name, "", dt)


def _slice_shape(op):
    part = constant_value(op.inputs[2])
    return None if part is None or not part.item() else tuple(slices.part_shape(*slices.parse(part.item().decode())))


@op(
    "RestoreSlice",
    "file_pattern: string, tensor_name: string, shape_and_slice: string -> tensor: dt",
    infer=_slice_shape,
    host=True,
    stateful=True,
    grad=no_gradient,
    checkpoint="restore",
)
def restore_slice(file_pattern, tensor_name, shape_and_slice, *, dt: dtypes.DType, preferred_shard: int = -1):
    """Reads a part of a tensor from a checkpoint, as graphs did before RestoreV2: "4 2 0,2:-", or "" for all of it.

    preferred_shard: has no effect.
    """
    del preferred_shard
    return _read_one(file_pattern, tensor_name, shape_and_slice.item().decode(), dt)


def _read_one(prefix, tensor_name, part, dtype):
    with open_checkpoint(_prefix(prefix)) as reader:
        name = names.to_text(tensor_name.item())
        _check(reader, name, dtype)
        return _restored(reader, name, part)


def _check(reader, name, dtype):
    found = reader.dtype(name)
    if found is None:
        raise missing(name, reader)
    if found is not dtype:
        raise InvalidArgumentError(
            None,
            None,
            f"tensor_name = {name}; expected dtype {dtypes.runtime_name(dtype)} does not equal original dtype "
            f"{dtypes.runtime_name(found)}",
        )


def _restored(reader, name, text):
    if not text:
        return reader.read(name)
    shape, part = slices.parse(text)
    if shape != reader.shape(name):
        raise InvalidArgumentError(
            None,
            None,
            f"tensor_name = {name}; shape in shape_and_slice spec {_text(shape)} does not match the shape stored in "
            f"checkpoint: {_text(reader.shape(name))}",
        )
    return reader.read(name, part)


def _text(shape):
    return f"[{','.join(map(str, shape))}]"


_SAID = "{name} must be a scalar, got shape {shape}"


@op(
    "ShardedFilename",
    "basename: string, shard: int32, num_shards: int32 -> filename: string",
    infer=scalar,
    scalars=dict.fromkeys(["basename", "shard", "num_shards"], _SAID),
    host=True,
    grad=no_gradient,
)
def sharded_filename(basename, shard, num_shards):
    """The name of one part of several: basename-00001-of-00003."""
    return np.asarray(b"%s-%05d-of-%05d" % (basename.item(), shard.item(), num_shards.item()), object)


@op(
    "ShardedFilespec",
    "basename: string, num_shards: int32 -> filename: string",
    infer=scalar,
    scalars=dict.fromkeys(["basename", "num_shards"], _SAID),
    host=True,
    grad=no_gradient,
)
def sharded_filespec(basename, num_shards):
    """A pattern that the names of all parts match: basename-?????-of-00003."""
    return np.asarray(b"%s-?????-of-%05d" % (basename.item(), num_shards.item()), object)


@op(
    "MergeV2Checkpoints",
    "checkpoint_prefixes: string, destination_prefix: string ->",
    infer=no_outputs,
    scalars={"destination_prefix": "Input destination_prefix should be a scalar tensor, got {shape} instead."},
    host=True,
    stateful=True,
    grad=no_gradient,
)
def merge_v2_checkpoints(checkpoint_prefixes, destination_prefix, *, delete_old_dirs: bool = True):
    """Makes one checkpoint of several that hold different tensors: their data is moved, one index written.

    delete_old_dirs: remove the folders that they were in, when these are empty then.
    """
    prefixes = [local_path(prefix) for prefix in checkpoint_prefixes.reshape(-1)]
    merge_bundles(prefixes, _prefix(destination_prefix))
    if delete_old_dirs:
        for folder in {os.path.dirname(prefix) for prefix in prefixes}:
            if folder and not glob.glob(glob.escape(folder) + "/*"):
                with contextlib.suppress(OSError):  # the checkpoint is there
                    os.rmdir(folder)
