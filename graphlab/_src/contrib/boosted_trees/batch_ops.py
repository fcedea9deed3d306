"""Operations on several accumulators that become one: what several features do at a time is scheduled, and run together."""

import abc
import collections

from graphlab._src.graph import Operation
from graphlab._src.graph.scopes import device


class ScheduledOp(abc.ABC):
    """An operation that is to be run together with others that have the same key and runner."""

    @abc.abstractmethod
    def batching_key(self):
        """What operations that run together have in common."""

    @abc.abstractmethod
    def batch_runner_fn(self):
        """The function (operations, stamp) that runs them: a tuple of a list for each output, or an Operation."""


class ScheduledStampedResourceOp(ScheduledOp):
    """An operation on an accumulator.

    op: the function of lists that adds it: op(handles, stamp, **{name: list}).  kwargs: what it gets of this accumulator.
    """

    def __init__(self, resource_handle, op, **kwargs):
        self.resource_handle, self.op, self.args = resource_handle, op, kwargs

    def batching_key(self):
        """The device of the accumulator and the function."""
        return self.resource_handle.device, self.op

    def batch_runner_fn(self):
        """Adds one operation for all."""
        return _run_on_resources


def _run_on_resources(batch, stamp):
    names = set(batch[0].args)
    for scheduled in batch:
        if set(scheduled.args) != names:
            raise ValueError(f"Mismatching arguments: {scheduled.args}, {sorted(names)}.")
    inputs = {name: [scheduled.args[name] for scheduled in batch] for name in sorted(names)}
    handles = [scheduled.resource_handle for scheduled in batch]
    with device(handles[0].device):
        return batch[0].op(handles, stamp, **inputs)


def run_handler_scheduled_ops(per_handler_ops, stamp, worker_device):
    """{handler: results} of what handlers have scheduled: a tuple of outputs, or the Operation that has none, for each.

    per_handler_ops: {handler: [ScheduledOp]}.  worker_device: where the results are needed.
    """
    del worker_device  # the runs move what other devices need
    batches = collections.OrderedDict()
    for scheduled in (one for handler_ops in per_handler_ops.values() for one in handler_ops):
        batches.setdefault((scheduled.batching_key(), scheduled.batch_runner_fn()), []).append(scheduled)
    found = {}
    for (_, runner), batch in batches.items():
        results = runner(batch, stamp)
        if isinstance(results, tuple):
            found.update(zip(batch, zip(*results, strict=True), strict=True))
        elif isinstance(results, Operation):
            found.update(dict.fromkeys(batch, results))
        else:
            raise ValueError(f"Unknown type of result {results}.")
    return {handler: [found[one] for one in handler_ops] for handler, handler_ops in per_handler_ops.items()}
