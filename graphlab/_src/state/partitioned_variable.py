"""PartitionedVariable: several variables that are the parts of one."""

from graphlab._src.base import dtypes
from graphlab._src.graph import get_default_graph, register_tensor_conversion_function
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, split


class PartitionedVariable:
    """The parts of a variable in their order; as a tensor it is their concatenation.

    variable_list: variables that know which part they are.  partitions: how many parts there are along each axis.
    """

    def __init__(self, name, shape, dtype, variable_list, partitions):
        if not isinstance(variable_list, (list, tuple)):
            raise TypeError(f"variable_list is not a list or tuple: {variable_list}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"partitions is not a list or tuple: {partitions}")
        if not all(count >= 1 for count in partitions):
            raise ValueError(f"partition values must be positive: {partitions}")
        if not variable_list:
            raise ValueError("variable_list may not be empty")
        for variable in variable_list:
            whole = variable._get_save_slice_info()
            if whole is None:
                raise ValueError(
                    f"All variables must have a save_slice_info available: {[one.name for one in variable_list]}"
                )
            if len(shape) != len(partitions):
                raise ValueError(f"len(shape) != len(partitions): {shape} vs. {partitions}")
            if whole.full_shape != shape:
                raise ValueError(
                    f"All variables' full shapes must match shape: {shape}; but full shapes were: {[whole.full_shape]}"
                )
        self._variable_list = sorted(variable_list, key=lambda one: one._get_save_slice_info().var_offset)
        self._name = name
        self._shape = shape
        self._dtype = dtype
        self._partitions = partitions

    name = attribute("_name", 'The name of the whole; part i is named "<name>/part_<i>".')
    dtype = attribute("_dtype", "The type of all parts.")
    shape = attribute("_shape", "The shape of the whole.")

    def get_shape(self):
        """The shape of the whole."""
        return self._shape

    def __iter__(self):
        return iter(self._variable_list)

    def __len__(self):
        axes = self._partition_axes()
        if len(axes) > 1:
            raise ValueError(f"Cannot get a length for {len(axes)} > 1 partition axes")
        return len(self._variable_list)

    def _get_variable_list(self):
        return self._variable_list

    def _get_partitions(self):
        return self._partitions

    def _partition_axes(self):
        return [axis for axis, count in enumerate(self._partitions) if count > 1] or [0]

    def _axis(self, sentence):
        axes = self._partition_axes()
        if len(axes) > 1:
            raise NotImplementedError(sentence.format(axes))
        return axes[0]

    def as_tensor(self):
        """The concatenation of the parts, whatever control dependencies are open here."""
        with get_default_graph().control_dependencies(None):
            return self._concat()

    def _concat(self):
        graph = get_default_graph()
        if len(self._variable_list) == 1:
            with graph.name_scope(None):
                return identity(self._variable_list[0], name=self._name)
        axis = self._axis(
            "Cannot concatenate along more than one dimension: {}.  Multi-axis partition concat is not supported"
        )
        with graph.name_scope(self._name + "/ConcatPartitions/"):
            whole = concat(self._variable_list, axis)
        with graph.name_scope(None):
            return identity(whole, name=self._name)

    def assign(self, value, use_locking=False, name=None, read_value=True):
        """Replaces the value; returns a list with the result for each part."""
        return self._each("assign", value, use_locking, name, read_value)

    def assign_add(self, value, use_locking=False, name=None, read_value=True):
        """Adds value; returns a list with the result for each part."""
        return self._each("assign_add", value, use_locking, name, read_value)

    def assign_sub(self, value, use_locking=False, name=None, read_value=True):
        """Subtracts value; returns a list with the result for each part."""
        return self._each("assign_sub", value, use_locking, name, read_value)

    def _each(self, method, value, use_locking, name, read_value):
        axis = self._axis(
            "Cannot do assign action along more than one dimension: {}.  Multi-axis partition assign action is not "
            "supported "
        )
        if isinstance(value, (list, PartitionedVariable)):
            values = list(value)
        else:
            values = split(value, [part.shape.as_list()[axis] for part in self._variable_list], axis=axis)
        changes = [
            getattr(part, method)(one, use_locking=use_locking, name=name, read_value=read_value)
            for part, one in zip(self._variable_list, values, strict=True)
        ]
        return changes if read_value else [getattr(change, "op", change) for change in changes]


def _as_tensor(variable, dtype=None, name=None, as_ref=False):
    if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(variable.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtypes.as_dtype(dtype).name}' for variable of type "
            f"'{variable.dtype.name}'"
        )
    if as_ref:
        raise NotImplementedError("PartitionedVariable doesn't support being used as a reference.")
    return variable.as_tensor()


register_tensor_conversion_function(PartitionedVariable, _as_tensor)
