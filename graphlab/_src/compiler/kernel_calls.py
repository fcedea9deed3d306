"""run_op: runs one operation, whose inputs it finds among the values so far and whose outputs it adds to them."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import functools
import math
import operator
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer
from jax.errors import InconclusiveDimensionOperation

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import InvalidArgumentError, OpError, ResourceExhaustedError, UnimplementedError, explain
from graphlab._src.base.fixes import fix_of
from graphlab._src.base.shapes import Dims
from graphlab._src.compiler import checks, size_limits
from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.array_state import ArrayState
from graphlab._src.compiler.control_flow.list_value import TensorList
from graphlab._src.compiler.control_flow.regions import Region, Step
from graphlab._src.compiler.control_flow.run_state import CantCompile, StateError, UnsupportedError
from graphlab._src.compiler.effects import Effects, Owner, Value, shared_value, shared_versions, value_of
from graphlab._src.compiler.executables import headroom
from graphlab._src.compiler.random_streams import advanced, random_input, reserved
from graphlab._src.compiler.string_kernels import any_strings, moving
from graphlab._src.graph.constant import constant_value, fold, group_inputs, is_constant, kernel_attrs
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import GradientArray, enters, is_identity, owner_of, state_dims, state_dtype
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.variant import HostValue

# {the result of a branch: (its condition, [the tensor in each body])}
Joined = Mapping[Tensor, tuple[Tensor, Sequence[Tensor]]]

WRONG = (
    *(TypeError, ValueError, IndexError, ZeroDivisionError, NotImplementedError, OverflowError),
    InconclusiveDimensionOperation,  # of a size that an export leaves open
)
_TOO_LARGE = ("array is too big", "Maximum allowed dimension exceeded", "Maximum allowed size exceeded")  # NumPy


class Values(Protocol):
    """The values of a run so far, {Tensor or Version: array}: a dict, or the Scope of a branch or loop."""

    def get(self, key: Value, default: Any = None, /) -> Any: ...
    def __getitem__(self, key: Value, /) -> Any: ...
    def __setitem__(self, key: Value, value: Any, /) -> None: ...
    def __contains__(self, key: Value, /) -> bool: ...


class Context(Protocol):
    """What kernels that may wait for other runs have as context=: the session's RunContext. op: the one that runs."""

    op: Any


class Folding:
    """Values that the trace knows: computed with NumPy from constants and from the shapes of what is traced."""

    def __init__(
        self,
        values: Values,
        known: Mapping[Any, Any],
        feeds: Collection[Tensor],
        pushed: dict[Owner, Any] | None = None,
        capacities: Mapping[Region, int] | None = None,
        joined: Joined | None = None,
        constants: Constants | None = None,
    ) -> None:
        self._values = values
        self._known = dict(known)
        self._feeds = feeds
        self.constants = constants or Constants(feeds)
        self.capacities = (
            capacities or {}
        )  # loop -> the number of elements that its stacks hold, where that was counted
        self._pushed = {} if pushed is None else pushed  # owner of a stack -> what is pushed in every iteration
        self.guarded: frozenset[Step] = (
            frozenset()
        )  # operations that overwrite in place: they change nothing once something is wrong
        self.checked: set[Step] = set()  # those of them whose inputs were checked before any was run
        self.stop_flags: jax.Array | None = None  # the traced array that ends loops, where the host can
        self.apart = False  # whether XLA is to see one operation at a time
        self.trips: dict[Region, int] = {}  # how often loops have iterated, where NumPy runs them
        self.failures: list[jax.Array] = []  # traced scalars, true where an operation has found something wrong
        self._joined = joined or {}  # output of a branch -> (its condition, [the tensor in each body])
        self.of_code: Folding | None = None  # what is known of all segments that share the code: nothing of its inputs

    def inside(self, values: Values) -> "Folding":
        """The same for the values in a branch or loop."""
        inner = Folding(values, self._known, self._feeds, self._pushed, self.capacities, self._joined, self.constants)
        inner.stop_flags, inner.apart = self.stop_flags, self.apart
        return inner

    def failure(self) -> jax.Array | None:
        """Whether an operation has found something wrong so far: a traced scalar, or None when none looked."""
        return functools.reduce(operator.or_, self.failures) if self.failures else None

    def note(self, tensor: Tensor, inner: "Folding") -> None:
        """Keeps what `inner`, the Folding of a branch, knows of a tensor that is made there and used after it."""
        if inner.can_know(tensor):
            self._known[tensor] = inner.concrete(tensor)

    def note_pushed(self, owner: Owner, tensor: Tensor) -> None:
        """Keeps what is known to be pushed on a stack, for the loop that pops it."""
        if self.can_know(tensor):
            self._pushed[owner] = self.concrete(tensor)

    def concrete(self, tensor: Tensor) -> Any:
        """The tensor's value as a NumPy array."""
        found = self._known.get(tensor)
        if found is None:
            found = self._known[tensor] = self._find(tensor)
        return found

    def known(self, value: Value, tensor: Tensor) -> Any:
        """The same, of a tensor or of the state that it refers to."""
        return self._known[value] if value in self._known else self.concrete(tensor)

    def can_know(self, tensor: Tensor) -> bool:
        """True when `concrete` can return the tensor's value."""
        op = tensor.op
        definition = op.definition
        if tensor in self._known:
            return True
        if tensor in self._feeds or definition is None:
            return False
        if is_constant(op) or known_variable_shape(op) is not None:
            return True
        if definition.of_shape:
            of = shaped_by(tensor)
            if is_constant(of.op) or owner_of(of) is None and self._values.get(of) is not None:
                return True
            return bool(of.op.definition and of.op.definition.host) and self.can_know(of)
        if definition.enters:
            return self.can_know(op.inputs[0])
        if tensor in self._joined:
            pred, taken = self._joined[tensor]
            return self.can_know(pred) and all(map(self.can_know, taken))
        if definition.run_state == "pop":
            return owner_of(op.inputs[0]) in self._pushed
        if definition.run_state == "size":
            size = size_of_array(op)
            return size is not None and self.can_know(size)
        return definition.fold is not None and bool(op.inputs) and all(map(self.can_know, op.inputs))

    def if_known(self, tensor: Tensor, otherwise: Any) -> Any:
        """The tensor's value as a NumPy array if it is a constant, wherever that was brought to, else `otherwise`."""
        while enters(tensor.op) and tensor not in self._feeds:
            tensor = tensor.op.inputs[0]
        value = self.constants.value(tensor)
        return otherwise if value is None else value

    def _find(self, tensor: Tensor) -> Any:
        op = tensor.op
        if tensor in self._feeds:
            return np.asarray(self._values[tensor])
        if is_constant(op):
            return op.attrs["value"]
        definition = op.definition
        if (dims := known_variable_shape(op)) is not None:
            return np.asarray(dims, tensor.dtype.as_numpy_dtype)
        if definition.of_shape:
            of = shaped_by(tensor)
            # A constant is in the segments that use it, where it has its shape already.
            value = of.op.attrs["value"] if is_constant(of.op) else self._values.get(of)
            if value is None and (static := self.constants.value(tensor)) is not None:
                return static  # the graph itself says the shape of what is computed elsewhere
            shape = (self.concrete(of) if value is None else value).shape
            result = {"size": math.prod(shape), "rank": len(shape)}.get(definition.of_shape, shape)
            known = all(isinstance(size, int) for size in shape)  # an export may leave sizes open
            return np.asarray(result, tensor.dtype.as_numpy_dtype if known or definition.of_shape == "rank" else object)
        if definition.enters:
            return self.concrete(op.inputs[0])
        if tensor in self._joined:
            pred, taken = self._joined[tensor]
            return self.concrete(taken[int(bool(self.concrete(pred)))])
        if definition.run_state == "pop":
            owner = owner_of(op.inputs[0])
            if owner not in self._pushed:
                raise CantCompile(f"it needs the value of '{tensor.name}' to know a shape")
            return self._pushed[owner]
        if definition.run_state == "size":
            size = size_of_array(op)
            assert size is not None  # as can_know has found
            return self.concrete(size)
        value = self.constants.value(tensor)
        if value is not None:
            return value
        inputs = [self.concrete(item) for item in op.inputs]
        try:
            return fold(op, definition, inputs)[tensor.value_index]
        except WRONG as error:
            raise failed(op, error, inputs) from error


def known_variable_shape(op: Operation) -> Dims:
    """The shape of a variable that an operation returns, where the graph says all of it; None for other operations."""
    if op.definition.access != "shape":
        return None
    owner = owner_of(op.inputs[0])
    dims = None if owner is None else state_dims(owner)
    return dims if shapes.fully_defined(dims) else None


def shaped_by(tensor: Tensor) -> Tensor:
    """The tensor whose shape a Shape, ShapeN, Size or Rank describes."""
    return tensor.op.inputs[tensor.value_index if tensor.op.definition.of_shape == "shapes" else 0]


def size_of_array(op: Operation) -> Tensor | None:
    """The tensor with the size of an operation's TensorArray, or None for one that may grow."""
    owner = owner_of(op.inputs[0])
    while isinstance(owner, GradientArray):
        owner = owner.array
    return None if owner is None or owner.attrs["dynamic_size"] else owner.inputs[0]


def fed_outputs(step: Step, values: Values, feeds: Container[Tensor]) -> list[tuple[Tensor, Any]]:
    """[(tensor, value)] of those outputs of an operation or Region that are fed: others make it run, and these stay."""
    return [(tensor, values[tensor]) for tensor in step.outputs if tensor in feeds and tensor in values]


def run_op(
    op: Operation,
    values: Values,
    effects: Effects,
    feeds: Collection[Tensor],
    folding: Folding | None = None,
    context: Context | None = None,
) -> None:
    """Runs one kernel: reads its inputs from `values` and puts its outputs there.

    context: the RunContext, for kernels with a parameter for it.
    folding: the Folding that knows the inputs that must be concrete; None on the host, where every value is.
    Raises an OpError that names the operation when the kernel can't take what it got.
    """
    definition = op.definition
    if definition.structural:  # Switch and LoopCond: what they are for is in the arrangement of the run
        value = values[value_of(op.inputs[0], op, 0, effects, feeds)]
        for tensor in op.outputs:
            values[tensor] = value
        return
    padded = folding is not None and definition.padded is not None and not folding.can_know(op.inputs[0])
    static = () if padded else definition.static_positions(op)
    inputs = _inputs_of(op, values, effects, feeds, folding, static)
    attributes = kernel_attrs(op, definition)
    if definition.random:
        attributes.update(random_input(definition, values[effects.writes[op][0][0]]))
    if definition.waits:
        assert context is not None
        context.op = op
        attributes["context"] = context
    if definition.on_state:
        _run_on_state(op, inputs, values, effects, folding)
        return
    if folding is not None and op in folding.guarded:
        _guard(op, inputs, attributes, folding)
    kernel: Any = definition.padded if padded else definition.kernel
    hands_on = definition.forwards == "each"  # as they are, whatever they are
    if folding is None and not (definition.host or definition.updates or hands_on) and any_strings(inputs):
        objects = not any(isinstance(value, np.ndarray) for value in inputs)  # as lists of tensors are
        kernel = definition.fold or objects and definition.numpy or _drawing(definition) or moving(kernel, op)
    given = inputs
    if folding is None and definition.has_checks(op) and not definition.host:
        given = _as_compiled(inputs, static)
    if folding is None and not definition.host:
        headroom.require(headroom.COMPILING, "run an operation with JAX")
    try:
        if folding is None and static and not definition.host:
            size_limits.check_kernel(
                lambda given: kernel(*group_inputs(definition, op, given), **attributes), given, static
            )
        result = kernel(*group_inputs(definition, op, given), **attributes)
        if folding is not None:
            size_limits.check(jax.tree.leaves(result))
    except OpError as error:
        raise (error if error.op is not None else placed(error, op)) from error.__cause__
    except WRONG as error:
        raise failed(op, error, inputs) from error
    except MemoryError as error:
        shape = error.shape if isinstance(error, size_limits.OversizedError) else None
        raise failed_for_memory(op, shape, str(error) or "Out of memory") from error
    if definition.has_checks(op) and (folding is None or op not in folding.guarded):
        _check(op, inputs, result, attributes, folding)
    _put(op, definition, result, values, effects)
    if folding is not None and folding.apart and definition.barrier:
        written = () if op in folding.guarded else [after for _, after in effects.writes.get(op, ())]
        for value in (*op.outputs, *written):
            if value in values:
                values[value] = _apart(values[value])
    if folding is not None and op in folding.guarded and _place_of_indices(op) is None:
        failure = folding.failure()
        if failure is not None:
            _keep_where_wrong(op, values, effects, failure)


def _drawing(definition: OpDef) -> Any:
    """The NumPy form of an operation that draws random numbers, which moves strings as they are; None when it has none."""
    interpret = definition.interpret
    if not definition.random or not callable(interpret):
        return None

    def draw(*inputs: Any, stream: Any, **attributes: Any) -> Any:
        return interpret(*inputs, stream, **attributes)

    return draw


def _inputs_of(
    op: Operation,
    values: Values,
    effects: Effects,
    feeds: Container[Tensor],
    folding: Folding | None,
    static: Container[int],
) -> list[Any]:
    """The values of an operation's inputs; None for the old value of what is only written.  static: which must be known."""
    inputs: list[Any] = []
    for i, tensor in enumerate(op.inputs):
        value = value_of(tensor, op, i, effects, feeds)
        if folding is not None and i in static and (not op.definition.lists or folding.can_know(tensor)):
            inputs.append(folding.known(value, tensor))
        else:
            found = values.get(value)
            if folding is None and isinstance(found, TensorList):
                found = found.on_host()
            as_it_is = folding is None or op.definition.lists or not isinstance(found, np.ndarray)
            inputs.append(found if as_it_is else jnp.asarray(found))
    return inputs


def check_guarded(
    steps: Iterable[Step], values: Values, effects: Effects, feeds: Container[Tensor], folding: Folding
) -> None:
    """Checks what overwrites in place, before any of it does, as far as its inputs are there."""
    for op in steps:
        if isinstance(op, Operation) and op in folding.guarded and op.definition.has_checks(op):
            inputs = _inputs_of(op, values, effects, feeds, folding, op.definition.static_positions(op))
            if all(value is not None for value in inputs):
                _check(op, inputs, None, kernel_attrs(op, op.definition), folding)
                folding.checked.add(op)


def fill_in_static(op: Operation, values: Values, effects: Effects, feeds: Container[Tensor], folding: Folding) -> None:
    """Puts the inputs that decide shapes among the values where no operation there makes them."""
    for i in op.definition.static_positions(op) if op.definition is not None else ():
        value = value_of(op.inputs[i], op, i, effects, feeds)
        if values.get(value) is None and folding.can_know(op.inputs[i]):
            values[value] = folding.concrete(op.inputs[i])


def _as_compiled(inputs: Sequence[Any], static: Container[int]) -> list[Any]:
    """The inputs as JAX's arrays but for those at `static`: kernels make something of values that are wrong then too."""
    return [
        value if i in static or not isinstance(value, np.ndarray) or value.dtype == object else jnp.asarray(value)
        for i, value in enumerate(inputs)
    ]


def _guard(op: Operation, inputs: list[Any], attributes: Mapping[str, Any], folding: Folding) -> None:
    """Lets an operation that changes rows in place change none where something is wrong already, or with its inputs."""
    if op not in folding.checked:
        _check(op, inputs, None, attributes, folding)
    failure = folding.failure()
    i = _place_of_indices(op)
    if failure is not None and i is not None:
        indices = jnp.asarray(inputs[i])
        inputs[i] = jnp.where(failure, jnp.iinfo(indices.dtype).max, indices)


def _place_of_indices(op: Operation) -> int | None:
    """Which input says the rows that an operation changes; None for one that changes all."""
    return next((i for i, arg in enumerate(op.definition.inputs) if arg.name == "indices"), None)


def _keep_where_wrong(op: Operation, values: Values, effects: Effects, failure: jax.Array) -> None:
    """Leaves the old values where something is wrong: of what an operation overwrites whole, which costs no copy."""
    for before, after in effects.writes.get(op, ()):
        values[after] = jnp.where(failure, values[before], values[after])


def _check(
    op: Operation, inputs: Sequence[Any], result: Any, attributes: Mapping[str, Any], folding: Folding | None
) -> None:
    """Raises what an operation finds wrong with values; where they are traced it is noted."""
    if folding is not None:
        known = folding.of_code or folding
        inputs = [_known_number(tensor, value, known) for tensor, value in zip(op.inputs, inputs, strict=True)]
    found = checks.checks_of(op, inputs, result, attributes)
    if folding is None:
        checks.raise_first(op, found)
    elif (bad := checks.traced(found)) is not None:
        folding.failures.append(bad)


def _known_number(tensor: Tensor, value: Any, folding: Folding) -> Any:
    """The value of whole numbers that the trace knows: nothing has to be computed to check them."""
    if isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jnp.integer) and folding.can_know(tensor):
        return folding.concrete(tensor)
    return value


class OnState:
    """An operation on a stack or TensorArray: a function of the state, which it returns when it changes it.

    makes_state: whether it is the one that makes the state.
    """

    def __init__(self, op: Operation) -> None:
        definition = op.definition
        assert definition.on_state is not None
        self._op = op
        self._call = definition.on_state
        self._attributes = kernel_attrs(op, definition)
        if not self._attributes.get("tensor_array_name", True):
            self._attributes["tensor_array_name"] = op.name.encode()
        self.makes_state = definition.makes_state
        self.pushes = definition.run_state == "push"
        self._pushes_state = self.pushes and owner_of(op.inputs[1]) is not None
        self._returns_state = bool(definition.updates or definition.makes_state)
        self._pops_state = bool(op.outputs) and definition.run_state == "pop" and owner_of(op.outputs[0]) is not None
        self._types = [tensor.dtype for tensor in op.outputs if owner_of(tensor) is None]
        self._type: tuple[DType, str] | None = None  # of the elements that it writes or reads
        if "dtype" in op.attrs and not definition.makes_state:
            self._type = op.attrs["dtype"], "requested"
        elif "T" in op.attrs:
            self._type = op.attrs["T"], "is trying to write"

    def __call__(self, inputs: list[Any]) -> tuple[list[Any], list[Any]]:
        """(the new states, the values of the outputs that are no state)."""
        if self._pushes_state and hasattr(inputs[1], "without_values"):
            inputs[1] = inputs[1].without_values()  # gradients of a TensorArray need its size only
        try:
            if self._type is not None and isinstance(inputs[0], ArrayState):
                inputs[0].check_type(*self._type)
            result = self._call(*inputs, **self._attributes)
        except StateError as error:
            kind = UnimplementedError if isinstance(error, UnsupportedError) else InvalidArgumentError
            op = self._op
            raise kind(op.node_def, op, explain(f"{error}\n\t [[{{{{node {op.name}}}}}]]", at=op)) from error
        except WRONG as error:
            raise failed(self._op, error, inputs) from error
        results: list[Any] = list(result) if isinstance(result, tuple) else [result]
        states: list[Any] = [results.pop(0)] if self._returns_state else []
        if self._pops_state:
            states.append(results.pop())
        return states, [cast(value, dtype) for value, dtype in zip(results, self._types, strict=True)]


def _run_on_state(op: Operation, inputs: list[Any], values: Values, effects: Effects, folding: Folding | None) -> None:
    """Runs an operation on a stack or TensorArray."""
    if folding is not None:
        inputs = [_known_place(op, i, value, folding) for i, value in enumerate(inputs)]
    call = OnState(op)
    if call.pushes and folding is not None and op.inputs[1].dtype is not dtypes.resource:
        folding.note_pushed(owner_of(op.inputs[0]), op.inputs[1])
    if folding is not None and op.definition.checks is not None and isinstance(inputs[1], Tracer):
        _check(
            op, inputs, None, kernel_attrs(op, op.definition), folding
        )  # places that are known the function looks at
    states, results = call(inputs)
    for (before, after), state in zip(effects.writes.get(op, ()), states, strict=False):
        existing = values.get(before) if call.makes_state else None
        values[after] = state if existing is None else existing
    outputs = [tensor for tensor in op.outputs if owner_of(tensor) is None]
    for tensor, value in zip(outputs, results, strict=True):
        values[tensor] = value


def _known_place(op: Operation, index: int, value: Any, folding: Folding) -> Any:
    """The input as a NumPy array where the trace knows it: places in a TensorArray that are known can be checked."""
    tensor = op.inputs[index]
    if op.definition.inputs[index].name in ("index", "indices") and isinstance(value, Tracer):
        return folding.concrete(tensor) if folding.can_know(tensor) else folding.if_known(tensor, value)
    return value


def placed(error: OpError, op: Operation) -> OpError:
    """What a kernel raised without knowing where it runs, with the operation."""
    kind: Any = type(error)  # a subclass: its constructor has no error code
    message = f"{error.message}\n\t [[{{{{node {op.name}}}}}]]"
    return kind(op.node_def, op, explain(message, at=op))


def _put(op: Operation, definition: OpDef, result: Any, values: Values, effects: Effects) -> None:
    if definition.updates:
        results: list[Any] = list(result) if isinstance(result, (tuple, list)) else [result]
        count = sum(arg.count(op.attrs) for arg in definition.inputs if arg.name in definition.updates)
        for (before, after), value in zip(effects.writes[op], results[:count], strict=False):
            check_shape(op, before.owner, value, values.get(before))
            values[after] = cast(value, state_dtype(before.owner))
        for memory in effects.memory_left(op):
            values[memory] = shared_value([values.get(version) for version in shared_versions(memory)])
        results = results[count:]
    elif definition.random:
        before, after = effects.writes[op][0]
        results = [result] if definition.single_output else result
        values[after] = advanced(values[before], reserved(op, results[0].shape))
    else:
        results = [result] if definition.single_output else result
    outputs = [tensor for tensor in op.outputs if owner_of(tensor) is None]
    if definition.forwards == "each":  # of what it has, that names state
        results = [result for result, tensor in zip(results, op.outputs, strict=True) if owner_of(tensor) is None]
    for tensor, value in zip(outputs, results or (), strict=True):
        values[tensor] = cast(value, tensor.dtype)


def _apart(value: Any) -> Any:
    """The result of an operation, which XLA does not rewrite together with what is computed from it.

    XLA treats floating point numbers as real ones: (x + 1e8) - 1e8 for x, a / b / c for a / (b · c), which may be 0 or
    infinite where a / b / c is not. On a CPU the barrier costs nothing, as it is gone before XLA makes one loop of several
    operations; on accelerators it would keep XLA from that.
    """
    if isinstance(value, Tracer) and jnp.issubdtype(value.dtype, jnp.inexact):
        return jax.lax.optimization_barrier(value)
    return value


def _restored_key(op: Operation) -> str | None:
    """The key in a checkpoint of the value that is assigned; None where that comes from elsewhere."""
    source = op.inputs[1] if op.definition.access == "set" else None
    while source is not None and is_identity(source.op):
        source = source.op.inputs[0]
    definition = None if source is None else source.op.definition
    if source is None or definition is None or definition.checkpoint != "restore" or not definition.outputs[0].is_list:
        return None
    keys = constant_value(source.op.inputs[1])
    return "?" if keys is None else keys[source.value_index].decode(errors="replace")


def _assigns_by_reference(op: Operation) -> bool:
    return op.definition.access == "set" and bool(op.definition.ref_indices)


def reads_previous_value(op: Operation) -> bool:
    """False for what also runs on a variable without a value, as an assignment, unless only its value has its shape."""
    if _assigns_by_reference(op) and op.attrs["validate_shape"]:
        return not shapes.fully_defined(op.inputs[0].dims)
    return not op.definition.accepts_uninitialized


def check_shape(op: Operation, owner: Owner, value: Any, before: Any = None) -> None:
    """Raises InvalidArgumentError for a value that has not the variable's shape, where the assignment requires it.

    before: the value that the variable had, where that is known.
    """
    dims = state_dims(owner)
    if _assigns_by_reference(op) and before is not None and not shapes.fully_defined(dims):
        dims = before.shape
    shape = getattr(value, "shape", ())  # a list of tensors, or another value of type variant, is a scalar
    if value is None or shapes.compatible(dims, shape):
        return
    # Unlike others, what a Saver reads has the variable's shape or a wrong one.
    key = _restored_key(op)
    if not op.attrs.get("validate_shape", key is not None):
        return
    message = (
        f"Assign requires shapes of both tensors to match. lhs shape= {shapes.text(dims)} rhs shape= "
        f"{shapes.text(shape)}\n\t [[{{{{node {op.name}}}}}]]"
    )
    fix = "assign a value of that shape, or pass validate_shape=False"
    if key is not None:
        message += f"\n  The checkpoint holds '{key}' with shape {shapes.text(shape)}."
        fix = f"make '{owner.name}' of that shape, leave it out of the Saver's var_list, or pass reshape=True to the Saver"
    raise InvalidArgumentError(op.node_def, op, explain(message, at=op, fix=fix))


def cast(value: Any, dtype: DType) -> Any:
    """The value in the element type that the graph says; kernels may compute in another. None is state that is gone."""
    numpy_type = dtypes.storage(dtype)
    if numpy_type is np.object_ or value is None:
        return np.asarray(value, object) if isinstance(value, (bytes, HostValue)) else value
    if not hasattr(value, "dtype"):
        return np.asarray(value, numpy_type)
    return value if value.dtype == numpy_type else value.astype(numpy_type)


def failed_for_memory(op: Operation, shape: Sequence[int] | None, message: str, fix: str | None = None) -> OpError:
    """The ResourceExhaustedError of an operation whose result memory does not hold."""
    dims = "" if shape is None else f" with shape[{','.join(map(str, shape))}]"
    kind = f" and type {dtypes.runtime_name(op.outputs[0].dtype.base_dtype)}" if op.outputs and dims else ""
    said = f"OOM when allocating tensor{dims}{kind} ({message})\n\t [[{{{{node {op.name}}}}}]]"
    return ResourceExhaustedError(op.node_def, op, explain(said, at=op, fix=fix))


def _said_by_shape_rule(op: Operation, error: Exception, dims: Iterable[tuple[Any, ...]]) -> str | None:
    """What the shape rule says of the shapes in a run; None where a kernel has refused its inputs in its own words."""
    if isinstance(error, ValueError) or op.definition.infer is None:
        return None
    inputs = [Tensor(one.op, one.value_index, one.dtype, size) for one, size in zip(op.inputs, dims, strict=True)]
    try:
        op.definition.infer(Operation.detached(op.graph, op.type, op.name, inputs, [], op.attrs))
    except shapes.ShapeError as said:
        return said.message
    except Exception:  # it is the first error that counts
        return None
    return None


def failed(op: Operation, error: Exception, inputs: Iterable[Any]) -> OpError:
    """The OpError for what a kernel raised."""
    if isinstance(error, ValueError) and any(said in str(error) for said in _TOO_LARGE):
        return failed_for_memory(op, None, str(error))
    dims = [tuple(getattr(value, "shape", ())) for value in inputs]
    sizes = ", ".join(str(list(d)) for d in dims)
    # A shape rule may know how TensorFlow says that shapes do not fit which it could not see before the run.
    wording = getattr(op.definition.infer, "at_run_time", None)
    message = wording(*dims) if wording else None
    message = (
        message
        or _said_by_shape_rule(op, error, dims)
        or (str(error).splitlines()[0] if str(error) else type(error).__name__)
    )
    message = f"{message}\n\t [[{{{{node {op.name}}}}}]]"
    return InvalidArgumentError(
        op.node_def, op, explain(f"{message} with input shapes: {sizes}", at=op, fix=fix_of(error))
    )
