"""variable_scope and get_variable: variables by name, made once and shared on purpose."""

import contextlib
import copy
import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, graph_from_inputs, name_scope
from graphlab._src.state.variable_scope import VariableScope, get_variable_scope, get_variable_scope_store
from graphlab._src.state.variable_store import AUTO_REUSE, variable_store


class variable_scope:  # noqa: N801  (TensorFlow's name)
    """A context manager whose name is put before those of get_variable's variables, with defaults for its arguments.

    name_or_scope: a name, or a VariableScope to open again.  default_name: made unique, used when there is no name.
    values: tensors that determine the graph.  reuse: True or AUTO_REUSE share variables; None inherits.
    initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: defaults for
    get_variable inside.  auxiliary_name_scope: False opens no name scope.
    Entering returns the VariableScope.  Raises ValueError and TypeError for arguments that do not fit.

        with tf.variable_scope("hidden", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("w", [3, 2])  # hidden/w
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
        if not (reuse is None or reuse is False or reuse is True or reuse is AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(f"The auxiliary_name_scope must be `True` or `False`, while get {auxiliary_name_scope}")
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._graph = graph_from_inputs([] if values is None else values)
        self._reuse = reuse or None
        self._auxiliary = auxiliary_name_scope
        self._settings = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "custom_getter": custom_getter,
            "dtype": dtype,
            "use_resource": use_resource,
            "constraint": constraint,
        }
        self._unique_name = None
        self._entered = []

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.enter_context(self._graph.as_default())
            given = self._name_or_scope
            if given is not None and not isinstance(given, (VariableScope, str)):
                raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
            if given is None and self._reuse:
                raise ValueError("reuse=True cannot be used without a name_or_scope")
            opened = self._open_names(stack)
            if given is None:
                if self._unique_name is None:
                    self._unique_name = get_variable_scope_store().unique(self._default_name)
                given = self._unique_name
            scope = stack.enter_context(
                pure_variable_scope(given, self._reuse, old_name_scope=opened, **self._settings)
            )
            self._entered.append((scope, stack.pop_all()))
        return scope

    def _open_names(self, stack):
        """Opens the name scope; returns its name, or None when there is none to open."""
        if not self._auxiliary:
            current = self._graph.get_name_scope()
            return stack.enter_context(self._graph.name_scope(f"{current}/" if current else None))
        given = self._name_or_scope
        name = self._default_name if given is None else given if isinstance(given, str) else given.name.split("/")[-1]
        return stack.enter_context(name_scope(name)) if name else None

    def __exit__(self, kind, value, trace):
        scope, stack = self._entered[-1]
        if get_variable_scope() is not scope:
            raise RuntimeError("Improper nesting of variable_scope.")
        self._entered.pop()
        return stack.__exit__(kind, value, trace)


@contextlib.contextmanager
def pure_variable_scope(
    name_or_scope,
    reuse=None,
    initializer=None,
    regularizer=None,
    caching_device=None,
    partitioner=None,
    custom_getter=None,
    old_name_scope=None,
    dtype: Any = dtypes.float32,
    use_resource=None,
    constraint=None,
):
    """The variable scope alone, without a name scope.

    old_name_scope: the name scope that was opened along with it.  dtype: None inherits it.  The others: variable_scope's.
    """
    scopes = get_variable_scope_store()
    again = isinstance(name_or_scope, VariableScope)
    base = name_or_scope if again else scopes.current_scope
    scope = copy.copy(base)
    if not again:
        scope._name = f"{base.name}/{name_or_scope}" if base.name else name_or_scope
        scope._name_scope = name_or_scope if old_name_scope is None else old_name_scope
    scope._reuse = reuse or base.reuse
    scope._constraint = constraint
    settings = {
        "_initializer": initializer,
        "_regularizer": regularizer,
        "_caching_device": caching_device,
        "_partitioner": partitioner,
        "_dtype": dtype,
        "_use_resource": use_resource,
    }
    for attribute, value in settings.items():
        if value is not None:
            setattr(scope, attribute, value)
    if custom_getter is not None:
        scope._custom_getter = maybe_wrap_custom_getter(custom_getter, base.custom_getter)
    with scopes.entered(scope, again):
        yield scope


def maybe_wrap_custom_getter(custom_getter, old_getter):
    """The custom getter of a scope inside another: its own first, then the outer one."""
    if old_getter is None:
        return custom_getter

    def both(getter, *args, **kwargs):
        return custom_getter(functools.partial(old_getter, getter), *args, **kwargs)

    return both


@contextlib.contextmanager
def variable_op_scope(
    values,
    name_or_scope,
    default_name=None,
    initializer=None,
    regularizer=None,
    caching_device=None,
    partitioner=None,
    custom_getter=None,
    reuse=None,
    dtype=None,
    use_resource=None,
    constraint=None,
):
    """variable_scope with the tensors, `values`, as the first argument: its old form.

    name_or_scope, default_name, initializer, regularizer, caching_device, partitioner, custom_getter, reuse, dtype,
    use_resource, constraint: as in variable_scope.
    """
    with variable_scope(
        name_or_scope,
        default_name=default_name,
        values=values,
        initializer=initializer,
        regularizer=regularizer,
        caching_device=caching_device,
        partitioner=partitioner,
        custom_getter=custom_getter,
        reuse=reuse,
        dtype=dtype,
        use_resource=use_resource,
        constraint=constraint,
    ) as scope:
        yield scope


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
    """The variable of that name in the open variable_scope: made, or shared where the scope's reuse allows it.

    shape: of a new variable.  dtype: float32 when left out, also by the scope.
    initializer: a value, or a function of shape and dtype; glorot_uniform when left out.
    regularizer: a function of the variable whose result goes to REGULARIZATION_LOSSES.
    trainable, collections, caching_device, validate_shape, use_resource, constraint, synchronization, aggregation: as
    in tf.Variable.
    partitioner: a function of shape and dtype that returns the number of parts along each axis; the result then is a
    PartitionedVariable.
    custom_getter: a function that is called with getter= and all of these, and returns a variable.
    Raises ValueError when the variable exists and the scope does not reuse, or the other way round, or when shape or
    dtype are not those of the existing variable.
    """
    return get_variable_scope().get_variable(
        variable_store(),
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


def get_local_variable(
    name,
    shape=None,
    dtype=None,
    initializer=None,
    regularizer=None,
    trainable=False,
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
    """get_variable for a variable in LOCAL_VARIABLES, which checkpoints leave out; never trainable.

    shape, dtype, initializer, regularizer, collections, caching_device, partitioner, validate_shape, use_resource,
    custom_getter, constraint, synchronization, aggregation: as in get_variable.  trainable: has no effect.
    """
    return get_variable(
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=False,
        collections=[*(collections or []), GraphKeys.LOCAL_VARIABLES],
        caching_device=caching_device,
        partitioner=partitioner,
        validate_shape=validate_shape,
        use_resource=use_resource,
        custom_getter=custom_getter,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def no_regularizer(_):
    """A regularizer that adds nothing, in place of that of the scope; its argument, `_`, is the variable."""
    return None
