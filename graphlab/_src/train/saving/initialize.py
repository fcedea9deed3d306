"""tf.train.init_from_checkpoint: variables whose initializers read a checkpoint."""

import logging

from graphlab._src.graph.scopes import device
from graphlab._src.io.checkpoint.checkpoint_ops import restore_v2
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.variable import Variable
from graphlab._src.state.variable_store import variable_store
from graphlab._src.train.saving.checkpoint_utils import checkpoint_path, load_checkpoint
from graphlab._src.train.saving.saveable import names_of, saveables_for

_log = logging.getLogger("graphlab")


def init_from_checkpoint(ckpt_dir_or_file, assignment_map):
    """Lets the initializers of variables read a checkpoint.

    ckpt_dir_or_file: a checkpoint, or a folder of them.
    assignment_map: {name in the checkpoint: a variable, a list of its parts, or the name of one from get_variable}, or
    {"scope in the checkpoint/": "scope of variables/"} for all variables of a scope; "/" is the outermost.
    Raises ValueError for a tensor that the checkpoint does not hold, or one of another shape.
    """
    reader = load_checkpoint(ckpt_dir_or_file)
    there = reader.get_variable_to_shape_map()
    path = checkpoint_path(ckpt_dir_or_file)
    known = variable_store()._vars
    for tensor_name, target in sorted(assignment_map.items(), key=lambda item: item[0]):
        found = _variable(target, known)
        if found is None:
            for name, variable in _of_scopes(tensor_name, target, known, there, ckpt_dir_or_file):
                set_variable_or_list_initializer(variable, path, name)
            continue
        if tensor_name not in there:
            raise ValueError(f"Tensor {tensor_name} is not found in {ckpt_dir_or_file} checkpoint {there}")
        if isinstance(found, Variable) and not found.get_shape().is_compatible_with(there[tensor_name]):
            raise ValueError(
                f"Shape of variable {found.name} ({found.get_shape()}) doesn't match with shape of tensor {tensor_name} "
                f"({there[tensor_name]}) from checkpoint reader."
            )
        set_variable_or_list_initializer(found, path, tensor_name)


def _variable(target, known):
    """The variable, or the list of its parts, that is meant; None for the name of a scope."""
    if isinstance(target, Variable) or (isinstance(target, list) and all(isinstance(one, Variable) for one in target)):
        return target
    if isinstance(target, PartitionedVariable):
        return target._get_variable_list()
    return _by_name(target, known)


def _by_name(name, known):
    return known[name] if name in known else collect_partitioned_variable(name, known)


def collect_partitioned_variable(name, all_vars):
    """The parts of a variable, in their order; None where there is none of that name. all_vars: {name: variable}."""
    found = []
    while f"{name}/part_{len(found)}" in all_vars:
        found.append(all_vars[f"{name}/part_{len(found)}"])
    return found or None


def _of_scopes(tensor_scope, target, known, there, given):
    """(name of a tensor, variable) for each variable of a scope."""
    scope = target.rpartition("/")[0]
    if not tensor_scope.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {scope} should map to scope only {tensor_scope}. Should be 'scope/': "
            "'other_scope/'."
        )
    names = {name.partition("/part_")[0] for name in known if not scope or name.startswith(scope + "/")}
    for name in sorted(names):
        within = name[len(scope) + 1 :] if scope else name
        tensor = (within if tensor_scope == "/" else tensor_scope + within).removesuffix("/")
        if tensor not in there:
            raise ValueError(f"Tensor {tensor} ({within} in {tensor_scope}) is not found in {given} checkpoint")
        yield tensor, _by_name(name, known)


def set_variable_or_list_initializer(variable_or_list, ckpt_file, tensor_name):
    """Makes the initializer of a variable, or of each part of one, read a tensor of a checkpoint."""
    if isinstance(variable_or_list, Variable):
        set_checkpoint_initializer(variable_or_list, ckpt_file, tensor_name, "")
        return
    names = {part._save_slice_info.full_name for part in variable_or_list}
    if len(names) > 1:
        raise ValueError(f"Slices must all be from the same tensor: {' != '.join(sorted(names))}")
    for part in variable_or_list:
        set_checkpoint_initializer(part, ckpt_file, tensor_name, part._save_slice_info.spec)


def set_checkpoint_initializer(variable, ckpt_file, tensor_name, slice_spec, name="checkpoint_initializer"):
    """Makes the initializer of a variable read a tensor of a checkpoint. slice_spec: which part of it, "" for all."""
    with device(variable.device), device("/cpu:0"):
        dtype = variable.dtype.base_dtype
        tensor = restore_v2(ckpt_file, [tensor_name], [slice_spec], dtypes=[dtype], name=name)[0]
        ((saved_name, saved),) = names_of([variable]).items()
        (saveable,) = saveables_for(saved, saved_name)
    variable._initializer_op = saveable.restore([tensor], None)
    tensor.set_shape(variable.shape)
    variable._initial_value = tensor
    variable._safe_initial_value = None  # what others are initialized with from now on is the checkpoint's value too
    _log.debug("Initialize variable %s from checkpoint %s with %s", variable.name, ckpt_file, tensor_name)
