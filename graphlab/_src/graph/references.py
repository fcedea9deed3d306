"""The state that a tensor refers to: variables are read and written through references and through resource handles."""

from collections.abc import Container
from typing import Any, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import Dims
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor


class GradientArray(NamedTuple):
    """The owner of a TensorArray of gradients: of which array, and for which source."""

    array: Any
    source: bytes

    @property
    def name(self) -> str:
        """The name of the array whose gradients these are."""
        return self.array.name


class SharedMemory(NamedTuple):
    """The owner of what the memory holds that a variable had at a version, for who has read that version.

    After a later assignment of another size the variable has other memory.
    """

    variable: Any
    since: int

    @property
    def name(self) -> str:
        """The name of the variable."""
        return self.variable.name


def owner_of(tensor: Tensor) -> Any:
    """The operation that owns the state which a tensor refers to, or None for a tensor that is a value.

    A reference or a resource handle leads to the VariableV2 or VarHandleOp that it comes from; two of these with
    the same container and shared_name own one state, and the first is the owner of both. What a host kernel made (a
    queue's handle) is a value, and so is what leads to one of several owners, which the run chooses.
    """
    is_handle = tensor.dtype is dtypes.resource
    while is_handle or tensor.dtype.is_ref_dtype:
        op = tensor.op
        definition = op.definition
        if definition is None:
            return None
        if definition.forwards == "one" and len(op.inputs) > 1:
            owners = owners_of(tensor)
            return owners.pop() if len(owners) == 1 else None
        if definition.holds_state:
            return _first_of_that_name(op)
        if definition.makes_state:
            return op if "source" not in op.attrs else GradientArray(owner_of(op.inputs[0]), op.attrs["source"])
        if is_handle and definition.run_state == "pop":
            source = pushed_on(op)
        else:
            source = _source(tensor)
        if source is None:
            return None
        tensor = source
    return None


def declared_owner(tensor: Tensor) -> Any:
    """owner_of; in a function's body that of the captured tensor which a handle comes from, in the graph around it."""
    found = owner_of(tensor)
    if found is not None or tensor.dtype is not dtypes.resource:
        return found
    seen: set[Tensor] = set()
    while tensor not in seen:
        seen.add(tensor)
        before = None if tensor.op.definition is None else _source(tensor)
        if before is None:
            outside = tensor.graph.outside(tensor)
            return None if outside is tensor else declared_owner(outside)
        tensor = before
    return None


def _source(tensor: Tensor) -> Tensor | None:
    """The input whose state a reference or handle passes on; None for an operation that passes none on."""
    op = tensor.op
    if tensor.dtype is dtypes.resource:
        forwards = op.definition.forwards
        return op.inputs[tensor.value_index if forwards == "each" else 0] if forwards else None
    return next((item for item in op.inputs if item.dtype.is_ref_dtype), None)


def owners_of(tensor: Tensor) -> set[Any]:
    """The set of all owners that a reference or handle may lead to, None among them where it may lead elsewhere."""
    found: set[Any] = set()
    seen: set[Tensor] = set()
    waiting = [tensor]
    while waiting:
        source = waiting.pop()
        op = source.op
        while not _joins(op) and source not in seen:
            seen.add(source)
            following = _source(source) if op.definition is not None and not _has_state(op) else None
            if following is None:
                found.add(owner_of(source))
                break
            source, op = following, following.op
        else:
            if source not in seen:
                seen.add(source)
                waiting += joined_by(op)
    return found


def _joins(op: Operation) -> bool:
    return op.definition is not None and op.definition.forwards == "one"


def _has_state(op: Operation) -> bool:
    return op.definition.holds_state or op.definition.makes_state


def joined_by(op: Operation) -> tuple[Tensor, ...]:
    """The inputs of which a Merge, RefMerge or RefSelect passes one on."""
    return tuple(op.inputs[1:]) if op.definition.control_flow == "select" else op.inputs


def join_behind(tensor: Tensor) -> Operation | None:
    """The Merge, RefMerge or RefSelect that chooses between several owners of a tensor's state; None for others."""
    if not (tensor.dtype is dtypes.resource or tensor.dtype.is_ref_dtype) or owner_of(tensor) is not None:
        return None
    seen: set[Tensor] = set()
    current: Tensor | None = tensor
    while current is not None and current not in seen:
        seen.add(current)
        op = current.op
        if _joins(op):
            return op if None not in owners_of(current) else None
        current = _source(current) if op.definition is not None and not _has_state(op) else None
    return None


def _first_of_that_name(op: Operation) -> Operation:
    name = op.attrs.get("shared_name") or op.name.encode()
    return op.graph.state_owners.setdefault((op.type, op.attrs.get("container"), name), op)


def pushed_on(pop: Operation) -> Tensor | None:
    """The tensor that is pushed on the stack of `pop`: all handles on one stack refer to the same state."""
    waiting = list(owner_of(pop.inputs[0]).outputs)
    while waiting:
        tensor = waiting.pop()
        for op in tensor.consumers():
            if op.definition is None:
                continue
            if op.definition.run_state == "push" and op.inputs[0] is tensor:
                return op.inputs[1]
            if op.definition.forwards:
                waiting.extend(op.outputs)
    return None


def lives_in_run(owner: Any) -> bool:
    """True for the state of stacks and TensorArrays and for memory that was read, which begin and end with a run."""
    return isinstance(owner, (GradientArray, SharedMemory)) or owner.definition.makes_state


def element_type(op: Operation) -> DType:
    """The type of the elements of the stack or TensorArray that an operation makes or works on."""
    owner = owner_of(op.outputs[0] if op.definition.makes_state else op.inputs[0])
    while isinstance(owner, GradientArray):
        owner = owner.array
    return dtypes.float32 if owner is None else owner.attrs.get("dtype", owner.attrs.get("elem_type"))


def forwards(op: Operation) -> bool:
    """True for an operation whose outputs are inputs of it, unchanged."""
    return op.definition is not None and op.definition.forwards is not None


def is_identity(op: Operation) -> bool:
    """True for an Identity: of a reference it is a plain read."""
    return op.definition is not None and op.definition.identity == "value"


def is_variable(op: Operation) -> bool:
    """True for an operation that makes a variable which outlives the run."""
    return op.definition is not None and op.definition.variable in ("reference", "resource")


def enters(op: Operation) -> bool:
    """True for an operation that carries a value into a branch or loop unchanged."""
    return op.definition is not None and op.definition.enters


def captured(op: Operation, feeds: Container[Tensor] = ()) -> Operation:
    """The operation whose value this one carries into branches and loops, as far as it is not fed; itself where none."""
    while enters(op) and op.inputs[0] not in feeds:
        op = op.inputs[0].op
    return op


def memory_of(tensor: Tensor, feeds: Container[Tensor] = ()) -> Any:
    """The owner of the variable whose memory a value shares, or None: reading a reference copies nothing in TensorFlow.

    Neither does what passes such a read on unchanged, also into branches and loops.
    """
    found = read_behind(tensor, feeds)
    return None if found is None else found[1]


def read_behind(tensor: Tensor, feeds: Container[Tensor] = ()) -> tuple[Operation, Any] | None:
    """(the operation that reads a reference, the owner of the memory that it shares with a value), as memory_of says."""
    while tensor not in feeds:
        op = tensor.op
        if op.definition is None or op.definition.forwards not in ("first", "each"):
            return None
        tensor = op.inputs[tensor.value_index if op.definition.forwards == "each" else 0]
        if tensor.dtype.is_ref_dtype:
            owner = None if tensor in feeds else owner_of(tensor)
            return None if owner is None else (op, owner)
    return None


def passes_on(op: Operation) -> bool:
    """True for an operation that only passes the state of inputs on, without reading it."""
    return forwards(op) and bool(op.outputs) and not any(map(is_value, op.outputs))


def hands_on(op: Operation) -> bool:
    """True for an operation whose output is the reference or handle that it was given."""
    return forwards(op) and any(t.dtype.is_ref_dtype or t.dtype is dtypes.resource for t in op.outputs)


def is_value(tensor: Tensor) -> bool:
    """True for what a run computes: not for a reference or handle, but for a reference to one of several variables."""
    if owner_of(tensor) is not None:
        return False
    return tensor.dtype is not dtypes.resource or join_behind(tensor) is None


def state_dims(owner: Any) -> Dims:
    """What is known of the shape of the value that an operation owns."""
    dims = owner.attrs["shape"]
    return None if owner.definition.open_scalar and not dims else dims


def state_dtype(owner: Any) -> DType:
    """The type of the value that an operation owns."""
    return owner.attrs["dtype"]
