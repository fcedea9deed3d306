"""ResourceVariable: a variable behind a handle, whose every read is an operation of its own."""

import contextlib
from typing import Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import GraphKeys, convert_to_tensor, default_graphs, get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.graph.scopes import init_scope
from graphlab._src.ops.identity import identity
from graphlab._src.state import resource_ops, variable_ops
from graphlab._src.state.initial_value_guard import guarded
from graphlab._src.state.variable import (
    Variable,
    VariableAggregation,
    VariableSynchronization,
    beside,
    check_outside_of_flow,
)
from graphlab._src.state.variable_watch import accessed


class HandledVariable(Variable):
    """Base class of ResourceVariable and of the tensors of its new values."""

    _handle: Any = None
    _dtype: Any = None
    _shape: Any = None
    _graph_element: Any = None
    _cached_value: Any = None

    handle = attribute("_handle", "The resource tensor that operations on the variable take.")
    name = attribute("_handle.name", 'The name of its handle: "w:0".')
    op = attribute("_handle.op", "The operation that owns the value.")
    create = attribute("_initializer_op", "The operation that sets it to its initial value.")
    graph = attribute("_handle.graph", "The Graph that holds it.")
    dtype = attribute("_dtype", "Its DType.")
    device = attribute("_handle.device", 'The device that it requests, or "".')
    shape = attribute("_shape", "Its TensorShape.")

    def set_shape(self, shape):
        """Not there: the shape of a resource variable is what it was made with."""
        raise NotImplementedError("ResourceVariable does not implement set_shape()")

    @property
    def _shared_name(self):
        return self._handle.op.name

    _handle_name = attribute("_handle.name", "The name of its handle.")

    # Reading

    def value(self):
        """A new operation that reads the value, on the variable's device; the cached one where there is a caching device."""
        if self._cached_value is not None:
            return self._cached_value
        with self.graph.colocate_with(None, ignore_existing=True), self.graph.device(self._handle.device):
            return self._read()

    def read_value(self):
        """A new operation that reads the value, after the control dependencies that are open here."""
        with self.graph.name_scope("Read"), self.graph.device(self._handle.device):
            value = self._read()
        return identity(value)

    def sparse_read(self, indices, name=None):
        """The rows at indices, without a copy of the others."""
        accessed(self)
        with name_scope("Gather" if name is None else name) as scope:
            value = resource_ops.resource_gather(self._handle, indices, dtype=self._dtype, name=scope)
        return identity(value)

    def gather_nd(self, indices, name=None):
        """The parts at coordinates; indices: […, k]."""
        accessed(self)
        with name_scope("GatherNd" if name is None else name) as scope:
            value = resource_ops.resource_gather_nd(self._handle, indices, dtype=self._dtype, name=scope)
        return identity(value)

    def _read(self):
        accessed(self)
        return resource_ops.read_variable_op(self._handle, dtype=self._dtype)

    def _ref(self):
        return self._handle

    def _as_graph_element(self):
        return self._graph_element

    def is_initialized(self, name=None):
        """A tensor: whether the session that runs it holds a value."""
        return resource_ops.var_is_initialized_op(self._handle, name=name)

    _is_initialized = is_initialized

    def eval(self, session=None):
        """Its value in `session` or the default session."""
        return self._graph_element.eval(session=session)

    def numpy(self):
        """Not there: a variable has a value only in a session."""
        raise NotImplementedError("numpy() is only available when eager execution is enabled.")

    # Writing

    def assign(self, value, use_locking=None, name=None, read_value=True):
        """Replaces the value; returns what reads the new one, or the operation when read_value is False."""
        with self._in_its_graph():
            value = convert_to_tensor(value, self._dtype)
            self._shape.assert_is_compatible_with(value.shape)
            change = resource_ops.assign_variable_op(self._handle, value, name=name)
            return self._after(change) if read_value else change

    def assign_add(self, delta, use_locking=None, name=None, read_value=True):
        """Adds delta; returns what reads the new value, or the operation when read_value is False."""
        return self._changed(resource_ops.assign_add_variable_op, delta, name, read_value)

    def assign_sub(self, delta, use_locking=None, name=None, read_value=True):
        """Subtracts delta; returns what reads the new value, or the operation when read_value is False."""
        return self._changed(resource_ops.assign_sub_variable_op, delta, name, read_value)

    def _changed(self, operation, delta, name, read_value):
        with self._in_its_graph(), self._after_the_cached_read():
            change = operation(self._handle, convert_to_tensor(delta, self._dtype), name=name)
        return self._after(change) if read_value else change

    def _updated(self, update, *inputs, use_locking=None, **attrs):
        """What reads the value that an UpdateOp leaves; the last of its inputs has the variable's type."""
        *others, values = inputs
        with self._in_its_graph(), self._after_the_cached_read():
            return self._after(update(self._handle, *others, convert_to_tensor(values, self._dtype), **attrs))

    def _after(self, change):
        return UnreadVariable(self._handle, self._dtype, self._shape, change)

    def _in_its_graph(self):
        return self._handle.graph.as_default() if default_graphs.is_cleared() else contextlib.nullcontext()

    def _after_the_cached_read(self):
        return self.graph.control_dependencies([] if self._cached_value is None else [self._cached_value])

    def count_up_to(self, limit):
        """Adds 1; returns the value from before. The run fails with OutOfRangeError when that is the limit."""
        return variable_ops.resource_count_up_to(self._handle, limit=limit, T=self._dtype)

    def to_proto(self, export_scope=None):
        """The VariableDef, with the scope taken off the names; None for a variable outside of it."""
        snapshot = self._graph_element if self._cached_value is None else self._cached_value
        message = self._proto(self._handle, snapshot, export_scope)
        if message is not None:
            message.is_resource = True
        return message

    # What Python's operators do not do

    def __bool__(self):
        return bool(self.read_value())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        raise NotImplementedError("__deepcopy__() is only available when eager execution is enabled.")

    def __int__(self):
        if self._dtype not in dtypes.INDEX:
            raise TypeError("Non-integer variable can't be converted to integer.")
        return self.numpy()

    def __iadd__(self, other):
        raise _in_place("+=", "variable.assign_add(value)", "variable = variable + value")

    def __isub__(self, other):
        raise _in_place("-=", "variable.assign_sub(value)", "variable = variable - value")

    def __imul__(self, other):
        raise _in_place("*=", "`var.assign(var * value)`", "`var = var * value`")

    def __itruediv__(self, other):
        raise _in_place("/=", "`var.assign(var / value)`", "`var = var / value`")

    def __ipow__(self, other):
        raise _in_place("**=", "`var.assign(var ** value)`", "`var = var ** value`")


def _in_place(operator, change, copy):
    purpose = "modify the variable value" if operator in ("+=", "-=") else "modify the variable"
    joined = "and" if operator in ("+=", "-=") else "or"
    return RuntimeError(
        f"Variable {operator} value not supported. Use {change} to {purpose} {joined} {copy} to get a new Tensor object."
    )


class ResourceVariable(HandledVariable):
    """A variable behind a handle. Each use of its value reads it anew, so that reads and writes have a clear order."""

    def __init__(
        self,
        initial_value=None,
        trainable=None,
        collections=None,
        validate_shape=True,
        caching_device=None,
        name=None,
        dtype=None,
        variable_def=None,
        import_scope=None,
        constraint=None,
        synchronization=None,
        aggregation=None,
        shape=None,
    ):
        if variable_def is not None:
            self._restore(variable_def, import_scope, initial_value)
            return
        self._caching_device = caching_device
        settings = trainable, collections, constraint, synchronization, aggregation
        with self._new(initial_value, name, *settings) as graph:
            self._build(graph, initial_value, dtype, name, shape)

    def _build(self, graph, initial_value, dtype, name, shape):
        from_function = callable(initial_value)
        with name_scope(name, "Variable", [] if from_function else [initial_value]) as scope:
            with beside(graph, scope[:-1]):
                with graph.name_scope("Initializer"), graph.device(None):
                    value = convert_to_tensor(
                        initial_value() if from_function else initial_value, dtype, name="initial_value"
                    )
                if shape is None:
                    shape = value.shape
                elif not value.shape.is_compatible_with(shape):
                    raise ValueError(
                        f"The initial value's shape ({value.shape}) is not compatible with the explicitly supplied "
                        f"`shape` argument ({shape})."
                    )
                self._initial_value, self._dtype = value, value.dtype.base_dtype
                self._shape = shapes.as_shape(shape)
                self._handle = resource_ops.var_handle_op(
                    shape=self._shape, dtype=self._dtype, shared_name=scope[:-1], name=scope
                )
            check_outside_of_flow(value, scope)
            with graph.name_scope("IsInitialized"):
                self._is_initialized_op = resource_ops.var_is_initialized_op(self._handle)
            anywhere = graph.colocate_with(None, ignore_existing=True)
            with graph.name_scope("Assign") as assign, anywhere, graph.device(self._handle.device):
                self._safe_initial_value = guarded(scope, value)
                self._initializer_op = resource_ops.assign_variable_op(
                    self._handle, self._safe_initial_value, name=assign
                )
            with graph.name_scope("Read"):
                with graph.device(self._handle.device):
                    self._graph_element = self._read()
                if self._caching_device is not None:
                    with graph.colocate_with(None, ignore_existing=True), graph.device(self._caching_device):
                        self._cached_value = identity(self._graph_element)

    def _find(self, message, import_scope):
        """Reads the operations that a VariableDef names."""
        if not message.is_resource:
            raise ValueError("Trying to restore Variable as ResourceVariable.")
        graph = get_default_graph()

        def element(name) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, import_scope))

        self._handle = element(message.variable_name)
        self._shape = shapes.TensorShape(self._handle.op.get_attr("shape"))
        self._dtype = self._handle.op.get_attr("dtype")
        self._initializer_op = element(message.initializer_name)
        self._initial_value = element(message.initial_value_name) if message.initial_value_name else None
        self._note_from_proto(message, import_scope)
        read = element(message.snapshot_name or f"{self._handle.op.name}/Read/ReadVariableOp:0")
        if not _reads(read.op):
            self._cached_value = read
        while not _reads(read.op):
            read = read.op.inputs[0]
        self._graph_element = read


def _reads(op):
    return op.definition is not None and op.definition.access == "read"


class UninitializedVariable(ResourceVariable):
    """A ResourceVariable of which only the handle and a read are made: what makes it sets `_initializer_op`."""

    def __init__(
        self,
        name=None,
        shape=None,
        dtype=None,
        trainable=None,
        synchronization=None,
        aggregation=None,
    ):
        self._caching_device = self._initial_value = self._initializer_op = None
        self._shape, self._dtype = shapes.as_shape(shape), dtypes.as_dtype(dtype).base_dtype
        self._note(trainable, None, synchronization, aggregation, name)
        with init_scope():
            graph = get_default_graph()
            with graph.control_dependencies(None), name_scope(name, "Variable") as scope:
                with beside(graph, scope[:-1]):
                    self._handle = resource_ops.var_handle_op(
                        shape=self._shape, dtype=self._dtype, shared_name=scope[:-1], name=scope
                    )
                with graph.name_scope("Read"), graph.device(self._handle.device):
                    self._graph_element = self._read()
            graph.add_to_collections([GraphKeys.GLOBAL_VARIABLES], self)


class UnreadVariable(HandledVariable):
    """The value that an assignment leaves: whatever reads it waits for the assignment."""

    def __init__(self, handle, dtype, shape, change):
        self._handle, self._dtype, self._shape, self._change = handle, dtype, shape, change
        self._trainable = self._constraint = self._initializer_op = self._initial_value = self._save_slice_info = None
        self._synchronization, self._aggregation = VariableSynchronization.AUTO, VariableAggregation.NONE
        self._trainable = True
        self._graph_element = self._read()

    name = attribute("_change.name", "The name of the assignment.")
    op = attribute("_change", "The assignment.")

    def value(self):
        """A new operation that reads the value after the assignment."""
        return self._read()

    def read_value(self):
        """A new operation that reads the value after the assignment."""
        return self._read()

    def _read(self):
        with self._change.graph.control_dependencies([self._change]):
            return super()._read()
