"""VariableStore: the variables of one graph that get_variable made, by name."""

import enum
import inspect
import traceback
from collections.abc import Sequence
from typing import Any

from graphlab._src.base import dtypes, shapes, source
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.source import is_cell
from graphlab._src.graph import GraphKeys, Tensor, convert_to_tensor, get_default_graph
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.initializers import glorot_uniform_initializer, zeros_initializer
from graphlab._src.state.partition import PartitionInfo, parts_of, requested_parts, sliced_axis
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.slice_info import SaveSliceInfo
from graphlab._src.state.variable import Variable, modes
from graphlab._src.state.variable_creators import resource_variables_enabled

_KEY = ("__variable_store",)


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE


class VariableStore:
    """The variables and the partitioned variables of one graph, by full name."""

    def __init__(self):
        self._vars = {}
        self._partitioned_vars = {}

    def get_variable(
        self,
        name,
        shape=None,
        dtype: Any = dtypes.float32,
        initializer=None,
        regularizer=None,
        reuse=None,
        trainable=None,
        collections=None,
        caching_device=None,
        partitioner=None,
        validate_shape=True,
        use_resource=None,
        custom_getter=None,
        constraint=None,
        synchronization=None,
        aggregation=None,
    ):
        """The variable of that name, through the custom getter; the arguments are those of tf.get_variable."""
        if custom_getter is not None and not callable(custom_getter):
            raise ValueError(f"Passed a custom_getter which is not callable: {custom_getter}")
        synchronization, aggregation, trainable = modes(synchronization, aggregation, trainable, name)
        options = {
            "shape": shape,
            "dtype": getattr(dtype, "base_dtype", dtype),
            "initializer": initializer,
            "regularizer": regularizer,
            "reuse": reuse,
            "trainable": trainable,
            "collections": collections,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "validate_shape": validate_shape,
            "use_resource": use_resource,
            "synchronization": synchronization,
            "aggregation": aggregation,
        }
        if custom_getter is None:
            return self._get(name, **options, constraint=constraint)
        taken = inspect.signature(custom_getter).parameters
        if "constraint" in taken or any(p.kind is p.VAR_KEYWORD for p in taken.values()):
            options["constraint"] = constraint
        return custom_getter(getter=self._get, name=name, **options)

    def _get(
        self,
        name,
        shape=None,
        dtype: Any = dtypes.float32,
        initializer=None,
        regularizer=None,
        reuse=None,
        trainable=None,
        collections=None,
        caching_device=None,
        partitioner=None,
        validate_shape=True,
        use_resource=None,
        constraint=None,
        synchronization=None,
        aggregation=None,
    ):
        """The variable of that name, whole or in parts."""
        options = {
            "shape": shape,
            "dtype": dtype,
            "initializer": initializer,
            "regularizer": regularizer,
            "reuse": reuse,
            "trainable": trainable,
            "collections": collections,
            "caching_device": caching_device,
            "validate_shape": validate_shape,
            "use_resource": use_resource,
            "constraint": constraint,
            "synchronization": synchronization,
            "aggregation": aggregation,
        }
        is_single_number = isinstance(shape, Sequence) and not shape
        if partitioner is not None and not is_single_number:
            if not callable(partitioner):
                raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
            with get_default_graph().name_scope(None):
                return self.get_partitioned(name, partitioner, **options)
        if reuse is True and partitioner is None and name in self._partitioned_vars:
            return self.get_partitioned(name, None, **options)
        if f"{name}/part_0" in self._vars:
            raise ValueError(
                "No partitioner was provided, but a partitioned version of the variable was found: "
                f"{name}/part_0. Perhaps a variable of the same name was already created with partitioning?"
            )
        return self._single(name, **options)

    # Whole

    def _single(self, name, shape, dtype, initializer, reuse, regularizer, use_resource, partition_info=None, **others):
        from_value = initializer is not None and not callable(initializer)
        if shape is not None and from_value:
            message = "If initializer is a constant, do not specify shape."
            raise ValueError(explain(message, fix=Fix("leave shape out: the value has one", Edit("remove", "shape"))))
        dtype = dtypes.as_dtype(dtype)
        shape = shapes.as_shape(shape)
        found = self._vars.get(name)
        if found is not None:
            return _shared(name, found, shape, dtype, reuse)
        if reuse is True:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        if initializer is None:
            initializer = default_initializer(name, dtype)
        graph = get_default_graph()
        with graph.control_dependencies(None):
            initial_value, variable_dtype = initializer, None
            if not from_value:
                initial_value, variable_dtype = _initial_value(name, initializer, shape, dtype, partition_info)
        variable = self._vars[name] = Variable(
            initial_value,
            name=name,
            dtype=variable_dtype,
            use_resource=resource_variables_enabled() if use_resource is None else use_resource,
            **others,
        )
        if regularizer:
            with graph.colocate_with(variable.op), graph.name_scope(name + "/Regularizer/"):
                with graph.control_dependencies(None):
                    loss = regularizer(variable)
            if loss is not None:
                graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
        return variable

    # In parts

    def get_partitioned(self, name, partitioner, shape, dtype, initializer, reuse, **others):
        """The PartitionedVariable of that name: parts "<name>/part_0", "<name>/part_1" …, each a variable."""
        if name in self._vars:
            raise ValueError(
                f"A partitioner was provided, but an unpartitioned version of the variable was found: {name}.  Perhaps "
                "a variable of the same name was already created without partitioning?"
            )
        dtype = dtypes.as_dtype(dtype)
        shape = shapes.as_shape(shape)
        if isinstance(initializer, Tensor):
            shape = shape.merge_with(initializer.shape)
        partitions = requested_parts(partitioner, shape, dtype) if not reuse or partitioner else None
        if name in self._partitioned_vars:
            return _shared_partitioned(name, self._partitioned_vars[name], shape, dtype, partitions, reuse)
        if reuse is True:
            raise ValueError(
                f"PartitionedVariable {name} does not exist, or was not created with tf.get_variable(). Did you mean to "
                "set reuse=False or reuse=tf.AUTO_REUSE in VarScope?"
            )
        axis, count = sliced_axis(partitions)
        self._check_parts(name, count)
        parts = []
        full_shape = shape.as_list()
        for i, (offset, part_shape) in enumerate(parts_of(full_shape, count, axis)):
            part_name = f"{name}/part_{i}"
            info = PartitionInfo(full_shape, offset)
            value, value_shape, value_dtype = self._part_initializer(
                name, part_name, initializer, dtype, offset, part_shape
            )
            with get_default_graph().name_scope(None):
                part = self._single(
                    part_name, value_shape, value_dtype, value, reuse=reuse, partition_info=info, **others
                )
            part._set_save_slice_info(SaveSliceInfo(name, full_shape, offset, part_shape))
            parts.append(part)
        whole = PartitionedVariable(name=name, shape=shape, dtype=dtype, variable_list=parts, partitions=partitions)
        self._partitioned_vars[name] = whole
        return whole

    def _check_parts(self, name, count):
        if f"{name}/part_0" not in self._vars:
            return
        start = (
            "Partitioner returned a different partitioning than what was already found.  Partitioner returned "
            f"{count} shards, and shard {name}/part_0 was found, but "
        )
        if f"{name}/part_{count - 1}" not in self._vars:
            raise ValueError(f"{start}{name}/part_{count - 1} was not.")
        if f"{name}/part_{count}" in self._vars:
            raise ValueError(f"{start}so was the extra shard {name}/part_{count}.")

    def _part_initializer(self, name, part_name, initializer, dtype, offset, shape):
        """(initializer, shape, dtype) of one part."""
        with get_default_graph().name_scope(part_name + "/PartitionedInitializer"):
            if initializer is None:
                return default_initializer(name, dtype), shape, dtype
            if callable(initializer):
                return initializer, shape, dtype
            if not isinstance(initializer, Tensor):
                initializer = convert_to_tensor(initializer, dtype)
            value = slice_(initializer, offset, shape)
            return value, None, value.dtype.base_dtype


def named_variables(graph) -> dict[str, Any]:
    """{name: variable} of what get_variable and layers have made in a graph: no other may have such a name."""
    stores = graph.get_collection(_KEY)
    return dict(stores[0]._vars) if stores else {}


def _definition(source):
    """The lines that defined a variable, innermost first. A cell of a notebook has its number in place of a file."""
    cell = f"cell [{source.cell}]"
    return "".join(
        traceback.format_list(
            [
                (file if not is_cell(file) else cell if file == source.file else "another cell", *rest)
                for file, *rest in reversed(source.traceback)
            ][:5]
        )
    )


def _shared(name, found, shape, dtype, reuse):
    if reuse is False:
        message = (
            f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in "
            f"VarScope? Originally defined at:\n\n{_definition(found.op.source)}"
        )
        cell = found.op.source.cell
        if cell is None:
            raise ValueError(explain(message))
        if cell == source.capture()[1]:
            fix = "call one of the two otherwise, or share one: with tf.variable_scope(scope, reuse=tf.AUTO_REUSE)"
        else:
            fix = (
                "where the cell was run again: put tf.reset_default_graph() first, or %%graph on the cell's first line"
            )
        edit = Edit("duplicate", name.rpartition("/")[2], operand=found.op)
        raise ValueError(explain(message, fix=Fix(fix, edit)))
    if not shape.is_compatible_with(found.shape):
        raise ValueError(
            explain(
                f"Trying to share variable {name}, but specified shape {shape} and found shape {found.shape}.",
                at=found.op,
            )
        )
    if not dtype.is_compatible_with(found.dtype):
        raise ValueError(
            explain(
                f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype {found.dtype.name}.",
                at=found.op,
            )
        )
    return found


def _shared_partitioned(name, found, shape, dtype, partitions, reuse):
    if reuse is False:
        raise ValueError(
            f"Partitioned variable with name {name} already exists. Did you mean to set reuse=True or "
            "reuse=tf.AUTO_REUSE in VarScope?"
        )
    trying = f"Trying to reuse partitioned variable {name}, but specified "
    if not shape.is_compatible_with(found.shape):
        raise ValueError(f"{trying}shape {shape} and found shape {found.shape}.")
    if not dtype.is_compatible_with(found.dtype):
        raise ValueError(f"{trying}dtype {dtype.name} and found dtype {found.dtype.name}.")
    if partitions is not None and found._get_partitions() != partitions:
        raise ValueError(f"{trying}partitions {partitions} and found partitions {found._get_partitions()}.")
    return found


def default_initializer(name, dtype):
    if dtype.is_floating:
        return glorot_uniform_initializer()
    if dtype.is_integer or dtype.is_bool or dtype.base_dtype is dtypes.string:
        return zeros_initializer()
    raise ValueError(f"An initializer for variable {name} of {dtype.base_dtype} is required")


def _initial_value(name: str, initializer: Any, shape, dtype, partition_info):
    """(the initial value for Variable, its type) for an initializer that is called."""
    if inspect.isclass(initializer):
        initializer = initializer()
    if shape.is_fully_defined():
        taken = inspect.signature(initializer).parameters
        accepts_info = "partition_info" in taken or any(p.kind is p.VAR_KEYWORD for p in taken.values())
        extra = {"partition_info": partition_info} if accepts_info else {}
        return lambda: initializer(shape.as_list(), dtype=dtype, **extra), dtype.base_dtype
    if all(p.default is not p.empty for p in inspect.signature(initializer).parameters.values()):
        return initializer, None
    raise ValueError(
        explain(
            "The initializer passed is not valid. It should be a callable with no arguments and the shape should not be "
            "provided or an instance of `tf.keras.initializers.*' and `shape` should be fully defined.",
            at=f"variable '{name}' of shape {shape}",
            fix="state each size: those of weights come from the features, which the graph knows, not from the batch",
        )
    )


def variable_store() -> VariableStore:
    """The VariableStore of the default graph."""
    stored = get_default_graph().get_collection_ref(_KEY)
    if not stored:
        stored.append(VariableStore())
    return stored[0]
