"""One run, operation by operation, as far as somebody wants to go: what gl.step walks through.

It is the plan of the run with each operation a part of its own, and the same kernels. What it changes it changes aside:
the session sees nothing of it until the last operation has run, and then all of it at once.
"""

import collections
import time

import jax
import jax.numpy as jnp

from graphlab._src.base.errors import AbortedError, DeadlineExceededError, explain
from graphlab._src.compiler.control_flow.regions import Region, waits
from graphlab._src.compiler.effects import Version
from graphlab._src.session.calls.feeds import expand
from graphlab._src.session.execution.executor import Bodies, Stepper
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.store import Store
from graphlab._src.session.tracing.run_metadata import bytes_of
from graphlab._src.session.tracing.traced_run import outputs_of

_PATIENCE = 2.0  # seconds that a step waits for another run, for a queue to be filled for instance
MOST_BYTES = 256 << 20  # of values that nothing needs any longer, and that are kept to be looked at


class OneByOne:
    """A run of a session that goes on by one operation at a time.

    fetches, feed_dict: as Session.run takes them.  applies: whether the session gets what the run does to variables.
    let_go(step): called before the values of a step are given up to save memory, for what is still to be told of them.
    steps: the Operations, branches and loops that it goes through, in order.  done: how many of them have run.
    number_of: {operation: how many steps must have run until it is done}; 0 for constants, and variables that are there.
    applied: True once the session has what the run did to variables.
    """

    def __init__(self, session, fetches, feed_dict=None, applies=True, let_go=None, most_bytes=MOST_BYTES):
        self._session = session
        self._feed_dict = dict(feed_dict or {})
        self._call = session._prepare(fetches, feed_dict, None)
        self._applies = applies
        self._let_go = let_go or (lambda step: None)
        self._most_bytes = most_bytes
        self.done = 0
        self.applied = False
        self._given = dict(expand(session.graph, self._feed_dict))
        self._results = None
        self._bytes = 0  # of all values that are kept
        self._spent = collections.deque()  # steps whose values nothing takes any longer, oldest first
        self.steps, self._parts = [], []
        runner = self._call.runner or session._make_runner([], self._call.tensors)
        plan = self.plan = session._tracer.alone(runner).plan
        self._store = Aside(session._store, [*plan.reads, *plan.writes])
        self._runner = Runner(plan, self._store, session._devices.default)
        self._context = RunContext(self._store.resources, self._store.cancellation)
        self._stepper = _Careful(self._store, plan, self._context, self._runner._put, Bodies())
        self.values = {feed.tensor: feed.take_own(self._given[feed.tensor]) for feed in self._runner.feeds}
        self._runner.take_state(self.values)
        for part in plan.parts:
            (op,) = getattr(part, "segment", part).operations
            if op.type == "Const":
                self.values[op.outputs[0]] = op.attrs["value"]
            else:
                self.steps.append(op)
                self._parts.append(part)
        self.number_of = self._numbers()
        self._versions = self._all_versions()
        self._spent_after = self._last_uses()
        if not self.steps:
            self._end()

    def _numbers(self):
        """{operation: how many steps must have run until it is done}: 0 for what is there from the beginning."""
        place = {step: i for i, step in enumerate(self.steps, 1)}
        found = {}
        for step in self.plan.body.steps:
            number = place.get(step)
            if number is None:  # it only marks an order, or names state
                before = [*(t.op for t in step.inputs if t not in self.plan.feed_set), *step.control_inputs]
                number = max((found.get(op, 0) for op in before), default=0)
            found.update(dict.fromkeys(step.members if isinstance(step, Region) else [step], number))
        return found

    def _all_versions(self):
        """{owner: [(how many steps must have run, Version)]} of what the run makes of state, oldest first."""
        found = {}
        for version, step in self.plan.effects.produced.items():
            op = min(step.members, key=lambda op: op.id) if isinstance(step, Region) else step
            found.setdefault(version.owner, []).append((self.number_of[op], version))
        return found

    def _last_uses(self):
        """{number of a step: the steps whose values nothing takes after it}"""
        last = {}
        for i, part in enumerate(self._parts):
            for value in (*getattr(part, "segment", part).inputs, *self.steps[i].inputs):
                last[value] = i
        last.update(dict.fromkeys(self.plan.results, len(self._parts)))
        found = {}
        for i, step in enumerate(self.steps):
            found.setdefault(max([i, *(last.get(tensor, i) for tensor in step.outputs)]), []).append(step)
        return found

    def advance(self):
        """Runs the next step and gives it; what its kernel raises comes out, and the step may be tried again."""
        self._session._check_open()
        step, part = self.steps[self.done], self._parts[self.done]
        may_wait = waits(step)
        self._context.deadline = time.monotonic() + _PATIENCE if may_wait else None
        try:
            self._runner.run_part(part, self.values, self._stepper)
            jax.block_until_ready([self.values.get(value) for value in part.outputs])
        except DeadlineExceededError as error:
            if not may_wait:
                raise
            message = f"'{step.name}' has to wait for what another run does, and nothing came for {_PATIENCE:g} s"
            fix = "let the other run go on (fill the queue, start the queue runners), then take this step again"
            raise DeadlineExceededError(error.node_def, error.op, explain(message, at=step.name, fix=fix)) from None
        finally:
            self._context.abandon()
        self._bytes += self._bytes_of(step)
        self._spent.extend(self._spent_after.get(self.done, ()))
        self.done += 1
        self._save_memory(step)
        if self.done == len(self.steps):
            self._end()
        return step

    def _save_memory(self, step):
        """Gives up the oldest values that nothing takes any longer, where all take more than they may."""
        while self._bytes > self._most_bytes and self._spent and self._spent[0] is not step:
            old = self._spent.popleft()
            self._let_go(old)
            self._bytes -= self._bytes_of(old)
            for tensor in old.outputs:
                self.values.pop(tensor, None)

    def _bytes_of(self, step):
        return sum(bytes_of(self.values.get(tensor)) for tensor in step.outputs)

    def outputs(self, step):
        """{output index: value} of a step that has run, as far as the values are still there."""
        return outputs_of(step, self.values, self.plan.effects)

    def changes(self, step):
        """[(the owner of a state, its value before, its value after)] of what a step that has run did to state."""
        changes = self.plan.effects.writes.get(step, ())
        return [(after.owner, self.values.get(before), self.values.get(after)) for before, after in changes]

    def state(self, owner, done=0):
        """The value that a variable has when so many steps have run, or None."""
        versions = [
            Version(owner, 0),
            *(version for number, version in self._versions.get(owner, ()) if number <= done),
        ]
        return self.values.get(versions[-1], self.values.get(versions[0]))

    @property
    def written(self):
        """{the owner of a state: how many steps must have run for its first change}"""
        return {owner: versions[0][0] for owner, versions in self._versions.items()}

    @property
    def over(self):
        """True when the last step has run."""
        return self.done == len(self.steps)

    def _end(self):
        results = self._runner.collect(self.values, self._stepper)
        self._runner.tell(self.values)
        given = [self._given[tensor] for tensor in self._call.tensors]
        self._results = [self._call.execute(given, run=lambda fed: results)]
        if self._applies:
            self._store.apply(self.plan.writes)
            self.applied = True

    @property
    def result(self):
        """What Session.run gives for these fetches; RuntimeError before the last step has run."""
        if self._results is None:
            left = len(self.steps) - self.done
            raise RuntimeError(
                explain(f"The run is not over: {left} of {len(self.steps)} steps are left", fix="walk.to_end()")
            )
        return self._results[0]


class Aside(Store):
    """A Store that begins with what another one has, and keeps changes to itself until they are applied."""

    def __init__(self, store, owners):
        super().__init__()
        self._store = store
        self.resources = store.resources
        self.cancellation = store.cancellation
        self._from = {}  # owner -> what the other store held
        with store.lock:
            for owner in owners:
                self.get(owner)

    def get(self, owner):
        """The value that `owner` has, or None for a variable that was not initialized."""
        if owner not in self._from:
            # Another run of the session may overwrite the buffer, so that a copy is taken.
            found = self._from[owner] = self._store.get(owner)
            if found is not None:
                self.values[owner] = copied(found)
        return self.values.get(owner)

    def apply(self, owners):
        """Puts the values of these into the other store; AbortedError where another run has changed one meanwhile."""
        with self._store.lock:
            others = [owner for owner in owners if self._store.values.get(owner) is not self._from.get(owner)]
            if others:
                names = ", ".join(owner.name for owner in others[:4]) + (" …" if len(others) > 4 else "")
                raise AbortedError(
                    None,
                    others[0],
                    explain(
                        f"Another run changed {names} while this one was walked through, so its changes are not applied",
                        at=others[0],
                        fix="walk again with gl.step(…), or pass apply=False to look without changing the session",
                    ),
                )
            for owner in owners:
                self._from[owner] = self.values[owner]
            self._store.commit(owners, [self.values[owner] for owner in owners])


class _Careful(Stepper):
    """A Stepper that overwrites nothing, so that what was before can still be looked at."""

    def _given(self, part, values):
        donated, kept, static = super()._given(part, values)
        return [copied(value) for value in donated], kept, static


def copied(value):
    """The same in buffers of its own, where it is held in JAX's."""
    with jax.enable_x64(True):
        return jax.tree.map(lambda leaf: jnp.copy(leaf) if isinstance(leaf, jax.Array) else leaf, value)
