"""RefVariable: a variable that operations read and write by reference."""

import contextlib
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.ops.identity import identity
from graphlab._src.state import variable_ops
from graphlab._src.state.initial_value_guard import guarded
from graphlab._src.state.variable import Variable, beside, check_outside_of_flow


class RefVariable(Variable):
    """A variable whose operation returns a reference to its buffer; its value is read once per run."""

    def __init__(
        self,
        initial_value=None,
        trainable=None,
        collections=None,
        validate_shape=True,
        caching_device=None,
        name=None,
        variable_def=None,
        dtype=None,
        expected_shape=None,
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
            self._build(graph, initial_value, dtype, validate_shape, name, shape)

    def _build(self, graph, initial_value, dtype, validate_shape, name, shape):
        from_function = callable(initial_value)
        with name_scope(name, "Variable", [] if from_function else [initial_value]) as scope:
            with beside(graph, scope[:-1]) if from_function else contextlib.nullcontext():
                if from_function:
                    with graph.name_scope("Initializer"), graph.device(None):
                        value = convert_to_tensor(initial_value(), dtype, name="initial_value")
                else:
                    value = convert_to_tensor(initial_value, dtype, name="initial_value")
                    check_outside_of_flow(value, scope)
                self._initial_value = value
                if shape is None:
                    shape = value.shape if validate_shape else None
                self._variable = variable_ops.variable_v2(shape=shape, dtype=value.dtype.base_dtype, name=scope)
            if validate_shape and not value.shape.is_fully_defined():
                raise ValueError(
                    explain(
                        f"initial_value must have a shape specified: {value}",
                        at=value,
                        fix="pass an initial value of known shape, or validate_shape=False",
                    )
                )
            self._safe_initial_value = guarded(scope, value)
            self._initializer_op = variable_ops.assign(
                self._variable, self._safe_initial_value, validate_shape=validate_shape
            ).op
            near = graph.colocate_with(self._variable.op)
            with near if self._caching_device is None else graph.device(self._caching_device):
                self._snapshot = identity(self._variable, name="read")

    def _find(self, message, import_scope):
        """Reads the operations that a VariableDef names."""
        graph = get_default_graph()

        def element(name) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, import_scope))

        self._variable = element(message.variable_name)
        self._initializer_op = element(message.initializer_name)
        self._initial_value = element(message.initial_value_name) if message.initial_value_name else None
        self._snapshot = element(message.snapshot_name)
        self._note_from_proto(message, import_scope)

    # What it is

    name = attribute("_variable.name", 'The name of its tensor: "w:0".')
    op = attribute("_variable.op", "The operation that owns the value.")
    graph = attribute("_variable.graph", "The Graph that holds it.")
    dtype = attribute("_variable.dtype", "Its DType, a reference type.")
    device = attribute("_variable.device", 'The device that it requests, or "".')
    shape = attribute("_variable.shape", "Its TensorShape.")

    def set_shape(self, shape):
        """Adds what the caller knows of the shape."""
        self._variable.set_shape(shape)
        self._snapshot.set_shape(shape)

    # Reading

    def value(self):
        """A tensor of its value, read once per run."""
        return self._snapshot

    def read_value(self):
        """A new operation that reads the value, after the control dependencies that are open here."""
        return identity(self._variable, name="read")

    def _ref(self):
        return self._variable

    def _as_graph_element(self):
        return self._variable

    def _AsTensor(self):  # noqa: N802  (TensorFlow's name)
        return self._snapshot

    def _is_initialized(self):
        return variable_ops.is_variable_initialized(self._variable)

    def eval(self, session=None):
        """Its value in `session` or the default session."""
        return self._variable.eval(session=session)

    # Writing

    def assign(self, value, use_locking=False, name=None, read_value=True):
        """Replaces the value; returns a tensor of the new one, or the operation when read_value is False."""
        result = variable_ops.assign(self._variable, value, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        """Adds delta; returns a tensor of the new value, or the operation when read_value is False."""
        result = variable_ops.assign_add(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        """Subtracts delta; returns a tensor of the new value, or the operation when read_value is False."""
        result = variable_ops.assign_sub(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def _updated(self, update, *inputs, **attrs):
        """A reference to the value that an UpdateOp leaves."""
        return update(self._variable, *inputs, **attrs)

    def count_up_to(self, limit):
        """Adds 1; returns the value from before. The run fails with OutOfRangeError when that is the limit."""
        return variable_ops.count_up_to(self._variable, limit=limit)

    def to_proto(self, export_scope=None):
        """The VariableDef, with the scope taken off the names; None for a variable outside of it."""
        return self._proto(self._variable, self._snapshot, export_scope)
