"""The SaveableObjects of variables: what a Saver saves of them under which names, and how it is put back."""

from graphlab._src.distribute.variables import DistributedVariable
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.scopes import device
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import reshape
from graphlab._src.state import variable_ops
from graphlab._src.state.lookup.mutable import MutableTable
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.ref_variable import RefVariable
from graphlab._src.state.resource_ops import assign_variable_op
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.saveable import SaveableObject, SaveSpec
from graphlab._src.state.variable import Variable


class ReferenceVariableSaveable(SaveableObject):
    """A variable that is used by reference."""

    def __init__(self, var, slice_spec, name):
        super().__init__(var, [SaveSpec(var, slice_spec, name, dtype=var.dtype)], name)

    def restore(self, restored_tensors, restored_shapes):
        value, variable = restored_tensors[0], self.op
        reference = variable if isinstance(variable, Tensor) else variable._ref()
        if restored_shapes is not None:
            value = reshape(value, restored_shapes[0])
        check = restored_shapes is None and variable.get_shape().is_fully_defined()
        return variable_ops.assign(reference, value, validate_shape=check)


class ResourceVariableSaveable(SaveableObject):
    """A variable behind a handle: the variable, or the tensor that reads it."""

    def __init__(self, var, slice_spec, name):
        self._device, self._shape = var.device, var.shape
        if isinstance(var, Tensor):
            self.handle_op, tensor = var.op.inputs[0], var
        elif isinstance(var, HandledVariable):
            self.handle_op, tensor = var.handle, lambda: _read(var)
        else:
            raise ValueError(f"Saveable is neither a resource variable nor a read operation. Got: {var!r}")
        super().__init__(var, [SaveSpec(tensor, slice_spec, name, dtype=var.dtype, device=var.device)], name)

    def restore(self, restored_tensors, restored_shapes):
        value = restored_tensors[0]
        if restored_shapes is not None:
            value = reshape(value, restored_shapes[0])
        with device(self._device):
            value = identity(value)
            self._shape.assert_is_compatible_with(value.shape)
            return assign_variable_op(self.handle_op, value)


def _read(variable):
    with device(variable.device):
        value = variable.read_value()
        with device("/device:CPU:0"):
            return identity(value)


def on_cpu(name):
    """The first CPU of a device's machine."""
    return DeviceSpec.from_string(name).replace(device_type="CPU", device_index=0).to_string()


def saveable_objects(names_to_saveables):
    """The SaveableObjects for a list of variables or a dict of them by name, in the order of their names.

    Raises TypeError for what can't be saved, ValueError when two would have the same name or one has two.
    """
    named = names_to_saveables if isinstance(names_to_saveables, dict) else names_of(names_to_saveables)
    found, seen = [], set()
    for name in _sorted_names(named):
        for saveable in saveables_for(named[name], name):
            if id(saveable.op) in seen:
                raise ValueError(f"The same saveable will be restored with two names: {saveable.name}")
            seen.add(id(saveable.op))
            found.append(saveable)
    return found


def _sorted_names(named):
    for name in named:
        if not isinstance(name, str):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to trackable operations. Name is not a string: "
                f"{name}"
            )
    return sorted(named)


def names_of(op_list, convert_variable_to_tensor=True):
    """{name: what is saved under it}; the parts of a variable are grouped under its name.

    convert_variable_to_tensor: whether it is the tensor of a variable; False has the variable itself.
    """
    if not isinstance(op_list, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list: {op_list}")
    variables = [one.saveable() if isinstance(one, MutableTable) else one for one in op_list]
    for variable in variables:
        if not isinstance(getattr(variable, "name", None), str):  # a meta graph may list anything among its variables
            raise TypeError(f"Variable to save is not a Variable: {variable}")
    named = {}
    for variable in sorted(variables, key=lambda one: one.name):
        if isinstance(variable, SaveableObject) or _says_what_is_saved(variable):
            named[variable.name] = variable
        elif isinstance(variable, Variable) and variable._save_slice_info:
            parts = named.setdefault(variable._save_slice_info.full_name, [])
            if not isinstance(parts, list):
                raise ValueError(
                    f"Mixing slices and non-slices with the same name: {variable._save_slice_info.full_name}"
                )
            parts.append(variable)
        else:
            name, saved = _named(variable)
            if name in named:
                raise ValueError(f"At least two variables have the same name: {name}")
            named[name] = saved if convert_variable_to_tensor else variable
    return named


def _named(variable):
    """(name, what is saved) of a variable or a tensor that is one."""
    if isinstance(variable, PartitionedVariable):
        return variable.name, variable
    if isinstance(variable, DistributedVariable):
        return variable.copies[0].op.name, variable
    tensor = _element(variable)
    if not _is_variable(tensor):
        raise TypeError(f"Variable to save is not a Variable: {tensor}")
    return (tensor.op.inputs[0] if tensor.op.definition.access == "read" else tensor).op.name, tensor


def _element(variable):
    if isinstance(variable, HandledVariable):
        return variable._as_graph_element()
    if isinstance(variable, RefVariable):
        return variable._ref()
    return variable if isinstance(variable, Tensor) else convert_to_tensor(variable)


def _is_variable(value):
    definition = value.op.definition if isinstance(value, Tensor) else None
    return definition is not None and (definition.variable in ("reference", "resource") or definition.access == "read")


def saveables_for(item, name):
    """The SaveableObjects for what is saved under a name: a variable, a tensor that is one, or parts of one."""
    if isinstance(item, SaveableObject):
        return [item]
    if isinstance(item, MutableTable):
        return [item.saveable(name)]
    if _says_what_is_saved(item):
        return [
            saveable
            for key, made in item._gather_saveables_for_checkpoint().items()
            for saveable in _made_of(made, name if key == "VARIABLE_VALUE" else f"{name}_{key}")
        ]
    if isinstance(item, (list, tuple, PartitionedVariable)):
        return _parts(list(item), name)
    if isinstance(item, DistributedVariable):
        return [item.saveable(name)]
    tensor = _element(item)
    if not _is_variable(tensor):
        raise TypeError(
            f"names_to_saveables must be a dict mapping string names to Tensors/Variables. Not a variable: {tensor}"
        )
    if tensor.op.definition.variable == "reference":
        return [ReferenceVariableSaveable(tensor, "", name)]
    return [ResourceVariableSaveable(tensor, "", name)]


def _says_what_is_saved(item):
    """True for an object of a program that says itself what Savers save of it."""
    return hasattr(item, "_gather_saveables_for_checkpoint") and not isinstance(item, (Variable, MutableTable))


def _made_of(made, name):
    """The SaveableObjects for one that an object says: such, a variable, or a function of the name that makes one."""
    if not isinstance(made, Variable) and callable(made):
        made = made(name)
    return saveables_for(made, made.op.name if isinstance(made, Variable) else name)


def _parts(variables, name):
    found, whole = [], None
    for variable in variables:
        if not isinstance(variable, Variable):
            raise ValueError(f"Slices must all be Variables: {variable}")
        info = variable._save_slice_info
        if not info:
            raise ValueError(f"Slices must all be slices: {variable}")
        whole = whole or info.full_name
        if info.full_name != whole:
            raise ValueError(f"Slices must all be from the same tensor: {whole} != {info.full_name}")
        kind = ReferenceVariableSaveable if isinstance(variable, RefVariable) else ResourceVariableSaveable
        found.append(kind(variable, info.spec, name))
    return found
