"""Variable: a value that the session keeps between runs."""

import contextlib

from graphlab import dtypes
from graphlab.errors import explain
from graphlab.graph import (
    GraphKeys,
    IndexedSlices,
    Tensor,
    convert_to_tensor,
    get_default_graph,
    name_scope,
    register_tensor_conversion_function,
)
from graphlab.graph import attrs as attributes
from graphlab.graph.tensor import Operators, default_session
from graphlab.ops.control_flow import group, no_op
from graphlab.ops.identity import identity
from graphlab.ops.operators import OVERLOADABLE_OPERATORS
from graphlab.state import variable_ops


class Variable(Operators):
    """A tensor with memory: it must be initialized in a session, and keeps what is assigned to it.

    initial_value: a tensor, anything that becomes one, or a function without arguments that gives one.
    trainable: whether optimizers change it.  collections: names; GLOBAL_VARIABLES when left out.
    validate_shape: False lets assigned values have any shape.  caching_device: where reads are kept.
    name: "Variable" when left out.  dtype: to convert the initial value to.  expected_shape: of the initial value.
    constraint: a function of the value that optimizers apply after each step.
    """

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
        use_resource=None,
        synchronization=None,
        aggregation=None,
        shape=None,
    ):
        if variable_def is not None or import_scope is not None:
            raise ValueError("Variables are not made from a VariableDef here: import_meta_graph does that")
        if initial_value is None:
            raise ValueError(explain("initial_value must be specified.", fix="tf.Variable(tf.zeros([2]))"))
        if collections is None:
            collections = [GraphKeys.GLOBAL_VARIABLES]
        if not isinstance(collections, (list, tuple, set)):
            raise ValueError(
                "collections argument to Variable constructor must be a list, tuple, or set. "
                f"Got {collections} of type {type(collections)}"
            )
        if constraint is not None and not callable(constraint):
            raise ValueError("The `constraint` argument must be a callable.")
        self._trainable = True if trainable is None else trainable
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        self._constraint = constraint
        self._synchronization = synchronization
        self._aggregation = aggregation
        self._save_slice_info = None
        self._caching_device = caching_device
        dtype = None if dtype is None else dtypes.as_dtype(dtype)
        graph = get_default_graph()
        with graph.control_dependencies(None):
            self._build(graph, initial_value, dtype, validate_shape, name, expected_shape or shape)
        graph.add_to_collections(list(collections), self)

    def _build(self, graph, initial_value, dtype, validate_shape, name, shape):
        from_function = callable(initial_value)
        with name_scope(name, "Variable", [] if from_function else [initial_value]) as scope:
            own_group = attributes.to_proto("list(string)", [f"loc:@{scope[:-1]}".encode()])
            with graph._attr_scope({"_class": own_group}) if from_function else contextlib.nullcontext():
                if from_function:
                    with graph.name_scope("Initializer"), graph.device(None):
                        self._initial_value = convert_to_tensor(initial_value(), dtype, name="initial_value")
                else:
                    self._initial_value = convert_to_tensor(initial_value, dtype, name="initial_value")
                known = self._known_shape(shape, validate_shape)
                self._variable = variable_ops.variable_v2(
                    shape=known._sizes if validate_shape else None,
                    dtype=self._initial_value.dtype.base_dtype,
                    name=scope,
                )
            self._initializer_op = variable_ops.assign(
                self._variable, self._initial_value, validate_shape=validate_shape, name="Assign"
            ).op
            if self._caching_device is not None:
                with graph.device(self._caching_device):
                    self._snapshot = identity(self._variable, name="read")
            else:
                with graph.colocate_with(self._variable.op):
                    self._snapshot = identity(self._variable, name="read")

    def _known_shape(self, shape, validate_shape):
        known = self._initial_value.shape
        if shape is not None:
            known = known.merge_with(shape)
        if validate_shape and not known.is_fully_defined():
            raise ValueError(
                explain(
                    f"initial_value must have a shape specified: {self._initial_value}",
                    at=self._initial_value,
                    fix="give the initial value a known shape, or pass validate_shape=False",
                )
            )
        return known

    # What it is

    @property
    def name(self):
        """The name of its tensor: "w:0"."""
        return self._variable.name

    @property
    def _shared_name(self):
        return self.op.name

    @property
    def op(self):
        """The operation that owns the value."""
        return self._variable.op

    @property
    def graph(self):
        """The Graph that holds it."""
        return self._variable.graph

    @property
    def dtype(self):
        """Its DType, a reference type."""
        return self._variable.dtype

    @property
    def device(self):
        """The device that it asks for, or ""."""
        return self._variable.device

    @property
    def shape(self):
        """Its TensorShape."""
        return self._variable.shape

    def get_shape(self):
        """Its TensorShape."""
        return self._variable.shape

    def set_shape(self, shape):
        """Adds what the caller knows of the shape."""
        self._variable.set_shape(shape)
        self._snapshot.set_shape(shape)

    @property
    def trainable(self):
        """True when optimizers change it."""
        return self._trainable

    @property
    def constraint(self):
        """The function that optimizers apply to the value after each step, or None."""
        return self._constraint

    @property
    def synchronization(self):
        """What was given as `synchronization`."""
        return self._synchronization

    @property
    def aggregation(self):
        """What was given as `aggregation`."""
        return self._aggregation

    @property
    def initializer(self):
        """The operation that sets it to its initial value."""
        return self._initializer_op

    @property
    def initial_value(self):
        """The tensor that it is initialized with."""
        return self._initial_value

    @property
    def source(self):
        """Where it was created."""
        return self._variable.source

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

    def eval(self, session=None):
        """Its value in `session` or the default session."""
        return self._variable.eval(session=session)

    # Writing

    def assign(self, value, use_locking=False, name=None, read_value=True):
        """Replaces the value; gives a tensor of the new one, or the operation when read_value is False."""
        result = variable_ops.assign(self._variable, value, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        """Adds delta; gives a tensor of the new value, or the operation when read_value is False."""
        result = variable_ops.assign_add(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        """Subtracts delta; gives a tensor of the new value, or the operation when read_value is False."""
        result = variable_ops.assign_sub(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Replaces rows by those of IndexedSlices; gives a tensor of the new value."""
        return self._scatter(variable_ops.scatter_update, sparse_delta, use_locking, name)

    def scatter_add(self, sparse_delta, use_locking=False, name=None):
        """Adds the rows of IndexedSlices; gives a tensor of the new value."""
        return self._scatter(variable_ops.scatter_add, sparse_delta, use_locking, name)

    def scatter_sub(self, sparse_delta, use_locking=False, name=None):
        """Subtracts the rows of IndexedSlices; gives a tensor of the new value."""
        return self._scatter(variable_ops.scatter_sub, sparse_delta, use_locking, name)

    def _scatter(self, operation, sparse_delta, use_locking, name):
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"sparse_delta is not IndexedSlices: {sparse_delta}")
        return operation(self._variable, sparse_delta.indices, sparse_delta.values, use_locking=use_locking, name=name)

    def load(self, value, session=None):
        """Sets the value in `session` or the default session, with no new operation in the graph."""
        session = default_session(self, session, "load variable", "load")
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    def __iter__(self):
        raise TypeError("'Variable' object is not iterable.")

    def __repr__(self):
        return f"<tf.Variable {self.name!r} shape={self.shape} dtype={self.dtype.name}>"

    __array_priority__ = 100


def _forward_operators():
    for operator in OVERLOADABLE_OPERATORS:
        function = getattr(Tensor, operator)

        def forward(self, *args, _function=function, **kwargs):
            return _function(self._AsTensor(), *args, **kwargs)

        forward.__doc__ = function.__doc__
        setattr(Variable, operator, forward)


_forward_operators()


def _to_tensor(variable, dtype=None, name=None, as_ref=False):
    if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(variable.dtype):
        raise ValueError(
            explain(
                f"Incompatible type conversion requested to type '{dtypes.as_dtype(dtype).name}' for variable of type "
                f"'{variable.dtype.name}'",
                at=variable._variable,
            )
        )
    return variable._ref() if as_ref else variable.value()


register_tensor_conversion_function(Variable, _to_tensor)


def assign(ref, value, validate_shape=None, use_locking=None, name=None):
    """Replaces the value of a variable; gives a tensor of the new value.

    ref: a variable.  value: of its type.  validate_shape: False lets the shape change.
    """
    return variable_ops.assign(
        ref,
        value,
        validate_shape=True if validate_shape is None else validate_shape,
        use_locking=True if use_locking is None else use_locking,
        name=name,
    )


def assign_add(ref, value, use_locking=None, name=None):
    """Adds value to a variable; gives a tensor of the new value."""
    return variable_ops.assign_add(ref, value, use_locking=bool(use_locking), name=name)


def assign_sub(ref, value, use_locking=None, name=None):
    """Subtracts value from a variable; gives a tensor of the new value."""
    return variable_ops.assign_sub(ref, value, use_locking=bool(use_locking), name=name)


def global_variables(scope=None):
    """The variables of the default graph that programs share; scope: a regular expression for their names."""
    return get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def local_variables(scope=None):
    """The variables of the default graph that belong to one process."""
    return get_default_graph().get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def model_variables(scope=None):
    """The variables of the default graph that make up the model."""
    return get_default_graph().get_collection(GraphKeys.MODEL_VARIABLES, scope)


def moving_average_variables(scope=None):
    """The variables of the default graph that keep moving averages."""
    return get_default_graph().get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def trainable_variables(scope=None):
    """The variables of the default graph that optimizers change."""
    return get_default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def variables_initializer(var_list, name="init"):
    """An operation that initializes the variables of the list."""
    if var_list:
        return group(*[variable.initializer for variable in var_list], name=name)
    return no_op(name=name)


def global_variables_initializer():
    """An operation that initializes all global variables that there are now."""
    return variables_initializer(global_variables())


def local_variables_initializer():
    """An operation that initializes all local variables that there are now."""
    return variables_initializer(local_variables())


def is_variable_initialized(variable):
    """A tensor: whether the session that runs it holds a value for the variable."""
    return variable_ops.is_variable_initialized(variable)


def all_variables():
    """The old name of global_variables."""
    return global_variables()


def initialize_all_variables():
    """The old name of global_variables_initializer."""
    return global_variables_initializer()


def initialize_local_variables():
    """The old name of local_variables_initializer."""
    return local_variables_initializer()


def initialize_variables(var_list, name="init"):
    """The old name of variables_initializer."""
    return variables_initializer(var_list, name)
