"""Values for variables, from a checkpoint."""

import logging
import os

from graphlab.contrib.framework.finding import get_variable_full_name
from graphlab.io.checkpoint.reader import CheckpointReader
from graphlab.ops.control_flow import group
from graphlab.ops.identity import placeholder
from graphlab.train.saving.saver import Saver

_log = logging.getLogger("graphlab")


def assign_from_checkpoint(model_path, var_list, ignore_missing_vars=False):
    """(an operation, what to feed it) that together set variables to what a checkpoint holds.

    model_path: the checkpoint.  var_list: variables, or {name in the checkpoint: a variable, or a list of its parts}.
    ignore_missing_vars: leaves variables out that the checkpoint does not hold, with a warning.
    """
    reader, feeds, assignments = CheckpointReader(model_path), {}, []
    for name, variables in _grouped(var_list).items():
        if not reader.has_tensor(name):
            if not ignore_missing_vars:
                raise ValueError(f"Checkpoint is missing variable [{name}]")
            _log.warning("Checkpoint is missing variable [%s]", name)
            continue
        value = reader.get_tensor(name)
        for var in variables:
            given = placeholder(var.dtype.base_dtype, shape=var.shape, name="placeholder/" + var.op.name)
            assignments.append(var.assign(given))
            feeds[given] = _part(name, var, value)
    return group(*assignments), feeds


def _grouped(var_list):
    """{name in the checkpoint: the variable, or its parts, in a list}."""
    if isinstance(var_list, dict):
        return {name: list(value) if isinstance(value, (list, tuple)) else [value] for name, value in var_list.items()}
    groups = {}
    for var in var_list:
        groups.setdefault(get_variable_full_name(var), []).append(var)
    return groups


def _part(name, var, value):
    info = var._save_slice_info
    if info:
        here = zip(info.var_offset, info.var_shape, strict=True)
        return value[tuple(slice(start, start + size) for start, size in here)]
    if tuple(var.shape.as_list()) != value.shape:
        raise ValueError(
            f"Total size of new array must be unchanged for {name} lh_shape: [{value.shape}], rh_shape: [{var.shape}]"
        )
    return value


def assign_from_checkpoint_fn(model_path, var_list, ignore_missing_vars=False, reshape_variables=False):
    """A function of a session that sets variables to what a checkpoint holds; None when it holds none of them.

    reshape_variables: lets a variable have another shape than in the checkpoint. The rest: as assign_from_checkpoint.
    """
    if not var_list:
        raise ValueError("var_list cannot be empty")
    if ignore_missing_vars:
        reader = CheckpointReader(model_path)
        named = var_list if isinstance(var_list, dict) else {var.op.name: var for var in var_list}
        var_list = {name: var for name, var in named.items() if reader.has_tensor(name)}
        for name in named.keys() - var_list.keys():
            _log.warning("Variable %s missing in checkpoint %s", name, os.fsdecode(model_path))
    if not var_list:
        _log.warning("No Variables to restore")
        return None
    saver = Saver(var_list, reshape=reshape_variables)
    return lambda session: saver.restore(session, model_path)
