"""gl.step: step-through, a run that stops after each operation."""

import functools
import itertools
import time
import weakref
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.execution.step import StepRun
from graphlab._src.viz import step_messages
from graphlab._src.viz.mimebundle import mimebundle
from graphlab._src.viz.step_commands import step_throughs
from graphlab._src.viz.value_summary import Summary, is_bad, summarize

_numbers = itertools.count(1)


def step(session, fetches, feed_dict=None, apply=True):
    """Runs `fetches` one operation at a time: from the diagram, or by next(), back(), to_nan() and so on.

    session, fetches, feed_dict: as for session.run(fetches, feed_dict).  The same kernels run, with the results of the
    run itself; only floating point sums that the compiler would have fused may differ in their last digits.
    apply: whether the session's variables get what the run does to them, all at once when the last step has run, as
    after session.run. A run that is left before its last step changes no variable. What queues, readers, iterators and Python
    functions do happens when their step runs, once.

    Returns a StepThrough. Raises what session.run would raise for fetches or feeds that are not right, and
    FailedPreconditionError where a variable has no value.
    """
    if not isinstance(session, BaseSession):
        fix = "gl.step(sess, fetches, feed_dict)"
        raise TypeError(explain(f"step() shows a run of a Session, but got {type(session).__name__}", fix=fix))
    return StepThrough(session, fetches, feed_dict, apply)


class StepThrough:
    """One run of a session, step by step; show it in a cell to step in the diagram.

    position: how many steps are done as it is shown, from 0 to len(run).  back() only looks back: what has run stays
    run, and its values are retained (256 MB of those that are no longer needed; of older ones their summaries).
    breakpoints: the Operations at which go() stops.
    """

    def __init__(self, session, fetches, feed_dict=None, apply=True):
        self._discarded = {}  # step -> {output index: Summary} of what was given up
        self._run = StepRun(session, fetches, feed_dict, apply, self._remember)
        self.graph = session.graph
        self.number = next(_numbers)
        self.position = 0
        self.breakpoints = set()
        self.failure: Any = None  # (the step that failed, its exception)
        self.nan_steps = []  # numbers of the steps that have given a NaN
        self.views = weakref.WeakKeyDictionary()  # View that shows it -> the last step whose note it has
        step_throughs[self.number] = self

    def __len__(self):
        return len(self._run.steps)

    @property
    def steps(self):
        """The Operations of the run, in order; a branch or a loop is one step."""
        return list(self._run.steps)

    @property
    def current(self):
        """The step that was done last, or None at the beginning."""
        return self._run.steps[self.position - 1] if self.position else None

    @property
    def done(self):
        """How many steps have run, from 0 to len(run)."""
        return self._run.done

    @property
    def over(self):
        """True when the last step has run."""
        return self._run.over

    @property
    def result(self):
        """What session.run returns for these fetches; RuntimeError before the last step has run."""
        return self._run.result

    @property
    def applied(self):
        """True when the session has what the run did to its variables."""
        return self._run.applied

    def next(self):
        """Runs one step; returns the StepThrough, so that a cell that ends with it shows it."""
        self._go(self.position + 1)
        return self

    def back(self):
        """Looks at the step before."""
        return self.to_position(max(0, self.position - 1))

    def to(self, op):
        """Moves to where `op` (an Operation, a Tensor or a name) is done, ahead or back."""
        return self.to_position(self.number_of(op))

    def to_position(self, position):
        """Moves to where so many steps are done; raises ValueError for a position that there is not."""
        if not 0 <= position <= len(self):
            raise ValueError(f"A run of {len(self)} steps has no position {position}")
        self._go(position)
        return self

    def to_end(self):
        """Runs all steps that are left."""
        return self.to_position(len(self))

    def to_nan(self):
        """Continues until a step produces a NaN, or to the end where none does."""
        self._go(len(self), self._is_nan_step)
        return self

    def go(self):
        """Continues to the next breakpoint, or to the end."""
        self._go(len(self), self._is_breakpoint)
        return self

    def break_at(self, *ops):
        """Sets breakpoints where these (Operations, Tensors or names) are done; raises ValueError for what does not run."""
        for op in ops:
            self.number_of(op)
            self.breakpoints.add(self._operation(op))
        self.notify()
        return self

    def unbreak(self, op):
        """Removes a breakpoint."""
        self.breakpoints.discard(self._operation(op))
        self.notify()
        return self

    def go_for(self, seconds, position, stop=None):
        """Continues for at most so many seconds.

        position: where to.  stop: "nan" or "breakpoint", which end it before; None for neither.
        """
        self._go(position, {"nan": self._is_nan_step, "breakpoint": self._is_breakpoint, None: None}[stop], seconds)

    def _go(self, position, stop=None, seconds=None):
        until = None if seconds is None else time.monotonic() + seconds
        self.failure = None
        more = False
        try:
            self.position = min(self.position, position)
            while self.position < position and not more:
                if self.position == self._run.done:
                    self._advance()
                self.position += 1
                if stop is not None and stop():
                    return
                more = until is not None and time.monotonic() > until
        finally:
            self.notify(more and self.position < position)

    def _advance(self):
        try:
            step = self._run.advance()
        except Exception as error:
            if not self._run.over:
                self.failure = self._run.steps[self._run.done], error
                raise
            self.failure = None, error  # it has run, but the session could not take over what it did
            self.position = len(self)
            raise
        if any(is_bad(value) for value in self._run.outputs(step).values()):
            self.nan_steps.append(self._run.done)

    def _is_nan_step(self):
        return self.position in self.nan_steps

    def _is_breakpoint(self):
        return any(self._run.number_of[op] == self.position for op in self.breakpoints)

    def notify(self, more=False):
        """Sends its position to the views that show it. more: it continues when the view requests it."""
        for view in list(self.views):
            view.later(self, functools.partial(self._message, view, more))

    def _message(self, view, more):
        noted, self.views[view] = self.views[view], self._run.done
        return {"type": "step", "more": more, **step_messages.state(self, noted)}

    def _remember(self, step):
        self._discarded[step] = self.summaries(step)

    def number_of(self, op):
        """Returns how many steps are done when `op` is: 0 for what is there from the beginning; ValueError for what does not run."""
        op = self._operation(op)
        number = self._run.number_of.get(op)
        if number is None:
            fix = "fetch something that needs it"
            raise ValueError(explain(f"'{op.name}' does not run for these fetches and feeds", at=op, fix=fix))
        return number

    def _operation(self, op):
        if isinstance(op, Region):
            return min(op.members, key=lambda member: member.order)
        found = self.graph.as_graph_element(op)
        return found if isinstance(found, Operation) else found.op

    def state_of(self, op):
        """Returns an operation's state: "fed", "reused", "done", "running" (the step done last), "pending", or "pruned"."""
        op = self._operation(op)
        number = self._run.number_of.get(op)
        if any(tensor in self._run.plan.feed_set for tensor in op.outputs):
            return "fed"
        if number is None:
            return "pruned"
        if number == 0:
            return "reused"
        if number > self.position:
            return "pending"
        return "running" if op is self.current or op in getattr(self.current, "members", ()) else "done"

    @property
    def operations(self):
        """The Operations that are fed, and those that the run needs."""
        return [*dict.fromkeys(tensor.op for tensor in self._run.plan.feeds), *self._run.number_of]

    @property
    def state(self):
        """{name: the operation's state} of all that the run needs; see state_of()."""
        return {op.name: self.state_of(op) for op in self.operations}

    def value_of(self, tensor):
        """Returns a tensor's value at this position, of a reference the variable's; None before it has one."""
        if self.state_of(tensor.op) in ("pending", "pruned"):
            return None
        owner = None if tensor in self._run.plan.feed_set else owner_of(tensor)
        return self._run.values.get(tensor) if owner is None else self._run.state(owner, self.position)

    def why_no_value(self, op):
        """Why an output of an operation has no value."""
        if self.step_of(op) in self._discarded:
            return "it was discarded to save memory; summary(tensor) is still there"
        state = self.state_of(op)
        reasons = {"pruned": "this run does not need it", "pending": "its step has not run yet"}
        return reasons.get(state, "it is known inside its branch or loop only")

    def step_of(self, op):
        """The step that an operation is part of: itself, but for what lies in a branch or loop."""
        return self._run.plan.body.step_of.get(op, op)

    @property
    def values(self):
        """The values so far as NumPy arrays, by Tensor or name: run.values["loss:0"]."""
        return Values(self)

    @property
    def variables(self):
        """{name: (value before the run, value now)} of the variables that the steps so far have changed."""
        run = self._run
        changed = [owner for owner, number in self.written.items() if number <= self.position]
        return {owner.name: tuple(np.asarray(run.state(owner, n)) for n in (0, self.position)) for owner in changed}

    @property
    def written(self):
        """{VariableV2 or VarHandleOp: how many steps have run when it is first written} of what the run changes."""
        return {owner: number for owner, number in self._run.written.items() if is_variable(owner)}

    def writes(self, step):
        """The operations that own the variables which a step writes."""
        return [owner for owner, _, _ in self._run.changes(step) if is_variable(owner)]

    def summaries(self, step, brief=False):
        """{output index: Summary} of what a step that is done has given."""
        if step in self._discarded:
            return self._discarded[step]
        return {slot: summarize(value, brief) for slot, value in self._run.outputs(step).items()}

    def known(self, tensor, brief=False) -> Summary | None:
        """The Summary of a tensor's value; None before it has one."""
        step = self.step_of(tensor.op)
        if step is not None and step in self._discarded and self.state_of(tensor.op) != "pending":
            slot = next((slot for slot in self._discarded[step] if step.outputs[slot] is tensor), None)
            return None if slot is None else self._discarded[step][slot]
        value = self.value_of(tensor)
        return None if value is None else summarize(value, brief)

    def summary(self, tensor) -> Summary:
        """The Summary of a tensor's value; KeyError before it has one."""
        tensor = self.graph.as_graph_element(tensor, allow_operation=False)
        found = self.known(tensor)
        if found is None:
            raise KeyError(f"{tensor.name}: {self.why_no_value(tensor.op)}")
        return found

    def __repr__(self):
        of = f"step {self.position} of {len(self)}"
        lines = [f"Step-through: {of}" + (f": {self.current.name}" if self.current else ", nothing has run yet")]
        if self.current is not None:
            lines += [
                f"  output  {self.current.outputs[slot].name}  {summary}"
                for slot, summary in self.summaries(self.current).items()
            ]
            lines += [f"  wrote   {owner.name}" for owner in self.writes(self.current)]
        if self.failure is not None:
            lines.append(f"  failed  {str(self.failure[1]).splitlines()[0]}")
        if self.position < len(self):
            lines.append(f"  next    {self._run.steps[self.position].name}")
        elif self.applied:
            lines.append("  over    the session has what it did to variables")
        return "\n".join(lines)

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = mimebundle(
            self.graph, include, exclude, [{"type": "step", "stepThrough": self.number, "begin": True}]
        )
        if "text/plain" in data:
            data["text/plain"] = repr(self)
        return data, metadata


class Values(Mapping):
    """The values of a StepThrough so far, as NumPy arrays, by Tensor or name."""

    def __init__(self, stepping):
        self._stepping = stepping

    def __getitem__(self, tensor):
        tensor = self._stepping.graph.as_graph_element(tensor, allow_operation=False)
        found = self._stepping.value_of(tensor)
        if found is None:
            raise KeyError(f"{tensor.name}: {self._stepping.why_no_value(tensor.op)}")
        return np.asarray(found) if isinstance(found, jax.Array) else found

    def __iter__(self):
        for op in self._stepping.operations:
            for tensor in op.outputs:
                if self._stepping.value_of(tensor) is not None:
                    yield tensor.name

    def __len__(self):
        return sum(1 for _ in self)


def is_variable(owner):
    """True for state that people know as a variable: not for stacks, nor for what random operations count."""
    definition = owner.definition if isinstance(owner, Operation) else None
    return definition is not None and definition.holds_state
