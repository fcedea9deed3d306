"""Variable scopes: variables by name, made once and shared on purpose."""

import copy
import enum
import inspect
import traceback
from typing import Any

from graphlab import dtypes, shapes
from graphlab.errors import explain
from graphlab.graph import GraphKeys, convert_to_tensor, get_default_graph, graph_from_inputs, name_scope
from graphlab.state.initializers import glorot_uniform_initializer, zeros_initializer
from graphlab.state.variable import Variable


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE

_STORE_KEY = ("__variable_store",)


class _Store:
    """The variables that get_variable made in one graph, and how often each scope name was opened."""

    def __init__(self):
        self.variables = {}
        self.opened = {}
        self.current = VariableScope(False)

    def open(self, name):
        self.opened[name] = self.opened.get(name, 0) + 1

    def close_below(self, name):
        """Scopes under `name` may be opened under the same names again."""
        for key in self.opened:
            if not name or key.startswith(name + "/"):
                self.opened[key] = 0

    def unique(self, prefix):
        """prefix, with _1, _2 … at its end if a scope of that name was opened here."""
        base = f"{self.current.name}/{prefix}" if self.current.name else prefix
        if not self.opened.get(base):
            return prefix
        number = 1
        while self.opened.get(f"{base}_{number}"):
            number += 1
        return f"{prefix}_{number}"


def _store():
    kept = get_default_graph().get_collection_ref(_STORE_KEY)
    if not kept:
        kept.append(_Store())
    return kept[0]


class VariableScope:
    """The name that get_variable puts before its own, and the defaults that it takes.

    reuse: False makes variables, True takes those that there are, AUTO_REUSE does either.
    """

    def __init__(
        self,
        reuse,
        name="",
        initializer=None,
        regularizer=None,
        caching_device=None,
        partitioner=None,
        custom_getter=None,
        name_scope="",
        dtype=dtypes.float32,
        use_resource=None,
        constraint=None,
    ):
        self._name = name
        self._initializer = initializer
        self._regularizer = regularizer
        self._reuse = reuse
        self._caching_device = caching_device
        self._partitioner = partitioner
        self._custom_getter = custom_getter
        self._name_scope = name_scope
        self._dtype = dtype
        self._use_resource = use_resource
        self._constraint = constraint

    @property
    def name(self):
        """What comes before the names of its variables, without a "/" at the end."""
        return self._name

    @property
    def original_name_scope(self):
        """The name scope that was opened along with it, with a "/" at the end."""
        return self._name_scope

    @property
    def reuse(self):
        """False, True or AUTO_REUSE."""
        return self._reuse

    @property
    def initializer(self):
        """The default initializer, or None."""
        return self._initializer

    @property
    def dtype(self):
        """The default type of variables."""
        return self._dtype

    @property
    def regularizer(self):
        """The default regularizer, or None."""
        return self._regularizer

    @property
    def caching_device(self):
        """The default caching device, or None."""
        return self._caching_device

    @property
    def partitioner(self):
        """The default partitioner, or None."""
        return self._partitioner

    @property
    def custom_getter(self):
        """The function that stands before get_variable, or None."""
        return self._custom_getter

    @property
    def constraint(self):
        """The default constraint, or None."""
        return self._constraint

    @property
    def use_resource(self):
        """What was asked for as use_resource."""
        return self._use_resource

    def reuse_variables(self):
        """From now on get_variable takes variables that there are."""
        self._reuse = True

    def set_initializer(self, initializer):
        """Sets the default initializer."""
        self._initializer = initializer

    def set_dtype(self, dtype):
        """Sets the default type."""
        self._dtype = dtype

    def set_regularizer(self, regularizer):
        """Sets the default regularizer."""
        self._regularizer = regularizer

    def set_caching_device(self, caching_device):
        """Sets the default caching device."""
        self._caching_device = caching_device

    def set_partitioner(self, partitioner):
        """Sets the default partitioner."""
        self._partitioner = partitioner

    def set_custom_getter(self, custom_getter):
        """Sets the function that stands before get_variable."""
        self._custom_getter = custom_getter

    def set_use_resource(self, use_resource):
        """Notes whether resource variables are wanted."""
        self._use_resource = use_resource

    def get_collection(self, name):
        """The items of a collection whose names begin with this scope's."""
        return get_default_graph().get_collection(name, self._name + "/" if self._name else self._name)

    def trainable_variables(self):
        """Its trainable variables."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self):
        """Its global variables."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self):
        """Its local variables."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(
        self,
        var_store,
        name,
        shape=None,
        dtype=None,
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
        """A variable of this scope, made or shared; the arguments are get_variable's."""
        full = f"{self._name}/{name}" if self._name else name
        with get_default_graph().name_scope(None):
            if dtype is not None and initializer is not None and not callable(initializer):
                given = convert_to_tensor(initializer).dtype.base_dtype
                if given != dtypes.as_dtype(dtype).base_dtype:
                    raise ValueError(
                        f"Initializer type '{given}' and explicit dtype '{dtypes.as_dtype(dtype)}' don't match."
                    )
            if partitioner or self._partitioner:
                raise ValueError(
                    explain(
                        "graphlab does not split variables: partitioners have no effect on one machine",
                        fix="leave partitioner out",
                    )
                )
            options = {
                "shape": shape,
                "dtype": self._dtype if dtype is None else dtype,
                "initializer": self._initializer if initializer is None else initializer,
                "regularizer": self._regularizer if regularizer is None else regularizer,
                "reuse": self._reuse if reuse is None else reuse,
                "trainable": trainable,
                "collections": collections,
                "caching_device": self._caching_device if caching_device is None else caching_device,
                "partitioner": None,
                "validate_shape": validate_shape,
                "use_resource": self._use_resource if use_resource is None else use_resource,
                "constraint": self._constraint if constraint is None else constraint,
                "synchronization": synchronization,
                "aggregation": aggregation,
            }

            def getter(name, **kwargs):
                return _get_or_make(var_store, name, **{**options, **kwargs})

            custom = self._custom_getter if custom_getter is None else custom_getter
            return custom(getter, name=full, **options) if custom is not None else getter(full)


def _get_or_make(
    store,
    name,
    shape,
    dtype,
    initializer,
    regularizer,
    reuse,
    trainable,
    collections,
    caching_device,
    partitioner,
    validate_shape,
    use_resource,
    constraint,
    synchronization,
    aggregation,
):
    from_value = initializer is not None and not callable(initializer)
    if shape is not None and from_value:
        raise ValueError("If initializer is a constant, do not specify shape.")
    dtype = dtypes.as_dtype(dtype)
    shape = shapes.as_shape(shape)
    found = store.variables.get(name)
    if found is not None:
        return _shared(name, found, shape, dtype, reuse)
    if reuse is True:
        raise ValueError(
            f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
            "reuse=tf.AUTO_REUSE in VarScope?"
        )
    if initializer is None:
        initializer = _default_initializer(name, dtype)
    graph = get_default_graph()
    with graph.control_dependencies(None):
        initial_value, variable_dtype = initializer, None
        if not from_value:
            initial_value, variable_dtype = _initial_value(initializer, shape, dtype)
        variable = Variable(
            initial_value,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            name=name,
            dtype=variable_dtype,
            validate_shape=validate_shape,
            constraint=constraint,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        store.variables[name] = variable
        if regularizer:
            with graph.colocate_with(variable.op), graph.name_scope(name + "/Regularizer/"):
                loss = regularizer(variable)
            if loss is not None:
                graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
    return variable


def _shared(name, found, shape, dtype, reuse):
    if reuse is False:
        frames = [(file, line, function, text) for file, line, function, text in found.op.traceback]
        raise ValueError(
            f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in "
            f"VarScope? Originally defined at:\n\n{''.join(traceback.format_list(frames))}"
        )
    if not shape.is_compatible_with(found.shape):
        raise ValueError(
            explain(
                f"Trying to share variable {name}, but specified shape {shape} and found shape {found.shape}.",
                at=found._variable,
            )
        )
    if not dtype.is_compatible_with(found.dtype):
        raise ValueError(
            explain(
                f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype {found.dtype.name}.",
                at=found._variable,
            )
        )
    return found


def _default_initializer(name, dtype):
    if dtype.is_floating:
        return glorot_uniform_initializer()
    if dtype.is_integer or dtype.is_bool:
        return zeros_initializer()
    raise ValueError(f"An initializer for variable {name} of {dtype.base_dtype} is required")


def _initial_value(initializer: Any, shape, dtype):
    """(what Variable takes as its initial value, its type) for an initializer that is called."""
    if inspect.isclass(initializer):
        initializer = initializer()
    if shape.is_fully_defined():
        takes = inspect.signature(initializer).parameters
        extra = {"partition_info": None} if "partition_info" in takes else {}
        return lambda: initializer(shape.as_list(), dtype=dtype, **extra), dtype.base_dtype
    if all(p.default is not p.empty for p in inspect.signature(initializer).parameters.values()):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the shape should not be "
        "provided or an instance of `tf.keras.initializers.*' and `shape` should be fully defined."
    )


class variable_scope:  # noqa: N801  (TensorFlow's name)
    """Variables that get_variable makes inside are named under the scope, and take its defaults.

    name_or_scope: a name, or a VariableScope to go back to.  default_name: made unique, for when there is no name.
    values: tensors that say which graph it is.  reuse: True or AUTO_REUSE share variables; None inherits.
    The rest are defaults for get_variable.  auxiliary_name_scope: False opens no name scope.
    Entering gives the VariableScope.
    """

    def __init__(
        self,
        name_or_scope,
        default_name=None,
        values=None,
        initializer=None,
        regularizer=None,
        caching_device=None,
        partitioner=None,
        custom_getter=None,
        reuse=None,
        dtype=None,
        use_resource=None,
        constraint=None,
        auxiliary_name_scope=True,
    ):
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if name_or_scope is not None and not isinstance(name_or_scope, (VariableScope, str)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        if reuse not in (None, False, True, AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if name_or_scope is None and reuse:
            raise ValueError("reuse=True cannot be used without a name_or_scope")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(f"The auxiliary_name_scope must be `True` or `False`, while get {auxiliary_name_scope}")
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._values = values or []
        self._reuse = reuse or None
        self._auxiliary = auxiliary_name_scope
        self._settings = {
            "_initializer": initializer,
            "_regularizer": regularizer,
            "_caching_device": caching_device,
            "_partitioner": partitioner,
            "_dtype": dtype,
            "_use_resource": use_resource,
            "_constraint": constraint,
        }
        self._custom_getter = custom_getter
        self._entered = []

    def __enter__(self):
        default = graph_from_inputs(self._values).as_default()
        default.__enter__()
        try:
            store = _store()
            given = self._name_or_scope
            if given is None:
                variable_name = store.unique(self._default_name)
                names = self._name_scope(self._default_name)
            else:
                variable_name = given
                names = self._name_scope(given if isinstance(given, str) else given.name.split("/")[-1])
            opened = None if names is None else names.__enter__()
        except BaseException:
            default.__exit__(None, None, None)
            raise
        old, old_opened = store.current, dict(store.opened)
        scope = self._scope(
            store, variable_name, get_default_graph().get_name_scope() + "/" if opened is None else opened
        )
        store.open(scope.name)
        store.current = scope
        self._entered.append((default, store, names, old, old_opened))
        return scope

    def _name_scope(self, name):
        return name_scope(name) if self._auxiliary and name else None

    def _scope(self, store, given, opened):
        if isinstance(given, VariableScope):
            scope = copy.copy(given)
            scope._reuse = self._reuse or given.reuse
            inherited = given.custom_getter
        else:
            scope = copy.copy(store.current)
            scope._name = f"{store.current.name}/{given}" if store.current.name else given
            scope._reuse = self._reuse or store.current.reuse
            scope._name_scope = opened
            inherited = store.current.custom_getter
        for attribute, value in self._settings.items():
            if value is not None:
                setattr(scope, attribute, value)
        if self._custom_getter is not None:
            scope._custom_getter = _compose(self._custom_getter, inherited)
        return scope

    def __exit__(self, kind, value, trace):
        default, store, names, old, old_opened = self._entered.pop()
        store.close_below(store.current.name)
        if isinstance(self._name_or_scope, VariableScope):
            store.opened = old_opened
        store.current = old
        if names is not None:
            names.__exit__(kind, value, trace)
        default.__exit__(kind, value, trace)
        return False


def _compose(inner, outer):
    """The custom getter of a scope inside another: its own first, then the outer one."""
    if outer is None:
        return inner

    def getter(next_getter, *args, **kwargs):
        def through_outer(*args, **kwargs):
            return outer(next_getter, *args, **kwargs)

        return inner(through_outer, *args, **kwargs)

    return getter


def variable_op_scope(values, name_or_scope, default_name=None, **options):
    """The old form of variable_scope, with the tensors first."""
    return variable_scope(name_or_scope, default_name=default_name, values=values, **options)


def get_variable_scope():
    """The VariableScope that is open here."""
    return _store().current


def get_variable(
    name,
    shape=None,
    dtype=None,
    initializer=None,
    regularizer=None,
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
    """The variable of that name in the open scope: made, or shared where the scope says so.

    shape: of a new variable.  initializer: a value, or a function of shape and dtype; glorot_uniform when left out.
    regularizer: a function of the variable whose result goes to REGULARIZATION_LOSSES.
    Raises ValueError when the variable is there and the scope does not reuse, or the other way round, or when shape or
    dtype are not those of the variable that is there.
    """
    return get_variable_scope().get_variable(
        _store(),
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=trainable,
        collections=collections,
        caching_device=caching_device,
        partitioner=partitioner,
        validate_shape=validate_shape,
        use_resource=use_resource,
        custom_getter=custom_getter,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def get_local_variable(name, *args, **kwargs):
    """get_variable for a variable that is local to the process, and not trained."""
    kwargs["collections"] = [GraphKeys.LOCAL_VARIABLES, *(kwargs.get("collections") or [])]
    kwargs["trainable"] = False
    return get_variable(name, *args, **kwargs)


def no_regularizer(_):
    """A regularizer that adds nothing, where a scope has one."""
    return None
