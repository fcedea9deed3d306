"""Base classes of optimizers of ConstrainedMinimizationProblems."""

import abc
from typing import Any

from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.graph.scopes import colocate_with
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.shape import reshape
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer


class ConstrainedOptimizer(abc.ABC):
    """Minimizes a ConstrainedMinimizationProblem with an optimizer of tf.train; a subclass adds how."""

    def __init__(self, optimizer):
        self._optimizer = optimizer

    @property
    def optimizer(self):
        """The optimizer of the model's variables."""
        return self._optimizer

    @abc.abstractmethod
    def _minimize_constrained(
        self,
        minimization_problem,
        global_step=None,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """The operation of a step; pre_train_ops run before it anyway."""

    def minimize_constrained(
        self,
        minimization_problem,
        global_step=None,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """An operation that makes a step towards the least objective within the constraints.

        minimization_problem: a ConstrainedMinimizationProblem. The other arguments are those of an Optimizer's minimize.
        """
        settings = gate_gradients, aggregation_method, colocate_gradients_with_ops, name, grad_loss
        with get_default_graph().control_dependencies(minimization_problem.pre_train_ops or []):
            return self._minimize_constrained(minimization_problem, global_step, var_list, *settings)

    def minimize_unconstrained(
        self,
        minimization_problem,
        global_step=None,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """An operation that makes a step towards the least objective, without constraints; see minimize_constrained."""
        settings = gate_gradients, aggregation_method, colocate_gradients_with_ops, name, grad_loss
        with get_default_graph().control_dependencies(minimization_problem.pre_train_ops or []):
            return self.optimizer.minimize(minimization_problem.objective, global_step, var_list, *settings)

    def minimize(
        self,
        minimization_problem,
        unconstrained_steps=None,
        global_step=None,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """minimize_constrained, after unconstrained_steps steps of minimize_unconstrained, which global_step counts."""
        settings = gate_gradients, aggregation_method, colocate_gradients_with_ops, name, grad_loss

        def constrained():
            return self.minimize_constrained(minimization_problem, global_step, var_list, *settings)

        def unconstrained():
            return self.minimize_unconstrained(minimization_problem, global_step, var_list, *settings)

        if unconstrained_steps is None:
            return constrained()
        if global_step is None:
            raise ValueError("global_step cannot be None if unconstrained_steps is provided")
        first = convert_to_tensor(unconstrained_steps)
        step: Any = cast(global_step, first.dtype)
        return cond(step < first, unconstrained, constrained)


class WeightingOptimizer(ConstrainedOptimizer):
    """An optimizer with a variable that says how much each constraint counts, which is trained to count them the most.

    constraint_optimizer: of that variable; `optimizer` when left out.
    """

    _state_name = ""

    def __init__(self, optimizer, constraint_optimizer=None):
        super().__init__(optimizer)
        self._constraint_optimizer = constraint_optimizer

    @property
    def constraint_optimizer(self):
        """The optimizer of what constraints count, or None."""
        return self._constraint_optimizer

    @abc.abstractmethod
    def _initial_state(self, num_constraints) -> Any:
        """What the variable begins with."""

    @abc.abstractmethod
    def _loss(self, state, objective, constraints, proxy_constraints) -> Any:
        """(the weighted sum to minimize, the gradient by which the variable grows)."""

    @abc.abstractmethod
    def _projected(self, state) -> Any:
        """The nearest value that the variable may have."""

    def _projection_op(self, state, name=None):
        with colocate_with(state):
            return assign(state, self._projected(state.read_value()), name=name)

    def _constraint_grad_and_var(self, state, gradient):
        return -gradient, state

    def _minimize_constrained(
        self,
        minimization_problem,
        global_step=None,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        graph = get_default_graph()
        objective, constraints = minimization_problem.objective, minimization_problem.constraints
        proxies = minimization_problem.proxy_constraints
        proxies = constraints if proxies is None else proxies
        if len({value.dtype.base_dtype for value in (objective, constraints, proxies)}) > 1:
            raise ValueError("objective, constraints and proxy_constraints must have the same dtype")
        count = minimization_problem.num_constraints
        constraints, proxies = reshape(constraints, (count,)), reshape(proxies, (count,))
        state = Variable(lambda: self._initial_state(count), trainable=False, name=self._state_name)
        loss, gradient = self._loss(state, objective, constraints, proxies)
        settings = gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        pairs = self.optimizer.compute_gradients(loss, var_list, *settings)
        own = [self._constraint_grad_and_var(state, gradient)]
        if self.constraint_optimizer is None:
            updates = [self.optimizer.apply_gradients([*pairs, *own], name="update")]
        else:
            with graph.control_dependencies([dx for dx, _ in [*pairs, *own] if dx is not None]):
                updates = [
                    self.optimizer.apply_gradients(pairs, name="update"),
                    self.constraint_optimizer.apply_gradients(own, name="optimizer_state_update"),
                ]
        with graph.control_dependencies(updates):
            if global_step is None:
                return self._projection_op(state, name=name)
            projected = self._projection_op(state, name="project")
            with colocate_with(global_step):
                counted = assign_add(global_step, 1, name="global_step_increment")
            return group(projected, counted, name=name)
