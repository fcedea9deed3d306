"""Values for variables, by name or from a checkpoint."""

import logging

from graphlab._src.contrib.framework.variable_filters import get_variable_full_name
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.io.checkpoint.reader import NewCheckpointReader
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import placeholder
from graphlab._src.train.saving.saver import Saver

_log = logging.getLogger("graphlab")


def assign_from_values(var_names_to_values):
    """(an operation, what to feed it) that together set variables. var_names_to_values: {name: array}."""
    feeds, assignments = {}, []
    for name, value in var_names_to_values.items():
        var = _variable(name)
        given = placeholder(var.dtype.base_dtype, shape=var.shape, name="placeholder/" + var.op.name)
        assignments.append(var.assign(given))
        feeds[given] = value.reshape(var.shape.as_list())
    return group(*assignments), feeds


def assign_from_values_fn(var_names_to_values):
    """A function of a session that sets variables. var_names_to_values: {name: array}."""
    assignment, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(assignment, feeds)


def assign_from_checkpoint(model_path, var_list, ignore_missing_vars=False):
    """(an operation, what to feed it) that together set variables to what a checkpoint holds.

    var_list: variables, or {name in the checkpoint: variable or list of parts}.
    ignore_missing_vars: True leaves alone what the checkpoint does not hold; otherwise that is a ValueError.
    """
    reader = NewCheckpointReader(model_path)
    feeds, assignments = {}, []
    for name, parts in _by_name(var_list).items():
        if not reader.has_tensor(name):
            if not ignore_missing_vars:
                raise ValueError(f"Checkpoint is missing variable [{name}]")
            _log.warning("Checkpoint is missing variable [%s]", name)
            continue
        value = reader.get_tensor(name)
        for var in parts:
            given = placeholder(var.dtype.base_dtype, shape=var.shape, name="placeholder/" + var.op.name)
            assignments.append(var.assign(given))
            feeds[given] = _part(value, var, name)
    return group(*assignments), feeds


def _by_name(var_list):
    grouped = {}
    if isinstance(var_list, (tuple, list)):
        for var in var_list:
            grouped.setdefault(get_variable_full_name(var), []).append(var)
        return grouped
    return {name: list(v) if isinstance(v, (tuple, list)) else [v] for name, v in var_list.items()}


def _part(value, var, name):
    """The part of a checkpoint's value that a variable is assigned: all of it, or a slice."""
    part = getattr(var, "_save_slice_info", None)
    if part:
        return value[tuple(slice(o, o + n) for o, n in zip(part.var_offset, part.var_shape, strict=True))]
    if tuple(var.shape.as_list()) != value.shape:
        raise ValueError(
            f"Total size of new array must be unchanged for {name} lh_shape: [{value.shape}], rh_shape: [{var.shape}]"
        )
    return value


def assign_from_checkpoint_fn(model_path, var_list, ignore_missing_vars=False, reshape_variables=False):
    """A function of a session that sets variables to what a checkpoint holds; None where that is nothing.

    var_list: variables, or {name in the checkpoint: variable}.  reshape_variables: True lets shapes differ.
    """
    if not var_list:
        raise ValueError("var_list cannot be empty")
    if ignore_missing_vars:
        reader = NewCheckpointReader(model_path)
        wanted = var_list if isinstance(var_list, dict) else {var.op.name: var for var in var_list}
        for name in wanted:
            if not reader.has_tensor(name):
                _log.warning("Variable %s missing in checkpoint %s", name, model_path)
        var_list = {name: var for name, var in wanted.items() if reader.has_tensor(name)}
    if not var_list:
        _log.warning("No Variables to restore")
        return None
    saver = Saver(var_list, reshape=reshape_variables)
    return lambda session: saver.restore(session, model_path)


def _variable(name):
    found = get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, name)
    if not found:
        raise ValueError(f"Variable {name} wasn't found")
    if len(found) == 1:
        return found[0]
    for var in found:
        if var.op.name == name:
            return var
    raise ValueError(f"Variable {name} doesn't uniquely identify a variable")
