"""Exponential moving averages of variables and tensors."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.references import is_variable
from graphlab._src.graph.scopes import init_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.division import div
from graphlab._src.ops.division import truediv as true_divide
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.power import pow as power_of
from graphlab._src.state.assignment import assign, assign_sub
from graphlab._src.state.initialization import global_variables, moving_average_variables, trainable_variables
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable, get_variable_scope, variable_scope
from graphlab._src.state.slots import create_slot, create_zeros_slot
from graphlab._src.state.variable import Variable


class ExponentialMovingAverage:
    """Keeps for each variable a shadow that follows it: shadow -= (1 - decay) · (shadow - variable).

    decay: a number or tensor, close to 1.  num_updates: a count of steps; with it the average follows faster at first,
    with decay min(decay, (1 + num_updates) / (10 + num_updates)).
    zero_debias: whether averages of tensors, which begin with 0, are freed of that beginning.
    name: of the scope of its operations, and of the shadows: "<variable>/ExponentialMovingAverage".
    """

    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages = {}

    @property
    def name(self):
        """The name that it was made with."""
        return self._name

    def apply(self, var_list=None):
        """The operation that brings all averages one step closer to what they follow.

        var_list: variables or tensors, all trainable variables when left out; what has no shadow yet gets one. Those of
        variables begin with the initial value, those of tensors with 0. Raises TypeError for what is no float.
        """
        var_list = trainable_variables() if var_list is None else list(var_list)
        unbiased = set()
        for var in var_list:
            if var.dtype.base_dtype not in dtypes.FLOATING:
                raise TypeError(explain(f"The variables must be half, float, or double: {var.name}", at=var.op))
            if var not in self._averages:
                with init_scope():
                    average = self._averages[var] = self._shadow(var)
                if self._zero_debias and not isinstance(var, Variable):
                    unbiased.add(average)
        with name_scope(self.name) as scope:
            decay = convert_to_tensor(self._decay, name="decay")
            if self._num_updates is not None:
                updates = cast(self._num_updates, dtypes.float32, name="num_updates")
                decay = minimum(decay, (1.0 + updates) / (10.0 + updates))
            averages = [self._averages[var] for var in var_list]
            steps = [
                assign_moving_average(average, var, decay, average in unbiased)
                for average, var in zip(averages, var_list, strict=True)
            ]
            return group(*steps, name=scope)

    def _shadow(self, var):
        if not isinstance(var, Variable):
            return create_zeros_slot(var, self.name, colocate_with_primary=is_variable(var.op))
        average = create_slot(var, var.initialized_value(), self.name)
        get_default_graph().add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, var)
        return average

    def average(self, var):
        """The variable that holds the average of `var`, or None."""
        return self._averages.get(var)

    def average_name(self, var):
        """The name, as in a checkpoint, of the variable that holds the average of `var`, or that would hold it."""
        if var in self._averages:
            return self._averages[var].op.name
        return get_default_graph().unique_name(f"{var.op.name}/{self.name}", mark_as_used=False)

    def variables_to_restore(self, moving_avg_variables=None):
        """{name in a checkpoint: variable} with which a Saver restores each variable's average, where it has one.

        moving_avg_variables: those that have one; trainable ones and those that `apply` was given when left out.
        """
        if moving_avg_variables is None:
            moving_avg_variables = trainable_variables() + moving_average_variables()
        followed = list(dict.fromkeys(moving_avg_variables))
        names = {self.average_name(var): var for var in followed}
        taken = {var.name for var in followed}
        for var in global_variables():
            if var.name not in taken:
                names.setdefault(var.op.name, var)
        return names


def assign_moving_average(variable, value, decay, zero_debias=True, name=None):
    """Moves a variable towards value: variable -= (1 - decay) · (variable - value). Returns its new value.

    zero_debias: the variable began with 0, and what that adds is taken out (Kingma and Ba, 2014, section 3), for which
    two more variables are made beside it, "biased" and "local_step".
    Replicas of a tf.distribute.Strategy move it together, towards the mean of their values.
    """
    with name_scope(name, "AssignMovingAvg", [variable, value, decay]) as scope:
        rate = cast(convert_to_tensor(1.0 - decay, name="decay"), variable.dtype.base_dtype)

        def beside():
            return _zeros_beside(variable, [variable, value, rate]) if zero_debias else ()

        def move(variable, value, *zeros):
            if zero_debias:
                return _assign_unbiased(variable, value, rate, *zeros)
            return assign_sub(variable, (variable - value) * rate, name=scope)

        if hasattr(variable, "update_with_mean"):  # a DistributedVariable
            return variable.update_with_mean(move, value, beside)
        return move(variable, value, *beside())


def _zeros_beside(variable, values):
    """The variables "biased" and "local_step" of one that began with 0."""
    graph = get_default_graph()
    dtype = variable.dtype.base_dtype
    with variable_scope(variable.op.name, values=values):
        with graph.colocate_with(variable):
            zeros = zeros_initializer()
            biased = get_variable(
                _unused("biased"), shape=variable.shape, dtype=dtype, initializer=zeros, trainable=False
            )
            step = get_variable(_unused("local_step"), shape=[], dtype=dtype, initializer=zeros, trainable=False)
    return biased, step


def _assign_unbiased(variable, value, rate, biased, step):
    moved = assign_sub(biased, (biased - value) * rate)
    count = step.assign_add(1)
    factor = 1 - power_of(1.0 - rate, count)
    return assign(variable, moved / factor, name=f"{get_default_graph().get_name_scope()}/")


def _unused(name):
    """The name for a variable in the current scope, with a number where there is one of that name."""
    scope = get_variable_scope()
    if scope.reuse:
        return name
    taken = {var.op.name for var in scope.global_variables()}
    free, count = name, 0
    while f"{scope.name}/{free}" in taken:
        count += 1
        free = f"{name}_{count}"
    return free


def weighted_moving_average(value, decay, weight, truediv=True, collections=None, name=None):
    """The moving average of value · weight divided by that of weight, each moved one step.

    truediv: False divides as `/` did in Python 2.  collections: of the two variables that hold the averages.
    """
    options = {"trainable": False, "collections": collections or [GraphKeys.GLOBAL_VARIABLES]}
    with variable_scope(name, "WeightedMovingAvg", [value, weight, decay]) as scope:
        averages = [
            get_variable(
                key, shape=tensor.shape, dtype=tensor.dtype.base_dtype, initializer=zeros_initializer(), **options
            )
            for key, tensor in (("value_x_weight", value), ("weight", weight))
        ]
        numerator = assign_moving_average(averages[0], value * weight, decay, zero_debias=False)
        denominator = assign_moving_average(averages[1], weight, decay, zero_debias=False)
        return (true_divide if truediv else div)(numerator, denominator, name=scope.name)
