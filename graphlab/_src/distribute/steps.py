"""Several steps in one run: a loop in the graph, with the next batch of an iterator in each iteration."""

from typing import Any

from graphlab._src.distribute import context
from graphlab._src.distribute.reduce_op import reduce_op_of
from graphlab._src.distribute.values import regroup
from graphlab._src.graph import constant, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.control_flow.while_loop import while_loop


class MultiStepContext:
    """What several steps leave.

    run_op: the operation that runs them all.  last_step_outputs: a dict of what the last step has set, as tensors; PerReplica
    values where no reduce_op was given.  non_tensor_outputs: a dict of other values, as they were when the step was built.
    """

    def __init__(self) -> None:
        self.run_op: Any = None
        self.last_step_outputs: dict[str, Any] = {}
        self.non_tensor_outputs: dict[str, Any] = {}
        self._reduced: dict[str, bool] = {}

    def set_last_step_output(self, name: str, output: Any, reduce_op: Any = None) -> None:
        """Sets an output of the step, in a replica or across them. reduce_op: how those of the replicas become one."""

        def put(strategy: Any, value: Any) -> None:
            self._reduced[name] = reduce_op is not None
            self.last_step_outputs[name] = value if reduce_op is None else strategy.reduce(reduce_op, value)

        if reduce_op is not None:
            reduce_op_of(reduce_op)
        elif not context.in_cross_replica_context():
            raise ValueError(
                f"The output {name!r} of a replica needs a reduce_op, which makes one of those of all replicas"
            )
        _across(put, output)

    def set_non_tensor_output(self, name: str, output: Any) -> None:
        """Sets a value that is no tensor: a tuple of those of all replicas, where it is set in one."""
        inside = not context.in_cross_replica_context()

        def put(strategy: Any, value: Any) -> None:
            self.non_tensor_outputs[name] = strategy.experimental_local_results(value) if inside else value

        _across(put, output)

    def is_reduced(self, name: str) -> bool:
        """Whether the replicas' outputs of this name became one."""
        return self._reduced.get(name, False)


def _across(put: Any, value: Any) -> None:
    """put(strategy, value), once for all replicas."""
    if context.in_cross_replica_context():
        put(context.get_strategy(), value)
    else:
        context.get_replica_context().merge_call(put, args=(value,))


def run_steps(extended: Any, fn: Any, iterator: Any, iterations: Any, initial_loop_values: Any) -> MultiStepContext:
    """The MultiStepContext of fn(context, inputs), run once for each of `iterations` batches in one run of the graph."""
    steps = MultiStepContext()

    def body(i: Any, *_: Any) -> list[Any]:
        done = fn(steps, iterator.get_next())
        outputs = {name: extended._local_results(output) for name, output in steps.last_step_outputs.items()}
        steps.last_step_outputs = outputs
        with control_dependencies([done]):
            return [i + 1, *nest.flatten(outputs)]

    found = while_loop(
        lambda i, *_: i < iterations,
        body,
        [constant(0), *nest.flatten(initial_loop_values)],
        parallel_iterations=1,
        back_prop=False,
        return_same_structure=True,
    )
    steps.run_op = group(found)
    outputs = nest.pack_sequence_as(steps.last_step_outputs, found[1:])
    steps.last_step_outputs = {
        name: parts[0] if steps.is_reduced(name) else regroup(parts) for name, parts in outputs.items()
    }
    return steps
