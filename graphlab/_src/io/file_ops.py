"""Files by name: what operations read and write, with TensorFlow's errors for what is not there."""

import errno
import glob
import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, errors
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.io.paths import failure, file_errors, local_path
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.variable import Variable

_FIXED_PART: Any = re.compile(r"[^*?\\[]*")


def read_bytes(path, op=None):
    """What the file holds. path: bytes or text.  op: the Operation that wants it."""
    with file_errors(path, op):
        return Path(local_path(path, op)).read_bytes()


def matching_paths(pattern, op=None):
    """The names of the files that match a pattern, in order.

    pattern: bytes, with * ? and [...].  op: the Operation that reads.
    Raises NotFoundError when the folder before the first of these is not there.
    """
    pattern = os.fsdecode(pattern).replace("[^", "[!")
    folder = os.path.dirname(_FIXED_PART.match(pattern)[0]) or "."
    if not os.path.isdir(folder):
        raise failure(errors.NotFoundError, op, f"{folder}; No such file or directory")
    return sorted(os.fsencode(path) for path in glob.glob(pattern, include_hidden=True))


def _scalar_text(op):
    for tensor in op.inputs:
        with_rank(tensor.dims, 0)
    return () if op.type == "ReadFile" else []


@op("ReadFile", "filename: string -> contents: string", infer=_scalar_text, host=True, grad=no_gradient)
def read_file(filename, *, context):
    """What a file holds: string, scalar.

    filename: string, scalar.  A run raises NotFoundError when there is no such file.
    """
    return np.asarray(read_bytes(filename.item(), context.op), object)


@op(
    "WriteFile",
    "filename: string, contents: string ->",
    infer=_scalar_text,
    scalars={
        "filename": "Input filename tensor must be scalar, but had shape: {shape}",
        "contents": "Contents tensor must be scalar, but had shape: {shape}",
    },
    host=True,
    stateful=True,
    grad=no_gradient,
)
def write_file(filename, contents, *, context):
    """Writes a string to a file; folders that are not there are made."""
    name = filename.item()
    path = Path(local_path(name, context.op))
    with file_errors(name, context.op):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:  # a file where a folder should be
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
        path.write_bytes(contents.item())


def _names(op):
    dims = op.inputs[0].dims
    if dims is not None and len(dims) > 1:
        raise ShapeError(f"Shape must be at most rank 1 but is rank {len(dims)}", "pass one pattern, or a list")
    return (None,)


@op("MatchingFiles", "pattern: string -> filenames: string", infer=_names, host=True, grad=no_gradient)
def matching_files(pattern, *, context):
    """The names of the files that match one or several patterns, in order: string, a vector."""
    if pattern.ndim > 1:
        shape = ",".join(map(str, pattern.shape))
        message = f"Input patterns tensor must be scalar or vector, but had shape: [{shape}]"
        raise failure(InvalidArgumentError, context.op, message)
    found = sorted(path for one in pattern.ravel() for path in matching_paths(one, context.op))
    return np.asarray(found, dtypes.string.as_numpy_dtype)


def match_filenames_once(pattern, name=None):
    """A local variable with the names of the files that match, in order; found when it is initialized.

    pattern: a file pattern with * and ?, or several of them.
    """
    with name_scope(name, "matching_filenames", [pattern]) as name:
        return Variable(
            name=name,
            initial_value=matching_files(pattern),
            trainable=False,
            validate_shape=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )
