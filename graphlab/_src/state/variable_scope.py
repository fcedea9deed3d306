"""VariableScope: the prefix of the names of get_variable's variables, and defaults for its arguments."""

import contextlib
import threading

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph
from graphlab._src.graph.attributes import attribute

_KEY = ("__varscope",)


class VariableScope:
    """The prefix of the names of get_variable's variables, and the defaults of its arguments.

    reuse: False makes variables, True shares existing ones, AUTO_REUSE does either.
    initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: defaults for
    get_variable.  name_scope: the name of its name scope.
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

    name = attribute("_name", 'The prefix of the names of its variables, without a "/" at the end.')
    original_name_scope = attribute(
        "_name_scope", 'The name scope that was opened along with it, with a "/" at the end.'
    )
    reuse = attribute("_reuse", "False, True or AUTO_REUSE.")
    initializer = attribute("_initializer", "The default initializer, or None.")
    dtype = attribute("_dtype", "The default type of variables.")
    regularizer = attribute("_regularizer", "The default regularizer, or None.")
    caching_device = attribute("_caching_device", "The default caching device, or None.")
    partitioner = attribute("_partitioner", "The default partitioner, or None.")
    custom_getter = attribute("_custom_getter", "The function that get_variable calls to make a variable, or None.")
    constraint = attribute("_constraint", "The default constraint, or None.")
    use_resource = attribute("_use_resource", "True when variables are ResourceVariables; None is the default.")

    def reuse_variables(self):
        """From now on get_variable shares existing variables."""
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
        """Sets the function that get_variable calls to make a variable."""
        self._custom_getter = custom_getter

    def set_use_resource(self, use_resource):
        """Sets whether variables are ResourceVariables."""
        self._use_resource = use_resource

    def get_collection(self, name):
        """The items of a collection whose names begin with this scope's."""
        return get_default_graph().get_collection(name, self._name + "/" if self._name else "")

    def trainable_variables(self):
        """Its trainable variables."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self):
        """Its global variables."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self):
        """Its local variables."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def _full_name(self, name):
        if name is None:
            return self._name
        return f"{self._name}/{name}" if self._name else name

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
        """A variable of this scope, made or shared; the arguments are those of tf.get_variable."""
        with get_default_graph().name_scope(None):
            if dtype is not None and initializer is not None and not callable(initializer):
                given = convert_to_tensor(initializer).dtype.base_dtype
                if given != dtypes.as_dtype(dtype):
                    raise ValueError(f"Initializer type '{given}' and explicit dtype '{dtype}' don't match.")
            return var_store.get_variable(
                self._full_name(name),
                shape=shape,
                dtype=_given(dtype, self._dtype),
                initializer=_given(initializer, self._initializer),
                regularizer=_given(regularizer, self._regularizer),
                reuse=_given(reuse, self._reuse),
                trainable=trainable,
                collections=collections,
                caching_device=_given(caching_device, self._caching_device),
                partitioner=_given(partitioner, self._partitioner),
                validate_shape=validate_shape,
                use_resource=_given(use_resource, self._use_resource),
                custom_getter=_given(custom_getter, self._custom_getter),
                constraint=_given(constraint, self._constraint),
                synchronization=synchronization,
                aggregation=aggregation,
            )


def _given(value, default):
    return default if value is None else value


class VariableScopeStore(threading.local):
    """The variable scope that is open in this thread, and how often each scope name was opened."""

    def __init__(self):
        super().__init__()
        self.current_scope = VariableScope(False)
        self.variable_scopes_count = {}

    def open_variable_scope(self, scope_name):
        """Notes that a scope of that name was opened."""
        self.variable_scopes_count[scope_name] = self.variable_scope_count(scope_name) + 1

    def close_variable_subscopes(self, scope_name):
        """Scopes under `scope_name`, all for None, may be opened under the same names again."""
        for key in self.variable_scopes_count:
            if scope_name is None or key.startswith(scope_name + "/"):
                self.variable_scopes_count[key] = 0

    def variable_scope_count(self, scope_name):
        """How often a scope of that name was opened."""
        return self.variable_scopes_count.get(scope_name, 0)

    def unique(self, prefix):
        """prefix, with _1, _2 … at its end if a scope of that name was opened here."""
        around = self.current_scope.name
        base = f"{around}/{prefix}" if around else prefix
        if not self.variable_scope_count(base):
            return prefix
        number = 1
        while self.variable_scope_count(f"{base}_{number}"):
            number += 1
        return f"{prefix}_{number}"

    @contextlib.contextmanager
    def entered(self, scope, again):
        """Makes it the open scope; again: it is opened once more, and what was opened inside counts for nothing."""
        old = self.current_scope
        self.open_variable_scope(scope.name)
        counts = dict(self.variable_scopes_count)
        self.current_scope = scope
        try:
            yield scope
        finally:
            if again:
                self.variable_scopes_count = counts
            else:
                self.close_variable_subscopes(scope.name)
            self.current_scope = old


def get_variable_scope_store() -> VariableScopeStore:
    """The VariableScopeStore of the default graph."""
    stored = get_default_graph().get_collection_ref(_KEY)
    if not stored:
        stored.append(VariableScopeStore())
    return stored[0]


def get_variable_scope():
    """The VariableScope that is open here."""
    return get_variable_scope_store().current_scope
