"""make_template: a function whose first call makes its variables, which all later calls share."""

import functools
import logging
import traceback
from typing import Any

from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.attributes import attribute
from graphlab._src.state.scope import pure_variable_scope, variable_scope
from graphlab._src.state.trackable import Trackable
from graphlab._src.state.variable_creators import variable_creator_scope
from graphlab._src.state.variable_scope import get_variable_scope_store

_log = logging.getLogger("graphlab")


def make_template(name_, func_, create_scope_now_=False, unique_name_=None, custom_getter_=None, **kwargs):
    """A function like func_ whose get_variable makes variables in the first call and shares them in the others.

    name_: of the variable scope, made unique unless unique_name_ says its name.
    create_scope_now_: True enters the scope where the template is made, not where it is called first.
    custom_getter_: for get_variable inside.  kwargs: arguments of func_ that every call gets.
    """
    function = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_)


class Template(Trackable):
    """A function with variables of its own. Calling it opens its variable scope, from the second time on to reuse it.

    A tf.train.Checkpoint saves its variables by their names in the scope, and templates that it makes below it.
    """

    def __init__(self, name, func, create_scope_now=False, unique_name=None, custom_getter=None):
        if name is None:
            raise ValueError("name cannot be None.")
        self._name = name
        self._func = func
        self._unique_name = unique_name
        self._custom_getter = custom_getter
        self._stack = traceback.format_stack()[:-2]
        self._variable_scope: Any = None
        self._variables_created = False
        self._first_call = True
        if create_scope_now:
            unique = unique_name or get_variable_scope_store().unique(name)
            with pure_variable_scope(unique, custom_getter=custom_getter) as scope:
                self._variable_scope = scope

    def __call__(self, *args, **kwargs):
        if self._variable_scope is not None:
            with variable_scope(self._variable_scope, reuse=not self._first_call):
                return self._call(args, kwargs)
        with variable_scope(self._unique_name, self._name, custom_getter=self._custom_getter) as scope:
            self._variable_scope = scope
            return self._call(args, kwargs)

    def _call(self, args, kwargs):
        try:
            if self._variables_created:
                return self._call_again(args, kwargs)
            if not self._first_call:  # another thread is in its first call
                return self._called(args, kwargs)
            self._first_call = False
            try:
                result = self._called(args, kwargs)
            except BaseException:
                self._first_call = True
                raise
            self._variables_created = True
            return result
        except Exception as error:
            first = error.args[0] if error.args else ""
            error.args = (f"{first}\n\noriginally defined at:\n{self._defined_at()}", *error.args[1:])
            raise

    def _call_again(self, args, kwargs):
        graph = get_default_graph()
        trained = len(graph.get_collection_ref(GraphKeys.TRAINABLE_VARIABLES))
        all_of_them = len(graph.get_collection_ref(GraphKeys.GLOBAL_VARIABLES))
        result = self._called(args, kwargs)
        new = graph.get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)[trained:]
        if new:
            raise ValueError(
                "Trainable variable created when calling a template after the first time, perhaps you used tf.Variable "
                f"when you meant tf.get_variable: {new}"
            )
        new = graph.get_collection_ref(GraphKeys.GLOBAL_VARIABLES)[all_of_them:]
        if new:
            _log.info(
                "New variables created when calling a template after the first time, perhaps you used tf.Variable when "
                "you meant tf.get_variable: %s",
                new,
            )
        return result

    def _called(self, args, kwargs):
        with variable_creator_scope(self._made_inside):
            return self._func(*args, **kwargs)

    def _made_inside(self, next_creator, name=None, trackable_parent=None, **options):
        """Tracks a variable that is made in its scope, or the template inside, with its scope, that tracks it."""
        prefix = self._variable_scope.name
        own = self, prefix
        if not prefix or name is None or not name.startswith(prefix):
            return next_creator(name=name, trackable_parent=own, **options)
        if trackable_parent is not None:
            inner, scope = trackable_parent
            self._track_trackable(inner, scope[len(prefix) + 1 :], overwrite=True)
            return next_creator(name=name, trackable_parent=own, **options)
        variable = next_creator(name=name, trackable_parent=own, **options)
        return self._track_trackable(variable, name[len(prefix) + 1 :], overwrite=True)

    def _defined_at(self):
        """The stack where the template was made, without the frames that it shares with the call."""
        return "".join(skip_common_stack_elements(self._stack, traceback.format_stack()))

    name = attribute("_name", "The name that it was made with.")
    func = attribute("_func", "The function.")
    variable_scope = attribute("_variable_scope", "Its VariableScope; None before it has one.")

    var_scope = variable_scope

    @property
    def variable_scope_name(self):
        """The name of its variable scope, with a "/" at the end; None before it has one."""
        if self._variable_scope is None:
            return None
        name = self._variable_scope.name
        return name if not name or name.endswith("/") else f"{name}/"

    def _collected(self, key):
        return get_default_graph().get_collection(key, self.variable_scope_name) if self._variables_created else []

    @property
    def global_variables(self):
        """Its global variables."""
        return self._collected(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self):
        """Its local variables."""
        return self._collected(GraphKeys.LOCAL_VARIABLES)

    @property
    def trainable_variables(self):
        """Its trainable variables."""
        return self._collected(GraphKeys.TRAINABLE_VARIABLES)

    @property
    def non_trainable_variables(self):
        """Its global variables that are not trained."""
        trained = set(self.trainable_variables)
        return [one for one in self.global_variables if one not in trained]

    @property
    def variables(self):
        """Its global and local variables."""
        return self.global_variables + self.local_variables

    weights = variables
    trainable_weights = trainable_variables
    non_trainable_weights = non_trainable_variables


def skip_common_stack_elements(stacktrace, base_case):
    """The frames of a stack behind those that another one begins with too; the last one where all are."""
    for i, (line, other) in enumerate(zip(stacktrace, base_case, strict=False)):
        if line != other:
            return stacktrace[i:]
    return stacktrace[-1:]
