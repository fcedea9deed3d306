"""Regions: operations that run as one step: a branch, a loop, a call of a function."""

from collections.abc import Collection, Container, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from graphlab._src.base import dtypes
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import memory_of
from graphlab._src.graph.tensor import Tensor

if TYPE_CHECKING:
    from graphlab._src.compiler.effects import Effects

# What a branch produces: (output, tensor that says which input came or None, [tensor in each body], [number of the input
# for each]).
Joined: TypeAlias = tuple[Tensor, Tensor | None, Sequence[Tensor], Sequence[int]]
# What a loop carries: (first value, value in the iteration, next value).
Variable: TypeAlias = tuple[Tensor, Tensor, Tensor]


class Body:
    """Steps that run together: one side of a branch, a function, or a part of one iteration of a loop.

    steps: Operations and Regions in an order in which inputs come first.  step_of: {operation: the step it is part of}.
    """

    def __init__(self, steps: "Iterable[Step]") -> None:
        self.steps: list[Step] = sorted(steps, key=pushes_handle)
        self.step_of: dict[Operation, Region] = {}
        self.members: set[Operation] = set()
        for step in self.steps:
            if isinstance(step, Region):
                self.step_of.update(dict.fromkeys(step.members, step))
                self.members |= step.members
            else:
                self.members.add(step)
        self.never: set[Operation] = (
            set()
        )  # operations that need both outcomes of one condition, so that none of them runs
        self.dead: Collection[Tensor] = ()  # inputs of Merges that have no value, though their operations may run
        self.results: list[Tensor] = []  # the tensors whose values it produces
        self._effects: Effects | None = None

    @property
    def has_effects(self) -> bool:
        """True when the effects of its steps have been computed."""
        return self._effects is not None

    @property
    def effects(self) -> "Effects":
        """The Effects of its steps, set when those of the whole run are computed."""
        assert self._effects is not None
        return self._effects

    @effects.setter
    def effects(self, effects: "Effects") -> None:
        self._effects = effects


class Region:
    """Operations that run as one: a branch taken or not, or a loop.

    members: the operations.  bodies: the Bodies inside.  outputs: the tensors that others may use.
    reads, writes: the owners of state outside that it reads and changes.
    interpreted: why the host has to interpret it, whatever the values are; "" when that depends on values.
    """

    kind = ""
    type: str  # in place of an operation type: "cond", "while" …

    def __init__(self, members: set[Operation], outputs: list[Tensor], name: str) -> None:
        self.members = members
        self.bodies: list[Body] = []
        self.outputs: list[Tensor] = outputs
        self._name = self.name = name
        first = min(members, key=lambda op: op.order)
        self.order = first.order
        self.device = first.device
        self.graph = first.graph
        inside = self.members
        self.inputs = list(dict.fromkeys(t for op in _by_age(members) for t in op.inputs if t.op not in inside))
        self.control_inputs = list(
            dict.fromkeys(c for op in _by_age(members) for c in op.control_inputs if c not in inside)
        )
        self.reads: list[Any] = []
        self.writes: list[Any] = []
        self.interpreted = ""

    @property
    def has_loop(self) -> bool:
        """True when it is a loop or holds one."""
        return any(region.kind == "loop" for region in self.flatten())

    def flatten(self) -> Generator["Region"]:
        """The regions inside it, with itself."""
        yield self
        for body in self.bodies:
            for step in body.steps:
                if isinstance(step, Region):
                    yield from step.flatten()

    def _take_in(self, bodies: list[Body]) -> None:
        """Sets the bodies; what regions in them need from outside, the region needs."""
        self.bodies = bodies
        for body in bodies:
            for step in body.steps:
                if isinstance(step, Region):
                    new = [t for t in step.inputs if t.op not in self.members and t not in self.inputs]
                    self.inputs.extend(new)

    def note_writes(self, feeds: Container[Tensor]) -> None:
        """Notes what follows from the state that it writes."""

    def values_taken(self) -> Sequence[Tensor]:
        """Returns the tensors from outside that it reads itself, rather than an operation in it."""
        return ()

    def describe(self) -> str:
        """One line that says what it is."""
        return f"{self.name}: a {self.kind} of {len(self.members)} operations"


Step: TypeAlias = Operation | Region  # of a run, or of a Body


class Cond(Region):
    """A branch: one of the bodies runs, as `pred` says.

    pred: what decides. A bool: the second body runs when it is true. An int32: the body with that number, the last one
    when there is none. Of another type: the second body runs when it is not 0 and not empty.
    joined: what it produces.
    handed_on: [(tensor, side)] of what others use that run only when that side did.
    """

    kind = "branch"

    def __init__(
        self,
        members: set[Operation],
        pred: Tensor,
        branches: list[Body],
        joined: Sequence[Joined],
        handed_on: Sequence[tuple[Tensor, int]] = (),
    ) -> None:
        outputs = [output for output, _, _, _ in joined] + [which for _, which, _, _ in joined if which is not None]
        outputs += [tensor for tensor, _ in handed_on]
        first = min(members, key=lambda op: op.order)
        name = first.name.rpartition("/")[0] or first.name
        super().__init__(members, outputs, name)
        self._take_in(branches)
        for side, body in enumerate(branches):
            body.results = [taken[side] for _, _, taken, _ in joined]
        self.pred = pred
        self.joined = joined
        self.handed_on = handed_on
        self.type = "cond"
        if pred not in self.inputs:
            self.inputs.append(pred)


def taken_branch(pred: Any, count: int) -> int:
    """Returns the index of the body of a Cond that runs. pred: a NumPy scalar, boolean or number; count: of bodies."""
    if count == 2:
        return int(bool(pred[()]))
    return int(pred) if 0 <= pred < count else count - 1


class Dataflow(Region):
    """Operations of which each runs if its inputs have values, as in TensorFlow's executor; the host interprets them.

    It is for branches that use each other's tensors, which then have values under conditions of more than one tf.cond.
    """

    kind = "branch"

    def __init__(self, steps: Sequence[Step], cause: Operation) -> None:
        members = set[Operation]().union(*[step.members if isinstance(step, Region) else {step} for step in steps])
        outputs = list(dict.fromkeys(tensor for step in steps for tensor in step.outputs))
        super().__init__(members, outputs, cause.name.rpartition("/")[0] or cause.name)
        self._take_in([Body(steps)])
        self.type = "dataflow"
        self.interpreted = f"more than one condition decides what '{cause.name}' hands on"


class While(Region):
    """A loop: `always` runs and computes the condition; while that is true, `live` runs and the next iteration begins.

    variables: what it carries.  constants: [(tensor in the loop, its source outside)].
    exits: [(output, the tensor in the loop whose last value it is)].
    read_anew: [(tensor, owner)]: constants that are reads of variables which the loop changes.
    """

    kind = "loop"

    def __init__(
        self,
        members: set[Operation],
        variables: Sequence[Variable],
        constants: Sequence[tuple[Tensor, Tensor]],
        exits: Sequence[tuple[Tensor, Tensor]],
        condition: Tensor,
        name: str,
    ) -> None:
        super().__init__(members, [output for output, _ in exits], name)
        self.variables = variables
        self.constants = constants
        self.exits = exits
        self.condition = condition
        self.read_anew: list[tuple[Tensor, Any]] = []
        self.type = "while"

    def fill(self, always: Body, live: Body) -> None:
        """Sets the Bodies of an iteration."""
        live.results = [last for _, _, last in self.variables]
        self.always = always
        self.live = live
        self._take_in([always, live])

    def note_writes(self, feeds: Container[Tensor]) -> None:
        """Finds what reads variables outside that the loop changes: each iteration sees the value that the last one left.

        TensorFlow's read of a reference shares the variable's memory, and loops wait for what they change themselves.
        """
        owners = ((tensor, memory_of(source, feeds)) for tensor, source in self.constants)
        self.read_anew = [(tensor, owner) for tensor, owner in owners if owner in self.writes]

    def values_taken(self) -> Sequence[Tensor]:
        return [start for start, _, _ in self.variables] + [source for _, source in self.constants]


def pushes(step: Step) -> bool:
    """True for an operation that pushes on a stack."""
    return not isinstance(step, Region) and step.definition is not None and step.definition.run_state == "push"


def pushes_handle(step: Step) -> bool:
    """True for what puts the state behind a handle on a stack: it is done last, when that state is complete."""
    return pushes(step) and step.inputs[1].dtype is dtypes.resource


class Call(Region):
    """A function's body in the place where it is called. returned: [(output, the tensor in the body)]."""

    kind = "call"

    def __init__(
        self, members: set[Operation], body: Body, returned: Sequence[tuple[Tensor, Tensor]], name: str
    ) -> None:
        super().__init__(members, [output for output, _ in returned], name)
        self._take_in([body])
        body.results = [tensor for _, tensor in returned]
        self.returned = returned
        self.type = "call"


def waits(step: Step) -> bool:
    """True for an operation, branch or loop that may have to wait for another run."""
    if isinstance(step, Region):
        return any(op.definition is not None and op.definition.waits for op in step.members)
    return step.definition.waits


def _by_age(ops: Iterable[Operation]) -> list[Operation]:
    return sorted(ops, key=lambda op: op.order)


def export(body: Body, tensor: Tensor) -> None:
    """Makes a tensor in a branch one of the outputs of the Region; it has a value when its branch was taken."""
    region = body.step_of.get(tensor.op)
    if region is None or tensor in region.outputs:
        return
    region.outputs.append(tensor)
    region.interpreted = f"'{tensor.name}' in it is fetched"
    for inner in region.bodies:
        export(inner, tensor)
