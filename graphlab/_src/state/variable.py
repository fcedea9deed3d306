"""Variable: a value that the session keeps between runs; the base class of both kinds."""

import contextlib
import enum
import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.context import sessions
from graphlab._src.base.errors import explain
from graphlab._src.base.identity import Reference
from graphlab._src.graph import (
    GraphKeys,
    IndexedSlices,
    Tensor,
    get_default_graph,
    name_scope,
    register_tensor_conversion_function,
)
from graphlab._src.graph import attrs as attributes
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.graph.scope_names import strip_name_scope
from graphlab._src.graph.scopes import init_scope
from graphlab._src.graph.tensor import Operators
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.indexing import getitem
from graphlab._src.ops.operators import OVERLOADABLE_OPERATORS
from graphlab._src.proto import VariableDef
from graphlab._src.state import scatter_ops
from graphlab._src.state.slice_info import SaveSliceInfo


def _outside_of_functions(initial_value):
    """A block for a variable that a function's code makes, or a branch of control flow v2: it is of the graph around it."""
    if not get_default_graph().building_function:
        return contextlib.nullcontext()
    if isinstance(initial_value, Tensor) and initial_value.graph.building_function:
        raise ValueError(
            explain(
                "Tensor-typed variable initializers must either be wrapped in an init_scope or callable when building "
                "functions.",
                at=initial_value,
                fix="tf.Variable(lambda: tf.zeros([2]))",
            )
        )
    return init_scope()


class VariableSynchronization(enum.Enum):
    """When the copies of a variable on several machines are combined; on one machine all mean the same.

    AUTO, NONE, ON_WRITE or ON_READ.
    """

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How the copies of a variable on several machines are combined; on one machine all mean the same.

    NONE, SUM, MEAN or ONLY_FIRST_REPLICA.
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3  # noqa: PIE796  (its old name)


class _Creating(type):
    """tf.Variable(...) calls the creators of the open variable_creator_scopes, the last of which knows both kinds."""

    def __call__(cls, *args, **kwargs) -> Any:
        if cls is not Variable:
            return super().__call__(*args, **kwargs)
        return cls._create(*args, **kwargs)


class Variable(NotPickled, Operators, metaclass=_Creating):
    """A tensor that keeps its value between runs of a session, which must initialize it first.

    initial_value: a tensor, anything that becomes one, or a function without arguments that returns one.
    trainable: whether optimizers change it; True when left out.  collections: names; GLOBAL_VARIABLES when left out.
    validate_shape: False lets assigned values have any shape.  caching_device: where reads are cached.
    name: "Variable" when left out.  dtype: to convert the initial value to.  expected_shape: has no effect.
    variable_def, import_scope: a VariableDef whose operations are in the graph, and the scope they were imported into.
    constraint: a function of the value that optimizers apply after each step.
    use_resource: True makes a ResourceVariable, whose every read is an operation of its own; False a RefVariable.
    synchronization, aggregation: saved with the variable; no effect on one machine.
    shape: of the value, where it is not that of the initial value.

        w = tf.Variable(tf.zeros([3, 2]), name="w")
        sess.run(w.initializer)
    """

    SaveSliceInfo = SaveSliceInfo
    _instead = "tf.train.Saver().save(sess, path) keeps its value, as model.save(path) does for a model of Keras'"

    # The module `creators` puts the function here that makes either kind.
    _default_creator: Any = None

    # What each kind has: value(), read_value(), assign(…), _updated(…) and these.
    op: Any
    name: Any
    dtype: Any
    shape: Any
    graph: Any
    value: Any
    read_value: Any
    _is_initialized: Any
    _updated: Any
    _ref: Any
    _initializer_op: Any
    _initial_value: Any
    _distribute_strategy: Any = None  # what a strategy makes has it
    _safe_initial_value: Any = None  # the same, where other variables that it reads may not be initialized

    @classmethod
    def _create(
        cls,
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
        synchronization=VariableSynchronization.AUTO,
        aggregation=VariableAggregation.NONE,
        shape=None,
    ):
        create = Variable._default_creator
        for creator in get_default_graph().stacks.variable_creators:
            create = functools.partial(creator, create)
        return create(
            initial_value=initial_value,
            trainable=trainable,
            collections=collections,
            validate_shape=validate_shape,
            caching_device=caching_device,
            name=name,
            variable_def=variable_def,
            dtype=dtype,
            expected_shape=expected_shape,
            import_scope=import_scope,
            constraint=constraint,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=VariableAggregation.NONE if aggregation is None else aggregation,
            shape=shape,
        )

    def _find(self, message, import_scope):
        raise NotImplementedError

    def _restore(self, variable_def, import_scope, initial_value):
        """Makes it the variable that a VariableDef names."""
        if initial_value is not None:
            raise ValueError("variable_def and initial_value are mutually exclusive.")
        self._find(variable_def, import_scope)

    @contextlib.contextmanager
    def _new(self, initial_value, name, trainable, collections, constraint, synchronization, aggregation):
        """The default graph, in which a new variable builds its operations; then adds it to collections."""
        collections = self._check_arguments(
            initial_value, trainable, collections, constraint, synchronization, aggregation, name
        )
        with _outside_of_functions(initial_value):
            graph = get_default_graph()
            with graph.control_dependencies(None):
                yield graph
            graph.add_to_collections(collections, self)

    def _check_arguments(self, initial_value, trainable, collections, constraint, synchronization, aggregation, name):
        """Sets what both kinds have, and returns the names of the collections that the variable goes into."""
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
        self._note(trainable, constraint, synchronization, aggregation, name)
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            return [*collections, GraphKeys.TRAINABLE_VARIABLES]
        return list(collections)

    def _note(self, trainable, constraint, synchronization, aggregation, name, save_slice_info=None):
        self._synchronization, self._aggregation, self._trainable = modes(synchronization, aggregation, trainable, name)
        self._constraint = constraint
        self._save_slice_info = save_slice_info

    def _note_from_proto(self, message, import_scope):
        slice_info = None
        if message.HasField("save_slice_info_def"):
            slice_info = SaveSliceInfo(save_slice_info_def=message.save_slice_info_def, import_scope=import_scope)
        self._note(
            message.trainable, None, message.synchronization, message.aggregation, message.variable_name, slice_info
        )
        self._caching_device = None

    # What it is

    trainable = attribute("_trainable", "True when optimizers change it.")
    constraint = attribute("_constraint", "The function that optimizers apply to the value after each step, or None.")
    synchronization = attribute("_synchronization", "Its VariableSynchronization.")
    aggregation = attribute("_aggregation", "Its VariableAggregation.")
    initializer = attribute("_initializer_op", "The operation that sets it to its initial value.")
    initial_value = attribute("_initial_value", "The tensor that it is initialized with.")
    source = attribute("op.source", "Where it was created.")

    @property
    def _shared_name(self):
        return self.name[: self.name.index(":")]

    @property
    def _unique_id(self):
        return self._shared_name

    def get_shape(self):
        """Its TensorShape."""
        return self.shape

    def _get_save_slice_info(self):
        return self._save_slice_info

    def _set_save_slice_info(self, save_slice_info):
        self._save_slice_info = save_slice_info

    def initialized_value(self):
        """Its value where it is initialized, else its initial value: what other variables may be initialized with."""
        with self.graph.control_dependencies(None):
            # TensorFlow uses the initial value as it was given here, which fails where that reads another variable.
            safe = self._initial_value if self._safe_initial_value is None else self._safe_initial_value
            return cond(self._is_initialized(), self.read_value, lambda: safe)

    # Writing; what returns the new value is a tensor for a RefVariable, and for a ResourceVariable what reads it later

    def scatter_sub(self, sparse_delta, use_locking=False, name=None):
        """Subtracts the rows of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_sub, sparse_delta, use_locking, name)

    def scatter_add(self, sparse_delta, use_locking=False, name=None):
        """Adds the rows of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_add, sparse_delta, use_locking, name)

    def scatter_max(self, sparse_delta, use_locking=False, name=None):
        """Makes rows at least as large as those of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_max, sparse_delta, use_locking, name)

    def scatter_min(self, sparse_delta, use_locking=False, name=None):
        """Makes rows at most as large as those of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_min, sparse_delta, use_locking, name)

    def scatter_mul(self, sparse_delta, use_locking=False, name=None):
        """Multiplies rows by those of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_mul, sparse_delta, use_locking, name)

    def scatter_div(self, sparse_delta, use_locking=False, name=None):
        """Divides rows by those of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_div, sparse_delta, use_locking, name)

    def scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Replaces rows by those of IndexedSlices; returns the new value."""
        return self._scatter(scatter_ops.scatter_update, sparse_delta, use_locking, name)

    def _scatter(self, update, sparse_delta, use_locking, name):
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"sparse_delta is not IndexedSlices: {sparse_delta}")
        return self._updated(update, sparse_delta.indices, sparse_delta.values, use_locking=use_locking, name=name)

    def batch_scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Replaces parts within each batch: self[b, indices[b, i]] = values[b, i]; returns the new value."""
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"sparse_delta is not IndexedSlices: {sparse_delta}")
        with name_scope(name):
            indices = scatter_ops.batch_coordinates(sparse_delta.indices)
            return self._updated(scatter_ops.scatter_nd_update, indices, sparse_delta.values, use_locking=use_locking)

    def scatter_nd_sub(self, indices, updates, name=None):
        """Subtracts at coordinates; indices: […, k].  Returns the new value."""
        return self._updated(scatter_ops.scatter_nd_sub, indices, updates, use_locking=True, name=name)

    def scatter_nd_add(self, indices, updates, name=None):
        """Adds at coordinates; indices: […, k].  Returns the new value."""
        return self._updated(scatter_ops.scatter_nd_add, indices, updates, use_locking=True, name=name)

    def scatter_nd_update(self, indices, updates, name=None):
        """Replaces at coordinates; indices: […, k].  Returns the new value."""
        return self._updated(scatter_ops.scatter_nd_update, indices, updates, use_locking=True, name=name)

    def _strided_slice_assign(self, begin, end, strides, value, name, **masks):
        return self._updated(scatter_ops.strided_slice_assign, begin, end, strides, value, name=name, **masks)

    def load(self, value, session=None):
        """Sets the value in `session` or the default session, with no new operation in the graph."""
        session = session or sessions.get_default()
        if session is None:
            raise ValueError(
                explain(
                    "Either session argument should be provided or default session should be established", at=self.op
                )
            )
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    # As a message

    def _proto(self, tensor, snapshot, export_scope):
        """The VariableDef that names these operations, or None for a variable outside of the scope."""
        if export_scope is not None and not tensor.name.startswith(export_scope):
            return None
        message = VariableDef(
            variable_name=strip_name_scope(tensor.name, export_scope),
            initializer_name=strip_name_scope(self.initializer.name, export_scope),
            snapshot_name=strip_name_scope(snapshot.name, export_scope),
            trainable=self.trainable,
            synchronization=self.synchronization.value,
            aggregation=self.aggregation.value,
        )
        if self._initial_value is not None:
            message.initial_value_name = strip_name_scope(self._initial_value.name, export_scope)
        if self._save_slice_info:
            message.save_slice_info_def.MergeFrom(self._save_slice_info.to_proto(export_scope))
        return message

    def experimental_ref(self):
        """A hashable reference: equal for the same variable, and `ref.deref()` returns the variable."""
        return Reference(self)

    @staticmethod
    def from_proto(variable_def, import_scope=None):
        """The variable whose operations a VariableDef names."""
        return Variable(variable_def=variable_def, import_scope=import_scope, use_resource=variable_def.is_resource)

    def __iter__(self):
        raise TypeError("'Variable' object is not iterable.")

    def __repr__(self):
        return f"<tf.Variable {self.name!r} shape={self.shape} dtype={self.dtype.name}>"

    __array_priority__ = 100  # so that ndarray + variable calls the variable


@contextlib.contextmanager
def beside(graph, name):
    """Operations made inside go where the variable of that name goes, which is not there yet."""
    group = attributes.to_proto("list(string)", [f"loc:@{name}".encode()])
    with graph._attr_scope({"_class": group}):
        yield


def check_outside_of_flow(value, name):
    """Raises ValueError for an initial value that is made inside a branch or a loop."""
    if value.op.control_flow_context is not None:
        raise ValueError(
            explain(
                f"Initializer for variable {name} is from inside a control-flow construct, such as a loop or "
                "conditional. When creating a variable inside a loop or conditional, use a lambda as the initializer.",
                at=value,
            )
        )


def modes(synchronization, aggregation, trainable, name):
    """(VariableSynchronization, VariableAggregation, trainable) of what was given for the variable of that name."""
    synchronization = _mode(VariableSynchronization, synchronization, "synchronization", name)
    aggregation = _mode(VariableAggregation, aggregation, "aggregation", name)
    if trainable is None:
        trainable = synchronization is not VariableSynchronization.ON_READ
    return synchronization, aggregation, trainable


def _mode(kind, value, what, name):
    if value is None:
        return next(iter(kind))
    try:
        return kind(value)
    except ValueError:
        raise ValueError(f"Invalid variable {what} mode: {value} for variable: {name}") from None


def _forward_operators():
    for operator in OVERLOADABLE_OPERATORS:
        function = getattr(Tensor, operator)

        def forward(self, *args, _function=function, **kwargs):
            return _function(self.value(), *args, **kwargs)

        setattr(Variable, operator, functools.update_wrapper(forward, function))


_forward_operators()
Variable.__getitem__ = lambda self, key: getitem(self.value(), key, var=self)


def as_tensor(variable, dtype=None, name=None, as_ref=False):
    """The tensor of a variable: its value, or for as_ref its reference or handle."""
    if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(variable.dtype):
        raise ValueError(
            explain(
                f"Incompatible type conversion requested to type '{dtypes.as_dtype(dtype).name}' for variable of type "
                f"'{variable.dtype.name}'",
                at=variable.op,
            )
        )
    return variable._ref() if as_ref else variable.value()


register_tensor_conversion_function(Variable, as_tensor)
